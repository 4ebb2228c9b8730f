package randprog

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// rewritings write a loop or a recursion in another way. None changes what main does.
var rewritings = []mutation{
	{"shift variable", true, (*mutator).shift},
	{"negate variable", true, (*mutator).turn},
	{"scale variable", true, (*mutator).scale},
	{"unroll loop", true, (*mutator).unroll},
	{"unfold loop", true, (*mutator).unfold},
	{"shift parameter", true, (*mutator).shiftParameter},
}

// rewrite writes loops of p in another way, and in one of two programs changes
// something beside; it returns comment lines that say how.
func rewrite(rng *rand.Rand, opts Options, p *program) string {
	var notes strings.Builder
	procs := reachable(p)
	for range 1 + rng.IntN(2) {
	search:
		for _, i := range rng.Perm(len(rewritings)) {
			for _, k := range rng.Perm(len(procs)) {
				m := &mutator{scope: newScope(rng, opts, p, procs[k])}
				m.collect(&procs[k].body)
				if rewritings[i].apply(m) {
					fmt.Fprintf(&notes, "// %s: %s (preserving)\n", procs[k].name, rewritings[i].name)
					break search
				}
			}
		}
	}
	if rng.IntN(2) == 0 {
		notes.WriteString(mutate(rng, opts, p))
	}
	return notes.String()
}

// sum is a loop with any number of iterations that adds something up.
func (s *scope) sum() []*stmt {
	counter, total := s.proc.newLocal("i", intSort), s.proc.newLocal("t", intSort)
	bound, _ := s.variable(intSort, s.proc.ins)
	s.recent = append(s.recent, counter, total)
	guard := logical(s.pick("<", "<="), use(counter), use(bound))
	guard.guard = true
	next := arith("+", use(counter), intLit(1))
	next.fixed, next.args[0].fixed, next.args[1].fixed = true, true, true
	s.frozen[counter.name] = true
	s.loops++
	body := []*stmt{{kind: assignStmt, vars: []string{total.name}, cond: arith(s.pick("+", "-"), use(total), s.intExpr(1))}}
	switch s.IntN(4) {
	case 0:
		body = []*stmt{{kind: ifStmt, cond: s.comparison(1), body: body}}
	case 1:
		body = append(body, s.stmts(1)...)
	}
	s.loops--
	delete(s.frozen, counter.name)
	s.recent = append(s.recent, total)
	first := intLit(s.IntN(2))
	if v, ok := s.variable(intSort, s.proc.ins); ok && v != bound {
		first = use(v)
	}
	return []*stmt{
		{kind: assignStmt, vars: []string{counter.name}, cond: first, initial: true},
		{kind: assignStmt, vars: []string{total.name}, cond: intLit(0), initial: true},
		{kind: whileStmt, cond: guard, body: append(body, &stmt{kind: assignStmt, vars: []string{counter.name}, cond: next})},
	}
}

// inner is a local integer that assignments alone change: what it holds is nobody's
// business but the body's. One that a loop depends on is preferred.
func (m *mutator) inner() (variable, bool) {
	otherwise, guards := map[string]bool{}, map[string]bool{}
	for _, b := range m.blocks {
		for _, s := range *b {
			for _, name := range s.vars {
				otherwise[name] = otherwise[name] || s.kind != assignStmt
			}
			if s.kind != whileStmt {
				continue
			}
			for _, v := range m.proc.locals {
				guards[v.name] = guards[v.name] || s.cond.mentions(v.name)
			}
		}
	}
	var fit, first []variable
	for _, v := range m.proc.locals {
		if v.sort != intSort || otherwise[v.name] {
			continue
		}
		fit = append(fit, v)
		if guards[v.name] {
			first = append(first, v)
		}
	}
	if v, ok := m.variable(intSort, first); ok && m.IntN(4) > 0 {
		return v, true
	}
	return m.variable(intSort, fit)
}

// represent lets a local hold another value in place of its own: read gets back what
// it stands for, write makes what it holds, and by is what an increment becomes.
func (m *mutator) represent(read, write func(e *expr) *expr, by func(int) int) bool {
	v, ok := m.inner()
	if !ok {
		return false
	}
	get := func() *expr {
		e := read(&expr{op: "var", name: v.name, fixed: true})
		e.fixed = true
		return e
	}
	for _, b := range m.blocks {
		for _, s := range *b {
			if step := s.cond; s.kind == assignStmt && s.vars[0] == v.name && step.op == "+" && step.args[0].name == v.name && step.args[1].op == "int" {
				step.args[1].value = by(step.args[1].value)
				continue
			}
			s.cond = s.cond.replace(v.name, get)
			for i := range s.args {
				s.args[i] = s.args[i].replace(v.name, get)
			}
			if s.kind == assignStmt && s.vars[0] == v.name {
				s.cond = write(s.cond)
			}
		}
	}
	return true
}

// replace is e with other expressions for a variable.
func (e *expr) replace(name string, by func() *expr) *expr {
	if e == nil {
		return nil
	}
	if e.op == "var" && e.name == name {
		return by()
	}
	for i := range e.args {
		e.args[i] = e.args[i].replace(name, by)
	}
	return e
}

// plus is e + k.
func plus(e *expr, k int) *expr {
	switch {
	case e.op == "int":
		return intLit(e.value + k)
	case k < 0:
		return arith("-", e, intLit(-k))
	}
	return arith("+", e, intLit(k))
}

func (m *mutator) offset() int { return []int{-3, -1, 1, 1, 2, 5}[m.IntN(6)] }

// shift adds a constant to what a local holds.
func (m *mutator) shift() bool {
	k := m.offset()
	return m.represent(func(e *expr) *expr { return plus(e, -k) }, func(e *expr) *expr { return plus(e, k) }, func(n int) int { return n })
}

// turn lets a local hold the negated value, so that it counts down.
func (m *mutator) turn() bool {
	minus := func(e *expr) *expr {
		if e.op == "int" {
			return intLit(-e.value)
		}
		return arith("-", intLit(0), e)
	}
	return m.represent(minus, minus, func(n int) int { return -n })
}

// scale lets a local hold its value twice.
func (m *mutator) scale() bool {
	return m.represent(
		func(e *expr) *expr { return arith("div", e, intLit(2)) },
		func(e *expr) *expr { return arith("*", intLit(2), e) },
		func(n int) int { return 2 * n })
}

// unroll runs up to two or three iterations of a loop in each.
func (m *mutator) unroll() bool {
	block, i, ok := m.chooseStmt(func(s, _ *stmt) bool { return s.kind == whileStmt })
	if !ok {
		return false
	}
	loop := (*block)[i]
	once := loop.body
	for range 1 + m.IntN(2) {
		more := &stmt{kind: ifStmt, cond: loop.cond.clone(), body: loop.body}
		loop.body = append(cloneStmts(once), more)
	}
	return true
}

// shiftParameter lets a recursive procedure count from elsewhere.
func (m *mutator) shiftParameter() bool {
	q, k := m.proc, m.offset()
	if len(q.ins) == 0 || q.ins[0].name != "n" {
		return false
	}
	name := q.ins[0].name
	get := func() *expr {
		e := plus(&expr{op: "var", name: name, fixed: true}, -k)
		e.fixed = true
		return e
	}
	for _, b := range m.blocks {
		for _, s := range *b {
			s.cond = s.cond.replace(name, get)
			for i := range s.args {
				s.args[i] = s.args[i].replace(name, get)
			}
		}
	}
	for _, caller := range m.prog.procs {
		all := &mutator{scope: m.scope}
		all.collect(&caller.body)
		for _, b := range all.blocks {
			for _, s := range *b {
				if s.kind == callStmt && s.callee == q.name {
					s.args[0] = plus(s.args[0], k)
					s.args[0].fixed = caller == q
				}
			}
		}
	}
	return true
}
