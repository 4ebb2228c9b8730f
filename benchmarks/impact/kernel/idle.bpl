// A teaching kernel for eight threads: at each interrupt the running one is charged for
// its time, and the next one that is ready may run. The search goes on until one is.
var state: [int]int; // 0 free, 1 ready, 2 running
var prio, quantum, used: [int]int;
var current, switches, idle: int;

procedure interrupt(ticks: int)
  modifies state, prio, quantum, used, current, switches, idle;
{
  if (ticks > 0) {
    call switched(ticks);
  }
  idle := 0;
}

procedure switched(ticks: int)
  modifies state, prio, quantum, used, current, switches, idle;
{
  var t: int;
  call charge(current, ticks);
  t := current + 1;
  if (t > 7) {
    t := 0;
  }
  while (state[t] != 1) {
    idle := idle + ticks;
    t := t + 1;
    if (t > 7) {
      t := 0;
    }
  }
  if (prio[t] >= prio[current]) {
    call dispatch(t);
  }
}

procedure charge(t: int, ticks: int)
  modifies prio, quantum, used;
{
  used[t] := used[t] + ticks;
  if (ticks >= quantum[t]) {
    if (prio[t] > 0) {
      prio[t] := prio[t] - 1;
    }
    quantum[t] := 10;
  } else {
    quantum[t] := quantum[t] - ticks;
  }
}

procedure dispatch(t: int)
  modifies state, current, switches;
{
  if (state[current] == 2) {
    state[current] := 1;
  }
  state[t] := 2;
  switches := switches + 1;
  current := t;
}
