package moddiff

import (
	"context"
	"fmt"
	"slices"

	"semdiff/smtlib/solver"
	"semdiff/translate/ir"
)

// verdict judges a difference summary.
func verdict(d *DiffSummary, s pairState) Verdict {
	switch {
	case d == nil:
		return Unknown
	case len(d.Differences) > 0:
		return Different
	case d.Unchanged.IsTrue():
		return Equivalent
	case s.partial:
		return PartiallyEquivalent
	}
	return Unknown
}

// overview is an analysis that has nothing to do and knows what all others found.
func (r *comparison) overview(s solver.Solver) *analysis { return r.newAnalysis(r.tasks, s) }

// result puts together what was found.
func (r *comparison) result() *Result {
	a := r.overview(nil)
	result := &Result{Ctx: r.c, Old: r.base[0].prog.File, New: r.base[1].prog.File, CutShort: r.cutShort, Verdict: Equivalent}
	for _, p := range r.entry {
		result.Entry = append(result.Entry, p.Name)
	}
	for _, base := range r.pairs {
		p := a.pair(base)
		entry := r.isEntry(p)
		if !entry && p.old.proc.Kind == ir.Loop && a.sides[0].root(p.old).pair.isUnchanged() {
			continue // whether it is known does not depend on the change alone
		}
		pr := &PairResult{
			Name: p.Name, Kind: p.old.proc.Kind.String(), Old: p.old.proc.Name, New: p.new.proc.Name,
			OldPos: p.old.proc.Pos.String(), NewPos: p.new.proc.Pos.String(),
			Compared: true, Modified: p.Modified, Interface: p.Interface,
		}
		for _, in := range p.Inputs {
			pr.Inputs = append(pr.Inputs, in.Var)
		}
		for _, out := range a.observed(p, entry) {
			pr.Outputs = append(pr.Outputs, out.Var)
		}
		switch {
		case p.isUnchanged():
			pr.Status, pr.Verdict = StatusUnchanged, Equivalent
		default:
			d, state := p.summary, p.state
			if entry {
				d, state = p.entry, p.entryState
			}
			pr.Summary, pr.Analysed = d, d != nil
			pr.Verdict = verdict(d, state)
			pr.Status = Status(pr.Verdict.String())
			if d == nil {
				pr.Reasons = notReached(r.run)
			} else {
				pr.Reasons = d.Reasons
			}
		}
		if entry {
			result.Verdict = result.Verdict.worse(pr.Verdict)
		}
		result.Pairs = append(result.Pairs, pr)
	}
	r.reportInterface(result)
	all := r.work()
	for before := r.opts.before; before != nil; before = before.opts.before {
		all.stats.addQueries(before.work().stats)
	}
	all.stats.Procedures = len(result.Pairs)
	result.Stats = all.stats
	result.Complete = !result.CutShort && !slices.ContainsFunc(result.Pairs, (*PairResult).Open)
	result.Notes = r.closingNotes(all, result)
	if r.opts.Evidence {
		result.Evidence = r.allShown()
	}
	return result
}

// reason says why a run was cut short, where its context knows.
func reason(ctx context.Context) string {
	cause := context.Cause(ctx)
	if cause == ctx.Err() {
		return ""
	}
	return " (" + cause.Error() + ")"
}

// work is what all analyses say of themselves.
func (r *comparison) work() *account {
	all := r.account
	all.notes = slices.Clip(all.notes)
	for _, t := range r.tasks {
		all.add(&t.account)
	}
	return &all
}

// closingNotes says what was not shown and under which bounds and assumptions.
// What bounds left out did not matter where nothing is left open.
func (r *comparison) closingNotes(all *account, result *Result) []string {
	notes := slices.Clone(all.notes)
	if result.CutShort {
		notes = append(notes, fmt.Sprintf("the run was cut short%s: pairs without an answer are unknown", reason(r.run)))
	}
	if all.unwound && !result.Complete {
		notes = append(notes, fmt.Sprintf("unwinding stopped after %d choices (--unwind)", r.opts.Unwind))
	}
	if all.truncated && !result.Complete && !result.CutShort {
		notes = append(notes, "not all paths of a procedure, or pairs of paths, were explored")
	}
	if all.stats.Unknown > 0 && !result.Complete {
		notes = append(notes, fmt.Sprintf("%d queries had no definite answer", all.stats.Unknown))
	}
	var ext []string
	for _, s := range r.base {
		for _, name := range s.prog.Externals {
			if !slices.Contains(ext, name) {
				ext = append(ext, name)
			}
		}
	}
	if len(ext) > 0 {
		slices.Sort(ext)
		notes = append(notes, fmt.Sprintf("procedures without a body are taken as functions of their inputs: %s", listed(ext)))
	}
	return notes
}

func listed(names []string) string {
	const most = 8
	s := ""
	for i, n := range names {
		if i == most {
			return fmt.Sprintf("%s and %d more", s, len(names)-most)
		}
		if i > 0 {
			s += ", "
		}
		s += n
	}
	return s
}
