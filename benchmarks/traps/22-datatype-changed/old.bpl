datatype Option { None(), Some(val: int) }
procedure main(o: Option) returns (r: bool)
{
  r := o is None || o is Some;
}
