package solver

import (
	"context"
	"fmt"
	"os/exec"
	"strings"
	"time"
)

// Version is the first line that command prints for --version.
func Version(command string) (string, error) {
	p, err := resolve(command)
	if err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, p.command[0], "--version").Output()
	if err != nil {
		return "", fmt.Errorf("solver: %s --version: %w", p.command[0], err)
	}
	line, _, _ := strings.Cut(string(out), "\n")
	return strings.TrimSpace(line), nil
}
