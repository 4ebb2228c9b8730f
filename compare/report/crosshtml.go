package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"semdiff/compare/trace"
	"semdiff/moddiff"
)

// WriteHTML writes the counterexamples as a page that shows them in the source,
// with what each analysis says of the pairs.
func (r *Crosscheck) WriteHTML(w io.Writer) error {
	if r.shown != nil {
		r = r.shown
	}
	page := htmlReport{
		Old: r.Old, New: r.New, Engine: ", all pairs together: " + r.Verdict, Verdict: r.Overview.Verdict().String(), Headline: r.Headline, Totals: r.totals(), Closing: strings.Join(r.notes(), " "),
	}
	var results []*moddiff.Result
	var find trace.Find
	for _, row := range r.Procedures {
		for _, run := range row.runs {
			if !slices.Contains(results, run.result) {
				results, find = append(results, run.result), trace.Find(run.result.Text)
			}
		}
	}
	page.texts = sourcesOf([2]string{r.Old, r.New}, results, find)
	for i, row := range r.Procedures {
		if row.ModDiff == string(moddiff.StatusUnchanged) && row.SymDiff == row.ModDiff {
			page.Unchanged = append(page.Unchanged, row.title())
			continue
		}
		h := htmlPair{ID: fmt.Sprintf("p%d", i+1), Title: row.title(), Status: row.Verdict.String(), Kind: row.Kind, Remarks: row.remarks(r)}
		for _, run := range row.runs {
			if len(h.Places) == 0 {
				h.Places = page.places(run.pair.Places)
			}
			page.add(&h, run.pair, run.replay)
		}
		page.Pairs = append(page.Pairs, h)
	}
	return page.write(w)
}

// remarks are what the table of the text answer says of a pair, as sentences.
func (row *CrossedPair) remarks(r *Crosscheck) []string {
	list := []string{
		"Difference summaries (moddiff) say: " + row.ModDiff + ".",
		"The verification condition as SymDiff makes it (" + r.Mode + ") says: " + row.SymDiff + ".",
	}
	for _, name := range r.Engines {
		if status := row.Engines[name]; status != "" {
			list = append(list, "The engine "+name+" says: "+status+".")
		}
	}
	if row.Sets != nil {
		list = append(list, fmt.Sprintf("What difference summaries say of inputs, checked by that condition: the same: %s; different: %s; ending in one version only: %s.",
			row.Sets.Unchanged, row.Sets.Changed, row.Sets.Termination))
	}
	if row.Boogie != nil {
		list = append(list, "Boogie says of the procedure that compares both: "+row.Boogie.Verdict+".")
	}
	return append(list, row.more()...)
}
