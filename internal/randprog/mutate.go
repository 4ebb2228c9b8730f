package randprog

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// A mutation changes one place of a procedure. It reports whether it found
// one where it applies.
type mutation struct {
	name       string
	preserving bool // never changes what the program does
	apply      func(m *mutator) bool
}

var mutations = []mutation{
	{"change constant", false, (*mutator).constant},
	{"change operator", false, (*mutator).operator},
	{"change guard", false, (*mutator).changeGuard},
	{"change initial value", false, (*mutator).initialValue},
	{"drop check", false, (*mutator).dropCheck},
	{"swap operands", true, (*mutator).swapOperands},
	{"reorder statements", true, (*mutator).reorder},
	{"sum to product", true, (*mutator).double},
	{"negate condition", true, (*mutator).negate},
	{"unfold loop", true, (*mutator).unfold},
	{"rename local", true, (*mutator).rename},
	{"add dead code", true, (*mutator).deadCode},
}

// mutate changes p in one or two places of one procedure and returns comment
// lines that say how.
func mutate(rng *rand.Rand, opts Options, p *program) string {
	procs := reachable(p)
	q := procs[rng.IntN(len(procs))]
	var notes strings.Builder
	for range 1 + rng.IntN(2) {
		for _, i := range rng.Perm(len(mutations)) {
			m := &mutator{scope: newScope(rng, opts, p, q)}
			m.collect(&q.body)
			if !mutations[i].apply(m) {
				continue
			}
			preserving := ""
			if mutations[i].preserving {
				preserving = " (preserving)"
			}
			fmt.Fprintf(&notes, "// %s: %s%s\n", q.name, mutations[i].name, preserving)
			break
		}
	}
	return notes.String()
}

// reachable returns main and the procedures that it calls, directly or not.
func reachable(p *program) []*proc {
	called := map[string]bool{"main": true}
	var visit func(ss []*stmt)
	visit = func(ss []*stmt) {
		for _, s := range ss {
			called[s.callee] = true
			visit(s.body)
			visit(s.other)
		}
	}
	var out []*proc
	for _, q := range slices.Backward(p.procs) {
		if called[q.name] {
			visit(q.body)
			out = append(out, q)
		}
	}
	return out
}

// mutator knows all places of one procedure.
type mutator struct {
	*scope
	blocks []*[]*stmt
	exprs  []place // all but the fixed ones
}

// place is an expression that may be changed.
type place struct {
	e       *expr
	divisor bool
}

// collect adds the places of a block.
func (m *mutator) collect(block *[]*stmt) {
	m.blocks = append(m.blocks, block)
	for _, s := range *block {
		m.collectExpr(s.cond, false)
		for _, a := range s.args {
			m.collectExpr(a, false)
		}
		m.collect(&s.body)
		m.collect(&s.other)
	}
}

func (m *mutator) collectExpr(e *expr, divisor bool) {
	if e == nil || e.fixed {
		return
	}
	m.exprs = append(m.exprs, place{e, divisor})
	for i, a := range e.args {
		m.collectExpr(a, i == 1 && (e.op == "div" || e.op == "mod"))
	}
}

// choose returns a random expression that satisfies ok.
func (m *mutator) choose(ok func(e *expr) bool) (place, bool) {
	var fit []place
	for _, x := range m.exprs {
		if ok(x.e) {
			fit = append(fit, x)
		}
	}
	if len(fit) == 0 {
		return place{}, false
	}
	return fit[m.IntN(len(fit))], true
}

// chooseStmt returns the block and the index of a random statement that
// satisfies ok, given with the one after it, if any.
func (m *mutator) chooseStmt(ok func(s, next *stmt) bool) (block *[]*stmt, index int, found bool) {
	n := 0
	for _, b := range m.blocks {
		for i, s := range *b {
			var next *stmt
			if i+1 < len(*b) {
				next = (*b)[i+1]
			}
			if !ok(s, next) {
				continue
			}
			n++
			if m.IntN(n) == 0 {
				block, index, found = b, i, true
			}
		}
	}
	return block, index, found
}

func (m *mutator) constant() bool {
	x, ok := m.choose(func(e *expr) bool { return e.op == "int" || e.op == "bool" || e.op == "constant" })
	if !ok {
		return false
	}
	if x.e.op != "int" {
		x.e.value = 1 - x.e.value
		return true
	}
	old := x.e.value
	x.e.value += []int{-2, -1, 1, 2}[m.IntN(4)]
	if x.divisor && x.e.value == 0 {
		x.e.value = 2 * old
	}
	return true
}

func (m *mutator) operator() bool {
	choices := func(e *expr) []string {
		switch e.op {
		case "+", "-":
			return []string{"+", "-"}
		case "*":
			return []string{"+", "-"}
		case "div", "mod":
			return []string{"div", "mod"}
		case "&&", "||":
			return []string{"&&", "||"}
		case "==", "!=":
			if e.args[0].sort != intSort {
				return []string{"==", "!="}
			}
			fallthrough
		case "<", "<=", ">", ">=":
			if !e.guard {
				return []string{"<", "<=", ">", ">=", "==", "!="}
			}
			return []string{"<", "<="} // others might never end
		}
		return nil
	}
	x, ok := m.choose(func(e *expr) bool { return choices(e) != nil })
	if !ok {
		return false
	}
	old := x.e.op
	for x.e.op == old {
		x.e.op = m.pick(choices(x.e)...)
	}
	return true
}

// changeGuard strengthens or weakens a condition; loops only end sooner, and so
// does recursion.
func (m *mutator) changeGuard() bool {
	block, i, ok := m.chooseStmt(func(s, _ *stmt) bool {
		return (s.kind == ifStmt || s.kind == whileStmt) && s.cond != nil
	})
	if !ok {
		return false
	}
	s := (*block)[i]
	op := m.pick("&&", "||")
	switch {
	case s.kind == whileStmt:
		op = "&&"
	case s.cond.guard:
		op = "||"
	case s.cond.op == "!" && s.cond.args[0].guard:
		op = "&&"
	}
	s.cond = logical(op, s.cond, m.comparison(1))
	return true
}

func (m *mutator) initialValue() bool {
	block, i, ok := m.chooseStmt(func(s, _ *stmt) bool { return s.initial && (s.cond.sort == intSort || s.cond.sort == boolSort) })
	if !ok {
		return false
	}
	s := (*block)[i]
	switch s.cond.op {
	case "bool":
		s.cond.value = 1 - s.cond.value
	case "int":
		s.cond = intLit(s.cond.value + 1 + m.IntN(3))
	default:
		s.cond = intLit(m.IntN(4))
	}
	return true
}

func (m *mutator) dropCheck() bool {
	block, i, ok := m.chooseStmt(func(s, _ *stmt) bool { return s.kind == assertStmt || s.kind == assumeStmt })
	if ok {
		*block = append((*block)[:i:i], (*block)[i+1:]...)
	}
	return ok
}

func (m *mutator) swapOperands() bool {
	x, ok := m.choose(func(e *expr) bool {
		switch e.op {
		case "+", "*", "&&", "||", "==", "!=":
			return !e.guard && e.args[0].String() != e.args[1].String()
		}
		return false
	})
	if ok {
		x.e.args[0], x.e.args[1] = x.e.args[1], x.e.args[0]
	}
	return ok
}

// reorder swaps two assignments neither of which reads or writes what the
// other one writes.
func (m *mutator) reorder() bool {
	block, i, ok := m.chooseStmt(func(s, next *stmt) bool {
		return next != nil && assigns(s) && assigns(next) && !touches(s, next.vars[0]) && !touches(next, s.vars[0])
	})
	if ok {
		(*block)[i], (*block)[i+1] = (*block)[i+1], (*block)[i]
	}
	return ok
}

func assigns(s *stmt) bool { return s.kind == assignStmt || s.kind == storeStmt }

// touches reports whether an assignment reads or writes a variable.
func touches(s *stmt, name string) bool {
	if s.vars[0] == name || s.cond.mentions(name) {
		return true
	}
	for _, a := range s.args {
		if a.mentions(name) {
			return true
		}
	}
	return false
}

func (e *expr) mentions(name string) bool {
	if e.name == name {
		return true
	}
	for _, a := range e.args {
		if a.mentions(name) {
			return true
		}
	}
	return false
}

// double turns e + e into 2 * e or back.
func (m *mutator) double() bool {
	isSum := func(e *expr) bool {
		return e.op == "+" && e.sort == intSort && e.args[0].String() == e.args[1].String()
	}
	x, ok := m.choose(func(e *expr) bool {
		return isSum(e) || e.op == "*" && e.sort == intSort && e.args[0].op == "int" && e.args[0].value == 2
	})
	if !ok {
		return false
	}
	if isSum(x.e) {
		x.e.op, x.e.args[0] = "*", intLit(2)
	} else {
		x.e.op, x.e.args[0] = "+", x.e.args[1].clone()
	}
	return true
}

// negate negates the condition of an if statement and swaps its branches.
func (m *mutator) negate() bool {
	block, i, ok := m.chooseStmt(func(s, _ *stmt) bool { return s.kind == ifStmt && s.cond != nil })
	if !ok {
		return false
	}
	s := (*block)[i]
	if s.cond.op == "!" {
		s.cond = s.cond.args[0]
	} else {
		s.cond = not(s.cond)
	}
	s.body, s.other = s.other, s.body
	return true
}

// unfold runs the first iteration of a loop ahead of it.
func (m *mutator) unfold() bool {
	block, i, ok := m.chooseStmt(func(s, _ *stmt) bool { return s.kind == whileStmt })
	if !ok {
		return false
	}
	loop := (*block)[i]
	(*block)[i] = &stmt{kind: ifStmt, cond: loop.cond.clone(), body: append(cloneStmts(loop.body), loop)}
	return true
}

func (m *mutator) rename() bool {
	i := m.IntN(len(m.proc.locals))
	old := m.proc.locals[i]
	v := m.proc.newLocal("renamed", old.sort)
	m.proc.locals = m.proc.locals[:len(m.proc.locals)-1]
	m.proc.locals[i] = v
	for _, b := range m.blocks {
		for _, s := range *b {
			for k, name := range s.vars {
				if name == old.name {
					s.vars[k] = v.name
				}
			}
			s.cond.rename(old.name, v.name)
			for _, a := range s.args {
				a.rename(old.name, v.name)
			}
		}
	}
	return true
}

func (e *expr) rename(old, name string) {
	if e == nil {
		return
	}
	if e.name == old {
		e.name = name
	}
	for _, a := range e.args {
		a.rename(old, name)
	}
}

// deadCode inserts an assignment that is never read or never reached.
func (m *mutator) deadCode() bool {
	dead := &stmt{kind: assignStmt, cond: m.intExpr(2)}
	inserted, first := dead, []*stmt(nil)
	if out, ok := m.variable(intSort, m.proc.outs); ok && m.IntN(2) == 0 {
		dead.vars = []string{out.name}
		inserted = &stmt{kind: ifStmt, cond: boolLit(0), body: []*stmt{dead}}
	} else {
		dead.vars = []string{m.proc.newLocal("dead", intSort).name}
		first = []*stmt{{kind: assignStmt, vars: dead.vars, cond: intLit(0)}}
	}
	b := m.blocks[m.IntN(len(m.blocks))]
	i := m.IntN(len(*b) + 1)
	if b == &m.proc.body { // behind what sets all locals: reading another one would draw it
		set := 0
		for set < len(*b) && (*b)[set].kind == assignStmt {
			set++
		}
		i = max(i, set)
	}
	*b = append((*b)[:i:i], append([]*stmt{inserted}, (*b)[i:]...)...)
	m.proc.body = append(first, m.proc.body...)
	return true
}
