package report

import (
	"fmt"
	"io"
	"strings"

	"semdiff/moddiff"
	"semdiff/translate/ir"
)

// maxMarkdown is how many bytes of details a page of Markdown has: what fits a comment.
const maxMarkdown = 60_000

// WriteMarkdown writes the answer for a comment or a summary: the headline, the table,
// and of each procedure that the text shows in full the conditions and an input.
func WriteMarkdown(w io.Writer, j *Judged) error {
	var t page
	t.markdown(j, maxMarkdown)
	return t.writeTo(w)
}

func (t *page) markdown(j *Judged, room int) {
	t.linef("### %s", inMarkdown(j.View.Headline()))
	t.linef("")
	t.linef("%s → %s%s", codeSpan(j.Old), codeSpan(j.New), byEngine(j.Outcome))
	if len(j.View.rows) > 0 {
		t.linef("")
		t.linef("| procedure | place | change | verdict | cause |")
		t.linef("|---|---|---|---|---|")
	}
	for i, row := range j.View.rows {
		if i == 2*maxRows {
			t.linef("| and %d more | | | %s | |", len(j.View.rows)-i, countByWord(j.View.rows[i:]))
			break
		}
		cells := row.cells()
		cells[0] = codeSpan(cells[0])
		for i := range cells[1:] {
			cells[i+1] = inMarkdown(cells[i+1])
		}
		t.linef("| %s |", strings.Join(cells, " | "))
	}
	for i, row := range j.View.rows {
		if !row.inFull() || row.Summary == nil {
			continue
		}
		var s page
		s.markdownDetails(row)
		if s.sb.Len() > room {
			t.linef("")
			t.linef("and %d more, which the text answer shows", len(j.View.rows)-i)
			break
		}
		room -= s.sb.Len()
		t.sb.WriteString(s.sb.String())
	}
	t.linef("")
	t.linef("%s %s", inMarkdown(totals(j.Result)), inMarkdown(closing(j.Result)))
}

func (t *page) markdownDetails(row *OverviewRow) {
	p, d := row.PairResult, row.Summary
	t.linef("")
	t.linef("<details><summary><code>%s</code> %s</summary>", inHTML(title(p)), inHTML(row.Verdict.String()))
	t.linef("")
	shown := 0
	for _, diff := range InTextOrder(d.Differences) {
		if shown++; shown > maxDifferences {
			t.linef("- and in %s", count(len(d.Differences)-maxDifferences, "more case", "more cases"))
			break
		}
		what := kindOf(diff)
		if diff.Termination {
			what = "termination changes"
		}
		v, w := oldVersion(diff), newVersion(diff)
		t.linef("- %s when %s", what, codeSpan(conditionOf(diff)))
		t.linef("  - for %s: old %s, new %s", codeSpan(witness(p, diff)), codeSpan(ending(p, diff, v)), codeSpan(ending(p, diff, w)))
		if old, new := symbolic(p, diff, v), symbolic(p, diff, w); old != new && !diff.Termination {
			t.linef("  - old %s", codeSpan(old))
			t.linef("  - new %s", codeSpan(new))
		}
	}
	switch _, unknown := shownSets(d); {
	case unknown == "" || row.Verdict == moddiff.PartiallyEquivalent:
	case unknown == otherwise:
		t.linef("- unknown otherwise because %s", inMarkdown(because(p)))
	default:
		t.linef("- unknown when %s because %s", codeSpan(unknown), inMarkdown(because(p)))
	}
	for _, inv := range invariants(p) {
		t.linef("- because %s", inMarkdown(strings.TrimSpace(inv.Says+"  "+inv.Where)))
	}
	for _, loop := range row.Loops {
		if loop.Kind == ir.Loop.String() {
			t.linef("- loop %s: %s", inMarkdown(loop.place()), loop.word())
		}
	}
	t.linef("")
	t.linef("</details>")
}

// codeSpan is text as code, in a table too.
func codeSpan(s string) string {
	return fmt.Sprintf("<code>%s</code>", strings.ReplaceAll(inHTML(s), "|", "&#124;"))
}

// inMarkdown is text that nothing in Markdown reads as more than text.
func inMarkdown(s string) string {
	return strings.NewReplacer(`\`, `\\`, "|", `\|`, "*", `\*`, "_", `\_`, "`", "\\`", "[", `\[`, "<", "&lt;", "&", "&amp;").Replace(s)
}

// inHTML is text within tags of Markdown: what Markdown would read is written as
// references.
func inHTML(s string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "*", "&#42;", "_", "&#95;", "`", "&#96;", "[", "&#91;", `\`, "&#92;", "~", "&#126;").Replace(s)
}
