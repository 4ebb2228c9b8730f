package matrix

import (
	"fmt"
	"io"
	"time"

	"semdiff/compare/suite"
)

// pasdaTimeouts are the timeouts for which PASDA (Glock, Pichler, Pinzger: PASDA: A
// partition-based semantic differencing approach with best effort classification of
// undecided cases, JSS 2024) and the tools it is compared with are published.
var pasdaTimeouts = []time.Duration{10 * time.Second, 30 * time.Second, 90 * time.Second, 300 * time.Second}

// WritePASDA writes for each column and timeout how many pairs of either truth it
// classifies rightly, wrongly, or not within that time. Of a timeout that is longer
// than that of the run nothing is known.
func (v *View) WritePASDA(w io.Writer) error {
	g := Grid{Header: []string{"column", "timeout", "equal right", "wrong", "undecided", "different right", "wrong", "undecided", "all right", "%"}, Words: 1}
	for _, column := range v.Columns {
		for _, limit := range pasdaTimeouts {
			if v.Limits.Timeout > 0 && limit > v.Limits.Timeout {
				g.Rows = append(g.Rows, words(column.Name, fmt.Sprintf("%.0f s", limit.Seconds()), "-", "-", "-", "-", "-", "-", "-", "-"))
				continue
			}
			var equal, different split
			for _, p := range v.Pairs {
				c := v.cell(p, column.Name)
				switch {
				case c == nil || c.Outcome == suite.Absent:
				case p.Truth == "equivalent":
					equal.add(c, limit)
				case p.Truth == "different":
					different.add(c, limit)
				}
			}
			right, of := equal.right+different.right, equal.sum()+different.sum()
			percent := "-"
			if of > 0 {
				percent = fmt.Sprintf("%.0f", 100*float64(right)/float64(of))
			}
			row := append(words(column.Name, fmt.Sprintf("%.0f s", limit.Seconds())), append(equal.boxes(), different.boxes()...)...)
			g.Rows = append(g.Rows, append(row, words(fmt.Sprintf("%d/%d", right, of), percent)...))
		}
	}
	if err := writeGrid(w, g, Style{}); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\nPairs whose truth is neither equivalent nor different are left out. -: longer than the run's timeout. %s\n", v.bounds())
	return err
}

// split counts pairs of one truth.
type split struct{ right, wrong, undecided int }

func (s *split) add(c *suite.Cell, limit time.Duration) {
	switch {
	case c.Median() > limit.Seconds():
		s.undecided++
	case c.Outcome == suite.Right:
		s.right++
	case c.Outcome == suite.Wrong:
		s.wrong++
	default:
		s.undecided++
	}
}

func (s *split) sum() int { return s.right + s.wrong + s.undecided }

func (s *split) boxes() []Box {
	return words(fmt.Sprint(s.right), fmt.Sprint(s.wrong), fmt.Sprint(s.undecided))
}
