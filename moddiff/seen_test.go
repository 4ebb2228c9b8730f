package moddiff

import (
	"context"
	"strings"
	"testing"

	"semdiff/internal/pairtest"
	"semdiff/smtlib"
)

// TestSeenInSlices checks that slices of an entry which lack the counter of addresses show
// what is in memory as the whole versions do, without cells of locals, so that what is
// shown of them counts.
func TestSeenInSlices(t *testing.T) {
	const program = `
type ref = int;
var $M.0, $M.1: [ref] int;
var $CurrAddr: ref;
var $exn: bool;
function {:inline} $add.ref(p: ref, q: ref) returns (ref) { p + q }
const $1024.ref: ref;
axiom ($1024.ref == 1024);
procedure __SMACK_init_func_memory_model() { $CurrAddr := $1024.ref; }
procedure $alloc(n: ref) returns (p: ref) { p := $CurrAddr; $CurrAddr := $CurrAddr + n; }
procedure main(n: int) returns (r: int) {
  var p: ref;
  call __SMACK_init_func_memory_model();
  call p := $alloc(4);
  $M.0[AT] := n + 0;
  $M.1[p] := n;
  r := n;
}`
	for _, tc := range []struct {
		at   string
		want Verdict
	}{{"p", Equivalent}, {"1000", Different}} {
		whole := strings.Replace(program, "AT", tc.at, 1)
		c := smtlib.NewContext()
		old, new := pairtest.Lower(t, c, whole, strings.Replace(whole, "n + 0", "n + 1", 1))
		s := newZ3(t, c)
		defer s.Close()
		r := compareImpact(t, context.Background(), old, new, s, Options{Entry: "main"})
		if v := r.result().Verdict; v != tc.want {
			t.Errorf("a cell at %s: %s, want %s", tc.at, v, tc.want)
		}
		if r.settled.pairs[r.entries[0]] == nil {
			t.Errorf("a cell at %s: slices do not count", tc.at)
		}
	}
}
