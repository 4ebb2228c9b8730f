package evidence

import (
	"slices"

	"semdiff/moddiff/pairing"
	"semdiff/moddiff/summary"
	"semdiff/smtlib"
)

// maxGrowths is how often summaries grow along the input of a difference.
const maxGrowths = 8

// differenceShown reports whether the summaries show that the versions differ
// wherever C holds.
func (a *Recorder) differenceShown(p *pairing.Pair, outputs []pairing.Port, d *summary.DiffSummary) bool {
	return d.Changed.IsFalse() || !a.Feasible(a.notShown(p, outputs, d.Changed))
}

// notShown is where, under a condition, the summaries do not show a difference.
func (a *Recorder) notShown(p *pairing.Pair, outputs []pairing.Port, cond *smtlib.Term) *smtlib.Term {
	return a.Ctx.And(cond, a.Ctx.Not(a.Expand(a.differences(p, outputs))))
}

// growAlongWitnesses lets the summaries of both versions, and of what they call,
// grow along the inputs of the differences: one found by running both versions
// may lie beyond what was explored.
func (a *Recorder) growAlongWitnesses(p *pairing.Pair, outputs []pairing.Port, d *summary.DiffSummary) {
	a.Patience = max(a.Patience, a.patience)
	for _, diff := range d.Differences {
		if !diff.Termination {
			a.growAlong(p, diff.Condition, func(cond *smtlib.Term) *smtlib.Term { return a.notShown(p, outputs, cond) })
		}
	}
}

func (a *Recorder) growAlong(p *pairing.Pair, cond *smtlib.Term, open func(*smtlib.Term) *smtlib.Term) {
	if !a.Feasible(open(cond)) {
		return
	}
	// The condition in terms of each version's inputs.
	inverse := map[*smtlib.Term]*smtlib.Term{}
	for _, in := range p.Inputs {
		if in.New >= 0 {
			inverse[in.Var] = p.New.Inputs[in.New]
		}
	}
	for _, s := range []struct {
		proc *pairing.Proc
		cond *smtlib.Term
	}{{p.Old, cond}, {p.New, a.Ctx.Substitute(cond, inverse)}} {
		a.ExploreWhere(s.proc, s.cond)
	}
	a.Cuts = map[*pairing.Proc]int{}
	for round := range maxGrowths {
		phi := open(cond)
		if !a.Feasible(phi) || !a.Refine(phi, true, round) {
			return
		}
	}
}

// differences is the condition, with calls abstract, under which the paths of
// both versions that end disagree.
func (a *Recorder) differences(p *pairing.Pair, outputs []pairing.Port) *smtlib.Term {
	var raw []*smtlib.Term
	olds, news := a.State.PathsOf(a.Ctx, p)
	for _, o := range olds {
		for _, n := range news {
			if pc := summary.Compare(a.Ctx, o, n, outputs); pc != nil && !pc.Termination {
				raw = append(raw, pc.Raw)
			}
		}
	}
	return a.Ctx.Or(raw...)
}

// forgetAfter returns a function that takes the summaries back to what they are
// now: what is explored for evidence alone must not change the answer. Proofs about
// termination stay, since claims about them are recorded.
func (a *Recorder) forgetAfter() func() {
	restore := a.State.Freeze()
	said, refinements, patience, cuts := *a.Account, a.Refinements, a.Patience, a.Cuts
	said.Notes = slices.Clone(a.Notes)
	return func() {
		restore()
		*a.Account, a.Refinements, a.Patience, a.Cuts = said, refinements, patience, cuts
		a.SummariesChanged()
	}
}
