package matrix

import (
	"fmt"
	"io"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"

	"semdiff/compare/suite"
)

// Style is how a terminal shows tables.
type Style struct{ Color bool }

// WriteText writes all tables for a terminal.
func (v *View) WriteText(w io.Writer, style Style) error {
	for _, g := range v.grids() {
		if len(g.Rows) == 0 {
			fmt.Fprintf(w, "%s: nothing\n\n", g.Title)
			continue
		}
		if _, err := fmt.Fprintf(w, "%s\n\n", g.Title); err != nil {
			return err
		}
		if err := writeGrid(w, g, style); err != nil {
			return err
		}
		for _, note := range g.Notes {
			fmt.Fprintf(w, "%s\n", note)
		}
		fmt.Fprintln(w)
	}
	for _, line := range v.remarks() {
		fmt.Fprintln(w, line)
	}
	_, err := fmt.Fprintf(w, "%s\n%s\n", legend, v.bounds())
	return err
}

func writeGrid(w io.Writer, g Grid, style Style) error {
	align := tw.CellAlignment{Global: tw.AlignRight}
	for i := range g.Header {
		a := tw.AlignRight
		if i < g.Words {
			a = tw.AlignLeft
		}
		align.PerColumn = append(align.PerColumn, a)
	}
	table := tablewriter.NewTable(w,
		tablewriter.WithRenderer(renderer.NewBlueprint(tw.Rendition{Borders: tw.BorderNone, Symbols: tw.NewSymbols(tw.StyleASCII)})),
		tablewriter.WithHeaderAutoFormat(tw.Off), tablewriter.WithRowAutoWrap(tw.WrapNone),
		tablewriter.WithRowAlignmentConfig(align), tablewriter.WithHeaderAlignmentConfig(align),
	)
	return fill(table, g, func(b Box) string { return style.paint(b) })
}

func fill(table *tablewriter.Table, g Grid, text func(Box) string) error {
	table.Header(g.Header)
	for _, row := range g.Rows {
		var texts []string
		for _, b := range row {
			texts = append(texts, text(b))
		}
		if err := table.Append(texts); err != nil {
			return err
		}
	}
	return table.Render()
}

// paint colours a text by its mood.
func (s Style) paint(b Box) string {
	codes := map[suite.Outcome]string{
		suite.Right: "32", suite.Unknown: "33", suite.Timeout: "33", suite.Memory: "33", suite.Error: "35", suite.Wrong: "1;31",
	}
	code, ok := codes[b.Mood]
	if !s.Color || !ok {
		return b.Text
	}
	return "\x1b[" + code + "m" + b.Text + "\x1b[0m"
}
