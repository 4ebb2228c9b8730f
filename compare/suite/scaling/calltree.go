package scaling

import (
	"fmt"
	"strings"
)

// CallTree is a program of n procedures, a binary tree of calls with loops and
// globals, and the same with a change in p482, eight calls deep, which main
// gets to for 0.
func CallTree(n int, different bool) (old, new string) {
	program := func(change string) string {
		var b strings.Builder
		b.WriteString("var total: int;\nvar m: [int]int;\nprocedure main(x: int) returns (r: int) { call r := p0(x); }\n")
		for i := range n {
			fmt.Fprintf(&b, "procedure p%d(x: int) returns (r: int)\n{\n  var i: int;\n  r := x + %d;\n", i, i%17)
			if i == 482 {
				b.WriteString(change)
			}
			if i%5 == 0 {
				fmt.Fprintf(&b, "  i := 0;\n  while (i < %d) { r := r + i; i := i + 1; }\n", i%4+1)
			}
			if i%3 == 0 {
				b.WriteString("  total := total + r;\n")
			}
			if i%7 == 0 {
				fmt.Fprintf(&b, "  m[%d] := r;\n", i)
			}
			if 2*i+2 < n {
				fmt.Fprintf(&b, "  if (x < %d) { call i := p%d(x + 1); } else { call i := p%d(x - 1); }\n  r := r + i;\n", 10*(i%17)-80, 2*i+1, 2*i+2)
			}
			b.WriteString("}\n")
		}
		return b.String()
	}
	if different {
		return program(""), program("  r := r + 100;\n")
	}
	return program(""), program("  if (x > 3) { r := r + 0; }\n")
}
