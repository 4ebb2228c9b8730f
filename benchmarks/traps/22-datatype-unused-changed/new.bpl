datatype Option { None(), Some(val: int) }
datatype Other { A(), B(), C() }
procedure main(o: Option) returns (r: bool)
{
  r := !(o is Some);
}
