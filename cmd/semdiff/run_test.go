package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"semdiff/internal/needs"
)

const witnessOld = `
type K; type L;
const unique k1: K;
datatype List { Nil(), Cons(head: int, tail: List) }
datatype Pair<T> { P(fst: T, snd: bool) }
var g: [int]int;
procedure main(k: K, l: L, m: [K]int, n: [int, int]int, p: [int][K]bool, d: List, q: Pair int, b: bv8, f: float24e8, r: real,
  mm: [bool, K][int]L) returns (o: int)
{
  o := 0;
  if (k != k1 && m[k] > 3 && n[1, 2] < -4 && n[2, 1] == 3 && p[3][k] && !p[4][k] && d is Cons && d->head == 5 && q->fst == -7 &&
      b == 200bv8 && f == 0x1.8e0f24e8 && r < 0.0 && r > -0.5 && g[5] == 3 && mm[true, k][5] == l && mm[false, k][5] != l) { o := 1; }
}`

// TestWitnessRuns gives run the witness of a difference, as diff prints it.
func TestWitnessRuns(t *testing.T) {
	needs.Solvers(t, "z3", "cvc5")
	dir := t.TempDir()
	old, new := filepath.Join(dir, "old.bpl"), filepath.Join(dir, "new.bpl")
	for file, text := range map[string]string{old: witnessOld, new: strings.Replace(witnessOld, "o := 1", "o := 2", 1)} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, solver := range []string{"z3", "cvc5"} {
		var answer struct {
			Procedures []struct {
				Differences []struct{ Witness map[string]string }
			}
		}
		text := printed(t, exitDifferent, "diff", "--format", "json", "--solver", solver, "--search=false", old, new)
		if err := json.Unmarshal([]byte(text), &answer); err != nil || len(answer.Procedures) != 1 || len(answer.Procedures[0].Differences) == 0 {
			t.Fatalf("%v: %s", err, text)
		}
		for file, want := range map[string]string{old: "normal\no = 1\n", new: "normal\no = 2\n"} {
			args := []string{"run", file}
			for name, value := range answer.Procedures[0].Differences[0].Witness {
				args = append(args, "--in", name+"="+value)
			}
			if got := printed(t, exitSame, args...); got != want {
				t.Errorf("%s: got %q, want %q: %v", solver, got, want, args)
			}
		}
	}
}

// output runs a command that must end with an exit code.
func printed(t *testing.T, want int, args ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if code := run(env{context.Background(), strings.NewReader(""), &stdout, &stderr, os.Exit}, args); code != want {
		t.Fatalf("%v: exit code %d, %s", args, code, stderr.String())
	}
	return stdout.String()
}
