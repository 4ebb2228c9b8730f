package symexec

import (
	"maps"

	"semdiff/moddiff/pairing"
	"semdiff/moddiff/summary"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// merging is modular symbolic execution with state merging: where control flow
// joins, the states join into one, with ITE for what differs. A summary then
// has one path for each end, whatever the number of paths. Calls of the own
// recursive group are unfolded as in execution.
type merging struct {
	*execution
	ends  [ir.Diverges + 1][]*reach // how runs ended other than by returning
	index map[*ir.Block]int
	// recursive is set when activations nest: then it must be known which calls
	// cannot happen. Elsewhere what cannot happen only makes terms larger.
	recursive bool
}

// flow is a merged state at a place of one activation.
type flow struct {
	at  *reach
	env map[*smtlib.Term]*smtlib.Term
}

// unfolding is what the activations that have not returned have in common.
type unfolding struct {
	ongoing *activation
	entry   *reach // where the innermost was entered
	choices int
	calls   int
}

// merge executes p with state merging.
func (x *execution) merge() {
	c := x.a.Ctx
	m := &merging{execution: x, index: map[*ir.Block]int{}, recursive: x.unfold && x.p.Version.Recursive(x.p)}
	x.paths, x.calls, x.states, x.stack, x.unwound, x.truncated, x.gaps = nil, nil, 0, nil, false, false, nil
	start := &reach{r: c.True, rel: c.True}
	out := m.activate(x.p, x.p.Inputs, start, unfolding{ongoing: &activation{p: x.p, args: x.p.Inputs}})
	if out != nil {
		x.paths = append(x.paths, &summary.Path{R: out.at.r, T: ValuesIn(out.env, x.p.Outputs), End: ir.Normal, Merged: true})
	}
	for end, rs := range m.ends {
		if len(rs) > 0 {
			x.paths = append(x.paths, &summary.Path{R: joinReaches(c, rs).r, End: ir.Outcome(end), Merged: true})
		}
	}
}

// ValuesIn are the values of variables.
func ValuesIn(env map[*smtlib.Term]*smtlib.Term, vars []*smtlib.Term) []*smtlib.Term {
	values := make([]*smtlib.Term, len(vars))
	for i, v := range vars {
		values[i] = env[v]
	}
	return values
}

// activate runs one activation of p on args and returns the state in which it
// returns, with p's outputs set; nil when it does not.
func (m *merging) activate(p *pairing.Proc, args []*smtlib.Term, at *reach, u unfolding) *flow {
	blocks := p.Blocks
	if _, known := m.index[blocks[0]]; !known {
		for i, b := range blocks {
			m.index[b] = i
		}
	}
	u.entry = at
	pending := make([][]*flow, len(blocks))
	pending[0] = []*flow{{at: at, env: p.Bind(args)}}
	var returned []*flow
	for i, b := range blocks {
		f := m.join(pending[i])
		pending[i] = nil
		if f == nil {
			continue
		}
		m.states++
		if m.overBounds() {
			break
		}
		if f = m.block(p, b, f, u); f == nil {
			continue
		}
		if len(b.Succs) == 0 {
			returned = append(returned, f)
			continue
		}
		m.branch(b, f, pending)
	}
	return m.join(returned)
}

// join merges states at one place into one; nil when there are none.
func (m *merging) join(fs []*flow) *flow {
	if len(fs) == 0 {
		return nil
	}
	c := m.a.Ctx
	f := fs[0]
	for _, g := range fs[1:] {
		sel, other := relative(c, f.at, g.at)
		a, b := f.env, g.env
		if len(other.Args()) < len(sel.Args()) {
			sel, a, b = other, b, a
		}
		env := maps.Clone(a)
		for v, y := range b {
			if x, ok := a[v]; !ok {
				env[v] = y // dead where a comes from
			} else if x != y {
				env[v] = c.Ite(sel, x, y)
			}
		}
		f = &flow{at: joinReaches(c, []*reach{f.at, g.at}), env: env}
	}
	return f
}

// mergeStep is the State of a place: where control flow joins, states do.
type mergeStep struct {
	store
	m  *merging
	p  *pairing.Proc // whose body it is
	at *reach
	u  unfolding
}

// block executes the instructions of b; nil when none of the runs gets through.
func (m *merging) block(p *pairing.Proc, b *ir.Block, f *flow, u unfolding) *flow {
	s := &mergeStep{store: store{c: m.a.Ctx, env: f.env}, m: m, p: p, at: f.at, u: u}
	if !Steps(s, b, 0) {
		return nil
	}
	f.at = s.at
	return f
}

// Require implements State: it lets those runs through for which cond holds.
func (s *mergeStep) Require(_ int, cond *smtlib.Term, otherwise ir.Outcome) bool {
	if cond.IsTrue() {
		return true
	}
	m := s.m
	fails := m.a.Ctx.Not(cond)
	sp, open := m.part(s.at, []*smtlib.Term{cond, fails})
	if open[1] {
		m.ends[otherwise] = append(m.ends[otherwise], m.follow(sp, fails))
	}
	if !open[0] {
		return false
	}
	s.at = m.follow(sp, cond)
	return true
}

// Call implements State.
func (s *mergeStep) Call(k int, call *ir.Call, args []*smtlib.Term) bool {
	m := s.m
	q := s.p.Version.At(call.Proc)
	s.sub = nil
	if m.unfold && m.p.Version.SameGroup(m.p, q) {
		return m.unfoldMerged(s, q, args, call)
	}
	m.noteCall(q, s.at.r, args)
	for _, r := range m.a.Returning(q, args) {
		if !s.Require(k, r.Cond, r.Otherwise) {
			return false
		}
	}
	m.a.SetResults(s.env, q, args, call)
	return true
}

// part is the split of a place by conditions of which one holds; open are those
// that may hold under the precondition. A condition without alternative is not asked
// for. A branch that is infeasible only under the precondition still counts as one.
func (m *merging) part(at *reach, conds []*smtlib.Term) (s *split, open []bool) {
	s = &split{at: at}
	open = make([]bool, len(conds))
	for i, cond := range conds {
		if !m.a.Ctx.And(at.r, cond).IsFalse() {
			open[i] = true
			s.open++
		}
	}
	s.ways = s.open
	for i := range conds {
		if m.recursive && open[i] && s.open > 1 && !m.a.MaybeSat(m.restricted(at, conds[i])) {
			open[i] = false
			s.open--
		}
	}
	if m.precondition == nil {
		s.ways = s.open
	}
	return s, open
}

// restricted is a condition at a place in terms of the precondition.
func (m *merging) restricted(at *reach, cond *smtlib.Term) *smtlib.Term {
	c := m.a.Ctx
	all := c.And(at.r, cond)
	if m.precondition == nil {
		return all
	}
	return c.And(m.precondition, m.a.Expand(m.actual.Apply(all)))
}

// follow is the place behind a condition.
func (m *merging) follow(s *split, cond *smtlib.Term) *reach {
	if s.ways == 1 {
		return s.at
	}
	return s.way(m.a.Ctx, cond)
}

// branch hands the state at the end of a block to its successors.
func (m *merging) branch(b *ir.Block, f *flow, pending [][]*flow) {
	c := m.a.Ctx
	sub := c.NewSubst(f.env)
	conds := make([]*smtlib.Term, 0, len(b.Succs)+1)
	none := c.True
	for _, e := range b.Succs {
		cond := sub.Apply(e.Cond)
		conds = append(conds, cond)
		none = c.And(none, c.Not(cond))
	}
	conds = append(conds, none)
	s, open := m.part(f.at, conds)
	for i, cond := range conds {
		if !open[i] {
			continue
		}
		at := m.follow(s, cond)
		if i == len(b.Succs) {
			m.ends[ir.Blocked] = append(m.ends[ir.Blocked], at)
			continue
		}
		to := m.index[b.Succs[i].To]
		pending[to] = append(pending[to], &flow{at: at, env: maps.Clone(f.env)})
	}
}

// unfoldMerged executes a call of the own recursive group in place; false when it
// does not return.
func (m *merging) unfoldMerged(s *mergeStep, q *pairing.Proc, args []*smtlib.Term, call *ir.Call) bool {
	u := s.u
	if u.ongoing.has(q, args) {
		m.ends[ir.Diverges] = append(m.ends[ir.Diverges], s.at)
		return false
	}
	if !s.at.forcedSince(u.entry) {
		u.choices++
	}
	u.calls++
	if u.choices > m.unwind || u.calls > maxCalls {
		m.unwound = true
		return false
	}
	if u.calls%longRun == 0 && m.staysIn(q, args, func(ends *smtlib.Term) bool { return !m.a.MaybeSat(m.restricted(s.at, ends)) }) {
		m.ends[ir.Diverges] = append(m.ends[ir.Diverges], s.at)
		return false
	}
	u.ongoing = &activation{p: q, args: args, next: u.ongoing}
	out := m.activate(q, args, s.at, u)
	if out == nil {
		return false
	}
	for i, v := range call.Outs {
		if v != nil {
			s.env[v] = out.env[q.Outputs[i]]
		}
	}
	s.at = out.at
	return true
}
