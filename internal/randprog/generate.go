package randprog

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// generate returns a random program.
func generate(rng *rand.Rand, opts Options) *program {
	p := &program{data: opts.Data}
	if rng.IntN(3) == 0 {
		p.globals = append(p.globals, variable{"g", intSort})
	}
	if !opts.NoMaps && rng.IntN(4) == 0 {
		p.globals = append(p.globals, variable{"m", mapSort})
	}
	if opts.Sorts {
		p.withSorts(rng)
	}
	procs, recursion := 4, 5
	if opts.TwoWays {
		procs, recursion = 2, 2
	}
	for i := range rng.IntN(procs) {
		q := &proc{name: fmt.Sprintf("f%d", i)}
		recursive := !opts.NoLoops && rng.IntN(recursion) == 0
		if recursive {
			q.ins = append(q.ins, variable{"n", intSort})
		}
		for _, name := range []string{"a", "b", "c"}[:1+rng.IntN(3)] {
			q.ins = append(q.ins, variable{name, randomSort(rng, opts)})
		}
		for _, name := range []string{"r", "s"}[:1+rng.IntN(2)] {
			q.outs = append(q.outs, variable{name, scalarSort(rng, opts)})
		}
		q.apart = opts.Sorts && rng.IntN(3) == 0
		newScope(rng, opts, p, q).procedure(recursive)
		p.procs = append(p.procs, q)
	}
	q := &proc{name: "main", outs: []variable{{"r", scalarSort(rng, opts)}}}
	for _, name := range []string{"x", "y", "z"}[:1+rng.IntN(3)] {
		v := variable{name, intSort}
		if (opts.Data || opts.Sorts) && name != "x" {
			v.sort = scalarSort(rng, opts)
		}
		q.ins = append(q.ins, v)
	}
	newScope(rng, opts, p, q).procedure(false)
	p.procs = append(p.procs, q)
	return p
}

// scalarSort is randomSort without maps.
func scalarSort(rng *rand.Rand, opts Options) sort {
	s := randomSort(rng, opts)
	if s == byKSort {
		return kSort
	}
	return s
}

// randomSort returns int, or now and then another sort.
func randomSort(rng *rand.Rand, opts Options) sort {
	if opts.Data && rng.IntN(2) == 0 {
		return listSort + sort(rng.IntN(2))
	}
	if opts.Sorts {
		return sortOfK(rng)
	}
	if rng.IntN(5) == 0 {
		return boolSort
	}
	return intSort
}

// scope generates the statements and expressions of one procedure.
type scope struct {
	*rand.Rand
	opts   Options
	prog   *program
	proc   *proc
	frozen map[string]bool // counters and bounds of the loops around, not to be assigned
	loops  int             // number of loops around
	calls  int             // number of calls so far
	recent []variable      // as assigned, in the order of the text; preferred where something is read
}

// newScope returns the scope of q, which may call what prog has so far.
func newScope(rng *rand.Rand, opts Options, prog *program, q *proc) *scope {
	return &scope{Rand: rng, opts: opts, prog: prog, proc: q, frozen: map[string]bool{}}
}

// procedure fills in locals and body.
func (s *scope) procedure(recursive bool) {
	q := s.proc
	q.newLocal("t", randomSort(s.Rand, s.opts))
	var body []*stmt
	if recursive {
		guard := logical(s.pick("<=", "<"), use(q.ins[0]), intLit(s.IntN(2)))
		guard.guard = true
		down := arith("-", use(q.ins[0]), intLit(1))
		down.fixed, down.args[0].fixed, down.args[1].fixed = true, true, true
		call := s.call(q)
		call.args[0] = down
		other := append(s.block(1, 1), call)
		body = append(body, &stmt{
			kind:  ifStmt,
			cond:  guard,
			body:  s.block(1, 1+s.IntN(2)),
			other: append(other, s.block(1, 1+s.IntN(2))...),
		})
	} else {
		body = s.block(0, 1+s.IntN(4))
	}
	if s.opts.TwoWays && q.name == "main" {
		body = append(body, s.sum()...)
	}
	if callees := s.prog.procs; s.calls == 0 && len(callees) > 0 && (q.name == "main" || s.IntN(2) == 0) {
		body = append(body, s.call(callees[len(callees)-1]))
	}
	body = append(body, s.results()...)

	var first []*stmt
	for _, v := range append(append([]variable(nil), q.outs...), q.locals...) {
		value := boolLit(s.IntN(2))
		switch v.sort {
		case listSort, floatSort:
			value = s.dataExpr(v.sort, 0, q.ins)
		case kSort, byKSort:
			value = s.sortsExpr(v.sort, 0, q.ins)
		case intSort:
			value = intLit(s.IntN(5))
			if s.IntN(4) == 0 && q.ins[0].sort == intSort {
				value = use(q.ins[0])
			}
		}
		first = append(first, &stmt{kind: assignStmt, vars: []string{v.name}, cond: value, initial: true})
	}
	q.body = append(first, body...)
}

// results gives the outputs values that depend on what was computed last.
func (s *scope) results() []*stmt {
	var out []*stmt
	for i, v := range s.proc.outs {
		if i > 0 && s.IntN(2) == 0 {
			continue
		}
		e := s.expr(v.sort, 1)
		var last []variable
		for _, r := range s.recent {
			if r.sort == v.sort {
				last = []variable{r}
			}
		}
		r, ok := s.variable(v.sort, last)
		switch {
		case !ok:
		case v.sort == listSort:
			e = cons(s.intExpr(1), use(r))
		case v.sort == intSort || v.sort == floatSort:
			e = arith(s.pick("+", "-"), use(r), e)
			e.sort = v.sort
		case v.sort == kSort:
			e = ite(s.boolExpr(1), use(r), e)
		default:
			e = logical(s.pick("==", "==", "||", "&&"), use(r), e)
		}
		out = append(out, &stmt{kind: assignStmt, vars: []string{v.name}, cond: e})
	}
	return out
}

// block returns about n statements at the given depth of nesting.
func (s *scope) block(depth, n int) []*stmt {
	var out []*stmt
	for range n {
		out = append(out, s.stmts(depth)...)
	}
	return out
}

// stmts returns a random statement, or a few that belong together.
func (s *scope) stmts(depth int) []*stmt {
	callees := s.prog.procs
	if s.opts.Sorts && s.IntN(6) == 0 {
		if out, ok := s.storeOfSorts(); ok {
			return []*stmt{out}
		}
	}
	switch k := s.IntN(100); {
	case k < 16 && depth < 2:
		return []*stmt{s.branch(depth)}
	case k < 28 && depth < 2 && s.loops < 2 && !s.opts.NoLoops:
		return s.loop(depth)
	case k < 48 && len(callees) > 0:
		callee := callees[s.IntN(len(callees))]
		calls := []*stmt{s.call(callee)}
		if s.IntN(3) == 0 {
			calls = append(calls, s.call(callee, calls[0].vars...))
			if v, ok := s.target(intSort); ok {
				a, b := s.result(calls[0]), s.result(calls[1])
				calls = append(calls, &stmt{kind: assignStmt, vars: []string{v.name}, cond: arith(s.pick("+", "-"), a, b)})
				s.recent = append(s.recent, v)
			}
		}
		return calls
	case k < 53 && !s.opts.NoChecks:
		return []*stmt{{kind: assertStmt, cond: s.check()}}
	case k < 55 && !s.opts.NoChecks:
		return []*stmt{{kind: assumeStmt, cond: s.check()}}
	case k < 58 && !s.opts.NoHavoc:
		if v, ok := s.target(randomSort(s.Rand, s.opts)); ok {
			return []*stmt{{kind: havocStmt, vars: []string{v.name}}}
		}
	case k < 64:
		if v, ok := s.target(mapSort); ok {
			return []*stmt{{kind: storeStmt, vars: []string{v.name}, args: []*expr{s.expr(intSort, 1)}, cond: s.expr(intSort, 2)}}
		}
	}
	v, ok := s.target(randomSort(s.Rand, s.opts))
	if !ok {
		v = s.proc.newLocal("t", intSort)
	}
	return []*stmt{s.assign(v)}
}

// assign returns an assignment to v.
func (s *scope) assign(v variable) *stmt {
	out := &stmt{kind: assignStmt, vars: []string{v.name}, cond: s.expr(v.sort, 2)}
	s.recent = append(s.recent, v)
	return out
}

// check returns a condition that mostly holds.
func (s *scope) check() *expr {
	c := s.comparison(1)
	if s.IntN(3) > 0 {
		c.op, c.args[1] = "!=", intLit(5+s.IntN(9))
	}
	return c
}

// branch returns an if statement.
func (s *scope) branch(depth int) *stmt {
	out := &stmt{kind: ifStmt}
	if s.opts.NoHavoc || s.IntN(25) > 0 {
		out.cond = s.expr(boolSort, 2)
	}
	out.body = s.block(depth+1, 1+s.IntN(2))
	if s.IntN(2) == 0 {
		out.other = s.block(depth+1, 1+s.IntN(2))
	}
	return out
}

// loop returns a loop that counts a new variable up, and the assignment of
// its first value.
func (s *scope) loop(depth int) []*stmt {
	counter := s.proc.newLocal("i", intSort)
	bound := intLit(1 + s.IntN(4))
	op := s.pick("<", "<", "<=")
	held := []string{counter.name}
	if v, ok := s.variable(intSort, s.proc.ins, s.proc.locals); ok && s.IntN(5) < 2 && v != counter {
		bound = use(v)
		held = append(held, v.name)
		if s.IntN(12) == 0 {
			op = "!="
		}
	}
	guard := logical(op, use(counter), bound)
	guard.guard = true
	next := arith("+", use(counter), intLit(1))
	next.fixed, next.args[0].fixed, next.args[1].fixed = true, true, true

	var freeze []string // not yet frozen by a loop around
	for _, name := range held {
		if !s.frozen[name] {
			freeze = append(freeze, name)
			s.frozen[name] = true
		}
	}
	s.loops++
	body := s.block(depth+1, 1+s.IntN(2))
	s.loops--
	for _, name := range freeze {
		delete(s.frozen, name)
	}
	body = append(body, &stmt{kind: assignStmt, vars: []string{counter.name}, cond: next})
	return []*stmt{
		{kind: assignStmt, vars: []string{counter.name}, cond: intLit(s.IntN(2)), initial: true},
		{kind: whileStmt, cond: guard, body: body},
	}
}

// call returns a call of callee that gives its results to local variables or
// outputs other than those to be kept.
func (s *scope) call(callee *proc, keep ...string) *stmt {
	s.calls++
	out := &stmt{kind: callStmt, callee: callee.name}
	for _, v := range callee.ins {
		out.args = append(out.args, s.expr(v.sort, 1))
	}
	for _, v := range callee.outs {
		to, ok := s.variable(v.sort, s.proc.outs, s.proc.locals)
		if !ok || s.frozen[to.name] || slices.Contains(keep, to.name) || s.IntN(3) == 0 {
			to = s.proc.newLocal("c", v.sort)
		}
		keep = append(keep, to.name)
		out.vars = append(out.vars, to.name)
		s.recent = append(s.recent, to)
	}
	return out
}

// result returns a call's first result as an integer.
func (s *scope) result(call *stmt) *expr {
	for _, v := range s.recent {
		switch {
		case v.name != call.vars[0]:
		case v.sort == kSort:
			return ite(logical("==", use(v), constant(0)), intLit(1), intLit(0))
		case v.sort == boolSort:
			return &expr{op: "ite", args: []*expr{use(v), intLit(1), intLit(0)}}
		case v.sort != intSort:
			return &expr{op: "ite", args: []*expr{s.dataTest(use(v)), intLit(1), intLit(0)}}
		}
	}
	return &expr{op: "var", name: call.vars[0]}
}

// target returns a variable that may be assigned.
func (s *scope) target(want sort) (variable, bool) {
	v, ok := s.variable(want, s.proc.outs, s.proc.locals, s.prog.globals)
	return v, ok && !s.frozen[v.name]
}

// variable returns a random variable of a sort out of the given lists.
func (s *scope) variable(want sort, lists ...[]variable) (variable, bool) {
	var fit []variable
	for _, list := range lists {
		for _, v := range list {
			if v.sort == want {
				fit = append(fit, v)
			}
		}
	}
	if len(fit) == 0 {
		return variable{}, false
	}
	return fit[s.IntN(len(fit))], true
}

// anyVariable returns a random variable of a sort that may be read.
func (s *scope) anyVariable(want sort) (variable, bool) {
	if v, ok := s.variable(want, s.recent[max(0, len(s.recent)-5):], s.proc.ins); ok && s.IntN(4) > 0 {
		return v, true
	}
	return s.variable(want, s.proc.ins, s.proc.outs, s.proc.locals, s.prog.globals)
}

func (s *scope) pick(choices ...string) string { return choices[s.IntN(len(choices))] }

// expr returns an expression of any sort but maps with at most depth levels of
// operators.
func (s *scope) expr(want sort, depth int) *expr {
	switch want {
	case boolSort:
		return s.boolExpr(depth)
	case listSort, floatSort:
		return s.dataExpr(want, depth, nil)
	case kSort, byKSort, toKSort, gridSort:
		return s.sortsExpr(want, depth, nil)
	}
	return s.intExpr(depth)
}

func (s *scope) intExpr(depth int) *expr {
	if s.opts.Data && depth > 0 && s.IntN(6) == 0 {
		return s.intOfData(depth)
	}
	if s.opts.Sorts && depth > 0 && s.IntN(4) == 0 {
		return s.intOfSorts(depth)
	}
	if depth == 0 || s.IntN(4) == 0 {
		if v, ok := s.anyVariable(intSort); ok && s.IntN(4) > 0 {
			return use(v)
		}
		return intLit(s.IntN(14) - 3)
	}
	switch k := s.IntN(20); {
	case k < 11:
		return arith(s.pick("+", "+", "-"), s.intExpr(depth-1), s.intExpr(depth-1))
	case k < 12:
		e := s.intExpr(0)
		return arith("+", e, e.clone())
	case k < 15:
		if !s.opts.Linear && s.IntN(6) == 0 {
			return arith("*", s.intExpr(depth-1), s.intExpr(depth-1))
		}
		return arith("*", intLit(s.IntN(6)-1), s.intExpr(depth-1))
	case k < 18:
		divisor := intLit([]int{2, 2, 3, 4, 5, 7, -2, -3}[s.IntN(8)])
		if v, ok := s.anyVariable(intSort); ok && !s.opts.Linear && s.IntN(6) == 0 {
			divisor = use(v)
		}
		return arith(s.pick("div", "mod"), s.intExpr(depth-1), divisor)
	case k < 19:
		return &expr{op: "ite", args: []*expr{s.boolExpr(depth - 1), s.intExpr(depth - 1), s.intExpr(depth - 1)}}
	}
	if m, ok := s.anyVariable(mapSort); ok {
		return &expr{op: "select", args: []*expr{use(m), s.intExpr(depth - 1)}}
	}
	return s.intExpr(depth - 1)
}

func (s *scope) boolExpr(depth int) *expr {
	if s.opts.Sorts && s.IntN(2) == 0 {
		return s.testOfK(depth)
	}
	if s.opts.Data && s.IntN(3) == 0 {
		return s.dataTest(s.dataExpr(listSort+sort(s.IntN(2)), max(0, depth-1), nil))
	}
	switch k := s.IntN(12); {
	case depth == 0 || k < 2:
		if v, ok := s.anyVariable(boolSort); ok {
			return use(v)
		}
		return s.comparison(0)
	case k < 8:
		return s.comparison(depth - 1)
	case k < 9:
		return not(s.boolExpr(depth - 1))
	}
	return logical(s.pick("&&", "||"), s.boolExpr(depth-1), s.boolExpr(depth-1))
}

// comparison compares an integer variable with an expression.
func (s *scope) comparison(depth int) *expr {
	left := intLit(s.IntN(5))
	if v, ok := s.anyVariable(intSort); ok {
		left = use(v)
	}
	right := s.intExpr(depth)
	if left.name == right.name {
		right = intLit(s.IntN(9) - 2)
	}
	return logical(s.pick("<", "<=", ">", ">=", "==", "!="), left, right)
}
