function f(x: int): int;
function g(x: int): int;
axiom (forall x: int :: { f(x) } f(x) == g(x) + 1);

procedure main(x: int) returns (r: int)
{
  r := f(x) + g(x);
}
