package matrix

import (
	"fmt"
	"slices"

	"semdiff/compare/suite"
)

// Grid is a table.
type Grid struct {
	Title  string
	Header []string
	Words  int // so many of the columns hold words, the others numbers
	Rows   [][]Box
	Notes  []string
}

// Box is a place in a table.
type Box struct {
	Text string
	Mood suite.Outcome // how it is shown; "" like any text
	Cell *suite.Cell   // that it is about; nil for none
}

func words(texts ...string) (row []Box) {
	for _, t := range texts {
		row = append(row, Box{Text: t})
	}
	return row
}

// matrixOf is the matrix of a suite, of the columns that were run on it.
func (v *View) matrixOf(s suite.SuiteInfo) Grid {
	pairs := v.pairsOf(s.Name)
	tools := publishedTools(pairs)
	columns := slices.DeleteFunc(slices.Clone(v.Columns), func(c suite.ColumnInfo) bool { return v.tallyOf(c.Name, s.Name).cells == 0 })
	g := Grid{Title: s.Name, Header: []string{"pair", "truth"}, Words: 2}
	for _, c := range columns {
		g.Header = append(g.Header, c.Name)
	}
	for _, tool := range tools {
		g.Header = append(g.Header, publishedTitle(tool))
	}
	for _, p := range pairs {
		row := words(p.Name, string(p.Truth))
		for _, column := range columns {
			box := Box{Cell: v.cell(p, column.Name)}
			box.Text = mark(box.Cell)
			if box.Cell != nil {
				box.Mood = box.Cell.Outcome
			}
			row = append(row, box)
		}
		for _, tool := range tools {
			row = append(row, Box{Text: publishedMark(p, tool)})
		}
		g.Rows = append(g.Rows, row)
	}
	footer := words("right", "")
	for _, column := range columns {
		t := v.tallyOf(column.Name, s.Name)
		score := "-"
		if ran := t.cells - t.outcomes[suite.Absent]; ran > 0 {
			score = fmt.Sprintf("%d/%d", t.outcomes[suite.Right], ran)
		}
		footer = append(footer, Box{Text: score})
	}
	for _, tool := range tools {
		right, of := 0, 0
		for _, p := range pairs {
			if s, ok := p.Published[tool]; ok {
				of++
				if s != suite.Failed {
					right++
				}
			}
		}
		footer = append(footer, Box{Text: fmt.Sprintf("%d/%d", right, of)})
	}
	g.Rows = append(g.Rows, footer)
	if len(tools) > 0 {
		g.Notes = append(g.Notes, publishedNote(s.Paper))
	}
	return g
}

// summary has a row for each column.
func (v *View) summary() Grid {
	g := Grid{
		Title:  "summary",
		Header: []string{"column", "right", "unknown", "timeout", "memory", "error", "wrong", "of", "median s", "all s", "peak MB"},
		Words:  1,
	}
	for _, column := range v.Columns {
		t := v.tallyOf(column.Name, "")
		row := words(column.Name)
		for _, o := range []suite.Outcome{suite.Right, suite.Unknown, suite.Timeout, suite.Memory, suite.Error, suite.Wrong} {
			box := Box{Text: fmt.Sprint(t.outcomes[o])}
			if t.outcomes[o] > 0 {
				box.Mood = o
			}
			row = append(row, box)
		}
		if n := t.outcomes[suite.Absent]; n > 0 && n == t.cells {
			row = words(column.Name, "-", "-", "-", "-", "-", "-", fmt.Sprint(n), "-", "-", "-")
			g.Rows = append(g.Rows, row)
			continue
		}
		median := "-"
		if m, ok := t.median(); ok {
			median = seconds(m)
		}
		g.Rows = append(g.Rows, append(row, words(fmt.Sprint(t.cells), median, seconds(t.seconds), fmt.Sprintf("%.0f", t.peak))...))
	}
	return g
}

// changed is what differs from the baseline.
func (v *View) changed() Grid {
	g := Grid{Title: "against the baseline", Header: []string{"pair", "column", "change", "before", "now", "ratio"}, Words: 3}
	for _, c := range v.changes() {
		mood := suite.Right
		switch c.Kind {
		case suite.Worse:
			mood = suite.Wrong
		case suite.Slower:
			mood = suite.Unknown
		}
		ratio := ""
		if c.Ratio > 0 {
			ratio = fmt.Sprintf("%.2f", c.Ratio)
		}
		g.Rows = append(g.Rows, []Box{
			{Text: c.New.Suite + "/" + c.New.Pair}, {Text: c.New.Column}, {Text: string(c.Kind), Mood: mood},
			{Text: mark(c.Old)}, {Text: mark(c.New)}, {Text: ratio},
		})
	}
	return g
}

// remarks are the cells that say more than their mark: errors and wrong answers.
func (v *View) remarks() (lines []string) {
	for _, c := range v.Cells {
		if c.Outcome == suite.Wrong || c.Outcome == suite.Error {
			lines = append(lines, fmt.Sprintf("%s: %s/%s in column %s: %s", c.Outcome, c.Suite, c.Pair, c.Column, c.Reason))
		}
	}
	for _, c := range v.Columns {
		if c.Absent != "" {
			lines = append(lines, fmt.Sprintf("%s: %s", c.Name, c.Absent))
		}
	}
	return lines
}

// grids are the matrices and the summary, what changed last.
func (v *View) grids() (list []Grid) {
	for _, s := range v.Suites {
		if len(v.pairsOf(s.Name)) > 0 {
			list = append(list, v.matrixOf(s))
		}
	}
	list = append(list, v.summary())
	if v.Baseline != nil {
		list = append(list, v.changed())
	}
	return list
}

// bounds says under which limits the cells ran.
func (v *View) bounds() string {
	limits := "no limit of time"
	if v.Limits.Timeout > 0 {
		limits = fmt.Sprintf("at most %v", v.Limits.Timeout)
	}
	if v.Limits.Memory > 0 {
		limits += fmt.Sprintf(" and %d MB", v.Limits.Memory)
	}
	runs := "1 process"
	if v.Repeat > 1 {
		runs = fmt.Sprintf("the median of %d processes", v.Repeat)
	}
	return fmt.Sprintf("Each cell: %s of %s, from its start to its end, on %s.", runs, limits, v.Machine)
}
