const c: int;
axiom c == 4;
const d: int;
axiom d == 1;

procedure main(x: int) returns (r: int, s: int)
{
  r := c + x;
  s := d;
}
