// Init_Data of Figure 4 (SPIN 2013), for capacities up to 100: two arrays are set to
// zero, and a structure is made or cleared.
type Ref;
const unique null: Ref;
var Data0, Data1: [int]int;
var StructA: Ref;
var alive: [Ref]bool;
var field: [Ref]int;

procedure Init_Data(capacity: int) returns (ret: int)
  requires 0 <= capacity && capacity <= 100;
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
  ret := if capacity <= 512 then 1 else 0;
}

procedure Set_Struct(st: Ref) returns (out: Ref)
  modifies alive, field;
{
  if (st != null) {
    out := st;
    call ClearContents(out);
  } else {
    havoc out;
    assume !alive[out] && out != null;
    field[out] := 0;
    alive[out] := true;
  }
}

procedure ClearContents(st: Ref)
  modifies field;
{
  field[st] := 0;
}
