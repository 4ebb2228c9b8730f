package suite

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"
)

// Limits are those of one process and all that it starts.
type Limits struct {
	Timeout time.Duration `json:"timeout_ns"` // none when 0
	Memory  int           `json:"memory_mb"`  // none when 0
}

// Process is what a process did.
type Process struct {
	Output, Errors []byte // what it wrote
	Exit           int    // its code; -1 when a signal ended it
	Seconds        float64
	PeakMB         float64
	Over           string // the limit at which it was ended: OverTime, OverMemory, or ""
}

const (
	// glance is how often the memory of a process is looked at; the first looks come
	// sooner, for processes that are short.
	firstGlance, glance = 2 * time.Millisecond, 50 * time.Millisecond
	// Grace is what a process gets that ends by itself when its time is up.
	Grace = 2 * time.Second
	// maxOutput is what is kept of what a process writes.
	maxOutput = 16 << 20
)

// Exec runs a command in a session of its own until it ends, or is over a limit: then
// all processes of the session are ended. The error is about a command that cannot be
// started, or ctx that ended.
func Exec(ctx context.Context, cmd *exec.Cmd, limits Limits, grace time.Duration) (*Process, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	output, errors := &head{}, &head{}
	cmd.Stdout, cmd.Stderr = output, errors
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	cmd.WaitDelay = time.Second // for output that a process left behind still holds open
	start := time.Now()
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	ended := make(chan struct{})
	watched := make(chan *Process)
	go func() { watched <- watch(ctx, cmd.Process.Pid, limits, grace, ended) }()
	err := cmd.Wait()
	seconds := time.Since(start).Seconds()
	close(ended)
	p := <-watched
	endSession(cmd.Process.Pid)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	p.Output, p.Errors, p.Seconds, p.Exit = output.Bytes(), errors.Bytes(), seconds, cmd.ProcessState.ExitCode()
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok { // of the largest process, also between two looks
		// A process starts as a copy of this one, which is counted as its own.
		if mb := float64(usage.Maxrss) * maxrssUnit / (1 << 20); mb > ownPeak() {
			p.PeakMB = max(p.PeakMB, mb)
		}
	}
	if err != nil && cmd.ProcessState == nil {
		return nil, err
	}
	return p, nil
}

// watch looks at a process until it has ended.
func watch(ctx context.Context, session int, limits Limits, grace time.Duration, ended <-chan struct{}) *Process {
	p := &Process{}
	next := firstGlance
	look := time.NewTimer(next)
	defer look.Stop()
	var late <-chan time.Time
	if limits.Timeout > 0 {
		late = time.After(limits.Timeout + grace)
	}
	end := func(over string) {
		if p.Over == "" {
			p.Over = over
		}
		endSession(session)
	}
	done := ctx.Done()
	for {
		select {
		case <-ended:
			return p
		case <-done:
			endSession(session)
			done = nil
		case <-late:
			end(OverTime)
		case <-look.C:
			next = min(2*next, glance)
			look.Reset(next)
			mb := sessionMemory(session)
			p.PeakMB = max(p.PeakMB, mb)
			if limits.Memory > 0 && mb > float64(limits.Memory) {
				end(OverMemory)
			}
		}
	}
}

// endSession ends all processes of a session.
func endSession(session int) {
	for _, pid := range sessionProcesses(session) {
		syscall.Kill(pid, syscall.SIGKILL)
	}
	syscall.Kill(-session, syscall.SIGKILL)
}

// head keeps the beginning of what is written.
type head struct{ bytes.Buffer }

func (h *head) Write(b []byte) (int, error) {
	if room := maxOutput - h.Len(); room > 0 {
		h.Buffer.Write(b[:min(room, len(b))])
	}
	return len(b), nil
}

// Problem is the last line that says why a process failed.
func (p *Process) Problem() string {
	for _, text := range [][]byte{p.Errors, p.Output} {
		lines := strings.Split(strings.TrimSpace(string(text)), "\n")
		if last := strings.TrimSpace(lines[len(lines)-1]); last != "" {
			return last
		}
	}
	return fmt.Sprintf("no output, exit code %d", p.Exit)
}

// Missing reports whether an error is that there is no such program.
func Missing(err error) bool {
	return errors.Is(err, exec.ErrNotFound) || errors.Is(err, os.ErrNotExist)
}
