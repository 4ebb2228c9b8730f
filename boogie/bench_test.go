package boogie_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"semdiff/boogie"
)

// unit is what generated programs repeat: declarations and statements in about
// the mixture that translators from C print.
const unit = `const unique c%[1]d: ref;
axiom c%[1]d == $sub.ref(0, %[1]d);
function {:inline} $add.i%[1]d(i1: int, i2: int) returns (int) { i1 + i2 }
function {:bvbuiltin "bvadd"} $add.bv%[1]d(i1: bv32, i2: bv32) returns (bv32);
axiom (forall m: [ref]int, p: ref, v: int :: {$store.%[1]d(m, p, v)} $store.%[1]d(m, p, v)[p] == v);
var {:scalar} g%[1]d: int, M.%[1]d: [ref]int where g%[1]d > 0;
procedure {:entrypoint} p%[1]d(x: int, y: ref) returns ($r: int)
  requires x >= 0 && x < 100;
  modifies g%[1]d, M.%[1]d;
  ensures $r == old(g%[1]d) + 1;
{
  var $i1: int, $i2: ref;
  var $b: bool;
$bb0:
  assume {:sourceloc "file%[1]d.c", 12, 7} true;
  assume {:verifier.code 0} true;
  $i1 := $add.i%[1]d($i1, 42);
  M.%[1]d := $store.%[1]d(M.%[1]d, $add.ref(y, $mul.ref(x, 4)), 1bv8[8:0] ++ 0bv24);
  call {:cexpr "n"} $i1 := external(M.%[1]d[y], x * 2 - -1);
  if ($b ==> !($i1 == 0) || x != g%[1]d) {
    assert {:id "a%[1]d"} (exists k: int :: k > x && 1.5e3 > real(k));
    $i1, g%[1]d := if $b then 0 else 1, g%[1]d + 1;
  } else {
    havoc $i1, $b;
  }
  while (x < $i1) invariant g%[1]d >= 0; { M.%[1]d[y] := $i1; break; }
  goto $bb1, $bb2;
$bb1:
  assume ($b);
  $r := $i1;
  return;
$bb2: // the other branch
  assume !($b);
}
`

// generated is a program of about that many bytes.
func generated(size int) []byte {
	var sb strings.Builder
	for i := 0; sb.Len() < size; i++ {
		fmt.Fprintf(&sb, unit, i)
	}
	return []byte(sb.String())
}

// BenchmarkParse reports, with the time, the memory that the tree takes for
// each byte of the program. Neither should depend on the size.
func BenchmarkParse(b *testing.B) {
	for _, megabytes := range []int{1, 5, 10, 50} {
		b.Run(fmt.Sprintf("%dMB", megabytes), func(b *testing.B) {
			src := generated(megabytes << 20)
			b.SetBytes(int64(len(src)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := boogie.Parse("generated.bpl", src); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(treeSize(b, src)/float64(len(src)), "tree-B/src-B")
		})
	}
}

// treeSize is the memory that the tree of a program keeps alive.
func treeSize(tb testing.TB, src []byte) float64 {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	p, err := boogie.Parse("generated.bpl", src)
	if err != nil {
		tb.Fatal(err)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	runtime.KeepAlive(p)
	return float64(after.HeapAlloc) - float64(before.HeapAlloc)
}

// TestTreeSize bounds the memory of a tree. That of the parser is about twice
// as much, as the garbage collector lets the heap double.
func TestTreeSize(t *testing.T) {
	src := generated(1 << 20)
	printed(t, mustParse(t, src))
	if got := treeSize(t, src) / float64(len(src)); got > 20 {
		t.Errorf("%.1f bytes for each byte of the program, want at most 20", got)
	}
}

func mustParse(tb testing.TB, src []byte) *boogie.Program {
	tb.Helper()
	p, err := boogie.Parse("in.bpl", src)
	if err != nil {
		tb.Fatal(err)
	}
	return p
}
