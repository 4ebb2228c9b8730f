package report

import (
	"fmt"
	"strings"
	"testing"

	"semdiff/moddiff"
	"semdiff/smtlib"
)

func TestWrap(t *testing.T) {
	word := strings.Repeat("w", 40)
	tests := []struct{ name, in, want string }{
		{"short", "  a b", "  a b\n"},
		{"at an operator", "  " + word + " && x == " + word + " && " + word, "  " + word + " && x == " + word + "\n    && " + word + "\n"},
		{"after a comma", word + " " + word + ", y " + word + " " + word, word + " " + word + ",\n    y " + word + " " + word + "\n"},
		{"at a space", strings.Repeat(word+" ", 4), word + " " + word + " " + word + "\n    " + word + " \n"},
		{"no place", strings.Repeat(word, 4), strings.Repeat(word, 4) + "\n"},
		{"a long word first", strings.Repeat(word, 4) + " x", strings.Repeat(word, 4) + "\n    x\n"},
	}
	for _, tt := range tests {
		var r page
		r.wrapf(4, "%s", tt.in)
		if got := r.sb.String(); got != tt.want {
			t.Errorf("%s:\n%swant\n%s", tt.name, got, tt.want)
		}
	}
}

// TestWrapNarrow checks that lines which are indented further than half of a narrow page
// are written to their end.
func TestWrapNarrow(t *testing.T) {
	const line = "  termination changes when  x == 2 || y == 3 || z == 4 && w    (e.g. x = 2: old returns, new does not end)"
	for width := MinWidth; width < 60; width++ {
		r := page{width: width}
		r.wrapf(28, "%s", line)
		if got := strings.Fields(r.sb.String()); strings.Join(got, " ") != strings.Join(strings.Fields(line), " ") {
			t.Errorf("width %d: %q", width, got)
		}
	}
}

// TestCondition shows the short parts of a long condition whole.
func TestCondition(t *testing.T) {
	c := smtlib.NewContext()
	x := c.Var("x", c.Int)
	long := x
	for i := range 200 {
		long = c.Ite(c.Eq(c.Var(fmt.Sprintf("y%d", i), c.Int), x), c.IntVal(int64(i)), long)
	}
	big := c.Eq(long, c.Var("z", c.Int))
	tests := []struct {
		name       string
		in         *smtlib.Term
		start, end string
	}{
		{"short", c.Le(x, c.IntVal(3)), "x <= 3", "x <= 3"},
		{"one part", big, "z == (if x == y199 ", "... (--format json has it whole)"},
		{"short parts first", c.And(big, c.Le(x, c.IntVal(3)), c.Var("p", c.Bool)), "p && x <= 3 && z == (if x == y199 ", "... (--format json has it whole)"},
		{"more than one long part", c.And(big, c.Eq(long, c.Var("u", c.Int)), c.Var("p", c.Bool)), "p && ", "... && ... 1 more (--format json has it whole)"},
		{"choices", c.Or(big, c.Var("p", c.Bool)), "p || z == (if x == y199 ", "... (--format json has it whole)"},
	}
	for _, tt := range tests {
		got := condition(tt.in)
		if !strings.HasPrefix(got, tt.start) || !strings.HasSuffix(got, tt.end) || len(got) > maxCondition+maxTerm+60 {
			t.Errorf("%s: %s", tt.name, got)
		}
	}
}

// TestShownSets says of one of two sets whose condition is long that it is the rest.
func TestShownSets(t *testing.T) {
	c := smtlib.NewContext()
	x := c.Var("x", c.Int)
	short := c.Le(x, c.IntVal(3))
	var parts []*smtlib.Term
	for i := range 40 {
		parts = append(parts, c.Eq(c.Var(fmt.Sprintf("y%d", i), c.Int), x))
	}
	long := c.Or(parts...)
	for _, tt := range []struct {
		name                       string
		unchanged, unknown         *smtlib.Term
		wantUnchanged, wantUnknown string
	}{
		{"none", c.False, c.False, "", ""},
		{"short ones", short, c.Not(short), "x <= 3", "x >= 4"},
		{"a long U", long, c.False, otherwise, ""},
		{"long unknown inputs", c.False, long, "", otherwise},
		{"long unknown inputs beside U", short, long, "x <= 3", otherwise},
		{"both long", long, long, otherwise, condition(long)},
	} {
		same, unknown := shownSets(&moddiff.DiffSummary{Unchanged: tt.unchanged, Unknown: tt.unknown})
		if same != tt.wantUnchanged || unknown != tt.wantUnknown {
			t.Errorf("%s: same when %q, unknown when %q", tt.name, same, unknown)
		}
	}
}

// TestTypeText cuts a type that is long when it is written out.
func TestTypeText(t *testing.T) {
	c := smtlib.NewContext()
	s := c.Array(c.Int, c.Bool)
	if got := typeText(s); got != "[int]bool" {
		t.Errorf("got %s", got)
	}
	for range 12 {
		s = c.Array(s, s)
	}
	if got := typeText(s); len(got) != maxType+len("...") {
		t.Errorf("got %s", got)
	}
}
