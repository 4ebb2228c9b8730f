package solver

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"semdiff/internal/needs"
)

func TestRunScript(t *testing.T) {
	for _, s := range []string{"z3", "cvc5"} {
		t.Run(s, func(t *testing.T) {
			needs.Solvers(t, s)
			for _, tt := range []struct {
				script string
				want   Answer
				reason Reason
			}{
				{"(set-logic QF_LIA)(declare-const x Int)(assert (< x 3))(check-sat)(exit)", Sat, NoReason},
				{"(set-logic QF_LIA)(declare-const x Int)(assert (< x x))(check-sat)", Unsat, NoReason},
				{"(set-logic QF_LIA)(declare-const x Int)(assert (< x y))(check-sat)", Unknown, Garbage},
				{"(set-logic QF_LIA)(check-sat)(check-sat)", Unknown, Garbage},
			} {
				r, err := RunScript(context.Background(), s, tt.script, time.Minute)
				if err != nil || r.Answer != tt.want || r.Reason != tt.reason {
					t.Errorf("%s: %v %v", tt.script, r, err)
				}
			}
		})
	}
}

func TestRunScriptFaults(t *testing.T) {
	for _, tt := range []struct {
		name, program string
		want          Answer
		reason        Reason
	}{
		{"answers", "cat >/dev/null; echo unsat", Unsat, NoReason},
		{"does not read", "echo sat", Sat, NoReason},
		{"does not know", "cat >/dev/null; echo unknown", Unknown, Incomplete},
		{"dies", "exit 1", Unknown, Died},
		{"is silent", "cat >/dev/null", Unknown, Garbage},
		{"hangs", "sleep 1000", Unknown, Timeout},
		{"leaves a child", "sleep 1000 & echo", Unknown, Timeout},
		{"floods", "yes sat", Unknown, Garbage},
		{"warns", "echo warning; echo sat", Unknown, Garbage},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			program := filepath.Join(t.TempDir(), "solver")
			if err := os.WriteFile(program, []byte("#!/bin/sh\n"+tt.program+"\n"), 0o700); err != nil {
				t.Fatal(err)
			}
			limit := time.Minute
			if tt.reason == Timeout {
				limit = 100 * time.Millisecond
			}
			r, err := RunScript(context.Background(), program, "(check-sat)\n", limit)
			if err != nil || r.Answer != tt.want || r.Reason != tt.reason {
				t.Errorf("%v %v, want %v %v", r, err, tt.want, tt.reason)
			}
		})
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if r, err := RunScript(ctx, "/bin/cat", "sat", 0); err != nil || r.Reason != Cancelled {
		t.Errorf("cancelled: %v %v", r, err)
	}
	if _, err := RunScript(context.Background(), "/no/such/solver", "", 0); err == nil {
		t.Error("a solver that is not there is no error")
	}
}
