datatype Option { None(), Some(val: int) }
procedure main(o: Option) returns (r: int)
{
  if (o == None()) { r := None()->val; } else { r := o->val; }
  r := 1 + r;
}
