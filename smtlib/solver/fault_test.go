package solver

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"semdiff/internal/needs"
	"semdiff/smtlib"
)

// runScript asks a solver the conjunction of list as a file of its own.
func runScript(command string, list []*smtlib.Term) (string, error) {
	p, err := resolve(command)
	if err != nil {
		return "", err
	}
	argv := p.profile.commandLine(p.command, Options{})
	var sb strings.Builder
	if err := smtlib.WriteScript(&sb, smtlib.Script{Logic: "ALL", Asserts: list}); err != nil {
		return "", err
	}
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Stdin = strings.NewReader(sb.String())
	out, err := cmd.CombinedOutput()
	return strings.TrimSpace(string(out)), err
}

// The solvers in testdata go wrong on the first query and are well when
// started again: a file tells them which time it is.
func TestFaults(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	needs.Z3(t) // the scripts hand over to it
	for _, tt := range []struct {
		script string
		want   Reason
	}{
		{"dies.sh", Died},
		{"dies-at-start.sh", Died},
		{"hangs.sh", Timeout},
		{"hangs-deaf.sh", Timeout},
		{"garbage.sh", Garbage},
		{"floods.sh", Garbage},
		{"floods-line.sh", Garbage},
		{"error.sh", Garbage},
		{"two-answers.sh", Garbage},
		{"unsupported.sh", Garbage},
		{"memory.sh", ResourceOut},
		{"no-model.sh", Garbage},
		{"half-model.sh", Died},
		{"children.sh", Timeout},
	} {
		t.Run(tt.script, func(t *testing.T) {
			t.Parallel()
			script, err := filepath.Abs(filepath.Join("testdata", tt.script))
			if err != nil {
				t.Fatal(err)
			}
			state := filepath.Join(t.TempDir(), "started")
			c := smtlib.NewContext()
			s := open(t, c, "sh '"+script+"' '"+state+"'", 2*time.Second)
			x := c.Var("x", c.Int)
			path := []*smtlib.Term{c.Le(c.IntVal(0), x), c.Le(x, c.IntVal(9))}
			start := time.Now()
			r := s.Check(context.Background(), path, true)
			if tt.script == "two-answers.sh" { // is noticed one query late
				if r.Answer != Sat {
					t.Errorf("first of two answers: %v", r)
				}
				r = s.Check(context.Background(), path[:1], true)
			}
			if r.Answer != Unknown || r.Reason != tt.want {
				t.Errorf("got %v, want %v", r, tt.want)
			}
			if d := time.Since(start); d > time.Minute {
				t.Errorf("took %v", d)
			}
			r = s.Check(context.Background(), path, true)
			if r.Answer != Sat || r.Model == nil || r.Model.Vars[x] == nil {
				t.Errorf("afterwards: %v", r)
			}
			r = s.Check(context.Background(), append(path, c.Lt(c.IntVal(9), x)), false)
			if r.Answer != Unsat {
				t.Errorf("afterwards: %v", r)
			}
			if n := s.Stats().Restarts; n != 1 {
				t.Errorf("%d restarts, want 1", n)
			}
		})
	}
}

// A solver that knows no global declarations is asked without them.
func TestPlainSolver(t *testing.T) {
	needs.Z3(t) // the script hands over to it
	c := smtlib.NewContext()
	s := open(t, c, "sh testdata/no-globals.sh", 10*time.Second)
	x, y := c.Var("x", c.Int), c.Var("y", c.Int)
	path := []*smtlib.Term{c.Le(c.IntVal(0), x)}
	for _, tt := range []struct {
		list []*smtlib.Term
		want Answer
	}{
		{path, Sat},
		{append(path[:1:1], c.Lt(y, c.IntVal(0))), Sat},
		{append(path[:1:1], c.Lt(y, c.IntVal(0)), c.Eq(x, y)), Unsat},
		{append(path[:1:1], c.Eq(c.Var("z", c.Int), y)), Sat},
	} {
		if r := s.Check(context.Background(), tt.list, true); r.Answer != tt.want {
			t.Errorf("%v: %v, want %v", tt.list, r, tt.want)
		}
	}
}

func TestNewFails(t *testing.T) {
	for _, command := range []string{"", "no-such-solver-here", "'z3"} {
		if s, err := newSession(smtlib.NewContext(), command, Options{}); err == nil {
			s.Close()
			t.Errorf("%q: no error", command)
		}
		if _, err := Version(command); err == nil {
			t.Errorf("%q: version without error", command)
		}
	}
}

func TestSplitCommand(t *testing.T) {
	for in, want := range map[string]string{
		"z3":                    "z3",
		" z3  -in ":             "z3|-in",
		`"a b" c\ d 'e "f' g""`: `a b|c d|e "f|g`,
		`""`:                    "",
	} {
		if got, err := splitCommand(in); err != nil || strings.Join(got, "|") != want {
			t.Errorf("%q: %q, %v", in, got, err)
		}
	}
}

// Nothing is left behind: no process, no goroutine, no open file.
func TestCloseLeavesNothing(t *testing.T) {
	eachSolver(t, func(t *testing.T, name string) {
		count := func() (int, int) {
			files, _ := os.ReadDir("/proc/self/fd")
			return runtime.NumGoroutine(), len(files)
		}
		goroutines, files := count()
		for range 5 {
			c := smtlib.NewContext()
			s := open(t, c, name, 10*time.Second)
			s.Check(context.Background(), []*smtlib.Term{x0(c)}, false)
			pid := s.(*process).pipe.cmd.Process.Pid
			if err := s.Close(); err != nil {
				t.Error(err)
			}
			s.Close()
			if _, err := os.Stat("/proc/" + strconv.Itoa(pid)); err == nil {
				t.Errorf("process %d is still there", pid)
			}
		}
		g, f := count()
		for range 100 { // goroutines that are just ending
			if g <= goroutines {
				break
			}
			runtime.Gosched()
			time.Sleep(10 * time.Millisecond)
			g, f = count()
		}
		if g > goroutines || f > files {
			t.Errorf("%d goroutines and %d files, before %d and %d", g, f, goroutines, files)
		}
	})
}
