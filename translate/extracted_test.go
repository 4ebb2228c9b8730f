package translate

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"semdiff/smtlib"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
)

// TestUndoneExtraction runs programs with extracted loops beside those in which these are loops again: they end alike, with the
// same values, where the extracted ones are not blocked by a choice.
func TestUndoneExtraction(t *testing.T) {
	ar, err := txtar.ParseFile("extraction/testdata/loops.txtar")
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, file := range ar.Files {
		if strings.HasSuffix(file.Name, ".out") {
			continue
		}
		text, _, _ := strings.Cut(string(file.Data), "====\n")
		src := parsed(t, file.Name, text)
		undone, _, loops := UndoExtraction(src, parsed(t, file.Name, "procedure other() { }"), nil)
		if strings.HasPrefix(file.Name, "same-") {
			continue
		}
		if len(loops) != 1 {
			t.Fatalf("%s: loops %v", file.Name, loops)
		}
		c := smtlib.NewContext()
		a, b, err := LowerPair(c, src, undone, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := a.Load("p"); err != nil {
			t.Fatal(err)
		}
		for n := range 40 {
			want, got := endOf(t, a, n), endOf(t, b, n)
			if strings.HasPrefix(want, ir.Blocked.String()) {
				continue
			}
			if compared++; want != got {
				t.Errorf("%s at %d: %s, with loops %s", file.Name, n, want, got)
			}
		}
	}
	if compared < 100 {
		t.Errorf("only %d runs were compared", compared)
	}
}

// endOf runs procedure p: its first input is n, the others and what it draws are made from that.
func endOf(t *testing.T, prog *ir.Program, n int) string {
	t.Helper()
	var args []interp.Value
	for i := range prog.Procs["p"].Inputs {
		args = append(args, interp.Int(prog.Ctx, big.NewInt(int64(n-8+2*i))))
	}
	m := interp.NewModel(prog.Ctx, prog)
	m.Seed = int64(n) + 1
	out, err := interp.Run(prog, "p", args, m, interp.Limits{Steps: 20_000, Depth: 500})
	if err != nil {
		t.Fatal(err)
	}
	ends := out.Outcome.String()
	for i, x := range out.Values {
		if v := prog.Procs["p"].Outputs[i]; v != ir.TapeVar(prog.Ctx) {
			ends += fmt.Sprintf(" %s=%v", v.Name(), x)
		}
	}
	return ends
}
