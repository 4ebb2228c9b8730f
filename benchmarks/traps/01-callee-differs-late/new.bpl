procedure sum(n: int) returns (s: int)
{
  var i: int;

  s := 0;
  i := 0;
  while (i < n) {
    if (i == 1000) {
      s := s + 2;
    }
    s := s + i;
    i := i + 1;
  }
}

procedure main(n: int) returns (r: int)
{
  call r := sum(n);
}
