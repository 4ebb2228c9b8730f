package moddiff

import (
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/reason"
	"semdiff/moddiff/result"
)

// piecesReason says why not all pairs of paths were compared.
func (a *analysis) piecesReason() reason.Reason {
	if a.Spent() {
		return a.WhySpent()
	}
	return a.PathsReason()
}

// refinementReason says why no more calls are refined for a pair.
func (a *analysis) refinementReason() reason.Reason {
	r := reason.Of(reason.Refinement, "", "")
	if a.opts.Mode == ModDiff {
		r.Flag = "--mode " + string(ModDiffRef)
	}
	return r
}

// opening is why a pair may be left open, beside path differences that are: what
// the steps of Algorithm 2 note for because.
type opening struct {
	uncovered   [2]bool     // the summary of the version is not full
	reasons     reason.List // found by single steps
	unconfirmed []bool      // path differences that are real, but that no run confirms
	unanswered  int         // questions without an answer when the pair was begun
	given       int         // questions given up early when the pair was begun
}

// noteUnconfirmed notes the path differences that are real, but that no run
// confirms.
func (x *diffSum) noteUnconfirmed() {
	for i, diff := range x.differences {
		x.unconfirmed = append(x.unconfirmed, diff == nil && !x.findings[i].must.IsFalse())
	}
}

// because says why something is left open. What is partially equivalent is open
// only since termination is.
func (x *diffSum) because() []reason.Reason {
	var list reason.List
	p := x.pair
	if x.known.Partial && len(x.Differences) == 0 {
		list.Add(reason.Of(reason.Termination, "", ""))
		return list
	}
	list.Add(x.reasons...)
	for version, open := range x.uncovered {
		if open {
			list.Add(x.State.Of(p.Proc(version)).Gaps...)
		}
	}
	if len(p.Interface) > 0 {
		list.Add(reason.Of(reason.Interface, "", result.Listed(p.Interface)))
	}
	for _, f := range x.findings {
		if f.open() {
			list.Add(x.openCallees(p, f)...)
		}
	}
	for i, f := range x.findings {
		if !f.open() && x.unconfirmed[i] {
			list.Add(x.Finder.Unshown...)
		}
	}
	x.addSolverReasons(&list, len(list) == 0)
	if len(list) == 0 {
		list.Add(reason.Of(reason.Proof, "", ""))
	}
	return list.Sorted()
}

// addSolverReasons adds that questions remained without an answer. Questions that
// were given up early count only where no other reason is known.
func (x *diffSum) addSolverReasons(list *reason.List, early bool) {
	if x.Contradicted() {
		list.Add(reason.Of(reason.Axioms, "", "they contradict each other"))
	}
	if x.Account.Unknown > x.unanswered || early && x.GivenUp() > x.given {
		why := reason.Of(reason.Solver, "", "")
		if x.Hurried { // not by its resources
			why.Flag = "--solver-timeout"
		}
		list.Add(why)
	}
	if x.Health.GaveUp() {
		list.Add(reason.Reason{ID: reason.Solver, Detail: "it does not work"})
	}
}

// openCallees says what keeps an approximation open: calls that are abstract in it.
func (a *analysis) openCallees(p *pairing.Pair, f approximation) (list reason.List) {
	for _, app := range a.Applications(f.abstract) {
		m, _ := a.MeaningOf(app)
		g := m.Proc
		under, root := a.refinementReason(), g.Version.Root(g)
		switch _, err := root.Lowered(); {
		case err != nil:
			under = reason.Of(reason.Meaning, root.Name, err.Error())
		case len(a.State.Of(g).Gaps) > 0:
			under = a.State.Of(g).Gaps.Sorted()[0]
		}
		if root == p.Old.Version.Root(p.Old) || root == p.New.Version.Root(p.New) || under.ID == reason.Meaning {
			list.Add(under) // a loop, or recursion
			continue
		}
		list.Add(reason.Reason{ID: reason.Callee, About: root.Name, Detail: under.Text(), Flag: under.Flag})
	}
	return list
}
