type i32 = int;

function $and.i32(i1: i32, i2: i32) returns (i32);

procedure main(k: int) returns (r: int)
{
  r := 1;
}
