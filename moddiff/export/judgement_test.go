package export_test

import (
	"testing"

	"semdiff/moddiff"
	"semdiff/moddiff/export"
)

// Roots of which an assumption blocks one version only, of which one version does not end,
// both, and with other differences beside.
const judgedOld = `
procedure assumes(a: int) returns (r: int) { assume a > 0; r := a; }
procedure beside(a: int) returns (r: int) { assume a > 0; r := a; }
procedure stays(a: int) returns (r: int) { r := a; }
procedure both(a: int) returns (r: int) { assume a > 0; r := a; }
procedure all(a: int) returns (r: int) { assume a > 0; r := a; }
`

const judgedNew = `
procedure assumes(a: int) returns (r: int) { r := a; }
procedure beside(a: int) returns (r: int) { r := (if a == 7 then 8 else a); }
procedure stays(a: int) returns (r: int) { while (a < 0) { } r := a; }
procedure both(a: int) returns (r: int) { while (a < 0) { } r := a; }
procedure all(a: int) returns (r: int) { while (a < 0) { } r := (if a == 7 then 8 else a); }
`

// TestJudgement exports answers in which not every difference counts: they have the
// statuses of the analysis without evidence, and no claim is contradicted.
func TestJudgement(t *testing.T) {
	for _, tt := range []struct {
		blocked   moddiff.Blocked
		partially bool
		want      map[string]string // where it is not different
	}{
		{moddiff.BlockedDiffer, false, nil},
		{moddiff.BlockedReport, false, map[string]string{"assumes": "equivalent"}},
		{moddiff.BlockedIgnore, false, map[string]string{"assumes": "equivalent"}},
		{moddiff.BlockedDiffer, true, map[string]string{"stays": "partially-equivalent"}},
		{moddiff.BlockedReport, true, map[string]string{"assumes": "equivalent", "stays": "partially-equivalent", "both": "partially-equivalent"}},
		{moddiff.BlockedIgnore, true, map[string]string{"assumes": "equivalent", "stays": "partially-equivalent", "both": "partially-equivalent"}},
	} {
		name := string(tt.blocked)
		if tt.partially {
			name += ", partial"
		}
		t.Run(name, func(t *testing.T) {
			r := verify(t, exportWith(t, judgedOld, judgedNew, moddiff.Options{Unwind: 3, Blocked: tt.blocked, IgnoreTermination: tt.partially}), "z3")
			if r.Outcome() != export.Agreed {
				t.Errorf("%s: %v", r.Outcome(), r.Problems)
			}
			roots := 0
			for _, p := range r.Index.Pairs {
				want, listed := tt.want[p.Name]
				if !listed {
					want = "different"
				}
				if p.Kind == "procedure" {
					roots++
					if p.Status != want {
						t.Errorf("%s is %s, want %s", p.Name, p.Status, want)
					}
				}
			}
			if roots != 5 {
				t.Errorf("%d roots", roots)
			}
		})
	}
}

// TestJudgementForged edits exports in which not every difference counts.
func TestJudgementForged(t *testing.T) {
	dir := exportWith(t, judgedOld, judgedNew, moddiff.Options{Unwind: 3, Blocked: moddiff.BlockedReport, IgnoreTermination: true})
	anything := func(condition string) (old, new string) {
		return "(define-fun |" + condition + "| () Bool", "(define-fun |" + condition + "| () Bool true) (define-fun |assumes:other| () Bool"
	}
	refuse(t, dir, []forgery{
		{"blocked inputs count", func(f *forger) { f.Blocked = "" }, []string{`assumes: disagreed: the status "equivalent" does not follow`}},
		{"termination counts", func(f *forger) { f.Termination = "" }, []string{`stays: disagreed: the status "partially-equivalent" does not follow`}},
		{"different though no difference counts", func(f *forger) { f.pair("both").Status = "different" }, []string{`both: disagreed: the status "different" does not follow`}},
		{"equal where a difference counts", func(f *forger) { f.pair("beside").Status = "equivalent" }, []string{"beside/blocked_changed: disagreed: the claim is missing"}},
		{"unknown where a difference counts", func(f *forger) { f.pair("beside").Status = "unknown" }, []string{`beside: disagreed: the status "unknown" does not follow`}},
		{"unknown where all is known", func(f *forger) { f.pair("assumes").Status = "unknown" }, []string{`assumes: disagreed: the status "unknown" does not follow`}},
		{"equivalent where one version does not end", func(f *forger) { f.pair("both").Status = "equivalent" }, []string{`both: disagreed: the status "equivalent" does not follow`}},
		{"no claim that all is blocked", func(f *forger) { f.remove("assumes/blocked_changed") }, []string{"assumes/blocked_changed: disagreed: the claim is missing"}},
		{"a claim about anything", func(f *forger) {
			old, new := anything("assumes:one_blocked")
			f.rewrite("assumes/blocked_changed", old, new)
		},
			[]string{"assumes/blocked_changed: disagreed: its query: assumes:one_blocked is not what the name says"}},
		{"a witness that only blocks", func(f *forger) { f.rewrite("beside/witness-1", "differ_unblocked", "differ") },
			[]string{`beside: disagreed: the status "different" does not follow`}},
		{"a witness of anything", func(f *forger) {
			old, new := anything("beside:differ_unblocked")
			f.rewrite("beside/witness-1", old, new)
		},
			[]string{"beside/witness-1: disagreed: its query: beside:differ_unblocked is not what the name says"}},
	})
}
