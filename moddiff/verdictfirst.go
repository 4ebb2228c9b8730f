package moddiff

import (
	"context"
	"slices"

	"semdiff/moddiff/pairing"
	"semdiff/moddiff/reason"
	"semdiff/moddiff/result"
	"semdiff/moddiff/summary"
	"semdiff/smtlib/solver"
	"semdiff/translate/ir"
)

// Until says when a run is done.
type Until string

// The ends of a run.
const (
	UntilSummary Until = "summary" // the sets of all pairs are as complete as they get
	UntilVerdict Until = "verdict" // the verdict of the entries is settled
)

// The first look at the entries: the steps of runs on generated inputs, and the part of
// the time, where that is limited, that comes before sets are completed. A run that needs
// a small part of its time does without that look.
const (
	firstRuns  = 400_000
	openRuns   = 3_000_000 // where they depend on what the versions leave open
	briefRuns  = 1_000_000 // where these go on beside the comparison
	wholeShare = 6         // one part in so many
	firstShare = 3
)

// seeksVerdict reports whether the verdict of the entries comes first: it is all that is
// asked for, or time may run out before the entries' turn. Evidence is for whole answers.
func (o Options) seeksVerdict(ctx context.Context) bool {
	_, limited := ctx.Deadline()
	return !o.Evidence && !o.SlicesAlone && (o.Until == UntilVerdict || limited)
}

// wholeWithin is a whole run within a small part of the time, in which no pair leaves
// anything open for want of time.
func wholeWithin(ctx context.Context, old, new *ir.Program, s solver.Solver, opts Options) (*Result, error) {
	opts.unshared = true
	ctx, cancel := partOf(ctx, wholeShare)
	defer cancel()
	return whole(ctx, old, new, s, opts)
}

// verdictFirst looks for the verdict of the entries alone. Before any query both versions
// of the whole entries run on generated inputs. Then Algorithm 1 goes up from the changed
// pairs without stopping where it need not: at a pair of which a difference is known
// nothing more is asked (Options.brief), and each pair has its share of the time. All that
// it shows is as sound as what is shown later, there is less of it.
func verdictFirst(ctx context.Context, old, new *ir.Program, s solver.Solver, opts Options) (*Result, error) {
	opts.brief, opts.Cache = true, nil
	x, err := pairUp(old, new, opts)
	if err != nil {
		return nil, err
	}
	if !x.inner {
		if r := x.runEntries(ctx, s, opts); r != nil {
			return settledEarly(r.result()), nil
		}
	}
	part, cancel := ctx, context.CancelFunc(func() {})
	if opts.Until != UntilVerdict {
		part, cancel = partOf(ctx, firstShare)
	}
	defer cancel()
	if _, limited := ctx.Deadline(); limited && !x.inner {
		return settledEarly(x.compareBesideRuns(part, old, new, s, opts)), nil
	}
	return settledEarly(x.compareAll(part, s, opts)), nil
}

// runEntries runs both versions of each entry on inputs: chosen ones, then ones made from
// those that took new paths, then such that a solver finds, until they cover all, and at
// last ones that say what open functions give. It returns the answer when a difference
// shows, or when all entries are equal.
func (x *subject) runEntries(ctx context.Context, s solver.Solver, opts Options) *comparison {
	r := &comparison{Run: x.Run, subject: x, ctx: ctx, opts: opts, tasks: x.tasks()}
	equal := len(x.entries) > 0
	for _, p := range x.entries {
		if len(p.Interface) > 0 {
			equal = false
			continue
		}
		if !p.Affected {
			continue
		}
		a := r.newAnalysis([]*pairing.Pair{p}, nil, s)
		d := a.runEntry(p)
		if d == nil {
			equal = false
			continue
		}
		r.settle(p, d, a)
		if !d.Unchanged.IsTrue() {
			return r
		}
	}
	if equal {
		return r
	}
	return nil
}

// settle makes d the answer for a pair.
func (r *comparison) settle(p *pairing.Pair, d *summary.DiffSummary, a *analysis) {
	for _, t := range r.tasks {
		if slices.Contains(t.group, p) {
			t.known = &summary.Knowledge{Pairs: map[*pairing.Pair]*summary.Pair{p: {Summary: d, Entry: d}}}
			t.account = account{Account: *a.Account, analysed: 1}
		}
	}
}

// runEntry is what runs show of an entry: a difference, or that it is equal; nil for
// neither.
func (a *analysis) runEntry(p *pairing.Pair) *summary.DiffSummary {
	counts, outputs := a.opts.judgement().Counts, p.Observed(a.Ctx, true)
	diff, _ := a.Runs.TestConcretely(p, outputs)
	if diff == nil {
		diff = a.Runs.Fuzz(p, outputs, nil, firstRuns)
	}
	if diff == nil || !counts(diff) {
		part, end := partOf(a.comparison.ctx, wholeShare)
		a.Within(part)
		var equal bool
		diff, equal = a.Runs.Cover(p, outputs, counts)
		end()
		a.Within(a.comparison.ctx)
		if equal {
			return summary.AllUnchanged(a.Ctx)
		}
	}
	if diff == nil || !counts(diff) {
		part, end := partOf(a.comparison.ctx, firstShare)
		a.Within(part)
		steps := openRuns
		if _, limited := part.Deadline(); limited {
			steps = briefRuns
		}
		diff = a.Runs.FuzzOpen(p, outputs, steps, a.opts.judgement())
		end()
		if a.Within(a.comparison.ctx); diff == nil {
			return nil
		}
	}
	return a.differentAt(outputs, diff)
}

// differentAt is the answer for an entry of which one difference is known.
func (a *analysis) differentAt(outputs []pairing.Port, diff *summary.Difference) *summary.DiffSummary {
	d := finisher{a.Finder}.oneDifference(outputs, diff)
	d.Reasons = []reason.Reason{settledReason()}
	return d
}

// settled reports whether no more is asked about the pair at hand, since it is known to
// be different and only that is asked for.
func (x *diffSum) settled() bool {
	return x.opts.brief && (x.counts(x.test) || slices.ContainsFunc(x.differences, x.counts))
}

// settledReason is why inputs are unknown of a pair of which no more was asked.
func settledReason() reason.Reason {
	return reason.Reason{ID: reason.NotReached, Detail: "the verdict was settled before", Flag: "--until " + string(UntilSummary)}
}

// settledEarly says of rows that the run did not come to that the verdict was settled,
// unless time was up before.
func settledEarly(r *Result) *Result {
	if r.CutShort {
		return r
	}
	for _, p := range r.Pairs {
		for i := range p.Reasons {
			if p.Reasons[i] == reason.Of(reason.NotReached, "", "") {
				p.Reasons[i] = settledReason()
			}
		}
	}
	return r
}

// stillOpen is a row that leaves inputs open only since more was not asked then; later it
// was, and they stay open for the reasons that are given.
func stillOpen(row *PairResult, why []Reason) *PairResult {
	if len(why) == 0 || !row.Open() || !slices.Equal(row.Reasons, []Reason{settledReason()}) {
		return row
	}
	later := *row
	later.Reasons = why
	return &later
}

// adopt takes over answers of an earlier look at the same programs, where r has none or
// one that is open.
func adopt(r, earlier *Result) {
	type key struct{ old, new, kind string }
	rows := map[key]*PairResult{}
	for _, p := range earlier.Pairs {
		rows[key{p.Old, p.New, p.Kind}] = p
	}
	r.Verdict = Equivalent
	for i, p := range r.Pairs {
		if q := rows[key{p.Old, p.New, p.Kind}]; q != nil && p.Compared && p.Verdict == Unknown && q.Verdict != Unknown {
			if !p.Analysed && q.Analysed {
				r.Stats.Analysed++
			}
			r.Pairs[i] = stillOpen(q, p.Reasons)
		}
		if p = r.Pairs[i]; p.Compared && slices.Contains(r.Entry, p.Name) {
			r.Verdict = r.Verdict.Worse(p.Verdict)
		}
	}
	r.Complete = !r.CutShort && !slices.ContainsFunc(r.Pairs, (*result.PairResult).Open)
	r.Stats.AddWork(earlier.Stats)
}
