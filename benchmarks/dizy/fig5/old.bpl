procedure sum(arr: [int]int, len: int) returns (result: int)
{
  var i: int;
  result := 0;
  i := 1;
  while (i < len) {
    result := result + arr[i];
    i := i + 2;
  }
}
