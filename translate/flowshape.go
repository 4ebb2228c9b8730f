package translate

import (
	"slices"

	"semdiff/boogie"
	"semdiff/smtlib"
)

// findReachable marks the steps that the entry reaches, and counts the edges that
// lead to each from these.
func (f *flow) findReachable() {
	f.entry.reachable = true
	for work := []*step{f.entry}; len(work) > 0; {
		s := work[len(work)-1]
		work = work[:len(work)-1]
		for _, t := range s.succs {
			t.preds++
			if !t.reachable {
				t.reachable = true
				work = append(work, t)
			}
		}
	}
	f.indexSteps()
	f.findCycles()
}

func (f *flow) indexSteps() {
	for i, s := range f.steps {
		s.index = i
	}
}

// findCycles puts the steps into an order in which as many edges as can lead
// forward, and finds out whether any leads back.
func (f *flow) findCycles() {
	const open, done = 1, 2
	state := make([]uint8, len(f.steps))
	var post []*step
	var visit func(s *step)
	visit = func(s *step) {
		state[s.index] = open
		for _, t := range s.succs {
			switch state[t.index] {
			case 0:
				visit(t)
			case open:
				f.cyclic = true
			}
		}
		state[s.index] = done
		post = append(post, s)
	}
	visit(f.entry)
	slices.Reverse(post)
	f.steps = post
	f.indexSteps()
}

// leading are the assumptions that a target begins with.
func leading(t *step) []boogie.Expr {
	var out []boogie.Expr
	for len(t.succs) == 1 {
		t = t.succs[0]
		if t.assumes == nil && !(t.dead && t.where) {
			break
		}
		if t.dead {
			out = append(out, &boogie.BoolLit{Value: false})
		} else {
			out = append(out, t.assumes)
		}
	}
	return out
}

// decide finds out whether the targets of a choice exclude each other. Where they
// do not, an element of the tape chooses.
func (f *flow) decide(c *choice) {
	conds := make([][]boogie.Expr, len(c.targets))
	for i, t := range c.targets {
		conds[i] = leading(t)
	}
	if len(conds) == 2 && len(conds[0]) > 0 && len(conds[1]) > 0 &&
		(isNegation(conds[0][0], conds[1][0]) || isNegation(conds[1][0], conds[0][0])) {
		c.exclusive, c.total = true, len(conds[0]) == 1 && len(conds[1]) == 1
	} else {
		f.decideByTerms(c, conds)
	}
	for _, t := range c.targets {
		if c.total {
			t.chosen++
		}
	}
	if !c.exclusive {
		c.at.moves = append(c.at.moves, move{tape, []int{tape}})
	}
	c.at.where = c.at.where || !c.total
}

func (f *flow) decideByTerms(c *choice, conds [][]boogie.Expr) {
	ctx := f.l.ctx
	sc := scope{old: func(g *smtlib.Term) *smtlib.Term { return f.l.oldVar(g) }}
	guards := make([]*smtlib.Term, len(conds))
	for i, es := range conds {
		guards[i] = ctx.True
		for _, e := range es {
			var t *smtlib.Term
			if !f.l.quietly(func() { t = f.l.term(e, sc) }) {
				return
			}
			guards[i] = ctx.And(guards[i], t)
		}
	}
	c.exclusive = true
	for i := range guards {
		for j := range guards[:i] {
			c.exclusive = c.exclusive && ctx.And(guards[i], guards[j]).IsFalse()
		}
	}
	c.total = ctx.Or(guards...).IsTrue()
}

// isNegation reports whether y says not x.
func isNegation(x, y boogie.Expr) bool {
	not, ok := y.(*boogie.UnaryExpr)
	return ok && not.Op == boogie.Not && boogie.Equal(x, not.X)
}
