package moddiff

import (
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/summary"
	"semdiff/smtlib"
)

// approximation bounds the condition of a path difference from below and above,
// whatever the calls in it do.
type approximation struct {
	must *smtlib.Term // the part that holds whatever the calls do; false if none
	may  *smtlib.Term // the part that may hold, over-approximated, without abstract applications
	// abstract is the condition without must, which depends on abstract
	// applications; nil when must is the whole condition.
	abstract *smtlib.Term
}

// open reports whether it depends on abstract calls if the condition can hold.
func (f approximation) open() bool { return f.abstract != nil }

// maxGuesses is for how many path differences of an entry that stay open one input
// is tried that may satisfy them.
const maxGuesses = 20

// roundsBefore are the rounds of refinement before relations are looked for with all sources.
const roundsBefore = 2

// decide is line 6 of Algorithm 2: it finds out which path differences are real, and
// replays a witness of each. Those that need no refinement come first, so that a
// difference is found even in little time; the others are refined then.
func (x *diffSum) decide() {
	x.findings = make([]approximation, len(x.pieces))
	x.differences = make([]*summary.Difference, len(x.pieces))
	find := func(i int) { x.differences[i], _ = x.Finder.Find(x.pair, x.outputs, x.pieces[i], x.findings[i].must) }
	for i, pc := range x.pieces {
		if x.settled() {
			x.findings[i] = approximation{must: x.Ctx.False, may: x.Ctx.True, abstract: pc.Raw}
			continue
		}
		if x.Spent() {
			x.findings[i] = approximation{must: x.Ctx.False, may: x.May(pc.Raw), abstract: pc.Raw}
			continue
		}
		x.findings[i] = x.investigate(pc)
		find(i)
	}
	if !x.settled() {
		x.refineAll()
	}
	for i, pc := range x.pieces {
		f, diff := &x.findings[i], x.differences[i]
		switch {
		case diff != nil && diff.MayHold(f.must):
			diff.Condition = f.must // refinement may have made it larger
		case diff != nil: // refinement was cut short, and f.must lost the witness
			f.must = diff.Condition
		case x.settled():
		case !f.must.IsFalse():
			find(i)
		case x.wanted.deep && x.wanted.rounds > 0 && i < maxGuesses:
			x.differences[i] = x.Finder.Guess(x.pair, x.outputs, pc.Termination, f.abstract)
		}
	}
	if x.settled() {
		x.reasons.Add(settledReason())
	}
	if x.Spent() || x.TimeUp() {
		x.reasons.Add(x.WhySpent())
	}
	x.noteUnconfirmed()
}

// refineAll refines the open path differences (section 6.2) in turn, so that each
// gets its first round before any gets its second: what one round explores often
// decides others.
func (x *diffSum) refineAll() {
	x.Cuts = map[*pairing.Proc]int{}
	left := x.wanted.total
	for round := range x.wanted.rounds {
		if round == roundsBefore && x.proveBetween() {
			return
		}
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

// investigate bounds the condition of a path difference, as tightly as the summaries
// at hand and the solver allow. The part must is real: it holds whatever the
// abstract calls do.
func (x *diffSum) investigate(pc *summary.PathDifference) approximation {
	a, c := x.analysis, x.Ctx
	cond := a.Expand(pc.Raw)
	if !a.Feasible(cond) {
		return approximation{must: c.False, may: c.False}
	}
	if !a.IsAbstract(cond) {
		return approximation{must: cond, may: cond}
	}
	if a.contradictsRelations(pc.Raw, cond) {
		x.proofs.Refuted = append(x.proofs.Refuted, pc.Raw)
		x.sayRelations(pc.Raw)
		return approximation{must: c.False, may: c.False}
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
