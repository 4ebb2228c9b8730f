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
	Verdict string            `json:"verdict"`
	Partial bool              `json:"partial,omitempty"` // shown where the old version ends
	Witness map[string]string `json:"witness,omitempty"`
	At      string            `json:"at,omitempty"` // the assertion

	shown string // the witness as text
}

// relations adds to a report what is known of calls of both versions together.
func (x *crossing) relations(report *crossReport) {
	for _, m := range x.proofs.Mutual {
		report.Mutual = append(report.Mutual, mutual(m))
	}
	for i := range report.Procedures {
		row := &report.Procedures[i]
		if !row.pair {
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
	out := &crossFailure{Verdict: a.Verdict.String(), Partial: a.Partial}
	if a.Failure == nil {
		return out
	}
	p := x.proofs.Outcome.Pair(pair)
	out.Witness = map[string]string{}
	for i, in := range p.Inputs {
		if i >= len(a.Failure.Witness) {
			break
		}
		value := a.Failure.Witness[i].String()
		out.Witness[in.Name()] = value
		if out.shown != "" {
			out.shown += ", "
		}
		out.shown += in.Name() + " = " + value
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
		switch {
		case a.Verdict == symdiff.NewFailure.String():
			fmt.Fprintf(w, "%s: NEW FAILURE: %s", row.Name, a.At)
			if a.shown != "" {
				fmt.Fprintf(w, ", e.g. %s", a.shown)
			}
			fmt.Fprintln(w)
		case a.Verdict == symdiff.FailuresUnknown.String():
			fmt.Fprintf(w, "%s: not known whether there are new failures\n", row.Name)
		case a.Partial:
			fmt.Fprintf(w, "%s: no new failures where the old version ends\n", row.Name)
		default:
			fmt.Fprintf(w, "%s: no new failures\n", row.Name)
		}
	}
}

// exitVerdict is what the exit code says.
func (r *crossReport) exitVerdict() moddiff.Verdict {
	if r.NewFailures != "" {
		return r.failures
	}
	return r.verdict()
}
