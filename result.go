package semdiff

import (
	"errors"
	"io"
	"slices"

	"semdiff/compare/engine"
	"semdiff/compare/report"
	"semdiff/compare/testcase"
	"semdiff/moddiff"
	"semdiff/moddiff/export"
)

// The answer as data, as --format json has it.
type (
	// Answer is what was found out.
	Answer = report.Answer
	// Procedure is the answer for a pair of procedures or loops.
	Procedure = report.Procedure
	// Difference is a condition under which they differ, with an input that was run.
	Difference = report.Difference
	// Term is a condition or a result, as SMT-LIB text or as Boogie writes it.
	Term = report.Term
	// Value is a value of a run.
	Value = report.Value
	// Reason says why something is unknown.
	Reason = report.Reason
	// Policy says which findings count, Judged is a result with its findings.
	Policy = report.Policy
	Judged = report.Judged
	// TextOptions are the choices of the text answer.
	TextOptions = report.TextOptions
)

// Result is what a comparison found.
type Result struct {
	outcome *engine.Outcome
	tests   func() testcase.Versions

	Confirmed, Unconfirmed int // answers of the solver that a second one confirmed, or could not tell about
	DamagedEntries         int // of the cache, which were not used
}

// Verdict is the verdict of the entry, of several the worst.
func (r *Result) Verdict() Verdict { return r.outcome.Verdict }

// Interface counts the procedures that were added or removed, or whose signatures
// changed.
func (r *Result) Interface() moddiff.Interface { return r.outcome.Interface }

// Answer is all of it as data.
func (r *Result) Answer() *Answer { return report.NewAnswer(r.outcome) }

// WriteJSON writes the answer as JSON, of schema semdiff/1.
func (r *Result) WriteJSON(w io.Writer) error { return report.WriteJSON(w, r.outcome) }

// WriteText writes the answer for people.
func (r *Result) WriteText(w io.Writer, opts TextOptions) error {
	return report.WriteText(w, r.outcome, opts)
}

// WriteHTML writes the answer as one page, with up to traces runs of each pair.
func (r *Result) WriteHTML(w io.Writer, traces int) error {
	return report.WriteHTML(w, r.outcome, traces)
}

// WriteTests writes witnesses into a folder, as small programs in Boogie and, of what
// SMACK translated, in C, which show what both versions do.
func (r *Result) WriteTests(dir string) (*testcase.Set, error) {
	return testcase.Write(dir, r.outcome, r.tests())
}

// WriteSMTLIB writes the four sets of the entries as definitions that a solver loads.
func (r *Result) WriteSMTLIB(w io.Writer) error { return report.WriteSMTLIB(w, r.outcome) }

// Judge finds what is to be acted on.
func (r *Result) Judge(p Policy) *Judged { return report.Judge(r.outcome, p) }

// Show limits what is written to the procedures of which a name, the old or the new one,
// is wanted.
func (r *Result) Show(wanted func(procedure string) bool) {
	r.outcome.Only = func(p *moddiff.PairResult) bool {
		return wanted(p.Old) || wanted(p.New) || p.In != "" && wanted(p.In)
	}
}

// Names are those of the procedures and loops in the answer, of either version.
func (r *Result) Names() (names []string) {
	for _, p := range r.outcome.Pairs {
		for _, name := range []string{p.Old, p.New, p.In} {
			if name != "" {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// WriteProofs writes the answer and its proofs into a folder that is new or empty,
// for any solver to check. Options.Proofs has to be set.
func (r *Result) WriteProofs(dir string) (*export.Index, error) {
	if r.outcome.Evidence == nil {
		return nil, errors.New("there are no proofs: Options.Proofs was not set, or the engine has none")
	}
	return export.Write(dir, r.outcome.Result)
}
