package relation

import (
	"strings"

	"semdiff/moddiff/vc"
	"semdiff/smtlib"
)

// EqualInputs says that both versions of a pair have the same inputs.
func EqualInputs(c *smtlib.Context, p *vc.Pair) (list []*Predicate) {
	for _, in := range p.Inputs {
		if in.At[0] < 0 || in.At[1] < 0 {
			continue
		}
		vars := []*smtlib.Term{c.Var("old.in", in.Var.Sort()), c.Var("new.in", in.Var.Sort())}
		list = append(list, &Predicate{Body: c.Eq(vars[0], vars[1]), Vars: vars, Slots: slotsOf(in, Input)})
	}
	return list
}

func slotsOf(port vc.Port, kind SlotKind) []Slot {
	return []Slot{{0, port.At[0], kind}, {1, port.At[1], kind}}
}

// Candidates are what may relate the variables of a pair that stand for each
// other, before and after a call: both directions of ==> between bools and of <=
// between integers, equality of all else.
func Candidates(c *smtlib.Context, p *vc.Pair) *Relation {
	rel := &Relation{Procs: [2]string{p.Procs[0].Name, p.Procs[1].Name}}
	for _, port := range p.Inputs {
		rel.Pre = append(rel.Pre, candidatesOf(c, p, port, Input)...)
	}
	for _, port := range p.Outputs {
		rel.Post = append(rel.Post, candidatesOf(c, p, port, Output)...)
	}
	return rel
}

func candidatesOf(c *smtlib.Context, p *vc.Pair, port vc.Port, kind SlotKind) []*Predicate {
	if port.At[0] < 0 || port.At[1] < 0 {
		return nil
	}
	vars := make([]*smtlib.Term, 2)
	for version, index := range port.At {
		of := p.Procs[version].Inputs
		if kind == Output {
			of = p.Procs[version].Outputs
		}
		vars[version] = c.Var([...]string{"old.", "new."}[version]+Declared(of[index]), of[index].Sort())
	}
	var list []*Predicate
	for _, body := range comparisons(c, vars[0], vars[1]) {
		list = append(list, &Predicate{Body: body, Vars: vars, Slots: slotsOf(port, kind)})
	}
	return list
}

func comparisons(c *smtlib.Context, x, y *smtlib.Term) []*smtlib.Term {
	switch {
	case x.Sort() != y.Sort():
		return nil
	case x.Sort() == c.Bool:
		return []*smtlib.Term{c.Implies(x, y), c.Implies(y, x)}
	case x.Sort() == c.Int:
		return []*smtlib.Term{c.Le(x, y), c.Le(y, x)}
	}
	return []*smtlib.Term{c.Eq(x, y)}
}

// Declared is the name of a variable in its file; the lowering and the matching
// mark those that would hide a global.
func Declared(v *smtlib.Term) string {
	name := v.Name()
	if inner, ok := strings.CutPrefix(name, "local("); ok {
		name = strings.TrimSuffix(inner, ")")
	}
	return strings.TrimSuffix(name, "@local")
}
