package boogie_test

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	pathpkg "path"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"

	"semdiff/boogie"
	"semdiff/boogie/types"
	"semdiff/internal/source"
)

// TestConformance compares what the front end accepts and rejects with Boogie's
// own tests. SEMDIFF_BOOGIE_TESTS is the folder Test of the repository
// boogie-org/boogie; SEMDIFF_BOOGIE_FACTS is a folder with two tables: class.tsv
// (path, class, note) says what kind of test each file is, errors.tsv (path,
// kind, line, column, message, file) which errors Boogie reports. Each file
// that is judged otherwise has to be in testdata/conformance.txt, with the
// reason. SEMDIFF_BOOGIE_CLASSES, such as "AE", selects classes.
func TestConformance(t *testing.T) {
	tests, facts := os.Getenv("SEMDIFF_BOOGIE_TESTS"), os.Getenv("SEMDIFF_BOOGIE_FACTS")
	if tests == "" || facts == "" {
		t.Skip("SEMDIFF_BOOGIE_TESTS and SEMDIFF_BOOGIE_FACTS are not set")
	}
	classes := cmp.Or(os.Getenv("SEMDIFF_BOOGIE_CLASSES"), "ABCDE")
	first := firstErrors(readTable(t, filepath.Join(facts, "errors.tsv")))
	listed := readDeviations(t, "testdata/conformance.txt")
	counts := map[string]*conformance{}
	for _, row := range readTable(t, filepath.Join(facts, "class.tsv")) {
		path, class := row[0], row[1]
		if !strings.Contains(classes, class) {
			continue
		}
		if _, err := os.Stat(filepath.Join(tests, filepath.FromSlash(path))); err != nil {
			t.Logf("not in the folder: %s", path)
			continue
		}
		c := counts[class]
		if c == nil {
			c = &conformance{}
			counts[class] = c
		}
		want, rejected := first[path]
		what, detail := c.judge(judgement(t, tests, path, class), want, rejected || class == "C" || class == "D")
		if what != "" {
			t.Logf("%s %s: %s: %s", class, path, what, detail)
		}
		listed.compare(t, deviation{path, class, what})
	}
	t.Logf("%-6s %6s %6s %12s %12s %12s %12s %12s", "class", "files", "right",
		"accepted ok", "rejected ok", "bad accept", "bad reject", "same place")
	for _, class := range slices.Sorted(maps.Keys(counts)) {
		c := counts[class]
		right, files := c.accepted+c.rejected, c.accepted+c.rejected+c.badAccept+c.badReject
		t.Logf("%-6s %6d %5d%% %12d %12d %12d %12d %12d", class, files, 100*right/files,
			c.accepted, c.rejected, c.badAccept, c.badReject, c.samePlace)
	}
}

// conformance counts the files of one class.
type conformance struct {
	accepted, rejected   int // as expected
	badAccept, badReject int
	samePlace            int // rejected as expected, with the first error where Boogie has it
}

// What a deviation can be.
const (
	wronglyAccepted = "accepted"
	wronglyRejected = "rejected"
	otherPlace      = "other place" // the first error is not where Boogie has it
)

// judge counts a file and says what is wrong, if anything.
func (c *conformance) judge(problems source.List, want place, reject bool) (what, detail string) {
	switch {
	case !reject && len(problems) == 0:
		c.accepted++
	case !reject:
		c.badReject++
		return wronglyRejected, short(problems[0])
	case len(problems) == 0:
		c.badAccept++
		return wronglyAccepted, fmt.Sprintf("but %d:%d: %s", want.line, want.col, want.message)
	default:
		c.rejected++
		if p := problems[0].Pos; p.Line != want.line || p.Col != want.col {
			return otherPlace, fmt.Sprintf("%s instead of %d:%d: %s", short(problems[0]), want.line, want.col, want.message)
		}
		c.samePlace++
	}
	return "", ""
}

func short(d source.Diagnostic) string {
	return fmt.Sprintf("%d:%d: %s", d.Pos.Line, d.Pos.Col, d.Message)
}

// judgement is what the front end says about a test: its file and the files
// that its RUN line adds are one program, which must also be printed such that
// it parses to the same tree. Of class B, which is about concurrency, only the
// syntax is judged.
func judgement(t *testing.T, tests, path, class string) (problems source.List) {
	defer func() {
		if r := recover(); r != nil {
			t.Errorf("%s: panic: %v\n%s", path, r, debug.Stack())
		}
	}()
	whole := &boogie.Program{File: path}
	for _, file := range inputs(t, tests, path) {
		src, err := os.ReadFile(filepath.Join(tests, filepath.FromSlash(file)))
		if err != nil {
			t.Fatal(err)
		}
		p, err := boogie.Parse(file, src)
		if err != nil {
			return err.(source.List)
		}
		reparsed(t, file, p)
		whole.Decls = append(whole.Decls, p.Decls...)
	}
	if class == "B" {
		return nil
	}
	check := types.CheckStrict
	if strings.Contains(runLine(t, tests, path), "-inferModifies") {
		check = types.Check
	}
	_, problems = check(whole)
	return problems
}

// inputs lists the files that the first RUN line of a test gives to Boogie:
// those it names, then the libraries. A file that is given twice is read once.
func inputs(t *testing.T, tests, path string) []string {
	files, libraries := []string{path}, []string(nil)
	for _, arg := range strings.Fields(runLine(t, tests, path)) {
		name, isLib := strings.CutPrefix(arg, "-lib:")
		if !isLib {
			name, isLib = strings.CutPrefix(arg, "/lib:")
		}
		file := pathpkg.Join(pathpkg.Dir(path), arg)
		switch {
		case isLib:
			libraries = append(libraries, "../Source/Core/"+name+".bpl")
		case strings.HasSuffix(arg, ".bpl") && !slices.Contains(files, file):
			files = append(files, file)
		}
	}
	return append(files, libraries...)
}

// runLine is the first command of a test that runs Boogie, or "".
func runLine(t *testing.T, tests, path string) string {
	src, err := os.ReadFile(filepath.Join(tests, filepath.FromSlash(path)))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(src)) {
		if _, command, run := strings.Cut(line, "RUN:"); run && strings.Contains(command, "boogie ") {
			return command
		}
	}
	return ""
}

// reparsed reports a program that changes when it is printed and parsed.
func reparsed(t *testing.T, path string, p *boogie.Program) {
	var text strings.Builder
	if err := boogie.Print(&text, p); err != nil {
		t.Fatal(err)
	}
	switch q, err := boogie.Parse(path, []byte(text.String())); {
	case err != nil:
		t.Errorf("%s does not parse after printing: %v", path, err)
	case !boogie.EqualProgram(p, q):
		t.Errorf("%s is not equal after printing", path)
	}
}

// place is where Boogie reports an error; columns count from 1.
type place struct {
	line, col int
	message   string
}

// firstErrors finds the first error of each file in the order of source.List.
// Boogie counts columns from 0 but in parse errors, of which those of pragmas
// have column 0.
func firstErrors(rows [][]string) map[string]place {
	first := map[string]source.Diagnostic{}
	for _, row := range rows {
		line, _ := strconv.Atoi(row[2])
		col, _ := strconv.Atoi(row[3])
		if row[1] != "parse" || col == 0 {
			col++
		}
		d := source.Diagnostic{Pos: source.Pos{File: row[5], Line: line, Col: col}, Message: row[4]}
		if old, ok := first[row[0]]; !ok || d.Pos.Before(old.Pos) {
			first[row[0]] = d
		}
	}
	places := map[string]place{}
	for path, d := range first {
		places[path] = place{d.Pos.Line, d.Pos.Col, d.Message}
	}
	return places
}

// readTable reads the rows of a file of tab-separated values but the first.
func readTable(t *testing.T, file string) [][]string {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var rows [][]string
	for line := range strings.Lines(string(data)) {
		rows = append(rows, strings.Split(strings.TrimRight(line, "\r\n"), "\t"))
	}
	return rows[1:]
}
