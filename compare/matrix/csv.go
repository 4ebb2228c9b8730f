package matrix

import (
	"encoding/csv"
	"fmt"
	"io"
)

// WriteCSV writes a line for each cell.
func (v *View) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	if err := out.Write([]string{"suite", "pair", "truth", "column", "outcome", "verdict", "min_seconds", "median_seconds", "peak_mb", "queries", "paths", "refinements", "reason"}); err != nil {
		return err
	}
	for _, c := range v.Cells {
		record := []string{
			c.Suite, c.Pair, string(c.Truth), c.Column, string(c.Outcome), string(c.Verdict), fmt.Sprintf("%.4f", c.Min()), fmt.Sprintf("%.4f", c.Median()),
			fmt.Sprintf("%.1f", c.PeakMB), fmt.Sprint(c.Queries), fmt.Sprint(c.Paths), fmt.Sprint(c.Refinements), c.Reason,
		}
		if err := out.Write(record); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}
