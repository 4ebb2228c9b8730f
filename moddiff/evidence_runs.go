package moddiff

import (
	"maps"
	"slices"

	"semdiff/smtlib"
)

// maxGrowths is how often summaries grow along the input of a difference.
const maxGrowths = 8

// differenceShown reports whether the summaries show that the versions differ
// wherever C holds.
func (a *analysis) differenceShown(p *Pair, outputs []Port, d *DiffSummary) bool {
	return d.Changed.IsFalse() || !a.feasible(a.notShown(p, outputs, d.Changed))
}

// notShown is where, under a condition, the summaries do not show a difference.
func (a *analysis) notShown(p *Pair, outputs []Port, cond *smtlib.Term) *smtlib.Term {
	return a.c.And(cond, a.c.Not(a.expand(a.differences(p, outputs))))
}

// growAlongWitnesses lets the summaries of both versions, and of what they call,
// grow along the inputs of the differences: one found by running both versions
// may lie beyond what was explored.
func (a *analysis) growAlongWitnesses(p *Pair, outputs []Port, d *DiffSummary) {
	a.session.Patience = max(a.session.Patience, innerPatience)
	for _, diff := range d.Differences {
		if !diff.Termination {
			a.growAlong(p, diff.Condition, func(cond *smtlib.Term) *smtlib.Term { return a.notShown(p, outputs, cond) })
		}
	}
}

func (a *analysis) growAlong(p *Pair, cond *smtlib.Term, open func(*smtlib.Term) *smtlib.Term) {
	if !a.feasible(open(cond)) {
		return
	}
	// The condition in terms of each version's inputs.
	inverse := map[*smtlib.Term]*smtlib.Term{}
	for _, in := range p.Inputs {
		if in.New >= 0 {
			inverse[in.Var] = p.new.proc.Inputs[in.New]
		}
	}
	for _, s := range []struct {
		proc *procState
		cond *smtlib.Term
	}{{p.old, cond}, {p.new, a.c.Substitute(cond, inverse)}} {
		a.exploreOnDemand(openCall{s.proc, s.proc.proc.Inputs, a.c.NewSubst(nil)}, s.cond, maxCalls)
	}
	a.cuts = map[*procState]int{}
	for round := range maxGrowths {
		phi := open(cond)
		if !a.feasible(phi) || !a.refine(phi, true, round) {
			return
		}
	}
}

// differences is the condition, with calls abstract, under which the paths of
// both versions that end disagree.
func (a *analysis) differences(p *Pair, outputs []Port) *smtlib.Term {
	var raw []*smtlib.Term
	olds, news := a.pathsOf(p)
	for _, o := range olds {
		for _, n := range news {
			if pc := a.pieceOf(p, o, n, outputs); pc != nil && !pc.termination {
				raw = append(raw, pc.raw)
			}
		}
	}
	return a.c.Or(raw...)
}

// forgetAfter returns a function that takes the summaries back to what they are
// now: what is explored for the sake of evidence must not change the answer.
// What is known of termination stays, since claims about it are recorded.
func (a *analysis) forgetAfter() func() {
	kept := map[*procState]procState{}
	for i, s := range a.sides {
		for _, base := range a.base[i].all() {
			p := s.at(base.proc.Name)
			q := *p
			q.summary.seen = maps.Clone(p.summary.seen)
			q.summary.Paths = slices.Clone(p.summary.Paths)
			kept[p] = q
		}
	}
	said, refinements, patience, cuts := a.account, a.refinements, a.session.Patience, a.cuts
	said.notes = slices.Clone(a.notes)
	return func() {
		for p, q := range kept {
			p.summary, p.explored, p.bounded = q.summary, q.explored, q.bounded
		}
		for _, s := range a.sides { // of bodies that were lowered meanwhile
			for _, p := range s.procs {
				if _, before := kept[p]; !before {
					p.summary, p.explored, p.bounded = Summary{}, false, false
				}
			}
		}
		a.account, a.refinements, a.session.Patience, a.cuts = said, refinements, patience, cuts
		a.summariesChanged()
	}
}
