package symdiff

import (
	"context"
	"math"
	"slices"
	"time"

	"semdiff/compare/engine"
	"semdiff/moddiff"
	"semdiff/moddiff/kit"
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/query"
	"semdiff/moddiff/symexec"
	"semdiff/moddiff/vc"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
	"semdiff/translate/ir"
)

// versions are two paired versions and the session of an analysis that asks about
// them: all that the engine has from the kit.
type versions struct {
	c        *smtlib.Context
	programs [2]*ir.Program
	pairs    []*pair
	groups   [][]*pair // mutually recursive pairs, callees before callers
	of       map[*pairing.Pair]*pair
	run      *kit.Run
	analysis *kit.Analysis
	solver   solver.Solver
	before   time.Duration // that the solver had spent
}

// pair is a matched pair of procedures.
type pair struct {
	vc.Pair
	// differences lists those of the interfaces that keep the pair from being equal.
	differences []string
	kit         *pairing.Pair
}

func newPair(p *pairing.Pair) *pair {
	return &pair{Pair: *vc.PairOf(p), differences: p.Interface, kit: p}
}

func kitPorts(list []vc.Port) []pairing.Port {
	out := make([]pairing.Port, len(list))
	for i, port := range list {
		out[i] = pairing.Port{Var: port.Var, Old: port.At[0], New: port.At[1], View: port.View}
	}
	return out
}

// names are those of the procedures.
func (p *pair) names() [2]string { return [2]string{p.Procs[0].Name, p.Procs[1].Name} }

// hasBodies reports whether both procedures of a pair have a meaning.
func (p *pair) hasBodies() bool { return p.Procs[0].Blocks != nil && p.Procs[1].Blocks != nil }

func newVersions(t engine.Task) (*versions, error) {
	s := t.Solver
	run, err := kit.NewRun(t.Old, t.New, pairing.Options{Given: t.Match, Entry: t.Entry, Eager: true})
	if err != nil {
		return nil, err
	}
	s.Reset()
	v := &versions{
		c: run.Pairing.Ctx, programs: [2]*ir.Program{run.Program(0), run.Program(1)}, of: map[*pairing.Pair]*pair{},
		run: run, analysis: run.NewAnalysis(context.Background(), s, symexec.Options{}), solver: s, before: s.Stats().Time,
	}
	v.analysis.Patience = math.MaxInt
	for _, p := range run.Pairing.Pairs {
		v.of[p] = newPair(p)
		v.pairs = append(v.pairs, v.of[p])
	}
	for _, g := range run.Pairing.Groups {
		v.groups = append(v.groups, v.list(g))
	}
	return v, nil
}

func (v *versions) list(pairs []*pairing.Pair) (list []*pair) {
	for _, p := range pairs {
		list = append(list, v.of[p])
	}
	return list
}

// entries are the pairs whose verdicts make the run's: the named one, or main, or
// every root of the call graph. Groups that a named one cannot call are left out.
func (v *versions) entries(name string) ([]*pair, error) {
	list, err := v.run.Pairing.Entries(name)
	v.groups = slices.DeleteFunc(v.groups, func(g []*pair) bool { return !v.run.Pairing.Asked(g[0].kit) })
	return v.list(list), err
}

func (v *versions) proc(version int, name string) *pairing.Proc {
	return v.run.Pairing.Versions[version].At(name)
}

// pairOf is the pair that a procedure of a version is in, or nil.
func (v *versions) pairOf(version int, proc string) *pair { return v.of[v.proc(version, proc).Pair] }

// named is the pair of that name, or nil.
func (v *versions) named(name string) *pair {
	for _, p := range v.pairs {
		if p.Name == name {
			return p
		}
	}
	return nil
}

// recursive reports whether a procedure of a version can reach itself.
func (v *versions) recursive(version int, proc string) bool {
	return v.run.Pairing.Versions[version].Recursive(v.proc(version, proc))
}

// sameGroup reports whether two procedures of a version can reach each other.
func (v *versions) sameGroup(version int, p, q string) bool {
	return v.run.Pairing.Versions[version].SameGroup(v.proc(version, p), v.proc(version, q))
}

// mayEnd tells how a procedure may end other than by returning, as far as its
// text and those of its callees show.
func (v *versions) mayEnd(version int, proc string) ir.Ends { return v.proc(version, proc).MayEnd }

// unaffected reports whether no change reaches the pairs of a group, where equal
// tells which other pairs are equal.
func (v *versions) unaffected(group []*pair, equal func(*pair) bool) bool {
	var list []*pairing.Pair
	for _, p := range group {
		list = append(list, p.kit)
	}
	return pairing.Unaffected(list, func(p *pairing.Pair) bool { return equal(v.of[p]) })
}

// separated names the functions and constants of which the versions say
// different things, which are told apart, sorted.
func (v *versions) separated() []string { return v.run.Separated() }

// observed are the outputs of a pair that its verdict is about.
func (v *versions) observed(p *pair, entry bool) []vc.Port {
	return vc.PortsOf(p.kit.Observed(v.c, entry))
}

// abstract declares, before terms are made of it, that f stands for what some
// call does.
func (v *versions) abstract(f *smtlib.Func) { v.run.Registry.Abstract(f) }

// isAbstract reports whether an application of an abstract function occurs in t.
func (v *versions) isAbstract(t *smtlib.Term) bool { return v.analysis.IsAbstract(t) }

// model asks for a model of t together with the axioms that speak of its
// functions.
func (v *versions) model(ctx context.Context, t *smtlib.Term) solver.Result {
	v.analysis.Within(ctx)
	return v.analysis.Check(t, query.WithModel)
}

// unsat reports whether t is proven to have no model.
func (v *versions) unsat(ctx context.Context, t *smtlib.Term) bool {
	v.analysis.Within(ctx)
	return v.analysis.Check(t, query.Thorough).Answer == solver.Unsat
}

// satisfiable reports whether t is known to have a model.
func (v *versions) satisfiable(ctx context.Context, t *smtlib.Term) bool {
	v.analysis.Within(ctx)
	return v.analysis.Check(t, query.Thorough).Answer == solver.Sat
}

// feasible is false only when t is proven to have no model; it gives up early.
func (v *versions) feasible(ctx context.Context, t *smtlib.Term) bool {
	v.analysis.Within(ctx)
	return v.analysis.MaybeSat(t)
}

// replay runs both versions of a pair on the inputs that a model of cond gives;
// the difference in the given outputs is that of the runs, its condition the input.
func (v *versions) replay(ctx context.Context, p *pair, outputs []vc.Port, cond *smtlib.Term, m *solver.Model) (*moddiff.Difference, error) {
	v.analysis.Within(ctx)
	return v.analysis.Finder.ReplayModel(p.kit, kitPorts(outputs), cond, m)
}

// agree runs both versions of a pair on the inputs that a model gives; ok is
// false when it cannot be told whether they agree, or that set holds there.
func (v *versions) agree(p *pair, outputs []vc.Port, set *smtlib.Term, m *solver.Model) (agree, ok bool) {
	return v.analysis.Finder.Agree(p.kit, kitPorts(outputs), set, m)
}

// result puts together the answers for all pairs.
func (v *versions) result(ctx context.Context, entries []*pair, answers map[*pair]moddiff.Answer, start time.Time) *moddiff.Result {
	var list []*pairing.Pair
	for _, p := range entries {
		list = append(list, p.kit)
	}
	r := moddiff.NewResult(ctx, v.run, list, func(p *pairing.Pair, _ bool) (moddiff.Answer, bool) { return answers[v.of[p]], true })
	r.Close(ctx, v.run, v.analysis.Account, v.solver, v.before, start)
	return r
}

// queries is how many questions the solver was asked.
func (v *versions) queries() int { return v.analysis.Queries }

// note adds a remark on what was not shown, or what was assumed, to the result.
func (v *versions) note(format string, args ...any) { v.analysis.Note(format, args...) }
