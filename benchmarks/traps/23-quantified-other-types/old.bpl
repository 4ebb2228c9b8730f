type Field a;
const some: Field int;
procedure main(n: int) returns (r: bool)
{
  r := (forall<a> x: a, y: a :: x == y);
}
