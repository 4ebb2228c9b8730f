package benchmarks

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"semdiff/internal/needs"
	"semdiff/moddiff"
)

// loopMult is LoopMultN of the paper: multiplication by repeated addition, the
// factors exchanged in the new version. The different pair subtracts in the old one.
func loopMult(n int, different bool) (old, new string) {
	program := func(bound, op, addend string) string {
		return fmt.Sprintf(`
procedure foo(a: int, b: int) returns (c: int)
{
  var i: int;
  c := 0;
  i := 1;
  while (i <= %s) { c := c %s %s; i := i + 1; }
}
procedure main(x: int) returns (r: int)
{
  if (%d <= x && x < %d) { call r := foo(x, %d); } else { r := 0; }
}`, bound, op, addend, n-2, n+2, n)
	}
	op := "+"
	if different {
		op = "-"
	}
	return program("b", op, "a"), program("a", "+", "b")
}

// diamonds is a procedure with n branches that join again, 2^n paths, and one
// that says the same in another way; in the different pair one arm adds another
// number.
func diamonds(n int, different bool) (old, new string) {
	var o, w strings.Builder
	for _, b := range []*strings.Builder{&o, &w} {
		b.WriteString("procedure main(x: [int]int) returns (s: int)\n{\n  s := 0;\n")
	}
	for i := range n {
		less := 1
		if different && i == n/2 {
			less = 5
		}
		fmt.Fprintf(&o, "  if (x[%d] > s) { s := s + 1; } else { s := s + 2; }\n", i)
		fmt.Fprintf(&w, "  if (!(x[%d] <= s)) { s := s + 2 - %d; } else { s := s + 2; }\n", i, less)
	}
	return o.String() + "}\n", w.String() + "}\n"
}

// callTree is a program of n procedures, a binary tree of calls with loops and
// globals, and the same with a change in p400, eight calls deep.
func callTree(n int, different bool) (old, new string) {
	program := func(change string) string {
		var b strings.Builder
		b.WriteString("var total: int;\nvar m: [int]int;\nprocedure main(x: int) returns (r: int) { call r := p0(x); }\n")
		for i := range n {
			fmt.Fprintf(&b, "procedure p%d(x: int) returns (r: int)\n{\n  var i: int;\n  r := x + %d;\n", i, i%17)
			if i == 400 {
				b.WriteString(change)
			}
			if i%5 == 0 {
				fmt.Fprintf(&b, "  i := 0;\n  while (i < %d) { r := r + i; i := i + 1; }\n", i%4+1)
			}
			if i%3 == 0 {
				b.WriteString("  total := total + r;\n")
			}
			if i%7 == 0 {
				fmt.Fprintf(&b, "  m[%d] := r;\n", i)
			}
			if 2*i+2 < n {
				fmt.Fprintf(&b, "  if (x < %d) { call i := p%d(x + 1); } else { call i := p%d(x - 1); }\n  r := r + i;\n", 10*(i%17)-80, 2*i+1, 2*i+2)
			}
			b.WriteString("}\n")
		}
		return b.String()
	}
	if different {
		return program(""), program("  r := r + 100;\n")
	}
	return program(""), program("  if (x > 3) { r := r + 0; }\n")
}

// TestCallTree checks that of a large program only what a change affects is
// analysed, and prints the time beside that of reading and checking both files
// (make bench).
func TestCallTree(t *testing.T) {
	needs.Z3(t)
	n := 1_000
	report := os.Getenv("SEMDIFF_BENCH") != ""
	if report {
		n = 10_000
	}
	for _, different := range []bool{false, true} {
		old, new := callTree(n, different)
		oldFile, newFile := writePair(t, old, new)
		start := time.Now()
		for _, file := range []string{oldFile, newFile} {
			if _, err := read(file); err != nil {
				t.Fatal(err)
			}
		}
		checked := time.Since(start)
		r, err := analyze(oldFile, newFile, &pair{Name: "main", Entry: "main"}, moddiff.ModDiffRef)
		if err != nil {
			t.Fatal(err)
		}
		r.solver.Close()
		want := []string{"main", "p0", "p2", "p5", "p11", "p24", "p49", "p99", "p199", "p400"}
		analysed := 0
		for _, p := range r.result.Pairs {
			if p.Analysed {
				analysed++
				if !slices.Contains(want, p.Name) && !strings.HasPrefix(p.Name, "p400_loop_") {
					t.Errorf("%s was analysed", p.Name)
				}
			} else if p.Status != moddiff.StatusUnchanged {
				t.Errorf("%s is %s without having been analysed", p.Name, p.Status)
			}
		}
		lowered := 0
		for _, name := range r.old.Order {
			if r.old.IsLoaded(name) {
				lowered++
			}
		}
		if lowered > 25*len(want) {
			t.Errorf("%d of %d procedures were lowered", lowered, n)
		}
		if report {
			fmt.Printf("call tree of %d procedures, %s: %d pairs analysed, %d procedures lowered, %.0f ms, %.1f times as long as to check both files\n",
				n, r.result.Verdict, analysed, lowered, 1e3*r.time.Seconds(), r.time.Seconds()/checked.Seconds())
		}
	}
}

// TestGrowthReport prints how time grows with the size of a family of pairs
// (make bench): the ratio is to the time of the first size.
func TestGrowthReport(t *testing.T) {
	needBench(t)
	families := []struct {
		name  string
		pair  func(n int, different bool) (old, new string)
		sizes []int
	}{
		{"LoopMult", loopMult, []int{2, 5, 10, 20, 40, 60}},
		{"diamonds", diamonds, []int{30, 60, 120}},
	}
	fmt.Printf("%-10s %5s %22s %22s\n", "family", "size", "equal ms (ratio)", "different ms (ratio)")
	for _, f := range families {
		first := map[bool]float64{}
		for _, n := range f.sizes {
			row := fmt.Sprintf("%-10s %5d", f.name, n)
			for _, different := range []bool{false, true} {
				old, new := f.pair(n, different)
				ms := medianTime(t, old, new, different)
				if first[different] == 0 {
					first[different] = ms
				}
				row += fmt.Sprintf(" %13.0f (%5.1f)", ms, ms/first[different])
			}
			fmt.Println(row)
		}
	}
}

// writePair writes two programs into files.
func writePair(t *testing.T, old, new string) (oldFile, newFile string) {
	t.Helper()
	dir := t.TempDir()
	oldFile, newFile = filepath.Join(dir, "old.bpl"), filepath.Join(dir, "new.bpl")
	for file, text := range map[string]string{oldFile: old, newFile: new} {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return oldFile, newFile
}

// medianTime is the time of comparing two programs in ms, whose verdict must be right.
func medianTime(t *testing.T, old, new string, different bool) float64 {
	t.Helper()
	oldFile, newFile := writePair(t, old, new)
	want := moddiff.Equivalent
	if different {
		want = moddiff.Different
	}
	return medianOf(5, func() time.Duration {
		r, err := analyze(oldFile, newFile, &pair{Name: "main", Entry: "main"}, moddiff.ModDiffRef)
		if err != nil {
			t.Fatal(err)
		}
		r.solver.Close()
		if r.result.Verdict != want {
			t.Errorf("verdict %s, want %s", r.result.Verdict, want)
		}
		return r.time
	})
}
