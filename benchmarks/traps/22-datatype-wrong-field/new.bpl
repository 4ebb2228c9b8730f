datatype Option { None(), Some(val: int) }
procedure main(o: Option) returns (r: int)
{
  if (o is Some) { r := o->val; } else { r := 0; }
}
