datatype Option { None(), Some(val: int) }
datatype Other { A(), B() }
procedure main(o: Option) returns (r: bool)
{
  r := o is None;
}
