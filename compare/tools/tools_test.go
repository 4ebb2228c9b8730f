package tools

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"semdiff/compare/suite"
	"semdiff/compare/symdiff"
	"semdiff/compare/symdiff/eqfile"
	"semdiff/internal/golden"
	"semdiff/moddiff/export"
)

// TestProblems checks that what is wrong with a file is said with its place.
func TestProblems(t *testing.T) {
	golden.Run(t, "testdata/problems.txtar", func(t *testing.T, c golden.Case) string {
		file := filepath.Join(t.TempDir(), "tools.toml")
		if err := os.WriteFile(file, c.Input, 0o666); err != nil {
			t.Fatal(err)
		}
		list, err := Read(file)
		if err != nil {
			return strings.ReplaceAll(err.Error(), filepath.Dir(file)+"/", "") + "\n"
		}
		var out strings.Builder
		for _, tool := range list {
			fmt.Fprintf(&out, "%s: %d rules\n", tool.Name, len(tool.Rules))
		}
		return out.String()
	})
}

// tool reads a tool that runs a script.
func tool(t *testing.T, script, rules string) Tool {
	t.Helper()
	file := filepath.Join(t.TempDir(), "tools.toml")
	text := fmt.Sprintf("[[tool]]\nname = \"t\"\ncommand = [\"sh\", \"-c\", %q]\n%s", script, rules)
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	list, err := Read(file)
	if err != nil {
		t.Fatal(err)
	}
	return list[0]
}

func pair(t *testing.T) *suite.Pair {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"old.bpl": "one\n", "new.bpl": "two\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return &suite.Pair{ID: "p", Dir: dir, Old: "old.bpl", New: "new.bpl", Entry: "main", Truth: "different"}
}

// TestRules runs tools whose output is one thing or another.
func TestRules(t *testing.T) {
	const rules = `
[[tool.answer]]
exit = 1
output = "(?m)^one$"
verdict = "different"
[[tool.answer]]
output = "the same"
verdict = "equivalent"
[[tool.answer]]
exit = 7
verdict = "error"
`
	for _, test := range []struct{ script, verdict, reason string }{
		{"cat {old} {new}; echo {entry}; exit 1", "different", ""},
		{"cat {old} {new}", "", "no rule of the tool fits: two"},
		{"echo the same >&2", "equivalent", ""},
		{"echo so what; exit 7", "", "so what"},
		{"[ {seconds} = 61 ] && [ {memory} = 1000 ] && [ $(ls | wc -l) = 0 ] && echo the same", "equivalent", ""},
	} {
		c := New(tool(t, test.script, rules), "", "")
		a, run, err := c.Answer(context.Background(), pair(t), suite.Limits{Timeout: 60100 * time.Millisecond, Memory: 1000})
		if err != nil {
			t.Fatal(err)
		}
		if string(a.Verdict) != test.verdict || a.Reason != test.reason || run.Seconds <= 0 {
			t.Errorf("%s: %q because %q, in %v s", test.script, a.Verdict, a.Reason, run.Seconds)
		}
	}
	a, _, err := New(tool(t, "sleep 100", rules), "", "").Answer(context.Background(), pair(t), suite.Limits{Timeout: 50 * time.Millisecond})
	if err != nil || a.Verdict != "unknown" || a.Over != suite.OverTime {
		t.Errorf("a tool that takes too long: %+v, %v", a, err)
	}
}

func TestAbsent(t *testing.T) {
	c := New(Tool{Name: "gone", Command: []string{"no-such-program"}}, "", "")
	if got := c.Info().Absent; got != "no-such-program is not installed" {
		t.Errorf("%q", got)
	}
	first, second := tool(t, "true", "[[tool.answer]]\nexit = 0\nverdict = \"equivalent\"\n"), tool(t, "true", "[[tool.answer]]\nexit = 1\nverdict = \"equivalent\"\n")
	if New(first, "", "").Fingerprint() == New(second, "", "").Fingerprint() {
		t.Error("other rules need another run")
	}
}

// TestQueries asks a solver that is a script about an export.
func TestQueries(t *testing.T) {
	for _, test := range []struct {
		name, script, verdict, reason string
		missing                       int
		contradicts                   bool
	}{
		{"confirmed", "cat {query}", "different", "", 0, false},
		{"contradicted", "cat {query} | tr -d n | sed s/usat/sat/", "different", "query second is sat, not unsat", 0, true},
		{"unknown", "echo unknown # {query}", "unknown", "query first is unknown", 0, false},
		{"failed", "echo no licence {query} | cut -c1-10 >&2; exit 3", "", "query first: no licence", 0, false},
		{"claims without queries", "cat {query}", "unknown", "the export says different, 1 claims are without a query", 1, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			in := &inputs{dir: t.TempDir()}
			in.index = &export.Index{Verdict: "different", NotExported: make([]export.NotExported, test.missing)}
			if err := os.Mkdir(in.exportDir(), 0o777); err != nil {
				t.Fatal(err)
			}
			for id, status := range map[string]string{"first": "sat", "second": "unsat"} {
				if err := os.WriteFile(filepath.Join(in.exportDir(), id), []byte(status+"\n"), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			in.index.Queries = []export.Query{{ID: "first", File: "first", Status: "sat"}, {ID: "second", File: "second", Status: "unsat"}}
			a, _, err := New(tool(t, test.script, ""), "", "").answerQueries(context.Background(), in, suite.Limits{Timeout: time.Minute})
			if err != nil {
				t.Fatal(err)
			}
			if string(a.Verdict) != test.verdict || a.Reason != test.reason || a.Contradicts != test.contradicts {
				t.Errorf("%+v", a)
			}
		})
	}
}

// TestReadBoogie checks that what a file's assertions say comes through its data.
func TestReadBoogie(t *testing.T) {
	data, err := json.Marshal(&symdiff.EqFile{Asserts: map[int]eqfile.Assertion{3: {Kind: eqfile.AssertOutput}, 4: {Kind: eqfile.AssertEnds}}})
	if err != nil {
		t.Fatal(err)
	}
	in := &inputs{}
	if err := json.Unmarshal(data, &in.eq); err != nil {
		t.Fatal(err)
	}
	const failed = "eq.bpl(%d,3): Error BP5001: This assertion might not hold.\n\nBoogie program verifier finished with 0 verified, 1 error\n"
	for output, want := range map[string]string{
		"\nBoogie program verifier finished with 1 verified, 0 errors\n": "equivalent",
		fmt.Sprintf(failed, 3): "unknown",
		fmt.Sprintf(failed, 4): "partially-equivalent",
	} {
		if got, _ := readBoogie(output, in); string(got) != want {
			t.Errorf("%q means %s, want %s", output, got, want)
		}
	}
}
