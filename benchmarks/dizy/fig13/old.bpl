procedure set_text(textLength: int, aCount: int, aLength: int) returns (error: bool, copied: int)
{
  var newLength: int;
  newLength := textLength - aCount + aLength;
  error := false;
  copied := newLength;
}
