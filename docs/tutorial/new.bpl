// As SMACK writes new.c (--no-verify -bpl), without its prelude.
type i32 = int;
procedure boogie_si_record_i32(x: i32);

procedure withdraw($i0: i32, $i1: i32) returns ($r: i32)
{
  var $i2: i32;
$bb0:
  assume {:sourceloc "new.c", 7, 7} true;
  call {:cexpr "withdraw:arg:balance"} boogie_si_record_i32($i0);
  call {:cexpr "withdraw:arg:amount"} boogie_si_record_i32($i1);
  goto $bb1, $bb2;
$bb1:
  assume $i1 <= 0;
  assume {:sourceloc "new.c", 8, 5} true;
  $i2 := $i0;
  goto $bb7;
$bb2:
  assume !($i1 <= 0);
  assume {:sourceloc "new.c", 9, 7} true;
  goto $bb3, $bb4;
$bb3:
  assume $i1 > 400;
  assume {:sourceloc "new.c", 10, 5} true;
  $i2 := $i0;
  goto $bb7;
$bb4:
  assume !($i1 > 400);
  assume {:sourceloc "new.c", 11, 7} true;
  goto $bb5, $bb6;
$bb5:
  assume $i1 > $i0;
  assume {:sourceloc "new.c", 12, 5} true;
  $i2 := $i0;
  goto $bb7;
$bb6:
  assume !($i1 > $i0);
  assume {:sourceloc "new.c", 13, 3} true;
  $i2 := $i0 - $i1;
  goto $bb7;
$bb7:
  assume {:sourceloc "new.c", 14, 1} true;
  $r := $i2;
  return;
}

procedure deposit($i0: i32, $i1: i32) returns ($r: i32)
{
  var $i2: i32;
$bb0:
  assume {:sourceloc "new.c", 17, 7} true;
  call {:cexpr "deposit:arg:balance"} boogie_si_record_i32($i0);
  call {:cexpr "deposit:arg:amount"} boogie_si_record_i32($i1);
  goto $bb1, $bb2;
$bb1:
  assume $i1 <= 0;
  assume {:sourceloc "new.c", 18, 5} true;
  $i2 := $i0;
  goto $bb3;
$bb2:
  assume !($i1 <= 0);
  assume {:sourceloc "new.c", 19, 3} true;
  $i2 := $i0 + $i1;
  goto $bb3;
$bb3:
  assume {:sourceloc "new.c", 20, 1} true;
  $r := $i2;
  return;
}

procedure fee($i0: i32) returns ($r: i32)
{
  var $i1: i32;
$bb0:
  assume {:sourceloc "new.c", 23, 7} true;
  call {:cexpr "fee:arg:moved"} boogie_si_record_i32($i0);
  goto $bb1, $bb2;
$bb1:
  assume $i0 > 0;
  assume {:sourceloc "new.c", 24, 5} true;
  $i1 := 1;
  goto $bb3;
$bb2:
  assume !($i0 > 0);
  assume {:sourceloc "new.c", 25, 3} true;
  $i1 := 0;
  goto $bb3;
$bb3:
  assume {:sourceloc "new.c", 26, 1} true;
  $r := $i1;
  return;
}

procedure transfer($i0: i32, $i1: i32, $i2: i32) returns ($r: i32)
{
  var $i3: i32;
  var $i4: i32;
  var $i5: i32;
  var $i6: i32;
$bb0:
  assume {:sourceloc "new.c", 29, 14} true;
  call {:cexpr "transfer:arg:from"} boogie_si_record_i32($i0);
  call {:cexpr "transfer:arg:to"} boogie_si_record_i32($i1);
  call {:cexpr "transfer:arg:amount"} boogie_si_record_i32($i2);
  call $i3 := withdraw($i0, $i2);
  call {:cexpr "left"} boogie_si_record_i32($i3);
  assume {:sourceloc "new.c", 30, 20} true;
  $i4 := $i0 - $i3;
  call {:cexpr "moved"} boogie_si_record_i32($i4);
  assume {:sourceloc "new.c", 31, 30} true;
  call $i5 := fee($i4);
  assume {:sourceloc "new.c", 31, 10} true;
  call $i6 := deposit($i1, $i4 - $i5);
  assume {:sourceloc "new.c", 31, 3} true;
  $r := $i6;
  return;
}

procedure interest($i0: i32, $i1: i32, $i2: i32) returns ($r: i32)
{
  var $i3: i32;
  var $i4: i32;
$bb0:
  assume {:sourceloc "new.c", 36, 8} true;
  call {:cexpr "interest:arg:balance"} boogie_si_record_i32($i0);
  call {:cexpr "interest:arg:rate"} boogie_si_record_i32($i1);
  call {:cexpr "interest:arg:months"} boogie_si_record_i32($i2);
  $i3, $i4 := $i0, 0;
  goto $bb1;
$bb1:
  assume {:sourceloc "new.c", 36, 19} true;
  goto $bb2, $bb3;
$bb2:
  assume $i4 < $i2;
  assume {:sourceloc "new.c", 37, 23} true;
  $i3 := $i3 + $i1;
  assume {:sourceloc "new.c", 36, 29} true;
  $i4 := $i4 + 1;
  goto $bb1;
$bb3:
  assume !($i4 < $i2);
  assume {:sourceloc "new.c", 38, 3} true;
  $r := $i3;
  return;
}

procedure year($i0: i32, $i1: i32) returns ($r: i32)
{
$bb0:
  assume {:sourceloc "new.c", 42, 10} true;
  call {:cexpr "year:arg:balance"} boogie_si_record_i32($i0);
  call {:cexpr "year:arg:rate"} boogie_si_record_i32($i1);
  call $r := interest($i0, $i1, 12);
  return;
}

procedure rating($i0: i32) returns ($r: i32)
{
  var $i1: i32;
$bb0:
  assume {:sourceloc "new.c", 46, 7} true;
  call {:cexpr "rating:arg:years"} boogie_si_record_i32($i0);
  goto $bb1, $bb2;
$bb1:
  assume $i0 > 20;
  assume {:sourceloc "new.c", 47, 5} true;
  $i1 := 4;
  goto $bb7;
$bb2:
  assume !($i0 > 20);
  assume {:sourceloc "new.c", 48, 7} true;
  goto $bb3, $bb4;
$bb3:
  assume $i0 > 10;
  assume {:sourceloc "new.c", 49, 5} true;
  $i1 := 3;
  goto $bb7;
$bb4:
  assume !($i0 > 10);
  assume {:sourceloc "new.c", 50, 7} true;
  goto $bb5, $bb6;
$bb5:
  assume $i0 > 5;
  assume {:sourceloc "new.c", 51, 5} true;
  $i1 := 2;
  goto $bb7;
$bb6:
  assume !($i0 > 5);
  assume {:sourceloc "new.c", 52, 3} true;
  $i1 := 1;
  goto $bb7;
$bb7:
  assume {:sourceloc "new.c", 53, 1} true;
  $r := $i1;
  return;
}

procedure {:entrypoint} main($i0: i32, $i1: i32, $i2: i32, $i3: i32) returns ($r: i32)
{
  var $i4: i32;
  var $i5: i32;
  var $i6: i32;
$bb0:
  assume {:sourceloc "new.c", 56, 15} true;
  call {:cexpr "main:arg:from"} boogie_si_record_i32($i0);
  call {:cexpr "main:arg:to"} boogie_si_record_i32($i1);
  call {:cexpr "main:arg:amount"} boogie_si_record_i32($i2);
  call {:cexpr "main:arg:years"} boogie_si_record_i32($i3);
  call $i4 := transfer($i0, $i1, $i2);
  call {:cexpr "after"} boogie_si_record_i32($i4);
  assume {:sourceloc "new.c", 57, 14} true;
  call $i5 := rating($i3);
  call {:cexpr "rate"} boogie_si_record_i32($i5);
  assume {:sourceloc "new.c", 58, 13} true;
  call $i6 := year($i4, $i5);
  call {:cexpr "end"} boogie_si_record_i32($i6);
  assume {:sourceloc "new.c", 59, 3} true;
  $r := $i6;
  return;
}
