package match

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"semdiff/boogie"
	"semdiff/boogie/types"
	"semdiff/internal/golden"
)

func TestFiles(t *testing.T) {
	golden.Run(t, "testdata/files.txtar", func(t *testing.T, c golden.Case) string {
		f, err := Parse(c.Name, c.Input, "old.v1", "new.v2")
		if err != nil {
			return err.Error()
		}
		return printed(t, f)
	})
}

func printed(t *testing.T, f *File) string {
	t.Helper()
	var b bytes.Buffer
	if err := f.Print(&b, "v1", "v2"); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestApply shows the new version under the names of the old one, and what is
// matched then, or the problems.
func TestApply(t *testing.T) {
	golden.Run(t, "testdata/apply*.txtar", func(t *testing.T, c golden.Case) string {
		oldText, rest, _ := strings.Cut(string(c.Input), "=== new\n")
		newText, file, _ := strings.Cut(rest, "=== match\n")
		old, new := version(t, "old.bpl", oldText), version(t, "new.bpl", newText)
		f, err := Parse("match.txt", []byte(file), "old", "new")
		if err != nil {
			t.Fatal(err)
		}
		a, err := Apply(f, old, new)
		if err != nil {
			return err.Error()
		}
		var b bytes.Buffer
		if err := boogie.Print(&b, a.Prog); err != nil {
			t.Fatal(err)
		}
		all := a.Complete(old)
		all.Procedures = append(all.Procedures, a.Procedures...)
		b.WriteString("=== matched\n" + printed(t, all))
		return b.String()
	})
}

func version(t testing.TB, name, src string) Version {
	t.Helper()
	prog, err := boogie.Parse(name, []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	info, problems := types.Check(prog)
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	return Version{prog, info}
}

// TestResolution checks that every name stands for the same declaration before
// and after it is renamed.
func TestResolution(t *testing.T) {
	src, err := os.ReadFile("testdata/names.bpl")
	if err != nil {
		t.Fatal(err)
	}
	old, new := version(t, "old.bpl", string(src)), version(t, "new.bpl", string(src))
	f, err := Parse("match.txt", []byte(`
globals: (1.g, 2.h);(1.h, 2.k);(1.k, 2.g);
constants: (1.c, 2.d);(1.d, 2.c);
types: (1.T, 2.S);(1.S, 2.T);
function: (1.f, 2.e) / (g, h);(out_ret, out_ret);
procedure: (1.out, 2.in) /
procedure: (1.in, 2.out) /
`), "1", "2")
	if err != nil {
		t.Fatal(err)
	}
	before := new.Info.Objects
	a, err := Apply(f, old, new)
	if err != nil {
		t.Fatal(err)
	}
	renamed := map[string]string{"g": "k", "h": "g", "k": "h", "m": "m", "c": "d", "d": "c"}
	for id, o := range a.Info.Objects {
		was := before[id]
		global := was.Kind == types.Global || was.Kind == types.Const
		if o.Kind != was.Kind || o.Decl.At != was.Decl.At || global && o.Name != renamed[was.Name] {
			t.Errorf("%v: %s stands for %s of %v, was %s of %v", id.At, id.Name, o.Name, o.Decl.At, was.Name, was.Decl.At)
		}
	}
	if len(before) < 20 {
		t.Errorf("only %d names", len(before))
	}
}

// FuzzParse checks that what is read is printed so that it reads back.
func FuzzParse(f *testing.F) {
	for _, line := range []string{
		"globals: (v1.g, v2.g);(v1.h, v2.k);", "procedure: (v1.P, v2.Q) / (x, x);(y, z);($r, $r);",
		"function: (a.b.c, d.e) /", "# x", "types:(v1.t,v2.t)\r\nconstants: ;",
	} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, src string) {
		file, err := Parse("f", []byte(src), "v1", "v2")
		if err != nil {
			return
		}
		text := printed(t, file)
		again, err := Parse("f", []byte(text), "v1", "v2")
		if err != nil {
			t.Fatalf("%v\n%q", err, text)
		}
		if got := printed(t, again); got != text {
			t.Errorf("%q became %q", text, got)
		}
	})
}
