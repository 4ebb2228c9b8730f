package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"semdiff/internal/needs"
)

// started is a semdiff of its own that waits for its standard input or its solver.
type started struct {
	*exec.Cmd
	in             io.WriteCloser
	stdout, stderr bytes.Buffer
}

func start(t *testing.T, args ...string) *started {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	s := &started{Cmd: exec.Command(program, args...)}
	s.Args[0] = "semdiff" // see TestMain
	s.Stdout, s.Stderr = &s.stdout, &s.stderr
	if s.in, err = s.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *started) exitCode(t *testing.T) int {
	t.Helper()
	err := s.Wait()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return s.ProcessState.ExitCode()
}

// fill writes more than a pipe holds, so that semdiff has begun to read.
func (s *started) fill(t *testing.T) {
	t.Helper()
	if _, err := io.WriteString(s.in, strings.Repeat("// nothing but comments so far\n", 1<<14)); err != nil {
		t.Fatal(err)
	}
}

// hangingSolver is a solver that tells by a pipe that it runs, and never answers.
// Then called returns when it has been started and gone when it has ended.
func hangingSolver(t *testing.T) (command string, called, gone func()) {
	t.Helper()
	dir := t.TempDir()
	fifo, command := filepath.Join(dir, "fifo"), filepath.Join(dir, "hang")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Skip(err)
	}
	if err := os.WriteFile(command, []byte("#!/bin/sh\nexec 3>"+fifo+"\necho here >&3\nexec sleep 1000\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	var pipe *os.File
	called = func() {
		var err error
		if pipe, err = os.Open(fifo); err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadFull(pipe, make([]byte, len("here\n"))); err != nil {
			t.Fatal(err)
		}
	}
	gone = func() {
		if rest, err := io.ReadAll(pipe); err != nil || len(rest) > 0 {
			t.Errorf("%q, %v", rest, err)
		}
		pipe.Close()
	}
	return command, called, gone
}

func versionFiles(t *testing.T) (old, new string) {
	t.Helper()
	dir := t.TempDir()
	for i, text := range []string{"5", "6"} {
		text = "procedure main(x: int) returns (r: int) { r := 1; if (x > " + text + ") { r := 2; } }"
		if err := os.WriteFile(filepath.Join(dir, []string{"old.bpl", "new.bpl"}[i]), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, "old.bpl"), filepath.Join(dir, "new.bpl")
}

// TestTerminate checks that SIGTERM ends a run in every phase, and its solvers.
func TestTerminate(t *testing.T) {
	old, new := versionFiles(t)
	for _, last := range []string{"-", new} { // reads, analyses
		solver, called, gone := hangingSolver(t)
		s := start(t, "diff", "--search=false", "--solver", solver, "--solver-timeout", "1h", old, last)
		called()
		s.Process.Signal(syscall.SIGTERM)
		if code := s.exitCode(t); code != 143 || s.stdout.Len() > 0 {
			t.Errorf("exit code %d, %s%s", code, &s.stdout, &s.stderr)
		}
		gone()
	}
	s := start(t, "check", "-")
	s.fill(t)
	s.Process.Signal(syscall.SIGTERM)
	if code := s.exitCode(t); code != 143 {
		t.Errorf("check: exit code %d, %s", code, &s.stderr)
	}
}

// TestSecondInterrupt checks that an interrupt after the first one ends a run while
// it reads, and that the first one does where there is no answer in part.
func TestSecondInterrupt(t *testing.T) {
	old, _ := versionFiles(t)
	solver, called, gone := hangingSolver(t)
	s := start(t, "diff", "--solver", solver, old, "-")
	called()
	ended := make(chan struct{})
	go func() {
		for { // two signals that come at once are one
			select {
			case <-ended:
				return
			default:
				s.Process.Signal(os.Interrupt)
				runtime.Gosched()
			}
		}
	}()
	if code := s.exitCode(t); code != 130 || s.stdout.Len() > 0 {
		t.Errorf("exit code %d, %s%s", code, &s.stdout, &s.stderr)
	}
	close(ended)
	gone()

	s = start(t, "check", "-")
	s.fill(t)
	s.Process.Signal(os.Interrupt)
	if code := s.exitCode(t); code != 130 {
		t.Errorf("check: exit code %d, %s", code, &s.stderr)
	}
}

// TestTimeoutWhileReading checks that time ends a run that waits for its input.
func TestTimeoutWhileReading(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	old, _ := versionFiles(t)
	for _, command := range []string{"diff", "crosscheck"} {
		s := start(t, command, "--timeout", "50ms", old, "-")
		if code := s.exitCode(t); code != exitUnknown || !strings.Contains(s.stderr.String(), "time is up, --timeout 50ms, while reading "+old+", -") {
			t.Errorf("%s: exit code %d, %s", command, code, &s.stderr)
		}
	}
}

// TestOverInAnalysis checks that an answer says which limit made it a part.
func TestOverInAnalysis(t *testing.T) {
	needs.Z3(t)
	old, new := versionFiles(t)
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(errors.New("over a limit"))
	var stdout, stderr bytes.Buffer
	code := run(env{ctx, strings.NewReader(""), &stdout, &stderr, os.Exit}, []string{"diff", old, new})
	if want := "Bounds and assumptions: the run was cut short (over a limit)"; code != exitUnknown || !strings.Contains(stdout.String(), want) {
		t.Errorf("exit code %d, %s%s", code, &stdout, &stderr)
	}
}
