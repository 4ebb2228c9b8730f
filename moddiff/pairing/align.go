package pairing

import (
	"slices"
	"strings"

	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// variables are the inputs or outputs of a procedure: first those that it
// declares, then globals and the position on the tape; those of a loop in any
// order.
type variables struct {
	vars     []*smtlib.Term
	declared int
	kind     ir.Kind
	globals  map[*smtlib.Term]bool // of the version
}

// globals are the globals of a version, and the position on the tape.
func (s *Version) globals() map[*smtlib.Term]bool {
	m := map[*smtlib.Term]bool{}
	for _, p := range s.Prog.Procs {
		for _, v := range slices.Concat(p.Inputs[p.Formals:], p.Outputs[p.Results:]) {
			m[v] = true
		}
	}
	return m
}

// alignment is a matching of variables under construction.
type alignment struct {
	old, new         variables
	partner, inverse []int // -1 for none
}

// align matches the variables of two interfaces. Parameters are matched as
// given, by their names; then by position, which is how they are called, or,
// where there are more of them in one version, first by name. A global is
// matched with itself alone: globals with other names hold other values. The
// variables of loops that are no globals are matched by name, and what is left
// of them in their order: whatever the choice, callers respect it.
func align(old, new variables, given [][2]string) []Port {
	al := &alignment{old: old, new: new, partner: slices.Repeat([]int{-1}, len(old.vars)), inverse: slices.Repeat([]int{-1}, len(new.vars))}
	for _, g := range given {
		al.pair(old.parameter(g[0]), new.parameter(g[1]))
	}
	if old.declared == new.declared {
		for i := range old.declared {
			al.pair(i, i)
		}
	} else {
		for i, v := range old.vars[:old.declared] {
			al.pair(i, new.parameter(DeclaredName(v)))
		}
		al.inOrder(upTo(old.declared), upTo(new.declared))
	}
	for i, v := range old.vars {
		if j := slices.Index(new.vars, v); i >= old.declared && j >= new.declared && old.globals[v] == new.globals[v] {
			al.pair(i, j)
		}
	}
	if old.kind == ir.Loop {
		al.inOrder(old.localsWithout(new), new.localsWithout(old))
	}
	return al.ports()
}

// parameter is the index of a declared parameter, or -1.
func (v variables) parameter(name string) int {
	return slices.IndexFunc(v.vars[:v.declared], func(x *smtlib.Term) bool { return DeclaredName(x) == name })
}

// DeclaredName is the name of a parameter in the program; the lowering marks
// those that hide a global.
func DeclaredName(x *smtlib.Term) string {
	if name, ok := strings.CutPrefix(x.Name(), "local("); ok {
		return strings.TrimSuffix(name, ")")
	}
	return x.Name()
}

// localsWithout lists the variables that are neither globals nor among others.
func (v variables) localsWithout(others variables) []int {
	among := map[*smtlib.Term]bool{}
	for _, x := range others.vars {
		among[x] = true
	}
	var list []int
	for i, x := range v.vars {
		if !v.globals[x] && !among[x] {
			list = append(list, i)
		}
	}
	return list
}

func upTo(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// pair matches two variables that have no partner yet, where their sorts allow it.
func (al *alignment) pair(i, j int) {
	if i >= 0 && j >= 0 && al.partner[i] < 0 && al.inverse[j] < 0 && al.old.vars[i].Sort() == al.new.vars[j].Sort() {
		al.partner[i], al.inverse[j] = j, i
	}
}

// inOrder matches each of some variables, where it has no partner yet, with the
// first one of its sort.
func (al *alignment) inOrder(old, new []int) {
	for _, i := range old {
		for _, j := range new {
			al.pair(i, j)
		}
	}
}

// ports lists the union of both interfaces, the old one first.
func (al *alignment) ports() []Port {
	var ports []Port
	for i, v := range al.old.vars {
		ports = append(ports, Port{Var: v, Old: i, New: al.partner[i]})
	}
	for j, w := range al.new.vars {
		if al.inverse[j] < 0 {
			ports = append(ports, Port{Var: w, Old: -1, New: j})
		}
	}
	return ports
}
