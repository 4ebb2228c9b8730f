package limits

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestMemory checks what the watch does at each amount of memory.
func TestMemory(t *testing.T) {
	const limit = 100
	tests := []struct {
		name             string
		used, garbage    uint64 // in MB
		analysing        bool
		cancelled, ended bool
	}{
		{"below, reading", limit, 0, false, false, false},
		{"below, analysing", limit, 0, true, false, false},
		{"garbage, reading", limit + 20, 20, false, false, false},
		{"garbage, analysing", limit + 20, 20, true, false, false},
		{"over, reading", limit + 1, 0, false, true, true},
		{"over, analysing", limit + 1, 0, true, true, false},
		{"over with garbage, analysing", limit + 20, 19, true, true, false},
		{"far over, analysing", 2 * limit, 0, true, true, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			ctx, cancel := context.WithCancelCause(context.Background())
			var ended []*Over
			w := &Watch{
				limits: Limits{Memory: limit}, cancel: cancel,
				used: func() uint64 { return test.used * megabyte }, collect: func() { test.used -= test.garbage },
				end: func(over *Over, analysing bool) {
					if analysing != test.analysing {
						t.Errorf("analysing: %v", analysing)
					}
					ended = append(ended, over)
				},
			}
			if test.analysing {
				w.Analyse()
			}
			w.look()
			if (ctx.Err() != nil) != test.cancelled || (len(ended) == 1) != test.ended {
				t.Fatalf("cancelled: %v, ended: %v", ctx.Err(), ended)
			}
			if over, ok := context.Cause(ctx).(*Over); test.cancelled && (!ok || over.Time || over.Error() != "out of memory, --memory 100") {
				t.Errorf("cause: %v", context.Cause(ctx))
			}
		})
	}
}

// TestRealMemory checks that a run which takes more than it may is found out.
func TestRealMemory(t *testing.T) {
	ended := make(chan *Over, 100)
	_, w := Start(context.Background(), Limits{Memory: 1}, func(over *Over, _ bool) { ended <- over })
	defer w.Stop()
	if over := <-ended; over.Time {
		t.Error(over)
	}
}

// TestTimeout checks that time ends a run that reads, and cancels the context of
// one that analyses.
func TestTimeout(t *testing.T) {
	ended := make(chan *Over, 1)
	_, reading := Start(context.Background(), Limits{Timeout: time.Nanosecond}, func(over *Over, _ bool) { ended <- over })
	defer reading.Stop()
	if over := <-ended; !over.Time || over.Error() != "time is up, --timeout 1ns" {
		t.Error(over)
	}

	w := &Watch{end: func(over *Over, _ bool) { t.Error(over) }}
	w.Analyse()
	w.expire(&Over{Time: true})

	ctx, w := Start(context.Background(), Limits{Timeout: time.Hour}, func(over *Over, _ bool) { t.Error(over) })
	if _, ok := ctx.Deadline(); !ok || ctx.Err() != nil {
		t.Error("no deadline")
	}
	w.Stop()
	if _, ok := context.Cause(ctx).(*Over); ok || ctx.Err() == nil {
		t.Error("not stopped")
	}
}

func TestDefault(t *testing.T) {
	const meminfo = "MemTotal:       16384000 kB\nMemFree:         1 kB\n"
	tests := []struct {
		name  string
		files map[string]string
		want  int
	}{
		{"nothing is known", nil, 0},
		{"machine", map[string]string{"proc/meminfo": meminfo}, 12000},
		{"no limit of the group", map[string]string{"proc/meminfo": meminfo, "sys/fs/cgroup/memory.max": "max\n"}, 12000},
		{"group", map[string]string{"proc/meminfo": meminfo, "sys/fs/cgroup/memory.max": "1073741824\n"}, 768},
		{"older group", map[string]string{"proc/meminfo": meminfo, "sys/fs/cgroup/memory/memory.limit_in_bytes": "1073741824\n"}, 768},
		{"large group", map[string]string{"proc/meminfo": meminfo, "sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n"}, 12000},
		{"nonsense", map[string]string{"proc/meminfo": "MemTotal: many\n", "sys/fs/cgroup/memory.max": "-1"}, 0},
	}
	for _, test := range tests {
		dir := t.TempDir()
		for name, text := range test.files {
			file := filepath.Join(dir, name)
			if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if got := defaultIn(dir + "/"); got != test.want {
			t.Errorf("%s: %d MB, want %d", test.name, got, test.want)
		}
	}
}

func TestParentIn(t *testing.T) {
	for text, want := range map[string]int{"12 (z3) S 7 12 12": 7, "12 (a) (b) R 34) S 8 1": 8, "": -1, "12 (z3": -1, "12 (z3) S": -1} {
		got, ok := parentIn([]byte(text))
		if ok != (want >= 0) || ok && got != want {
			t.Errorf("%q: %d, %v", text, got, ok)
		}
	}
}

// TestChildren checks that a process that was started is found.
func TestChildren(t *testing.T) {
	if _, err := os.Stat("/proc/self/stat"); err != nil {
		t.Skip(err)
	}
	cmd := exec.Command("cat")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Skip(err)
	}
	if got := children(os.Getpid()); !slices.Contains(got, cmd.Process.Pid) {
		t.Errorf("%d is not among %v", cmd.Process.Pid, got)
	}
	in.Close()
	if err := cmd.Wait(); err != nil && !strings.Contains(err.Error(), "killed") {
		t.Error(err)
	}
}

// TestOverTime checks that the limit of time, and no other, ends a run as a deadline does.
func TestOverTime(t *testing.T) {
	for _, isTime := range []bool{true, false} {
		if errors.Is(&Over{Time: isTime}, context.DeadlineExceeded) != isTime {
			t.Errorf("time %t", isTime)
		}
	}
}
