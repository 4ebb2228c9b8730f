procedure char_to_clump(width: int, chars: int, ip: int) returns (chars_out: int, ip_out: int)
{
  chars_out := chars;
  ip_out := ip + width;
}
