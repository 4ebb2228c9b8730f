// Names that hide each other, for renaming.
type T;
type S;
type Pair a b = [a]b;
const c: int;
const d: int;
var g: int where g > 0;
var h: int;
var k: int;
var m: [T]S;
function f(g: int) returns (h: int) { g + 1 }
function e(h: int) returns (int) { h + 1 }
axiom (forall c: T, i: int, x: T :: c == x ==> f(i + d) > e(i));
procedure out(x: int) returns (y: int);
procedure in(g: int) returns (k: int);
procedure p(h: int, t: T) returns (c: T)
  requires h > g;
  modifies g, k, m;
  ensures g > old(g) && (forall k: int :: k > h || k < e(k));
{
  var d: int, s: S where s == m[t];
  var m2: Pair T S;
  var n: <a>[a]S;
  d := h;
  g := d + (var g := d; g + h);
  call d := out(g);
  call g := in(d);
  k := k + 1;
  m[c] := s;
  havoc g, d;
  c := (if (exists g, h: T :: g != h) then c else t);
  m := (lambda h: T :: m2[h]);
}
procedure q() returns (g: int)
{
  g := c + d + h + k;
}
