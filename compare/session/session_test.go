package session

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"semdiff/internal/needs"
	"semdiff/internal/source"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
	"semdiff/translate"
)

const program = "procedure main(x: int) returns (r: int) { r := x; }"

// TestLoad checks that versions are read from files, texts and readers, and that
// what is wrong with them is said with its place.
func TestLoad(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "old.bpl")
	if err := os.WriteFile(file, []byte(program), 0o600); err != nil {
		t.Fatal(err)
	}
	renamed := strings.NewReplacer("main", "start").Replace(program)
	for _, tt := range []struct {
		name string
		from Sources
		opts translate.Options
		want string // the error
	}{
		{"file and text", Sources{Old: File(file), New: Text("new.bpl", program)}, translate.Options{}, ""},
		{"reader", Sources{Old: File(file), New: Reader("<stdin>", strings.NewReader(program))}, translate.Options{}, ""},
		{"matching", Sources{Old: File(file), New: Text("new.bpl", renamed), Match: Text("m", "procedure: (old.main, new.start) / (x, x);(r, r);\n")}, translate.Options{}, ""},
		{"wrong matching", Sources{Old: File(file), New: Text("new.bpl", renamed), Match: Text("m", "procedure old.main new.start\n")}, translate.Options{}, "m(1,1): error: "},
		{"missing", Sources{Old: File(file)}, translate.Options{}, "a version is missing"},
		{"no file", Sources{Old: File(filepath.Join(dir, "none")), New: File(file)}, translate.Options{}, "no such file"},
		{"syntax", Sources{Old: File(file), New: Text("new.bpl", "\nprocedure")}, translate.Options{}, "new.bpl(2,10): error: "},
		{"types", Sources{Old: Text("old.bpl", "procedure p() returns (r: int) { r := true; }"), New: File(file)}, translate.Options{}, "old.bpl(1,34): error: "},
		{"asserts", Sources{Old: File(file), New: File(file)}, translate.Options{Asserts: "no"}, `asserts must be outcome, assume or ignore, not "no"`},
		{"externals", Sources{Old: File(file), New: File(file)}, translate.Options{Externals: "no"}, `externals must be function or havoc, not "no"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v, err := Load(smtlib.NewContext(), tt.from, tt.opts)
			switch {
			case tt.want == "" && (err != nil || v.Old.Proc("main") == nil || (v.New.Proc("main") == nil) != (len(v.Given) == 1)):
				t.Errorf("%v", err)
			case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
				t.Errorf("got %v, want %q", err, tt.want)
			}
			var list source.List
			if placed := strings.Contains(tt.want, "): error: "); placed != errors.As(err, &list) {
				t.Errorf("%T", err)
			}
		})
	}
}

func TestStems(t *testing.T) {
	stdin := Reader("<stdin>", strings.NewReader(""))
	for _, tt := range []struct {
		old, new  Source
		own, used [2]string
	}{
		{File("a/old.bpl"), File("b/new.bpl"), [2]string{"old", "new"}, [2]string{"old", "new"}},
		{File("a/x.bpl"), File("b/x.bpl"), [2]string{"x", "x"}, [2]string{"v1", "v2"}},
		{stdin, File("new.bpl"), [2]string{"v1", "new"}, [2]string{"v1", "new"}},
		{Text("", ""), File("a b.bpl"), [2]string{"v1", "v2"}, [2]string{"v1", "v2"}},
	} {
		from := Sources{Old: tt.old, New: tt.new}
		if own, used := from.OwnStems(), from.Stems(); own != tt.own || used != tt.used {
			t.Errorf("%s, %s: got %v, %v", tt.old.Name(), tt.new.Name(), own, used)
		}
	}
}

// TestOpen checks that nothing is opened when an option or a version is wrong.
func TestOpen(t *testing.T) {
	needs.Z3(t)
	good := Sources{Old: Text("old.bpl", program), New: Text("new.bpl", program)}
	s, err := Open(good, translate.Options{}, solver.Config{Solver: "z3"})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if s.Task("main").Entry != "main" || s.Disputes() != nil {
		t.Errorf("disputes %v", s.Disputes())
	}
	for _, tt := range []struct {
		from   Sources
		config solver.Config
		want   string
	}{
		{good, solver.Config{Solver: "no-such-solver"}, "executable file not found"},
		{good, solver.Config{Solver: "z3", Options: solver.Options{Timeout: -1}}, "solver-timeout must not be negative"},
		{Sources{}, solver.Config{Solver: "z3"}, "a version is missing"},
	} {
		if _, err := Open(tt.from, translate.Options{}, tt.config); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("got %v, want %q", err, tt.want)
		}
	}
}
