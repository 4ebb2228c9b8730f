package moddiff

import (
	"maps"

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
	c := x.a.c
	m := &merging{execution: x, index: map[*ir.Block]int{}, recursive: x.unfold && x.p.side.recursive(x.p)}
	x.paths, x.calls, x.states, x.stack, x.unwound, x.truncated, x.gaps = nil, nil, 0, nil, false, false, nil
	start := &reach{r: c.True, rel: c.True}
	out := m.activate(x.p, x.p.proc.Inputs, start, unfolding{ongoing: &activation{p: x.p, args: x.p.proc.Inputs}})
	if out != nil {
		x.paths = append(x.paths, &PathSummary{R: out.at.r, T: valuesIn(out.env, x.p.proc.Outputs), End: ir.Normal, merged: true})
	}
	for end, rs := range m.ends {
		if len(rs) > 0 {
			x.paths = append(x.paths, &PathSummary{R: joinReaches(c, rs).r, End: ir.Outcome(end), merged: true})
		}
	}
}

func valuesIn(env map[*smtlib.Term]*smtlib.Term, vars []*smtlib.Term) []*smtlib.Term {
	values := make([]*smtlib.Term, len(vars))
	for i, v := range vars {
		values[i] = env[v]
	}
	return values
}

// activate runs one activation of p on args and returns the state in which it
// returns, with p's outputs set; nil when it does not.
func (m *merging) activate(p *procState, args []*smtlib.Term, at *reach, u unfolding) *flow {
	blocks := p.proc.Blocks
	if _, known := m.index[blocks[0]]; !known {
		for i, b := range blocks {
			m.index[b] = i
		}
	}
	u.entry = at
	pending := make([][]*flow, len(blocks))
	pending[0] = []*flow{{at: at, env: bind(p.proc.Inputs, args)}}
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
	c := m.a.c
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

// block executes the instructions of b; nil when none of the runs gets through.
func (m *merging) block(p *procState, b *ir.Block, f *flow, u unfolding) *flow {
	for _, in := range b.Instrs {
		sub := m.a.c.NewSubst(f.env)
		switch in := in.(type) {
		case *ir.Assign:
			values := make([]*smtlib.Term, len(in.Exprs))
			for i, e := range in.Exprs {
				values[i] = sub.Apply(e)
			}
			for i, v := range in.Vars {
				f.env[v] = values[i]
			}
		case *ir.Assume:
			f = m.require(f, sub.Apply(in.Cond), ir.Blocked)
		case *ir.Assert:
			f = m.require(f, sub.Apply(in.Cond), ir.Fails)
		case *ir.Call:
			args := make([]*smtlib.Term, len(in.Args))
			for i, e := range in.Args {
				args[i] = sub.Apply(e)
			}
			q := p.side.at(in.Proc)
			if m.unfold && m.p.side.sameGroup(m.p, q) {
				f = m.unfoldMerged(f, q, args, in, u)
			} else {
				f = m.abstracted(f, q, args, in)
			}
		}
		if f == nil {
			return nil
		}
	}
	return f
}

// part is the split of a place by conditions of which one holds; open are those
// that may hold under the demand. A condition without alternative is not asked
// for. What is closed under the demand only is a way still.
func (m *merging) part(at *reach, conds []*smtlib.Term) (s *split, open []bool) {
	s = &split{at: at}
	open = make([]bool, len(conds))
	for i, cond := range conds {
		if !m.a.c.And(at.r, cond).IsFalse() {
			open[i] = true
			s.open++
		}
	}
	s.ways = s.open
	for i := range conds {
		if m.recursive && open[i] && s.open > 1 && !m.a.hint(m.demanded(at, conds[i])) {
			open[i] = false
			s.open--
		}
	}
	if m.demand == nil {
		s.ways = s.open
	}
	return s, open
}

// demanded is a condition at a place in terms of the demand.
func (m *merging) demanded(at *reach, cond *smtlib.Term) *smtlib.Term {
	c := m.a.c
	all := c.And(at.r, cond)
	if m.demand == nil {
		return all
	}
	return c.And(m.demand, m.a.expand(m.actual.Apply(all)))
}

// follow is the place behind a condition.
func (m *merging) follow(s *split, cond *smtlib.Term) *reach {
	if s.ways == 1 {
		return s.at
	}
	return s.way(m.a.c, cond)
}

// require lets those runs through for which cond holds; the others end.
func (m *merging) require(f *flow, cond *smtlib.Term, otherwise ir.Outcome) *flow {
	if cond.IsTrue() {
		return f
	}
	fails := m.a.c.Not(cond)
	s, open := m.part(f.at, []*smtlib.Term{cond, fails})
	if open[1] {
		m.ends[otherwise] = append(m.ends[otherwise], m.follow(s, fails))
	}
	if !open[0] {
		return nil
	}
	f.at = m.follow(s, cond)
	return f
}

// branch hands the state at the end of a block to its successors.
func (m *merging) branch(b *ir.Block, f *flow, pending [][]*flow) {
	c := m.a.c
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

// unfoldMerged executes a call of the own recursive group in place.
func (m *merging) unfoldMerged(f *flow, q *procState, args []*smtlib.Term, call *ir.Call, u unfolding) *flow {
	if u.ongoing.has(q, args) {
		m.ends[ir.Diverges] = append(m.ends[ir.Diverges], f.at)
		return nil
	}
	if !f.at.forcedSince(u.entry) {
		u.choices++
	}
	u.calls++
	if u.choices > m.unwind || u.calls > maxCalls {
		m.unwound = true
		return nil
	}
	if u.calls%longRun == 0 && m.staysIn(q, args, func(ends *smtlib.Term) bool { return !m.a.hint(m.demanded(f.at, ends)) }) {
		m.ends[ir.Diverges] = append(m.ends[ir.Diverges], f.at)
		return nil
	}
	u.ongoing = &activation{p: q, args: args, next: u.ongoing}
	out := m.activate(q, args, f.at, u)
	if out == nil {
		return nil
	}
	for i, v := range call.Outs {
		if v != nil {
			f.env[v] = out.env[q.proc.Outputs[i]]
		}
	}
	f.at = out.at
	return f
}

// abstracted sets the results of a call to abstract applications and splits off
// the ways in which the call may not return.
func (m *merging) abstracted(f *flow, q *procState, args []*smtlib.Term, call *ir.Call) *flow {
	m.noteCall(q, f.at.r, args)
	for _, k := range m.a.returning(q, args) {
		if f = m.require(f, k.cond, k.otherwise); f == nil {
			return nil
		}
	}
	m.a.setResults(f.env, q, args, call)
	return f
}
