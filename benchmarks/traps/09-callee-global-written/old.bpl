var log: int;

procedure work(x: int) returns (r: int)
  modifies log;
{
  r := x;
}

procedure main(x: int) returns (r: int)
  modifies log;
{
  log := 0;
  call r := work(x);
  r := r + log;
}
