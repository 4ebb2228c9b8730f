package cfg_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"semdiff/boogie"
	"semdiff/boogie/types"
	"semdiff/internal/bitset"
	"semdiff/translate/cfg"
)

// summarised are the graphs of a program; of no choice it is known how it is made.
func summarised(t *testing.T, text string, opts cfg.Options) *cfg.Program {
	t.Helper()
	prog, err := boogie.Parse("t.bpl", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	info, problems := types.Check(prog)
	if problems != nil {
		t.Fatal(problems)
	}
	usable := func(*types.Object) bool { return true }
	unknown := func([]cfg.Edge) (exclusive, total bool) { return false, false }
	unsolved := func(*cfg.Solved) bool { return false }
	p := cfg.New(prog, info, opts, usable, unknown, unsolved)
	var names []string
	for name, proc := range info.Procs {
		if proc.Body != nil {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	p.Summarise(names)
	return p
}

// signature is what the callers of a procedure must know, as text.
func signature(p *cfg.Program, name string) string {
	s := p.Signatures[name]
	set := func(globals bitset.Set, tape bool) string {
		var list []string
		for _, g := range p.Set(globals) {
			list = append(list, g.Name)
		}
		if tape {
			list = append(list, "tape")
		}
		return "(" + strings.Join(list, " ") + ")"
	}
	text := fmt.Sprintf("%s -> %s", set(s.Inputs, s.TapeIn), set(s.Writes, s.Tape))
	if len(s.Calls) > 0 {
		text += " calls " + strings.Join(s.Calls, " ")
	}
	for _, end := range []struct {
		may  bool
		name string
	}{{s.Fail, "fails"}, {s.Block, "blocks"}, {s.Diverge, "diverges"}} {
		if end.may {
			text += " " + end.name
		}
	}
	return text
}

// TestSignatures checks what is found of procedure p: inputs, then outputs, then
// callees and ends.
func TestSignatures(t *testing.T) {
	const head = "var g, h: int; var m: [int]int; var w: int where w > h;\n"
	tests := []struct {
		name, text string
		opts       cfg.Options
		want       string
	}{
		{"nothing", "procedure p() { }", cfg.Options{}, "() -> ()"},
		{"set, then read", "procedure p() { g := 1; h := g; }", cfg.Options{}, "() -> (g h)"},
		{"set on one path", "procedure p(b: bool) { if (b) { g := 1; } }", cfg.Options{}, "(g) -> (g)"},
		{"computed and not used", "procedure p() { var x: int; x := g; }", cfg.Options{}, "() -> ()"},
		{"used at the end", "procedure p() returns (r: int) { var x: int; x := g; r := x; }", cfg.Options{}, "(g) -> ()"},
		{"old of what is set", "procedure p() returns (r: int) { g := 1; r := old(g); }", cfg.Options{}, "(g) -> (g)"},
		{"old in a dead assignment", "procedure p() { var x: int; g := 1; x := old(g); }", cfg.Options{}, "() -> (g)"},
		{"part of a map", "procedure p() { m[g] := 1; }", cfg.Options{}, "(g m) -> (m)"},
		{"where clause", "procedure p() { w := 1; }", cfg.Options{}, "(h w) -> (w) blocks"},
		{"havoc", "procedure p() { havoc g; }", cfg.Options{}, "(tape) -> (g tape)"},
		{"local that is not set", "procedure p() { var x: int; assert x > 0; }", cfg.Options{}, "(tape) -> (tape) fails"},
		{"assertion that is ignored", "procedure p() { assert g > 0; }", cfg.Options{Asserts: cfg.AssertsIgnore}, "() -> ()"},
		{"assertion that is assumed", "procedure p() { assert g > 0; }", cfg.Options{Asserts: cfg.AssertsAssume}, "(g) -> () blocks"},
		{"behind a false assumption", "procedure p() { assume false; assert g > 0; }", cfg.Options{}, "() -> () fails blocks"},
		{"dead branch", "procedure p() { if (false) { g := 1; call p(); } }", cfg.Options{}, "() -> ()"},
		{"dead code", "procedure p() { return; g := old(h); }", cfg.Options{}, "() -> ()"},
		{"condition and its negation", "procedure p() { goto A, B; A: assume g > 0; return; B: assume !(g > 0); }", cfg.Options{}, "(g) -> ()"},
		{"more than the negation", "procedure p() { goto A, B; A: assume g > 0; return; B: assume !(g > 0); assume h > 0; }", cfg.Options{}, "(g h) -> () blocks"},
		{"assumption that another path meets", "procedure p(b: bool) { if (b) { goto A; } goto A, B; A: assume g > 0; return; B: assume !(g > 0); }", cfg.Options{}, "(g) -> () blocks"},
		{"choice that the tape makes", "procedure p() { goto A, B; A: g := 1; return; B: }", cfg.Options{}, "(g tape) -> (g tape) blocks"},
		{"loop", "procedure p() { while (g > 0) { g := g - 1; } }", cfg.Options{}, "(g) -> (g) diverges"},
		{"callee", "procedure q() { g := h; } procedure p() { call q(); }", cfg.Options{}, "(h) -> (g) calls q"},
		{"callee that sets what is read", "procedure q() { g := 1; } procedure p() returns (r: int) { call q(); r := g; }", cfg.Options{}, "() -> (g) calls q"},
		{"result that is set by the callee too", "procedure q() returns (r: int) { g := 1; } procedure p() { call g := q(); }", cfg.Options{}, "(tape) -> (g tape) calls q"},
		{"callee's specification", "procedure q(x: int); requires g > x; ensures old(h) < x; procedure p() { call q(1); }", cfg.Options{}, "(g h) -> () fails blocks"},
		{"free call", "procedure q(x: int); requires g > x; procedure p() { free call q(1); }", cfg.Options{}, "() -> ()"},
		{"mutual recursion", "procedure q() { if (g > 0) { call p(); } h := 1; } procedure p() { call q(); m[0] := h; }", cfg.Options{}, "(g m) -> (h m) calls q"},
		{"function of its inputs", "procedure q(x: int) returns (y: int); modifies g; procedure p() returns (r: int) { call r := q(h); }", cfg.Options{}, "(g h) -> (g)"},
		{"nondeterministic", "procedure q(x: int) returns (y: int); modifies g; procedure p() returns (r: int) { call r := q(h); }", cfg.Options{Externals: cfg.ExternalsHavoc}, "(h tape) -> (g tape)"},
		{"without inputs", "procedure q() returns (y: int); procedure p() returns (r: int) { call r := q(); }", cfg.Options{}, "(tape) -> (tape)"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := signature(summarised(t, head+test.text, test.opts), "p"); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

// TestAssumed checks which procedures are said to be taken for functions.
func TestAssumed(t *testing.T) {
	p := summarised(t, `procedure f(x: int) returns (y: int); procedure nothing(x: int); procedure tape() returns (y: int);
procedure dead(x: int) returns (y: int);
procedure p() { var r: int; call r := f(1); call nothing(1); call r := tape(); return; call r := dead(1); }`, cfg.Options{})
	if got := fmt.Sprint(p.Assumed); got != "map[f:true]" {
		t.Errorf("got %s", got)
	}
}
