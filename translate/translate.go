// Package translate lowers a resolved Boogie program to the IR (package ir).
//
// A procedure with several implementations becomes one that calls any of them
// (implementations). Then polymorphism goes: both versions become monomorphic
// together (package mono). Then what holds for all procedures is found, without a term for any
// statement:
//
//	functions  axioms and the functions that they define or that recur
//	flow       what a procedure's text reads, sets and calls, in which order (its
//	           cycles and choices: flowshape; what it reads before it sets: flowneeds)
//	signature  globals and the input tape that a procedure takes and gives back
//	same       which procedures have the same text and meaning in both versions
//
// The body of a procedure is lowered when it is asked for, on its own, by a table
// of passes, one per file, each from one documented form to the next:
//
//	cfg       statements to basic blocks; specifications to assumes and asserts
//	guards    goto to exclusive guarded edges; overlapping ones choose by havoc
//	asserts   assertions to assumptions, where the options say so
//	locals    variables that may be read before they are set are havocked
//	wheres    where clauses of globals are assumed
//	thread    globals and the tape as inputs and outputs; procedures without a body as functions
//	loops     natural loops to tail-recursive procedures
//	order     blocks in topological order
//	liveness  what no one needs is dropped
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
	"maps"
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

// lowering is one version; what is in it serves all procedures.
type lowering struct {
	mu      sync.Mutex // held while a body is lowered
	ctx     *smtlib.Context
	prog    *boogie.Program
	info    *types.Info
	partial []mono.Partial
	opts    Options
	out     *ir.Program
	diags   source.List
	vars    map[*types.Object]*smtlib.Term
	defs    *smtlib.Definitions
	funcs   map[string]*function
	met     []string // names of funcs, as they came

	globals     map[*smtlib.Term]*types.Object
	globalNamed map[string]*types.Object
	byName      []*types.Object       // those of a type that has meaning
	place       map[*types.Object]int // in byName

	datatypes map[string]*smtlib.Sort
	mapSorts  map[*types.Map]*smtlib.Sort
	sizes     map[*smtlib.Sort]int // see smallest

	order     []string // procedures with a body, in source order
	sigs      map[string]*signature
	externals map[string]effect
	assumed   map[string]bool      // procedures taken for functions of their inputs
	mentioned map[string]bool      // functions that procedures use
	retyped   map[symbol]bool      // see findRetyped
	chosen    map[boogie.Stmt]bool // branches without a condition whose targets exclude each other

	namesValues func() bool // see the function namesValues
}

// procLowering is the lowering of one procedure.
type procLowering struct {
	*lowering
	declared *ir.Proc // its interface
	sig      *signature
	proc     *ir.Proc
	loops    []*ir.Proc
	named    map[string]*ir.Proc // loops

	// exclusive are the blocks whose edges exclude each other, whether their
	// conditions show it or not.
	exclusive map[*ir.Block]bool
}

// passes run in this order; needs says what form each expects.
var passes = []struct {
	name string
	run  func(*procLowering)
}{
	{"cfg", (*procLowering).cfg},              // -> cyclic blocks, Havoc, calls with declared arguments
	{"guards", (*procLowering).guards},        // -> edges exclude each other
	{"asserts", (*procLowering).readAsserts},  // -> no Assert under AssertsAssume
	{"locals", (*procLowering).uninitialised}, // -> every local is set before it is read
	{"wheres", (*procLowering).globalWheres},  // -> the entry block assumes them
	{"thread", (*procLowering).thread},        // -> no Havoc, calls fit their callees
	{"loops", (*procLowering).extractLoops},   // -> acyclic
	{"order", (*procLowering).sortBlocks},     // -> topological order
	{"liveness", (*procLowering).prune},       // -> no dead inputs of loops
	{"notes", (*procLowering).detachNotes},    // -> notes stand beside the instructions
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
// no error.
func LowerPair(ctx *smtlib.Context, old, new Source, opts Options) (oldProg, newProg *ir.Program, err error) {
	ls, err := lowerAll(ctx, []Source{old, new}, opts)
	if err != nil {
		return nil, nil, err
	}
	markSameText(ls[0], ls[1])
	affected := mayBeAffected(ls[0], ls[1])
	for _, l := range ls {
		unaffected := func(name string) bool { return !affected[name] }
		if err := l.load(slices.DeleteFunc(slices.Clone(l.order), unaffected)); err != nil {
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
	for i, v := range versions {
		out[i] = newLowering(ctx, v, opts)
		if i > 0 {
			out[i].findRetyped(out[0])
		}
		if err := out[i].declare(); err != nil {
			return nil, err
		}
		out[i].out.Declared = out[i].declared(srcs[i].Info)
	}
	return out, nil
}

// newLowering prepares to lower a monomorphic program.
func newLowering(ctx *smtlib.Context, v mono.Version, opts Options) *lowering {
	l := &lowering{
		ctx: ctx, prog: v.Prog, info: v.Info, partial: v.Partial, opts: opts,
		out:  &ir.Program{File: v.Prog.File, Ctx: ctx, Procs: map[string]*ir.Proc{}, OverTypes: v.OverTypes},
		vars: map[*types.Object]*smtlib.Term{}, defs: smtlib.NewDefinitions(ctx), funcs: map[string]*function{},
		globals: map[*smtlib.Term]*types.Object{}, globalNamed: map[string]*types.Object{}, place: map[*types.Object]int{},
		datatypes: map[string]*smtlib.Sort{}, mapSorts: map[*types.Map]*smtlib.Sort{}, sizes: map[*smtlib.Sort]int{}, sigs: map[string]*signature{}, externals: map[string]effect{},
		assumed: map[string]bool{}, mentioned: map[string]bool{}, chosen: map[boogie.Stmt]bool{},
		namesValues: sync.OnceValue(func() bool { return namesValues(v.Prog, v.Info) }),
	}
	l.out.Lower = func(p *ir.Proc) (*ir.Body, error) { return l.body(p, func(*procLowering, string) {}) }
	return l
}

// declare lowers all but the bodies.
func (l *lowering) declare() error {
	if l.refuseConcurrency(); len(l.diags) > 0 {
		return l.diags
	}
	l.declareGlobals()
	l.lowerAxioms()
	if len(l.diags) > 0 {
		l.diags.Sort()
		return l.diags
	}
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
		if p := l.info.Procs[name]; p != nil && p.Body != nil && l.sigs[name] == nil {
			l.order = append(l.order, name)
			l.sigs[name] = &signature{}
		}
	}
	l.signatures()
	l.lowerRecursive()
	l.out.Order = l.order
	for _, name := range l.order {
		l.out.Procs[name] = l.interfaceOf(name)
	}
	l.out.Externals = slices.Sorted(maps.Keys(l.assumed))
	l.lowerPartial()
	return nil
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

// body lowers the body of a procedure; after is called behind each pass. The
// error is a source.List.
func (l *lowering) body(p *ir.Proc, after func(pl *procLowering, pass string)) (*ir.Body, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	pl := &procLowering{
		lowering: l, declared: p, sig: l.sigs[p.Name], named: map[string]*ir.Proc{}, exclusive: map[*ir.Block]bool{},
	}
	l.diags = slices.Clone(pl.sig.diags)
	for _, pass := range passes {
		pass.run(pl)
		if len(l.diags) > 0 {
			l.diags.Sort()
			return nil, l.diags
		}
		after(pl, pass.name)
	}
	body := &ir.Body{Blocks: pl.proc.Blocks, Loops: pl.loops}
	if err := l.out.Check(p, body); err != nil {
		panic(fmt.Sprintf("translate: %v", err))
	}
	return body, nil
}

func (l *lowering) declareGlobals() {
	for _, g := range l.info.Globals {
		l.globalNamed[g.Name] = g
		if s, err := l.sort(g.Type); err == nil {
			v := l.ctx.Var(g.Name, s)
			l.vars[g] = v
			l.globals[v] = g
		}
	}
	l.sortGlobals()
}

// variable is the term of a global, local or formal.
func (l *lowering) variable(o *types.Object, pos source.Pos) *smtlib.Term {
	if v, ok := l.vars[o]; ok {
		return v
	}
	s := l.sortAt(o.Type, pos)
	name := o.Name
	if l.globalNamed[name] != nil {
		name = "local(" + name + ")" // shadows a global, which the procedure may still hand on
	}
	v := l.ctx.Var(name, s)
	l.vars[o] = v
	return v
}

// sort is the SMT-LIB sort of a Boogie type, if values of it are not too large.
func (l *lowering) sort(t types.Type) (*smtlib.Sort, error) {
	s, err := l.sortOf(t)
	if err == nil && l.smallest(s) > maxSmallest {
		return nil, fmt.Errorf("type too large: its smallest value has more than %d parts", maxSmallest)
	}
	return s, err
}

// sortOf is the sort of a type, whatever its values. Maps of several arguments
// are arrays of arrays, uninterpreted types are declared sorts.
func (l *lowering) sortOf(t types.Type) (*smtlib.Sort, error) {
	if err := types.Within(t, types.MaxWritten); err != nil {
		return nil, err
	}
	switch t := t.(type) {
	case types.Basic:
		return map[types.Basic]*smtlib.Sort{types.Bool: l.ctx.Bool, types.Int: l.ctx.Int, types.Real: l.ctx.Real}[t], nil
	case types.BV:
		if t == 0 {
			return nil, fmt.Errorf("bit-vectors of width 0 are not given meaning yet")
		}
		return l.ctx.BV(int(t)), nil
	case *types.Map:
		return l.mapSort(t)
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
		return l.ctx.Opaque(types.Text(t)), nil
	}
	return nil, fmt.Errorf("type %s is not given meaning yet", t)
}

func (l *lowering) mapSort(t *types.Map) (*smtlib.Sort, error) {
	if s := l.mapSorts[t]; s != nil {
		return s, nil
	}
	s, err := l.sortOf(t.Result)
	if err != nil {
		return nil, err
	}
	for _, ix := range slices.Backward(t.Index) {
		i, err := l.sortOf(ix)
		if err != nil {
			return nil, err
		}
		s = l.ctx.Array(i, s)
	}
	l.mapSorts[t] = s
	return s, nil
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
