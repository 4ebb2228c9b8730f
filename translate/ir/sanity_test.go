package ir_test

import (
	"strings"
	"testing"

	"semdiff/smtlib"
	"semdiff/translate"
	"semdiff/translate/ir"
)

const sane = `var g: int;
const c: int;
axiom c > 0;
procedure q(x: int) returns (y: int) modifies g;
{
  g := g + x;
  y := g;
}
procedure p(n: int, b: bool) returns (r: int) modifies g;
{
  var i: int;
  i := 0;
  while (i < n) { call r := q(i); i := i + 1; }
  if (b) { r := r + c; } else { assert n > 0; }
}
`

// TestSanity checks that a program is sane as it was lowered, and that each thing
// that must not be is found.
func TestSanity(t *testing.T) {
	entry := func(p *ir.Program, name string) *ir.Block { return p.Proc(name).Blocks[0] }
	last := func(p *ir.Program, name string) *ir.Block {
		blocks := p.Proc(name).Blocks
		return blocks[len(blocks)-1]
	}
	callOf := func(p *ir.Program, name, callee string) (*ir.Block, *ir.Call) {
		for _, b := range p.Proc(name).Blocks {
			for _, in := range b.Instrs {
				if c, ok := in.(*ir.Call); ok && c.Proc == callee {
					return b, c
				}
			}
		}
		t.Fatalf("%s does not call %s", name, callee)
		return nil, nil
	}
	branch := func(p *ir.Program, name string) *ir.Block {
		for _, b := range p.Proc(name).Blocks {
			if len(b.Succs) > 1 {
				return b
			}
		}
		t.Fatalf("%s does not branch", name)
		return nil
	}
	const loop = "p_loop_head1"
	tests := []struct {
		name   string
		change func(p *ir.Program, c *smtlib.Context)
		want   string // "" for none
	}{
		{"nothing", func(*ir.Program, *smtlib.Context) {}, ""},
		{"edge out of the procedure", func(p *ir.Program, c *smtlib.Context) { branch(p, "p").Succs[0].To = entry(p, "q") }, "leaves the procedure"},
		{"edge back", func(p *ir.Program, c *smtlib.Context) { branch(p, "p").Succs[0].To = entry(p, "p") }, "is not forward"},
		{"block twice", func(p *ir.Program, c *smtlib.Context) {
			q := p.Proc("p")
			q.Blocks = append(q.Blocks, q.Blocks[0])
		}, "stands there twice"},
		{"block that nothing reaches", func(p *ir.Program, c *smtlib.Context) {
			q := p.Proc("q")
			q.Blocks = append(q.Blocks, &ir.Block{Label: "alone"})
		}, "block alone: nothing leads there"},
		{"guard that is no condition", func(p *ir.Program, c *smtlib.Context) { branch(p, "p").Succs[0].Cond = c.IntVal(1) }, "guard of sort Int"},
		{"guards that overlap", func(p *ir.Program, c *smtlib.Context) { branch(p, "p").Succs[0].Cond = c.True }, "guard true beside others"},
		{"assignment of another sort", func(p *ir.Program, c *smtlib.Context) {
			b := entry(p, "q")
			b.Instrs = append(b.Instrs, &ir.Assign{Vars: []*smtlib.Term{c.Var("g", c.Int)}, Exprs: []*smtlib.Term{c.True}})
		}, "q: block entry: instruction 2, of "},
		{"two values", func(p *ir.Program, c *smtlib.Context) {
			g := c.Var("g", c.Int)
			b := entry(p, "q")
			b.Instrs = append(b.Instrs, &ir.Assign{Vars: []*smtlib.Term{g, g}, Exprs: []*smtlib.Term{g, g}})
		}, "assignment of Int to g"},
		{"variable that is not set", func(p *ir.Program, c *smtlib.Context) {
			b := last(p, "q")
			b.Instrs = append(b.Instrs, &ir.Assign{Vars: []*smtlib.Term{c.Var("y", c.Int)}, Exprs: []*smtlib.Term{c.Var("z", c.Int)}})
		}, "reads z, which may not be set"},
		{"output that is not set", func(p *ir.Program, c *smtlib.Context) {
			p.Proc("q").Blocks[0].Instrs = p.Proc("q").Blocks[0].Instrs[:1]
		}, "reads y, which may not be set"},
		{"assumption that is no condition", func(p *ir.Program, c *smtlib.Context) {
			b := entry(p, "q")
			b.Instrs = append(b.Instrs, &ir.Assume{Cond: c.IntVal(1)})
		}, "assumption of sort Int"},
		{"assumption where none is promised", func(p *ir.Program, c *smtlib.Context) {
			b := entry(p, "q")
			b.Instrs = append(b.Instrs, &ir.Assume{Cond: c.Lt(c.IntVal(0), c.Var("x", c.Int))})
		}, "is said not to be blocked"},
		{"assertion where none is promised", func(p *ir.Program, c *smtlib.Context) { p.Proc("p").Ends.Fail = false }, "is said not to fail"},
		{"loop where none is promised", func(p *ir.Program, c *smtlib.Context) { p.Proc("p").Ends.Diverge = false }, "is said to end"},
		{"call where none is promised", func(p *ir.Program, c *smtlib.Context) { p.Proc("p").Calls = nil }, "is said not to call it"},
		{"call of nothing", func(p *ir.Program, c *smtlib.Context) { _, call := callOf(p, loop, "q"); call.Proc = "none" }, "call of unknown none"},
		{"argument too many", func(p *ir.Program, c *smtlib.Context) {
			_, call := callOf(p, loop, "q")
			call.Args = append(call.Args, c.True)
		}, "with 3 arguments"},
		{"argument of another sort", func(p *ir.Program, c *smtlib.Context) { _, call := callOf(p, loop, "q"); call.Args[0] = c.True }, "argument 1 of q is Bool"},
		{"two results in one", func(p *ir.Program, c *smtlib.Context) { _, call := callOf(p, loop, "q"); call.Outs[0] = call.Outs[1] }, "two results of q"},
		{"note among instructions", func(p *ir.Program, c *smtlib.Context) {
			b := entry(p, "q")
			b.Instrs = append(b.Instrs, &ir.Note{})
		}, "instruction 2 is a note"},
		{"note behind the end", func(p *ir.Program, c *smtlib.Context) { entry(p, "q").Notes = []*ir.Note{{Before: 9}} }, "before instruction 9"},
		{"loop that goes on", func(p *ir.Program, c *smtlib.Context) {
			b, _ := callOf(p, loop, loop)
			r := c.Var("r", c.Int)
			b.Instrs = append(b.Instrs, &ir.Assign{Vars: []*smtlib.Term{r}, Exprs: []*smtlib.Term{c.Add(r, r)}})
		}, "calls itself, and then goes on"},
		{"loop that drops a result", func(p *ir.Program, c *smtlib.Context) { _, call := callOf(p, loop, loop); call.Outs[0] = nil }, "calls itself, and then goes on"},
		{"loop of nobody", func(p *ir.Program, c *smtlib.Context) { p.Proc(loop).Parent = "q" }, "a loop in q, which is not before it"},
		{"input twice", func(p *ir.Program, c *smtlib.Context) { q := p.Proc("p"); q.Inputs[1] = q.Inputs[0] }, "is there twice"},
		{"order", func(p *ir.Program, c *smtlib.Context) { p.Order = p.Order[:1] }, "1 of 2 procedures in order"},
		{"axiom that is open", func(p *ir.Program, c *smtlib.Context) { p.Axioms[0].Term = c.Var("a", c.Bool) }, "not closed"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			src, err := translate.Parse("t.bpl", []byte(sane))
			if err != nil {
				t.Fatal(err)
			}
			c := smtlib.NewContext()
			p, err := translate.Lower(c, src, translate.Options{})
			if err != nil {
				t.Fatal(err)
			}
			test.change(p, c)
			got := ""
			if err := p.Sanity(); err != nil {
				got = err.Error()
			}
			if test.want == "" && got != "" || !strings.Contains(got, test.want) {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}
