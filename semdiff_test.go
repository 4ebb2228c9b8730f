package semdiff_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"semdiff"
	"semdiff/internal/needs"
)

const identity = "procedure main(x: int) returns (r: int) { r := x; }"

func diff(t *testing.T, old, new string, opts semdiff.Options) (*semdiff.Result, error) {
	t.Helper()
	return semdiff.Diff(context.Background(), semdiff.Text("old.bpl", old), semdiff.Text("new.bpl", new), opts)
}

// TestInputErrors checks that what is wrong with an input has its places.
func TestInputErrors(t *testing.T) {
	needs.Z3(t)
	for _, tt := range []struct {
		name, new, match string
		want             semdiff.Problem // without its message
	}{
		{"syntax", "procedure main(x: int)\n returns r: int", "", semdiff.Problem{File: "new.bpl", Line: 2, Col: 10}},
		{"names", "procedure main() {\n  x := 1; }", "", semdiff.Problem{File: "new.bpl", Line: 2, Col: 3}},
		{"types", "procedure main(x: int) returns (r: int) { r := true; }", "", semdiff.Problem{File: "new.bpl", Line: 1, Col: 43}},
		{"meaning", "procedure main(x: int) returns (r: int) { r := x; }\naxiom 1 == 2;", "", semdiff.Problem{File: "new.bpl", Line: 2, Col: 1}},
		{"matching", identity, "\nprocedure: (old.none, new.main);", semdiff.Problem{File: "match", Line: 2, Col: 13}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var opts semdiff.Options
			if tt.match != "" {
				opts.Match = semdiff.Text("match", tt.match)
			}
			_, err := diff(t, identity, tt.new, opts)
			input := new(semdiff.InputError)
			if !errors.As(err, &input) || len(input.Problems) == 0 {
				t.Fatalf("%T: %v", err, err)
			}
			got := input.Problems[0]
			if want := fmt.Sprintf("%s(%d,%d): error: %s", tt.want.File, tt.want.Line, tt.want.Col, got.Message); !strings.HasPrefix(err.Error(), want) {
				t.Errorf("got %v, want %s", err, want)
			}
			if got.Message = ""; got != tt.want {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
		})
	}
}

// TestOtherErrors checks that there is no answer to a question that is none.
func TestOtherErrors(t *testing.T) {
	needs.Z3(t)
	option := func(name string) func(error) bool {
		return func(err error) bool {
			e := new(semdiff.OptionError)
			return errors.As(err, &e) && e.Option == name
		}
	}
	is := func(target error) func(error) bool { return func(err error) bool { return errors.Is(err, target) } }
	solver := func(command string) semdiff.Options {
		config := semdiff.DefaultSolver()
		config.Solver = command
		return semdiff.Options{Solver: config}
	}
	slow := semdiff.DefaultSolver()
	slow.Timeout = -1
	for name, tt := range map[string]struct {
		opts semdiff.Options
		is   func(error) bool
	}{
		"no solver": {solver("no-such-solver"), is(exec.ErrNotFound)},
		"timeout":   {semdiff.Options{Solver: slow}, option("solver-timeout")},
		"engine":    {semdiff.Options{Engine: "nobody"}, option("engine")},
		"paths":     {semdiff.Options{Paths: "some"}, option("paths")},
		"unwind":    {semdiff.Options{Unwind: -1}, option("unwind")},
		"jobs":      {semdiff.Options{Jobs: -1}, option("jobs")},
		"asserts":   {semdiff.Options{Asserts: "maybe"}, option("asserts")},
		"externals": {semdiff.Options{Externals: "maybe"}, option("externals")},
		"match":     {semdiff.Options{Match: semdiff.File(filepath.Join(t.TempDir(), "none"))}, is(fs.ErrNotExist)},
		"entry":     {semdiff.Options{Entry: "nobody"}, func(err error) bool { return strings.Contains(fmt.Sprint(err), "nobody") }},
	} {
		if r, err := diff(t, identity, identity, tt.opts); r != nil || !tt.is(err) {
			t.Errorf("%s: %v, %v", name, r, err)
		}
	}
	if r, err := semdiff.Diff(context.Background(), semdiff.Source{}, semdiff.Source{}, semdiff.Options{}); r != nil || err == nil {
		t.Errorf("nothing: %v, %v", r, err)
	}
}

// TestSolverTrouble checks that solvers that fail leave pairs unknown, and that
// those that lie are found out by others.
func TestSolverTrouble(t *testing.T) {
	needs.Solvers(t, "z3", "sh")
	const changed = "procedure main(x: int) returns (r: int) { r := x; if (x mod 1000003 == 77 && x div 1000003 == 1234) { r := 0; } }"
	says := filepath.Join(t.TempDir(), "says.sh")
	script := "while read -r line; do case \"$line\" in *check-sat*) echo unsat;; *echo*) echo \"$line\" | sed 's/.*\"\\(.*\\)\".*/\\1/';; esac; done\n"
	if err := os.WriteFile(says, []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	config := semdiff.DefaultSolver()
	config.Search = false
	config.LogDir = t.TempDir()
	config.Solver = "false"
	r, err := diff(t, identity, changed, semdiff.Options{Solver: config})
	if err != nil || r.Verdict() != semdiff.Unknown || r.Answer().Procedures[0].Reason == nil {
		t.Errorf("a solver that ends at once: %v, %v", r, err)
	}
	config.Solver, config.CheckWith = "sh "+says, "z3"
	r, err = diff(t, identity, changed, semdiff.Options{Solver: config})
	if dispute := new(semdiff.DisputeError); !errors.As(err, &dispute) || len(dispute.Disagreements) == 0 {
		t.Errorf("a solver that lies: %v", err)
	}
	if r == nil || r.Verdict() == semdiff.Equivalent {
		t.Errorf("a solver that lies: %v", r)
	}
}

// TestForms checks that all forms of an answer can be written, and that JSON is
// the answer as data.
func TestForms(t *testing.T) {
	needs.Z3(t)
	r, err := diff(t, identity, strings.Replace(identity, "r := x", "r := x + 1", 1), semdiff.Options{Proofs: true, Cache: t.TempDir(), Jobs: 2})
	if err != nil {
		t.Fatal(err)
	}
	var text, page, sets, data bytes.Buffer
	for _, err := range []error{r.WriteText(&text, semdiff.TextOptions{Traces: 1}), r.WriteHTML(&page, 1), r.WriteSMTLIB(&sets), r.WriteJSON(&data)} {
		if err != nil {
			t.Error(err)
		}
	}
	for form, want := range map[string]string{
		text.String(): "main: different", page.String(): "<html", sets.String(): "(define-fun main.changed () Bool true)",
	} {
		if !strings.Contains(form, want) {
			t.Errorf("no %s in %s", want, form)
		}
	}
	encoded := new(bytes.Buffer)
	enc := json.NewEncoder(encoded)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(r.Answer()); err != nil || encoded.String() != data.String() {
		t.Errorf("%v: %s is not %s", err, encoded, &data)
	}
	index, err := r.WriteProofs(filepath.Join(t.TempDir(), "proof"))
	if err != nil || len(index.Queries) == 0 {
		t.Errorf("%v: %v", index, err)
	}
	if r, err = diff(t, identity, identity, semdiff.Options{}); err != nil || r.Verdict() != semdiff.Equivalent || r.Interface().Differs() {
		t.Errorf("%v, %v", r, err)
	}
	if _, err := r.WriteProofs(filepath.Join(t.TempDir(), "proof")); err == nil {
		t.Error("proofs that nobody asked for")
	}
}

// TestOddInput checks that nothing panics on programs that were damaged, whatever
// the damage.
func TestOddInput(t *testing.T) {
	needs.Z3(t)
	programs, err := filepath.Glob("benchmarks/traps/*/old.bpl")
	if err != nil || len(programs) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	rounds := 400
	if testing.Short() {
		rounds = 50
	}
	rng := rand.New(rand.NewPCG(1, 2))
	refused, read := 0, 0
	for range rounds {
		name := programs[rng.IntN(len(programs))]
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		_, err = semdiff.Diff(ended, semdiff.File(name), semdiff.Text("damaged.bpl", damage(rng, string(text))), semdiff.Options{})
		if err == nil {
			read++
			continue
		}
		refused++
		if input := new(semdiff.InputError); errors.As(err, &input) && !strings.Contains(err.Error(), ": error: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if refused == 0 || read == 0 {
		t.Errorf("%d refused, %d read: this shows nothing", refused, read)
	}
}

// damage leaves out a word of a text, or puts another one in its place.
func damage(rng *rand.Rand, text string) string {
	words := strings.SplitAfter(text, " ")
	i, j := rng.IntN(len(words)), rng.IntN(len(words))
	if rng.IntN(2) == 0 {
		words[i] = ""
	} else {
		words[i] = words[j]
	}
	return strings.Join(words, "")
}
