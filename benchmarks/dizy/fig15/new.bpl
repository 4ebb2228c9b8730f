procedure char_to_clump(width: int, chars: int, ip: int) returns (chars_out: int, ip_out: int)
{
  chars_out := chars;
  if (width < 0 && ip == 0) {
    chars_out := 0;
    ip_out := 0;
  } else if (width < 0 && ip <= -width) {
    ip_out := 0;
  } else {
    ip_out := ip + width;
  }
}
