package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"semdiff/internal/needs"
)

// TestFullDisk checks that no command is content when its answer cannot be
// written.
func TestFullDisk(t *testing.T) {
	const fullDisk = "/dev/full"
	if _, err := os.Stat(fullDisk); err != nil {
		t.Skip(err)
	}
	needs.Z3(t)
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	a := file("a.bpl", "procedure main(x: int) returns (r: int) { r := x; }")
	b := file("b.bpl", "procedure main(x: int) returns (r: int) { r := x + 1; }")
	proof := filepath.Join(dir, "proof")
	exitOf := func(stdout *os.File, args ...string) (int, string) {
		var stderr bytes.Buffer
		code := run(env{context.Background(), strings.NewReader(""), stdout, &stderr, os.Exit}, args)
		return code, stderr.String()
	}
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	if code, stderr := exitOf(null, "export", "--out", proof, a, b); code != exitSame {
		t.Fatal(code, stderr)
	}
	to := func(stdout *os.File, args ...string) {
		code, stderr := exitOf(stdout, args...)
		if code != exitTrouble || strings.Count(stderr, "no space left on device") != 1 {
			t.Errorf("%s: exit code %d, %s", strings.Join(args, " "), code, stderr)
		}
	}
	full, err := os.OpenFile(fullDisk, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer full.Close()
	for _, args := range []string{
		"help", "version", "diff --help", "check --help", "verify --help", "check A", "check --stats A", "print A", "run A",
		"match A B", "match --mutual-summaries A B", "verify PROOF", "verify --format json PROOF", "verify -v PROOF",
		"export --out PROOF2 A B", "diff A B", "diff --format json A B", "diff --format smtlib A B", "diff --format html A B",
		"crosscheck A B", "crosscheck --format json A B", "crosscheck --format html A B",
		"impact A B", "impact --format json A B", "impact --format html A B",
	} {
		to(full, strings.Fields(strings.NewReplacer("PROOF", proof, "A", a, "B", b).Replace(args))...)
	}
	for _, command := range []string{"diff", "crosscheck", "impact"} {
		for _, format := range []string{"text", "json", "html"} {
			to(null, command, "--format", format, "-o", fullDisk, a, b)
		}
	}
}
