package boogie

import (
	"reflect"
	"testing"
)

func TestClone(t *testing.T) {
	p, err := Parse("t.bpl", []byte(`
type T a;
datatype D { C(f: int, m: <a>[a]int) }
var g: [int]T bool where (exists i: int :: g[i] == g[i + 1]);
procedure p<a>(x: a where x == x, y: bv8) returns (r: real) requires {:id "1"} y[4:0] == 0bv4; modifies g; ensures old(g) == g;
{
  var h: float24e8;
  l: while (*) invariant true; { if (x == x) { g[1] := g[2 := g[3]][4]; } else { break; } }
  h := 0x1.0e0f24e8;
  r := (lambda q: int :: 1.5)[3];
  goto l;
}
implementation p<a>(x: a, y: bv8) returns (r: real) { var z: int; z := (var w := 3; w); call r := p(x, y); return; }
`))
	if err != nil {
		t.Fatal(err)
	}
	originals := map[Node]bool{}
	for _, d := range p.Decls {
		Inspect(d, func(n Node) bool {
			originals[n] = true
			return true
		})
	}
	for _, d := range p.Decls {
		c := Clone(d)
		if !reflect.DeepEqual(c, d) {
			t.Errorf("the clone of the declaration at %s is another", d.Position())
		}
		Inspect(c, func(n Node) bool {
			if originals[n] {
				t.Errorf("%T at %s is shared", n, n.Position())
			}
			return true
		})
	}
}
