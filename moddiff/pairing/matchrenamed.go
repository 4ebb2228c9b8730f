package pairing

import (
	"fmt"
	"slices"
	"strings"

	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// leastSimilar is how much of two procedures must be the same, between 0 and 1,
// for one to be taken for the other under a new name.
const leastSimilar = 0.6

// maxSimilar is how many pairs of procedures are looked at for similarity.
const maxSimilar = 100_000

// matchRenamed pairs procedures whose names are in one version only. First
// those that are the same up to names, where no other is; then, with parameters
// and results of the same types, those that are more similar to each other than
// to any other procedure, and those that stand for each other in their callers.
// A pair found helps to find further ones.
func (m *matcher) matchRenamed() {
	for m.matchSameTexts() || m.matchSimilar() || m.matchCalled() {
	}
}

func (m *matcher) matchSameTexts() (found bool) {
	if len(m.procedures(0)) == 0 || len(m.procedures(1)) == 0 {
		return false
	}
	texts := [2]map[string][]string{{}, {}}
	for version := range texts {
		for _, name := range m.procedures(version) {
			p := m.versions[version].at(name)
			if m.versions[version].loadBody(p); p.err != nil {
				continue
			}
			t := m.textOf(version, name, byVariable)
			texts[version][t] = append(texts[version][t], name)
		}
	}
	for text, olds := range texts[0] {
		if news := texts[1][text]; len(olds) == 1 && len(news) == 1 {
			m.pair(olds[0], news[0])
			found = true
		}
	}
	return found
}

func (m *matcher) matchSimilar() (found bool) {
	olds, news := m.procedures(0), m.procedures(1)
	if len(olds) == 0 || len(news) == 0 || len(olds)*len(news) > maxSimilar {
		return false
	}
	lines := [2]map[string]map[string]int{{}, {}}
	for version, names := range [][]string{olds, news} {
		for _, name := range names {
			lines[version][name] = m.lineCounts(version, name)
		}
	}
	like := func(old, new string) float64 {
		if !sameSignature(m.versions[0].at(old).Proc, m.versions[1].at(new).Proc) {
			return 0
		}
		return similarity(lines[0][old], lines[1][new])
	}
	bestNew := map[string]string{}
	for _, o := range olds {
		bestNew[o] = unique(news, func(n string) float64 { return like(o, n) })
	}
	for _, n := range news {
		if o := unique(olds, func(o string) float64 { return like(o, n) }); o != "" && bestNew[o] == n {
			m.pair(o, n)
			found = true
		}
	}
	return found
}

// matchCalled pairs two procedures where each is the only one without a partner
// that a matched procedure calls, and no other caller contradicts.
func (m *matcher) matchCalled() (found bool) {
	candidates := [2]map[string]string{{}, {}}
	propose := func(version int, name, other string) {
		if known, ok := candidates[version][name]; ok && known != other {
			other = ""
		}
		candidates[version][name] = other
	}
	if len(m.procedures(0)) == 0 || len(m.procedures(1)) == 0 {
		return false
	}
	for _, caller := range m.versions[0].Prog.Order {
		if m.partner[caller] == "" {
			continue
		}
		olds, news := m.unmatchedCallees(0, caller), m.unmatchedCallees(1, m.partner[caller])
		if len(olds) == 1 && len(news) == 1 && sameSignature(m.versions[0].at(olds[0]).Proc, m.versions[1].at(news[0]).Proc) {
			propose(0, olds[0], news[0])
			propose(1, news[0], olds[0])
		}
	}
	for _, o := range m.procedures(0) {
		if n := candidates[0][o]; n != "" && candidates[1][n] == o {
			m.pair(o, n)
			found = true
		}
	}
	return found
}

// unmatchedCallees lists the procedures without a partner that a procedure or
// its loops call.
func (m *matcher) unmatchedCallees(version int, name string) []string {
	matched := m.partner
	if version == 1 {
		matched = m.inverse
	}
	s := m.versions[version]
	var list []string
	for _, q := range append([]*Proc{s.at(name)}, s.loops(s.at(name))...) {
		for _, c := range s.callees(q) {
			if n := c.Name; c.Kind == ir.Procedure && n != name && matched[n] == "" && !slices.Contains(list, n) {
				list = append(list, n)
			}
		}
	}
	return list
}

// unique is the name with the highest score, or "" where two share it or it is
// too low.
func unique(names []string, score func(string) float64) string {
	best, most := "", 0.0
	for _, n := range names {
		switch s := score(n); {
		case s > most:
			best, most = n, s
		case s == most:
			best = ""
		}
	}
	if most < leastSimilar {
		return ""
	}
	return best
}

// similarity is Dice's coefficient of two multisets.
func similarity(a, b map[string]int) float64 {
	common, total := 0, 0
	for line, n := range a {
		common += min(n, b[line])
		total += n
	}
	for _, n := range b {
		total += n
	}
	if total == 0 {
		return 0
	}
	return 2 * float64(common) / float64(total)
}

func sameSignature(a, b *ir.Proc) bool {
	sorts := func(x, y *smtlib.Term) bool { return x.Sort() == y.Sort() }
	return slices.EqualFunc(a.Inputs[:a.Formals], b.Inputs[:b.Formals], sorts) &&
		slices.EqualFunc(a.Outputs[:a.Results], b.Outputs[:b.Results], sorts)
}

func (m *matcher) lineCounts(version int, name string) map[string]int {
	t := &textOf{m: m, version: version, root: m.versions[version].at(name).Proc, naming: bySort}
	t.body(t.root)
	counts := map[string]int{}
	for _, line := range t.lines {
		counts[line]++
	}
	return counts
}

// naming says how a text without names calls the variables that are no globals.
type naming uint8

const (
	byVariable naming = iota // by a number each, in order of first occurrence
	bySort                   // all of one sort alike
)

// textOf writes a procedure or loop, with the loops in it, without the names
// that are its own: matched procedures of both versions have one name, the
// procedure itself and all without a partner have none.
type textOf struct {
	m       *matcher
	version int
	root    *ir.Proc
	naming  naming
	vars    map[*smtlib.Term]bool // those that have a name
	names   *smtlib.Subst
	lines   []string
}

// textOf is the text of a procedure or loop; two with equal ones differ in names
// at most.
func (m *matcher) textOf(version int, name string, how naming) string {
	t := &textOf{m: m, version: version, root: m.versions[version].at(name).Proc, naming: how}
	t.body(t.root)
	return strings.Join(t.lines, "\n")
}

func (t *textOf) line(format string, args ...any) {
	t.lines = append(t.lines, fmt.Sprintf(format, args...))
}

func (t *textOf) body(p *ir.Proc) {
	globals := t.m.globals[t.version]
	t.vars, t.names = map[*smtlib.Term]bool{}, t.m.c.NewSubst(map[*smtlib.Term]*smtlib.Term{})
	t.declare(globals, p.Inputs...)
	t.declare(globals, p.Outputs...)
	if t.naming == byVariable { // of similar procedures the signatures are the same
		t.line("%s %d %d: %s -> %s", p.Kind, p.Formals, p.Results, t.variables(p.Inputs), t.variables(p.Outputs))
	}
	place := map[*ir.Block]int{}
	for i, b := range p.Blocks {
		place[b] = i
	}
	var loops []*ir.Proc
	for i, b := range p.Blocks {
		for _, in := range b.Instrs {
			if c, ok := in.(*ir.Call); ok {
				if q := t.m.versions[t.version].at(c.Proc).Proc; q.Kind == ir.Loop && q != p && !slices.Contains(loops, q) {
					loops = append(loops, q)
				}
			}
			t.instr(p, globals, in)
		}
		for _, e := range b.Succs {
			switch {
			case t.naming == byVariable:
				t.line("to %d when %d", place[e.To]-i, t.term(e.Cond))
			case !e.Cond.IsTrue():
				t.line("when %d", t.term(e.Cond))
			}
		}
	}
	for _, q := range loops {
		t.body(q)
	}
}

func (t *textOf) instr(p *ir.Proc, globals map[*smtlib.Term]bool, in ir.Instr) {
	switch in := in.(type) {
	case *ir.Assign:
		exprs := make([]string, len(in.Exprs))
		for i, e := range in.Exprs {
			exprs[i] = fmt.Sprint(t.term(e))
		}
		t.declare(globals, in.Vars...)
		t.line("%s := %s", t.variables(in.Vars), strings.Join(exprs, ", "))
	case *ir.Assume:
		t.line("assume %d", t.term(in.Cond))
	case *ir.Assert:
		t.line("assert %d", t.term(in.Cond))
	case *ir.Call:
		args := make([]string, len(in.Args))
		for i, e := range in.Args {
			args[i] = fmt.Sprint(t.term(e))
		}
		t.declare(globals, in.Outs...)
		t.line("%s := %s(%s)", t.variables(in.Outs), t.callee(p, in.Proc), strings.Join(args, ", "))
	default:
		panic(fmt.Sprintf("pairing: unexpected %T", in))
	}
}

// callee is what a called procedure is called in both versions.
func (t *textOf) callee(p *ir.Proc, name string) string {
	q := t.m.versions[t.version].at(name).Proc
	switch {
	case q == p:
		return "itself"
	case q == t.root:
		return "the procedure"
	case q.Kind == ir.Loop:
		return "loop"
	case t.version == 1 && t.m.inverse[name] != "":
		return "procedure " + t.m.inverse[name]
	case t.version == 0 && t.m.partner[name] != "":
		return "procedure " + name
	}
	return "a procedure"
}

// declare gives names to variables; globals keep theirs.
func (t *textOf) declare(globals map[*smtlib.Term]bool, vars ...*smtlib.Term) {
	c := t.m.c
	for _, v := range vars {
		if v == nil || globals[v] || t.vars[v] {
			continue
		}
		name := ":" // no Boogie name holds a colon
		if t.naming == byVariable {
			name += fmt.Sprint(len(t.vars))
		}
		t.vars[v] = true
		t.names.Extend(v, c.Var(name, v.Sort())) // nothing has read v yet
	}
}

func (t *textOf) term(x *smtlib.Term) uint32 { return t.names.Apply(x).ID() }

func (t *textOf) variables(vars []*smtlib.Term) string {
	names := make([]string, len(vars))
	for i, v := range vars {
		names[i] = "_"
		if v != nil {
			names[i] = fmt.Sprint(t.term(v))
		}
	}
	return strings.Join(names, ", ")
}
