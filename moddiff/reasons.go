package moddiff

import (
	"context"
	"fmt"
)

// spentReason says why spent does.
func (a *analysis) spentReason() Reason {
	if a.budget.Spent() {
		return BecauseOf(ReasonSize, "", "")
	}
	return EndOf(a.ctx)
}

// unwindingReason says that the unwinding bound left something out.
func (a *analysis) unwindingReason() Reason {
	r := BecauseOf(ReasonUnwinding, "", "")
	r.Flag = fmt.Sprintf("%s %d", r.Flag, a.opts.Unwind)
	return r
}

func (a *analysis) pathsReason() Reason {
	r := BecauseOf(ReasonPaths, "", "")
	if a.opts.Paths == EnumeratePaths {
		r.Flag = "--paths merge"
	}
	return r
}

// piecesReason says why not all pairs of paths were looked at.
func (a *analysis) piecesReason(p *Pair) Reason {
	if a.spent() {
		return a.spentReason()
	}
	r := a.pathsReason()
	if a.opts.Entry != "" && !p.below {
		r.Detail, r.Flag = "the entry does not lead to it", "--entry "+p.Name
	}
	return r
}

// refinementReason says why no more calls are refined for a pair.
func (a *analysis) refinementReason(p *Pair) Reason {
	r := BecauseOf(ReasonRefinement, "", "")
	switch {
	case a.opts.Mode == ModDiff:
		r.Flag = "--mode " + string(ModDiffRef)
	case a.opts.Entry != "" && !p.below:
		r.Detail, r.Flag = "the entry does not lead to it", "--entry "+p.Name
	}
	return r
}

// opening is what a comparison left open.
type opening struct {
	pair        *Pair
	uncovered   [2]bool // by what is explored of each version
	reasons     reasons // noted on the way
	findings    []finding
	differences []*Difference
	unanswered  int // questions, before
	given       int // up early, before
}

// because says why something is left open. What is partially equivalent is open
// only since termination is.
func (a *analysis) because(o *opening, partial bool) []Reason {
	var list reasons
	p := o.pair
	if partial {
		list.add(BecauseOf(ReasonTermination, "", ""))
		return list
	}
	list.add(o.reasons...)
	for i, g := range []*procState{p.old, p.new} {
		if o.uncovered[i] {
			list.add(g.gaps...)
		}
	}
	if len(p.Interface) > 0 {
		list.add(BecauseOf(ReasonInterface, "", listed(p.Interface)))
	}
	unconfirmed := false
	for i, f := range o.findings {
		switch {
		case f.open():
			list.add(a.leansOn(o.pair, f)...)
		case o.differences[i] == nil && !f.sure.IsFalse():
			unconfirmed = true
		}
	}
	if unconfirmed {
		list.add(a.unshown...)
	}
	a.addSolverReasons(&list, o, len(list) == 0)
	if len(list) == 0 {
		list.add(BecauseOf(ReasonProof, "", ""))
	}
	return list.sorted()
}

// addSolverReasons adds that questions remained without an answer; those that
// were given up early count where nothing else is known.
func (a *analysis) addSolverReasons(list *reasons, o *opening, early bool) {
	if a.session.Contradicted() {
		list.add(BecauseOf(ReasonAxioms, "", "they contradict each other"))
	}
	if a.stats.Unknown > o.unanswered || early && a.session.GivenUp() > o.given {
		why := BecauseOf(ReasonSolver, "", "")
		if a.hurried { // not by its resources
			why.Flag = "--solver-timeout"
		}
		list.add(why)
	}
	if a.health.GaveUp() {
		list.add(Reason{ID: ReasonSolver, Detail: "it does not work"})
	}
}

// leansOn says what keeps a finding open: calls that are abstract in it.
func (a *analysis) leansOn(p *Pair, f finding) (list reasons) {
	for _, app := range a.applications(f.spurious) {
		m, _ := a.meaningOf(app)
		g := m.proc
		under, root := a.refinementReason(p), g.side.root(g)
		switch _, err := root.loading.state(); {
		case err != nil:
			under = BecauseOf(ReasonMeaning, root.proc.Name, err.Error())
		case len(g.gaps) > 0:
			under = g.gaps.sorted()[0]
		}
		if root == p.old.side.root(p.old) || root == p.new.side.root(p.new) || under.ID == ReasonMeaning {
			list.add(under) // a loop, or recursion
			continue
		}
		list.add(Reason{ID: ReasonCallee, About: root.proc.Name, Detail: under.Text(), Flag: under.Flag})
	}
	return list
}

// notReached says why a pair was not analysed.
func notReached(run context.Context) []Reason {
	end := EndOf(run)
	return []Reason{{ID: ReasonNotReached, Detail: end.Text(), Flag: end.Flag}}
}
