package types_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"semdiff/boogie"
	"semdiff/boogie/types"
	"semdiff/internal/source"
)

// chains are synonyms that each use the one before twice; x and y are of the
// last type, which written out has more than 2 to the n parts.
func chains(n int) map[string]string {
	chain := func(first, step, last string) string {
		var sb strings.Builder
		sb.WriteString(first + "\n")
		for i := 1; i <= n; i++ {
			sb.WriteString(strings.NewReplacer("#", fmt.Sprint(i), "@", fmt.Sprint(i-1)).Replace(step) + "\n")
		}
		t := strings.ReplaceAll(last, "#", fmt.Sprint(n))
		fmt.Fprintf(&sb, "var x, y: %s;\nprocedure p() modifies x; { x := y; assume x == y; assume (forall z: %s :: z == x || z != y); }\n", t, t)
		return sb.String()
	}
	return map[string]string{
		"maps":         chain("type S0 = [int]int;", "type S# = [S@]S@;", "S#"),
		"dimensions":   chain("type S0 = [int, bool, bv8, real]int;", "type S# = [S@, int, S@, S@, bool]S@;", "S#"),
		"bit-vectors":  chain("type S0 = bv8;", "type S# = [S@]S@;", "S#"),
		"parameters":   chain("type S0 a = [a]a;", "type S# a = [S@ a]S@ a;", "S# int"),
		"arguments":    chain("type S0 a = [a]a;", "type S# a = S@ [a]a;", "S# int"),
		"constructors": chain("type C _ _; type S0 a = C a a;", "type S# a = C (S@ a) (S@ a);", "S# bool"),
		"polymorphic":  chain("type S0 = <a>[a]int;", "type S# = <a>[a, S@]S@;", "S#"),
		"two binders":  chain("type P0 a = [a]a; type Q0 a = [a]int;", "type P# a = <b>[b, P@ a]Q@ a; type Q# a = <b>[b, Q@ a]P@ a;", "<c>[c]P# c"),
		"datatypes":    chain("type S0 = [int]int;", "type S# = [S@]S@; datatype D# { D#(f: S#, g: S@) }", "[D#]S#"),
		"functions":    chain("type S0 = int; function f<a>(x: a) returns ([a]a);", "type S# = [S@]S@; axiom (forall s: S@ :: f(f(f(s))) == f(f(f(s))));", "S#"),
	}
}

// checked checks a program and counts the bytes that takes.
func checked(t *testing.T, text string) (info *types.Info, problems source.List, bytes uint64) {
	t.Helper()
	p, err := boogie.Parse("t.bpl", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	bytes = allocated(func() { info, problems = types.Check(p) })
	return info, problems, bytes
}

func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// nodes counts the nodes of all types in info.
func nodes(info *types.Info) int {
	seen := map[types.Type]bool{}
	var visit func(t types.Type)
	visit = func(t types.Type) {
		if seen[t] {
			return
		}
		seen[t] = true
		switch t := t.(type) {
		case *types.Map:
			for _, i := range t.Index {
				visit(i)
			}
			visit(t.Result)
		case *types.Ctor:
			for _, a := range t.Args {
				visit(a)
			}
		}
	}
	for _, t := range info.Written {
		visit(t)
	}
	for _, t := range info.Types {
		visit(t)
	}
	for _, list := range info.TypeArgs {
		for _, t := range list {
			visit(t)
		}
	}
	return len(seen)
}

// TestSharing checks that synonyms of synonyms take memory in proportion to their
// number.
func TestSharing(t *testing.T) {
	const n, most = 60, 20 << 20
	long := chains(n)
	for name, text := range chains(n / 2) {
		t.Run(name, func(t *testing.T) {
			half, problems, _ := checked(t, text)
			if len(problems) > 0 {
				t.Fatal(problems)
			}
			info, problems, bytes := checked(t, long[name])
			if len(problems) > 0 || bytes > most {
				t.Fatalf("%d bytes, %v", bytes, problems)
			}
			if got, most := nodes(info), 3*nodes(half); got > most {
				t.Errorf("%d nodes, more than %d", got, most)
			}
			if types.Size(info.Globals[0].Type) < 1<<30 && name != "arguments" {
				t.Errorf("written out, the type has %d parts only", types.Size(info.Globals[0].Type))
			}
			again, _, _ := checked(t, long[name])
			var same bool
			bytes = allocated(func() { same = types.Equal(info.Globals[0].Type, again.Globals[0].Type) })
			if !same || bytes > most {
				t.Errorf("equal to itself: %v, with %d bytes", same, bytes)
			}
		})
	}
}

// TestSharingApart checks that types which share much are told apart.
func TestSharingApart(t *testing.T) {
	for name, text := range chains(60) {
		old, _, _ := checked(t, text)
		changed := strings.Replace(text, "int", "real", 1)
		switch name {
		case "bit-vectors", "constructors":
			changed = strings.NewReplacer("bv8", "bv9", "bool", "real").Replace(text)
		case "parameters", "arguments":
			changed = strings.ReplaceAll(text, "int", "real")
		}
		new, problems, _ := checked(t, changed)
		if name == "functions" {
			continue // the axioms have no other type
		}
		if len(problems) > 0 || types.Equal(old.Globals[0].Type, new.Globals[0].Type) {
			t.Errorf("%s: %v", name, problems)
		}
	}
}

// TestLongMessages checks that messages about large types are short.
func TestLongMessages(t *testing.T) {
	for name, text := range chains(60) {
		_, problems, bytes := checked(t, text+"axiom x; procedure q() { var i: int; i := y; i := x; }")
		if len(problems) == 0 || len(problems.Error()) > 2000 || bytes > 20<<20 {
			t.Errorf("%s: %d bytes, %d of messages", name, bytes, len(problems.Error()))
		}
	}
}

// TestTooLarge checks that types of too many different parts are refused where
// they are declared, and no one else hears of them.
func TestTooLarge(t *testing.T) {
	tests := map[string]struct{ first, step string }{
		"depth":      {"type T0 _;", "type T# a = T@ (T@ a);"},
		"words":      {"type F _; type G _; type C _ _; type T0 a = a;", "type T# a = C (T@ (F a)) (T@ (G a));"},
		"map depth":  {"type T0 a = [int]a;", "type T# a = T@ (T@ a);"},
		"dimensions": {"type T0 a = [a, a]<b>[b]a;", "type T# a = T@ (T@ (T@ a));"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			text := test.first + "\n"
			for i := 1; i <= 40; i++ {
				text += strings.NewReplacer("#", fmt.Sprint(i), "@", fmt.Sprint(i-1)).Replace(test.step) + "\n"
			}
			text += "var x: T40 int; procedure p() { x := x; }"
			_, problems, bytes := checked(t, text)
			if len(problems) != 1 || !strings.Contains(problems[0].Message, "type too large") || !problems[0].Pos.IsValid() || bytes > 100<<20 {
				t.Errorf("%d bytes, %v", bytes, problems)
			}
		})
	}
}
