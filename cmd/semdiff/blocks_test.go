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

// TestShellBlocks runs the blocks of the language sh line by line: what they need is
// there, or a script of testdata/bin stands for it, and suites are small.
func TestShellBlocks(t *testing.T) {
	needs.Solvers(t, "z3", "cvc5")
	for name, text := range documentation(t) {
		for _, block := range blocks(text, "sh") {
			if !strings.HasPrefix(block, "#!") {
				t.Run(name, func(t *testing.T) {
					dir := shellFolder(t)
					for line := range strings.Lines(block) {
						runLine(t, dir, strings.TrimSpace(line))
					}
				})
			}
		}
	}
}

// TestMatrix runs the step of the matrix in docs/compare.md for each of its values.
func TestMatrix(t *testing.T) {
	needs.Z3(t)
	matrix := blocks(documentation(t)["docs/compare.md"], "yaml")
	if len(matrix) != 1 || !strings.Contains(matrix[0], "{shard: [1, 2, 3, 4]}") {
		t.Fatalf("docs/compare.md does not have one matrix of four: %q", matrix)
	}
	dir := shellFolder(t)
	for line := range strings.Lines(matrix[0]) {
		if command, ok := strings.CutPrefix(strings.TrimSpace(line), "- run: "); ok {
			for _, shard := range []string{"1", "2", "3", "4"} {
				runLine(t, dir, strings.ReplaceAll(command, "${{ matrix.shard }}", shard))
			}
		}
	}
	runLine(t, dir, "semdiff compare --merge part1.json part2.json part3.json part4.json")
}

// TestToolDescription runs the tools that docs/compare.md describes as columns. A script
// stands for SymDiff, and says that equal texts are verified; goto-diff answers by itself
// that there is no C source.
func TestToolDescription(t *testing.T) {
	needs.Z3(t)
	page := documentation(t)["docs/compare.md"]
	dir := shellFolder(t)
	var script, tools string
	for _, block := range blocks(page, "sh") {
		if strings.HasPrefix(block, "#!") {
			script += block
		}
	}
	for _, block := range blocks(page, "toml") {
		if strings.HasPrefix(block, "[[tool]]") {
			tools += strings.ReplaceAll(block, "/home/me/", dir+"/")
		}
	}
	writeFiles(t, dir, map[string]string{"run-symdiff.sh": script, "tools.toml": tools})
	if err := os.Chmod(filepath.Join(dir, "run-symdiff.sh"), 0o755); err != nil {
		t.Fatal(err)
	}
	got := runLine(t, dir, "semdiff compare mine --engines '' --config tools.toml --format csv")
	for _, want := range []string{"mine,first,different,SymDiff,unknown,unknown,", "mine,second,equivalent,SymDiff,right,equivalent,", "mine,first,different,goto-diff,unknown,unknown,"} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is not in\n%s", want, got)
		}
	}
}

// shellFolder is a folder with what the blocks are about: the C files of the tutorial,
// the Makefile, and suites by the names that the pages use.
func shellFolder(t *testing.T) string {
	dir := t.TempDir()
	for _, from := range []string{"../../docs/tutorial", "../../benchmarks/figures/fig2"} {
		to := dir
		if strings.HasSuffix(from, "fig2") {
			to = filepath.Join(dir, "benchmarks/figures/fig2")
		}
		if err := os.CopyFS(to, os.DirFS(from)); err != nil {
			t.Fatal(err)
		}
	}
	makefile, err := os.ReadFile("../../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	const schema = "schema = \"semdiff-suite/1\"\n"
	const columns = "engines = [\"moddiffref\", \"symdiff\"]\n"
	var mine string
	for _, block := range blocks(documentation(t)["docs/compare.md"], "toml") {
		if strings.HasPrefix(block, schema) {
			mine = block
		}
	}
	const fee = "procedure fee(x: int) returns (r: int) { r := x; call r := round(r); }\nprocedure round(x: int) returns (r: int) { r := x; }\n"
	writeFiles(t, dir, map[string]string{
		"Makefile":                      string(makefile),
		"benchmarks/table1/suite.toml":  schema + columns + "[[generate]]\nfamily = \"LoopMult\"\nsizes = [5]\n",
		"benchmarks/figures/suite.toml": schema + "[[pair]]\nname = \"fig2\"\nentry = \"main\"\ntruth = \"different\"\n",
		"suite/suite.toml":              schema + columns + "[[generate]]\nfamily = \"LoopMult\"\nsizes = [5, 6, 7]\n",
		"mine/suite.toml":               mine,
		"mine/first/old.bpl":            fee,
		"mine/first/new.bpl":            strings.Replace(fee, "r := x; call", "r := x + 1; call", 1),
		"mine/second/v1/fee.bpl":        fee,
		"mine/second/v2/fee.bpl":        fee,
	})
	return dir
}

func writeFiles(t *testing.T, dir string, files map[string]string) {
	for name, text := range files {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// runLine runs a command line, which must not fail; diff may find a difference.
func runLine(t *testing.T, dir, line string) string {
	c := exec.Command("sh", "-c", line)
	// make only says what it would do.
	c.Dir, c.Env = dir, append(exampleEnv(t), "MAKEFLAGS=--dry-run")
	var said strings.Builder
	c.Stderr = &said
	out, err := c.Output()
	code := 0
	if exit := new(exec.ExitError); errors.As(err, &exit) {
		code = exit.ExitCode()
	} else if err != nil {
		t.Fatal(err)
	}
	if code != exitSame && !(code == exitDifferent && strings.HasPrefix(line, "semdiff diff ")) {
		t.Errorf("%s exits with %d:\n%s%s", line, code, said.String(), out)
	}
	return string(out)
}
