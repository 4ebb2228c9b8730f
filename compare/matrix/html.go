package matrix

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"sync"

	"semdiff/compare/suite"
)

//go:embed page.html
var pageText string

// pageTemplate is parsed when a page is written.
var pageTemplate = sync.OnceValue(func() *template.Template { return template.Must(template.New("page").Parse(pageText)) })

// page is what page.html is filled with.
type page struct {
	Title          string
	Bounds, Legend string
	Columns        []suite.ColumnInfo
	Summary        htmlGrid
	Changed        *htmlGrid // against the baseline
	Cactus         *Figure
	Scatters       []Figure
	Suites         []htmlSuite
	Remarks        []string
	Outcomes       []suite.OutcomeWords
	Details        []htmlDetail
}

type htmlGrid struct {
	Grid
	Body   [][]htmlBox
	Footer []htmlBox
}

type htmlBox struct {
	Box
	Link string
}

type htmlSuite struct {
	suite.SuiteInfo
	ID    string
	Table htmlGrid
}

// htmlDetail is what all columns say of a pair.
type htmlDetail struct {
	ID string
	suite.PairInfo
	Cells []htmlCell
}

type htmlCell struct {
	ID string
	*suite.Cell
	Numbers string
}

// WriteHTML writes one page without anything from outside.
func (v *View) WriteHTML(w io.Writer) error {
	ids := map[*suite.Cell]string{}
	p := page{Bounds: v.bounds(), Legend: legend, Columns: v.Columns, Remarks: v.remarks(), Outcomes: suite.Outcomes()}
	for i, pair := range v.Pairs {
		d := htmlDetail{ID: fmt.Sprintf("pair%d", i+1), PairInfo: pair}
		for k, column := range v.Columns {
			if c := v.cell(pair, column.Name); c != nil && c.Outcome != suite.Absent {
				ids[c] = fmt.Sprintf("%s-%d", d.ID, k+1)
				d.Cells = append(d.Cells, htmlCell{ids[c], c, numbers(c)})
			}
		}
		p.Details = append(p.Details, d)
	}
	for i, s := range v.Suites {
		if len(v.pairsOf(s.Name)) == 0 {
			continue
		}
		p.Suites = append(p.Suites, htmlSuite{s, fmt.Sprintf("suite%d", i+1), linked(v.matrixOf(s), ids, true)})
		if p.Title != "" {
			p.Title += ", "
		}
		p.Title += s.Name
	}
	p.Summary = linked(v.summary(), ids, false)
	if v.Baseline != nil {
		changed := linked(v.changed(), ids, false)
		p.Changed = &changed
	}
	var err error
	if p.Cactus, err = v.cactus(); err != nil {
		return err
	}
	if p.Scatters, err = v.scatters(); err != nil {
		return err
	}
	return pageTemplate().Execute(w, p)
}

// linked is a grid whose cells lead to their details.
func linked(g Grid, ids map[*suite.Cell]string, footer bool) htmlGrid {
	h := htmlGrid{Grid: g}
	for _, row := range g.Rows {
		var boxes []htmlBox
		for _, b := range row {
			boxes = append(boxes, htmlBox{b, ids[b.Cell]})
		}
		h.Body = append(h.Body, boxes)
	}
	if footer {
		last := len(h.Body) - 1
		h.Body, h.Footer = h.Body[:last], h.Body[last]
	}
	return h
}

// numbers are those of a cell in words.
func numbers(c *suite.Cell) string {
	s := fmt.Sprintf("%s s", seconds(c.Median()))
	if len(c.Seconds) > 1 {
		s = fmt.Sprintf("%s s at least, %s s in the middle of %d", seconds(c.Min()), seconds(c.Median()), len(c.Seconds))
	}
	s += fmt.Sprintf(", %.0f MB", c.PeakMB)
	for _, n := range []struct {
		count     int
		one, more string
	}{{c.Queries, "query", "queries"}, {c.Paths, "path", "paths"}, {c.Refinements, "refinement", "refinements"}} {
		switch {
		case n.count == 1:
			s += ", 1 " + n.one
		case n.count > 1:
			s += fmt.Sprintf(", %d %s", n.count, n.more)
		}
	}
	return s
}

// IsNumber reports whether the i-th column holds numbers.
func (g htmlGrid) IsNumber(i int) bool { return i >= g.Words }
