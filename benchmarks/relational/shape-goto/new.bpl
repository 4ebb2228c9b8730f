procedure sum(n: int) returns (s: int)
{
  var i: int;
  s := 0;
  i := 0;
  goto test;
body:
  s := s + i;
  i := i + 1;
  goto test;
test:
  goto more, done;
more:
  assume i < n;
  goto body;
done:
  assume i >= n;
}
