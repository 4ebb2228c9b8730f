package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"semdiff/internal/needs"
)

// TestWorkflow runs the step of the workflow in docs/ci.md that compares, as a runner
// does: in a repository, with a file for the summary.
func TestWorkflow(t *testing.T) {
	needs.Z3(t)
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip(err)
	}
	workflows := blocks(documentation(t)["docs/ci.md"], "yaml")
	if len(workflows) != 1 || strings.Count(workflows[0], "\n") > 10 {
		t.Fatalf("docs/ci.md does not have one workflow of ten lines: %q", workflows)
	}
	var step string
	for line := range strings.Lines(workflows[0]) {
		if command, ok := strings.CutPrefix(strings.TrimSpace(line), "- run: "); ok && strings.Contains(command, "semdiff diff") {
			step = command
		}
	}
	dir := t.TempDir()
	summary := filepath.Join(dir, "summary")
	shell := func(script string) error {
		c := exec.Command("bash", "-e", "-o", "pipefail", "-c", script)
		c.Dir = dir
		c.Env = append(os.Environ(), "GITHUB_STEP_SUMMARY="+summary, "GIT_CONFIG_GLOBAL=/dev/null", "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.org", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.org")
		out, err := c.CombinedOutput()
		t.Logf("%s\n%s", script, out)
		return err
	}
	const setup = `git init -q && printf '#!/bin/sh\nexec semdiff "$@"\n' >semdiff && chmod +x semdiff
echo 'procedure main(x: int) returns (r: int) { r := x; }' >model.bpl && git add . && git commit -q -m one
echo 'procedure main(x: int) returns (r: int) { r := x + 1; }' >model.bpl && git commit -q -a -m two`
	if err := shell(setup); err != nil {
		t.Fatal(err)
	}
	var exit *exec.ExitError
	if err := shell(step); !errors.As(err, &exit) || exit.ExitCode() != exitDifferent {
		t.Errorf("the step ends with %v", err)
	}
	text, err := os.ReadFile(summary)
	if err != nil || !strings.HasPrefix(string(text), "### main: different.\n") {
		t.Errorf("the summary is %q, %v", text, err)
	}
}
