package moddiff

import (
	"slices"

	"semdiff/moddiff/certificate"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// termination is what is proven of whether a procedure ends: conditions over
// its inputs, without abstract applications, that exclude each other. What
// neither holds is open. A run that fails or is blocked has ended.
type termination struct {
	settled     bool         // the question was asked
	ends, loops *smtlib.Term // nil stands for false
	// The claims that say so, where evidence is asked for.
	endsClaim, loopsClaim string
}

// callSite is a call that one activation of a procedure may make.
type callSite struct {
	caller, callee *procState
	reached        *smtlib.Term   // over the caller's inputs, with calls abstract
	args           []*smtlib.Term // likewise
}

// maxTerminationQueries is what the question whether a group ends may cost.
const maxTerminationQueries = 120

// group is a recursive group of one version, or a procedure that does not
// recur, whose termination is in question.
type group struct {
	a       *analysis
	members []*procState
	inner   []callSite // calls within the group
	outer   []callSite // calls of other procedures that may not end
	budget  int
	shown   []obligation // by what was asked for one proof
	endings []obligation // by which the group ends where it is said to
	staying []obligation // by which it does not
}

// settle asks, once for each procedure, for which inputs p ends and for which
// it does not; its callees are settled first. All answers are proven. It
// reports whether something was learnt.
func (a *analysis) settle(p *procState) (progress bool) {
	if p.termination.settled || !p.mayDiverge || a.ctx.Err() != nil {
		return false
	}
	if !a.load(p) {
		return false
	}
	g := a.groupOf(p)
	for _, m := range g.members {
		m.termination.settled = true
	}
	for _, m := range g.members {
		if a.exploreBody(m) == nil {
			return false
		}
		for _, call := range m.calls {
			if slices.Contains(g.members, call.callee) {
				g.inner = append(g.inner, call)
				continue
			}
			if a.settle(call.callee) {
				progress = true
			}
			if call.callee.mayDiverge {
				g.outer = append(g.outer, call)
			}
		}
	}
	g.exploreHelpers()
	if g.decide() {
		progress = true
		a.summariesChanged()
	}
	return progress
}

func (a *analysis) groupOf(p *procState) *group {
	g := &group{a: a, members: []*procState{p}, budget: maxTerminationQueries}
	members, _ := p.side.groupOf(p)
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
		for _, arg := range call.args {
			for _, app := range g.a.applications(arg) {
				m, _ := g.a.meaningOf(app)
				if !m.proc.side.recursive(m.proc) {
					g.a.explore(m.proc)
				}
			}
		}
	}
}

// decide proves what can be: that the group ends on all inputs; else, where it
// does not end, and that it ends elsewhere.
func (g *group) decide() bool {
	c := g.a.c
	if g.ends(c.True) {
		g.showTermination(certificate.Ends, c.True, g.endings)
		for _, m := range g.members {
			m.termination.ends, m.mayDiverge = c.True, false
		}
		return true
	}
	if len(g.inner) == 0 {
		return false // only its callees are in question
	}
	loops := g.recurrence()
	if loops.IsTrue() || len(g.members) > 1 {
		return g.stays(loops)
	}
	p := g.members[0]
	ends := c.False
	for _, within := range g.preconditions(loops) {
		if open := c.Not(c.Or(ends, loops)); !g.impossible(within, open) && g.ends(within) {
			ends = c.Or(ends, within)
		}
	}
	if !ends.IsFalse() {
		g.showTermination(certificate.Ends, ends, g.endings)
	}
	p.termination.ends = ends
	if rest := c.Not(ends); !ends.IsFalse() && !g.impossible(rest, c.Not(loops)) && g.recurs(rest) {
		loops = rest
	}
	return g.stays(loops) || !ends.IsFalse()
}

// stays records that the group does not end where loops holds.
func (g *group) stays(loops *smtlib.Term) bool {
	if loops.IsFalse() {
		return false
	}
	c := g.a.c
	g.showTermination(certificate.Loops, loops, g.staying)
	for _, m := range g.members {
		own := g.over(loops, m)
		if own == nil {
			continue // recurrence was given up for m then
		}
		m.termination.loops = own
		rest := own
		for _, path := range m.summary.Paths {
			if path.End == ir.Diverges {
				rest = c.And(rest, c.Not(path.R))
			}
		}
		if g.a.hint(g.a.expand(rest)) {
			m.summary.add(&PathSummary{R: rest, End: ir.Diverges})
		}
	}
	return true
}

// impossible reports that the conjunction is proven unsatisfiable, whatever
// the calls in it do beyond what is known of them; false once the budget is
// spent.
func (g *group) impossible(parts ...*smtlib.Term) bool {
	t := g.a.expand(g.a.c.And(parts...))
	if t.IsFalse() {
		return true
	}
	if g.budget--; g.budget < 0 || g.a.ctx.Err() != nil {
		return false
	}
	possible := g.a.hint(t)
	if g.a.session.GaveUp(t) {
		g.budget -= maxTerminationQueries / 8
	}
	return !possible
}

// show is impossible for a step of a proof.
func (g *group) show(says string, parts ...*smtlib.Term) bool {
	if !g.impossible(parts...) {
		return false
	}
	g.shown = append(g.shown, obligation{says, parts})
	return true
}

// over is a term over the inputs of some member as one over those of p: by
// name, or else by place where the types are the same; nil when neither works.
func (g *group) over(t *smtlib.Term, p *procState) *smtlib.Term {
	if onlyOver(t, p.proc.Inputs) {
		return t
	}
	for _, m := range g.members {
		if !onlyOver(t, m.proc.Inputs) || !sameSorts(m.proc.Inputs, p.proc.Inputs) {
			continue
		}
		return g.a.c.Substitute(t, bind(m.proc.Inputs, p.proc.Inputs))
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
func (g *group) at(t *smtlib.Term, call callSite) *smtlib.Term {
	own := g.over(t, call.callee)
	if own == nil {
		return nil
	}
	return g.a.c.Substitute(own, bind(call.callee.proc.Inputs, call.args))
}

// knownTo is what is proven of p's termination on the given arguments.
func (a *analysis) knownTo(p *procState, args []*smtlib.Term) (ends, loops *smtlib.Term) {
	at := func(t *smtlib.Term) *smtlib.Term {
		if t == nil {
			return a.c.False
		}
		return a.c.Substitute(t, bind(p.proc.Inputs, args))
	}
	if !p.mayDiverge {
		return a.c.True, a.c.False
	}
	return at(p.termination.ends), at(p.termination.loops)
}

// settleCalls settles the procedures of which t asks whether they end.
func (a *analysis) settleCalls(t *smtlib.Term) (progress bool) {
	for _, app := range a.applications(t) {
		m, _ := a.meaningOf(app)
		if m.result != endsResult {
			continue
		}
		progress = a.settle(m.proc) || progress
		if m.shared && !m.proc.pair.state.equal {
			progress = a.settle(m.proc.pair.new) || progress
		}
	}
	return progress
}

// withOneEnding adds pieces for the inputs on which exactly one version is
// proven to end, and takes those out of the others.
func (a *analysis) withOneEnding(p *Pair, pieces []*piece) []*piece {
	c := a.c
	oldEnds, oldLoops, newEnds, newLoops := a.knownOf(p)
	var added []*piece
	for _, pc := range []*piece{
		{old: &PathSummary{R: oldEnds, ends: true}, new: &PathSummary{R: newLoops, End: ir.Diverges}},
		{old: &PathSummary{R: oldLoops, End: ir.Diverges}, new: &PathSummary{R: newEnds, ends: true}},
	} {
		pc.raw, pc.termination = c.And(pc.old.R, pc.new.R), true
		if pc.raw.IsFalse() {
			continue
		}
		for _, other := range pieces {
			if other.termination {
				other.raw = c.And(other.raw, c.Not(pc.raw))
			}
		}
		added = append(added, pc)
	}
	return append(added, pieces...)
}

// sameEnding are the conditions over the pair's inputs under which both
// versions are proven to end, and both not to.
func (a *analysis) sameEnding(p *Pair) (bothEnd, neither *smtlib.Term) {
	oldEnds, oldLoops, newEnds, newLoops := a.knownOf(p)
	return a.c.And(oldEnds, newEnds), a.c.And(oldLoops, newLoops)
}

// knownOf is what is proven of the termination of both versions, over the
// pair's inputs.
func (a *analysis) knownOf(p *Pair) (oldEnds, oldLoops, newEnds, newLoops *smtlib.Term) {
	s := a.c.NewSubst(p.rename)
	oldEnds, oldLoops = a.knownTo(p.old, p.old.proc.Inputs)
	newEnds, newLoops = a.knownTo(p.new, p.new.proc.Inputs)
	return oldEnds, oldLoops, s.Apply(newEnds), s.Apply(newLoops)
}
