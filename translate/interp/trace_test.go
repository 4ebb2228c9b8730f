package interp_test

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"semdiff/internal/randprog"
	"semdiff/translate/interp"
)

// traced runs main on integers and prints what was recorded, one step a line.
func traced(t *testing.T, src string, inputs ...int64) string {
	t.Helper()
	p := lower(t, src)
	values := make([]interp.Value, len(p.Procs["main"].Inputs))
	for i, v := range p.Procs["main"].Inputs {
		values[i] = interp.Default(v.Sort())
		if i < len(inputs) {
			values[i] = interp.Int(p.Ctx, big.NewInt(inputs[i]))
		}
	}
	_, steps, err := interp.Trace(p, "main", values, interp.NewModel(p.Ctx, p), interp.DefaultLimits)
	if err != nil {
		t.Fatal(err)
	}
	var sb strings.Builder
	for _, s := range steps {
		fmt.Fprintf(&sb, "%s%s %s", strings.Repeat(" ", s.Level), s.Pos, s.Proc)
		if s.Skipped > 0 {
			fmt.Fprintf(&sb, " (%d skipped)", s.Skipped)
		}
		for _, v := range s.Values {
			note := ""
			if v.Noted {
				note = "!"
			}
			fmt.Fprintf(&sb, " %s%s=%s", v.Name, note, v.Value)
		}
		if s.Cut {
			sb.WriteString(" ...")
		}
		sb.WriteString("\n")
	}
	return sb.String()
}

func TestTrace(t *testing.T) {
	const notes = `function value_is(c: int, e: int) returns (bool);
const {:model_const "X"} c0: int; const {:model_const "Y"} c1: int;
`
	for _, tt := range []struct {
		name, src string
		inputs    []int64
		want      string
	}{
		{"branches, calls and maps", `var m: [int]int;
procedure main(x: int) returns (r: int)
{
  if (x > 1) {
    call r := twice(x);
    m[r] := x;
  }
  r := m[4];
}
procedure twice(y: int) returns (z: int) { z := y + y; }
`, []int64{2}, `
t.bpl:2 main x=2
t.bpl:4 main x=2
t.bpl:5 main x=2
 t.bpl:10 twice y=2 z=4
t.bpl:5 main r=4
t.bpl:6 main r=4 x=2 m[4]=2
t.bpl:8 main m[4]=2 r=2
`},
		{"the first and the last iterations", `procedure main(n: int) returns (i: int)
{
  i := 0;
  while (i < n) {
    i := i + 1;
  }
}
`, []int64{6}, `
t.bpl:1 main n=6
t.bpl:3 main i=0
t.bpl:4 main i=0 n=6
t.bpl:5 main i=1
t.bpl:4 main i=1 n=6
t.bpl:5 main i=2
t.bpl:4 main (3 skipped) i=5 n=6
t.bpl:5 main i=6
t.bpl:4 main i=6 n=6
`},
		{"what nothing reads is shown as the source has it", notes + `procedure main(x: int) returns (r: int)
{
  var a, b: int;
  a := x; b := 1;
  r := a;
  a, b := b, a + 1;
  assume value_is(c0, a); assume value_is(c1, b);
}
`, []int64{5}, `
t.bpl:3 main x=5
t.bpl:6 main x=5 a=5 b=1
t.bpl:7 main a=5 r=5
t.bpl:8 main a=1 b=6
t.bpl:9 main X!=1 Y!=6
`},
		{"what a loop sets and nothing reads is not known behind it", notes + `procedure main(x: int) returns (r: int)
{
  var a: int;
  a := 7;
  r := a;
  while (r < x) { r := r + 1; a := r; }
  assume value_is(c0, a); assume value_is(c1, r);
}
`, []int64{8}, `
t.bpl:3 main x=8
t.bpl:6 main a=7
t.bpl:7 main a=7 r=7
t.bpl:8 main r=8 x=8 a=8
t.bpl:8 main r=8 x=8
t.bpl:9 main Y!=8
`},
		{"what a loop does not give back at the exit taken is not known behind it", notes + `procedure main(n: int) returns (r: int)
{
  var i, y: int;
  i := 0;
  while (true) {
    if (i >= n) { goto out; }
    y := i + 1;
    if (y == 5) { goto found; }
    i := y;
  }
found:
  r := y;
  return;
out:
  r := n;
  assume value_is(c0, y); assume value_is(c1, r);
}
`, []int64{1}, `
t.bpl:3 main n=1
t.bpl:6 main i=0
t.bpl:7 main
t.bpl:8 main i=0 n=1
t.bpl:9 main i=0 y=1
t.bpl:10 main y=1
t.bpl:11 main y=1 i=1
t.bpl:7 main
t.bpl:8 main i=1 n=1
t.bpl:17 main n=1 r=1
t.bpl:18 main Y!=1
`},
		{"where a run fails", `procedure main(x: int)
{
  assert x > 0;
  assert x > 1;
  assert x > 2;
}
`, []int64{1}, `
t.bpl:1 main x=1
t.bpl:3 main
t.bpl:4 main
`},
	} {
		if got := "\n" + traced(t, tt.src, tt.inputs...); got != tt.want {
			t.Errorf("%s:\ngot%s\nwant%s", tt.name, got, tt.want)
		}
	}
}

// TestTraceIsBounded checks that a run without end leaves a short trace.
func TestTraceIsBounded(t *testing.T) {
	got := traced(t, `procedure main(x: int) returns (r: int) {
  call r := main(x + 1);
  r := r + 1;
}`, 0)
	if n := strings.Count(got, "\n"); n > 1000 || !strings.HasSuffix(got, " ...\n") {
		t.Errorf("%d steps, the last is not marked as cut:\n%s", n, got[max(0, len(got)-200):])
	}
}

// TestTraceChangesNothing checks that runs end alike with and without a trace.
func TestTraceChangesNothing(t *testing.T) {
	for seed := range int64(150) {
		src, _ := randprog.Pair(seed, randprog.Options{Data: seed%2 == 0})
		p := lower(t, src)
		for _, name := range p.Order {
			m := interp.NewModel(p.Ctx, p)
			m.Seed = seed + 1
			inputs := make([]interp.Value, len(p.Procs[name].Inputs))
			for i, v := range p.Procs[name].Inputs {
				inputs[i] = interp.Default(v.Sort())
			}
			limits := interp.Limits{Steps: 3000, Depth: 100}
			a, errA := interp.Run(p, name, inputs, m, limits)
			b, _, errB := interp.Trace(p, name, inputs, m, limits)
			b.Reads = nil
			if fmt.Sprint(a, errA) != fmt.Sprint(b, errB) {
				t.Errorf("seed %d, %s: %v %v, with a trace %v %v", seed, name, a, errA, b, errB)
			}
		}
	}
}
