package moddiff

import (
	"context"
	"slices"
	"time"

	"semdiff/moddiff/certificate"
	"semdiff/moddiff/evidence"
	"semdiff/moddiff/kit"
	"semdiff/moddiff/pairing"
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
// missing entry.
//
// Differs from the paper: pairs are visited bottom-up over the strongly
// connected components of the call graph, each group once. A difference
// summary changes only when its pair is visited, so no caller is visited
// before its callees are done, and nothing returns to the work set.
func Analyze(ctx context.Context, old, new *ir.Program, s solver.Solver, opts Options) (*Result, error) {
	start := time.Now()
	opts = opts.withDefaults()
	run, entries, err := pairUp(old, new, opts) // lines 1, 3-9
	if err != nil {
		return nil, err
	}
	result := deepen(ctx, run, entries, s, opts).result()
	result.Stats.Time = time.Since(start)
	return result, nil
}

// pairUp pairs two versions, and finds the pairs whose verdicts make the run's.
func pairUp(old, new *ir.Program, opts Options) (*kit.Run, []*pairing.Pair, error) {
	run, err := kit.NewRun(old, new, pairing.Options{Given: opts.Match, Entry: opts.Entry, Eager: opts.eager})
	if err != nil {
		return nil, nil, err
	}
	entries, err := run.Pairing.Entries(opts.Entry)
	if err != nil {
		return nil, nil, err
	}
	run.Pairing.MarkReachable(entries)
	return run, entries, nil
}

// comparison is one execution of Algorithm 1: what its analyses share. Nothing in
// it changes while they go on, but for what has a lock.
type comparison struct {
	*kit.Run
	ctx     context.Context // of the whole run
	opts    Options
	entries []*pairing.Pair
	tasks   []*task // those that are or may be affected, callees first
	keys    *store.Keys
	account account                // of what no one analysis did
	shown   *certificate.Collector // likewise
	before  *comparison            // of the same programs under a smaller bound; nil for none

	cutShort bool // time ran out, or the run was interrupted
}

// compare analyses all pairs that a change can affect.
func compare(ctx context.Context, run *kit.Run, entries []*pairing.Pair, s solver.Solver, opts Options, before *comparison) *comparison {
	r := &comparison{Run: run, ctx: ctx, opts: opts, entries: entries, before: before}
	for version := range 2 {
		if run.Program(version).OverTypes {
			r.account.Note("axioms over types are taken at the types that the versions use")
		}
	}
	r.tasks = tasksOf(run.Pairing)
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
		r.ctx = context.WithoutCancel(ctx) // what ends it from now on had no part in the answer
	}
	return r
}

// perform is the body of the main loop, lines 18-31, for a group of mutually
// recursive pairs: it finds that they are unaffected, or analyses them.
func (r *comparison) perform(t *task, s solver.Solver, w *worklist) {
	if r.ctx.Err() != nil {
		return
	}
	if r.opts.Cache != nil && r.resume(t) {
		w.end(len(t.group))
		return
	}
	a := r.newAnalysis(t.group, t.deps, s)
	if pairing.Unaffected(t.group, func(p *pairing.Pair) bool { return a.State.OfPair(p).Equal }) { // line 19
		for _, p := range t.group {
			a.State.OfPair(p).Equal, a.State.OfPair(p).Partial = true, true // line 21
		}
		w.end(len(t.group))
		t.known = a.State.Knowledge()
		return
	}
	s.Reset() // so that answers do not depend on other tasks
	spent := s.Stats().Time
	for _, p := range t.group {
		if r.ctx.Err() != nil {
			break
		}
		entry := slices.Contains(r.entries, p)
		stop := a.startPair(entry, w.begin(p, a.Queries))
		a.analysePair(p, entry)
		stop()
		w.end(1)
	}
	a.solverTime = s.Stats().Time - spent
	t.account = account{Account: *a.Account, analysed: a.analysed, solverTime: a.solverTime}
	r.save(t, a)
	t.known = a.State.Knowledge()
	if a.evidence != nil {
		t.shown = a.evidence.Collector
	}
}

// analysis is the analysis of one group of mutually recursive pairs: what it knows
// depends on the group and on what it calls alone.
type analysis struct {
	*kit.Analysis
	*comparison
	share    context.Context    // of the pair at hand
	group    []*pairing.Pair    // that it is about
	evidence *evidence.Recorder // nil unless asked for

	analysed   int // pairs
	solverTime time.Duration
}

// newAnalysis starts an analysis that knows what those of the callees found.
func (r *comparison) newAnalysis(group []*pairing.Pair, callees []*task, s solver.Solver) *analysis {
	var known []*summary.Knowledge
	for _, t := range callees {
		if t.known != nil {
			known = append(known, t.known)
		}
	}
	k := r.NewAnalysis(r.ctx, s, symexec.Options{Paths: r.opts.Paths, Apart: r.opts.apart, Unwind: r.opts.Unwind}, known...)
	a := &analysis{Analysis: k, comparison: r, share: r.ctx, group: group}
	if r.opts.Evidence {
		a.evidence = evidence.New(k.Analysis, innerPatience)
		a.evidence.About = group
	}
	return a
}

// analysePair computes the difference summary of a pair of the group, lines 23-26:
// MODULARSYMBOLICEXECUTION of both procedures and CONSTPROCDIFFSUM. The first pair
// of a recursive group tries the inductive proof for the whole group before.
func (a *analysis) analysePair(p *pairing.Pair, entry bool) {
	start, before := time.Now(), *a.Account
	wanted, known := a.opts.budgetOf(p, entry), a.State.OfPair(p)
	a.Allot(wanted.terms)
	recursive := p.Recursive()
	if p == a.group[0] {
		a.adoptProofs(a.group)
		if recursive {
			patience := a.Patience
			a.proveGroup(a.group)
			a.Patience = patience
		}
	}
	if recursive && entry && !known.Equal {
		a.Analyse(p.Old)
		a.Analyse(p.New)
	}
	if known.Equal {
		known.Summary = &summary.DiffSummary{Changed: a.Ctx.False, TerminationChanged: a.Ctx.False, Unchanged: a.Ctx.True, Unknown: a.Ctx.False}
	} else {
		a.Explore(p.Old)
		a.Explore(p.New)
		known.Summary = a.summarize(p, p.Observed(a.Ctx, a.alone(p, entry)), wanted, entry)
		a.SummariesChanged()
	}
	known.Entry, known.EntryEquality = known.Summary, known.Equality
	if atEntry := p.Observed(a.Ctx, true); entry && !a.alone(p, entry) && len(atEntry) < len(p.Observed(a.Ctx, false)) && !known.Equal {
		// At the entry the position on the tape is not observed; callers of this
		// pair, if any, go on relying on known.Summary.
		asCallee := known.Equality
		known.Entry = a.summarize(p, atEntry, wanted, entry)
		known.EntryEquality, known.Equality = known.Equality, asCallee
	}
	if a.TooLarge() && (!known.Summary.Unknown.IsFalse() || !known.Entry.Unknown.IsFalse()) {
		a.Note("%s: conditions grew beyond %d terms; what that leaves open is unknown", p.Name, wanted.terms)
	}
	for _, d := range []*summary.DiffSummary{known.Summary, known.Entry} {
		d.Time, d.Queries, d.ByBounds = time.Since(start), a.Queries-before.Queries, a.ByBounds-before.ByBounds
	}
	a.analysed++
}

// alone reports whether a pair is an entry that no other pair calls: what is
// observed at the entry is then all that counts.
func (r *comparison) alone(p *pairing.Pair, entry bool) bool {
	return entry && len(r.Pairing.Callers[p.Name]) == 0
}

// summarize is constProcDiffSum, with evidence for it.
func (a *analysis) summarize(p *pairing.Pair, outputs []pairing.Port, wanted budget, entry bool) *summary.DiffSummary {
	known := a.State.OfPair(p)
	before := known.Equality
	d := a.constProcDiffSum(p, outputs, wanted)
	if a.evidence != nil {
		after, most := known.Equality, a.Most
		known.Equality, a.Most = before, unlimited // what was found is to be shown whole
		a.evidence.ShowPair(p, outputs, d, after, entry)
		known.Equality, a.Most = after, most
	}
	return d
}
