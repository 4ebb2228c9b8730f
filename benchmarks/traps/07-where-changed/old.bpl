procedure main() returns (r: bool)
{
  var t: int where t >= 0;

  havoc t;
  r := t < 0;
}
