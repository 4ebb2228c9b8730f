const unique __ctobpl_const_0: int;
const unique __ctobpl_const_1: int;
const unique __ctobpl_const_2: int;
function value_is(c: int, e: int) returns (bool);

procedure main(x: int) returns (r: int)
{
  var t: int;

  t := 2;
  assume value_is(__ctobpl_const_0, t);
  assume value_is(__ctobpl_const_1, x);
  r := t * x;
  assume value_is(__ctobpl_const_2, r);
}
