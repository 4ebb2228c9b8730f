package moddiff

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"
	"time"

	"semdiff/moddiff/query"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
)

// Versions are two matched versions of a program: what engines other than
// Analyze start from, so that they compare the same pairs under the same axioms
// and replay their witnesses in the same way.
type Versions struct {
	Ctx    *smtlib.Context
	Pairs  []*Pair
	Groups [][]*Pair // mutually recursive pairs, callees before callers
	a      *analysis
	before time.Duration // that the solver had spent
}

// NewVersions matches two versions, lowered in one Context, as Analyze does.
// The error is about the given matching.
func NewVersions(old, new *ir.Program, s solver.Solver, given []Matched) (*Versions, error) {
	c := old.Ctx
	r := &comparison{run: context.Background(), c: c, opts: Options{Match: given, eager: true}, base: [2]*side{newSide(0, old), newSide(1, query.Separate(c, old, new))}}
	r.axioms = query.NewAxioms(c, [2]*ir.Program{r.base[0].prog, r.base[1].prog})
	if err := r.match(); err != nil {
		return nil, err
	}
	groups := r.markAffected()
	s.Reset()
	a := r.newAnalysis(nil, s)
	a.sides, a.session.Patience = r.base, math.MaxInt
	return &Versions{Ctx: c, Pairs: r.pairs, Groups: groups, a: a, before: s.Stats().Time}, nil
}

// Entries are the pairs whose verdicts make the run's: the named one, or main,
// or every root of the call graph.
func (v *Versions) Entries(name string) ([]*Pair, error) {
	v.a.opts.Entry = name
	return v.a.entries(v.Groups)
}

// Program is one version (0 old, 1 new); the new one has functions of its own
// where its axioms differ.
func (v *Versions) Program(version int) *ir.Program { return v.a.sides[version].prog }

// Recursive reports whether a procedure of a version can reach itself.
func (v *Versions) Recursive(version int, proc string) bool {
	return v.a.sides[version].recursive(v.a.sides[version].at(proc))
}

// SameGroup reports whether two procedures of a version can reach each other.
func (v *Versions) SameGroup(version int, p, q string) bool {
	s := v.a.sides[version]
	return s.sameGroup(s.at(p), s.at(q))
}

// PairOf is the pair that a procedure of a version is in, or nil.
func (v *Versions) PairOf(version int, proc string) *Pair {
	return v.a.sides[version].at(proc).pair
}

// MayEnd tells how a procedure of a version may end other than normally, as far
// as its text and those of its callees show.
func (v *Versions) MayEnd(version int, proc string) (diverge, fail, block bool) {
	p := v.a.sides[version].at(proc)
	return p.mayDiverge, p.mayFail, p.mayBlock
}

// Unaffected reports whether no change reaches the pairs of a group, where equal
// tells which other pairs are equal: their texts are unchanged and they call
// equal pairs only.
func (v *Versions) Unaffected(group []*Pair, equal func(*Pair) bool) bool {
	return unaffected(group, equal)
}

// Separated names the functions and constants that have a meaning of their own in
// each version, since the versions say different things of them, sorted.
func (v *Versions) Separated() []string {
	var names []string
	for _, ax := range v.Program(1).Axioms {
		for _, f := range smtlib.Funcs(ax.Term) {
			if name, ok := strings.CutSuffix(f.Name, ir.NewSuffix); ok && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	return names
}

// Observed are the outputs of a pair that its verdict is about; at the entry the
// position on the input tape is not.
func (v *Versions) Observed(p *Pair, entry bool) []Port { return v.a.observed(p, entry) }

// Proc is the pair's procedure in a version.
func (p *Pair) Proc(version int) *ir.Proc {
	if version == 0 {
		return p.old.proc
	}
	return p.new.proc
}

// Sharable reports whether both versions take the same inputs, so that one
// function can stand for calls of both.
func (p *Pair) Sharable() bool { return p.sharable }

// Abstract declares, before terms are made of it, that f stands for what some
// call does. No witness rests on its meaning.
func (v *Versions) Abstract(f *smtlib.Func) {
	v.a.meaning[f] = meaning{proc: &procState{}}
}

// IsAbstract reports whether an application of an abstract function occurs in t.
func (v *Versions) IsAbstract(t *smtlib.Term) bool { return v.a.isAbstract(t) }

// Check asks whether t is satisfiable together with the axioms that speak of its
// functions.
func (v *Versions) Check(ctx context.Context, t *smtlib.Term, wantModel bool) solver.Result {
	defer v.during(ctx)()
	if wantModel {
		return v.a.check(t, query.WithModel)
	}
	return v.a.check(t, query.Thorough)
}

// Feasible is false only when t is proven unsatisfiable; it gives up early.
func (v *Versions) Feasible(ctx context.Context, t *smtlib.Term) bool {
	defer v.during(ctx)()
	return v.a.hint(t)
}

// during makes ctx the context of what is asked until the returned function is
// called.
func (v *Versions) during(ctx context.Context) func() {
	v.a.ctx = ctx
	return func() { v.a.ctx = v.a.run }
}

// Replay runs both versions of p on the inputs that a model of cond gives, and
// returns the difference in the given outputs that the runs show, whose
// condition is that input. The error says why there is none.
func (v *Versions) Replay(ctx context.Context, p *Pair, outputs []Port, cond *smtlib.Term, m *solver.Model) (*Difference, error) {
	defer v.during(ctx)()
	a := v.a
	if ax := a.axioms.Incomplete(cond); ax != nil {
		return nil, fmt.Errorf("it depends on what is said at %s of all types", ax.Pos)
	}
	model := v.model(m)
	env, err := a.inputsOf(p, a.c.True, m, model)
	if err != nil {
		return nil, err
	}
	closed := interp.NewModel(a.c, a.sides[0].prog, a.sides[1].prog)
	closed.Closed = true
	if d := a.atInput(p, outputs, env, closed); d != nil {
		return d, nil
	}
	d := a.atInput(p, outputs, env, model)
	if d == nil {
		return nil, errors.New("the runs do not differ there")
	}
	d.Functions = a.functionsOf(cond, m)
	return d, nil
}

// model is the interpreter's view of a solver model, in which no function has a
// meaning that axioms might forbid.
func (v *Versions) model(m *solver.Model) *interp.Model {
	out := v.a.modelOf(m)
	for _, s := range v.a.sides {
		for _, ax := range s.prog.Partial {
			for _, f := range ax.Funcs {
				out.Bound[f] = true
			}
		}
	}
	return out
}

// Agree runs both versions of p on the inputs that a model of a formula gives
// and reports whether they end alike and agree in the given outputs; ok is false
// when that cannot be told, when one does not end soon, or when set does not hold
// there.
func (v *Versions) Agree(p *Pair, outputs []Port, set *smtlib.Term, m *solver.Model) (agree, ok bool) {
	a := v.a
	model := v.model(m)
	env, err := a.inputsOf(p, a.c.True, m, model)
	if err != nil || a.axioms.Incomplete(set) != nil {
		return false, false
	}
	if in, err := interp.Eval(a.c, set, env, model); err != nil || !in.IsTrue() {
		return false, false
	}
	limits := interp.DefaultLimits
	limits.Stop = a.ctx.Done()
	var ends [2]interp.Result
	var values [2][]interp.Value
	for i, s := range []*procState{p.old, p.new} {
		index := []func(Port) int{oldIndex, newIndex}[i]
		ends[i], err = interp.Run(s.side.prog, s.proc.Name, argsOf(s, p, env, index), model, limits)
		if err != nil || ends[i].Outcome == ir.OutOfFuel {
			return false, false
		}
		values[i] = finalValues(outputs, ends[i], env, index)
	}
	same, err := sameEnd(ends[0], ends[1], values[0], values[1])
	return same, err == nil
}

// Tests runs both versions of p on inputs chosen by its name, boundary values, the
// constants of the versions and their neighbours, and random ones, and yields the
// difference that each run shows, nil for none. The condition of a difference is
// its input. It ends with ctx, or when enough was run.
func (v *Versions) Tests(ctx context.Context, p *Pair, outputs []Port) iter.Seq[*Difference] {
	return func(yield func(*Difference) bool) {
		defer v.during(ctx)()
		inputs, t := newInputs(v.Ctx, p), v.a.newTester(nil)
		steps := 0
		for i := 0; i < maxTests && steps < maxTestSteps && ctx.Err() == nil; i++ {
			d, spent, _ := t.run(p, outputs, inputs.next(p, i))
			steps += spent
			if !yield(d) {
				return
			}
		}
	}
}

// Answer is what an engine found of a pair.
type Answer struct {
	Status  Status // "" stands for the verdict's name
	Verdict Verdict
	Summary *DiffSummary
}

// Result puts together what an engine found of each pair; entries are the pairs
// that make the run's verdict, answers are about the pairs as callers see them
// or, for entries, as the entry is seen.
func (v *Versions) Result(ctx context.Context, entries []*Pair, answers map[*Pair]Answer, start time.Time) *Result {
	c := v.a.comparison
	c.run, c.entry, c.account, c.cutShort = ctx, entries, account{}, ctx.Err() != nil
	c.account.add(&v.a.account)
	r := c.result()
	c.run = context.Background()
	r.Stats.SolverTime = v.a.solver.Stats().Time - v.before
	r.Verdict = Equivalent
	byName := map[string]*Pair{}
	for _, p := range v.Pairs {
		byName[p.Name] = p
	}
	for _, pr := range r.Pairs {
		p := byName[pr.Name]
		if p == nil || pr.Old != p.old.proc.Name || pr.New != p.new.proc.Name {
			continue
		}
		ans := answers[p]
		pr.Verdict, pr.Summary, pr.Analysed, pr.Status = ans.Verdict, ans.Summary, ans.Summary != nil, ans.Status
		if pr.Status == "" {
			pr.Status = Status(ans.Verdict.String())
		}
		if pr.Analysed {
			r.Stats.Analysed++
			pr.Reasons = ans.Summary.Reasons
		} else if pr.Open() {
			pr.Reasons = notReached(ctx)
		} else {
			pr.Reasons = nil
		}
		if slices.Contains(entries, p) {
			r.Verdict = r.Verdict.worse(ans.Verdict)
		}
	}
	r.Stats.Time = time.Since(start)
	return r
}

// Queries is how many questions the solver was asked.
func (v *Versions) Queries() int { return v.a.stats.Queries }

// Note adds a remark on what was not shown, or what was assumed, to the result.
func (v *Versions) Note(format string, args ...any) { v.a.note(format, args...) }

// Worse is the verdict of two that a user must look at first.
func (v Verdict) Worse(w Verdict) Verdict { return v.worse(w) }
