package pairing

import (
	"fmt"
	"slices"
	"strings"

	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// Matched says that two procedures are to be compared, and which of their
// in-parameters and results correspond; those that it does not name correspond
// by position.
//
// Whatever is matched, no answer is wrong: the matching only chooses which
// procedures are compared, and a call is never taken for equal without a proof
// about the pair of its callees.
type Matched struct {
	Old, New string
	Params   [][2]string // names in the old and the new version
}

func (p *Pair) Matched() Matched {
	m := Matched{Old: DeclaredAs(p.Old.Name), New: DeclaredAs(p.New.Name)}
	o, n := p.Old.Proc, p.New.Proc
	for _, in := range p.Inputs {
		if in.Old >= 0 && in.New >= 0 && in.Old < o.Formals && in.New < n.Formals {
			m.Params = append(m.Params, [2]string{DeclaredName(o.Inputs[in.Old]), DeclaredName(n.Inputs[in.New])})
		}
	}
	for _, out := range p.Outputs {
		if out.Old >= 0 && out.New >= 0 && out.Old < o.Results && out.New < n.Results {
			m.Params = append(m.Params, [2]string{DeclaredName(o.Outputs[out.Old]), DeclaredName(n.Outputs[out.New])})
		}
	}
	return m
}

// matcher finds COMPUTEPROCEDUREMATCHING of Algorithm 1.
type matcher struct {
	c        *smtlib.Context
	versions [2]*Version
	given    map[string]Matched
	partner  map[string]string // old to new names
	inverse  map[string]string // new to old names
	globals  [2]map[*smtlib.Term]bool
}

func newMatcher(c *smtlib.Context, versions [2]*Version, given []Matched) (*matcher, error) {
	m := &matcher{c: c, versions: versions, given: map[string]Matched{}, partner: map[string]string{}, inverse: map[string]string{}}
	m.globals = [2]map[*smtlib.Term]bool{versions[0].globals(), versions[1].globals()}
	declared := [2]map[string][]string{instances(versions[0]), instances(versions[1])}
	for _, g := range given {
		for i, name := range []string{g.Old, g.New} {
			switch {
			case declared[i][name] != nil:
			case versions[i].hasLoop(name):
				return nil, fmt.Errorf("%s is a loop: loops are matched with their procedures", name)
			default:
				return nil, fmt.Errorf("matched procedure %s is not in %s", name, versions[i].Prog.File)
			}
		}
		for _, old := range declared[0][g.Old] {
			new := g.New + strings.TrimPrefix(old, g.Old)
			switch {
			case versions[1].at(new) == nil:
				continue
			case m.partner[old] != "" || m.inverse[new] != "":
				return nil, fmt.Errorf("procedure %s or %s is matched twice", g.Old, g.New)
			}
			m.given[old] = g
			m.pair(old, new)
		}
	}
	return m, nil
}

// IsIn reports whether a lowered program holds the procedure of that name, or an
// instance of it at some types if it is polymorphic.
func IsIn(p *ir.Program, name string) bool {
	return p.Procs[name] != nil || slices.ContainsFunc(p.Order, func(n string) bool { return DeclaredAs(n) == name })
}

// instances lists, for each name in the file of a version, the procedure of that
// name, or its instances at types if it is polymorphic.
func instances(s *Version) map[string][]string {
	m := map[string][]string{}
	for _, n := range s.Prog.Order {
		m[DeclaredAs(n)] = append(m[DeclaredAs(n)], n)
	}
	return m
}

// DeclaredAs is the name of a procedure in its file, without the types that it
// was instantiated at.
func DeclaredAs(name string) string {
	declared, _, _ := strings.Cut(name, "<") // no Boogie name holds a <
	return declared
}

func (m *matcher) pair(old, new string) { m.partner[old], m.inverse[new] = new, old }

// matchProcedures pairs procedures; their loops follow when their bodies are
// there (matchLoopsOf).
//
// Differs from the paper: what was added or removed has no partner, instead of
// an empty procedure: a call of it is explored on demand like any other.
func (m *matcher) matchProcedures() {
	for _, name := range m.procedures(0) {
		if m.versions[1].at(name) != nil && m.inverse[name] == "" {
			m.pair(name, name)
		}
	}
	m.matchRenamed()
}

// procedures lists the procedures of a version that have no partner yet.
func (m *matcher) procedures(version int) []string {
	matched := m.partner
	if version == 1 {
		matched = m.inverse
	}
	var list []string
	for _, name := range m.versions[version].Prog.Order {
		if matched[name] == "" {
			list = append(list, name)
		}
	}
	return list
}

// matchLoopsOf pairs the loops of two procedures.
func (m *matcher) matchLoopsOf(old, new *Proc) {
	m.matchLoops(old.Name, new.Name)
	for _, loop := range m.versions[0].loops(old) {
		if name := loop.Name; m.partner[name] != "" {
			m.matchLoops(name, m.partner[name])
		}
	}
}

// matchLoops pairs the loops that two procedures or loops call: those that are
// the same up to names; those of one label; then in their order (translators
// number labels).
func (m *matcher) matchLoops(old, new string) {
	loops := [2][]string{m.loopsIn(0, old), m.loopsIn(1, new)}
	inOrder := func(int, string) string { return "" }
	if len(loops[0]) == 1 && len(loops[1]) == 1 {
		m.matchLoopsBy(loops, inOrder)
		return
	}
	m.matchLoopsBy(loops, func(version int, name string) string { return m.textOf(version, name, byVariable) })
	m.matchLoopsBy(loops, func(version int, name string) string { return strings.TrimPrefix(name, m.root(version, name)) })
	m.matchLoopsBy(loops, inOrder)
}

// matchLoopsBy pairs loops that have one key with the first such one.
func (m *matcher) matchLoopsBy(loops [2][]string, key func(version int, name string) string) {
	waiting := map[string][]string{}
	for _, n := range loops[1] {
		if m.inverse[n] == "" {
			k := key(1, n)
			waiting[k] = append(waiting[k], n)
		}
	}
	for _, o := range loops[0] {
		if m.partner[o] != "" {
			continue
		}
		if k := key(0, o); len(waiting[k]) > 0 {
			m.pair(o, waiting[k][0])
			waiting[k] = waiting[k][1:]
		}
	}
}

// loopsIn lists the loops that a procedure or loop calls.
func (m *matcher) loopsIn(version int, name string) []string {
	s := m.versions[version]
	var list []string
	for _, loop := range s.loops(s.Root(s.at(name))) {
		if loop.Parent == name {
			list = append(list, loop.Name)
		}
	}
	return list
}

// root is the procedure that a loop stands in.
func (m *matcher) root(version int, name string) string {
	s := m.versions[version]
	return s.Root(s.at(name)).Name
}
