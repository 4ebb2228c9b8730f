function f(x: int): int;
function g(x: int): int;
axiom {:comment "same"} (forall x: int :: {:weight 3} { g(x) } f(x) == g(x) + 1);

procedure main(x: int) returns (r: int)
{
  r := f(x) + g(x);
}
