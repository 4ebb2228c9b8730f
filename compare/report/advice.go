package report

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"semdiff/moddiff"
	"semdiff/translate/ir"
)

// Advice says, where the entries' verdict is unknown, which procedure to look at first and
// which flags may help; "" elsewhere.
func (o *Overview) Advice() string {
	row := o.innermostUnknown()
	if row == nil {
		return ""
	}
	var flags []string
	add := func(p *moddiff.PairResult) {
		for _, r := range p.Reasons {
			if flag := more(r.Flag); flag != "" && !slices.Contains(flags, flag) {
				flags = append(flags, flag)
			}
		}
	}
	add(row.PairResult)
	for _, other := range o.list {
		if other.Entry && other.Verdict == moddiff.Unknown {
			add(other.PairResult)
		}
	}
	where := title(row.PairResult)
	if row.Kind == ir.Loop.String() && row.In != "" {
		where = "the loop of " + row.In
	}
	if place := row.place(); place != "" {
		where += " (" + place + ")"
	}
	help := "no flag is known to help, but --mutual-summaries FILE may state what relates its runs"
	if len(flags) > 0 {
		help = strings.Join(flags, " or ") + " may help"
	}
	return fmt.Sprintf("To find out more, look at %s first: %s.", where, help)
}

// innermostUnknown is a pair that is unknown, or a loop that is open, on which an entry
// that is unknown depends, and which depends on no other: nil where no entry is.
func (o *Overview) innermostUnknown() *OverviewRow {
	seen := map[string]bool{}
	var visit func(row *OverviewRow) *OverviewRow
	visit = func(row *OverviewRow) *OverviewRow {
		seen[row.Name] = true
		for _, name := range row.Calls {
			q := o.all[name]
			if q == nil || seen[name] || q.Verdict == moddiff.Equivalent || !q.Open() {
				continue
			}
			return visit(q)
		}
		return row
	}
	for _, row := range o.list {
		if row.Entry && row.Verdict == moddiff.Unknown {
			return visit(row)
		}
	}
	return nil
}

// more is a flag that was not enough, with more than it had.
func more(flag string) string {
	name, value, given := strings.Cut(flag, " ")
	n, err := strconv.Atoi(value)
	switch {
	case flag == "":
		return ""
	case given && err == nil:
		return fmt.Sprintf("%s %d", name, cmp.Or(2*n, 5))
	case slices.Contains([]string{"--timeout", "--memory", "--solver-timeout", "--solver-resources"}, name):
		return "a larger " + name
	case name == "--match":
		return "--match FILE"
	}
	return flag
}
