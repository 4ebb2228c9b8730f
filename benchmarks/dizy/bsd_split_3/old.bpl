// Splits "NAME (FILE) = DIGEST" from behind FILE's name: where the digest begins, -1 where the
// line has another form.
procedure bsd_split_3(s: [int]int, slen: int) returns (ok: bool, digest: int)
{
  var i: int;
  ok := false;
  digest := -1;
  i := slen - 1;
  while (i != 0 && s[i] != 41) {
    i := i - 1;
  }
  if (s[i] != 41) {
    return;
  }
  i := i + 1;
  while (s[i] == 32 || s[i] == 9) {
    i := i + 1;
  }
  if (s[i] != 61) {
    return;
  }
  i := i + 1;
  while (s[i] == 32 || s[i] == 9) {
    i := i + 1;
  }
  digest := i;
  call ok := hex_digits(s, i);
}

// Says whether 32 hexadecimal digits and the end of the string follow.
procedure hex_digits(s: [int]int, from: int) returns (ok: bool)
{
  var i: int;
  i := 0;
  ok := true;
  while (i < 32) {
    if (!(48 <= s[from + i] && s[from + i] <= 57) && !(97 <= s[from + i] && s[from + i] <= 102)) {
      ok := false;
      return;
    }
    i := i + 1;
  }
  ok := s[from + 32] == 0;
}
