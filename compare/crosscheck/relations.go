package crosscheck

import (
	"semdiff/compare/report"
	"semdiff/compare/symdiff"
	"semdiff/moddiff"
)

// relations adds what is known of calls of both versions together.
func (x *crossing) relations() {
	r := &x.result
	for _, m := range x.proofs.Mutual {
		r.Mutual = append(r.Mutual, report.Mutual(m))
	}
	for i := range r.Procedures {
		row := &r.Procedures[i]
		if row.Old == "" || row.New == "" {
			continue
		}
		row.Relations = x.proofs.Found[row.Name]
		if answer, ok := x.proofs.Assertions[row.Name]; ok {
			row.Assertions = report.CrossedFailureOf(x.summaries.Ctx, x.proofs.Outcome.Pair(row.Name), answer)
		}
	}
	if x.opts.Assertions {
		r.Failures = x.proofs.AssertionsVerdict()
		r.NewFailures = map[moddiff.Verdict]symdiff.AssertionVerdict{
			moddiff.Different: symdiff.NewFailure, moddiff.Equivalent: symdiff.NoNewFailures, moddiff.PartiallyEquivalent: symdiff.NoNewFailures,
		}[r.Failures].String()
	}
}
