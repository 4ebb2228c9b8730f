package concolic

import (
	"math/big"

	"semdiff/moddiff/pairing"
	"semdiff/smtlib"
	"semdiff/translate/interp"
)

const (
	maxGridInputs = 4
	maxGridRadius = 2_000
)

// grid gives all tuples of small numbers to the inputs of a pair, those of small
// magnitude first.
type grid struct {
	c      *smtlib.Context
	vars   []*smtlib.Term // numbers, then truth values
	radius int            // the largest magnitude
	at     []int          // of each input; nil before the first
}

// newGrid makes a grid; ok is false where there are many inputs, or others than numbers
// and truth values.
func newGrid(c *smtlib.Context, p *pairing.Pair) (g *grid, ok bool) {
	g = &grid{c: c}
	var flags []*smtlib.Term
	for _, in := range p.Inputs {
		switch in.Var.Sort().Kind {
		case smtlib.IntKind, smtlib.BVKind:
			g.vars = append(g.vars, in.Var)
		case smtlib.BoolKind:
			flags = append(flags, in.Var)
		default:
			return nil, false
		}
	}
	ok = len(g.vars) > 0 && len(g.vars)+len(flags) <= maxGridInputs
	g.vars = append(g.vars, flags...)
	return g, ok
}

// next is the next tuple, nil at the end.
func (g *grid) next() interp.Env {
	for g.step() {
		if g.onShell() {
			return g.env()
		}
		g.at[0] = g.radius - 1 // the tuples between were given before
	}
	return nil
}

// step moves on to the next tuple within the radius, or else to the first within a
// larger one.
func (g *grid) step() bool {
	if g.at == nil {
		g.at = make([]int, len(g.vars))
		return true
	}
	for i := range g.at {
		least, most := g.rangeOf(i)
		if g.at[i]++; g.at[i] <= most {
			return true
		}
		g.at[i] = least
	}
	g.radius++
	for i := range g.at {
		g.at[i], _ = g.rangeOf(i)
	}
	return g.radius <= maxGridRadius
}

func (g *grid) rangeOf(i int) (least, most int) {
	if g.vars[i].Sort().Kind == smtlib.BoolKind {
		return 0, 1
	}
	return -g.radius, g.radius
}

// onShell reports whether one of the numbers has the magnitude of the radius.
func (g *grid) onShell() bool {
	for i, n := range g.at {
		if g.vars[i].Sort().Kind != smtlib.BoolKind && (n == g.radius || n == -g.radius) {
			return true
		}
	}
	return false
}

func (g *grid) env() interp.Env {
	env := interp.Env{}
	for i, v := range g.vars {
		n := big.NewInt(int64(g.at[i]))
		switch s := v.Sort(); s.Kind {
		case smtlib.BoolKind:
			env[v] = interp.Bool(g.c, g.at[i] == 1)
		case smtlib.BVKind:
			env[v] = interp.BV(g.c, n, s.Width)
		default:
			env[v] = interp.Int(g.c, n)
		}
	}
	return env
}
