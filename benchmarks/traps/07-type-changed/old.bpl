type word = int;

procedure main(x: word) returns (r: bool)
{
  var y: word;

  y := x;
  r := x == y;
}
