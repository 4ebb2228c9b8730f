package report

import (
	"fmt"
	"strings"

	"semdiff/moddiff"
)

// totals counts the pairs by what is said of them, and the work.
func totals(r *moddiff.Result) string {
	count := map[moddiff.Status]int{}
	var order []moddiff.Status
	for _, p := range r.Pairs {
		if count[p.Status] == 0 {
			order = append(order, p.Status)
		}
		count[p.Status]++
	}
	var parts []string
	for _, s := range order {
		if s != moddiff.StatusSignature {
			parts = append(parts, fmt.Sprintf("%d %s", count[s], s))
		}
	}
	if n := r.Interface.Changed; n > 0 { // whatever else is said of them
		parts = append(parts, fmt.Sprintf("%d %s", n, moddiff.StatusSignature))
	}
	noun := "procedures and loops"
	if len(r.Pairs) == 1 {
		noun = "procedure"
	}
	queries := fmt.Sprintf("%d queries", r.Stats.Queries)
	if r.Stats.Reused > 0 {
		queries += fmt.Sprintf(" (%d of them in earlier runs)", r.Stats.ReusedQueries)
	}
	if n := r.Stats.ByBounds; n > 0 {
		queries += fmt.Sprintf(", %d refuted by bounds", n)
	}
	return fmt.Sprintf("%d %s: %s. %s%s, %.2f s.", len(r.Pairs), noun, strings.Join(parts, ", "), folded(r), queries, r.Stats.Time.Seconds())
}

// closing says what was not shown, and under which bounds and assumptions.
func closing(r *moddiff.Result) string {
	open := 0
	for _, p := range r.Pairs {
		if p.Open() {
			open++
		}
	}
	s := "Not shown: nothing."
	if open > 0 {
		s = fmt.Sprintf("Not shown: the inputs called unknown above, in %d of the pairs.", open)
	}
	if len(r.Notes) == 0 {
		return s + " Bounds that mattered: none."
	}
	return s + " Bounds and assumptions: " + strings.Join(r.Notes, "; ") + "."
}
