const unique __ctobpl_const_0: int;
const unique __ctobpl_const_1: int;
function value_is(c: int, e: int) returns (bool);

procedure main(x: int) returns (r: int)
{
  assume value_is(__ctobpl_const_0, x);
  r := x + x;
  assume value_is(__ctobpl_const_1, r);
}
