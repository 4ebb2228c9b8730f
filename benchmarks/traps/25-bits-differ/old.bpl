type i32 = int;

function {:inline} $add.i32(i1: i32, i2: i32) returns (i32) { (i1 + i2) }

function $and.i32(i1: i32, i2: i32) returns (i32);

function $or.i32(i1: i32, i2: i32) returns (i32);

function $shl.i32(i1: i32, i2: i32) returns (i32);

axiom ($and.i32(32, 16) == 0);

procedure main(k: int) returns (r: int)
{
  var m: int;

  m := 1;
  if (k == 2) {
    m := $or.i32(m, 2);
  }
  if (k == 3) {
    m := $or.i32(m, 4);
  }
  r := $and.i32(m, 2);
}
