procedure sum(arr: [int]int, len: int) returns (result: int)
{
  var i: int;
  result := 0;
  i := 0;
  while (i + 1 < len) {
    i := i + 1;
    result := result + arr[i];
    i := i + 1;
  }
}
