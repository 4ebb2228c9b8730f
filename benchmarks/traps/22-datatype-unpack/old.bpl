datatype Option { None(), Some(val: int) }
procedure main(o: Option) returns (r: int)
{
  r := 0;
  if (o is Some) { r := o->val; }
}
