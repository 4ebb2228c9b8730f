procedure main(n: int) returns (r: int)
{
  var i: int;

  r := 0;
  i := 0;
  while (i < n) {
    i := i + 1;
    r := r + (if i == 200 then 1 else 1);
  }
}
