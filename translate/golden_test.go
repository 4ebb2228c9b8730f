package translate

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"semdiff/internal/golden"
	"semdiff/translate/ir"
)

// TestGolden lowers the inputs of testdata. A line "flags: --asserts=assume
// --externals=havoc" in the comment of an archive sets options.
func TestGolden(t *testing.T) {
	golden.Run(t, "testdata/*.txtar", func(t *testing.T, c golden.Case) string {
		var opts Options
		for _, flag := range strings.Fields(flagLine.FindString(c.Comment)) {
			switch name, value, _ := strings.Cut(flag, "="); name {
			case "flags:":
			case "--asserts":
				opts.Asserts = Asserts(value)
			case "--externals":
				opts.Externals = Externals(value)
			default:
				t.Fatalf("unknown flag %s", flag)
			}
		}
		p, err := lowerText(t, c.Name, c.Input, opts)
		if err != nil {
			return err.Error()
		}
		return printed(t, p)
	})
}

var (
	flagLine   = regexp.MustCompile(`(?m)^flags:.*$`)
	lambdaName = regexp.MustCompile(`lambda:[0-9a-f]+`)
)

// printed is a program as text, with lambdas numbered in order of appearance.
func printed(t *testing.T, p *ir.Program) string {
	var sb strings.Builder
	if err := ir.Print(&sb, p); err != nil {
		t.Fatal(err)
	}
	if len(p.Externals) > 0 {
		fmt.Fprintf(&sb, "functions by assumption: %s\n", strings.Join(p.Externals, ", "))
	}
	number := map[string]string{}
	return lambdaName.ReplaceAllStringFunc(sb.String(), func(s string) string {
		if number[s] == "" {
			number[s] = fmt.Sprintf("lambda:%c", 'A'+len(number))
		}
		return number[s]
	})
}
