procedure logicalValue(t: int, currentTime: int, data: [int]int, n: int, old_value: int) returns (value: int, kept: int)
{
  var i, val: int;
  kept := old_value;
  if (!(currentTime - t >= 100)) {
    value := kept;
    return;
  }
  val := 0;
  i := 0;
  while (i < n) {
    val := val + data[i];
    i := i + 1;
  }
  kept := val;
  value := val;
}
