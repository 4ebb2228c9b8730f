package moddiff

import (
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/summary"
	"semdiff/smtlib"
)

// approximation is what is known of the condition of a path difference.
type approximation struct {
	must *smtlib.Term // the part that holds whatever the calls do; false if none
	may  *smtlib.Term // the part that may hold, over-approximated, without abstract applications
	// abstract is the part that may or may not hold, with abstract applications;
	// nil when must is all there is.
	abstract *smtlib.Term
}

func (f approximation) open() bool { return f.abstract != nil }

// maxGuesses is for how many open pieces of an entry an input is just tried.
const maxGuesses = 20

// decide investigates the pieces and replays a witness of each that is real:
// first what is sure without refinement, so that little time still finds a
// difference; then the pieces that this left open.
func (x *diffSum) decide() {
	x.findings = make([]approximation, len(x.pieces))
	x.differences = make([]*summary.Difference, len(x.pieces))
	find := func(i int) { x.differences[i], _ = x.Finder.Find(x.pair, x.outputs, x.pieces[i], x.findings[i].must) }
	for i, pc := range x.pieces {
		if x.Spent() {
			x.findings[i] = approximation{must: x.Ctx.False, may: x.May(pc.Raw), abstract: pc.Raw}
			continue
		}
		x.findings[i] = x.investigate(pc)
		find(i)
	}
	x.refineAll()
	for i, pc := range x.pieces {
		f, diff := &x.findings[i], x.differences[i]
		switch {
		case diff != nil && diff.MayHold(f.must):
			diff.Condition = f.must // as a rule more
		case diff != nil: // what took too long, or became too large, is not sure any more
			f.must = diff.Condition
		case !f.must.IsFalse():
			find(i)
		case x.wanted.deep && x.wanted.rounds > 0 && i < maxGuesses:
			x.differences[i] = x.Finder.Guess(x.pair, x.outputs, pc.Termination, f.abstract)
		}
	}
	if x.Spent() || x.TimeUp() {
		x.reasons.Add(x.WhySpent())
	}
	x.noteUnconfirmed()
}

// refineAll refines the open pieces in turn, so that each gets its first round
// before any gets its second: what one round explores often decides others.
func (x *diffSum) refineAll() {
	x.Cuts = map[*pairing.Proc]int{}
	left := x.wanted.total
	for round := range x.wanted.rounds {
		progress := false
		for i, pc := range x.pieces {
			f := &x.findings[i]
			if !f.open() || x.Spent() {
				continue
			}
			*f = x.investigate(pc)
			if f.open() && x.AnalyseCalls(f.abstract) {
				progress = true
				*f = x.investigate(pc)
			}
			if !f.open() || left == 0 {
				continue
			}
			left--
			if x.Refine(f.abstract, x.wanted.deep, round) {
				progress = true
				*f = x.investigate(pc)
			}
		}
		if !progress {
			return
		}
	}
}

// investigate decides a piece as far as the summaries at hand and the solver
// allow. What it says must hold is real: it holds whatever the abstract calls do.
func (a *analysis) investigate(pc *summary.PathDifference) approximation {
	c := a.Ctx
	cond := a.Expand(pc.Raw)
	if !a.Feasible(cond) {
		return approximation{must: c.False, may: c.False}
	}
	if !a.IsAbstract(cond) {
		return approximation{must: cond, may: cond}
	}
	must := a.Must(cond)
	abstract := c.And(cond, c.Not(must))
	if !a.Feasible(abstract) {
		return approximation{must: must, may: must}
	}
	if !must.IsFalse() && !a.Feasible(must) {
		must = c.False
	}
	return approximation{must: must, may: a.May(cond), abstract: abstract}
}
