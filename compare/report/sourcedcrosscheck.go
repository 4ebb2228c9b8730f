package report

import (
	"semdiff/compare/engine"
	"semdiff/moddiff"
	"semdiff/translate/sourcenames"
)

// NameSource makes the text and the page speak the names of the source that the programs were
// translated from, which the difference summaries have, where these are known.
func (r *Crosscheck) NameSource(summaries *engine.Outcome) {
	s := newSourcing(summaries)
	if s == nil {
		return
	}
	named, rows := s.outcome(summaries)
	x := *r
	x.Entry, x.ModDiffNotes, x.SymDiffNotes, x.Procedures = named.Entry, named.Notes, nil, nil
	for _, note := range r.SymDiffNotes {
		x.SymDiffNotes = append(x.SymDiffNotes, s.note(note))
	}
	for i := range r.Procedures {
		row := &r.Procedures[i]
		p := summaries.Counterpart(&moddiff.PairResult{Old: row.Old, New: row.New})
		if p == nil { // a loop that the summaries leave out
			p = &moddiff.PairResult{Name: row.Name, Kind: row.Kind, Old: row.Old, New: row.New}
			s.name([]*moddiff.PairResult{p})
			rows[p] = s.pair(p)
		}
		if s.isRuntime(p) && !row.isNews() {
			if p.Status == moddiff.StatusUnchanged {
				x.runtime++
			}
			continue
		}
		q := rows[p]
		if q == nil {
			q = s.pair(p)
		}
		row.Source = &SourceRow{Name: q.Name, OldPlace: q.Places[0].String(), NewPlace: q.Places[1].String()}
		x.Procedures = append(x.Procedures, *s.crossed(row, p, q))
	}
	x.Summarize(named.Result)
	x.Verdict = r.Verdict // of all pairs, also of those that are left out
	r.shown = &x
}

// isNews reports whether anything is said of the pair beside that it is as before, or that
// one version alone has it.
func (row *CrossedPair) isNews() bool {
	same := string(moddiff.StatusUnchanged)
	return row.Compared && (row.ModDiff != same || row.SymDiff != same) || row.SignatureChanged || len(row.Contradictions) > 0 || row.Assertions != nil
}

// crossed is the row of p, which is q in the source's names.
func (s *sourcing) crossed(row *CrossedPair, p, q *moddiff.PairResult) *CrossedPair {
	out := *row
	w := sourcenames.NewWriter(s.ctx, s.names, p.Old, p.New)
	out.Name, out.Old, out.New = q.Name, q.Old, q.New
	out.Interface, out.Relations, out.Outputs, out.because, out.runs = texts(w, row.Interface), texts(w, row.Relations), nil, nil, nil
	for _, o := range row.Outputs {
		if o.Verdict == moddiff.Equivalent.String() && (s.names[0].IsHidden(o.Output) || s.names[1].IsHidden(o.Output)) {
			continue
		}
		o.Output = w.Text(o.Output)
		out.Outputs = append(out.Outputs, o)
	}
	if row.Assertions != nil {
		a := *row.Assertions
		a.shown = w.Text(a.shown)
		out.Assertions = &a
	}
	for _, e := range row.because {
		out.because = append(out.because, explained{e.engine, s.pair(e.pair)})
	}
	for _, run := range row.runs {
		only := *run.pair
		summary := moddiff.DiffSummary{}
		if only.Summary != nil {
			summary = *only.Summary
		}
		summary.Differences = []*moddiff.Difference{run.of}
		only.Summary = &summary
		named := s.pair(&only)
		out.runs = append(out.runs, counterexample{replayOf(run.result, named, named.Summary.Differences[0]), named, run.result})
	}
	return &out
}

func texts(w *sourcenames.Writer, list []string) (out []string) {
	for _, text := range list {
		out = append(out, w.Text(text))
	}
	return out
}
