package benchmarks

import (
	"os"
	"slices"
	"time"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
)

// reportTable is a table on standard output; columns has a letter for each
// column: w for words, n for numbers.
func reportTable(columns string, header ...string) *tablewriter.Table {
	align := tw.CellAlignment{Global: tw.AlignRight}
	for _, c := range columns {
		a := tw.AlignRight
		if c == 'w' {
			a = tw.AlignLeft
		}
		align.PerColumn = append(align.PerColumn, a)
	}
	table := tablewriter.NewTable(os.Stdout,
		tablewriter.WithRenderer(renderer.NewBlueprint(tw.Rendition{Borders: tw.BorderNone, Symbols: tw.NewSymbols(tw.StyleASCII)})),
		tablewriter.WithHeaderAutoFormat(tw.Off), tablewriter.WithFooterAutoFormat(tw.Off), tablewriter.WithRowAutoWrap(tw.WrapNone),
		tablewriter.WithFooterAlignmentConfig(align), tablewriter.WithRowAlignmentConfig(align), tablewriter.WithHeaderAlignmentConfig(align),
	)
	table.Header(header)
	return table
}

// medianOf is the median of the times that runs take, in ms.
func medianOf(runs int, f func() time.Duration) float64 {
	var list []float64
	for range runs {
		list = append(list, float64(f().Microseconds())/1000)
	}
	return median(list)
}

func median(list []float64) float64 {
	sorted := slices.Sorted(slices.Values(list))
	return sorted[len(sorted)/2]
}
