var sum: int;
var total: int;

procedure main(x: int)
  modifies total;
{
  total := x;
}
