package moddiff

import (
	"slices"
	"testing"

	"semdiff/moddiff/reason"
	"semdiff/moddiff/summary"
	"semdiff/smtlib"
)

// TestAdopt checks which row of two looks at a pair stands, and that inputs of it are not
// said to be open since the verdict was settled, where a later look went on.
func TestAdopt(t *testing.T) {
	c := smtlib.NewContext()
	x := c.Var("x", c.Int)
	open := &summary.DiffSummary{Changed: c.Eq(x, c.IntVal(1)), TerminationChanged: c.False, Unchanged: c.False, Unknown: c.Not(c.Eq(x, c.IntVal(1)))}
	settled, unwound := settledReason(), reason.Of(reason.Unwinding, "", "")
	row := func(v Verdict, d *summary.DiffSummary, why ...Reason) *PairResult {
		return &PairResult{Name: "p", Old: "p", New: "p", Compared: true, Verdict: v, Status: Status(v.String()), Summary: d, Analysed: d != nil, Reasons: why}
	}
	for _, tc := range []struct {
		name           string
		later, earlier *PairResult
		want           Verdict
		why            []Reason
	}{
		{"both know it", row(Different, open, unwound), row(Different, open, settled), Different, []Reason{unwound}},
		{"the later look found nothing", row(Unknown, open, unwound), row(Different, open, settled), Different, []Reason{unwound}},
		{"the later look did not come to it", row(Unknown, nil), row(Different, open, settled), Different, []Reason{settled}},
		{"the earlier look went on", row(Unknown, nil, unwound), row(Different, open, unwound, unwound), Different, []Reason{unwound, unwound}},
		{"nothing is open", row(Unknown, open, unwound), row(Equivalent, summary.AllUnchanged(c)), Equivalent, nil},
		{"neither found anything", row(Unknown, open, unwound), row(Unknown, nil, settled), Unknown, []Reason{unwound}},
	} {
		r := &Result{Entry: []string{"p"}, Pairs: []*PairResult{tc.later}}
		adopt(r, &Result{Pairs: []*PairResult{tc.earlier}})
		if got := r.Pairs[0]; got.Verdict != tc.want || r.Verdict != tc.want || !slices.Equal(got.Reasons, tc.why) {
			t.Errorf("%s: %s (%s) for %v, want %s for %v", tc.name, got.Verdict, r.Verdict, got.Reasons, tc.want, tc.why)
		}
	}
}
