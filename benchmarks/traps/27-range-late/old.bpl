// The counter stays even for 130 steps of a run, which is longer than runs that relations are guessed from.
procedure steps(n: int) returns (r: int)
{
  var i: int;
  i := 0;
  while (i < n) { if (i < 260) { i := i + 2; } else { i := i + 3; } }
  r := i mod 2;
}
