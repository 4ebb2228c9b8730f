package main

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"semdiff/internal/needs"
	"semdiff/moddiff"
	"semdiff/moddiff/certificate"
)

// TestExamples runs the examples of the pages: blocks of the language console,
// with commands after $ and what they print. A command cd goes to a folder of the
// house, of which the commands after it see a copy; without it they see old.bpl
// and new.bpl, which the page shows.
func TestExamples(t *testing.T) {
	needs.Solvers(t, "z3", "cvc5")
	const least = 5
	count := 0
	pages := documentation(t)
	for _, name := range slices.Sorted(maps.Keys(pages)) {
		text := pages[name]
		for _, block := range blocks(text, "console") {
			count++
			t.Run(name, func(t *testing.T) { runExample(t, text, block) })
		}
	}
	if count < least {
		t.Errorf("only %d examples", count)
	}
}

func runExample(t *testing.T, page, block string) {
	dir := t.TempDir()
	example := readExample(t, block)
	if slices.ContainsFunc(example, func(s step) bool { return strings.HasPrefix(s.command, "jq ") }) {
		if _, err := exec.LookPath("jq"); err != nil {
			t.Skip(err)
		}
	}
	if folder, ok := strings.CutPrefix(example[0].command, "cd "); ok {
		example = example[1:]
		if err := os.CopyFS(dir, os.DirFS(filepath.Join("../..", folder))); err != nil {
			t.Fatal(err)
		}
	} else {
		writeVersions(t, dir, page)
	}
	for _, step := range example {
		command := exec.Command("sh", "-c", step.command) // which finds semdiff, see TestMain
		command.Dir, command.Env = dir, exampleEnv(t)
		out, err := command.CombinedOutput()
		if exit := new(exec.ExitError); err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		if got := tidyLines(string(out)); !shows(step.output, got) {
			t.Errorf("%s prints\n%s\nwhich is not\n%s", step.command, got, step.output)
		}
	}
}

// exampleEnv is where examples run: with a name for git, and with scripts in place of
// programs that a reader has to install.
func exampleEnv(t *testing.T) []string {
	path := func(name string) string {
		abs, err := filepath.Abs(name)
		if err != nil {
			t.Fatal(err)
		}
		return abs
	}
	return append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.org", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.org",
		"PATH="+path("testdata/bin")+string(filepath.ListSeparator)+os.Getenv("PATH"), "TUTORIAL="+path("../../docs/tutorial"))
}

// TestBlocks checks that blocks of the language sh say what a reader needs to run them: in
// tests there are stand-ins for it, see TestShellBlocks.
func TestBlocks(t *testing.T) {
	for name, text := range documentation(t) {
		for _, m := range fence.FindAllStringSubmatch(text, -1) {
			if !slices.Contains([]string{"console", "sh", "boogie", "go", "toml", "yaml", "json", "smt2", "c", "text"}, m[1]) {
				t.Errorf("%s: a block of language %s", name, m[1])
			}
		}
		for _, block := range blocks(text, "sh") {
			first, _, _ := strings.Cut(strings.TrimPrefix(block, "#!/bin/sh\n"), "\n")
			if !strings.Contains(first, "# needs ") {
				t.Errorf("%s: %q does not say what it needs", name, first)
			}
		}
	}
}

// step is a command of an example and what it prints, where ... stands for any
// text, and as a line for any lines.
type step struct{ command, output string }

func readExample(t *testing.T, block string) []step {
	var steps []step
	for line := range strings.Lines(block) {
		if command, ok := strings.CutPrefix(line, "$ "); ok {
			steps = append(steps, step{command: strings.TrimSpace(command)})
			continue
		}
		if len(steps) == 0 {
			t.Fatalf("an example starts with %q", line)
		}
		steps[len(steps)-1].output += line
	}
	if len(steps) == 0 {
		t.Fatal("an example without a command")
	}
	return steps
}

// shows reports whether an example's output is what a command printed.
func shows(want, got string) bool {
	var pattern strings.Builder
	for line := range strings.Lines(tidyLines(want)) {
		if line == "...\n" {
			pattern.WriteString(`(.*\n)*`)
			continue
		}
		pattern.WriteString(strings.ReplaceAll(regexp.QuoteMeta(line), `\.\.\.`, `.*`))
	}
	return regexp.MustCompile(`^` + pattern.String() + `$`).MatchString(got)
}

// tidyLines is text without spaces at the ends of lines, and empty lines at its end.
func tidyLines(text string) string {
	var out strings.Builder
	for line := range strings.Lines(strings.TrimRight(text, " \n")) {
		out.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	return out.String()
}

func TestShows(t *testing.T) {
	for _, test := range []struct {
		want, got string
		same      bool
	}{
		{"a\nb\n", "a  \nb\n\n", true},
		{"a\n...\nd\n", "a\nb\nc\nd\n", true},
		{"a\n...\nd\n", "a\nd\n", true},
		{"a: ... s\n", "a: 0.7 s\n", true},
		{"a\nb\n", "a\n", false},
		{"a\n", "a\nb\n", false},
		{"a\n...\nd\n", "a\nb\n", false},
		{"a.c\n", "abc\n", false},
		{"x == 4\n", "x == 5\n", false},
	} {
		if got := shows(test.want, tidyLines(test.got)); got != test.same {
			t.Errorf("shows(%q, %q) is %t", test.want, test.got, got)
		}
	}
}

var replacement = regexp.MustCompile("`new.bpl` has `([^`]+)` in place of `([^`]+)`")

// writeVersions writes the program that a page shows as old.bpl, and new.bpl,
// which is the same but for what the page says.
func writeVersions(t *testing.T, dir, page string) {
	programs, change := blocks(page, "boogie"), replacement.FindStringSubmatch(page)
	if len(programs) != 1 || change == nil {
		t.Fatal("the page does not show what its example is about")
	}
	old := programs[0]
	if strings.Count(old, change[2]) != 1 {
		t.Fatalf("%q is not once in the program", change[2])
	}
	for name, text := range map[string]string{"old.bpl": old, "new.bpl": strings.Replace(old, change[2], change[1], 1)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// documentation are the pages for users, by name.
func documentation(t *testing.T) map[string]string {
	files, err := filepath.Glob("../../docs/*.md")
	if err != nil || len(files) == 0 {
		t.Fatalf("no pages in docs: %v", err)
	}
	pages := map[string]string{}
	for _, file := range append(files, "../../README.md", "../../benchmarks/README.md", "../../benchmarks/RESULTS.md") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		pages[strings.TrimPrefix(file, "../../")] = string(text)
	}
	return pages
}

var fence = regexp.MustCompile("(?ms)^```(\\w+)\n(.*?)^```$")

// blocks are the fenced blocks of a language.
func blocks(text, language string) []string {
	var out []string
	for _, m := range fence.FindAllStringSubmatch(text, -1) {
		if m[1] == language {
			out = append(out, m[2])
		}
	}
	return out
}

// TestDocumentedFlags checks that the commands and flags which the pages mention
// are there, and that every one that is there is mentioned.
func TestDocumentedFlags(t *testing.T) {
	known, mentioned := registered(t), map[string]bool{}
	for name, text := range documentation(t) {
		for _, code := range codeOf(text) {
			for _, problem := range undocumented(known, code, mentioned) {
				t.Errorf("%s: %s, in %q", name, problem, code)
			}
		}
	}
	readme := documentation(t)["README.md"]
	for command, flags := range known {
		if !strings.Contains(readme, "`semdiff "+command) {
			t.Errorf("README.md does not mention semdiff %s", command)
		}
		for _, flag := range flags {
			if !mentioned[flag] {
				t.Errorf("no page mentions %s of semdiff %s", flag, command)
			}
		}
	}
}

// TestDocumentedWords checks that the pages say of verdicts, statuses, claims and
// proofs what the tables have.
func TestDocumentedWords(t *testing.T) {
	pages := documentation(t)
	row := func(page, words, means string) {
		if line := "| " + words + " | " + means + " |\n"; !strings.Contains(pages[page], line) {
			t.Errorf("%s does not have %q", page, line)
		}
	}
	for _, w := range moddiff.AllStatuses() {
		row("docs/answers.md", "`"+string(w.Status)+"`", w.Means)
	}
	for _, w := range certificate.AllClaims() {
		row("docs/certificates.md", "`"+strings.ReplaceAll(w.Shown, ", ", "`, `")+"`", w.Means)
	}
	for _, w := range certificate.AllProofs() {
		row("docs/certificates.md", w.Proof, w.Means)
	}
}

// registered are the flags of each command, as its help lists them.
func registered(t *testing.T) map[string][]string {
	list := regexp.MustCompile(`(?m)^ +(?:(-\w), )?(--[a-z-]+)`)
	known := map[string][]string{}
	for _, name := range commandNames(newRoot(env{}, new(output), new(int))) {
		var out bytes.Buffer
		if code := run(env{ctx: context.Background(), stdout: &out, stderr: &out}, []string{name, "--help"}); code != exitSame {
			t.Fatalf("%s --help exits with %d", name, code)
		}
		known[name] = nil
		for _, m := range list.FindAllStringSubmatch(out.String(), -1) {
			for _, flag := range m[1:] {
				if flag != "" && flag != "--help" && flag != "-h" {
					known[name] = append(known[name], flag)
				}
			}
		}
	}
	return known
}

var (
	span    = regexp.MustCompile("`([^`]+)`")
	quoted  = regexp.MustCompile(`"[^"]*"|'[^']*'`)
	flagged = regexp.MustCompile(`^(-[a-z]|--[a-z][a-z-]*)$`)
)

// codeOf is what a page has in code font, and the commands of its blocks.
func codeOf(text string) []string {
	var out []string
	for _, m := range span.FindAllStringSubmatch(fence.ReplaceAllString(text, ""), -1) {
		out = append(out, m[1])
	}
	for line := range strings.Lines(strings.Join(append(blocks(text, "console"), blocks(text, "sh")...), "")) {
		line, _, _ = strings.Cut(strings.TrimPrefix(line, "$ "), " #")
		line, _, _ = strings.Cut(line, " | ")
		line, _, _ = strings.Cut(line, "; ")
		if strings.HasPrefix(line, "semdiff ") {
			out = append(out, line)
		}
	}
	return out
}

// undocumented says which commands and flags in code are not there, and notes the
// flags that are.
func undocumented(known map[string][]string, code string, mentioned map[string]bool) (problems []string) {
	words := strings.Fields(quoted.ReplaceAllString(code, ""))
	if len(words) == 0 {
		return nil
	}
	of := slices.Concat(slices.Collect(maps.Values(known))...)
	own := words[0] == "semdiff" && len(words) > 1
	if own {
		words = words[1:]
	}
	switch flags, is := known[words[0]]; {
	case is:
		of = flags
	case own && !slices.Contains([]string{"COMMAND", "--help", "help"}, words[0]):
		return []string{"there is no command " + words[0]}
	case !own && words[0][0] != '-':
		return nil // no command line of ours
	}
	for _, word := range words {
		name, _, _ := strings.Cut(word, "=")
		switch {
		case !flagged.MatchString(name) || name == "--help":
		case slices.Contains(of, name):
			mentioned[name] = true
		default:
			problems = append(problems, "there is no flag "+name)
		}
	}
	return problems
}

func TestUndocumented(t *testing.T) {
	known := map[string][]string{"diff": {"--entry", "--output", "-o"}, "run": {"--in"}}
	for _, test := range []struct{ code, want string }{
		{"semdiff diff old.bpl new.bpl --entry p -o out", ""},
		{"semdiff diff --in x=4", "there is no flag --in"},
		{"semdiff COMMAND --help", ""},
		{"semdiff differ", "there is no command differ"},
		{"run --in 'm=[1 := 2] --none'", ""},
		{"--in", ""},
		{"--search=false", "there is no flag --search"},
		{"-x", "there is no flag -x"},
		{"smack --no-verify", ""},
		{"-memory", ""},
	} {
		if got := strings.Join(undocumented(known, test.code, map[string]bool{}), "; "); got != test.want {
			t.Errorf("%s: got %q, want %q", test.code, got, test.want)
		}
	}
}
