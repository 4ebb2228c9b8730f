package suite

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

func sh(ctx context.Context, t *testing.T, script string, limits Limits) (*Process, error) {
	t.Helper()
	return Exec(ctx, exec.Command("sh", "-c", script), limits, 0)
}

func TestExec(t *testing.T) {
	p, err := sh(context.Background(), t, "echo out; echo first >&2; echo last >&2; exit 3", Limits{Timeout: time.Minute, Memory: 1000})
	if err != nil {
		t.Fatal(err)
	}
	if string(p.Output) != "out\n" || string(p.Errors) != "first\nlast\n" || p.Exit != 3 || p.Over != "" || p.Seconds <= 0 {
		t.Errorf("%+v", p)
	}
	if p.Problem() != "last" {
		t.Errorf("problem %q", p.Problem())
	}
	if p, err = sh(context.Background(), t, "sleep 2", Limits{}); err != nil || p.PeakMB <= 0 || p.PeakMB >= 8 {
		t.Errorf("a process that does nothing has a peak of %v MB: %v", p.PeakMB, err)
	}
	if _, err := Exec(context.Background(), exec.Command("./no-such-program"), Limits{}, 0); !Missing(err) {
		t.Errorf("a program that is not there: %v", err)
	}
}

// TestExecEnds checks that limits and the end of the context end a process with what it
// started, also what it left behind.
func TestExecEnds(t *testing.T) {
	const leave = "sleep 1000 & echo $!; "
	cancelled, cancel := context.WithCancel(context.Background())
	time.AfterFunc(200*time.Millisecond, cancel)
	for _, test := range []struct {
		name, script string
		ctx          context.Context
		limits       Limits
		over         string
	}{
		{"time", leave + "sleep 1000", context.Background(), Limits{Timeout: 100 * time.Millisecond}, OverTime},
		{"memory", leave + "head -c 300000000 /dev/zero | tail -c 299999999 | sleep 1000", context.Background(), Limits{Memory: 100}, OverMemory},
		{"context", leave + "sleep 1000", cancelled, Limits{}, ""},
		{"left behind", leave, context.Background(), Limits{}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, err := sh(test.ctx, t, test.script, test.limits)
			if (err != nil) != (test.name == "context") {
				t.Fatal(err)
			}
			if err != nil {
				return
			}
			if p.Over != test.over {
				t.Errorf("over %q, want %q", p.Over, test.over)
			}
			if test.over == OverMemory && p.PeakMB < 100 {
				t.Errorf("a peak of %v MB", p.PeakMB)
			}
			pid := 0
			for _, digit := range strings.TrimSpace(string(p.Output)) {
				pid = 10*pid + int(digit-'0')
			}
			for range 100 { // its end is not waited for
				stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
				if err != nil || strings.Contains(string(stat), ") Z ") {
					return
				}
				time.Sleep(10 * time.Millisecond)
			}
			t.Errorf("process %d is still there", pid)
		})
	}
}
