package translate

import (
	"maps"
	"slices"
	"sync"

	"semdiff/boogie"
	"semdiff/boogie/types"
	"semdiff/internal/source"
	"semdiff/smtlib"
	"semdiff/translate/cfg"
	"semdiff/translate/ir"
	"semdiff/translate/mono"
	"semdiff/translate/term"
)

// Options are the choices of meaning that the user has.
type Options = cfg.Options

// Asserts says what a false assertion does to a run.
type Asserts = cfg.Asserts

// The readings of assert.
const (
	AssertsOutcome = cfg.AssertsOutcome
	AssertsAssume  = cfg.AssertsAssume
	AssertsIgnore  = cfg.AssertsIgnore
)

// Externals says what a procedure with inputs but without a body is.
type Externals = cfg.Externals

// The readings of procedures without a body.
const (
	ExternalsFunction = cfg.ExternalsFunction
	ExternalsHavoc    = cfg.ExternalsHavoc
)

// lowering is one version; what is in it serves all procedures.
type lowering struct {
	ctx    *smtlib.Context
	info   *types.Info // of the monomorphic program
	from   mono.Version
	opts   Options
	out    *ir.Program
	terms  *term.Lowerer
	graphs *cfg.Program
	order  []string // procedures with a body, in source order

	mu      sync.Mutex             // held while a body is lowered
	refused map[string]source.List // the parameters of a procedure whose types have no meaning
}

// Source is one version of a program, as types.Check accepted it.
type Source struct {
	Prog *boogie.Program
	Info *types.Info
}

// Parse reads, resolves and type-checks a program; name is that of its file. The
// error is a source.List.
func Parse(name string, src []byte) (Source, error) {
	prog, err := boogie.Parse(name, src)
	if err != nil {
		return Source{}, err
	}
	info, problems := types.Check(prog)
	if err := problems.Err(); err != nil {
		return Source{}, err
	}
	return Source{Prog: prog, Info: info}, nil
}

// Lower lowers a program on its own, with all bodies. The error is a source.List
// naming each construct that has no meaning here yet.
func Lower(ctx *smtlib.Context, src Source, opts Options) (*ir.Program, error) {
	ls, err := lowerAll(ctx, []Source{src}, opts)
	if err != nil {
		return nil, err
	}
	if err := ls[0].load(ls[0].order); err != nil {
		return nil, err
	}
	return ls[0].out, nil
}

// LowerPair lowers two versions into one Context, so that they share equal
// terms. What is polymorphic has the same instances in both. Bodies that no change
// can affect are left for when they are asked for; what has no meaning in them is
// no error, and with Opaque in no body.
func LowerPair(ctx *smtlib.Context, old, new Source, opts Options) (oldProg, newProg *ir.Program, err error) {
	ls, err := lowerAll(ctx, []Source{old, new}, opts)
	if err != nil {
		return nil, nil, err
	}
	markSameText(ls[0], ls[1])
	affected := mayBeAffected(ls[0], ls[1])
	for _, l := range ls {
		unaffected := func(name string) bool { return !affected[name] }
		if err := l.load(slices.DeleteFunc(slices.Clone(l.order), unaffected)); err != nil && !opts.Opaque {
			return nil, nil, err
		}
	}
	return ls[0].out, ls[1].out, nil
}

// lowerAll lowers all but the bodies.
func lowerAll(ctx *smtlib.Context, srcs []Source, opts Options) ([]*lowering, error) {
	versions := make([]mono.Version, len(srcs))
	for i, s := range srcs {
		s, err := choose(s)
		if err != nil {
			return nil, err
		}
		versions[i] = mono.Version{Prog: s.Prog, Info: s.Info}
	}
	versions, err := mono.Instantiate(versions...)
	if err != nil {
		return nil, err
	}
	out := make([]*lowering, len(srcs))
	terms := make([]*term.Lowerer, len(srcs))
	for i, v := range versions {
		out[i] = newLowering(ctx, v, opts)
		terms[i] = out[i].terms
		if i > 0 {
			terms[i].FindRetyped(terms[0])
		}
	}
	if err := checkNames(out); err != nil {
		return nil, err
	}
	evaluated := term.FixBitOperations(terms)
	for i := range versions {
		out[i].out.Evaluated, out[i].out.Observation = evaluated, out[i].observation()
		if err := out[i].declare(); err != nil {
			return nil, err
		}
		out[i].out.Declared = out[i].declared(srcs[i].Info)
	}
	for _, f := range evaluated { // axioms that follow need not be mentioned
		f.Forget()
	}
	return out, nil
}

// newLowering prepares to lower a monomorphic program.
func newLowering(ctx *smtlib.Context, v mono.Version, opts Options) *lowering {
	l := &lowering{
		ctx: ctx, info: v.Info, from: v, opts: opts, refused: map[string]source.List{},
		out: &ir.Program{File: v.Prog.File, Ctx: ctx, Procs: map[string]*ir.Proc{}, OverTypes: v.OverTypes},
	}
	l.terms = term.New(ctx, v.Info, l.out)
	l.out.Lower = func(p *ir.Proc) (*ir.Body, error) { return l.body(p, func(*procLowering, string) {}) }
	return l
}

// declare lowers all but the bodies.
func (l *lowering) declare() error {
	if err := refuseConcurrency(l.info); err != nil {
		return err
	}
	l.terms.DeclareGlobals()
	axioms := term.Axioms{Lowerer: l.terms, Partial: l.from.Partial}
	axioms.Lower()
	if problems := l.terms.Problems(); len(problems) > 0 {
		return problems
	}
	usable := func(g *types.Object) bool { return l.terms.Global(g) != nil }
	l.graphs = cfg.New(l.from.Prog, l.info, l.opts, usable, l.terms.Disjoint, l.terms.Solvable)
	l.findOrder()
	l.graphs.Summarise(l.order)
	axioms.LowerRecursive(l.graphs.Functions)
	l.out.Order = l.order
	for _, name := range l.order {
		l.out.Procs[name] = l.interfaceOf(name)
	}
	l.out.Externals = slices.Sorted(maps.Keys(l.graphs.Assumed))
	axioms.LowerPartial()
	return nil
}

// findOrder lists the procedures with a body.
func (l *lowering) findOrder() {
	seen := map[string]bool{}
	for _, d := range l.info.Decls {
		var name string
		switch d := d.(type) {
		case *boogie.ProcDecl:
			name = d.Name
		case *boogie.ImplDecl:
			name = d.Name
		default:
			continue
		}
		if p := l.info.Procs[name]; p != nil && p.Body != nil && !seen[name] {
			l.order = append(l.order, name)
			seen[name] = true
		}
	}
}

// load loads procedures and lists the problems of all.
func (l *lowering) load(names []string) error {
	var all source.List
	for _, name := range names {
		if err := l.out.Load(name); err != nil {
			all = append(all, err.(source.List)...)
		}
	}
	all.Sort()
	return all.Err()
}
