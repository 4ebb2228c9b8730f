package boogiefile

import (
	"strings"
	"testing"
)

// TestGlobals checks that both files have the globals of both versions, in one order.
func TestGlobals(t *testing.T) {
	const rest = "procedure p(x: int) { %s }\nprocedure main(x: int) returns (r: int) { call p(x); r := x; %s }\n"
	with := func(p, main string) string {
		return "var g, h: int;\n" + strings.Replace(strings.Replace(rest, "%s", p, 1), "%s", main, 1)
	}
	for _, tt := range []struct {
		name, old, new string
		heads          []string // in both files
		call           string   // in the new one
	}{
		{"exchanged", with("g := g + h;", ""), with("h := g + h;", ""),
			[]string{"procedure p(g: int, h: int) returns (g#out: int, h#out: int)", "procedure main(g: int, h: int) returns (g#out: int, h#out: int)"},
			"  call unused, h#out := p(g, h#out);"},
		{"the caller sets it", with("g := x;", ""), with("", "g := x;"),
			[]string{"procedure p(x: int, g: int) returns (g#out: int)", "procedure main(x: int, g: int) returns (g#out: int)"},
			"  g#out := x;"},
		{"no output is left", with("g := x;", ""), with("g := x;", "assert x > 0;"),
			[]string{"procedure main(x: int)"}, "  assert (1 <= x);"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			texts, err := Programs(slicesOf(t, tt.old, tt.new))
			if err != nil {
				t.Fatal(err)
			}
			for _, text := range texts {
				for _, head := range tt.heads {
					if !strings.Contains(text, head) {
						t.Errorf("no %s in\n%s", head, text)
					}
				}
			}
			if !strings.Contains(texts[1], tt.call) {
				t.Errorf("no %s in\n%s", tt.call, texts[1])
			}
		})
	}
}
