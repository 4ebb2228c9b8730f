package translate

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"semdiff/internal/randprog"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// TestLoadOrder checks that the loops of a procedure, their interfaces and the
// notes do not depend on when its body is lowered, or on who asks for it.
func TestLoadOrder(t *testing.T) {
	texts := map[string]string{
		"names of loops": `
procedure p(n: int) { var i: int; i := 0; while (i < n) { i := i + 1; } x_loop_y: i := i + 1; if (i < n) { goto x_loop_y; } }
procedure p_loop_x(n: int) { var i: int; i := 0; y: i := i + 1; if (i < n) { goto y; } }
procedure p_loop_head1(n: int) { var i: int; i := 0; while (i < n) { i := i + 1; } }
`,
		"notes": `
function value_is(c: int, e: int) returns (bool);
const {:model_const "n"} c: int;
function f(x: int) returns (int) { x + 1 }
procedure p(n: int) { assume value_is(c, f(n)); }
procedure q(n: int) returns (r: int) { r := f(n); }
`,
	}
	for seed := range int64(20) {
		old, _ := randprog.Pair(seed, randprog.Options{Data: seed%2 == 0})
		texts[fmt.Sprintf("random %d", seed)] = old
	}
	for name, text := range texts {
		t.Run(name, func(t *testing.T) {
			want := loadedIn(t, text, func(p *ir.Program) {
				for _, name := range p.Order {
					p.Load(name)
				}
			})
			backwards := loadedIn(t, text, func(p *ir.Program) {
				for _, name := range slices.Backward(p.Order) {
					p.Load(name)
				}
			})
			together := loadedIn(t, text, func(p *ir.Program) {
				var wg sync.WaitGroup
				for _, name := range append(p.Order, p.Order...) {
					wg.Add(1)
					go func() {
						defer wg.Done()
						if err := p.Load(name); err != nil || p.Proc(name).Blocks == nil {
							t.Errorf("%s: %v", name, err)
						}
					}()
				}
				wg.Wait()
			})
			if backwards != want || together != want {
				t.Errorf("in order:\n%s\nbackwards:\n%s\nat once:\n%s", want, backwards, together)
			}
			if n := strings.Count(want, "\n"); n != len(slices.Compact(slices.Sorted(strings.Lines(want)))) {
				t.Errorf("two procedures or loops share a name:\n%s", want)
			}
		})
	}
}

// loadedIn lists the procedures and loops of a program that load was applied to.
func loadedIn(t *testing.T, text string, load func(*ir.Program)) string {
	t.Helper()
	ls, err := lowerAll(smtlib.NewContext(), []Source{parsed(t, "test.bpl", text)}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	p := ls[0].out
	load(p)
	checkSanity(t, p)
	var sb strings.Builder
	for _, name := range p.Order {
		for _, q := range append([]*ir.Proc{p.Procs[name]}, p.Procs[name].Loops...) {
			if p.Proc(q.Name) != q {
				t.Errorf("%s is not what is found under its name", q.Name)
			}
			notes := 0
			for _, b := range q.Blocks {
				notes += len(b.Notes)
			}
			fmt.Fprintf(&sb, "%s %v -> %v, %d blocks, %d notes\n", q.Name, q.Inputs, q.Outputs, len(q.Blocks), notes)
		}
	}
	return sb.String()
}
