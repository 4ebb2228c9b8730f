// Package internal_test holds the test of the house's arrows.
package internal_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// arrows says for each package of the module what it may import of the others;
// a name with /... stands for everything below too. The longest prefix counts.
// Packages below internal may be imported by all and import nothing above.
var arrows = map[string][]string{
	"boogie":        {"boogie"},
	"smtlib":        {"smtlib", "smtlib/ieee"},
	"smtlib/ieee":   {},
	"smtlib/solver": {"smtlib", "smtlib/solver"},
	"translate":     {"boogie/...", "smtlib", "smtlib/ieee", "translate/..."},
	"translate/ir":  {"smtlib"},
	"translate/interp": {
		"smtlib", "smtlib/ieee", "translate/ir",
	},
	"moddiff": {"smtlib", "smtlib/ieee", "smtlib/solver", "translate/ir", "translate/interp", "moddiff/..."},
	"compare": {"boogie/...", "smtlib/...", "translate/...", "moddiff/...", "compare/..."},
	"cmd":     {"boogie/...", "smtlib/...", "translate/...", "moddiff/...", "compare/..."},

	"boogie/types":      {"boogie"},
	"boogie/match":      {"boogie", "boogie/types"},
	"internal/source":   {},
	"internal/golden":   {},
	"internal/randprog": {},
}

// onlyTests are packages that nothing but tests may import.
var onlyTests = []string{"internal/golden", "internal/randprog"}

type goPackage struct {
	ImportPath       string
	GoFiles, Imports []string
}

func TestImports(t *testing.T) {
	for _, p := range list(t) {
		if len(p.GoFiles) == 0 { // tests only
			continue
		}
		allowed, known := arrowsOf(p.name())
		if !known {
			t.Errorf("no arrow says what %s may import", p.name())
			continue
		}
		for _, path := range p.Imports {
			name, ours := strings.CutPrefix(path, "semdiff/")
			if !ours {
				continue
			}
			switch {
			case slices.Contains(onlyTests, name):
				t.Errorf("%s imports %s, which is for tests only", p.name(), name)
			case strings.HasPrefix(name, "internal/"):
			case !slices.ContainsFunc(allowed, func(a string) bool { return covers(a, name) }):
				t.Errorf("%s must not import %s", p.name(), name)
			}
		}
	}
}

func (p goPackage) name() string { return strings.TrimPrefix(p.ImportPath, "semdiff/") }

// list asks the go command for the packages of the module.
func list(t *testing.T) []goPackage {
	out, err := exec.Command("go", "list", "-json=ImportPath,GoFiles,Imports", "semdiff/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	var packages []goPackage
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p goPackage
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		packages = append(packages, p)
	}
	if len(packages) < 10 {
		t.Fatalf("only %d packages", len(packages))
	}
	return packages
}

func arrowsOf(name string) ([]string, bool) {
	for at := name; ; {
		if a, ok := arrows[at]; ok {
			return a, true
		}
		i := strings.LastIndex(at, "/")
		if i < 0 {
			return nil, false
		}
		at = at[:i]
	}
}

func covers(pattern, name string) bool {
	prefix, all := strings.CutSuffix(pattern, "/...")
	return name == prefix || all && strings.HasPrefix(name, prefix+"/")
}
