type Field a;
const some: Field int;
procedure main(n: int) returns (r: bool)
{
  r := (forall x: Field int, y: Field int :: x == y);
}
