package report

import (
	"fmt"
	"slices"
	"strings"

	"semdiff/moddiff"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// maxRows is how many rows the table shows unless all are asked for.
const maxRows = 12

// overview writes the table of what changed and what came of it.
func (t *textAnswer) overview(o *Overview) {
	rows := o.rows
	if len(rows) == 0 {
		return
	}
	var left []*OverviewRow
	if !t.opts.Verbose && len(rows) > maxRows {
		rows, left = rows[:maxRows], rows[maxRows:]
	}
	table := [][]string{{"procedure", "place", "change", "verdict", "cause"}}
	for _, row := range rows {
		table = append(table, row.cells())
	}
	t.linef("")
	t.columns(table, func(row, column int, cell string) string {
		if row == 0 || column != verdictColumn {
			return cell
		}
		return t.paint(rows[row-1].Verdict, rows[row-1].Compared, cell)
	})
	if len(left) > 0 {
		t.linef("and %d more: %s (-v lists them)", len(left), countByWord(left))
	}
}

// cells are those of the row in the table.
func (r *OverviewRow) cells() []string {
	return []string{r.title(), r.place(), string(r.Change), r.verdictText(), r.causeText()}
}

// title names a row, by both names where they are not the same.
func (r *OverviewRow) title() string {
	if r.Kind == ir.Loop.String() {
		return title(r.PairResult) + " (loop)"
	}
	return title(r.PairResult)
}

// place is that in the new version, or else in the old one.
func (r *OverviewRow) place() string {
	for _, pos := range []int{1, 0} {
		if r.Places[pos].IsValid() {
			return shortPlace(r.Places[pos])
		}
	}
	return ""
}

// verdictText is the verdict, or why there is none.
func (r *OverviewRow) verdictText() string {
	if !r.Compared {
		if r.Status == moddiff.StatusAdded || r.Status == moddiff.StatusRemoved {
			return ""
		}
		return string(r.Status)
	}
	return r.Verdict.String()
}

// causeText says where a difference comes from, or why there is no answer.
func (r *OverviewRow) causeText() string {
	var parts []string
	if len(r.Cause) > 0 {
		through := "through "
		if r.Change == Edited {
			through = "also through "
		}
		parts = append(parts, through+namesText(r.Cause))
	}
	if r.Verdict == moddiff.Unknown && len(r.Reasons) > 0 {
		parts = append(parts, cut(r.Reasons[0].String(), maxValue))
	}
	if r.SignatureChanged() && r.Compared {
		parts = append(parts, "signature changed")
	}
	return strings.Join(parts, "; ")
}

// countByWord counts rows by verdict.
func countByWord(rows []*OverviewRow) string {
	var parts []string
	for len(rows) > 0 {
		word := rows[0].word()
		same := func(r *OverviewRow) bool { return r.word() == word }
		n := len(rows)
		rows = slices.DeleteFunc(slices.Clone(rows), same)
		parts = append(parts, fmt.Sprintf("%d %s", n-len(rows), word))
	}
	return strings.Join(parts, ", ")
}

// word is what a row counts as.
func (r *OverviewRow) word() string {
	if text := r.verdictText(); text != "" {
		return text
	}
	return string(r.Change)
}

// verdictColumn is the place of verdicts in the table.
const verdictColumn = 3

// Colours of verdicts on a terminal.
const (
	red    = "\x1b[31m"
	green  = "\x1b[32m"
	yellow = "\x1b[33m"
	plain  = "\x1b[0m"
)

// paint colours what is said of a verdict, where colours are asked for.
func (t *textAnswer) paint(v moddiff.Verdict, compared bool, text string) string {
	if !t.opts.Style.Color || !compared {
		return text
	}
	colour := map[moddiff.Verdict]string{moddiff.Different: red, moddiff.Unknown: yellow}[v]
	if colour == "" {
		colour = green
	}
	return colour + text + plain
}

// painted is the headline with its verdict in colour.
func (t *textAnswer) painted(o *Overview) string {
	word := o.Verdict().String()
	before, after, _ := strings.Cut(o.Headline(), ": "+word)
	return before + ": " + t.paint(o.Verdict(), true, word) + after
}

// columns writes a table, each column as wide as it has to be; paint, when it is not nil,
// colours cells.
func (t *page) columns(table [][]string, paint func(row, column int, cell string) string) {
	width := make([]int, len(table[0]))
	for _, cells := range table {
		for i, cell := range cells {
			width[i] = max(width[i], runes(cell))
		}
	}
	for row, cells := range table {
		var sb strings.Builder
		for i, cell := range cells {
			if width[i] > 0 && i > 0 {
				sb.WriteString("  ")
			}
			pad := strings.Repeat(" ", width[i]-runes(cell))
			if paint != nil {
				cell = paint(row, i, cell)
			}
			sb.WriteString(cell + pad)
		}
		t.linef("%s", strings.TrimRight(sb.String(), " "))
	}
}

func runes(s string) int { return len([]rune(s)) }

// details writes what is known of the rows: of what was edited, and of entries, all of
// it; of what a change only reaches, and of loops, a line.
func (t *textAnswer) details(o *Overview) {
	var lines []*OverviewRow
	for _, row := range o.rows {
		switch {
		case t.opts.Verbose:
			t.pair(row)
			for _, loop := range row.Loops {
				t.pair(loop)
			}
		case row.inFull():
			t.pair(row)
			for _, loop := range row.Loops {
				t.line(loop, "  loop "+loop.place())
			}
		case row.Verdict != moddiff.Equivalent || !row.Compared || row.differsSomewhere():
			lines = append(lines, row)
		}
	}
	if len(lines) > 0 {
		t.linef("")
	}
	for i, row := range lines {
		if i == maxRows {
			t.linef("and %d more: %s (-v lists them)", len(lines)-i, countByWord(lines[i:]))
			break
		}
		t.line(row, row.title())
	}
	if t.opts.Verbose {
		for _, p := range t.result.Pairs {
			if !isNews(p) && t.outcome.Shown(p) {
				t.pair(&OverviewRow{PairResult: p})
			}
		}
	}
}

// inFull reports whether all that is known of a row is shown.
func (r *OverviewRow) inFull() bool {
	switch {
	case !r.Compared:
		return r.Change == Edited
	case r.Change == Edited || r.Entry:
		return r.Verdict != moddiff.Equivalent || len(r.Invariants) > 0 || len(r.Loops) > 0 || len(remarks(r.PairResult)) > 0 || r.differsSomewhere()
	}
	return false
}

// differsSomewhere reports whether there is a difference, if only one that does not count.
func (r *OverviewRow) differsSomewhere() bool {
	return r.Summary != nil && len(r.Summary.Differences) > 0
}

// line says in short of a row when it differs, or what is not known.
func (t *textAnswer) line(r *OverviewRow, subject string) {
	if !r.Compared {
		ins, outs := signature(r.PairResult)
		if r.Kind == ir.Loop.String() {
			ins, outs = "", ""
		}
		t.wrapf(4, "%s%s%s: %s", subject, ins, outs, r.word())
		return
	}
	text := subject + ": " + r.Verdict.String()
	if len(r.Cause) > 0 && r.Kind != ir.Loop.String() {
		text += " through " + namesText(r.Cause)
	}
	if d := r.Summary; d != nil && len(d.Differences) > 0 {
		first := InTextOrder(d.Differences)[0]
		when := cut(smtlib.Infix(spoken(first).Condition), maxTerm)
		if spoken(first) != first {
			when += ", among others"
		}
		if first.Termination {
			when += " (" + ends(first) + ")"
		}
		what := ", when "
		if first.Blocked() {
			what = ", " + kindOf(first) + " when "
		}
		if text += what + when; len(d.Differences) > 1 {
			text += " and in " + count(len(d.Differences)-1, "more case", "more cases")
		}
	}
	switch {
	case r.Summary != nil && r.Summary.Unknown.IsFalse(), r.Verdict == moddiff.PartiallyEquivalent, len(r.Reasons) == 0:
	case r.Verdict == moddiff.Unknown:
		text += " because " + cut(r.Reasons[0].String(), maxTerm)
	default:
		text += "; partly unknown because " + cut(r.Reasons[0].String(), maxTerm)
	}
	t.wrapf(4, "%s", text)
	if r.Verdict != moddiff.Different {
		t.invariants(r.PairResult)
	}
	t.traces(r.PairResult)
}
