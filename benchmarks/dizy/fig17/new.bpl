const THRESHOLD: int;
axiom THRESHOLD == 100;

procedure logicalValue(t: int, currentTime: int, data: [int]int, n: int, old_value: int) returns (value: int, kept: int)
{
  var i, val, elapsed: int;
  kept := old_value;
  elapsed := currentTime - t;
  val := 1;
  if (elapsed < THRESHOLD) {
    value := val;
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
