function f(x: int) returns (int);
axiom (forall x: int :: { f(x) } f(x) > 0);

procedure main(x: int) returns (r: bool)
{
  r := f(x) > 0;
}
