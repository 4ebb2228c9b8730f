// After Figure 1 of Backes, Person, Rungta, Tkachuk (SPIN 2013): four or two is
// added to a multiple of four, and the sum is even either way.
procedure func(val: int) returns (r: int)
{
  var v: int;
  v := val;
  if (v mod 4 == 0) {
    v := v + 4;
    call r := mod2(v);
  } else {
    r := 0;
  }
}

procedure mod2(x: int) returns (r: int)
{
  r := if x mod 2 == 0 then 1 else 0;
}
