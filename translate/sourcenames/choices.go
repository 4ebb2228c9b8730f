package sourcenames

import (
	"fmt"
	"slices"

	"semdiff/boogie"
	"semdiff/internal/source"
)

// Choice is a value that a run draws: who draws it, and where.
type Choice struct {
	Proc string // the procedure that does
	Var  string // the variable that gets the value; "" for none
	At   source.Pos
}

// ChoiceText says what a choice is: the result of a procedure without a body, or the
// value of a variable that is havocked. It is the nth like it in a run, from 1.
func (n *Names) ChoiceText(c Choice, nth int) string {
	at := c.At
	at.File = BaseName(at.File)
	line := fmt.Sprintf("line %d", at.Line)
	count := ""
	if nth > 1 {
		count = fmt.Sprintf(", %s time", ordinal(nth))
	}
	p := n.Procs[c.Proc]
	if p == nil || c.Var == "" {
		return fmt.Sprintf("choice at %s%s", at, count)
	}
	if callee := n.drawer(p.drawn[c.Var]); callee != "" {
		if nth > 1 {
			count = fmt.Sprintf(", %s call", ordinal(nth))
		}
		return fmt.Sprintf("result of %s() at %s%s", callee, at, count)
	}
	name := p.Locals[c.Var]
	if name == "" {
		name = clean(c.Var)
	}
	if slices.Contains(p.unset, c.Var) {
		return fmt.Sprintf("initial value of %s in %s%s", name, n.ProcName(c.Proc), count)
	}
	return fmt.Sprintf("value of havoc %s (%s)%s", name, line, count)
}

// drawer is what a procedure that draws a value is called.
func (n *Names) drawer(name string) string { return clean(n.called(name)) }

// ordinal is 2nd for 2.
func ordinal(n int) string {
	suffix := "th"
	if n%100 < 11 || n%100 > 13 {
		switch n % 10 {
		case 1:
			suffix = "st"
		case 2:
			suffix = "nd"
		case 3:
			suffix = "rd"
		}
	}
	return fmt.Sprint(n) + suffix
}

// draws finds the variables that procedures without a body give values to, and those
// that nothing havocs.
func (r *reader) draws() {
	for _, name := range r.order {
		p, body := r.Procs[name], r.bodies[name]
		if body == nil {
			continue
		}
		p.drawn = map[string]string{}
		havocked := map[string]bool{}
		for _, s := range body.Stmts {
			boogie.Inspect(s, func(x boogie.Node) bool {
				switch s := x.(type) {
				case *boogie.HavocStmt:
					for _, v := range s.Vars {
						havocked[v.Name] = true
					}
				case *boogie.CallStmt:
					for _, v := range s.Outs {
						if r.bodies[s.Proc] == nil {
							p.drawn[v.Name] = s.Proc
						}
					}
				}
				return true
			})
		}
		var locals []string
		for _, d := range body.Locals {
			locals = append(locals, namesOf(d.Vars)...)
		}
		for _, v := range slices.Concat(locals, p.results) {
			if !havocked[v] && p.drawn[v] == "" {
				p.unset = append(p.unset, v)
			}
		}
	}
}
