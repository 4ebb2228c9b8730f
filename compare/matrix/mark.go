package matrix

import (
	"fmt"
	"strconv"

	"semdiff/compare/suite"
)

// seconds is a time with three digits that count.
func seconds(s float64) string {
	switch {
	case s >= 100:
		return fmt.Sprintf("%.0f", s)
	case s >= 10:
		return fmt.Sprintf("%.1f", s)
	case s >= 1:
		return fmt.Sprintf("%.2f", s)
	}
	return fmt.Sprintf("%.3f", s)
}

// mark is what the matrix shows of a cell: the time of an answer that is right, and a
// word before it or instead of it where it is another one.
func mark(c *suite.Cell) string {
	if c == nil {
		return ""
	}
	switch c.Outcome {
	case suite.Right:
		return seconds(c.Median())
	case suite.Unknown:
		return "? " + seconds(c.Median())
	case suite.Wrong:
		return "WRONG " + seconds(c.Median())
	case suite.Absent:
		return "-"
	}
	return string(c.Outcome)
}

// legend says what marks mean.
const legend = "Cells: seconds of a right answer; ? gave up after so long; WRONG contradicts the truth; timeout, memory, error: no answer; - not installed."

// publishedMark is a published time.
func publishedMark(p suite.PairInfo, tool string) string {
	switch s, ok := p.Published[tool]; {
	case !ok:
		return ""
	case s == suite.Failed:
		return "F"
	default:
		return strconv.FormatFloat(float64(s), 'f', -1, 64)
	}
}

// publishedTitle heads a column of published times.
func publishedTitle(tool string) string { return tool + " *" }

// publishedNote explains such columns.
func publishedNote(paper string) string {
	if paper == "" {
		paper = "the literature"
	}
	return "* seconds as published in " + paper + ", on another machine, not comparable as such. F: failed there."
}
