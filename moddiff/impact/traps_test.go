package impact

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"semdiff/translate/ir"
)

// trap is a pair of versions of main, and what of main is impacted at each level.
type trap struct {
	name, old, new string
	text, terms    string // outputs and outcome
}

// suiteTraps are pairs of benchmarks/traps.
var suiteTraps = []struct{ name, text, terms string }{
	{"20-loop-before-output", "r outcome", "outcome"},
	{"20-assertion-before-output", "r outcome", "outcome"},
	{"20-early-return-removed", "r", "r"},
	{"20-hiding-definition-removed", "r", "r"},
	{"20-definition-duplicated", "", ""},
	{"20-outcome-alone", "outcome", "outcome"},
	{"20-one-of-two-outputs", "s", "s"},
	{"20-global-restored", "r g", ""},
	{"20-tape-shifted", "r tape:at", "r tape:at"},
	{"20-other-callee", "r s", "r s"},
	{"20-axiom-of-constant", "r", "r"},
	{"20-loops-merged", "k", "k"},
	{"20-dependent-loops-merged", "k m", "k m"},
}

// traps are those of the suite, and those here.
func traps(t testing.TB) []trap {
	t.Helper()
	out := slices.Clone(inline)
	for _, s := range suiteTraps {
		var texts [2]string
		for v, file := range []string{"old.bpl", "new.bpl"} {
			text, err := os.ReadFile(filepath.Join("../../benchmarks/traps", s.name, file))
			if err != nil {
				t.Fatal(err)
			}
			texts[v] = string(text)
		}
		out = append(out, trap{s.name, texts[0], texts[1], s.text, s.terms})
	}
	return out
}

var inline = []trap{
	{"loop that ends added before an output", `procedure main(x: int) returns (r: int) { r := x; }`,
		`procedure main(x: int) returns (r: int) { var i: int; i := 0; while (i < x) { i := i + 1; } r := x; }`, "", ""},
	{"loop to a bound that moves", `procedure main(x: int) returns (r: int) { r := x; }`,
		`procedure g(i: int) returns (n: int) { n := i + 1; }
procedure main(x: int) returns (r: int) { var i, n: int; i := 0; n := x; while (i < n) { i := i + 1; call n := g(n); } r := x; }`, "r outcome", "outcome"},
	{"outcome of a callee", `procedure f(a: int, b: int) returns (p: int) { p := a; }
procedure main(x: int, y: int) returns (r: int, s: int) { call r := f(x, y); s := y; }`,
		`procedure f(a: int, b: int) returns (p: int) { p := a; assert b > 2; }
procedure main(x: int, y: int) returns (r: int, s: int) { call r := f(x, y); s := y; }`, "s outcome", "outcome"},
	{"same text, other callee", `procedure f(a: int) returns (p: int) { p := a; } procedure main(x: int) returns (r: int, s: int) { call r := f(x); s := x; }`,
		`procedure f(a: int) returns (p: int) { p := -a; } procedure main(x: int) returns (r: int, s: int) { call r := f(x); s := x; }`, "r", "r"},
	{"function changed", `function f(a: int): int { a + 1 } procedure main(x: int) returns (r: int, s: int) { r := f(x); s := x; }`,
		`function f(a: int): int { a + 2 } procedure main(x: int) returns (r: int, s: int) { r := f(x); s := x; }`, "r", "r"},
	{"where clause changed", `procedure main(x: int) returns (r: int, s: int) { var t: int where t > 0; s := x; havoc t; r := t; }`,
		`procedure main(x: int) returns (r: int, s: int) { var t: int where t > 1; s := x; havoc t; r := t; }`, "r outcome", "outcome"},
	{"statements exchanged that depend on each other", `procedure main(x: int, y: int) returns (r: int, s: int) { r := x; s := r + y; r := y; s := s + 1; }`,
		`procedure main(x: int, y: int) returns (r: int, s: int) { r := x; r := y; s := r + y; s := s + 1; }`, "s", "s"},
	{"statements exchanged that do not", `procedure main(x: int, y: int) returns (r: int, s: int) { r := x; s := y; r := r * x; s := s * y; }`,
		`procedure main(x: int, y: int) returns (r: int, s: int) { s := y; s := s * y; r := x; r := r * x; }`, "", ""},
	{"statements of one text exchanged", `procedure main(a: int) returns (r: int, s: int) { r := a; s := a; r := r + 1; s := s + 2; }`,
		`procedure main(a: int) returns (r: int, s: int) { s := a; r := a; s := s + 2; r := r + 1; }`, "", ""},
	{"conditional definitions exchanged", `procedure main(a: int, b: int) returns (r: int) { r := 0; if (a > 0) { r := 1; } if (b > 0) { r := 2; } }`,
		`procedure main(a: int, b: int) returns (r: int) { r := 0; if (b > 0) { r := 2; } if (a > 0) { r := 1; } }`, "r", "r"},
	{"moved before an assertion", `procedure main(x: int) returns (r: int, s: int) { assert x > 2; s := x; r := s; }`,
		`procedure main(x: int) returns (r: int, s: int) { s := x; assert x > 2; r := s; }`, "r s", ""},
	{"moved over a definition into a branch", `procedure main(x: int) returns (r: int) { r := x; if (x > 2) { r := 1; } }`,
		`procedure main(x: int) returns (r: int) { if (x > 2) { r := 1; } r := x; }`, "r", "r"},
	{"local renamed", `procedure main(x: int) returns (r: int) { var t: int; t := x * x; if (t > 4) { t := t + 1; } r := t; }`,
		`procedure main(x: int) returns (r: int) { var u: int; u := x * x; if (u > 4) { u := u + 1; } r := u; }`, "", ""},
	{"locals exchanged", `procedure main(x: int, y: int) returns (r: int) { var t, u: int; t := x * x; u := y * y; r := t - u; }`,
		`procedure main(x: int, y: int) returns (r: int) { var t, u: int; u := x * x; t := y * y; r := t - u; }`, "r", "r"},
	{"condition reversed", `procedure main(x: int) returns (r: int) { if (x > 0) { r := 1; } else { r := 2; } }`,
		`procedure main(x: int) returns (r: int) { if (!(x > 0)) { r := 2; } else { r := 1; } }`, "", ""},
	{"simpler arithmetic in a loop", `procedure main(n: int, x: int) returns (s: int) { var i: int; i := 0; s := 0; while (i < n) { s := s + x + x; i := i + 1; } }`,
		`procedure main(n: int, x: int) returns (s: int) { var i, t: int; i := 0; s := 0; while (i < n) { t := 2 * x; s := s + t; i := i + 1; } }`, "s", ""},
	{"result that the other lacks", `procedure main(x: int) returns (r: int) { r := x; }`,
		`procedure main(x: int) returns (r: int, s: int) { r := x; s := x; }`, "s", "s"},
	{"global that one version writes", `var g: int; procedure main(x: int) returns (r: int) modifies g; { r := x; }`,
		`var g: int; procedure main(x: int) returns (r: int) modifies g; { r := x; g := x; }`, "g", "g"},
	{"recursion", `procedure main(n: int, x: int, y: int) returns (r: int, s: int) { if (n > 0) { call r, s := main(n - 1, x, y); s := s + 1; } else { r := x; s := y; } }`,
		`procedure main(n: int, x: int, y: int) returns (r: int, s: int) { if (n > 0) { call r, s := main(n - 1, x, y); s := s + 2; } else { r := x; s := y; } }`, "s", "s"},
	{"recursion that exchanges", `procedure main(n: int, x: int, y: int) returns (r: int, s: int) { if (n > 0) { call s, r := main(n - 1, x, y); } else { r := x; s := y; } }`,
		`procedure main(n: int, x: int, y: int) returns (r: int, s: int) { if (n > 0) { call s, r := main(n - 1, x, y); } else { r := x; s := y + 1; } }`, "r s", "r s"},
	{"branch around a changed branch", `procedure main(x: int, y: int) returns (r: int, s: int) { s := 0; if (y > 0) { s := 1; if (x > 0) { r := 1; } else { r := 2; } } else { r := 3; } }`,
		`procedure main(x: int, y: int) returns (r: int, s: int) { s := 0; if (y > 0) { s := 1; if (x > 1) { r := 1; } else { r := 2; } } else { r := 3; } }`, "r", "r"},
	{"checks behind another condition", `procedure main(c: bool, d: bool, e: bool) returns (r: int) { assume d == (c && e); if (d) { assert c; } r := 1; }`,
		`procedure main(c: bool, d: bool, e: bool) returns (r: int) { assume d == (c && e); if (c) { assert e; assert c; } r := 1; }`, "r outcome", "outcome"},
}

// TestTraps checks what is impacted of main, and all of it against runs.
func TestTraps(t *testing.T) {
	for _, test := range traps(t) {
		t.Run(test.name, func(t *testing.T) {
			for _, level := range []struct {
				by   Level
				want string
			}{{Text, test.text}, {Terms, test.terms}} {
				a := analyse(t, lowerPair(t, test.old, test.new), Options{By: level.by})
				got := ""
				for _, p := range a.Pairs {
					if p.Name == "main" {
						got = firstLine(p)
					}
				}
				if got != level.want {
					t.Errorf("by %s: impacted %q, want %q", level.by, got, level.want)
					for _, p := range a.Pairs {
						t.Log("\n" + describe(p))
					}
				}
			}
			s := &soundness{t: t}
			for seed := range int64(10) {
				s.versions(test.old, test.new, Options{}, seed)
			}
		})
	}
}

// firstLine lists the outputs that are impacted, and the outcome.
func firstLine(p *Pair) string {
	line, _, _ := strings.Cut(describe(p), "\n")
	_, line, _ = strings.Cut(line, ":")
	return strings.TrimSpace(line)
}

// TestSelf checks that nothing of a program is impacted against itself.
func TestSelf(t *testing.T) {
	check := func(text string) {
		p := everything(t, lowerPair(t, text, text))
		for _, by := range []Level{Text, Terms} {
			for _, q := range Analyse(p, Options{By: by}).Pairs {
				if q.Anything(false) {
					t.Errorf("by %s, against itself: %s\n%s", by, describe(q), text)
				}
				for v, reasons := range q.Forward {
					for n, r := range reasons {
						if r != nil {
							t.Fatalf("by %s, against itself: node %d of version %d of %s\n%s", by, n, v, q.Name, text)
						}
					}
				}
			}
		}
	}
	for _, test := range traps(t) {
		check(test.old)
		check(test.new)
	}
	n := int64(150)
	if testing.Short() {
		n = 60
	}
	for seed := range n {
		old, new := randomPair(seed)
		check(old)
		check(new)
	}
}

// TestNeeded leaves out parts of the analysis: without each, something that is not
// impacted differs in a run.
func TestNeeded(t *testing.T) {
	for _, test := range []struct {
		name string
		omit omission
	}{
		{"termination-sensitive control", omission{enders: true}},
		{"closing both versions", omission{versions: true}},
		{"summary edges", omission{summaries: true}},
		{"seeds by reaching definitions", omission{reaching: true}},
		{"the order of definitions", omission{order: true}},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := &soundness{t: t, quiet: true}
			for _, trap := range traps(t) {
				if s.wrong > 0 {
					break
				}
				for seed := range int64(10) {
					s.versions(trap.old, trap.new, Options{omit: test.omit}, seed)
				}
			}
			if s.wrong == 0 {
				t.Error("nothing differs without it")
			}
		})
	}
}

// TestOpaque checks that all of a body that has no meaning is impacted, and of its
// callers what depends on it.
func TestOpaque(t *testing.T) {
	const program = `procedure f(x: int) returns (p: int) { p := x + $; }
procedure main(x: int) returns (r: int, s: int) { s := x; call r := f(x); }`
	programs := lowerPair(t, strings.ReplaceAll(program, "$", "1"), strings.ReplaceAll(program, "$", "2"))
	for v, p := range programs {
		programs[v] = p.WithBodies(func(proc *ir.Proc) *ir.Body { return &ir.Body{Blocks: proc.Blocks, Loops: proc.Loops} })
		lower := programs[v].Lower
		programs[v].Lower = func(proc *ir.Proc) (*ir.Body, error) {
			if proc.Name == "f" {
				return nil, errors.New("no meaning")
			}
			return lower(proc)
		}
	}
	for _, by := range []Level{Text, Terms} {
		a := analyse(t, programs, Options{By: by})
		f, main := a.Of(a.Pairing.Named("f")), a.Of(a.Pairing.Named("main"))
		if f.Opaque == nil || !f.Outputs[0] || !f.Outcome || !f.Anything(true) {
			t.Errorf("f: %s: %v", describe(f), f.Opaque)
		}
		if got := firstLine(main); got != "r" { // f is said to return
			t.Errorf("impacted of main: %s", got)
		}
	}
}

// TestSolverWhereBothReturn has an output that is proven equal where both versions
// return, which they never do on the same inputs. A caller gives them other values of an
// input on which the output does not depend.
func TestSolverWhereBothReturn(t *testing.T) {
	for _, test := range []struct{ name, new, args, want string }{
		{"never on the same inputs", "o := x + 1; assert z <= 0;", "x, 0", "r"},
		{"on the same inputs", "o := 2 * x - x; assert z > 3;", "x, 5", ""},
		{"whatever the input is", "o := 2 * x - x; assert z <= 0;", "x, 0", ""},
		{"never, by the input on which it depends", "o := x + w + 1; assert w == 0;", "x, 0", "r"},
	} {
		t.Run(test.name, func(t *testing.T) {
			const text = `procedure g(x: int, z: int) returns (o: int) { var w: int; w := z; $ }
procedure main(x: int) returns (r: int) { call r := g(!); }`
			with := func(body, args string) string {
				return strings.NewReplacer("$", body, "!", args).Replace(text)
			}
			programs := lowerPair(t, with("o := x; assert z > 0;", "x, 1"), with(test.new, test.args))
			p, valid := proverFor(t, programs)
			a := Analyse(p, Options{By: Solver, Valid: valid})
			main := a.Of(p.Named("main"))
			if got := firstLine(main); got != test.want {
				t.Errorf("impacted %q, want %q:\n%s", got, test.want, describe(main))
			}
		})
	}
}
