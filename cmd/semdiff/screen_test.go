package main

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"testing"

	"semdiff/internal/needs"
)

// TestFirstScreen checks that the first 24 lines of an answer have what a reader wants to
// know first: the headline, the edited procedure, its condition, and an input.
func TestFirstScreen(t *testing.T) {
	needs.Z3(t)
	for _, test := range []struct {
		folder, headline, edited, condition, input string
	}{
		{"docs/tutorial", "main: different, through withdraw.", "withdraw(balance, amount)", "amount <= balance && 401 <= amount && amount <= 500", "balance = 401, amount = 401"},
		{"benchmarks/figures/fig2", "main: different, through p.", "p(x: int) returns (r: int)", "x == 4", "x = 4"},
		{"benchmarks/figures/eval", "Eval: different.", "Eval(e: int", "Mem_oper__EXPR[e] == 3", "e = 0, "},
	} {
		for _, columns := range []string{"80", "120"} {
			t.Run(test.folder+" "+columns, func(t *testing.T) {
				t.Setenv("COLUMNS", columns)
				var out, said bytes.Buffer
				code := run(env{ctx: context.Background(), stdout: &out, stderr: &said}, []string{"diff", filepath.Join("../..", test.folder, "old.bpl"), filepath.Join("../..", test.folder, "new.bpl")})
				if code != exitDifferent {
					t.Fatalf("exit code %d: %s", code, said.String())
				}
				lines := strings.Split(out.String(), "\n")
				screen := strings.Join(lines[:min(24, len(lines))], "\n")
				for _, want := range []string{test.headline + "\n", "\n" + test.edited, "  differs when        " + test.condition, "e.g. " + test.input, "replayed"} {
					at := strings.Index("\n"+screen, want)
					if at < 0 {
						t.Fatalf("%q does not come next in\n%s", want, screen)
					}
					screen = screen[max(at-1, 0):]
				}
			})
		}
	}
}
