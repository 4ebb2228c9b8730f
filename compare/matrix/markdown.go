package matrix

import (
	"fmt"
	"io"
	"strings"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
)

// WriteMarkdown writes the tables as Markdown.
func (v *View) WriteMarkdown(w io.Writer) error {
	for _, g := range v.grids() {
		if _, err := fmt.Fprintf(w, "## %s\n\n", g.Title); err != nil {
			return err
		}
		if len(g.Rows) == 0 {
			fmt.Fprint(w, "nothing\n\n")
			continue
		}
		align := tw.CellAlignment{Global: tw.AlignRight}
		for i := range g.Header {
			a := tw.AlignRight
			if i < g.Words {
				a = tw.AlignLeft
			}
			align.PerColumn = append(align.PerColumn, a)
		}
		table := tablewriter.NewTable(w, tablewriter.WithRenderer(renderer.NewMarkdown()),
			tablewriter.WithHeaderAutoFormat(tw.Off), tablewriter.WithRowAutoWrap(tw.WrapNone),
			tablewriter.WithRowAlignmentConfig(align), tablewriter.WithHeaderAlignmentConfig(align))
		if err := fill(table, g, func(b Box) string { return strings.ReplaceAll(b.Text, "|", `\|`) }); err != nil {
			return err
		}
		fmt.Fprintln(w)
		for _, note := range g.Notes {
			fmt.Fprintf(w, "%s\n\n", strings.ReplaceAll(note, "*", `\*`))
		}
	}
	for _, line := range v.remarks() {
		fmt.Fprintf(w, "- %s\n", line)
	}
	_, err := fmt.Fprintf(w, "\n%s %s\n", legend, v.bounds())
	return err
}
