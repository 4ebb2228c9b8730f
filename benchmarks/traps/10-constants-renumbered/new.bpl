const unique c_1: int;
const unique c_2: int;
axiom c_1 == 7;
axiom c_2 == 5;

procedure main(x: int) returns (r: int)
{
  r := x + c_2;
}
