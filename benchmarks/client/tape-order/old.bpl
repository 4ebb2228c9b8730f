procedure draw() returns (r: int)
{
  var a, b: int;
  call a := noise();
  havoc b;
  r := b;
}

procedure noise() returns (r: int)
{
  havoc r;
}
