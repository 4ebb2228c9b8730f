procedure sum(arr: [int]int, len: int, max: int) returns (result: int)
{
  var i: int;
  if (len > max) {
    result := -1;
    return;
  }
  result := 0;
  i := 1;
  while (i < len) {
    result := result + arr[i];
    i := i + 2;
  }
}
