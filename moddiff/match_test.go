package moddiff

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"semdiff/internal/pairtest"
	"semdiff/moddiff/kit"
	"semdiff/moddiff/pairing"
	"semdiff/smtlib"
)

// matchOf makes the pairs of two programs without analysing them.
func matchOf(t *testing.T, oldText, newText string, given ...Matched) *pairing.Pairing {
	t.Helper()
	old, new := pairtest.Lower(t, smtlib.NewContext(), oldText, newText)
	run, err := kit.NewRun(old, new, pairing.Options{Given: given})
	if err != nil {
		t.Fatal(err)
	}
	return run.Pairing
}

// TestSameText tells texts that are the same up to what does not count from
// those that are not: p is modified in the latter.
func TestSameText(t *testing.T) {
	const loop = `procedure p(n: int) returns (r: int) {
		var i, s: int;
		i := 0; s := n;
		while (i < n) { i := i + 1; s := s + i; }
		r := s;
	}`
	const outside = "procedure f(x: int, y: int) returns (r: int) { r := x - y; }\n"
	tests := []struct {
		name, old, new string
		modified       bool
	}{
		{"formals and results renamed",
			`procedure p(x: int, y: int) returns (r: int) { r := x - y; }`,
			`procedure p(a: int, x: int) returns (z: int) { z := a - x; }`, false},
		{"formals exchanged",
			`procedure p(x: int, y: int) returns (r: int) { r := x - y; }`,
			`procedure p(y: int, x: int) returns (r: int) { r := x - y; }`, true},
		{"locals renamed",
			`procedure p(x: int) returns (r: int) { var a, b: int; a := x; b := a + 1; r := b - a; }`,
			`procedure p(x: int) returns (r: int) { var b, t: int; b := x; t := b + 1; r := t - b; }`, false},
		{"locals of another order",
			`procedure p(x: int) returns (r: int) { var a, b: int; a := x; b := 2; r := b - a; }`,
			`procedure p(x: int) returns (r: int) { var b: int; var a: int; a := x; b := 2; r := b - a; }`, false},
		{"two locals in one",
			`procedure p(x: int) returns (r: int) { var a, b: int; a := x; b := 2; r := a; }`,
			`procedure p(x: int) returns (r: int) { var a: int; a := x; a := 2; r := a; }`, true},
		{"one local in two",
			`procedure p(x: int) returns (r: int) { var a: int; a := x; if (x > 0) { a := 2; } r := a; }`,
			`procedure p(x: int) returns (r: int) { var a, b: int; a := x; if (x > 0) { b := 2; } r := a; }`, true},
		{"locals confused",
			`procedure p(x: int) returns (r: int) { var a, b: int; a := x; b := 1; r := a - b; }`,
			`procedure p(x: int) returns (r: int) { var a, b: int; b := x; a := 1; r := a - b; }`, true},
		{"a local for a formal",
			`procedure p(x: int) returns (r: int) { var a: int; a := 1; r := a; }`,
			`procedure p(x: int) returns (r: int) { var a: int; a := 1; r := x; }`, true},
		{"globals are not renamed",
			`var g, h: int; procedure p() returns (r: int) { r := g; }`,
			`var g, h: int; procedure p() returns (r: int) { r := h; }`, true},
		{"a global for a local",
			`var g: int; procedure p() returns (r: int) modifies g; { g := 1; r := g; }`,
			`var g: int; procedure p() returns (r: int) { var h: int; h := 1; r := h; }`, true},
		{"labels, jumps, comments and attributes",
			`procedure p(x: int) returns (r: int) { r := x; goto A; A: r := r + 1; }`,
			`procedure {:inline 1} p(x: int) returns (r: int) { r := x; goto L1; L1: /* here */ goto L2; L2: assume {:x} true; r := r + 1; goto L3; L3: return; }`, false},
		{"order of blocks",
			`procedure p(x: int) returns (r: int) { goto A, B; A: assume x > 0; r := 1; return; B: assume x <= 0; r := 2; return; }`,
			`procedure p(x: int) returns (r: int) { goto Y, X; X: assume x <= 0; r := 2; return; Y: assume x > 0; r := 1; return; }`, false},
		{"order of exclusive branches",
			`procedure p(x: int) returns (r: int) { if (x > 0) { r := 1; } else { r := 2; } }`,
			`procedure p(x: int) returns (r: int) { if (x <= 0) { r := 2; } else { r := 1; } }`, false},
		{"branches exchanged",
			`procedure p(x: int) returns (r: int) { if (x > 0) { r := 1; } else { r := 2; } }`,
			`procedure p(x: int) returns (r: int) { if (x > 0) { r := 2; } else { r := 1; } }`, true},
		{"an assertion for an assumption",
			`procedure p(x: int) returns (r: int) { assert x > 0; r := 1; }`,
			`procedure p(x: int) returns (r: int) { assume x > 0; r := 1; }`, true},
		{"one more return",
			`procedure p(x: int) returns (r: int) { r := 1; r := 2; }`,
			`procedure p(x: int) returns (r: int) { r := 1; return; r := 2; }`, true},
		{"bound variables",
			`procedure p(m: [int]int) returns (r: bool) { r := (forall i: int :: m[i] > 0); }`,
			`procedure p(m: [int]int) returns (r: bool) { r := (forall k: int :: m[k] > 0); }`, false},
		{"variables of loops renamed", loop, rewritten(loop, "i", "k", "s", "acc"), false},
		{"variables of loops exchanged", loop, rewritten(loop, "i", "s", "s", "i"), false},
		{"parameters exchanged around a loop",
			`procedure p(a: int, b: int) returns (c: int) { var i: int; c := 0; i := 1; while (i <= b) { c := c + a; i := i + 1; } }`,
			`procedure p(a: int, b: int) returns (c: int) { var i: int; c := 0; i := 1; while (i <= a) { c := c + b; i := i + 1; } }`, true},
		{"variables of loops confused", loop, strings.Replace(loop, "s := s + i", "i := s + i", 1), true},
		{"arguments exchanged",
			outside + `procedure p(x: int, y: int) returns (r: int) { call r := f(x, y); }`,
			outside + `procedure p(x: int, y: int) returns (r: int) { call r := f(y, x); }`, true},
		{"a result thrown away",
			outside + `procedure p(x: int, y: int) returns (r: int) { r := x; call r := f(x, y); }`,
			outside + `procedure p(x: int, y: int) returns (r: int) { var t: int; r := x; call t := f(x, y); }`, true},
		{"the other procedure",
			outside + rename("f", "g", outside) + `procedure p(x: int, y: int) returns (r: int) { call r := f(x, y); }`,
			outside + rename("f", "g", outside) + `procedure p(x: int, y: int) returns (r: int) { call r := g(x, y); }`, true},
	}
	for _, x := range tests {
		t.Run(x.name, func(t *testing.T) {
			a := matchOf(t, x.old, x.new)
			modified := false
			for _, p := range a.Pairs {
				if strings.HasPrefix(p.Name, "p") {
					modified = modified || p.Modified
				}
			}
			if modified != x.modified {
				t.Errorf("modified is %v, want %v", modified, x.modified)
			}
		})
	}
}

// rewritten replaces words, given in pairs.
func rewritten(text string, words ...string) string {
	var sb strings.Builder
	for rest := text; rest != ""; {
		n := strings.IndexFunc(rest, func(r rune) bool { return !isLetter(r) })
		if n < 0 {
			n = len(rest)
		}
		word := rest[:n]
		for i := 0; i < len(words); i += 2 {
			if words[i] == word {
				word = words[i+1]
				break
			}
		}
		sb.WriteString(word)
		if n < len(rest) {
			sb.WriteByte(rest[n])
			n++
		}
		rest = rest[n:]
	}
	return sb.String()
}

func isLetter(r rune) bool { return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || r == '_' }

func rename(from, to, text string) string { return rewritten(text, from, to) }

// TestMatching lists what is paired, with the procedures' parameters.
func TestMatching(t *testing.T) {
	const abs = `procedure abs(x: int) returns (r: int) { if (x < 0) { r := -x; } else { r := x; } }
	`
	const sign = `procedure sign(x: int) returns (r: int) { if (x < 0) { r := -1; } else { r := 1; } }
	`
	const pow = `procedure pow(x: int, n: int) returns (r: int) {
		var i: int;
		i := n; r := 1;
		while (i > 0) { r := r * x; i := i - 1; }
	}
	`
	const rec = `procedure down(n: int) returns (r: int) { r := n; if (n > 0) { call r := down(n - 1); } }
	`
	const main = `procedure main(x: int) returns (r: int) { call r := abs(x); call r := sign(r); }
	`
	const poly = `procedure id<a>(x: a) returns (r: a) { r := x; }
	procedure main(x: int) returns (r: int) { var b: bool; call r := id(x); call b := id(r > 0); if (b) { r := 0; } }
	`
	tests := []struct {
		name, old, new string
		given          []Matched
		want           string
	}{
		{"by name", abs + sign, sign + abs, nil, "abs(x r) sign(x r)"},
		{"renamed", abs + sign, rename("abs", "magnitude", abs) + sign, nil, "abs->magnitude(x r) sign(x r)"},
		{"renamed with its variables", pow, rewritten(pow, "pow", "power", "x", "base", "i", "k", "r", "res"), nil,
			"pow->power(x:base n r:res) pow_loop_head1->power_loop_head1"},
		{"renamed, and its caller", abs + sign + main, rewritten(abs+sign+main, "abs", "magnitude", "main", "start"), nil,
			"abs->magnitude(x r) sign(x r) main->start(x r)"},
		{"renamed, recursive", rec, rename("down", "below", rec), nil, "down->below(n r)"},
		{"two that are the same", abs + rename("abs", "abs2", abs), rename("abs", "m", abs) + rename("abs", "m2", abs), nil, ""},
		{"renamed and changed", abs + pow, rename("abs", "m", abs) + strings.Replace(rename("pow", "power", pow), "r := r * x", "r := r * (x + 1)", 1), nil,
			"abs->m(x r) pow->power(x n r) pow_loop_head1->power_loop_head1"},
		{"known by its caller", abs + rename("sign", "abs", main), rename("sign", "f", sign) + rewritten(main, "sign", "f", "abs", "f"), nil,
			"abs->f(x r) main(x r)"},
		{"callers in doubt", abs + sign + main, rename("abs", "f", pow) + rewritten(rec+main, "sign", "down", "abs", "down"), nil, "main(x r)"},
		{"nothing alike", pow, rename("down", "below", rec), nil, ""},
		{"other types", abs, strings.Replace(rename("abs", "m", abs), "x: int", "x: int, y: int", 1), nil, ""},
		{"polymorphic, at two types", poly, rename("id", "same", poly), []Matched{{Old: "id", New: "same"}},
			"id->same(x r) id->same(x r) main(x r)"},
		{"exchanged", abs + sign, abs + sign, []Matched{{Old: "abs", New: "sign"}, {Old: "sign", New: "abs"}},
			"abs->sign(x r) sign->abs(x r)"},
		{"given, the others by name", abs + sign + main, abs + sign + main, []Matched{{Old: "abs", New: "sign"}},
			"abs->sign(x r) sign->abs(x r) main(x r)"},
		{"exchanged, with loops", pow + rename("pow", "pow2", pow), pow + rename("pow", "pow2", pow), []Matched{{Old: "pow", New: "pow2"}, {Old: "pow2", New: "pow"}},
			"pow->pow2(x n r) pow_loop_head1->pow2_loop_head1 pow2->pow(x n r) pow2_loop_head1->pow_loop_head1"},
		{"parameters given", pow, strings.Replace(pow, "x: int, n: int", "n: int, x: int", 1), []Matched{{Old: "pow", New: "pow", Params: [][2]string{{"x", "x"}, {"n", "n"}}}},
			"pow(x n r) pow_loop_head1"},
		{"parameters by position", pow, strings.Replace(pow, "x: int, n: int", "n: int, x: int", 1), nil,
			"pow(x:n n:x r) pow_loop_head1"},
		{"a parameter added", abs, strings.Replace(abs, "x: int", "b: bool, y: int, x: int", 1), nil, "abs(x r)"},
		{"a parameter removed", strings.Replace(pow, "x: int, n: int", "a: int, x: int, n: int", 1), pow, nil, "pow(x n r) pow_loop_head1"},
	}
	for _, x := range tests {
		t.Run(x.name, func(t *testing.T) {
			var list []string
			for _, p := range matchOf(t, x.old, x.new, x.given...).Pairs {
				list = append(list, describe(p))
			}
			if got := strings.Join(list, " "); got != x.want {
				t.Errorf("got  %s\nwant %s", got, x.want)
			}
		})
	}
}

// describe writes a pair with one name for what has one in both versions.
func describe(p *pairing.Pair) string {
	name := func(old, new, between string) string {
		if old == new {
			return old
		}
		return old + between + new
	}
	m := p.Matched()
	var params []string
	for _, q := range m.Params {
		params = append(params, name(q[0], q[1], ":"))
	}
	s := name(m.Old, m.New, "->")
	if len(params) > 0 {
		s += fmt.Sprintf("(%s)", strings.Join(params, " "))
	}
	return s
}

// TestMatchedErrors checks what cannot be matched.
func TestMatchedErrors(t *testing.T) {
	const p = "procedure p(n: int) { var i: int; i := n; while (i > 0) { i := i - 1; } }\nprocedure q() {}"
	for want, given := range map[string][]Matched{
		"matched procedure nobody is not in old.bpl":                      {{Old: "nobody", New: "p"}},
		"matched procedure nobody is not in new.bpl":                      {{Old: "p", New: "nobody"}},
		"procedure p or q is matched twice":                               {{Old: "p", New: "p"}, {Old: "p", New: "q"}},
		"p_loop_head1 is a loop: loops are matched with their procedures": {{Old: "p_loop_head1", New: "q"}},
	} {
		c := smtlib.NewContext()
		old, new := pairtest.Lower(t, c, p, p)
		_, _, err := Matching(old, new, given)
		if err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// TestInterface checks the inputs and outputs of pairs whose interfaces differ,
// and what is said about it.
func TestInterface(t *testing.T) {
	tests := []struct{ name, old, new, want string }{
		{"global read in one version", `var g: int; procedure p(x: int) returns (r: int) { r := x; }`,
			`var g: int; procedure p(x: int) returns (r: int) { r := g; }`, "x/00 g/-1 -> r/00"},
		{"another global written", `var g, h: int; procedure p() modifies g; { g := 1; }`,
			`var g, h: int; procedure p() modifies h; { h := 1; }`, "g/-- h/-- -> g/0- h/-0"},
		{"a global written in one version, read in the other", `var g: int; procedure p() returns (r: int) modifies g; { r := 1; g := 5; }`,
			`var g: int; procedure p() returns (r: int) { r := g; }`, "g/-0 -> r/00 g/1-"},
		{"a result that is a global in the other version", `procedure p(x: int) returns (r: int) { r := x; }`,
			`var r: int; procedure p(x: int) modifies r; { r := x; }`, "x/00 r/-- -> r/0- r/-0: result r has no partner in the other version"},
		{"a formal with the name of a global", `var g: int; procedure p() returns (r: int) { r := g; }`,
			`procedure p(g: int) returns (r: int) { r := g; }`, "g/0- g'/-0 -> r/00"},
		{"a written global with the name of a formal", `var g: int; procedure p() modifies g; { g := 1; }`,
			`procedure p(g: int) { }`, "g/-0 g'/-- -> g'/0-"},
		{"type of a parameter", `procedure p(x: int) returns (r: int) { r := 1; }`,
			`procedure p(x: bool) returns (r: int) { r := 1; }`, "x/0- x'/-0 -> r/00: parameter x: int of the old version is x: bool in the new one"},
	}
	for _, x := range tests {
		t.Run(x.name, func(t *testing.T) {
			p := matchOf(t, x.old, x.new).Named("p")
			ports := func(list []pairing.Port) string {
				s := ""
				for _, port := range list {
					name, _, fresh := strings.Cut(port.Var.Name(), "!")
					if fresh {
						name += "'"
					}
					s += fmt.Sprintf("%s/%s%s ", name, index(port.Old), index(port.New))
				}
				return s
			}
			got := strings.TrimSpace(ports(p.Inputs) + "-> " + ports(p.Outputs))
			if len(p.Interface) > 0 {
				got += ": " + strings.Join(p.Interface, "; ")
			}
			if got != x.want {
				t.Errorf("got  %s\nwant %s", got, x.want)
			}
			seen := map[string]bool{}
			for _, in := range p.Inputs {
				if seen[in.Var.Name()] {
					t.Errorf("two inputs are %s", in.Var.Name())
				}
				seen[in.Var.Name()] = true
			}
		})
	}
}

func index(i int) string {
	if i < 0 {
		return "-"
	}
	return fmt.Sprint(i)
}

// TestRenamed checks verdicts of procedures with other names and of their callers.
func TestRenamed(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	const old = `
procedure fact(n: int) returns (r: int)
{
  r := 1;
  if (n > 0) { call r := fact(n - 1); r := r * n; }
}
procedure main(x: int) returns (r: int) { call r := fact(x); }`
	_, _, r := run(t, old, rename("fact", "factorial", old), Options{})
	if r.Verdict != Equivalent || r.Stats.Queries != 0 || r.Pairs[0].New != "factorial" {
		t.Errorf("verdict %s after %d queries, fact is %s", r.Verdict, r.Stats.Queries, r.Pairs[0].New)
	}
	changed := rename("fact", "factorial", strings.Replace(old, "r := 1;", "r := 2;", 1))
	entries := []string{"main", "fact", "factorial"}
	if testing.Short() {
		entries = entries[:1]
	}
	for _, entry := range entries {
		if _, _, r := run(t, old, changed, Options{Entry: entry}); r.Verdict != Different {
			t.Errorf("changed: verdict of %s is %s", entry, r.Verdict)
		}
	}
	// What is matched wrongly is compared, and found different; the callers are
	// not misled.
	const two = `
procedure inc(x: int) returns (r: int) { r := x + 1; }
procedure dec(x: int) returns (r: int) { r := x - 1; }
procedure main(x: int) returns (r: int) { call r := inc(x); call r := dec(r); call r := inc(r); }`
	crossed := []Matched{{Old: "inc", New: "dec"}, {Old: "dec", New: "inc"}}
	if _, _, r := run(t, two, two, Options{Match: crossed}); r.Verdict != Equivalent || r.Pairs[0].Verdict != Different {
		t.Errorf("crossed: verdict %s, inc -> dec is %s", r.Verdict, r.Pairs[0].Verdict)
	}
	if _, _, r := run(t, two, rewritten(two, "inc", "dec", "dec", "inc"), Options{}); r.Verdict != Equivalent {
		t.Errorf("names exchanged everywhere: verdict %s", r.Verdict)
	}
	if _, _, r := run(t, two, strings.Replace(two, "call r := inc(r); }", "call r := dec(r); }", 1), Options{Match: crossed}); r.Verdict != Different {
		t.Errorf("crossed and changed: verdict %s", r.Verdict)
	}
}

// TestParametersMatched checks that callers see parameters where they stand,
// whatever corresponds.
func TestParametersMatched(t *testing.T) {
	const old = `
procedure sub(a: int, b: int) returns (r: int) { r := a - b; }
procedure main(x: int, y: int) returns (r: int) { call r := sub(x, y); }`
	swapped := strings.Replace(old, "a: int, b: int", "b: int, a: int", 1)
	calls := strings.Replace(swapped, "sub(x, y)", "sub(y, x)", 1)
	byName := []Matched{{Old: "sub", New: "sub", Params: [][2]string{{"a", "a"}, {"b", "b"}}}}
	for _, x := range []struct {
		name, new string
		given     []Matched
		sub, main Status
	}{
		{"declaration only", swapped, byName, StatusUnchanged, "different"},
		{"declaration and call", calls, byName, StatusUnchanged, StatusUnchanged},
		{"declaration only, by position", swapped, nil, "different", "different"},
		{"declaration and call, by position", calls, nil, "different", "equivalent"},
	} {
		_, _, r := run(t, old, x.new, Options{Match: x.given})
		if r.Pairs[0].Status != x.sub || r.Pairs[1].Status != x.main {
			t.Errorf("%s: sub is %s, main is %s, want %s and %s", x.name, r.Pairs[0].Status, r.Pairs[1].Status, x.sub, x.main)
		}
	}
}

// TestOneVersionOnly checks calls of procedures that one version lacks: they are
// explored on demand, as any others.
func TestOneVersionOnly(t *testing.T) {
	const inlined = `
procedure main(x: int) returns (r: int) { r := x; if (x < 0) { r := -x; } r := r + 1; }`
	const extracted = `
procedure abs(x: int) returns (r: int) { r := x; if (x < 0) { r := -x; } }
procedure main(x: int) returns (r: int) { call r := abs(x); r := r + 1; }`
	for _, x := range []struct {
		old, new string
		status   Status
		verdict  Verdict
	}{
		{inlined, extracted, StatusAdded, Equivalent},
		{extracted, inlined, StatusRemoved, Equivalent},
		{inlined, strings.Replace(extracted, "x < 0", "x < -1", 1), StatusAdded, Different},
	} {
		_, _, r := run(t, x.old, x.new, Options{})
		i := slices.IndexFunc(r.Pairs, func(p *PairResult) bool { return p.Name == "abs" })
		if r.Verdict != x.verdict || r.Pairs[i].Status != x.status {
			t.Errorf("verdict %s, abs is %s, want %s and %s", r.Verdict, r.Pairs[i].Status, x.verdict, x.status)
		}
	}
}

// TestLoopsByOccurrence matches the variables of loops that do the same to others,
// whatever their order is.
func TestLoopsByOccurrence(t *testing.T) {
	const text = `procedure p(a: int, b: int) returns (c: int) {
		var i: int;
		c := 0; i := 1;
		while (i <= b) { c := c + a; i := i + 1; }
	}`
	r := matchOf(t, text, strings.Replace(strings.Replace(text, "c + a", "c + b", 1), "i <= b", "i <= a", 1))
	if p := r.Named("p_loop_head1"); p.Modified {
		t.Error("the loop is modified")
	}
	if p := r.Named("p"); !p.Modified {
		t.Error("the arguments of the loop are exchanged, but p is not modified")
	}
}
