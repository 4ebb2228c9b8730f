const MAX: int;
axiom MAX == 56;
var buf: [int]int;

procedure universal_address(uaddr: [int]int, uaddr_len: int, port: int) returns (done: bool)
  modifies buf;
{
  done := false;
  if (uaddr_len > MAX - 2) { return; }
  buf[uaddr_len] := port div 256;
  buf[uaddr_len + 1] := port mod 256;
  done := true;
}
