datatype Option { None(), Some(val: int) }
procedure main(o: Option) returns (r: int)
{
  r := o->val + 1;
}
