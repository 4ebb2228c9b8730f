type ref;
const null: ref;
axiom (forall o: ref :: o == null);

procedure main(o: ref, next: [ref]ref) returns (r: int)
{
  r := 0;
}
