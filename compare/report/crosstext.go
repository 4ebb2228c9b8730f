package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"semdiff/compare/trace"
)

// WriteText writes a table of the pairs and their counterexamples, then what was
// not shown.
func (r *Crosscheck) WriteText(w io.Writer, style trace.Style) error {
	if r.shown != nil {
		r = r.shown
	}
	fmt.Fprintf(w, "%s\n%s -> %s, all pairs together: %s\n\n", r.Headline, r.Old, r.New, r.Verdict)
	table := newTable(w)
	placed := slices.ContainsFunc(r.Procedures, func(row CrossedPair) bool { return row.Source.place() != "" })
	head := []string{"pair"}
	if placed {
		head = append(head, "place")
	}
	table.Header(slices.Concat(head, []string{"moddiff", "symdiff " + r.Mode}, r.Engines, []string{"U", "C", "T", "boogie", "together"}))
	var more []string
	for _, row := range r.Procedures {
		cells := []string{row.title()}
		if placed {
			cells = append(cells, row.Source.place())
		}
		cells = append(cells, row.ModDiff, row.SymDiff)
		for _, name := range r.Engines {
			cells = append(cells, row.Engines[name])
		}
		sets, boogie, agree := CrossedSets{}, "", ""
		if row.Sets != nil {
			sets, agree = *row.Sets, "yes"
		}
		if row.Boogie != nil {
			boogie = row.Boogie.Verdict
		}
		if len(row.Contradictions) > 0 {
			agree = "NO"
		}
		cells = append(cells, sets.Unchanged, sets.Changed, sets.Termination, boogie, agree)
		for _, line := range row.more() {
			more = append(more, row.Name+": "+line)
		}
		if err := table.Append(cells); err != nil {
			return err
		}
	}
	if err := table.Render(); err != nil {
		return err
	}
	fmt.Fprintln(w)
	for _, line := range more {
		fmt.Fprintln(w, line)
	}
	var traces strings.Builder
	var missing []string
	for _, row := range r.Procedures {
		row.writeTraces(&traces, style)
		for _, run := range row.runs {
			missing = union(missing, run.Missing())
		}
	}
	if len(missing) > 0 {
		fmt.Fprintln(&traces, noSource(missing))
	}
	if traces.Len() > 0 && len(more) > 0 {
		fmt.Fprintln(w)
	}
	fmt.Fprint(w, traces.String())
	r.writeRelations(w)
	fmt.Fprintln(w, r.totals())
	for _, line := range r.notes() {
		fmt.Fprintln(w, line)
	}
	return nil
}

// title names the pair: by both names where they are not the same.
func (row *CrossedPair) title() string {
	if row.Old != "" && row.New != "" && row.Old != row.New {
		return row.Old + " -> " + row.New
	}
	return row.Name
}

// more is what there is to say of a pair beside its line of the table.
func (row *CrossedPair) more() (list []string) {
	if row.Boogie != nil && row.Boogie.Reason != "" {
		list = append(list, "no answer of Boogie: "+row.Boogie.Reason)
	}
	for _, c := range row.Contradictions {
		list = append(list, "CONTRADICTION: "+c)
	}
	for _, e := range row.because {
		list = append(list, e.String())
	}
	list = append(list, row.Interface...)
	for _, o := range row.Outputs {
		list = append(list, fmt.Sprintf("output %s: %s", o.Output, o.Verdict))
	}
	return list
}

func (r *Crosscheck) totals() string {
	return runtimeText(r.runtime) + fmt.Sprintf("%d queries, %.2f s.", r.Queries, r.TimeMS/1000)
}

// notes say what was not shown, and under which bounds and assumptions.
func (r *Crosscheck) notes() (list []string) {
	for _, n := range []struct {
		name  string
		notes []string
	}{{"moddiff", r.ModDiffNotes}, {"symdiff", r.SymDiffNotes}} {
		said := "none"
		if len(n.notes) > 0 {
			said = strings.Join(n.notes, "; ")
		}
		list = append(list, fmt.Sprintf("Bounds and assumptions of %s: %s.", n.name, said))
	}
	return list
}
