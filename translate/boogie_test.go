package translate

import (
	"cmp"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"semdiff/boogie"
	"semdiff/boogie/types"
	"semdiff/internal/source"
	"semdiff/smtlib"
)

// TestBoogieTests lowers the files of Boogie's own tests that the front end
// accepts, and tells how many have a meaning here and why others have none. The
// folders are those of TestConformance (package boogie); with
// SEMDIFF_BOOGIE_CLASSES each file that is refused is listed.
func TestBoogieTests(t *testing.T) {
	tests, facts := os.Getenv("SEMDIFF_BOOGIE_TESTS"), os.Getenv("SEMDIFF_BOOGIE_FACTS")
	if tests == "" || facts == "" {
		t.Skip("SEMDIFF_BOOGIE_TESTS and SEMDIFF_BOOGIE_FACTS are not set")
	}
	table, err := os.ReadFile(filepath.Join(facts, "class.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	lowered, reasons := map[string]int{}, map[string]int{}
	for line := range strings.Lines(string(table)) {
		row := strings.Split(line, "\t")
		path, class := row[0], row[1]
		if class != "A" && class != "E" {
			continue
		}
		src, err := os.ReadFile(filepath.Join(tests, filepath.FromSlash(path)))
		if err != nil {
			t.Logf("not in the folder: %s", path)
			continue
		}
		refused := refusal(t, path, src)
		if refused == nil {
			lowered[class]++
			continue
		}
		for _, r := range firstReasons(refused) {
			reasons[r]++
		}
		if strings.Contains(os.Getenv("SEMDIFF_BOOGIE_CLASSES"), class) {
			t.Logf("%s %s: %s", class, path, refused[0].Error())
		}
	}
	t.Logf("lowered: %v", lowered)
	for _, r := range slices.SortedFunc(maps.Keys(reasons), func(a, b string) int {
		return cmp.Or(cmp.Compare(reasons[b], reasons[a]), strings.Compare(a, b))
	}) {
		t.Logf("%4d files: %s", reasons[r], r)
	}
}

// refusal is why a program has no meaning here.
func refusal(t *testing.T, path string, src []byte) source.List {
	defer func() {
		if r := recover(); r != nil {
			t.Errorf("%s: panic: %v\n%s", path, r, debug.Stack())
		}
	}()
	prog, err := boogie.Parse(path, src)
	if err != nil {
		return source.List{{Message: "does not parse"}}
	}
	info, problems := types.Check(prog)
	if len(problems) > 0 {
		return source.List{{Message: "is not well-typed"}}
	}
	if _, err := Lower(smtlib.NewContext(), Source{Prog: prog, Info: info}, Options{}); err != nil {
		return err.(source.List)
	}
	return nil
}

var particular = regexp.MustCompile(`\b(procedure|function|datatype|type|operator|label|depends on whether) .*? (has|is|and|does|are)\b`)

// firstReasons are the messages of a list without the names in them, each once.
func firstReasons(list source.List) []string {
	seen := map[string]bool{}
	for _, d := range list {
		seen[particular.ReplaceAllString(d.Message, "$1 _ $2")] = true
	}
	return slices.Sorted(maps.Keys(seen))
}
