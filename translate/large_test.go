package translate

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"semdiff/smtlib"
)

// largeTypes is a program whose procedures have variables of a type that has 2
// to the n parts, and a procedure that none calls and that has none.
func largeTypes(n int, more, result string) string {
	text := "type S0 = [int]int;\n"
	for i := 1; i <= n; i++ {
		text += fmt.Sprintf("type S%d = [S%d]S%d;\n", i, i-1, i-1)
	}
	text += more + "\nprocedure q(x: int) returns (r: int) { r := x + " + result + "; }\n"
	return strings.ReplaceAll(text, "S#", fmt.Sprintf("S%d", n))
}

// values are datatypes whose values have more than 2 to the n parts.
func values(n int) string {
	text := "datatype D0 { D0(f: int) }\n"
	for i := 1; i <= n; i++ {
		text += fmt.Sprintf("datatype D%d { D%d(f: D%d, g: D%d) }\n", i, i, i-1, i-1)
	}
	return text
}

func lowerLarge(t *testing.T, n int, oldMore, newMore string) (c *smtlib.Context, bytes uint64, err error) {
	t.Helper()
	var sources [2]Source
	for i, more := range []string{oldMore, newMore} {
		s, err := Parse([]string{"old.bpl", "new.bpl"}[i], []byte(largeTypes(n, more, fmt.Sprint(i))))
		if err != nil {
			t.Fatal(err)
		}
		sources[i] = s
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	c = smtlib.NewContext()
	_, _, err = LowerPair(c, sources[0], sources[1], Options{})
	runtime.ReadMemStats(&after)
	return c, after.TotalAlloc - before.TotalAlloc, err
}

// TestLargeTypes checks what lowering does with types that are large when they
// are written out: sorts are made once, there is a bound, and only what uses such
// a type and has to be lowered is refused.
func TestLargeTypes(t *testing.T) {
	const variables = "var g, h: S#; procedure p(a: S#) returns (b: S#) modifies g; { b := a; g := h; }\n"
	const (
		changed     = "var g, h: S#; procedure p(a: S#) returns (b: S#) modifies g; { b := a; g := h; assert g == a; }\n"
		polymorphic = "var m: <a>[a]int; procedure s() modifies m; { m[1] := m[true]; }\n"
		data        = "datatype D { D(f: S#, i: int) } procedure d(x: D) returns (r: D) { r := x; }\n"
		changedData = "datatype D { D(f: S#, i: int) } procedure d(x: D) returns (r: D) { r := x->(i := 1); }\n"
		quantified  = "function f(s: S#) returns (int); procedure d() { assert (forall s: S# :: f(s) == 1); }\n"
		quantified2 = "function f(s: S#) returns (int); procedure d() { assert (forall s: S# :: f(s) == 2); }\n"
	)
	tests := []struct {
		name     string
		n        int
		old, new string
		refused  string // the place, "" for none
	}{
		{"small", 3, variables, changed, ""},
		{"seventeen", 17, variables, changed, ""},
		{"not used", 60, "", "", ""},
		{"not changed", 60, variables, variables, ""},
		{"changed", 60, variables, changed, "old.bpl(62,28)"},
		{"field not changed", 60, data, data, ""},
		{"field", 60, data, changedData, "old.bpl(62,"},
		{"values not used", 60, "", values(60) + "var d: D60;", ""},
		{"small values", 12, "", values(12) + "procedure d(x: D12) returns (r: D12) { r := x; }\n", ""},
		{"values", 60, values(60) + "procedure d(x: [int]D60) returns (r: D60) { r := x[0]; }\n", values(60) + "procedure d(x: [int]D60) returns (r: D60) { r := x[1]; }\n", "old.bpl(123,13)"},
		{"bound", 60, quantified, quantified2, "old.bpl(62,"},
		{"declared in a polymorphic program", 60, polymorphic, polymorphic, ""},
		{"used in a polymorphic program", 60, polymorphic + variables, polymorphic + changed, "old.bpl(63,11)"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, bytes, err := lowerLarge(t, test.n, test.old, test.new)
			switch {
			case test.refused == "" && err != nil:
				t.Errorf("%.300s", err)
			case test.refused != "" && (err == nil || !strings.HasPrefix(err.Error(), test.refused) || !strings.Contains(err.Error(), "error: type too large")):
				t.Errorf("not refused at %s: %.300v", test.refused, err)
			case bytes > 200<<20:
				t.Errorf("%d bytes", bytes)
			}
		})
	}
}
