package main

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"semdiff/compare/report"
	"semdiff/internal/needs"
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
//	tidy                      standard output without times, counts and style sheets, as file out
//	page                      standard output must be a page that is well formed and needs nothing from outside
//	schema                    standard output must be of schema semdiff/1
//	impact-schema         standard output must be of schema semdiff-impact/1
//	client-schema         standard output must be of schema semdiff-client/1
//	delta-schema          standard output must be of schema semdiff-delta/1
//	crosscheck-schema, files-schema, verify-schema, baseline-schema   standard output must be of these
//	sarif                 standard output must hold together as SARIF 2.1.0
//	replace file old new      old must be in the file, everywhere it is new then
func TestScripts(t *testing.T) {
	needs.Solvers(t, "z3", "cvc5")
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/script",
		UpdateScripts: *update,
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"exits":  exits,
			"tidy":   tidy,
			"schema": schema,

			"impact-schema":  impactSchema,
			"compare-schema": compareSchema,
			"page":           page,
			"replace":        replace,
			"client-schema":  clientSchema,
			"delta-schema":   deltaSchema,

			"files-schema":      against(report.NewFilesSchema),
			"crosscheck-schema": against(report.NewCrosscheckSchema),
			"verify-schema":     against(report.NewVerificationSchema),
			"baseline-schema":   against(report.NewBaselineSchema),
			"sarif":             sarif,
		},
		Setup: func(e *testscript.Env) error {
			figures, err := filepath.Abs("../../benchmarks/figures")
			e.Setenv("FIGURES", figures)
			return err
		},
	})
}

func replace(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: replace file old new")
	}
	text := ts.ReadFile(args[0])
	if !strings.Contains(text, args[1]) {
		ts.Fatalf("%q is not in %s", args[1], args[0])
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.ReplaceAll(text, args[1], args[2])), 0o666))
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

var measured = regexp.MustCompile(`[0-9]+ queries(, [0-9]+ refuted by bounds)?, [0-9.]+ s\.|("(?:time_ms|solver_ms|queries|undecided_queries|refuted_by_bounds)": )[0-9.]+`)

var styles = regexp.MustCompile(`(?s)<style>.*?</style>`)

func tidy(ts *testscript.TestScript, neg bool, args []string) {
	out := measured.ReplaceAllStringFunc(ts.ReadFile("stdout"), func(s string) string {
		if strings.HasPrefix(s, `"`) {
			name, _, _ := strings.Cut(s, ":")
			return name + ": 0"
		}
		return "N queries, T s."
	})
	out = styles.ReplaceAllString(out, "<style></style>")
	ts.Check(os.WriteFile(ts.MkAbs("out"), []byte(out), 0o666))
}

func impactSchema(ts *testscript.TestScript, neg bool, args []string) {
	if problem := checkImpact([]byte(ts.ReadFile("stdout"))); problem != "" {
		ts.Fatalf("%s", problem)
	}
}

func compareSchema(ts *testscript.TestScript, neg bool, args []string) {
	var instance any
	ts.Check(json.Unmarshal([]byte(ts.ReadFile("stdout")), &instance))
	if problem := checkAgainst(instance, report.NewCompareSchema); problem != "" {
		ts.Fatalf("%s", problem)
	}
}

func clientSchema(ts *testscript.TestScript, neg bool, args []string) {
	if problem := checkClient([]byte(ts.ReadFile("stdout"))); problem != "" {
		ts.Fatalf("%s", problem)
	}
}

func deltaSchema(ts *testscript.TestScript, neg bool, args []string) {
	if problem := checkDelta([]byte(ts.ReadFile("stdout"))); problem != "" {
		ts.Fatalf("%s", problem)
	}
}

func schema(ts *testscript.TestScript, neg bool, args []string) {
	if problem := checkSchema([]byte(ts.ReadFile("stdout"))); problem != "" {
		ts.Fatalf("%s", problem)
	}
}

// page reads standard output as XML that leaves HTML's void elements open.
func page(ts *testscript.TestScript, neg bool, args []string) {
	d := xml.NewDecoder(strings.NewReader(ts.ReadFile("stdout")))
	d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	ids, targets := map[string]bool{}, []string{}
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		ts.Check(err)
		element, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		if slices.Contains([]string{"link", "img", "iframe", "base"}, element.Name.Local) {
			ts.Fatalf("element %s", element.Name.Local)
		}
		for _, a := range element.Attr {
			switch target, local := strings.CutPrefix(a.Value, "#"); a.Name.Local {
			case "id":
				if ids[a.Value] {
					ts.Fatalf("id %s twice", a.Value)
				}
				ids[a.Value] = true
			case "aria-labelledby":
				targets = append(targets, a.Value)
			case "href":
				if !local {
					ts.Fatalf("%s leads outside", a.Value)
				}
				targets = append(targets, target)
			case "src":
				ts.Fatalf("source %s", a.Value)
			}
		}
	}
	for _, target := range targets {
		if !ids[target] {
			ts.Fatalf("no element has id %s", target)
		}
	}
}
