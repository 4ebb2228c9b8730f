package report

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
)

// BaselineSchema names the form of a baseline.
const BaselineSchema = "semdiff-baseline/1"

// Baseline is findings that were accepted.
type Baseline struct {
	Schema   string         `json:"schema"`
	Findings []KnownFinding `json:"findings"`
}

// KnownFinding is a finding that was accepted: Fingerprint identifies it, the rest is for
// people.
type KnownFinding struct {
	Fingerprint string `json:"fingerprint"`
	Rule        string `json:"rule"`
	Procedure   string `json:"procedure"`
	Says        string `json:"says"`
}

// Acceptable are the findings that can be accepted. What is unknown is none: another
// change may hide in it.
func (j *Judged) Acceptable() (list []KnownFinding) {
	for _, f := range j.Findings {
		if f.Kind != OnUnknown {
			list = append(list, KnownFinding{f.Fingerprint, f.Rule, f.Procedure, f.Message})
		}
	}
	return list
}

// Accepted counts the findings that a baseline accepts.
func (j *Judged) Accepted() (n int) {
	for _, f := range j.Findings {
		if f.Accepted {
			n++
		}
	}
	return n
}

// WriteBaseline writes findings that are to be accepted.
func WriteBaseline(w io.Writer, list []KnownFinding) error {
	b := Baseline{Schema: BaselineSchema, Findings: append([]KnownFinding{}, list...)}
	slices.SortFunc(b.Findings, func(x, y KnownFinding) int {
		return slices.Compare([]string{x.Procedure, x.Rule, x.Fingerprint}, []string{y.Procedure, y.Rule, y.Fingerprint})
	})
	b.Findings = slices.Compact(b.Findings)
	return writeJSON(w, b)
}

// ReadBaseline reads one.
func ReadBaseline(r io.Reader) (*Baseline, error) {
	var b Baseline
	if err := json.NewDecoder(r).Decode(&b); err != nil {
		return nil, fmt.Errorf("this is no baseline: %v", err)
	}
	if b.Schema != BaselineSchema {
		return nil, fmt.Errorf("this is no baseline: its schema is %q, not %s", strings.TrimSpace(b.Schema), BaselineSchema)
	}
	return &b, nil
}

// Has reports whether a finding was accepted.
func (b *Baseline) Has(fingerprint string) bool {
	return slices.ContainsFunc(b.Findings, func(f KnownFinding) bool { return f.Fingerprint == fingerprint })
}
