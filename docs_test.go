package semdiff_test

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

var goBlock = regexp.MustCompile("(?ms)^```go\n(.*?)^```$")

// TestDocumentedExamples checks that the Go code of docs/api.md is that of the
// examples, which are run.
func TestDocumentedExamples(t *testing.T) {
	page, err := os.ReadFile("docs/api.md")
	if err != nil {
		t.Fatal(err)
	}
	examples, err := os.ReadFile("example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	blocks := goBlock.FindAllStringSubmatch(string(page), -1)
	if len(blocks) < 3 {
		t.Errorf("only %d blocks", len(blocks))
	}
	for _, block := range blocks {
		if !strings.Contains(unindented(string(examples)), unindented(block[1])) {
			t.Errorf("no example has\n%s", block[1])
		}
	}
}

func unindented(code string) string {
	var out strings.Builder
	for line := range strings.Lines(code) {
		out.WriteString(strings.TrimLeft(line, "\t"))
	}
	return out.String()
}
