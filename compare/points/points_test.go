package points

import (
	"bytes"
	"strings"
	"testing"

	"semdiff/boogie"
	"semdiff/internal/golden"
	"semdiff/translate"
)

// TestMark prints programs with marks, each beside the next one: an input holds the kind of
// points, then both versions.
func TestMark(t *testing.T) {
	golden.Run(t, "testdata/marks.txtar", func(t *testing.T, c golden.Case) string {
		parts := strings.Split(string(c.Input), "// then\n")
		var versions [2]translate.Source
		for i := range versions {
			var err error
			if versions[i], err = translate.Parse("p.bpl", []byte(parts[1+i])); err != nil {
				t.Fatal(err)
			}
		}
		marked, list, err := Mark(versions[0], versions[1], strings.TrimSpace(parts[0]))
		if err != nil {
			return err.Error() + "\n"
		}
		var out bytes.Buffer
		for _, p := range list {
			out.WriteString(p.Mark + " of " + strings.Join(p.Values, ", ") + "\n")
		}
		for _, v := range marked {
			if err := boogie.Print(&out, v.Prog); err != nil {
				t.Fatal(err)
			}
		}
		for _, v := range versions { // which are not touched
			var text bytes.Buffer
			if err := boogie.Print(&text, v.Prog); err != nil || strings.Contains(text.String(), "point(") {
				t.Errorf("the version given is %s, %v", text.String(), err)
			}
		}
		return out.String()
	})
}
