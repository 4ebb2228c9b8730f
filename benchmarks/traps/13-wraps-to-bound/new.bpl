function {:bvbuiltin "bvadd"} add8(x: bv8, y: bv8) returns (bv8);
function {:bvbuiltin "bvule"} ule8(x: bv8, y: bv8) returns (bool);
function {:bvbuiltin "bvult"} ult8(x: bv8, y: bv8) returns (bool);

procedure main(n: bv8) returns (r: bv8)
{
  var i: bv8;

  i := 0bv8;
  while (i != n) {
    i := add8(i, 1bv8);
  }
  r := n;
}
