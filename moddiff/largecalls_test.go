package moddiff

import (
	"math/big"
	"slices"
	"testing"

	"semdiff/internal/pairtest"
	"semdiff/smtlib"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
)

// largeCalls watches a run for calls on numbers beyond its limit: recursion or a loop
// that counts down from these ends, but not within that.
type largeCalls struct {
	limit int64
	calls []watchedCall // that have not returned
}

type watchedCall struct {
	proc  *ir.Proc
	large bool
}

// Enter implements interp.Watcher.
func (w *largeCalls) Enter(p *ir.Proc, inputs []interp.Value) {
	large := slices.ContainsFunc(inputs, func(v interp.Value) bool {
		n, ok := v.Integer()
		return ok && n.CmpAbs(big.NewInt(w.limit)) > 0
	})
	w.calls = append(w.calls, watchedCall{p, large})
}

// Again implements interp.Watcher.
func (w *largeCalls) Again([]interp.Value) {}

// Leave implements interp.Watcher.
func (w *largeCalls) Leave(outputs []interp.Value) {
	if outputs != nil { // else the run is over, and its calls are what it was doing
		w.calls = w.calls[:len(w.calls)-1]
	}
}

// inLarge reports whether the run was in a call on such a number that another procedure
// made: numbers that grow in recursion without end tell nothing.
func (w *largeCalls) inLarge() bool {
	for i, call := range w.calls {
		if call.large && !slices.ContainsFunc(w.calls[:i], func(c watchedCall) bool { return c.proc == call.proc }) {
			return true
		}
	}
	return false
}

// TestLargeCalls checks of which runs that did not end within their limits it is taken
// that they may end.
func TestLargeCalls(t *testing.T) {
	const program = `
procedure down(n: int) returns (r: int) { r := 0; if (n > 0) { call r := down(n - 1); } }
procedure up(n: int) returns (r: int) { r := 0; call r := up(n * n + 2); }
procedure counts(n: int) returns (r: int) { r := 0; call r := down(n * n * n); }
procedure loops(n: int) returns (r: int) { r := n; while (true) { r := r * 2 + 1; } }
procedure squares(n: int) returns (r: int) { r := 0; call r := up(n); }`
	c := smtlib.NewContext()
	prog, _ := pairtest.Lower(t, c, program, program)
	for _, test := range []struct {
		proc string
		n    int64
		may  bool
	}{
		{"counts", 1000, true},
		{"counts", 10, false}, // it ends
		{"loops", 3, false},
		{"squares", 3, false},
	} {
		w := &largeCalls{limit: 5_000}
		out, err := interp.Run(prog, test.proc, []interp.Value{interp.Int(c, big.NewInt(test.n))}, interp.NewModel(c), interp.Limits{Steps: 50_000, Depth: 5_000, Watch: w})
		if err != nil {
			t.Fatal(err)
		}
		if may := out.Outcome == ir.OutOfFuel && w.inLarge(); may != test.may {
			t.Errorf("%s(%d) ends as %s, may end: %v", test.proc, test.n, out.Outcome, may)
		}
	}
}
