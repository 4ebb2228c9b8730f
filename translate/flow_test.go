package translate

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// flowProgram is a random program with the control flow that package randprog
// leaves out: gotos between all blocks, so that loops are irreducible and have
// several exits, return, break with labels; parallel and nested map
// assignments, old, globals that are shadowed or the result of a call. The
// local f bounds how long a run takes.
func flowProgram(seed int64) string {
	g := &flowGen{Rand: rand.New(rand.NewPCG(uint64(seed), 4711))}
	g.sb.WriteString(`var g: int;
var m: [int]int;
var n: [int][int]int;
function fn(x: int, y: int): int { if x < y then y - x else 2 * x }
function even(x: int): bool { x mod 2 == 0 }
procedure add(x: int) returns (y: int, z: int)
  ensures g == old(g) + x;
{
  g := g + x;
  y, z := g, old(g) - 1;
}
procedure shadow(g: int) returns (m: int)
  requires g < 40;
{
  var z: int;
  call m, z := add(g + 1);
  m := m + g - z;
}
procedure put(i: int, x: int)
{
  if (even(i)) {
    m[i] := x;
    return;
  }
  n[i][x] := n[x][i] + 1;
}
procedure reset(x: int) returns (u: int)
{
  var dead: int;
  dead := g;
  g := x + m[x];
  u := x - 1;
}
procedure main(a: int, b: int, c: bool) returns (r: int, s: int)
{
  var i, j, f: int;
  var h: bool;
  i, j, f, h, r, s := a, b, 9, c, 0, 1;
`)
	g.blocks = 2 + g.IntN(5)
	g.stmts(1, 1+g.IntN(3))
	g.jump("  ")
	for k := range g.blocks {
		fmt.Fprintf(&g.sb, "L%d:\n  f := f - 1;\n  if (f < 0) { goto Out; }\n", k)
		g.stmts(1, g.IntN(3))
		g.jump("  ")
	}
	g.sb.WriteString("Out:\n  r := r + 10 * i;\n}\n")
	return g.sb.String()
}

type flowGen struct {
	*rand.Rand
	sb     strings.Builder
	blocks int
	fresh  int
	loops  []string // labels of the loops around
}

func (g *flowGen) pick(choices ...string) string { return choices[g.IntN(len(choices))] }

func (g *flowGen) block() string {
	if g.IntN(6) == 0 {
		return "Out"
	}
	return fmt.Sprintf("L%d", g.IntN(g.blocks))
}

// jump ends a block. Targets with assumptions are stubs that lead to a block.
func (g *flowGen) jump(indent string) {
	k := g.fresh
	g.fresh++
	switch g.IntN(9) {
	case 0:
		fmt.Fprintf(&g.sb, "%sreturn;\n", indent)
	case 1:
		fmt.Fprintf(&g.sb, "%sgoto %s;\n", indent, g.block())
	case 2: // a target that assumes nothing: the tape decides
		fmt.Fprintf(&g.sb, "%sgoto A%d, B%d, C%d;\n", indent, k, k, k)
		fmt.Fprintf(&g.sb, "A%d: assume %s > %d; goto %s;\n", k, g.pick("i", "j", "a"), g.IntN(3), g.block())
		fmt.Fprintf(&g.sb, "B%d: goto %s;\n", k, g.block())
		fmt.Fprintf(&g.sb, "C%d: assume %s; %s goto %s;\n", k, g.cond(1), "r := r + 1;", g.block())
	case 3: // no more than one of three
		e := g.pick("i", "j")
		fmt.Fprintf(&g.sb, "%sgoto A%d, B%d, C%d;\n", indent, k, k, k)
		fmt.Fprintf(&g.sb, "A%d: assume %s < 0; goto %s;\n", k, e, g.block())
		fmt.Fprintf(&g.sb, "B%d: assume %s >= 0; assume %s <= 3; s := s + %s; goto %s;\n", k, e, e, e, g.block())
		fmt.Fprintf(&g.sb, "C%d: assume %s > 3; goto %s;\n", k, e, g.block())
	case 4: // falls through
	default:
		c := g.cond(1)
		fmt.Fprintf(&g.sb, "%sgoto T%d, F%d;\n", indent, k, k)
		fmt.Fprintf(&g.sb, "T%d: assume %s; goto %s;\n", k, c, g.block())
		fmt.Fprintf(&g.sb, "F%d: assume !(%s); goto %s;\n", k, c, g.block())
	}
}

func (g *flowGen) stmts(depth, n int) {
	for range n {
		g.stmt(depth)
	}
}

func (g *flowGen) stmt(depth int) {
	indent := strings.Repeat("  ", depth)
	line := func(format string, args ...any) { fmt.Fprintf(&g.sb, indent+format+"\n", args...) }
	switch k := g.IntN(23); {
	case k < 3:
		line("i, j := %s, %s;", g.expr(2), g.expr(1))
	case k < 5:
		line("%s := %s;", g.pick("i", "j", "r", "s", "g"), g.expr(2))
	case k < 6:
		line("m[%s], i := %s, %s;", g.expr(1), g.expr(1), g.expr(1))
	case k < 7:
		line("n[%s][%s] := %s;", g.expr(1), g.expr(1), g.expr(1))
	case k < 8:
		line("n[%s] := m[%s := %s];", g.expr(1), g.expr(1), g.expr(0))
	case k < 9:
		line("call g, %s := add(%s);", g.pick("i", "r"), g.expr(1))
	case k < 10:
		line("call i, j := add(%s);", g.expr(1))
	case k < 11:
		line("call %s := reset(%s);", g.pick("i", "r", "g"), g.expr(1))
	case k < 12:
		line("call %s := shadow(%s);", g.pick("i", "s", "g"), g.expr(1))
	case k < 13:
		line("call put(%s, %s);", g.expr(1), g.expr(1))
	case k < 14:
		line("%s %s;", g.pick("assert", "assert", "assume"), g.pick("i != 7", "g < 60", "h || i > -9", g.cond(1)))
	case k < 15:
		line("havoc %s;", g.pick("i", "j, h", "g", "r"))
	case k < 16:
		line("h := %s;", g.cond(2))
	case k < 19 && depth < 4:
		cond := g.cond(2)
		if g.IntN(8) == 0 {
			cond = "*"
		}
		line("if (%s) {", cond)
		g.stmts(depth+1, 1+g.IntN(2))
		g.leave(depth + 1)
		if g.IntN(2) == 0 {
			line("} else {")
			g.stmts(depth+1, 1+g.IntN(2))
		}
		line("}")
	case k < 22 && depth < 4:
		label := fmt.Sprintf("W%d", g.fresh)
		g.fresh++
		if g.IntN(2) == 0 {
			fmt.Fprintf(&g.sb, "%s:\n", label)
		} else {
			label = ""
		}
		line("while (%s)", g.cond(1))
		if g.IntN(3) == 0 {
			line("  invariant i < 50;")
		}
		line("{")
		line("  f := f - 1;")
		line("  if (f < 0) { break; }")
		g.loops = append(g.loops, label)
		g.stmts(depth+1, 1+g.IntN(2))
		g.leave(depth + 1)
		g.loops = g.loops[:len(g.loops)-1]
		line("}")
	default:
		line("r := r + %s;", g.expr(1))
	}
}

// leave sometimes ends a nested block by a jump.
func (g *flowGen) leave(depth int) {
	indent := strings.Repeat("  ", depth)
	switch k := g.IntN(10); {
	case k < 1:
		g.sb.WriteString(indent + "return;\n")
	case k < 3:
		fmt.Fprintf(&g.sb, "%sgoto %s;\n", indent, g.block())
	case k < 4 && len(g.loops) > 0:
		g.sb.WriteString(indent + "break;\n")
	case k < 6 && len(g.loops) > 0:
		if label := g.loops[g.IntN(len(g.loops))]; label != "" {
			fmt.Fprintf(&g.sb, "%sbreak %s;\n", indent, label)
		}
	}
}

func (g *flowGen) expr(depth int) string {
	if depth == 0 || g.IntN(4) == 0 {
		return g.pick("i", "j", "a", "b", "r", "g", "old(g)", "f", fmt.Sprint(g.IntN(9)-3))
	}
	x, y := g.expr(depth-1), g.expr(depth-1)
	switch g.IntN(9) {
	case 0:
		return fmt.Sprintf("m[%s]", x)
	case 1:
		return fmt.Sprintf("n[%s][%s]", x, y)
	case 2:
		return fmt.Sprintf("fn(%s, %s)", x, y)
	case 3:
		return fmt.Sprintf("(if %s then %s else %s)", g.cond(depth-1), x, y)
	case 4:
		return fmt.Sprintf("(%s %s %s)", x, g.pick("div", "mod"), g.pick("2", "-3", "i", "5"))
	case 5:
		return fmt.Sprintf("old(m[%s] + g)", x)
	case 6:
		return fmt.Sprintf("(%s * %s)", g.pick("2", "-1", "i"), x)
	}
	return fmt.Sprintf("(%s %s %s)", x, g.pick("+", "-"), y)
}

func (g *flowGen) cond(depth int) string {
	if depth == 0 {
		return g.pick("h", "c", "i < j", "i == b", "g > 1", "even(i)")
	}
	switch g.IntN(8) {
	case 0:
		return fmt.Sprintf("!(%s)", g.cond(depth-1))
	case 1:
		return fmt.Sprintf("(%s %s %s)", g.cond(depth-1), g.pick("&&", "||", "==>", "<==>"), g.cond(depth-1))
	case 2:
		return g.cond(0)
	case 3:
		return "m == old(m)"
	}
	return fmt.Sprintf("%s %s %s", g.expr(depth-1), g.pick("<", "<=", ">", ">=", "==", "!="), g.expr(depth-1))
}
