package moddiff

import (
	"fmt"
	"slices"

	"semdiff/moddiff/certificate"
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/result"
	"semdiff/moddiff/summary"
	"semdiff/smtlib/solver"
	"semdiff/translate/ir"
)

// verdict judges a difference summary. What the options ask to leave out is no
// difference, and all other inputs have to be unchanged.
func (o Options) verdict(d *summary.DiffSummary, s summary.Equality) Verdict {
	if d == nil {
		return Unknown
	}
	judgement := o.judgement()
	noT := !slices.ContainsFunc(d.Differences, func(diff *summary.Difference) bool { return diff.Termination })
	switch {
	case slices.ContainsFunc(d.Differences, judgement.Counts):
		return Different
	case !d.Changed.IsFalse() && !d.OnlyBlocked():
		return Unknown // some of it may count, but no witness does
	case d.Unchanged.IsTrue(), d.Unknown.IsFalse() && noT:
		return Equivalent
	case s.Partial, d.Unknown.IsFalse():
		return PartiallyEquivalent
	}
	return Unknown
}

// shown is a difference summary without what the options ask to leave out.
func (o Options) shown(d *summary.DiffSummary) *summary.DiffSummary {
	if d == nil {
		return nil
	}
	listed := o.judgement().Listed(d.Differences)
	if len(listed) == len(d.Differences) {
		return d
	}
	less := *d
	less.Differences = listed
	return &less
}

// overview is a table of what all analyses found.
func (r *comparison) overview() *summary.Table {
	var known []*summary.Knowledge
	for _, t := range r.tasks {
		if t.known != nil {
			known = append(known, t.known)
		}
	}
	return summary.NewTable(summary.Join(known...))
}

// result is line 33 of Algorithm 1: the answer for all pairs.
func (r *comparison) result() *Result {
	state := r.overview()
	inside := comparedInside(state, r.Pairing.Pairs)
	isUnchanged := func(p *pairing.Pair) bool { return p != nil && !inside[p] && state.OfPair(p).IsUnchanged() }
	answer := result.New(r.ctx, r.Run, r.entries, func(p *pairing.Pair, entry bool) (Answer, bool) {
		known := state.OfPair(p)
		switch {
		case !entry && p.Old.Kind == ir.Loop && isUnchanged(p.Old.Version.Root(p.Old).Pair):
			return Answer{}, false // which loops are listed here would depend on which bodies were lowered
		case r.isIdle(p):
			return Answer{}, false
		case isUnchanged(p):
			return Answer{Status: StatusUnchanged, Verdict: Equivalent}, true
		case known.IsUnchanged():
			return Answer{Verdict: Equivalent, Summary: summary.AllUnchanged(r.Pairing.Ctx)}, true
		case entry:
			return Answer{Verdict: r.opts.verdict(known.Entry, known.EntryEquality), Summary: r.opts.shown(known.Entry)}, true
		}
		return Answer{Verdict: r.opts.verdict(known.Summary, known.Equality), Summary: r.opts.shown(known.Summary)}, true
	})
	if r.cutShort {
		answer.CutShort, answer.Complete = true, false
	}
	all := r.work()
	for before := r.before; before != nil; before = before.before {
		all.addQueries(before.work())
	}
	r.addSlices(all)
	procedures := answer.Stats.Procedures
	answer.Stats = all.stats()
	answer.Stats.Procedures = procedures
	bounds := r.boundsNotes(all, answer)
	if r.opts.Blocked == BlockedIgnore {
		bounds = append(bounds, "inputs on which an assumption blocks one version only were left out (--blocked)")
	}
	if answer.Verdict == Equivalent || answer.Verdict == PartiallyEquivalent {
		for _, p := range r.entries {
			if d := state.OfPair(p).Entry; d != nil && !d.Changed.IsFalse() && r.opts.Blocked == BlockedReport {
				bounds = append(bounds, fmt.Sprintf("%s agrees where an assumption blocks neither version (--blocked)", p.Name))
			}
		}
	}
	if r.opts.IgnoreTermination {
		bounds = append(bounds, "that one version ends and the other does not was no difference (--termination)")
	}
	answer.Judgement = r.opts.judgement()
	answer.Notes = answer.ClosingNotes(r.ctx, r.Run, &all.Account, bounds...)
	if r.opts.Related != nil {
		r.opts.Related(r.related())
	}
	if r.opts.Evidence {
		answer.Evidence = r.allShown()
	}
	return answer
}

// comparedInside are the procedures with loops that were compared: these call what a
// change reaches.
func comparedInside(state *summary.Table, pairs []*pairing.Pair) map[*pairing.Pair]bool {
	inside := map[*pairing.Pair]bool{}
	for _, p := range pairs {
		if root := p.Old.Version.Root(p.Old).Pair; root != nil && root != p && state.OfPair(p).Summary != nil {
			inside[root] = true
		}
	}
	return inside
}

// boundsNotes says which bounds left something out, unless nothing is open.
func (r *comparison) boundsNotes(all *account, answer *Result) (bounds []string) {
	if all.Unwound && !answer.Complete {
		bounds = append(bounds, fmt.Sprintf("unwinding stopped after %d choices (--unwind)", r.opts.Unwind))
	}
	if all.Truncated && !answer.Complete && !answer.CutShort {
		bounds = append(bounds, "not all paths of a procedure, or pairs of paths, were explored")
	}
	return bounds
}

// showEntries records why entries are equal that were not analysed.
func (r *comparison) showEntries(s solver.Solver) *certificate.Collector {
	a := r.newAnalysis(r.entries, r.tasks, s)
	for _, p := range r.entries {
		if known := a.State.OfPair(p); known.Summary == nil && known.Equal {
			a.evidence.ClaimOf(p, certificate.Unchanged)
		}
	}
	return a.evidence.Collector
}

// allShown is the evidence of all analyses.
func (r *comparison) allShown() *certificate.Evidence {
	all := certificate.NewCollector()
	for _, t := range r.tasks {
		if t.shown != nil {
			all.Join(t.shown)
		}
	}
	all.Join(r.shown)
	return all.Evidence()
}
