var count: int;

function chosen(n: int) returns (int);

function plus(m: int, n: int) returns (int) { m + n }

procedure choice() returns (x: int);
  modifies count;
  ensures count == plus(old(count), 1);
  ensures x == chosen(old(count));

procedure main(a: int) returns (r: int)
  modifies count;
{
  var x, y: int;

  call x := choice();
  havoc y;
  r := x + y;
}
