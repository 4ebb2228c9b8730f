// Both loops change i; the new version uses it afterwards.
procedure main(n: int) returns (s: int)
{
  var i: int;
  i := 0; s := 0;
  while (i < n) { s := s + i; i := i + 1; } s := s + i;
}
