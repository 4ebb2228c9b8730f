package cfg

import (
	"slices"
	"strings"
	"sync"

	"semdiff/boogie"
	"semdiff/boogie/types"
	"semdiff/internal/bitset"
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
	// Pure names procedures without a body, with commas between them, that have no
	// effects and whose results are functions of their inputs in any case.
	Pure string
	// Observe says what callers of the entry see: results, source, all, or names with
	// commas between them; "" means source.
	Observe string
	// Opaque: a body that holds what has no meaning is left out, and no error.
	Opaque bool
}

// IsPure reports whether Pure names a procedure.
func (o Options) IsPure(name string) bool {
	return slices.Contains(strings.Split(o.Pure, ","), name)
}

// Program is what the graphs of one version share.
type Program struct {
	Globals []*types.Object // those of a type that has meaning, by name; sets of globals hold places in it

	// Graphs and Signatures are those of the procedures with a body; see Summarise.
	Graphs     map[string]*Graph
	Signatures map[string]*Signature
	Functions  map[string]bool // those that procedures mention
	Assumed    map[string]bool // procedures without a body that are taken for functions of their inputs
	// NamesValues reports whether assume value_is(c, e) is a note.
	NamesValues func() bool

	info      *types.Info
	opts      Options
	disjoint  Disjoint
	solvable  Solvable
	named     map[string]*types.Object // all globals
	place     map[*types.Object]int    // in Globals
	externals map[string]External
}

// Disjoint finds out about the guards of the edges of a branch whether no two can
// hold together and whether one always does.
type Disjoint func(edges []Edge) (exclusive, total bool)

// New prepares to make the graphs of a monomorphic program. Of globals those are
// usable whose type has meaning.
func New(prog *boogie.Program, info *types.Info, opts Options, usable func(*types.Object) bool, disjoint Disjoint, solvable Solvable) *Program {
	p := &Program{
		Graphs: map[string]*Graph{}, Signatures: map[string]*Signature{},
		Functions: map[string]bool{}, Assumed: map[string]bool{},
		NamesValues: sync.OnceValue(func() bool { return namesValues(prog, info) }),
		info:        info, opts: opts, disjoint: disjoint, solvable: solvable,
		named: map[string]*types.Object{}, place: map[*types.Object]int{}, externals: map[string]External{},
	}
	for _, g := range info.Globals {
		p.named[g.Name] = g
		if usable(g) {
			p.Globals = append(p.Globals, g)
		}
	}
	slices.SortFunc(p.Globals, func(a, b *types.Object) int { return strings.Compare(a.Name, b.Name) })
	for i, g := range p.Globals {
		p.place[g] = i
	}
	return p
}

// Set lists the globals in a set, by name.
func (p *Program) Set(s bitset.Set) []*types.Object {
	var out []*types.Object
	for _, i := range s.All() {
		out = append(out, p.Globals[i])
	}
	return out
}

func (p *Program) newSet() bitset.Set { return bitset.New(len(p.Globals)) }

// External says what a call of a procedure without a body does.
type External struct {
	Reads  bitset.Set // globals: in its specification, or in where clauses of what it sets
	Writes bitset.Set // globals that its modifies clause names; they are in Reads too
	Tape   bool       // what it sets are elements of the tape, not functions of its arguments and Reads
}

// External is the effect of a procedure without a body.
func (p *Program) External(proc *types.Proc) External {
	name := proc.Decl.Name
	if e, known := p.externals[name]; known {
		return e
	}
	e := External{Reads: p.newSet(), Writes: p.newSet()}
	read := func(x boogie.Expr) {
		boogie.Inspect(x, func(n boogie.Node) bool {
			if id, ok := n.(*boogie.IdentExpr); ok {
				if i, global := p.place[p.info.Objects[id]]; global {
					e.Reads.Insert(i)
				}
			}
			_, attr := n.(*boogie.Attr)
			return !attr
		})
	}
	pure := p.opts.IsPure(name)
	for _, s := range proc.Decl.Specs {
		for _, n := range s.Names {
			if i, known := p.place[p.named[n.Name]]; known && !pure {
				e.Writes.Insert(i)
				e.Reads.Insert(i)
			}
		}
		if s.Cond != nil {
			read(s.Cond)
		}
	}
	for _, w := range p.wheresAfter(proc) {
		read(w)
	}
	// Without inputs, or where the user says so, it is nondeterministic.
	e.Tape = len(proc.SpecOuts) > 0 || !e.Writes.Empty()
	e.Tape = e.Tape && (len(proc.SpecIns) == 0 || p.opts.Externals == ExternalsHavoc) && !pure
	p.externals[name] = e
	return e
}

// assumedAfter lists what a caller may assume after a call of a procedure.
func (p *Program) assumedAfter(proc *types.Proc) []boogie.Expr {
	var out []boogie.Expr
	for _, sp := range proc.Decl.Specs {
		if sp.Kind == boogie.Ensures && (sp.Free || proc.Body == nil) {
			out = append(out, sp.Cond)
		}
	}
	if proc.Body != nil {
		return out
	}
	return append(out, p.wheresAfter(proc)...)
}

// wheresAfter are the where clauses of what a procedure without a body sets.
func (p *Program) wheresAfter(proc *types.Proc) []boogie.Expr {
	var out []boogie.Expr
	for _, o := range proc.SpecOuts {
		if o.Where != nil {
			out = append(out, o.Where)
		}
	}
	for _, sp := range proc.Decl.Specs {
		for _, n := range sp.Names {
			if g := p.named[n.Name]; g != nil && g.Where != nil {
				out = append(out, g.Where)
			}
		}
	}
	return out
}
