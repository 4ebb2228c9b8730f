// After Figure 4 of Backes, Person, Rungta, Tkachuk (SPIN 2013): two loops that set
// arrays to zero become one.
type Ref;
const unique null: Ref;
var Data0, Data1: [int]int;
var StructA: Ref;
var alive: [Ref]bool;
var field: [Ref]int;

procedure Init_Data(capacity: int) returns (ret: int)
  modifies Data0, Data1, StructA, alive, field;
{
  var i: int;
  i := 0;
  while (i < capacity && i < 512) {
    Data0[i] := 0;
    Data1[i] := 0;
    i := i + 1;
  }
  call StructA := Set_Struct(StructA);
  if (capacity > 512) {
    ret := 0;
    return;
  }
  ret := 1;
}

procedure Set_Struct(st: Ref) returns (out: Ref)
  modifies alive, field;
{
  if (st == null) {
    havoc out;
    assume out != null && !alive[out];
    alive[out] := true;
    field[out] := 0;
  } else {
    out := st;
    call ClearContents(st);
  }
}

procedure ClearContents(st: Ref)
  modifies field;
{
  field[st] := 0;
}
