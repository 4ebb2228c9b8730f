package moddiff

import (
	"context"
	"slices"
	"time"

	"semdiff/moddiff/certificate"
	"semdiff/moddiff/evidence"
	"semdiff/moddiff/kit"
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/query"
	"semdiff/moddiff/store"
	"semdiff/moddiff/summary"
	"semdiff/moddiff/symexec"
	"semdiff/smtlib/solver"
	"semdiff/translate/ir"
)

// Analyze is Algorithm 1, DIFFSUMMARIZE: it computes difference summaries for
// all pairs that a change can affect, callees first. Both programs must be
// lowered in one Context. It is an anytime algorithm: when ctx ends, the answer
// holds what was found so far and CutShort is true. The error is about a
// missing entry, or a matching that does not fit.
//
//	lines       in the paper                           here
//	1           match                                  pairUp: pairing.New
//	2, 26       FoundDiff                              DiffSummary.Differences
//	3-9         workSet: modified pairs, their callers pairUp: Pair.Modified, Pair.Affected; tasks
//	10-16       first Diff and Sum                     summary.Table: OfPair, Of
//	17, 18, 32  while, CHOOSENEXT                      forEachTask (schedule.go)
//	19-21       unaffected though in workSet           perform
//	23, 24      MODULARSYMBOLICEXECUTION               analysePair: Explore (package symexec)
//	25          CONSTPROCDIFFSUM                       analysePair: constProcDiffSum
//	28-31       Diff changed: callers into workSet     not needed, see below
//	33          return Diff, FoundDiff                 comparison.result (report.go)
//
// Differs from the paper: pairs are visited bottom-up over the strongly
// connected components of the call graph, each group once. A difference
// summary changes only when its pair is visited, so no caller is visited
// before its callees are done, and nothing returns to the work set. All this is
// repeated under growing unwinding bounds (deepen.go).
func Analyze(ctx context.Context, old, new *ir.Program, s solver.Solver, opts Options) (*Result, error) {
	start := time.Now()
	opts = opts.withDefaults()
	r, err := comparePrograms(ctx, old, new, s, opts)
	if err != nil {
		return nil, err
	}
	compareAsEntries(ctx, old, new, s, opts, r)
	r.Stats.Time = time.Since(start)
	return r, nil
}

// comparePrograms looks at the entries first where time is limited, and completes the answer.
func comparePrograms(ctx context.Context, old, new *ir.Program, s solver.Solver, opts Options) (*Result, error) {
	var earlier []*Result // looks at the same programs
	if opts.seeksVerdict(ctx) {
		if opts.Until != UntilVerdict {
			r, err := wholeWithin(ctx, old, new, s, opts)
			if err != nil || !r.CutShort {
				return r, err
			}
			earlier = append(earlier, r)
		}
		first, err := verdictFirst(ctx, old, new, s, opts)
		if err != nil {
			return nil, err
		}
		if opts.Until == UntilVerdict && (first.Verdict != Unknown || ctx.Err() != nil) {
			return first, nil
		}
		earlier = append(earlier, first)
	}
	var result *Result
	var err error
	if len(earlier) > 0 && opts.Until != UntilVerdict {
		result, err = wholeBesideRuns(ctx, old, new, s, opts, earlier)
	} else {
		result, err = whole(ctx, old, new, s, opts)
	}
	if err != nil {
		return nil, err
	}
	for _, r := range earlier {
		adopt(result, r)
	}
	return result, nil
}

// whole compares all pairs.
func whole(ctx context.Context, old, new *ir.Program, s solver.Solver, opts Options) (*Result, error) {
	if opts.Evidence && !opts.WithoutImpact {
		return withEvidence(ctx, old, new, s, opts)
	}
	x, err := pairUp(old, new, opts) // lines 1 and 3-9
	if err != nil {
		return nil, err
	}
	return x.compareAll(ctx, s, opts), nil
}

// compareAll compares slices, and then whole versions where that leaves something open.
func (x *subject) compareAll(ctx context.Context, s solver.Solver, opts Options) *Result {
	if !opts.WithoutImpact {
		x.settleByImpact(ctx, s, opts)
	} else if len(x.equal) > 0 {
		x.settleEqual()
	}
	last := deepen(ctx, x, s, opts)
	proposed := last.judged()
	answer := last.result()
	answer.Proposed = proposed
	return answer
}

// subject is what is compared: two versions, and the pairs whose verdicts make the
// run's.
type subject struct {
	*kit.Run
	entries []*pairing.Pair
	named   bool     // the entry was: nothing else is asked for than what it may call
	inner   bool     // entries are compared as callers see them
	settled *settled // what is known before Algorithm 1; nil for nothing
	equal   []string // names of pairs that are
	// unimpacted are the outputs that the change does not reach, by pair; where they are
	// asked for, evidence says why they are equal.
	unimpacted map[*pairing.Pair][]pairing.Port
	// proposals are relations that are proven before they are used.
	proposals []Proposal
}

// pairUp pairs two versions, line 1, marks the pairs that a change can affect,
// lines 3-9, and finds the entries: the pairs whose verdicts make the run's. It asks for
// proposals.
func pairUp(old, new *ir.Program, opts Options) (*subject, error) {
	run, err := kit.NewRun(old, new, pairing.Options{Given: opts.Match, Entry: opts.Entry, Eager: opts.eager})
	if err != nil {
		return nil, err
	}
	x := &subject{Run: run, named: opts.Entry != "", equal: opts.Equal}
	if len(opts.Inner) > 0 {
		names := opts.Inner
		if opts.Entry != "" {
			names = append(slices.Clone(names), opts.Entry)
		}
		x.named, x.inner = true, true
		x.entries, err = run.Pairing.Inner(names)
	} else {
		x.entries, err = run.Pairing.Entries(opts.Entry)
	}
	if err != nil {
		return nil, err
	}
	if len(opts.Equal) > 0 {
		run.Pairing.MarkBefore(x.entries, opts.Equal) // what equal pairs call tells nothing more
	}
	return x, x.propose(opts)
}

// comparison is one execution of Algorithm 1 under one unwinding bound: what the
// analyses of its pairs share. While they run nothing in it changes, except what
// has a lock of its own.
type comparison struct {
	*kit.Run
	*subject
	ctx     context.Context // of the whole run
	opts    Options
	tasks   []*task // those that are or may be affected, callees first
	keys    *store.Keys
	account account                // of the work that belongs to no pair
	shown   *certificate.Collector // evidence that belongs to no task
	before  *comparison            // of the same programs under a smaller bound; nil for none

	cutShort bool // time ran out, or the run was interrupted
}

// compare is lines 10-32: it analyses all pairs that a change can affect.
func compare(ctx context.Context, x *subject, s solver.Solver, opts Options, before *comparison) *comparison {
	r := &comparison{Run: x.Run, subject: x, ctx: ctx, opts: opts, before: before}
	for version := range 2 {
		if x.Program(version).OverTypes {
			r.account.Note("axioms over types are taken at the types that the versions use")
		}
	}
	r.tasks = x.tasks()
	if opts.Cache != nil {
		r.makeKeys()
	}
	r.forEachTask(s, r.perform) // lines 17-32
	r.cutShort = ctx.Err() != nil
	r.noteContradictions(s)
	if opts.Evidence {
		r.shown = r.showEntries(s)
	}
	if !r.cutShort {
		r.ctx = context.WithoutCancel(ctx) // the answer is complete: its end does not matter any more
	}
	return r
}

// perform is the body of the main loop, lines 19-27, for a group of mutually
// recursive pairs: it takes their outcome from what is settled or from the cache, finds
// that they are unaffected, or analyses them.
func (r *comparison) perform(t *task, s solver.Solver, w *worklist) {
	if r.isSettledTask(t) {
		t.known = r.knowledgeOf(t)
		w.end(len(t.group))
		return
	}
	if r.ctx.Err() != nil || r.opts.SlicesAlone && r.comparesWhole() {
		return
	}
	if r.opts.Cache != nil && r.resume(t) {
		w.end(len(t.group))
		return
	}
	a := r.newAnalysis(t.group, t.deps, s)
	if pairing.Unaffected(t.group, func(p *pairing.Pair) bool { return a.State.OfPair(p).Equal }) { // lines 19-20
		for _, p := range t.group {
			a.State.OfPair(p).Equal, a.State.OfPair(p).Partial = true, true // line 21
		}
		w.end(len(t.group))
	} else {
		s.Reset() // so that answers do not depend on other tasks
		a = r.analyseTask(t, a, s, w)
		r.save(t, a)
		if a.evidence != nil {
			t.shown = a.evidence.Collector
		}
	}
	t.known = a.State.Knowledge()
}

// analysis is the analysis of one group of mutually recursive pairs: what it knows
// depends on the group and on what it calls alone.
type analysis struct {
	*kit.Analysis
	*comparison
	share    context.Context        // ends when the time for the pair at hand is up
	group    []*pairing.Pair        // that it is about
	evidence *evidence.Recorder     // nil unless asked for
	asked    map[*pairing.Pair]bool // of which relations were looked for
	proofs   int64                  // resource units that are left for proofs about the pair at hand
	atMost   int64                  // resource units that a pair may cost; 0 means what its budget says
	cutShort bool                   // it cost that

	analysed int // pairs
}

// newAnalysis starts an analysis that knows what those of the callees found: Diff
// and Sum as lines 19-25 read them.
func (r *comparison) newAnalysis(group []*pairing.Pair, callees []*task, s solver.Solver) *analysis {
	var known []*summary.Knowledge
	for _, t := range callees {
		if t.known != nil {
			known = append(known, t.known)
		}
	}
	k := r.NewAnalysis(r.ctx, s, symexec.Options{Paths: r.opts.Paths, Apart: r.opts.apart, Unwind: r.opts.Unwind}, known...)
	if r.opts.Without.ClosedForms {
		k.ClosedForm = nil
	}
	a := &analysis{Analysis: k, comparison: r, share: r.ctx, group: group, asked: map[*pairing.Pair]bool{}}
	if r.opts.Evidence {
		a.evidence = evidence.New(k.Analysis, k.Loops, r.opts.judgement(), innerPatience)
		a.evidence.About = group
	}
	return a
}

// analyseGroup analyses the pairs of a group one after the other, as long as there
// is time, and returns what that took.
func (a *analysis) analyseGroup(s solver.Solver, w *worklist) account {
	before := s.Stats().Time
	a.proveProposals()
	for _, p := range a.group {
		if a.comparison.ctx.Err() != nil {
			break
		}
		entry := slices.Contains(a.entries, p)
		stop := a.startPair(entry, w.begin(p, a.Queries))
		a.analysePair(p, entry)
		stop()
		w.end(1)
	}
	return account{Account: *a.Account, analysed: a.analysed, solverTime: s.Stats().Time - before}
}

// analysePair computes the difference summary of a pair of the group, lines 23-26.
// Where a proof about recursion shows that the pair is equal, that is all.
func (a *analysis) analysePair(p *pairing.Pair, entry bool) {
	start, before := time.Now(), *a.Account
	wanted, known := a.opts.budgetOf(entry), a.State.OfPair(p)
	a.Allot(wanted.terms)
	a.AllotResources(wanted.solver)
	if a.atMost > 0 {
		a.AllotResources(min(wanted.solver, a.atMost))
	}
	a.proofs = wanted.proofs
	a.tryProofs(p, entry)
	if known.Equal {
		known.Summary = summary.AllUnchanged(a.Ctx)
	} else {
		a.Explore(p.Old)                                                                    // line 23
		a.Explore(p.New)                                                                    // line 24
		known.Summary = a.summarize(p, p.Observed(a.Ctx, a.alone(p, entry)), wanted, entry) // lines 25-26
		a.SummariesChanged()
	}
	known.Entry, known.EntryEquality = known.Summary, known.Equality
	if entry && !a.inner && !known.Equal {
		a.summarizeAsEntry(p, wanted)
	}
	if a.evidence != nil && !known.Entry.Unchanged.IsTrue() {
		for _, port := range a.unimpacted[p] {
			a.evidence.ShowSame(p, port)
		}
	}
	if a.TooLarge() && (!known.Summary.Unknown.IsFalse() || !known.Entry.Unknown.IsFalse()) {
		a.Note("%s: conditions grew beyond %d terms; what that leaves open is unknown", p.Name, wanted.terms)
	}
	for _, d := range []*summary.DiffSummary{known.Summary, known.Entry} {
		d.Time, d.Queries, d.ByBounds = time.Since(start), a.Queries-before.Queries, a.ByBounds-before.ByBounds
	}
	a.analysed++
}

// tryProofs tries what the paper does not have, before symbolic execution: for the
// first pair of a recursive group equality of the whole group by induction, for an
// entry that is recursive for which inputs it ends.
func (a *analysis) tryProofs(p *pairing.Pair, entry bool) {
	recursive := p.Recursive()
	if p == a.group[0] {
		a.adoptProofs(a.group)
		if recursive {
			patience := a.Patience
			a.proveGroup(a.group)
			a.Patience = patience
		}
	}
	if recursive && entry && !a.State.OfPair(p).Equal {
		a.Analyse(p.Old)
		a.Analyse(p.New)
	}
}

// summarizeAsEntry computes the difference summary of a pair as the user sees it,
// where that differs from how its callers see it: at the entry the position on the
// tape, and what else its callers could not see, is not observed. Callers go on relying on Summary and Equality.
func (a *analysis) summarizeAsEntry(p *pairing.Pair, wanted budget) {
	outputs, known := p.Observed(a.Ctx, true), a.State.OfPair(p)
	if a.alone(p, true) || p.SeenWhole(a.Ctx, outputs) {
		return
	}
	asCallee := known.Equality
	known.Entry = a.summarize(p, outputs, wanted, true)
	known.EntryEquality, known.Equality = known.Equality, asCallee
}

// alone reports whether a pair is an entry that no other pair calls: it is then
// compared once only, as the entry.
func (x *subject) alone(p *pairing.Pair, entry bool) bool {
	return entry && !x.inner && len(x.Pairing.Callers[p.Name]) == 0
}

// summarize is constProcDiffSum, and records evidence for its answer.
func (a *analysis) summarize(p *pairing.Pair, outputs []pairing.Port, wanted budget, entry bool) *summary.DiffSummary {
	known := a.State.OfPair(p)
	before := known.Equality
	d, proofs := a.constProcDiffSum(p, outputs, wanted)
	if a.evidence != nil {
		after, most := known.Equality, a.Most
		known.Equality, a.Most = before, query.Unlimited // evidence is for all of the answer, whatever it takes
		a.evidence.ShowPair(p, outputs, d, after, entry, proofs)
		known.Equality, a.Most = after, most
	}
	return d
}
