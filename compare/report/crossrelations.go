package report

import (
	"fmt"
	"io"

	"semdiff/compare/symdiff"
	"semdiff/moddiff"
	"semdiff/smtlib"
)

// Mutual is what became of a mutual summary.
type Mutual struct {
	Name   string `json:"name"`
	Old    string `json:"old"`
	New    string `json:"new"`
	Proven bool   `json:"proven"`
	Reason string `json:"reason,omitempty"`
}

// CrossedFailure says whether the new version of a pair fails where the old one
// does not.
type CrossedFailure struct {
	Verdict string `json:"verdict"`
	Partial bool   `json:"partial,omitempty"` // shown where the old version ends
	// Restricted is set where a precondition in the file excludes inputs.
	Restricted bool             `json:"restricted,omitempty"`
	Witness    map[string]Value `json:"witness,omitempty"`
	At         string           `json:"at,omitempty"` // the assertion

	shown string // the witness as text
}

// writeRelations writes what is known of calls of both versions together.
func (r *Crosscheck) writeRelations(w io.Writer) {
	for _, m := range r.Mutual {
		if m.Proven {
			fmt.Fprintf(w, "%s: proven\n", m.Name)
		} else {
			fmt.Fprintf(w, "%s: not used: %s\n", m.Name, m.Reason)
		}
	}
	for _, row := range r.Procedures {
		for _, rel := range row.Relations {
			fmt.Fprintf(w, "%s: %s\n", row.Name, rel)
		}
	}
	for _, row := range r.Procedures {
		a := row.Assertions
		if a == nil {
			continue
		}
		fmt.Fprintf(w, "%s: %s\n", row.Name, a.text())
	}
}

func (a *CrossedFailure) text() string {
	text := "no new failures"
	switch a.Verdict {
	case symdiff.NewFailure.String():
		text = "NEW FAILURE: " + a.At
		if a.shown != "" {
			text += ", e.g. " + a.shown
		}
		return text
	case symdiff.FailuresUnknown.String():
		text = "not known whether there are new failures"
	}
	if a.Partial {
		text += " where the old version ends"
	}
	if a.Restricted {
		text += ", for inputs that satisfy its MS_pre"
	}
	return text
}

// CrossedFailureOf is what is known of the failures of a pair.
func CrossedFailureOf(c *smtlib.Context, p *moddiff.PairResult, a symdiff.AssertionAnswer) *CrossedFailure {
	out := &CrossedFailure{Verdict: a.Verdict.String(), Partial: a.Partial, Restricted: a.Restricted}
	if a.Failure == nil {
		return out
	}
	out.Witness = map[string]Value{}
	for i, in := range p.Inputs {
		if i >= len(a.Failure.Witness) {
			break
		}
		out.Witness[in.Name()] = valueOf(c, a.Failure.Witness[i])
		if out.shown != "" {
			out.shown += ", "
		}
		out.shown += in.Name() + " = " + shorten(a.Failure.Witness[i])
	}
	if steps := a.Failure.New.Trace; len(steps) > 0 {
		if pos := steps[len(steps)-1].Pos; pos.IsValid() {
			out.At = fmt.Sprintf("%s:%d", pos.File, pos.Line)
		}
	}
	return out
}

// About is the verdict on what was asked: of new failures where these were, else
// the worst of all pairs.
func (r *Crosscheck) About() moddiff.Verdict {
	if r.NewFailures != "" {
		return r.Failures
	}
	return r.Worst()
}
