const unique c_1: int;
axiom c_1 == 5;

procedure main(x: int) returns (r: int)
{
  r := x + c_1;
}
