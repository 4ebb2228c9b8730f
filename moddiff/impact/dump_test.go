package impact

import (
	"fmt"
	"strings"
	"testing"

	"semdiff/internal/pairtest"
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/query"
	"semdiff/smtlib"
	"semdiff/translate/depend"
	"semdiff/translate/ir"
)

// lowerPair lowers two versions.
func lowerPair(t testing.TB, old, new string) [2]*ir.Program {
	t.Helper()
	c := smtlib.NewContext()
	p, q := pairtest.Lower(t, c, old, new)
	return [2]*ir.Program{p, query.Separate(c, p, q)}
}

// analyse finds what is impacted in two versions.
func analyse(t testing.TB, programs [2]*ir.Program, o Options) *Analysis {
	t.Helper()
	p, err := pairing.New(programs[0], programs[1], pairing.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return Analyse(p, o)
}

// describe lists what is impacted of a pair: outputs, then nodes by line of the
// source, with ! for F and < for what is needed beside.
func describe(p *Pair) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s:", p.Name)
	for i, port := range p.Pair.Outputs {
		if p.Outputs[i] {
			fmt.Fprintf(&b, " %s", port.Var.Name())
		}
	}
	if p.Outcome {
		b.WriteString(" outcome")
	}
	b.WriteString("\n")
	for v, g := range p.Graphs {
		if g == nil {
			continue
		}
		var marks []string
		for i := range g.Nodes {
			n := &g.Nodes[i]
			if n.Kind == depend.Before || !p.InSlice(v, i) {
				continue
			}
			mark := "<"
			if p.Impacted(v, i) {
				mark = "!"
			}
			what := n.Kind.String()
			if n.Var != nil {
				what += " " + n.Var.Name()
			}
			if n.Kind == depend.Edge || n.Kind == depend.Check || n.Kind == depend.Arg {
				what += " " + n.Term.String()
			}
			marks = append(marks, fmt.Sprintf("  %s %s%d %s", []string{"old", "new"}[v], mark, n.Pos().Line, what))
		}
		b.WriteString(strings.Join(marks, "\n"))
		if len(marks) > 0 {
			b.WriteString("\n")
		}
	}
	return b.String()
}
