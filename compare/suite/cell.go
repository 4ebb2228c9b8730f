package suite

import (
	"slices"

	"semdiff/moddiff"
)

// Answer is what a process says of a pair.
type Answer struct {
	Verdict moddiff.Status `json:"verdict"`
	// Over is the limit that cut the answer short, if one did.
	Over string `json:"over,omitempty"`
	// Procedures are the statuses of the procedures and loops, where the column has any.
	Procedures  map[string]moddiff.Status `json:"procedures,omitempty"`
	Queries     int                       `json:"queries"`
	Paths       int                       `json:"paths"`
	Refinements int                       `json:"refinements"`
	Reason      string                    `json:"reason,omitempty"` // why it is unknown, or an error
	// Contradicts is set when the column contradicts what its verdict rests on.
	Contradicts bool `json:"contradicts,omitempty"`
	// Text is the answer for people: conditions, witness, runs.
	Text string `json:"text,omitempty"`
}

// Limits that an answer can be cut short by.
const (
	OverTime   = "time"
	OverMemory = "memory"
)

// Cell is the result for one pair in one column.
type Cell struct {
	Suite  string `json:"suite"`
	Pair   string `json:"pair"`
	Column string `json:"column"`
	// Fingerprint says what was run: versions, flags, program, limits.
	Fingerprint string         `json:"fingerprint"`
	Truth       moddiff.Status `json:"truth"`
	Outcome     Outcome        `json:"outcome"`
	Verdict     moddiff.Status `json:"verdict,omitempty"`
	Seconds     []float64      `json:"seconds"` // of each run, from start to end of its process
	PeakMB      float64        `json:"peak_mb"` // the most in any run, of the process and those that it started
	Queries     int            `json:"queries"`
	Paths       int            `json:"paths"`
	Refinements int            `json:"refinements"`
	Reason      string         `json:"reason,omitempty"`
	Text        string         `json:"text,omitempty"`
}

// Min is the time of the fastest run.
func (c *Cell) Min() float64 {
	if len(c.Seconds) == 0 {
		return 0
	}
	return slices.Min(c.Seconds)
}

// Median is the time of the run in the middle.
func (c *Cell) Median() float64 {
	if len(c.Seconds) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(c.Seconds))
	if n := len(sorted); n%2 == 0 {
		return (sorted[n/2-1] + sorted[n/2]) / 2
	}
	return sorted[len(sorted)/2]
}

// key is what a cell is about.
type key struct{ suite, pair, column string }

func (c *Cell) key() key { return key{c.Suite, c.Pair, c.Column} }
