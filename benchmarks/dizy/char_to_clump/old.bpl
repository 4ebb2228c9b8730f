// Puts what a character prints into a clump, and moves the input position past it: tabs fill up
// to the next stop, characters that do not print are escaped, backspaces go back.
procedure char_to_clump(c: int, ip: int, untabify: bool, escape: bool, caret: bool)
  returns (chars: int, ip_out: int, clump: [int]int)
{
  var width, i, rest: int;
  if (c == 9) {
    width := 8 - ip mod 8;
    if (untabify) {
      i := 0;
      while (i < width) {
        clump[i] := 32;
        i := i + 1;
      }
      chars := width;
    } else {
      clump[0] := c;
      chars := 1;
    }
  } else if (c < 32 || c > 126) {
    if (escape || (caret && c > 126)) {
      width := 4;
      chars := 4;
      clump[0] := 92;
      rest := c;
      i := 3;
      while (i > 0) {
        clump[i] := 48 + rest mod 8;
        rest := rest div 8;
        i := i - 1;
      }
    } else if (caret) {
      width := 2;
      chars := 2;
      clump[0] := 94;
      clump[1] := c + 64;
    } else if (c == 8) {
      width := -1;
      chars := 1;
      clump[0] := c;
    } else {
      width := 0;
      chars := 1;
      clump[0] := c;
    }
  } else {
    width := 1;
    chars := 1;
    clump[0] := c;
  }
  ip_out := ip + width;
}
