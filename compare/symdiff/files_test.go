package symdiff

import (
	"context"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"semdiff/boogie"
	"semdiff/boogie/types"
	"semdiff/compare/engine"
	"semdiff/internal/enginetest"
	"semdiff/moddiff"
)

// eqFiles emits the Eq procedures of all pairs that were analysed.
func eqFiles(t *testing.T, oldText, newText string) (files []*EqFile, pairs []*moddiff.PairResult) {
	t.Helper()
	a, err := Prove(context.Background(), enginetest.Task(t, oldText, newText), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range a.Outcome.Pairs {
		if !q.Analysed {
			continue
		}
		f, err := a.EqFile(q.Name, [2]string{"old", "new"})
		if err != nil {
			t.Fatal(err)
		}
		files, pairs = append(files, f), append(pairs, q)
	}
	return files, pairs
}

// TestEqFilesCheck checks that what is emitted is a Boogie program, and that the
// assertions are where the file says.
func TestEqFilesCheck(t *testing.T) {
	for _, v := range trapTexts(t) {
		files, _ := eqFiles(t, v[1], v[2])
		for _, f := range files {
			prog, err := boogie.Parse(f.Name+".bpl", []byte(f.Text))
			if err != nil {
				t.Fatalf("%s: %v\n%s", v[0], err, f.Text)
			}
			if _, problems := types.Check(prog); problems.Err() != nil {
				t.Errorf("%s: %v\n%s", v[0], problems.Err(), f.Text)
			}
			lines := strings.Split(f.Text, "\n")
			for line := range f.Asserts {
				if !strings.HasPrefix(lines[line-1], "  assert ") {
					t.Errorf("%s: line %d is %q", v[0], line, lines[line-1])
				}
			}
		}
	}
}

// trapTexts are name, old and new version of the pairs in traps.txtar.
func trapTexts(t *testing.T) (list [][3]string) {
	t.Helper()
	ar, err := txtar.ParseFile("testdata/traps.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(ar.Files); i += 2 {
		list = append(list, [3]string{strings.TrimSuffix(ar.Files[i].Name, "/old"), string(ar.Files[i].Data), string(ar.Files[i+1].Data)})
	}
	return list
}

var allFlag = flag.Bool("boogie", false, "run Boogie on all pairs, not on some")

// TestBoogieAgrees checks that Boogie decides the emitted files as the
// verification condition was decided. A file that Boogie leaves open for want of
// time says nothing, but some must be decided.
func TestBoogieAgrees(t *testing.T) {
	program, err := exec.LookPath("boogie")
	if err != nil {
		t.Skip(err)
	}
	decided := 0
	for i, v := range append(trapTexts(t), [3]string{"theories", theoriesOld, theoriesNew}) {
		if i%6 != 0 && v[0] != "theories" && !*allFlag {
			continue
		}
		t.Run(v[0], func(t *testing.T) {
			files, pairs := eqFiles(t, v[1], v[2])
			for i, f := range files {
				path := filepath.Join(t.TempDir(), f.Name+".bpl")
				if err := os.WriteFile(path, []byte(f.Text), 0o666); err != nil {
					t.Fatal(err)
				}
				a := RunBoogie(context.Background(), program, path, f, 20*time.Second)
				if strings.Contains(a.Reason, "time out") {
					t.Logf("%s: %s", f.Name, a.Reason)
					continue
				}
				decided++
				want := pairs[i].Verdict
				if want == engine.Different {
					want = engine.Unknown
				}
				if a.Verdict != want || a.Reason != "" && !strings.Contains(v[0], "contradict") {
					t.Errorf("%s: Boogie says %s %s (%v), we say %s\n%s", f.Name, a.Verdict, a.Reason, a.Failed, pairs[i].Verdict, f.Text)
				}
			}
		})
	}
	if decided == 0 {
		t.Error("Boogie decided no file")
	}
}

const theoriesOld = `
type T;
datatype List { Nil(), Cons(head: int, tail: List) }
procedure sum(l: List) returns (s: int) { if (l is Nil) { s := 0; } else { call s := sum(l->tail); s := s + l->head; } }
procedure push(l: List, x: int) returns (r: List) { r := Cons(x, l); }
function h(t: T, x: bv8): bool;
const unique a, b: T;
axiom (forall t: T :: {h(t, 3bv8)} h(t, 3bv8));
var m: [T][int]bv8;
function {:bvbuiltin "bvadd"} add(x: bv8, y: bv8): bv8;
function {:bvbuiltin "bvult"} lt(x: bv8, y: bv8): bool;
procedure main(x: bv8, r: real, i: int) returns (y: bv16, z: real, w: int) modifies m;
{
  y := add(x, 1bv8) ++ x;
  if (h(a, 3bv8) && lt(x, y[12:4])) { m[a][i] := x; } else { m[b][i] := add(x, x); }
  z := r / 3.0 + real(i);
  w := i div 3 + i mod 3 - int(r);
}
`

const theoriesNew = `
type T;
datatype List { Nil(), Cons(head: int, tail: List) }
procedure sum(l: List) returns (s: int) { if (l is Cons) { call s := sum(l->tail); s := l->head + s; } else { s := 0; } }
procedure push(l: List, x: int) returns (r: List) { r := Cons(x, l); if (x == 0) { r := Cons(r->head, r->tail); } }
function h(t: T, x: bv8): bool;
const unique a, b: T;
axiom (forall t: T :: {h(t, 3bv8)} h(t, 3bv8));
var m: [T][int]bv8;
function {:bvbuiltin "bvadd"} add(x: bv8, y: bv8): bv8;
function {:bvbuiltin "bvult"} lt(x: bv8, y: bv8): bool;
procedure main(x: bv8, r: real, i: int) returns (y: bv16, z: real, w: int) modifies m;
{
  y := add(1bv8, x) ++ x;
  if (lt(x, y[12:4])) { m[a] := m[a][i := x]; } else { assert h(b, 3bv8); m[b][i] := add(x, x); }
  z := real(i) + r / 3.0;
  w := 0 - int(r) + i div 3 + i mod 3;
}
`

// TestEqFileRefuses checks that what Boogie 2.4.1 has no words for is named.
func TestEqFileRefuses(t *testing.T) {
	a, err := Prove(context.Background(), enginetest.Task(t,
		`procedure main(x: float24e8) returns (y: float24e8) { y := x; }`,
		`procedure main(x: float24e8) returns (y: float24e8) { y := x + x; }`), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.EqFile("main", [2]string{"old", "new"}); err == nil || !strings.Contains(err.Error(), "FloatingPoint") {
		t.Errorf("error: %v", err)
	}
}
