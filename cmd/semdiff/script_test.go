package main

import (
	"errors"
	"flag"
	"os"
	"os/exec"
	"os/signal"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite the expectations of cmp in the scripts")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"semdiff": func() {
		signal.Reset(os.Interrupt) // test processes may have it ignored
		main()
	}})
}

// TestScripts runs testdata/script. Beside testscript's commands there are
//
//	exits N command args...   the exit code must be N
//	tidy                      standard output without times and counts, as file out
//	schema                    standard output must be of schema semdiff/1
func TestScripts(t *testing.T) {
	if _, err := exec.LookPath("z3"); err != nil {
		t.Skip(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/script",
		UpdateScripts: *update,
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"exits":  exits,
			"tidy":   tidy,
			"schema": schema,
		},
	})
}

func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits N command args...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d\n%s%s", got, want, ts.ReadFile("stdout"), ts.ReadFile("stderr"))
	}
}

var measured = regexp.MustCompile(`[0-9]+ queries, [0-9.]+ s\.|("(?:time_ms|solver_ms|queries|undecided_queries)": )[0-9.]+`)

func tidy(ts *testscript.TestScript, neg bool, args []string) {
	out := measured.ReplaceAllStringFunc(ts.ReadFile("stdout"), func(s string) string {
		if strings.HasPrefix(s, `"`) {
			name, _, _ := strings.Cut(s, ":")
			return name + ": 0"
		}
		return "N queries, T s."
	})
	ts.Check(os.WriteFile(ts.MkAbs("out"), []byte(out), 0o666))
}

func schema(ts *testscript.TestScript, neg bool, args []string) {
	if problem := checkSchema([]byte(ts.ReadFile("stdout"))); problem != "" {
		ts.Fatalf("%s", problem)
	}
}
