package suite

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"semdiff/internal/record"
	"semdiff/moddiff"
)

// ResultsSchema names the form of results; fields may be added, never renamed.
const ResultsSchema = "semdiff-compare/1"

// Results are the cells of a run, and what is needed to read them.
type Results struct {
	Schema  string       `json:"schema"`
	Machine string       `json:"machine"`
	Limits  Limits       `json:"limits"`
	Repeat  int          `json:"repeat"`
	Suites  []SuiteInfo  `json:"suites"`
	Columns []ColumnInfo `json:"columns"`
	Pairs   []PairInfo   `json:"pairs"` // in the order of the tables
	Cells   []*Cell      `json:"cells"`
}

// SuiteInfo is what tables say of a suite.
type SuiteInfo struct {
	Name  string `json:"name"`
	About string `json:"about,omitempty"`
	Paper string `json:"paper,omitempty"` // where the published times are from
}

// ColumnInfo is what tables say of a column.
type ColumnInfo struct {
	Name  string `json:"name"`
	Kind  string `json:"kind"` // engine or tool
	About string `json:"about,omitempty"`
	// Absent says why a tool has no results.
	Absent string `json:"absent,omitempty"`
}

// The kinds of columns.
const (
	KindEngine = "engine"
	KindTool   = "tool"
)

// PairInfo is what tables say of a pair.
type PairInfo struct {
	Suite  string         `json:"suite"`
	Name   string         `json:"name"`
	Truth  moddiff.Status `json:"truth"`
	Source string         `json:"source,omitempty"` // of the truth
	Family string         `json:"family,omitempty"`
	Tags   []string       `json:"tags,omitempty"`
	Why    string         `json:"why,omitempty"`
	Place  int            `json:"place"` // among all pairs of the run, of which a shard has some
	// Published are times from the literature by tool, on other machines; Failed where
	// the tool failed there.
	Published map[string]Seconds `json:"published,omitempty"`
}

// Cell is the result of a pair in a column, nil when there is none.
func (r *Results) Cell(suite, pair, column string) *Cell {
	i := slices.IndexFunc(r.Cells, func(c *Cell) bool { return c.key() == key{suite, pair, column} })
	if i < 0 {
		return nil
	}
	return r.Cells[i]
}

// Sort puts the cells into the order of pairs and columns, whatever order they came in.
func (r *Results) Sort() {
	place := map[key]int{}
	for i, p := range r.Pairs {
		for k, c := range r.Columns {
			place[key{p.Suite, p.Name, c.Name}] = i*len(r.Columns) + k
		}
	}
	slices.SortStableFunc(r.Cells, func(a, b *Cell) int { return place[a.key()] - place[b.key()] })
}

// ReadResults reads a file of results: one JSON object, or, as a run writes it, an
// object without cells and then a line for each cell. A last line that was not written
// to its end is left out.
func ReadResults(file string) (*Results, error) {
	r := &Results{}
	cells, err := record.Read[*Cell](file, r, func() error {
		if r.Schema != ResultsSchema {
			return fmt.Errorf("schema %q, not %q", r.Schema, ResultsSchema)
		}
		return nil
	})
	r.Cells = append(r.Cells, cells...)
	return r, err
}

// Merge joins results of shards. A cell that two of them have must say the same in both.
func Merge(list []*Results) (*Results, error) {
	all := *list[0]
	all.Cells = nil
	seen := map[key]*Cell{}
	for _, r := range list {
		if r.Limits != all.Limits || r.Repeat != all.Repeat {
			return nil, errors.New("the results are of runs with different limits, or numbers of processes")
		}
		for _, s := range r.Suites {
			if !slices.ContainsFunc(all.Suites, func(t SuiteInfo) bool { return t.Name == s.Name }) {
				all.Suites = append(all.Suites, s)
			}
		}
		for _, c := range r.Columns {
			switch i := slices.IndexFunc(all.Columns, func(d ColumnInfo) bool { return d.Name == c.Name }); {
			case i < 0:
				all.Columns = append(all.Columns, c)
			case c.Absent == "": // it is installed on one of the machines
				all.Columns[i].Absent = ""
			}
		}
		for _, p := range r.Pairs {
			if !slices.ContainsFunc(all.Pairs, func(q PairInfo) bool { return q.Suite == p.Suite && q.Name == p.Name }) {
				all.Pairs = append(all.Pairs, p)
			}
		}
		for _, c := range r.Cells {
			other, ok := seen[c.key()]
			switch {
			case !ok || other.Outcome == Absent:
			case c.Outcome == Absent:
				continue
			case other.Fingerprint != c.Fingerprint:
				return nil, fmt.Errorf("%s/%s in column %s has results of two different runs", c.Suite, c.Pair, c.Column)
			case other.Verdict != c.Verdict:
				return nil, fmt.Errorf("%s/%s in column %s is %s in one result and %s in another", c.Suite, c.Pair, c.Column, other.Verdict, c.Verdict)
			}
			seen[c.key()] = c
		}
	}
	slices.SortStableFunc(all.Pairs, func(p, q PairInfo) int {
		return cmp.Or(suitePlace(&all, p)-suitePlace(&all, q), p.Place-q.Place)
	})
	for _, c := range seen {
		all.Cells = append(all.Cells, c)
	}
	all.Sort()
	return &all, nil
}

func suitePlace(r *Results, p PairInfo) int {
	return slices.IndexFunc(r.Suites, func(s SuiteInfo) bool { return s.Name == p.Suite })
}

// Recorder writes cells to a file as they come.
type Recorder struct {
	*Results
	file *record.Writer // nil for none
}

// Record starts a file with the results that are there already; "" is no file.
func Record(file string, r *Results) (rec *Recorder, err error) {
	rec = &Recorder{Results: r}
	if file != "" {
		head := *r
		head.Cells = []*Cell{}
		rec.file, err = record.Create(file, head, r.Cells)
	}
	return rec, err
}

// Add records a cell.
func (r *Recorder) Add(c *Cell) error {
	r.Cells = append(r.Cells, c)
	return r.file.Add(c)
}

// Close ends the file.
func (r *Recorder) Close() error { return r.file.Close() }
