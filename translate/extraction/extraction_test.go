package extraction

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"semdiff/boogie"
	"semdiff/internal/golden"
)

// TestUndo prints what becomes of programs with extracted loops: which procedures are loops again, and the bodies that changed.
// A second version follows behind a line of ====, else it has none of the procedures.
func TestUndo(t *testing.T) {
	golden.Run(t, "testdata/*.txtar", func(t *testing.T, c golden.Case) string {
		texts := strings.Split(string(c.Input), "====\n")
		var progs []*boogie.Program
		for _, text := range texts {
			progs = append(progs, parse(t, c.Name, text))
		}
		if len(progs) == 1 {
			progs = append(progs, parse(t, c.Name, "procedure other() { }"))
		}
		undone, _, loops := Undo(progs[0], progs[1], []string{"kept_loop_head"})
		if same := loops == nil; same != (undone == progs[0]) {
			t.Errorf("loops %v, but the program changed: %v", loops, undone != progs[0])
		}
		var sb strings.Builder
		fmt.Fprintf(&sb, "loops: %s\n", strings.Join(loops, " "))
		undone.Decls = slices.DeleteFunc(slices.Clone(undone.Decls), func(d boogie.Decl) bool { return slices.Contains(progs[0].Decls, d) })
		if err := boogie.Print(&sb, undone); err != nil {
			t.Fatal(err)
		}
		return sb.String()
	})
}

func parse(t *testing.T, name, text string) *boogie.Program {
	t.Helper()
	p, err := boogie.Parse(name, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return p
}
