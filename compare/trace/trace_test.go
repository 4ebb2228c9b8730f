package trace

import (
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"semdiff/internal/source"
	"semdiff/smtlib"
	"semdiff/translate/interp"
)

var ctx = smtlib.NewContext()

func number(n int64) interp.Value { return interp.Int(ctx, big.NewInt(n)) }

// step is a step of procedure p; values alternate names and numbers, and a name
// with a ! is a noted one.
func step(file string, line int, values ...any) interp.Step {
	s := interp.Step{Pos: source.Pos{File: file, Line: line, Col: 1}, Proc: "p"}
	for i := 0; i < len(values); i += 2 {
		name, noted := strings.CutPrefix(values[i].(string), "!")
		s.Values = append(s.Values, interp.Named{Name: name, Value: number(int64(values[i+1].(int))), Noted: noted})
	}
	return s
}

func apartStep(s interp.Step) interp.Step {
	s.Apart = true
	return s
}

func TestLines(t *testing.T) {
	for _, tt := range []struct {
		name  string
		steps []interp.Step
		want  string
	}{
		{"the Boogie file's own lines", []interp.Step{step("a.bpl", 1, "x", 1, "$y", 2), step("a.bpl", 2)}, "a.bpl:1 [x = 1 $y = 2] a.bpl:2 []"},
		{"places without a line of the source", []interp.Step{step("a.bpl", 1, "x", 1), step("a.c", 7), step("a.bpl", 2), step("a.c", 7, "y", 2)}, "a.c:7 [y = 2]"},
		{"noted values", []interp.Step{step("a.c", 7, "x", 1), step("a.bpl", 2), step("a.c", 7, "!p:arg:n", 2, "!smack:ext:f", 3)}, "a.c:7 [n = 2 f() = 3]"},
		{"a translator's variables", []interp.Step{step("a.c", 7, "$i1", 1, "$r", 2, "y", 3)}, "a.c:7 [$r = 2 y = 3]"},
		{"iterations in one line", []interp.Step{step("a.c", 7, "x", 1), apartStep(step("a.c", 7, "x", 2)), apartStep(step("a.c", 7))}, "a.c:7 [x = 1] a.c:7 [x = 2]"},
		{"values that change", []interp.Step{step("a.c", 7, "x", 1), step("a.bpl", 1), step("a.c", 7, "x", 2)}, "a.c:7 [x = 2]"},
	} {
		var got []string
		for _, l := range Lines(tt.steps, "a.bpl") {
			got = append(got, fmt.Sprintf("%s:%d %v", l.File, l.Number, l.Values))
		}
		if s := strings.Join(got, " "); s != tt.want {
			t.Errorf("%s:\ngot  %s\nwant %s", tt.name, s, tt.want)
		}
	}
}

// TestLinesKeepWhatIsLeftOut checks that a gap is not lost with the step that
// it was recorded at.
func TestLinesKeepWhatIsLeftOut(t *testing.T) {
	gap, last := apartStep(step("a.bpl", 3)), step("a.bpl", 9)
	gap.Skipped, last.Cut = 5, true
	lines := Lines([]interp.Step{step("a.c", 7), gap, step("a.c", 7), last}, "a.bpl")
	if len(lines) != 2 || lines[1].Skipped != 5 || !lines[1].Cut {
		t.Errorf("got %+v", lines)
	}
}

// write makes a folder with the given files.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestSources(t *testing.T) {
	dir := write(t, map[string]string{
		"old/a.bpl": "", "new/a.bpl": "", "old/beside.c": "old beside\n", "old/sub/b.c": "\tin a folder\x1b[31m\n",
		"here.c": "of the working directory\n", "both.c": "of one of them\n",
	})
	t.Chdir(dir)
	run := func(v, file string) Run {
		return Run{Program: filepath.Join(v, "a.bpl"), Lines: []Line{{File: file, Number: 1}, {File: "both.c", Number: 1}}}
	}
	for _, tt := range []struct {
		file string
		want string
	}{
		{"beside.c", "old beside"},
		{`.\sub\b.c`, "    in a folder\uFFFD[31m"},
		{"here.c", "of the working directory"},
		{"both.c", ""}, // of which version?
		{"none.c", ""},
		{"old", ""}, // a folder
		{filepath.Join(dir, "here.c"), "of the working directory"},
	} {
		s := newSources([2]Run{run("old", tt.file), run("new", "other.c")}, nil)
		if got, _ := s.Line(Old, tt.file, 1); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.file, got, tt.want)
		}
	}
}

// sample is a pair of runs over source texts.
func sample(t *testing.T) *Pair {
	dir := write(t, map[string]string{
		"old.c": "int f(int x) {\n  int r = x;\n  while (r < 9)\n    r++;\n  return r;\n}\n",
		"new.c": "int f(int x) {\n  int r = x;\n\n  r = r + 2;\n  return r;\n}\n",
	})
	lines := func(file string, ls ...Line) []Line {
		for i := range ls {
			ls[i].File, ls[i].Proc = file, "f"
		}
		return ls
	}
	value := func(n int64) []Value { return []Value{{Name: "r", Value: number(n)}} }
	return Compare(
		Run{Program: filepath.Join(dir, "old.bpl"), End: "returns r = 9", Lines: lines("old.c",
			Line{Number: 2, Values: value(1)}, Line{Number: 3}, Line{Number: 4, Values: value(2)},
			Line{Number: 3, Skipped: 6}, Line{Number: 5, Values: value(9)})},
		Run{Program: filepath.Join(dir, "new.bpl"), End: "returns r = 3", Lines: lines("new.c",
			Line{Number: 2, Values: value(1)}, Line{Number: 4, Values: value(3)}, Line{Number: 5, Values: value(3)}, Line{Number: 77, Level: 1})},
		nil,
	)
}

func TestText(t *testing.T) {
	const want = `
old.bpl                           new.bpl
old.c, f:                         new.c, f:
   2  int r = x;                     2  int r = x;
        [r = 1]                           [r = 1]
   3  while (r < 9)             |    4  r = r + 2;
                                          [r = 3]
   4    r++;                    <
          [r = 2]
     ... 6 more iterations
   3  while (r < 9)             <
   5  return r;                 !    5  return r;
        [r = 9]                           [r = 3]
                                    new.c, f:
                                >     77  (new.c)
      returns r = 9                     returns r = 3
`
	if got := "\n" + sample(t).Text(Style{Width: 65}); got != want {
		t.Errorf("got%s\nwant%s", got, want)
	}
}

// TestTextBelow checks runs where there is no room for two columns.
func TestTextBelow(t *testing.T) {
	const want = `
   old.bpl
   old.c, f:
      2  int r = x;
           [r = 1]
 |    3  while (r < 9)
 <    4    r++;
             [r = 2]
        ... 6 more iterations
 <    3  while (r < 9)
 !    5  return r;
           [r = 9]
         returns r = 9
   new.bpl
   new.c, f:
      2  int r = x;
           [r = 1]
 |    4  r = r + 2;
           [r = 3]
 !    5  return r;
           [r = 3]
     new.c, f:
 >     77  (new.c)
         returns r = 3
`
	if got := "\n" + sample(t).Text(Style{Width: SideBySide - 1}); got != want {
		t.Errorf("got%s\nwant%s", got, want)
	}
}

// TestColumns checks that the columns stand apart whatever the width of characters.
func TestColumns(t *testing.T) {
	for text, want := range map[string]string{
		"abc":                                  "abc        < x\n",
		"\u8a9e\u8a9e":                         "\u8a9e\u8a9e       < x\n",     // two columns each
		"e\u0301":                              "e\u0301          < x\n",       // none for the accent
		"abcdefghijkl":                         "abcdefg... < x\n",             // too long
		"\u8a9e\u8a9e\u8a9e\u8a9e\u8a9e\u8a9e": "\u8a9e\u8a9e\u8a9e...  < x\n", // the fourth would be too wide
	} {
		c := columns{width: 10}
		if c.row(cell{text: text}, cell{text: "x"}, OldOnly); c.sb.String() != want {
			t.Errorf("%s: got %q, want %q", text, c.sb.String(), want)
		}
	}
}

func TestTextInColour(t *testing.T) {
	p := sample(t)
	got := p.Text(Style{Width: 65, Color: true})
	if !strings.Contains(got, gray+"        [r = 1]"+plain) || !strings.Contains(got, yellow+"   4  r = r + 2;"+plain) {
		t.Errorf("got %q", got)
	}
	for _, escape := range []string{gray, yellow, bold, plain} {
		got = strings.ReplaceAll(got, escape, "")
	}
	if want := p.Text(Style{Width: 65}); got != want {
		t.Errorf("without escapes it is not the same text:\n%s\n%s", got, want)
	}
}

// TestTextIsNarrow checks that no column is wider than its half.
func TestTextIsNarrow(t *testing.T) {
	for width := 10; width < 100; width++ {
		for line := range strings.Lines(sample(t).Text(Style{Width: width})) {
			if n := len([]rune(line)) - 1; n > width {
				t.Errorf("width %d: %d characters: %s", width, n, line)
			}
		}
	}
}

// TestShown checks that a page has what the text has.
func TestShown(t *testing.T) {
	var got []string
	for _, row := range sample(t).Shown() {
		line := string(row.Mark)
		for _, l := range row.Sides {
			if l == nil {
				line += " -"
				continue
			}
			line += fmt.Sprintf(" %d%v%s", l.Number, l.Values, l.Text)
		}
		got = append(got, line)
	}
	want := []string{
		"  2[r = 1]int r = x; 2[r = 1]int r = x;", "| 3[]while (r < 9) 4[r = 3]r = r + 2;", "< 4[r = 2]  r++; -", "< 3[]while (r < 9) -",
		"! 5[r = 9]return r; 5[r = 3]return r;", "> - 77[]",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestListing(t *testing.T) {
	var long strings.Builder
	for i := range 500 {
		fmt.Fprintf(&long, "line %d\n", i+1)
	}
	dir := write(t, map[string]string{"a.bpl": long.String(), "short.c": "one\ntwo\n"})
	s := NewSources([2]string{filepath.Join(dir, "a.bpl"), ""}, [2][]string{}, nil)
	list := func(file string) string {
		var got []string
		for _, e := range s.Listing(Old, file, map[int]bool{100: true, 104: true}) {
			if e.Omitted > 0 {
				got = append(got, fmt.Sprintf("(%d)", e.Omitted))
			} else {
				got = append(got, fmt.Sprintf("%d %s", e.Number, e.Text))
			}
		}
		return strings.Join(got, ", ")
	}
	if got := list(filepath.Join(dir, "a.bpl")); !strings.HasPrefix(got, "(93), 94 line 94, ") || !strings.HasSuffix(got, "110 line 110, (390)") {
		t.Errorf("got %s", got)
	}
	if got := list("short.c"); got != "1 one, 2 two" {
		t.Errorf("got %s", got)
	}
	if got := list("gone.c"); got != "" {
		t.Errorf("got %s", got)
	}
}

// TestAlign checks alignments against their definition: all lines in order, and
// as many beside their like as in a longest common subsequence.
func TestAlign(t *testing.T) {
	file := filepath.Join(write(t, map[string]string{"x": "a\nb\nc\nd\n"}), "x")
	for seed := range 300 {
		path := func(n, step int) []Line {
			lines := []Line{}
			for i := range n {
				lines = append(lines, Line{File: file, Number: 1 + (seed*7+i*step+i*i)%4})
			}
			return lines
		}
		old, new := path(seed%9, 3), path(seed%7, 5)
		p := Compare(Run{Lines: old}, Run{Lines: new}, nil)
		var o, n []Line
		same := 0
		for _, r := range p.Rows {
			if r.Old != nil {
				o = append(o, *r.Old)
			}
			if r.New != nil {
				n = append(n, *r.New)
			}
			if r.Mark == Same {
				same++
				if r.Old.Number != r.New.Number {
					t.Errorf("lines %d and %d are called the same", r.Old.Number, r.New.Number)
				}
			}
		}
		if fmt.Sprint(o) != fmt.Sprint(old) && len(old) > 0 || fmt.Sprint(n) != fmt.Sprint(new) && len(new) > 0 {
			t.Errorf("lines are lost: %v, %v", old, new)
		}
		if want := longest(old, new); same != want {
			t.Errorf("%v, %v: %d lines beside their like, want %d", old, new, same, want)
		}
	}
}

// TestFolding checks that long parts that are the same are left out.
func TestFolding(t *testing.T) {
	file := filepath.Join(write(t, map[string]string{"x": strings.Repeat("same\n", 100)}), "x")
	path := func(changed int) []Line {
		var lines []Line
		for i := range 100 {
			l := Line{File: file, Number: i + 1, Values: []Value{{Name: "v", Value: number(int64(i))}}}
			if i == changed {
				l.Values[0].Value = number(-1)
			}
			lines = append(lines, l)
		}
		return lines
	}
	got := Compare(Run{Lines: path(-1)}, Run{Lines: path(70)}, nil).Text(Style{Width: 80})
	for _, want := range []string{"  10  same", "... 50 lines, the same in both\n  61  same", "  71  same"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if strings.Contains(got, "  11  same") {
		t.Errorf("not folded:\n%s", got)
	}
	if file = "gone"; strings.Contains(Compare(Run{Lines: path(-1)}, Run{Lines: path(70)}, nil).Text(Style{Width: 80}), "same in both") {
		t.Error("lines without text are called the same")
	}
}

// longest is the length of a longest common subsequence.
func longest(a, b []Line) int {
	switch {
	case len(a) == 0 || len(b) == 0:
		return 0
	case a[0].Number == b[0].Number:
		return 1 + longest(a[1:], b[1:])
	}
	return max(longest(a[1:], b), longest(a, b[1:]))
}
