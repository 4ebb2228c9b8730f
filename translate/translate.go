// Package translate lowers a resolved Boogie program to the IR (package ir).
//
// Polymorphism goes first: both versions become monomorphic together (package
// mono). Lowering is a table of passes, one per file, each from one documented form
// of the program to the next:
//
//	cfg       statements to basic blocks; specifications to assumes and asserts
//	guards    goto to exclusive guarded edges; overlapping ones choose by havoc
//	asserts   assertions to assumptions, where the options say so
//	locals    variables that may be read before they are set are havocked
//	effects   which globals and whether the tape a procedure reads and changes
//	thread    globals and the tape as inputs and outputs; procedures without a body as functions
//	loops     natural loops to tail-recursive procedures
//	order     blocks in topological order
//	liveness  inputs and outputs that no one needs are dropped
//	notes     what only traces read is put beside the instructions
//
// Semantics are Boogie's: simultaneous assignment, Euclidean div and mod,
// mathematical integers, where clauses assumed at entry and after havoc. The ==
// of floats is identity; their operators round to nearest even. A field of
// another constructor is some value that depends on the term only. What guides
// a prover alone (hide, reveal, push, pop, triggers beyond patterns, weights)
// means nothing.
package translate

import (
	"fmt"
	"slices"
	"sync"

	"semdiff/boogie"
	"semdiff/boogie/types"
	"semdiff/internal/source"
	"semdiff/smtlib"
	"semdiff/translate/ir"
	"semdiff/translate/mono"
)

// Asserts says what a false assertion does to a run.
type Asserts string

// The readings of assert.
const (
	AssertsOutcome Asserts = "outcome" // the run ends in outcome fails
	AssertsAssume  Asserts = "assume"  // the run is blocked
	AssertsIgnore  Asserts = "ignore"  // nothing
)

// Externals says what a procedure with inputs but without a body is.
type Externals string

// The readings of procedures without a body.
const (
	ExternalsFunction Externals = "function" // a function of its inputs
	ExternalsHavoc    Externals = "havoc"    // nondeterministic
)

// Options are the choices of meaning that the user has.
type Options struct {
	Asserts   Asserts   // "" means AssertsOutcome
	Externals Externals // "" means ExternalsFunction
}

// lowering is the state that the passes share.
type lowering struct {
	ctx     *smtlib.Context
	prog    *boogie.Program
	info    *types.Info
	partial []mono.Partial
	opts    Options
	out     *ir.Program
	diags   source.List
	vars    map[*types.Object]*smtlib.Term
	defs    *smtlib.Definitions
	globals map[*smtlib.Term]*types.Object
	funcs   map[string]*function
	effects map[string]*effect

	datatypes map[string]*smtlib.Sort

	// exclusive are the blocks with two edges, of which one's condition is the
	// negation of the other's.
	exclusive map[*ir.Block]bool

	namesValues func() bool // see the function namesValues

	order []string // procedures with a body, in source order
}

// passes run in this order; needs says what form each expects.
var passes = []struct {
	name string
	run  func(*lowering)
}{
	{"cfg", (*lowering).cfg},              // -> cyclic blocks, Havoc, calls with declared arguments
	{"guards", (*lowering).guards},        // -> edges exclude each other
	{"asserts", (*lowering).readAsserts},  // -> no Assert under AssertsAssume
	{"locals", (*lowering).uninitialised}, // -> every local is set before it is read
	{"effects", (*lowering).findEffects},  // -> effects is filled
	{"thread", (*lowering).thread},        // -> no Havoc, calls fit their callees
	{"loops", (*lowering).extractLoops},   // -> acyclic
	{"order", (*lowering).sortBlocks},     // -> topological order
	{"liveness", (*lowering).prune},       // -> no dead inputs of loops and globals
	{"notes", (*lowering).detachNotes},    // -> notes stand beside the instructions
}

// Source is one version of a program, as types.Check accepted it.
type Source struct {
	Prog *boogie.Program
	Info *types.Info
}

// Lower lowers a program on its own. The error is a source.List naming each
// construct that has no meaning here yet.
func Lower(ctx *smtlib.Context, src Source, opts Options) (*ir.Program, error) {
	ps, err := lowerAll(ctx, []Source{src}, opts)
	if err != nil {
		return nil, err
	}
	return ps[0], nil
}

// LowerPair lowers two versions into one Context, so that they share equal
// terms. What is polymorphic has the same instances in both.
func LowerPair(ctx *smtlib.Context, old, new Source, opts Options) (oldProg, newProg *ir.Program, err error) {
	ps, err := lowerAll(ctx, []Source{old, new}, opts)
	if err != nil {
		return nil, nil, err
	}
	return ps[0], ps[1], nil
}

func lowerAll(ctx *smtlib.Context, srcs []Source, opts Options) ([]*ir.Program, error) {
	versions := make([]mono.Version, len(srcs))
	for i, s := range srcs {
		versions[i] = mono.Version{Prog: s.Prog, Info: s.Info}
	}
	versions, err := mono.Instantiate(versions...)
	if err != nil {
		return nil, err
	}
	out := make([]*ir.Program, len(srcs))
	for i, v := range versions {
		if out[i], err = newLowering(ctx, v, opts).lower(func(string) {}); err != nil {
			return nil, err
		}
		if err := out[i].Check(); err != nil {
			panic(fmt.Sprintf("translate: %v", err))
		}
	}
	return out, nil
}

// newLowering prepares to lower a monomorphic program.
func newLowering(ctx *smtlib.Context, v mono.Version, opts Options) *lowering {
	return &lowering{
		ctx: ctx, prog: v.Prog, info: v.Info, partial: v.Partial, opts: opts,
		out: &ir.Program{
			File: v.Prog.File, Ctx: ctx, Procs: map[string]*ir.Proc{}, Lambdas: map[*smtlib.Func]ir.Lambda{}, OverTypes: v.OverTypes,
		},
		vars: map[*types.Object]*smtlib.Term{}, defs: smtlib.NewDefinitions(ctx),
		globals: map[*smtlib.Term]*types.Object{}, funcs: map[string]*function{}, effects: map[string]*effect{},
		datatypes: map[string]*smtlib.Sort{}, exclusive: map[*ir.Block]bool{},
		namesValues: sync.OnceValue(func() bool { return namesValues(v.Prog, v.Info) }),
	}
}

// lower runs the passes; after is called behind each.
func (l *lowering) lower(after func(pass string)) (*ir.Program, error) {
	if l.refuseConcurrency(); len(l.diags) > 0 {
		return nil, l.diags
	}
	l.declareGlobals()
	l.lowerAxioms()
	for _, p := range passes {
		if len(l.diags) > 0 {
			break
		}
		p.run(l)
		if len(l.diags) == 0 {
			after(p.name)
		}
	}
	if len(l.diags) > 0 {
		l.diags.Sort()
		return nil, l.diags
	}
	l.lowerPartial()
	return l.out, nil
}

func (l *lowering) declareGlobals() {
	for _, g := range l.info.Globals {
		if s, err := l.sort(g.Type); err == nil {
			v := l.ctx.Var(g.Name, s)
			l.vars[g] = v
			l.globals[v] = g
		}
	}
}

// variable is the term of a global, local or formal.
func (l *lowering) variable(o *types.Object, pos source.Pos) *smtlib.Term {
	if v, ok := l.vars[o]; ok {
		return v
	}
	s := l.sortAt(o.Type, pos)
	name := o.Name
	if slices.ContainsFunc(l.info.Globals, func(g *types.Object) bool { return g.Name == name }) {
		name = "local(" + name + ")" // shadows a global, which the procedure may still hand on
	}
	v := l.ctx.Var(name, s)
	l.vars[o] = v
	return v
}

// sort is the SMT-LIB sort of a Boogie type. Maps of several arguments are
// arrays of arrays, uninterpreted types are declared sorts.
func (l *lowering) sort(t types.Type) (*smtlib.Sort, error) {
	switch t := t.(type) {
	case types.Basic:
		return map[types.Basic]*smtlib.Sort{types.Bool: l.ctx.Bool, types.Int: l.ctx.Int, types.Real: l.ctx.Real}[t], nil
	case types.BV:
		if t == 0 {
			return nil, fmt.Errorf("bit-vectors of width 0 are not given meaning yet")
		}
		return l.ctx.BV(int(t)), nil
	case *types.Map:
		s, err := l.sort(t.Result)
		if err != nil {
			return nil, err
		}
		for _, ix := range slices.Backward(t.Index) {
			i, err := l.sort(ix)
			if err != nil {
				return nil, err
			}
			s = l.ctx.Array(i, s)
		}
		return s, nil
	case *types.Ctor:
		if l.info.Datatypes[t.Name] != nil {
			return l.datatype(t)
		}
		if s, ok, err := l.floatSort(t.Name); ok {
			return s, err
		}
		switch t.Name {
		case "rmode":
			return l.ctx.Rounding, nil
		case "string", "regex":
			return nil, fmt.Errorf("type %s is not given meaning", t.Name)
		}
		return l.ctx.Opaque(t.String()), nil
	}
	return nil, fmt.Errorf("type %s is not given meaning yet", t)
}

// sortAt is sort with problems reported at pos; it then answers Bool.
func (l *lowering) sortAt(t types.Type, pos source.Pos) *smtlib.Sort {
	s, err := l.sort(t)
	if err != nil {
		l.diags.Addf(pos, "%v", err)
		return l.ctx.Bool
	}
	return s
}
