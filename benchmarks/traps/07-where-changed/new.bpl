procedure main() returns (r: bool)
{
  var t: int;

  havoc t;
  r := t < 0;
}
