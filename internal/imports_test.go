// Package internal_test holds the test of the house's arrows.
package internal_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
)

const module = "semdiff"

// root is the package of the module's root, as arrows name it.
const root = "."

// arrows says for each package of the module what it may import of the others;
// a name with /... stands for what is below it too. Packages below internal may
// be imported by all.
var arrows = map[string][]string{
	"boogie":       {},
	"boogie/types": {"boogie"},
	"boogie/match": {"boogie", "boogie/types"},

	"smtlib":         {"smtlib/graph", "smtlib/ieee"},
	"smtlib/graph":   {},
	"smtlib/houdini": {},
	"smtlib/ieee":    {},
	"smtlib/search":  {"smtlib"},
	"smtlib/solver":  {"smtlib", "smtlib/search"},
	"smtlib/horn":    {"smtlib", "smtlib/solver"},
	"smtlib/wire":    {"smtlib", "smtlib/ieee"},

	"smtlib/abstract": {"smtlib", "smtlib/solver"},

	"translate":             {"boogie", "boogie/types", "smtlib", "smtlib/graph", "translate/..."},
	"translate/ir":          {"smtlib", "smtlib/graph"},
	"translate/cfg":         {"boogie", "boogie/types", "smtlib/graph"},
	"translate/term":        {"boogie", "boogie/types", "smtlib", "smtlib/ieee", "translate/cfg", "translate/ir", "translate/mono"},
	"translate/loops":       {"smtlib", "smtlib/graph", "translate/ir"},
	"translate/interp":      {"smtlib", "smtlib/ieee", "translate/ir"},
	"translate/mono":        {"boogie", "boogie/types"},
	"translate/sourcenames": {"boogie", "smtlib"},

	"translate/outline": {"smtlib", "translate/ir", "translate/loops"},

	"translate/extraction": {"boogie"},

	"translate/depend": {"smtlib", "smtlib/graph", "translate/ir"},

	"moddiff/reason":      {},
	"moddiff/readable":    {"smtlib", "translate/interp"},
	"moddiff/pairing":     {"smtlib", "translate/ir"},
	"moddiff/query":       {"moddiff/reason", "smtlib", "smtlib/solver", "translate/ir"},
	"moddiff/summary":     {"moddiff/pairing", "moddiff/readable", "moddiff/reason", "moddiff/relation", "smtlib", "smtlib/solver", "translate/interp", "translate/ir"},
	"moddiff/abstraction": {"moddiff/pairing", "moddiff/query", "moddiff/readable", "moddiff/relation", "moddiff/summary", "moddiff/vc", "smtlib", "translate/ir"},
	"moddiff/symexec":     {"moddiff/abstraction", "moddiff/pairing", "moddiff/reason", "moddiff/summary", "smtlib", "translate/ir"},
	"moddiff/closedform":  {"moddiff/abstraction", "moddiff/pairing", "moddiff/query", "moddiff/summary", "moddiff/symexec", "smtlib", "smtlib/solver", "translate/ir"},
	"moddiff/termination": {"moddiff/abstraction", "moddiff/certificate", "moddiff/pairing", "moddiff/readable", "moddiff/summary", "moddiff/symexec", "smtlib", "smtlib/graph", "smtlib/houdini", "translate/ir"},
	"moddiff/witness":     {"moddiff/abstraction", "moddiff/pairing", "moddiff/query", "moddiff/readable", "moddiff/reason", "moddiff/summary", "smtlib", "smtlib/solver", "translate/interp", "translate/ir"},
	"moddiff/concolic":    {"moddiff/pairing", "moddiff/query", "moddiff/readable", "moddiff/summary", "moddiff/symexec", "moddiff/witness", "smtlib", "smtlib/solver", "translate/interp", "translate/ir"},
	"moddiff/certificate": {"smtlib", "smtlib/solver"},
	"moddiff/evidence":    {"moddiff/abstraction", "moddiff/certificate", "moddiff/closedform", "moddiff/pairing", "moddiff/product", "moddiff/query", "moddiff/relation", "moddiff/summary", "moddiff/termination", "moddiff/vc", "smtlib", "smtlib/solver", "translate/ir"},
	"moddiff/store":       {"moddiff/abstraction", "moddiff/pairing", "moddiff/query", "moddiff/reason", "moddiff/relation", "moddiff/summary", "moddiff/witness", "smtlib", "smtlib/solver", "smtlib/wire", "translate/interp", "translate/ir"},
	"moddiff/vc":          {"moddiff/pairing", "smtlib", "translate/ir"},
	"moddiff/relation":    {"moddiff/vc", "smtlib", "smtlib/horn", "smtlib/houdini", "translate/ir"},
	"moddiff/product":     {"moddiff/pairing", "moddiff/query", "moddiff/relation", "moddiff/summary", "moddiff/termination", "moddiff/vc", "moddiff/witness", "smtlib", "smtlib/solver", "translate/interp", "translate/ir"},
	"moddiff/kit":         {"moddiff/abstraction", "moddiff/closedform", "moddiff/concolic", "moddiff/pairing", "moddiff/query", "moddiff/summary", "moddiff/symexec", "moddiff/termination", "moddiff/witness", "smtlib", "smtlib/solver", "translate/ir"},
	"moddiff/region":      {"moddiff/kit", "moddiff/pairing", "moddiff/readable", "moddiff/summary", "smtlib", "translate/interp", "translate/ir"},
	"moddiff/result":      {"moddiff/certificate", "moddiff/kit", "moddiff/pairing", "moddiff/query", "moddiff/reason", "moddiff/summary", "smtlib", "smtlib/solver", "translate/ir"},
	"moddiff":             {"moddiff/...", "smtlib", "smtlib/horn", "smtlib/solver", "translate/interp", "translate/ir"},
	"moddiff/impact":      {"moddiff/pairing", "moddiff/vc", "smtlib", "translate/depend", "translate/ir"},
	"moddiff/slice":       {"moddiff/impact", "moddiff/pairing", "translate/depend", "translate/ir"},
	"moddiff/export":      {"moddiff", "moddiff/certificate", "smtlib", "smtlib/solver"},

	"compare/boogiefile":     {"smtlib", "translate/ir"},
	"compare/clever":         {"smtlib", "smtlib/solver", "moddiff", "moddiff/...", "compare/engine", "translate/interp", "translate/ir", "translate/outline"},
	"compare/crosscheck":     {"moddiff", "smtlib", "smtlib/solver", "translate/ir", "translate/sourcenames", "compare/engine", "compare/engines", "compare/report", "compare/symdiff"},
	"compare/points":         {"boogie", "boogie/types", "translate"},
	"compare/dizy":           {"compare/points", "smtlib", "smtlib/abstract", "smtlib/solver", "moddiff/...", "compare/engine", "translate/interp", "translate/ir"},
	"compare/engine":         {"moddiff", "smtlib/solver", "translate/ir", "translate/sourcenames"},
	"compare/engines":        {"moddiff", "compare/clever", "compare/dizy", "compare/engine", "compare/random", "compare/symdiff"},
	"compare/impact":         {"compare/boogiefile", "compare/engine", "moddiff/...", "smtlib/...", "translate/depend", "translate/interp", "translate/ir"},
	"compare/matrix":         {"compare/suite"},
	"compare/random":         {"smtlib", "moddiff/...", "compare/engine"},
	"compare/report":         {"smtlib/...", "translate/interp", "translate/ir", "translate/sourcenames", "translate/depend", "moddiff/...", "compare/clever", "compare/dizy", "compare/engine", "compare/engines", "compare/impact", "compare/suite", "compare/symdiff", "compare/trace"},
	"compare/session":        {"boogie", "boogie/match", "compare/points", "compare/testcase", "compare/trace", "smtlib/...", "translate/...", "moddiff", "compare/engine", "compare/symdiff"},
	"compare/suite":          {"moddiff", "compare/suite/scaling"},
	"compare/suite/scaling":  {},
	"compare/symdiff":        {"boogie/match", "smtlib", "smtlib/graph", "smtlib/solver", "translate/...", "moddiff/...", "compare/engine", "compare/symdiff/..."},
	"compare/symdiff/eqfile": {"smtlib", "translate/ir", "compare/boogiefile", "compare/engine", "moddiff/vc"},
	"compare/symdiff/mutual": {"boogie/...", "compare/boogiefile", "smtlib", "translate/...", "moddiff/relation", "moddiff/vc"},
	"compare/testcase":       {"boogie", "compare/engine", "moddiff", "smtlib", "translate/interp", "translate/ir", "translate/sourcenames"},
	"compare/tools":          {"moddiff", "moddiff/export", "compare/engine", "compare/suite", "compare/symdiff", "compare/symdiff/eqfile"},
	"compare/trace":          {"translate/interp"},

	root: {"smtlib/solver", "translate", "moddiff", "moddiff/export", "compare/engine", "compare/engines", "compare/report", "compare/session", "compare/symdiff", "compare/testcase"},

	"cmd/semdiff": {"boogie/...", "smtlib/...", "translate/...", "moddiff/...", "compare/...", root},

	"internal/bitset":     {},
	"internal/closest":    {},
	"internal/constants":  {},
	"internal/digest":     {},
	"internal/enginetest": {"compare/engine", "internal/needs", "internal/pairtest", "smtlib", "smtlib/solver"},
	"internal/golden":     {},
	"internal/lazyregexp": {},
	"internal/limits":     {},
	"internal/manual":     {},
	"internal/needs":      {},
	"internal/record":     {},
	"internal/pairtest":   {"smtlib", "translate", "translate/ir"},
	"internal/randprog":   {},
	"internal/source":     {},
}

// testArrows says the same of the tests below each folder of the module's root.
var testArrows = map[string][]string{
	"boogie":     {"boogie/..."},
	"smtlib":     {"smtlib/..."},
	"translate":  {"boogie/...", "smtlib/...", "translate/..."},
	"moddiff":    {"boogie/...", "smtlib/...", "translate/...", "moddiff/..."},
	"compare":    {"boogie/...", "smtlib/...", "translate/...", "moddiff/...", "compare/..."},
	"benchmarks": {"boogie/...", "smtlib/...", "translate/...", "moddiff/...", "compare/..."},
	"cmd":        {"boogie/...", "smtlib/...", "translate/...", "moddiff/...", "compare/...", root},
	root:         {root},
	"internal":   {"boogie/...", "smtlib/...", "translate/..."},
}

// onlyTests are packages that nothing but tests and one another may import.
var onlyTests = []string{"internal/constants", "internal/enginetest", "internal/golden", "internal/needs", "internal/pairtest", "internal/randprog"}

func TestImports(t *testing.T) {
	packages := read(t, os.DirFS(".."))
	if len(packages) < 10 {
		t.Fatalf("only %d packages", len(packages))
	}
	for _, p := range packages {
		for _, problem := range p.problems() {
			t.Error(problem)
		}
	}
	for name := range arrows {
		if !slices.ContainsFunc(packages, func(p folder) bool { return p.name == name && p.code }) {
			t.Errorf("there is no package %s", name)
		}
	}
}

// TestImportsFound checks that imports against the arrows are found.
func TestImportsFound(t *testing.T) {
	for _, test := range []struct{ file, imported, want string }{
		{"boogie/a.go", "semdiff/internal/source", ""},
		{"boogie/a.go", "go/parser", ""},
		{"boogie/a.go", "semdiff/smtlib", "boogie must not import smtlib"},
		{"boogie/types/a.go", "semdiff/boogie/match", "boogie/types must not import boogie/match"},
		{"boogie/a.go", "semdiff/internal/golden", "boogie imports internal/golden, which is for tests only"},
		{"boogie/a_test.go", "semdiff/internal/golden", ""},
		{"boogie/a_test.go", "semdiff/translate", "tests of boogie must not import translate"},
		{"translate/a.go", "semdiff/boogie/types", ""},
		{"moddiff/a_test.go", "semdiff/cmd/semdiff", "tests of moddiff must not import cmd/semdiff"},
		{"moddiff/new/a.go", "fmt", "no arrow says what moddiff/new may import"},
		{"moddiff/new/a_test.go", "semdiff/moddiff", ""},
		{"cmd/semdiff/a.go", "semdiff", ""},
		{"boogie/a.go", "semdiff", "boogie must not import ."},
		{"a.go", "semdiff/compare/report", ""},
		{"a.go", "semdiff/cmd/semdiff", ". must not import cmd/semdiff"},
		{"a_test.go", "semdiff", ""},
		{"new/a_test.go", "fmt", "no arrow says what tests of new may import"},
		{"cmd/semdiff/testdata/a.go", "semdiff/none", ""},
		{".git/a.go", "semdiff/none", ""},
	} {
		t.Run(test.file+" "+test.imported, func(t *testing.T) {
			text := "package p\nimport (\"fmt\"; _ " + strconv.Quote(test.imported) + ")\n"
			var problems []string
			for _, p := range read(t, fstest.MapFS{test.file: {Data: []byte(text)}}) {
				problems = append(problems, p.problems()...)
			}
			if got := strings.Join(problems, "; "); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// folder is a folder with Go files.
type folder struct {
	name                 string
	code, tests          bool     // has Go files other than tests; has tests
	imports, testImports []string // of this module
}

// read reads the imports of all Go files itself: had it the go command read
// them, the test cache would not see that they changed.
func read(t *testing.T, files fs.FS) []folder {
	var list []folder
	walk := func(name string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return err
		}
		if base := path.Base(name); name != "." && (base[0] == '.' || base[0] == '_' || base == "testdata") {
			return fs.SkipDir // as the go command does
		}
		f, err := readFolder(files, name)
		if f.code || f.tests {
			list = append(list, f)
		}
		return err
	}
	if err := fs.WalkDir(files, ".", walk); err != nil {
		t.Fatal(err)
	}
	return list
}

func readFolder(in fs.FS, name string) (folder, error) {
	f := folder{name: name}
	files, err := fs.Glob(in, path.Join(name, "*.go"))
	if err != nil {
		return f, err
	}
	for _, file := range files {
		text, err := fs.ReadFile(in, file)
		if err != nil {
			return f, err
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, text, parser.ImportsOnly)
		if err != nil {
			return f, err
		}
		has, imports := &f.code, &f.imports
		if strings.HasSuffix(file, "_test.go") {
			has, imports = &f.tests, &f.testImports
		}
		*has = true
		for _, spec := range parsed.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return f, err
			}
			if imported == module {
				*imports = append(*imports, root)
			} else if rest, ours := strings.CutPrefix(imported, module+"/"); ours {
				*imports = append(*imports, rest)
			}
		}
	}
	return f, nil
}

// problems says where the imports of a folder are not as the arrows have them.
func (f folder) problems() []string {
	var out []string
	if allowed, known := arrows[f.name]; known {
		for _, name := range f.imports {
			switch {
			case slices.Contains(onlyTests, name) && !slices.Contains(onlyTests, f.name):
				out = append(out, f.name+" imports "+name+", which is for tests only")
			case !covered(allowed, name):
				out = append(out, f.name+" must not import "+name)
			}
		}
	} else if f.code {
		out = append(out, "no arrow says what "+f.name+" may import")
	}
	top, _, _ := strings.Cut(f.name, "/")
	if allowed, known := testArrows[top]; known {
		for _, name := range f.testImports {
			if !covered(allowed, name) {
				out = append(out, "tests of "+f.name+" must not import "+name)
			}
		}
	} else if f.tests {
		out = append(out, "no arrow says what tests of "+f.name+" may import")
	}
	return out
}

// covered reports whether what is allowed has a package in it, or whether all
// may import it.
func covered(allowed []string, name string) bool {
	return strings.HasPrefix(name, "internal/") || slices.ContainsFunc(allowed, func(pattern string) bool {
		prefix, all := strings.CutSuffix(pattern, "/...")
		return name == prefix || all && strings.HasPrefix(name, prefix+"/")
	})
}
