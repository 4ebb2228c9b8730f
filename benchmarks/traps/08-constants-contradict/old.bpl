const c: int;
axiom c > 0;

procedure main(x: int) returns (r: int)
{
  r := x + (if c > 0 then 0 else 5);
}
