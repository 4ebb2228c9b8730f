package mono_test

import (
	"fmt"
	"strings"
	"testing"

	"semdiff/boogie"
	"semdiff/boogie/types"
	"semdiff/internal/golden"
	"semdiff/translate/mono"
)

// separator stands between the old and the new version of an input.
const separator = "//// new\n"

// TestGolden shows programs after instantiation, with the axioms that say more.
func TestGolden(t *testing.T) {
	golden.Run(t, "testdata/*.txtar", func(t *testing.T, c golden.Case) string {
		old, new, pair := strings.Cut(string(c.Input), separator)
		versions := []mono.Version{version(t, c.Name, old)}
		if pair {
			versions = append(versions, version(t, "new", new))
		}
		out, err := mono.Instantiate(versions...)
		if err != nil {
			return err.Error()
		}
		parts := make([]string, len(out))
		for i, v := range out {
			parts[i] = printed(t, v)
		}
		return strings.Join(parts, separator)
	})
}

func version(t testing.TB, name, src string) mono.Version {
	t.Helper()
	p, err := boogie.Parse(name, []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	info, problems := types.Check(p)
	if problems != nil {
		t.Fatal(problems)
	}
	return mono.Version{Prog: p, Info: info}
}

func printed(t *testing.T, v mono.Version) string {
	var sb strings.Builder
	if err := boogie.Print(&sb, v.Prog); err != nil {
		t.Fatal(err)
	}
	for _, p := range v.Partial {
		text, _, _ := strings.Cut(p.Text, "\n")
		fmt.Fprintf(&sb, "// says more of %s: %s\n", strings.Join(append(p.Funcs, p.Consts...), ", "), text)
	}
	return sb.String()
}

// TestUntouched checks that a program without polymorphism comes back as it is,
// even next to a polymorphic one.
func TestUntouched(t *testing.T) {
	plain := version(t, "plain", "type F a; var m: [F int]bool; procedure p(x: int) { m := m; }")
	poly := version(t, "poly", "function f<a>(x: a): a; procedure p(x: int) { assert f(x) == x; }")
	out, err := mono.Instantiate(plain, poly)
	if err != nil {
		t.Fatal(err)
	}
	if out[0].Prog != plain.Prog || out[0].Info != plain.Info || out[1].Prog == poly.Prog {
		t.Error("only the polymorphic program is to be rewritten")
	}
}
