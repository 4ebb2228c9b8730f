procedure clock() returns (t: int);

var g: int;

procedure log(a: int) returns (t: int);
  modifies g;

procedure main(a: int) returns (r: int)
{
  var t, u: int;

  call r := clock();
  call t := clock();
  call u := log(a);
  havoc u;
  r := r - t + u;
}
