package scaling

import "fmt"

// LoopMult is LoopMultN of the paper: multiplication by repeated addition, the
// factors exchanged in the new version. The different pair subtracts in the old one.
func LoopMult(n int, different bool) (old, new string) {
	program := func(bound, op, addend string) string {
		return fmt.Sprintf(`
procedure foo(a: int, b: int) returns (c: int)
{
  var i: int;
  c := 0;
  i := 1;
  while (i <= %s) { c := c %s %s; i := i + 1; }
}
procedure main(x: int) returns (r: int)
{
  if (%d <= x && x < %d) { call r := foo(x, %d); } else { r := 0; }
}`, bound, op, addend, n-2, n+2, n)
	}
	op := "+"
	if different {
		op = "-"
	}
	return program("b", op, "a"), program("a", "+", "b")
}
