package closedform

import (
	"semdiff/moddiff/pairing"
	"semdiff/smtlib"
)

// Guess is a form that is yet to be proven.
func (a *Analysis) Guess(p *pairing.Proc) *Form { return a.guess(p) }

// Proves reports whether every step of a form is proven.
func (a *Analysis) Proves(f *Form) bool { return a.proves(f) }

// Times and Loops are what a form says of the number of iterations.
func (f *Form) Times() *smtlib.Term { return f.times }

// Loops is the condition that a loop does not end.
func (f *Form) Loops() *smtlib.Term { return f.loops }

// Mutations are forms that say something else than f in one place.
func (f *Form) Mutations() (list []*Form) {
	c := f.c
	with := func(change func(g *Form)) {
		g := *f
		g.state = state{}
		for v, t := range f.state {
			g.state[v] = t
		}
		change(&g)
		list = append(list, &g)
	}
	one := c.IntVal(1)
	with(func(g *Form) { g.times = c.Add(f.times, one) })
	with(func(g *Form) { g.times = c.Sub(f.times, one) })
	with(func(g *Form) { g.loops = f.goesOn })
	if !f.loops.IsFalse() {
		with(func(g *Form) { g.loops = c.False })
	}
	for i, v := range f.proc.Inputs {
		switch {
		case f.state[v] == nil:
			continue
		case f.args[i] == v && v.Sort() == c.Int:
			with(func(g *Form) { g.state[v] = c.Add(v, f.n) })
		case f.args[i] != v:
			with(func(g *Form) { g.state[v] = v })
		}
		if v.Sort() == c.Int {
			with(func(g *Form) { g.state[v] = c.Add(f.state[v], one) })
			with(func(g *Form) { g.state[v] = c.Add(f.state[v], c.Sub(f.n, one)) })
		}
	}
	return list
}

// GoesOn is the condition that there is an iteration.
func (f *Form) GoesOn() *smtlib.Term { return f.goesOn }
