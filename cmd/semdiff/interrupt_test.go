package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestInterrupt checks that an interrupt ends a run soon and that what was
// found so far is printed as an incomplete answer.
func TestInterrupt(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string, mode os.FileMode) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
		return path
	}
	old := write("old.bpl", "procedure main(x: int) returns (r: int) { r := 1; if (x > 5) { r := 2; } }", 0o600)
	new := write("new.bpl", "procedure main(x: int) returns (r: int) { r := 1; if (x > 6) { r := 2; } }", 0o600)
	hang := write("hang", "#!/bin/sh\nexec sleep 1000\n", 0o700)
	for _, delay := range []time.Duration{0, 100 * time.Millisecond} {
		ctx, cancel := context.WithCancel(context.Background())
		time.AfterFunc(delay, cancel)
		var stdout, stderr bytes.Buffer
		start := time.Now()
		code := run(env{ctx, strings.NewReader(""), &stdout, &stderr, os.Exit},
			[]string{"diff", "--format", "json", "--search=false", "--solver", hang, "--solver-timeout", "1h", old, new})
		if took := time.Since(start); took > 10*time.Second {
			t.Errorf("interrupted after %v, ended after %v", delay, took)
		}
		if code != exitUnknown || stderr.Len() > 0 {
			t.Errorf("exit code %d, %s", code, stderr.String())
		}
		if problem := checkSchema(stdout.Bytes()); problem != "" {
			t.Error(problem)
		}
		for _, want := range []string{`"complete": false`, `"verdict": "unknown"`, "cut short"} {
			if !strings.Contains(stdout.String(), want) {
				t.Errorf("no %s in %s", want, stdout.String())
			}
		}
	}
}
