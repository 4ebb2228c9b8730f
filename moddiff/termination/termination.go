package termination

import (
	"slices"

	"semdiff/moddiff/abstraction"
	"semdiff/moddiff/certificate"
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/summary"
	"semdiff/moddiff/symexec"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// Analysis finds out for which inputs the procedures of one analysis end.
type Analysis struct {
	*symexec.Explorer
	// Record, when set, is told what was proven of a recursive group: that it ends,
	// or loops (certificate.Ends, Loops), where cond holds, since none of the
	// obligations has a model.
	Record func(group []*pairing.Proc, what string, cond *smtlib.Term, steps []Obligation)
}

// New is the analysis for the procedures that an explorer explores; it answers the
// explorer's questions, too.
func New(e *symexec.Explorer) *Analysis {
	a := &Analysis{Explorer: e}
	e.Termination = func(p *pairing.Proc) { a.Analyse(p) }
	return a
}

// Obligation is a step of a proof: the conjunction of its parts, with calls
// abstract, has no model.
type Obligation struct {
	Says  string
	Parts []*smtlib.Term
}

func (g *group) record(what string, cond *smtlib.Term, steps []Obligation) {
	if g.a.Record != nil {
		g.a.Record(g.members, what, cond, steps)
	}
}

// maxTerminationQueries is what the question whether a group ends may cost.
const maxTerminationQueries = 120

// group is a recursive group of one version, or a procedure that does not
// recur, whose termination is in question.
type group struct {
	a       *Analysis
	members []*pairing.Proc
	inner   []summary.Call // calls within the group
	outer   []summary.Call // calls of other procedures that may not end
	budget  int
	shown   []Obligation // of the proof at hand, as far as it went
	endings []Obligation // of the proof that the group ends
	staying []Obligation // of the proof that it does not
}

// Analyse asks, once for each procedure, for which inputs p ends and for which
// it does not; its callees come first. All answers are proven. It
// reports whether something was learnt.
func (a *Analysis) Analyse(p *pairing.Proc) (progress bool) {
	if a.State.Of(p).Termination.Analysed || !a.State.Of(p).MayDiverge || a.TimeUp() {
		return false
	}
	if !a.Load(p) {
		return false
	}
	g := a.groupOf(p)
	for _, m := range g.members {
		a.State.Of(m).Termination.Analysed = true
	}
	for _, m := range g.members {
		if a.ExploreBody(m) == nil {
			return false
		}
		for _, call := range a.State.Of(m).Calls {
			if slices.Contains(g.members, call.Callee) {
				g.inner = append(g.inner, call)
				continue
			}
			if a.Analyse(call.Callee) {
				progress = true
			}
			if a.State.Of(call.Callee).MayDiverge {
				g.outer = append(g.outer, call)
			}
		}
	}
	g.exploreHelpers()
	if g.decide() {
		progress = true
		a.SummariesChanged()
	}
	return progress
}

func (a *Analysis) groupOf(p *pairing.Proc) *group {
	g := &group{a: a, members: []*pairing.Proc{p}, budget: maxTerminationQueries}
	members, _ := p.Version.GroupOf(p)
	for _, q := range members {
		if q != p {
			g.members = append(g.members, q)
		}
	}
	return g
}

// exploreHelpers explores the procedures that do not recur and whose results
// the group passes on: how a measure changes may depend on them.
func (g *group) exploreHelpers() {
	for _, call := range g.inner {
		for _, arg := range call.Args {
			for _, app := range g.a.Applications(arg) {
				m, _ := g.a.MeaningOf(app)
				m, _ = g.a.Canonical(m, app.Args()) // whose summary is read
				if !m.Proc.Version.Recursive(m.Proc) {
					g.a.Explore(m.Proc)
				}
			}
		}
	}
}

// decide proves what can be: that the group ends on all inputs; else, where it
// does not end, and that it ends elsewhere.
func (g *group) decide() bool {
	c := g.a.Ctx
	if g.ends(c.True) {
		g.record(certificate.Ends, c.True, g.endings)
		for _, m := range g.members {
			g.a.State.Of(m).Termination.Ends, g.a.State.Of(m).MayDiverge = c.True, false
		}
		return true
	}
	if len(g.inner) == 0 {
		return false // only its callees are in question
	}
	loops := g.recurrence()
	if loops.IsTrue() || len(g.members) > 1 {
		return g.nonterminating(loops)
	}
	p := g.members[0]
	ends := c.False
	for _, within := range g.preconditions(loops) {
		if open := c.Not(c.Or(ends, loops)); !g.impossible(within, open) && g.ends(within) {
			ends = c.Or(ends, within)
		}
	}
	if !ends.IsFalse() {
		g.record(certificate.Ends, ends, g.endings)
	}
	g.a.State.Of(p).Termination.Ends = ends
	if rest := c.Not(ends); !ends.IsFalse() && !g.impossible(rest, c.Not(loops)) && g.recurs(rest) {
		loops = rest
	}
	return g.nonterminating(loops) || !ends.IsFalse()
}

// nonterminating records that the group does not end where loops holds.
func (g *group) nonterminating(loops *smtlib.Term) bool {
	if loops.IsFalse() {
		return false
	}
	c := g.a.Ctx
	g.record(certificate.Loops, loops, g.staying)
	for _, m := range g.members {
		own := g.over(loops, m)
		if own == nil {
			continue // recurrence was given up for m then
		}
		g.a.State.Of(m).Termination.Loops = own
		rest := own
		for _, path := range g.a.State.Of(m).Summary.Paths {
			if path.End == ir.Diverges {
				rest = c.And(rest, c.Not(path.R))
			}
		}
		if g.a.MaybeSat(g.a.Expand(rest)) {
			g.a.State.Of(m).Summary.Add(&summary.Path{R: rest, End: ir.Diverges})
		}
	}
	return true
}

// impossible reports that the conjunction is proven unsatisfiable, whatever
// the calls in it do beyond what is known of them; false once the budget is
// spent.
func (g *group) impossible(parts ...*smtlib.Term) bool {
	t := g.a.Expand(g.a.Ctx.And(parts...))
	if t.IsFalse() {
		return true
	}
	if g.budget--; g.budget < 0 || g.a.TimeUp() {
		return false
	}
	possible := g.a.MaybeSat(t)
	if g.a.GaveUp(t) {
		g.budget -= maxTerminationQueries / 8
	}
	return !possible
}

// show is impossible, and notes the parts as a step of the proof at hand.
func (g *group) show(says string, parts ...*smtlib.Term) bool {
	if !g.impossible(parts...) {
		return false
	}
	g.shown = append(g.shown, Obligation{says, parts})
	return true
}

// over is a term over the inputs of some member as one over those of p: by
// name, or else by place where the types are the same; nil when neither works.
func (g *group) over(t *smtlib.Term, p *pairing.Proc) *smtlib.Term {
	if onlyOver(t, p.Inputs) {
		return t
	}
	for _, m := range g.members {
		if !onlyOver(t, m.Inputs) || !sameSorts(m.Inputs, p.Inputs) {
			continue
		}
		return g.a.Ctx.Substitute(t, m.Bind(p.Inputs))
	}
	return nil
}

func onlyOver(t *smtlib.Term, vars []*smtlib.Term) bool {
	if t.HasQuantifier() {
		return false
	}
	only := true
	smtlib.Visit(t, func(s *smtlib.Term) {
		only = only && (s.Op() != smtlib.OpVar || slices.Contains(vars, s))
	})
	return only
}

func sameSorts(x, y []*smtlib.Term) bool {
	return slices.EqualFunc(x, y, func(v, w *smtlib.Term) bool { return v.Sort() == w.Sort() })
}

// at is a term over the inputs of some member for the activation that a call
// starts; nil when it has no meaning there.
func (g *group) at(t *smtlib.Term, call summary.Call) *smtlib.Term {
	own := g.over(t, call.Callee)
	if own == nil {
		return nil
	}
	return g.a.Ctx.Substitute(own, call.Callee.Bind(call.Args))
}

// AnalyseCalls analyses the procedures of which t asks whether they end.
func (a *Analysis) AnalyseCalls(t *smtlib.Term) (progress bool) {
	for _, app := range a.Applications(t) {
		m, _ := a.MeaningOf(app)
		if m.Result != abstraction.EndsResult {
			continue
		}
		progress = a.Analyse(m.Proc) || progress
		if m.Shared && !a.State.OfPair(m.Proc.Pair).Equal {
			progress = a.Analyse(m.Proc.Pair.New) || progress
		}
	}
	return progress
}

// WithOneEnding adds path differences for the inputs on which exactly one version is
// proven to end, and excludes these inputs from the others.
func (a *Analysis) WithOneEnding(p *pairing.Pair, pieces []*summary.PathDifference) []*summary.PathDifference {
	c := a.Ctx
	oldEnds, oldLoops, newEnds, newLoops := a.KnownOf(p)
	var added []*summary.PathDifference
	for _, pc := range []*summary.PathDifference{
		{Old: &summary.Path{R: oldEnds, Ends: true}, New: &summary.Path{R: newLoops, End: ir.Diverges}},
		{Old: &summary.Path{R: oldLoops, End: ir.Diverges}, New: &summary.Path{R: newEnds, Ends: true}},
	} {
		pc.Raw, pc.Termination = c.And(pc.Old.R, pc.New.R), true
		if pc.Raw.IsFalse() {
			continue
		}
		for _, other := range pieces {
			if other.Termination {
				other.Raw = c.And(other.Raw, c.Not(pc.Raw))
			}
		}
		added = append(added, pc)
	}
	return append(added, pieces...)
}

// SameEnding are the conditions over the pair's inputs under which both
// versions are proven to end, and both not to.
func (a *Analysis) SameEnding(p *pairing.Pair) (bothEnd, neither *smtlib.Term) {
	oldEnds, oldLoops, newEnds, newLoops := a.KnownOf(p)
	return a.Ctx.And(oldEnds, newEnds), a.Ctx.And(oldLoops, newLoops)
}

// KnownOf are the conditions, over the pair's inputs, under which each version is
// proven to end, and not to.
func (a *Analysis) KnownOf(p *pairing.Pair) (oldEnds, oldLoops, newEnds, newLoops *smtlib.Term) {
	s := a.Ctx.NewSubst(p.Rename)
	oldEnds, oldLoops = a.KnownTo(p.Old, p.Old.Inputs)
	newEnds, newLoops = a.KnownTo(p.New, p.New.Inputs)
	return oldEnds, oldLoops, s.Apply(newEnds), s.Apply(newLoops)
}
