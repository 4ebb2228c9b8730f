procedure run(cmd: [int]int, n: int) returns (x: int)
{
  var i: int;
  var kept: int;
  x := 1;
  kept := 0;
  i := 0;
  while (i < n) {
    if (cmd[i] == 10) { kept := x; }
    else if (cmd[i] == 20) { x := x + 1; if (x == 4) { kept := 0; } }
    else if (cmd[i] == 30) { x := kept; }
    i := i + 1;
  }
}
