package symdiff

import (
	"context"
	"math"
	"time"

	"semdiff/moddiff"
	"semdiff/moddiff/kit"
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/query"
	"semdiff/moddiff/symexec"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
	"semdiff/translate/ir"
)

// kitVersions are two paired versions and the session of an analysis that asks
// about them.
type kitVersions struct {
	Ctx    *smtlib.Context
	Pairs  []*pairing.Pair
	Groups [][]*pairing.Pair // mutually recursive pairs, callees before callers
	run    *kit.Run
	a      *kit.Analysis
	solver solver.Solver
	before time.Duration // that the solver had spent
}

func newKitVersions(old, new *ir.Program, s solver.Solver, given []pairing.Matched) (*kitVersions, error) {
	run, err := kit.NewRun(old, new, pairing.Options{Given: given, Eager: true})
	if err != nil {
		return nil, err
	}
	s.Reset()
	v := &kitVersions{Ctx: run.Pairing.Ctx, Pairs: run.Pairing.Pairs, Groups: run.Pairing.Groups, run: run, solver: s, before: s.Stats().Time}
	v.a = run.NewAnalysis(context.Background(), s, symexec.Options{})
	v.a.Patience = math.MaxInt
	return v, nil
}

func (v *kitVersions) at(version int, proc string) *pairing.Proc {
	return v.run.Pairing.Versions[version].At(proc)
}

func (v *kitVersions) Entries(name string) ([]*pairing.Pair, error) {
	return v.run.Pairing.Entries(name)
}

func (v *kitVersions) Program(version int) *ir.Program { return v.run.Program(version) }

func (v *kitVersions) Recursive(version int, proc string) bool {
	return v.run.Pairing.Versions[version].Recursive(v.at(version, proc))
}

func (v *kitVersions) SameGroup(version int, p, q string) bool {
	return v.run.Pairing.Versions[version].SameGroup(v.at(version, p), v.at(version, q))
}

func (v *kitVersions) PairOf(version int, proc string) *pairing.Pair { return v.at(version, proc).Pair }

func (v *kitVersions) MayEnd(version int, proc string) (diverge, fail, block bool) {
	e := v.at(version, proc).MayEnd
	return e.Diverge, e.Fail, e.Block
}

func (v *kitVersions) Unaffected(group []*pairing.Pair, equal func(*pairing.Pair) bool) bool {
	return pairing.Unaffected(group, equal)
}

func (v *kitVersions) Separated() []string { return v.run.Separated() }

func (v *kitVersions) Observed(p *pairing.Pair, entry bool) []pairing.Port {
	return p.Observed(v.Ctx, entry)
}

func (v *kitVersions) Abstract(f *smtlib.Func) { v.run.Registry.Abstract(f) }

func (v *kitVersions) IsAbstract(t *smtlib.Term) bool { return v.a.IsAbstract(t) }

func (v *kitVersions) Check(ctx context.Context, t *smtlib.Term, wantModel bool) solver.Result {
	v.a.Within(ctx)
	if wantModel {
		return v.a.Check(t, query.WithModel)
	}
	return v.a.Check(t, query.Thorough)
}

func (v *kitVersions) Feasible(ctx context.Context, t *smtlib.Term) bool {
	v.a.Within(ctx)
	return v.a.MaybeSat(t)
}

func (v *kitVersions) Replay(ctx context.Context, p *pairing.Pair, outputs []pairing.Port, cond *smtlib.Term, m *solver.Model) (*moddiff.Difference, error) {
	v.a.Within(ctx)
	return v.a.Finder.ReplayModel(p, outputs, cond, m)
}

func (v *kitVersions) Agree(p *pairing.Pair, outputs []pairing.Port, set *smtlib.Term, m *solver.Model) (agree, ok bool) {
	return v.a.Finder.Agree(p, outputs, set, m)
}

func (v *kitVersions) Result(ctx context.Context, entries []*pairing.Pair, answers map[*pairing.Pair]moddiff.Answer, start time.Time) *moddiff.Result {
	r := moddiff.NewResult(ctx, v.run, entries, func(p *pairing.Pair, _ bool) (moddiff.Answer, bool) { return answers[p], true })
	r.Close(ctx, v.run, v.a.Account, v.solver, v.before, start)
	return r
}

func (v *kitVersions) Queries() int { return v.a.Queries }

func (v *kitVersions) Note(format string, args ...any) { v.a.Note(format, args...) }
