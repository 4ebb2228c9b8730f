package solver

import (
	"context"
	"fmt"
	"os/exec"
	"strings"
	"time"
)

// Known lists names of solvers that one may find on a machine. z3 and cvc5 need no
// arguments, the others those that make them read SMT-LIB and answer at once.
func Known() []string {
	return []string{"z3", "cvc5", "cvc4", "yices-smt2", "mathsat", "bitwuzla", "opensmt"}
}

// Version is the first line that command prints for --version.
func Version(command string) (string, error) {
	p, err := resolve(command)
	if err != nil {
		return "", err
	}
	return p.version()
}

func (p program) version() (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, p.command[0], "--version")
	cmd.WaitDelay = time.Second
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("solver: %s --version: %w", p.command[0], err)
	}
	line, _, _ := strings.Cut(string(out), "\n")
	return strings.TrimSpace(line), nil
}
