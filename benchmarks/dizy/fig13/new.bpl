procedure unsigned(n: int) returns (u: int)
{
  if (n < 0) { u := n + 4294967296; } else { u := n; }
}

procedure set_text(textLength: int, aCount: int, aLength: int) returns (error: bool, copied: int)
{
  var newLength, length: int;
  newLength := textLength - aCount + aLength;
  call length := unsigned(newLength);
  if (length > 536870912) {
    error := true;
    copied := 0;
    return;
  }
  error := false;
  copied := newLength;
}
