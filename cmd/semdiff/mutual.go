package main

import (
	"fmt"
	"io"

	"semdiff/compare/symdiff"
	"semdiff/moddiff"
)

// mutual is what became of a mutual summary.
type mutual struct {
	Name   string `json:"name"`
	Old    string `json:"old"`
	New    string `json:"new"`
	Proven bool   `json:"proven"`
	Reason string `json:"reason,omitempty"`
}

// crossFailure says whether the new version of a pair fails where the old one
// does not.
type crossFailure struct {
	Verdict string `json:"verdict"`
	Partial bool   `json:"partial,omitempty"` // shown where the old version ends
	// Restricted is set where a precondition in the file excludes inputs.
	Restricted bool              `json:"restricted,omitempty"`
	Witness    map[string]string `json:"witness,omitempty"`
	At         string            `json:"at,omitempty"` // the assertion

	shown string // the witness as text
}

// relations adds to a report what is known of calls of both versions together.
func (x *crossing) relations(report *crossReport) {
	for _, m := range x.proofs.Mutual {
		report.Mutual = append(report.Mutual, mutual(m))
	}
	for i := range report.Procedures {
		row := &report.Procedures[i]
		if row.Old == "" || row.New == "" {
			continue
		}
		row.Relations = x.proofs.Found[row.Name]
		if answer, ok := x.proofs.Assertions[row.Name]; ok {
			row.Assertions = x.failure(row.Name, answer)
		}
	}
	if x.f.dac {
		report.failures = x.proofs.AssertionsVerdict()
		report.NewFailures = map[moddiff.Verdict]symdiff.AssertionVerdict{
			moddiff.Different: symdiff.NewFailure, moddiff.Equivalent: symdiff.NoNewFailures, moddiff.PartiallyEquivalent: symdiff.NoNewFailures,
		}[report.failures].String()
	}
}

func (x *crossing) failure(pair string, a symdiff.AssertionAnswer) *crossFailure {
	out := &crossFailure{Verdict: a.Verdict.String(), Partial: a.Partial, Restricted: a.Restricted}
	if a.Failure == nil {
		return out
	}
	p := x.proofs.Outcome.Pair(pair)
	out.Witness = map[string]string{}
	for i, in := range p.Inputs {
		if i >= len(a.Failure.Witness) {
			break
		}
		out.Witness[in.Name()] = valueJSON(x.summaries.Ctx, a.Failure.Witness[i])
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

// writeRelations writes what is known of calls of both versions together.
func (r *crossReport) writeRelations(w io.Writer) {
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

func (a *crossFailure) text() string {
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

// exitVerdict is what the exit code says.
func (r *crossReport) exitVerdict() moddiff.Verdict {
	if r.NewFailures != "" {
		return r.failures
	}
	return r.verdict()
}
