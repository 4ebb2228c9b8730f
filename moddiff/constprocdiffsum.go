package moddiff

import (
	"slices"

	"semdiff/moddiff/evidence"
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/readable"
	"semdiff/moddiff/reason"
	"semdiff/moddiff/summary"
	"semdiff/smtlib"
)

// diffSum is one execution of Algorithm 2: a difference summary under construction.
type diffSum struct {
	*analysis
	pair    *pairing.Pair
	known   *summary.Pair // of the pair
	outputs []pairing.Port
	wanted  budget
	proofs  evidence.Proofs // by relations, that the answer rests on

	*summary.DiffSummary
	pieces []*summary.PathDifference // path differences (Def. 11): pairs of paths that may disagree
	all    bool                      // no pair of paths was left out
	maybe  []*smtlib.Term            // where the versions may differ, over-approximated
	// partial: it is shown that the versions agree wherever both end.
	partial bool
	// test is a difference that runs of both versions show, and testInput the
	// values of its input.
	test      *summary.Difference
	testInput readable.Valuation
	// For each of the pieces: how far its condition is known to be real, and the
	// difference that a replay confirmed.
	findings    []approximation
	differences []*summary.Difference
	opening
}

// constProcDiffSum is Algorithm 2, CONSTPROCDIFFSUM, with the spuriousness
// check and refinement of section 6.2.
//
//	lines   in the paper               here
//	1       start from oldDiff         addEarlier, at the end: what smaller bounds have shown
//	2, 8    found_diff                 collect: Differences
//	3-5     diffCond of pairs of paths comparePaths: pieces
//	6       is diffCond SAT? spurious? decide (spuriousness.go): findings
//	7       C                          collect: Changed, TerminationChanged
//	10-13   eqCond, U                  computeUnchanged
//
// Differs from the paper: U is computed as the complement of what may differ,
// which is the same for full summaries and needs no list of agreeing pairs of
// paths (lines 10-13). Added to it: differences that test inputs show
// (testConcretely), runs of both versions that are executed symbolically through all
// calls (followRuns, package concolic), and proofs about loops that no bound decides
// (proveFirst, proveByRelations, package product), also for some of the inputs alone
// (proveUnderConditions). It returns the proofs that the answer rests on.
func (a *analysis) constProcDiffSum(p *pairing.Pair, outputs []pairing.Port, wanted budget) (*summary.DiffSummary, evidence.Proofs) {
	refinements := a.Refinements
	x := &diffSum{
		analysis: a, pair: p, known: a.State.OfPair(p), outputs: outputs, wanted: wanted,
		DiffSummary: &summary.DiffSummary{Changed: a.Ctx.False, TerminationChanged: a.Ctx.False},
		opening:     opening{unanswered: a.Unknown, given: a.GivenUp()},
	}
	a.Finder.Unshown = nil
	x.comparePaths()   // lines 3-5
	x.testConcretely() // before any solver is asked
	if a.atMost > 0 && x.test != nil && !a.OutOfResources() {
		a.atMost = 0 // it is no client that is equal
		a.AllotResources(wanted.solver)
	}
	x.proveFirst()
	x.testOpen()
	x.decide()  // line 6, section 6.2
	x.collect() // lines 7-8
	earlier := x.computeUnchanged()
	if a.cutShort = a.atMost > 0 && a.OutOfResources(); a.cutShort {
		x.DiffSummary.Unknown = a.Ctx.True
		return x.DiffSummary, x.proofs // somebody else is asked
	}
	a.Within(a.share)
	a.addEarlier(earlier, x.DiffSummary)
	x.followRuns()
	x.proveByRelations()
	x.fuzz()
	x.proveUnderConditions()
	x.contradictTest()
	finisher{a.Finder}.finish(outputs, x.DiffSummary)
	x.sayClosedForms()
	// Only now may others rely on it.
	x.known.Partial, x.known.Equal = x.known.Partial || x.partial, x.Unchanged.IsTrue()
	x.DiffSummary.Refinements = a.Refinements - refinements
	if !x.DiffSummary.Unknown.IsFalse() {
		x.Reasons = x.because()
	}
	return x.DiffSummary, x.proofs
}

// comparePaths compares each pair of paths, lines 3-5, as far as the budget goes.
func (x *diffSum) comparePaths() {
	c, p := x.Ctx, x.pair
	olds, news := x.State.PathsOf(c, p)
	x.Paths = [2]int{len(olds), len(news)}
	x.maybe = []*smtlib.Term{x.uncoveredPart(p.Old, olds), x.uncoveredPart(p.New, news)}
	x.uncovered = [2]bool{!x.maybe[0].IsFalse(), !x.maybe[1].IsFalse()}
	x.partial = !x.uncovered[0] && !x.uncovered[1] && len(p.Interface) == 0
	if len(p.Interface) > 0 {
		x.maybe = append(x.maybe, c.True)
	}
	if x.pieces, x.all = x.pathDifferences(olds, news); !x.all {
		x.reasons.Add(x.piecesReason())
		x.maybe = append(x.maybe, c.True)
		x.partial = false
	}
	x.pieces = x.WithOneEnding(p, x.pieces)
}

// pathDifferences lists the pairs of paths that may show a difference; all is
// false when there are too many, or time is up: the rest stays unknown.
func (x *diffSum) pathDifferences(olds, news []*summary.Path) (list []*summary.PathDifference, all bool) {
	for _, o := range olds {
		for _, n := range news {
			if len(list) == x.wanted.pieces || x.Spent() {
				x.Truncated = true
				return list, false
			}
			if pc := summary.Compare(x.Ctx, o, n, x.outputs); pc != nil {
				list = append(list, pc)
			}
		}
	}
	return list, true
}

// uncoveredPart is the uncovered part of a summary (Def. 7), over-approximated
// where calls are abstract; false when the summary is full.
func (a *analysis) uncoveredPart(p *pairing.Proc, paths []*summary.Path) *smtlib.Term {
	known := a.State.Of(p)
	if known.Summary.Full {
		return a.Ctx.False
	}
	conds := make([]*smtlib.Term, len(paths))
	for i, path := range paths {
		conds[i] = a.Expand(path.R)
	}
	rest := a.Ctx.Not(a.Ctx.Or(conds...))
	if !a.Feasible(rest) {
		known.Summary.Full = true
		a.SummariesChanged()
		return a.Ctx.False
	}
	return a.May(rest)
}

// testConcretely runs both versions on test inputs.
func (x *diffSum) testConcretely() {
	x.test, x.testInput = x.Runs.TestConcretely(x.pair, x.outputs)
	x.preferTested()
}

// testOpen runs both versions of an edited pair on inputs that say what open functions give.
func (x *diffSum) testOpen() {
	if x.counts(x.test) || x.proofs.Whole != nil || x.before != nil || !x.pair.Edited() {
		return
	}
	if open := x.Runs.FuzzOpen(x.pair, x.outputs, fuzzEdited, x.opts.judgement()); open != nil {
		x.test, x.testInput = open, open.Values
		x.preferTested()
	}
}

// preferTested brings the pieces to the front whose conditions the input may satisfy on which
// runs show a difference.
func (x *diffSum) preferTested() {
	if x.test == nil {
		return
	}
	excluded := func(pc *summary.PathDifference) int {
		for _, r := range []*smtlib.Term{pc.Old.R, pc.New.R} {
			if v, err := x.testInput(r); err == nil && !v.IsTrue() {
				return 1
			}
		}
		return 0
	}
	slices.SortStableFunc(x.pieces, func(p, q *summary.PathDifference) int { return excluded(p) - excluded(q) })
}

// collect makes C, T and the differences of the pieces that are real, lines 7-8.
func (x *diffSum) collect() {
	c := x.Ctx
	for i, pc := range x.pieces {
		f := x.findings[i]
		if f.must.IsFalse() && !f.open() {
			continue
		}
		x.maybe = append(x.maybe, f.may)
		x.partial = x.partial && pc.Termination
		diff := x.differences[i]
		if diff == nil {
			continue
		}
		if pc.Termination {
			x.TerminationChanged = c.Or(x.TerminationChanged, diff.Condition)
		} else {
			x.Changed = c.Or(x.Changed, diff.Condition)
		}
		if pc.Merged() && diff.Condition == f.must {
			x.Differences = append(x.Differences, x.Finder.Separate(x.pair, x.outputs, pc, f.must)...)
		} else {
			x.Differences = append(x.Differences, diff)
		}
	}
	if x.test != nil && (len(x.Differences) == 0 || x.counts(x.test) && !slices.ContainsFunc(x.Differences, x.counts)) {
		x.Differences = append([]*summary.Difference{x.test}, x.Differences...)
		x.Changed = c.Or(x.test.Condition, x.Changed)
		x.partial = false
	}
}

// computeUnchanged computes U, lines 10-13: the complement of what may differ, the
// inputs for which neither version ends, and, if the versions agree wherever both
// end, those for which both do. It returns the summary under a smaller bound.
func (x *diffSum) computeUnchanged() (earlier *summary.DiffSummary) {
	c := x.Ctx
	earlier, proven := x.shownBefore(x.pair, x.outputs)
	x.partial = x.partial || proven.Partial
	bothEnd, neither := x.SameEnding(x.pair)
	x.Unchanged = c.Or(c.Not(c.Or(x.maybe...)), neither)
	if x.known.Partial || x.partial {
		x.Unchanged = c.Or(x.Unchanged, bothEnd)
	}
	return earlier
}

// followRuns executes runs of both versions symbolically, through all calls, where
// path summaries leave something open and show no difference, or have an empty U.
func (x *diffSum) followRuns() {
	c, d := x.Ctx, x.DiffSummary
	open := !x.all || slices.ContainsFunc(x.findings, approximation.open)
	left := c.Not(c.Or(d.Changed, d.TerminationChanged, d.Unchanged))
	if x.wanted.rounds == 0 || !(open && len(d.Differences) == 0 || !x.MaybeSat(d.Unchanged)) || !x.MaybeSat(left) {
		return
	}
	var settles func(*summary.Difference) bool
	if x.opts.brief {
		settles = x.opts.judgement().Counts
	}
	found, same := x.Runs.Follow(x.pair, x.outputs, x.wanted.runs, settles)
	for _, diff := range found {
		d.Differences = append(d.Differences, diff)
		d.Changed = c.Or(d.Changed, diff.Condition)
		x.partial = false
	}
	if x.evidence == nil { // the summaries, which evidence rests on, do not show it
		d.Unchanged = c.Or(append(same, d.Unchanged)...)
	}
}

// fuzz looks for an input on which the versions differ where no difference is known
// that counts, and some inputs are left unknown. Under a larger bound it would find the same again.
func (x *diffSum) fuzz() {
	c, d := x.Ctx, x.DiffSummary
	if x.wanted.fuzz == 0 && !x.pair.Edited() || x.TooLarge() || slices.ContainsFunc(d.Differences, x.counts) || x.partial || x.known.Partial || x.before != nil {
		return
	}
	unknown := c.Not(d.Unchanged)
	if !x.MaybeSat(unknown) {
		return
	}
	steps, openSteps := x.fuzzBudget(), 0
	if x.pair.Edited() {
		steps, openSteps = max(steps, fuzzEdited), max(steps, fuzzModified)
	}
	diff := x.Runs.Fuzz(x.pair, x.outputs, readable.Disjuncts(unknown), steps)
	if !x.counts(diff) && openSteps > 0 {
		if open := x.Runs.FuzzOpen(x.pair, x.outputs, openSteps, x.opts.judgement()); open != nil {
			diff = open
		}
	}
	if diff == nil || len(d.Differences) > 0 && !x.counts(diff) {
		return
	}
	x.test, x.testInput = diff, diff.Values
	d.Differences = append([]*summary.Difference{diff}, d.Differences...)
	d.Changed = c.Or(diff.Condition, d.Changed)
}

// counts reports whether a difference is known that makes the pair different.
func (x *diffSum) counts(d *summary.Difference) bool { return d != nil && x.opts.judgement().Counts(d) }

// fuzzBudget is how many steps runs on new inputs may take: below the entry no more than
// fits to what the group at hand has cost so far.
func (x *diffSum) fuzzBudget() int {
	if x.wanted.deep {
		return x.wanted.fuzz
	}
	return min(x.wanted.fuzz, fuzzPerQuery*x.Account.Queries)
}

// contradictTest empties U if it holds an input on which a run has shown a
// difference: then a proof is wrong.
func (x *diffSum) contradictTest() {
	if x.test == nil {
		return
	}
	if v, err := x.testInput(x.Unchanged); err == nil && v.IsTrue() {
		x.Note("%s: what was taken for unchanged is not where a run shows a difference; nothing is called unchanged", x.pair.Name)
		x.reasons.Add(reason.Of(reason.Proof, "", "what was taken for one contradicts a run"))
		x.Unchanged, x.partial = x.Ctx.False, false
	}
}
