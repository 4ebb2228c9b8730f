procedure clock() returns (t: int);

var g: int;

procedure log(a: int) returns (t: int);
  modifies g;

procedure main(a: int) returns (r: int)
{
  havoc r;
}
