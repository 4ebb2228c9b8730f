package closedform

import (
	"semdiff/smtlib"
)

// state holds what inputs of the loop have become after n iterations, n >= 1.
type state map[*smtlib.Term]*smtlib.Term

// after guesses the state after n iterations, of the variables that are understood.
func (l *loop) after(n *smtlib.Term) state {
	c := l.c
	one := c.IntVal(1)
	s := state{}
	before := map[*smtlib.Term]*smtlib.Term{} // the state one iteration earlier, which may be the first
	previous := c.NewSubst(map[*smtlib.Term]*smtlib.Term{n: c.Sub(n, one)})
	first := c.Eq(n, one)
	for i, v := range l.proc.Inputs {
		if t := l.grown(v, l.args[i], n); t != nil {
			s[v], before[v] = t, previous.Apply(t)
		}
	}
	for progress := true; progress; {
		progress = false
		for i, v := range l.proc.Inputs {
			if s[v] != nil || !within(l.args[i], before) {
				continue
			}
			s[v] = c.Substitute(l.args[i], before)
			before[v] = c.Ite(first, v, previous.Apply(s[v]))
			progress = true
		}
	}
	return s
}

// grown is what a variable has become that changes by what stays, or by what itself
// changes by a number; nil when it does not. It also means the variable after none.
func (l *loop) grown(v, next, n *smtlib.Term) *smtlib.Term {
	c := l.c
	if next == v {
		return v
	}
	if v.Sort() != c.Int {
		return nil
	}
	d := l.change(v)
	t := c.Add(v, c.Mul(n, d))
	if l.stays(d) {
		return t
	}
	dd := l.change(d)
	if dd.Op() != smtlib.OpNumeral {
		return nil
	}
	// Twice the sum of the first n-1 numbers. All is divided by 2 at once: n*n - n is
	// even, but solvers do not know, and sums that are the same become one term.
	two := c.IntVal(2)
	return c.IntDiv(c.Add(c.Mul(two, t), c.Mul(dd, c.Sub(c.Mul(n, n), n))), two)
}

// within reports whether all variables of t have a value.
func within(t *smtlib.Term, values map[*smtlib.Term]*smtlib.Term) bool {
	all := !t.HasQuantifier()
	smtlib.Visit(t, func(x *smtlib.Term) { all = all && (x.Op() != smtlib.OpVar || values[x] != nil) })
	return all
}
