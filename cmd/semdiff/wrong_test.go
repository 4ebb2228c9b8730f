package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"semdiff/internal/needs"
)

// TestWrongUses runs commands that cannot be meant: each has to be refused, with a message
// that says what to do. testdata/wrong.txt has them with what they print.
func TestWrongUses(t *testing.T) {
	needs.Solvers(t, "z3", "cvc5")
	const golden = "testdata/wrong.txt"
	text, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"old.bpl": "procedure main(x: int) returns (r: int) { r := x; }\n", "new.bpl": "procedure main(x: int) returns (r: int) { r := x + 1; }\n",
		"bad.bpl": "procedure main(x: int) returns (r: int) { r := y; }\n", "half.bpl": "procedure main(\n", "prog.c": "int main(void) { return 0; }\n",
		"answer.json": "{}\n", "folder/a.bpl": "procedure a() { }\n",
	} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var got bytes.Buffer
	count := 0
	for line := range strings.Lines(string(text)) {
		command, ok := strings.CutPrefix(line, "$ ")
		if !ok {
			continue
		}
		count++
		c := exec.Command("sh", "-c", command)
		c.Dir = dir
		out, err := c.CombinedOutput()
		fmt.Fprintf(&got, "%s%s", line, out)
		if c.ProcessState == nil || c.ProcessState.ExitCode() != exitTrouble {
			t.Errorf("%s ends with %v", line, err)
		}
	}
	if count < 40 {
		t.Errorf("only %d uses", count)
	}
	if *update {
		if err := os.WriteFile(golden, got.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	} else if got.String() != string(text) {
		t.Errorf("got\n%s", got.String())
	}
}
