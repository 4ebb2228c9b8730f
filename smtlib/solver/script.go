package solver

import (
	"bytes"
	"context"
	"errors"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"time"

	"semdiff/smtlib"
)

// RunScript gives the text of an SMT-LIB file to a process of its own and reads
// the answer to its one check-sat. The command is as New takes it. All that is no
// answer, as an error or a second answer, makes the result Unknown. The error is
// about a program that is not there.
func RunScript(ctx context.Context, command, script string, timeout time.Duration) (Result, error) {
	r, _, err := runProgram(ctx, command, script, timeout, func(out string) (answer, rest string) { return out, "" })
	return r, err
}

// RunModel is RunScript for a script that asks for a model after its check-sat. The
// symbols of the model are those in scope; it is nil when there is none that can be
// read.
func RunModel(ctx context.Context, c *smtlib.Context, scope *smtlib.Scope, command, script string, timeout time.Duration) (Result, error) {
	r, reply, err := runProgram(ctx, command, script, timeout, func(out string) (answer, rest string) {
		answer, rest, _ = strings.Cut(strings.TrimSpace(out), "\n")
		return answer, rest
	})
	if err == nil && r.Answer == Sat {
		if m, err := readModel(c, scope, reply); err == nil {
			r.Model = m
		}
	}
	return r, err
}

// runProgram runs a script in a process of its own; split takes the answer apart from
// what follows it.
func runProgram(ctx context.Context, command, script string, timeout time.Duration, split func(out string) (answer, rest string)) (Result, string, error) {
	p, err := resolve(command)
	if err != nil {
		return Result{}, "", err
	}
	argv := p.profile.commandLine(p.command, Options{Memory: Default.Memory})
	// A script has one query only.
	argv = slices.DeleteFunc(argv, func(arg string) bool { return arg == "--incremental" })
	limited := ctx
	if timeout > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, timeout)
		defer cancel()
	}
	var out limitedBuffer
	stderr := &tail{}
	cmd := exec.CommandContext(limited, argv[0], argv[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(script), &out, stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = time.Second
	err = cmd.Run()
	if cmd.Process != nil { // what it started goes with it
		syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	}
	answer, rest := split(out.String())
	return answerOf(ctx, limited, answer, stderr.String(), err), rest, nil
}

// answerOf reads what a solver printed for a script.
func answerOf(ctx, limited context.Context, out, stderr string, err error) Result {
	switch out = strings.TrimSpace(out); {
	case out == "sat":
		return Result{Answer: Sat}
	case out == "unsat":
		return Result{Answer: Unsat}
	case ctx.Err() != nil:
		return unknown(Cancelled, ctx.Err().Error())
	case limited.Err() != nil:
		return unknown(Timeout, "killed at the time limit")
	case out == "unknown":
		return unknown(Incomplete, stderr)
	case out == "timeout":
		return unknown(Timeout, out)
	case out == "" && err != nil:
		return unknown(Died, strings.TrimSpace(err.Error()+" "+stderr))
	}
	g := &garbageError{out}
	return unknown(Garbage, strings.TrimSpace(g.Error()+" "+stderr))
}

// limitedBuffer takes what an answer may be and refuses a flood.
type limitedBuffer struct{ text bytes.Buffer }

func (b *limitedBuffer) Write(text []byte) (int, error) {
	if b.text.Len()+len(text) > maxReply {
		return 0, errors.New("too much output")
	}
	return b.text.Write(text)
}

func (b *limitedBuffer) String() string { return b.text.String() }
