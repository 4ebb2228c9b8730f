// After Figure 2 of Backes, Person, Rungta, Tkachuk (SPIN 2013): a changes, b does not.
var a, b: int;

procedure test(x: int, y: int)
  modifies a, b;
{
  if (x <= 0) {
    a := a + 1;
  } else {
    a := a + 2;
  }
  if (y > 0) {
    b := b + 1;
  } else {
    b := b + 2;
  }
}
