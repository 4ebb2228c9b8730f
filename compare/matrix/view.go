package matrix

import (
	"slices"

	"semdiff/compare/suite"
)

// View is results, and earlier ones to compare them with.
type View struct {
	*suite.Results
	Baseline *suite.Results // nil for none
	cells    map[[3]string]*suite.Cell
}

// New is a view of results.
func New(r, baseline *suite.Results) *View {
	v := &View{r, baseline, map[[3]string]*suite.Cell{}}
	for _, c := range r.Cells {
		v.cells[[3]string{c.Suite, c.Pair, c.Column}] = c
	}
	return v
}

func (v *View) cell(p suite.PairInfo, column string) *suite.Cell {
	return v.cells[[3]string{p.Suite, p.Name, column}]
}

// pairsOf are the pairs of a suite.
func (v *View) pairsOf(name string) (list []suite.PairInfo) {
	for _, p := range v.Pairs {
		if p.Suite == name {
			list = append(list, p)
		}
	}
	return list
}

// publishedTools are the tools with published times of pairs, in the order in which
// they come first, by name for one pair.
func publishedTools(pairs []suite.PairInfo) (tools []string) {
	for _, p := range pairs {
		var more []string
		for tool := range p.Published {
			if !slices.Contains(tools, tool) {
				more = append(more, tool)
			}
		}
		slices.Sort(more)
		tools = append(tools, more...)
	}
	return tools
}

// tally counts the outcomes of a column, in one suite or in all.
type tally struct {
	outcomes map[suite.Outcome]int
	cells    int
	decided  []float64 // times of those that are right
	seconds  float64   // of all cells
	peak     float64
}

// tallyOf is the tally of a column; suite "" is all of them.
func (v *View) tallyOf(column, in string) tally {
	t := tally{outcomes: map[suite.Outcome]int{}}
	for _, p := range v.Pairs {
		c := v.cell(p, column)
		if c == nil || in != "" && p.Suite != in {
			continue
		}
		t.cells++
		t.outcomes[c.Outcome]++
		if c.Outcome == suite.Right {
			t.decided = append(t.decided, c.Median())
		}
		t.seconds += c.Median()
		t.peak = max(t.peak, c.PeakMB)
	}
	slices.Sort(t.decided)
	return t
}

// median is the time in the middle of those that are right; ok is false without one.
func (t *tally) median() (seconds float64, ok bool) {
	n := len(t.decided)
	if n == 0 {
		return 0, false
	}
	return (t.decided[(n-1)/2] + t.decided[n/2]) / 2, true
}

// Wrong are the cells that contradict the truth.
func (v *View) Wrong() (list []*suite.Cell) {
	for _, c := range v.Cells {
		if c.Outcome == suite.Wrong {
			list = append(list, c)
		}
	}
	return list
}

// Lost are the cells that are worse than in the baseline.
func (v *View) Lost() (list []suite.Change) {
	for _, c := range v.changes() {
		if c.Kind == suite.Worse {
			list = append(list, c)
		}
	}
	return list
}

func (v *View) changes() []suite.Change {
	if v.Baseline == nil {
		return nil
	}
	return suite.Compare(v.Baseline, v.Results)
}
