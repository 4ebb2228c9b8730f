package clever

import (
	"context"
	"testing"

	"semdiff/internal/enginetest"
	"semdiff/internal/needs"
	"semdiff/moddiff"
)

// TestRelations checks what boundaries need of the results of what changed.
func TestRelations(t *testing.T) {
	needs.Z3(t)
	const (
		figure1 = `
procedure sum(x: int) returns (sum: int)
{
  var j, c: int;
  sum := 0;
  j := 0;
  while (j < x) {
    call c := composite(j);
    if (c == 0) { sum := sum + j; }
    j := j + 1;
  }
}
`
		all = `procedure composite(num: int) returns (count: int)
{ var i: int; count := 0; i := 2; while (i < num) { if (i mod 3 == 0) { count := count + 1; } i := i + 1; } }`
		first = `procedure composite(num: int) returns (count: int)
{ var i: int; count := 0; i := 2; while (i < num) { if (i mod 3 == 0) { count := 1; return; } i := i + 1; } }`
		sign       = `procedure c(x: int, y: int) returns (r: int) { var k: int; call k := cmp(x, y); if (k > 0) { r := 1; } else { r := y; } r := r + x; }`
		two        = `procedure c(x: int, y: int) returns (r: int) { var s: int; call r := lib(x); call s := lib(y); r := r - s; r := r + x; }`
		difference = `procedure cmp(a: int, b: int) returns (r: int) { r := a - b; }`
		ordered    = `procedure cmp(a: int, b: int) returns (r: int) { r := if a < b then -1 else if a > b then 1 else 0; }`
	)
	for _, tt := range []struct{ name, old, new, client, says string }{
		{"by induction", figure1 + all, figure1 + first, "sum", "result count == 0 <==> result count' == 0"},
		{"by the texts", sign + difference, sign + ordered, "c", "result r <= 0 <==> result r' <= 0"},
		{"not of single calls", two + "procedure lib(a: int) returns (r: int) { r := a + 1; }", two + "procedure lib(a: int) returns (r: int) { r := a + 2; }", "c", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			task := enginetest.Task(t, tt.old, tt.new)
			defer task.Solver.Close()
			r, err := Run(context.Background(), task, []string{tt.client}, Options{Summaries: moddiff.Options{Unwind: 3}})
			if err != nil {
				t.Fatal(err)
			}
			says := ""
			for _, b := range r.Clients[0].Boundaries {
				if b.Relation != nil {
					says = b.Relation.Says
				}
			}
			if r.Verdict != moddiff.Equivalent && tt.says != "" || says != tt.says {
				t.Errorf("%s because of %q", r.Verdict, says)
			}
		})
	}
}
