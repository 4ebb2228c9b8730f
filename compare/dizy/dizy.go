package dizy

import (
	"context"
	"slices"
	"strings"
	"time"

	"semdiff/compare/engine"
	"semdiff/compare/points"
	"semdiff/moddiff/kit"
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/product"
	"semdiff/moddiff/query"
	"semdiff/moddiff/relation"
	"semdiff/moddiff/result"
	"semdiff/moddiff/symexec"
	"semdiff/moddiff/termination"
	"semdiff/moddiff/vc"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
	"semdiff/translate/ir"
)

// Name is the name of the engine.
const Name = "dizy"

// Result is what was found of two versions.
type Result struct {
	*engine.Outcome
	Deltas []*Delta // of the pairs that a change may affect, callees first
}

// DeltaOf is the delta that an answer rests on, nil when there is none.
func (r *Result) DeltaOf(p *result.PairResult) *Delta {
	for _, d := range slices.Backward(r.Deltas) { // that of an entry comes last
		if d.Pair.Old.Name == p.Old && d.Pair.New.Name == p.New {
			return d
		}
	}
	return nil
}

// Lockstep are the proven relations between loops that go round one for one.
func (r *Result) Lockstep() (list []*relation.Relation) {
	for _, d := range r.Deltas {
		for _, l := range d.Loops {
			for _, rel := range d.Relations {
				known := slices.ContainsFunc(list, func(other *relation.Relation) bool { return other.Procs == rel.Procs })
				if isClosed(rel) && rel.Procs == l.node.Names() && l.Steps == [2]int{1, 1} && l.Peel == [2]int{} && !known {
					list = append(list, rel)
				}
			}
		}
	}
	return list
}

// Engine is abstract semantic differencing as an engine.
type Engine struct{ Options Options }

// Name implements engine.Engine.
func (Engine) Name() string { return Name }

// Compare implements engine.Engine.
func (e Engine) Compare(ctx context.Context, t engine.Task) (*engine.Outcome, error) {
	r, err := Run(ctx, t, e.Options)
	if err != nil {
		return nil, err
	}
	return r.Outcome, nil
}

// Run finds the deltas of all pairs that a change may affect. When ctx ends, those of
// the pairs that were done are there. The error is about the task.
func Run(ctx context.Context, t engine.Task, o Options) (*Result, error) {
	start := time.Now()
	run, entries, err := kit.NewRunOf(t.Old, t.New, pairing.Options{Given: t.Match, Entry: t.Entry, Eager: true})
	if err != nil {
		return nil, err
	}
	if err := o.check(run.Pairing.Versions); err != nil {
		return nil, err
	}
	t.Solver.Reset()
	before := t.Solver.Stats().Time
	x := &differ{Analysis: run.NewAnalysis(ctx, t.Solver, symexec.Options{}), options: o.withDefaults(), answers: map[key]result.Answer{}}
	x.Patience = patience
	for _, group := range run.Pairing.Groups {
		for _, p := range group {
			if p.Affected && p.Old.Kind == ir.Procedure && run.Pairing.Asked(p) && x.called(p) {
				x.pair(p, p.Observed(x.Ctx, false), false)
			}
		}
	}
	r := result.New(ctx, run, entries, func(p *pairing.Pair, entry bool) (result.Answer, bool) {
		switch {
		case !p.Affected:
			return result.Answer{Status: result.StatusUnchanged, Verdict: engine.Equivalent}, true
		case p.Old.Kind != ir.Procedure:
			return result.Answer{}, false
		}
		return x.find(p, entry), true
	})
	r.Close(ctx, run, x.Account, t.Solver, before, start)
	o.withoutMarks(r)
	r.Notes = append(r.Notes, x.equalityOnly()...)
	return &Result{Outcome: &engine.Outcome{Engine: Name, Result: r}, Deltas: x.deltas}, nil
}

// equalityOnly says of which sorts no more is kept than which values are equal.
func (x *differ) equalityOnly() []string {
	kinds := map[smtlib.SortKind]string{smtlib.BVKind: "bit-vectors", smtlib.FloatKind: "floats", smtlib.ArrayKind: "maps", smtlib.DatatypeKind: "datatypes", smtlib.OpaqueKind: "types without values"}
	var names []string
	look := func(p *place) {
		for _, v := range p.vars {
			if name := kinds[v.term.Sort().Kind]; name != "" && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	for _, d := range x.deltas {
		look(d.ending.place)
		for _, n := range d.program.nodes {
			look(n.heads.place)
		}
	}
	if len(names) == 0 {
		return nil
	}
	slices.Sort(names)
	return []string{"kept of " + strings.Join(names, ", ") + ": which are equal, and no more"}
}

// withoutMarks leaves out the procedures that mark points.
func (o Options) withoutMarks(r *result.Result) {
	all := len(r.Pairs)
	r.Pairs = slices.DeleteFunc(r.Pairs, func(p *result.PairResult) bool {
		return slices.ContainsFunc(o.Points, func(of points.Point) bool { return isMarkOf(of, p.Name) })
	})
	r.Stats.Procedures -= all - len(r.Pairs)
}

// called reports whether another pair calls this one, and may want to know what it does
// beside what an entry shows.
func (x *differ) called(p *pairing.Pair) bool {
	return slices.ContainsFunc(x.Pairing.Callers[p.Name], func(caller string) bool { return caller != p.Name })
}

// What the analysis of one pair may cost.
const (
	maxQueries   = 500
	maxUnknown   = 4
	maxHard      = 2
	maxUnits     = 6_000_000 // of the solver, for one session
	lemmaQueries = 150
	maxTerms     = 3_000_000
	patience     = 12
)

// differ finds the deltas of a run.
type differ struct {
	*kit.Analysis
	options Options
	deltas  []*Delta
	answers map[key]result.Answer
	hard    int // questions of the pair at hand that may still take long
	long    int // runs of it that took too long
}

// key names an answer: of a pair as callers see it, or as an entry.
type key struct {
	pair  *pairing.Pair
	entry bool
}

// find is the answer for a pair; at the entry fewer outputs may be observed.
func (x *differ) find(p *pairing.Pair, entry bool) result.Answer {
	outputs := p.Observed(x.Ctx, entry)
	entry = entry && len(outputs) < len(p.Observed(x.Ctx, false))
	if a, ok := x.answers[key{p, entry}]; ok || x.TimeUp() {
		return a
	}
	return x.pair(p, outputs, entry)
}

// pair analyses a pair.
func (x *differ) pair(p *pairing.Pair, outputs []pairing.Port, entry bool) result.Answer {
	if x.TimeUp() {
		return result.Answer{}
	}
	start, queries := time.Now(), x.Queries
	x.Allot(maxTerms)
	x.hard, x.long = maxHard, 0
	d := x.delta(p, outputs)
	a := x.answer(p, outputs, d, entry)
	a.Summary.Queries, a.Summary.Time = x.Queries-queries, time.Since(start)
	if d != nil {
		if x.options.Explain {
			d.explain(x.session().ask)
			a.Summary.Invariants = d.invariants()
		}
		d.Queries, d.Answer = a.Summary.Queries, a
		x.deltas = append(x.deltas, d)
	}
	x.answers[key{p, entry}] = a
	return a
}

// session asks the questions of one part of the work on a pair, as long as its budget
// lasts: so many questions, and so many of them without an answer. Most are easy, and one
// without an answer costs precision alone: few may take long.
type session struct {
	a             *termination.Analysis
	left, unknown int
	hard          *int // questions that may still take long
}

func (x *differ) session() *session {
	x.AllotResources(maxUnits)
	return &session{x.Analysis.Analysis, maxQueries, maxUnknown, &x.hard}
}

func (s *session) ask(t *smtlib.Term) solver.Result {
	if t.IsFalse() {
		return solver.Result{Answer: solver.Unsat}
	}
	if s.over() {
		return solver.Result{Reason: solver.ResourceOut}
	}
	s.left--
	r := s.a.Check(t, query.QuickWithModel)
	if r.Answer == solver.Unknown && r.Reason != solver.Timeout && *s.hard > 0 {
		*s.hard--
		r = s.a.Check(t, query.WithModel)
	}
	if r.Answer == solver.Unknown {
		s.unknown--
	}
	return r
}

func (s *session) over() bool { return s.left <= 0 || s.unknown <= 0 || s.a.Spent() }

func (s *session) unsat(t *smtlib.Term) bool {
	return t.IsFalse() || s.a.Check(t, query.Thorough).Answer == solver.Unsat
}

// delta finds the delta of a pair; nil when a body has no meaning or the interfaces do
// not fit. Of several schedules it takes one by which nothing differs, or else what
// leaves the least unequal.
func (x *differ) delta(p *pairing.Pair, outputs []pairing.Port) (best *Delta) {
	if len(p.Interface) > 0 {
		return nil
	}
	model := x.Finder.Model()
	model.Closed = true
	k := product.Correlate(x.Analysis.Analysis, product.Input{Pair: p, Outputs: outputs, Values: x.Runs.Inputs(p), Model: model, Queries: lemmaQueries})
	if k == nil {
		return nil
	}
	lemmas := k.Lemmas()
	plans := x.options.plans(k)
	if !x.options.Explain && len(x.options.Points) == 0 && x.options.Domain != Equalities {
		use(k, plans[0])
		if best = x.byEquations(k, lemmas, p, outputs); best != nil && x.endsKnown(p, best) {
			return best
		}
	}
	for _, schedules := range plans {
		use(k, schedules)
		if d := x.under(k, lemmas, p, outputs); best == nil || d.better(best) {
			best = d
		}
		if best.Difference.IsFalse() || best.Hurried {
			break
		}
	}
	return best
}

// use sets the schedules of all nodes.
func use(k *product.Correlation, schedules []product.Schedule) {
	for i, n := range k.Nodes {
		k.Use(n, schedules[i])
	}
}

// plans are the schedules that are tried, by node: what runs suggest first, then one for
// one.
func (o Options) plans(k *product.Correlation) (plans [][]product.Schedule) {
	lockstep := product.Schedule{Steps: [2]int{1, 1}}
	first, plain := []product.Schedule{}, []product.Schedule{}
	for _, n := range k.Nodes {
		first, plain = append(first, n.Schedule), append(plain, lockstep)
		if o.Schedule != nil {
			first[len(first)-1] = *o.Schedule
		}
	}
	plans = append(plans, first)
	if o.Schedule == nil && !slices.Equal(first, plain) {
		plans = append(plans, plain)
	}
	return plans
}

// equationQueries is what the search for states without bounds may cost.
const equationQueries = 100

// byEquations finds the delta where equations alone show that nothing differs, which is
// what most equal versions need and costs least; nil where they do not.
func (x *differ) byEquations(k *product.Correlation, lemmas []*relation.Lemma, p *pairing.Pair, outputs []pairing.Port) *Delta {
	o := x.options
	o.Domain = Equalities
	states := x.session()
	states.left = equationQueries
	a := x.attempt(k, lemmas, o, states)
	if states.over() || !states.unsat(a.disagreement(x.Ctx, vc.PortsOf(outputs))) {
		return nil
	}
	return x.conclude(a, states, p, outputs)
}

// under finds the delta under the schedules that are set.
func (x *differ) under(k *product.Correlation, lemmas []*relation.Lemma, p *pairing.Pair, outputs []pairing.Port) *Delta {
	states := x.session()
	return x.conclude(x.attempt(k, lemmas, x.options, states), states, p, outputs)
}

// attempt is a correlating program with its states, and what is proven of them.
type attempt struct {
	*program
	proof *proof
	facts *smtlib.Term // that this says of the pair
}

func (x *differ) attempt(k *product.Correlation, lemmas []*relation.Lemma, o Options, states *session) *attempt {
	c := x.Ctx
	g := correlate(c, k, lemmas, o)
	g.solve(states.ask, states.over)
	proof := g.prove(states.unsat)
	facts, _ := relation.Facts(c, g.top.Calls.With(g.pair.tops), proof.relations)
	return &attempt{g, proof, c.And(facts, g.initially(), relation.LemmaFacts(c, g.top.Calls, lemmas))}
}

// disagreement describes runs of both versions that end and disagree.
func (a *attempt) disagreement(c *smtlib.Context, outputs []vc.Port) *smtlib.Term {
	return c.And(a.facts, bothEnd(c, a.pair.tops), vc.Agree(c, a.pair.tops, outputs).Differ())
}

// endsKnown reports whether it is known on which inputs both versions end.
func (x *differ) endsKnown(p *pairing.Pair, d *Delta) bool {
	if d.Ends {
		return true
	}
	x.Analyse(p.Old)
	x.Analyse(p.New)
	both, neither := x.SameEnding(p)
	return !x.MaybeSat(x.Ctx.Not(x.Ctx.Or(both, neither)))
}

// conclude finds the delta from what is proven.
func (x *differ) conclude(a *attempt, states *session, p *pairing.Pair, outputs []pairing.Port) *Delta {
	c, s := x.Ctx, x.session()
	d := x.unrolled(a, a.deltaOf(s.ask, p, outputs, a.facts))
	d.Relations = a.proof.relations
	d.Loops = a.loops(a.proof)
	at := x.session()
	d.Points, d.WholePoints = a.pointsOf(at, a.proof, a.facts)
	d.Hurried = states.over() || s.over() || at.over()
	d.Ends = s.unsat(c.And(a.facts, c.Not(vc.Agree(c, a.pair.tops, vc.PortsOf(outputs)).SameEnds)))
	return d
}
