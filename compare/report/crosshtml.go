package report

import (
	"fmt"
	"io"
	"strings"

	"semdiff/moddiff"
)

// WriteHTML writes the counterexamples as a page that shows them in the source,
// with what each analysis says of the pairs.
func (r *Crosscheck) WriteHTML(w io.Writer) error {
	page := htmlReport{
		Old: r.Old, New: r.New, Engine: ", all pairs together: " + r.Verdict, Verdict: r.Overview.Verdict().String(), Headline: r.Headline, Totals: r.totals(), Closing: strings.Join(r.notes(), " "),
	}
	for i, row := range r.Procedures {
		if row.ModDiff == string(moddiff.StatusUnchanged) && row.SymDiff == row.ModDiff {
			page.Unchanged = append(page.Unchanged, row.title())
			continue
		}
		id := fmt.Sprintf("p%d", i+1)
		h := htmlPair{ID: id, Title: row.title(), Status: row.Verdict.String(), Kind: row.Kind, Remarks: row.remarks(r)}
		for _, run := range row.runs {
			h.add(run.pair, run.replay)
		}
		page.Pairs = append(page.Pairs, h)
	}
	return reportTemplate.Execute(w, page)
}

// remarks are what the table of the text answer says of a pair, as sentences.
func (row *CrossedPair) remarks(r *Crosscheck) []string {
	list := []string{"moddiff: " + row.ModDiff, "symdiff " + r.Mode + ": " + row.SymDiff}
	for _, name := range r.Engines {
		if status := row.Engines[name]; status != "" {
			list = append(list, name+": "+status)
		}
	}
	if row.Sets != nil {
		list = append(list, fmt.Sprintf("unchanged %s, changed %s, termination changed %s", row.Sets.Unchanged, row.Sets.Changed, row.Sets.Termination))
	}
	if row.Boogie != nil {
		list = append(list, "boogie: "+row.Boogie.Verdict)
	}
	return append(list, row.more()...)
}
