package product

import (
	"math/big"
	"slices"

	"semdiff/moddiff/pairing"
	"semdiff/moddiff/relation"
	"semdiff/moddiff/vc"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// maxLemmas is how many candidates there are for one procedure.
const maxLemmas = 40

// proveLemmas proves what runs of each recursive procedure of one version suggest
// about what it returns.
func (x *search) proveLemmas() {
	var list, fills []*relation.Lemma
	done := map[*pairing.Proc]bool{}
	for v := range 2 {
		for _, p := range x.related[v] {
			if !done[p] {
				done[p] = true
				list, fills = append(list, x.lemmasOf(p)...), append(fills, x.pointwise(p)...)
			}
		}
	}
	list = append(list, x.ranges([2][]*pairing.Proc{slices.Concat(x.related[0], x.watched[0]), slices.Concat(x.related[1], x.watched[1])})...)
	x.thorough, x.patience = false, maxUnknown
	prover := relation.NewProver(x.c, x.unsat, nil)
	x.lemmas, x.fills = prover.ProveLemmas(list, x.alone), prover.ProveLemmas(fills, x.alone)
	x.allLemmas = slices.Concat(x.lemmas, x.fills)
}

// alone encodes a run of a procedure of one version.
func (x *search) alone(v int, proc string) (*vc.Activation, relation.Calls) {
	p := x.a.Pairing.Versions[v].At(proc)
	of := &node{schedule: schedule{steps: [2]int{1, 1}}}
	of.procs[v] = p
	e, k := x.encoder(of)
	return e.Encode(v, p.Proc, vc.Own(x.c, v, p.Inputs)), k.all
}

// lemmasOf guesses lemmas about a procedure from its activations in all runs.
func (x *search) lemmasOf(p *pairing.Proc) (list []*relation.Lemma) {
	v := p.Version.Index
	ins, outs := x.columnsOfOne(p)
	if len(ins) == 0 && len(outs) == 0 {
		return nil
	}
	g := &guesses{x: x, columns: slices.Concat(ins, outs), seen: map[*smtlib.Term]bool{}}
	if len(g.columns[0].values) < minSamples {
		return nil
	}
	for _, col := range g.columns {
		if col.nums != nil && len(g.columns) <= maxColumns {
			g.ints = append(g.ints, col)
		}
	}
	g.changes(p, ins, outs)
	for _, eq := range affine(x.c, x.withProducts(g.ints)) {
		g.add(eq)
	}
	g.cases(p)
	g.signs(p, ins, outs)
	for _, q := range g.list[:min(len(g.list), maxLemmas)] {
		about := func(s relation.Slot) bool { return s.Kind == relation.Output }
		if never := q.Body.Op() == smtlib.OpNot; never || slices.ContainsFunc(q.Slots, about) {
			list = append(list, &relation.Lemma{Version: v, Proc: p.Name, Post: q})
		}
	}
	return list
}

// cases guesses equations that hold where a condition of the first branches does, or
// where an integer that the procedure is given is one that is tested for.
func (g *guesses) cases(p *pairing.Proc) {
	for _, guard := range g.guardsIn(p) {
		g.casesOf(guard, true)
	}
	for _, k := range g.x.tested() {
		for _, col := range g.ints {
			if col.slot.Kind == relation.Input {
				if is := g.evaluated(g.x.c.Eq(col.v, k)); is != nil {
					g.casesOf(is, true)
				}
			}
		}
	}
}

// maxTested is how many numbers are taken for cases.
const maxTested = 3

// tested are the numbers with which recursive procedures of either version, other than
// loops, compare something for equality.
func (x *search) tested() (list []*smtlib.Term) {
	for _, procs := range x.related {
		for _, p := range procs {
			if p.Kind == ir.Loop {
				continue
			}
			ir.Terms(p.Proc, func(t *smtlib.Term) {
				if t.Op() != smtlib.OpEq {
					return
				}
				for _, k := range t.Args() {
					if k.Op() == smtlib.OpNumeral && k.Sort() == x.c.Int && len(list) < maxTested && !slices.Contains(list, k) {
						list = append(list, k)
					}
				}
			})
		}
	}
	return list
}

// casesOf guesses equations that hold where a condition does, or does not.
func (g *guesses) casesOf(guard *column, holds bool) {
	var within []*column
	for _, col := range g.ints {
		part := &column{v: col.v, slot: col.slot, product: col.product}
		for i, q := range col.nums {
			if guard.values[i].IsTrue() == holds {
				part.nums = append(part.nums, q)
			}
		}
		within = append(within, part)
	}
	if len(within) == 0 || len(within[0].nums) < minSamples || !g.varies(within) {
		return
	}
	cond := guard.v
	if !holds {
		cond = g.x.c.Not(cond)
	}
	for _, eq := range affine(g.x.c, g.x.withProducts(within)) {
		g.add(g.x.c.Implies(cond, eq))
	}
}

// varies reports whether the rows of columns are more than equations between them hold
// in by chance.
func (g *guesses) varies(columns []*column) bool {
	return len(columns[0].nums) > len(independent(columns))+1
}

// casesAfter guesses equations that hold where a guard of one version holds of what a
// version returns, as when a loop leaves the last iterations to what comes after it.
func (g *guesses) casesAfter() {
	for v, p := range g.n.procs {
		for _, guard := range g.guardsIn(p) {
			for w := range g.n.procs {
				after := g.evaluated(g.x.c.Substitute(guard.v, g.returned(v, w)))
				if after == nil || after.v == guard.v {
					continue
				}
				g.casesOf(after, true)
				g.casesOf(after, false)
			}
		}
	}
}

// returned are the inputs of version v as outputs, or else inputs, of that name of
// version w.
func (g *guesses) returned(v, w int) map[*smtlib.Term]*smtlib.Term {
	sub := map[*smtlib.Term]*smtlib.Term{}
	for _, from := range g.columns {
		if from.slot.Version != v || from.slot.Kind != relation.Input {
			continue
		}
		for _, to := range g.columns { // outputs come last
			if to.slot.Version == w && to.v.Sort() == from.v.Sort() && g.declared(to) == g.declared(from) {
				sub[from.v] = to.v
			}
		}
	}
	return sub
}

// declared is the variable of a procedure that a column is about.
func (g *guesses) declared(col *column) *smtlib.Term {
	p := g.n.procs[col.slot.Version]
	if col.slot.Kind == relation.Output {
		return p.Outputs[col.slot.Index]
	}
	return p.Inputs[col.slot.Index]
}

// columnsOfOne are the inputs and outputs of a procedure with their values in its
// activations that returned.
func (x *search) columnsOfOne(p *pairing.Proc) (ins, outs []*column) {
	v := p.Version.Index
	for i, in := range p.Inputs {
		ins = append(ins, &column{v: x.c.Var(relation.Declared(in), in.Sort()), slot: relation.Slot{Version: v, Index: i, Kind: relation.Input}})
	}
	for i, out := range p.Outputs {
		outs = append(outs, &column{v: x.c.Var("result "+relation.Declared(out), out.Sort()), slot: relation.Slot{Version: v, Index: i, Kind: relation.Output}})
	}
	left := maxSamples
	var visit func(a *activation)
	visit = func(a *activation) {
		if a.proc == p && a.out != nil && left > 0 {
			left--
			for i, col := range ins {
				col.values = append(col.values, a.in[i])
			}
			for i, col := range outs {
				col.values = append(col.values, a.out[i])
			}
		}
		for _, b := range a.calls {
			visit(b)
		}
	}
	for _, both := range x.runs {
		visit(both[v])
	}
	for _, col := range slices.Concat(ins, outs) {
		if col.v.Sort() == x.c.Int {
			col.number(x.c)
		}
	}
	return ins, outs
}

// changes guesses how variables that a procedure is given and returns change: not at
// all, never down, never up, to the larger or the smaller of two values; truth values
// to true alone, or to false.
func (g *guesses) changes(p *pairing.Proc, ins, outs []*column) {
	c := g.x.c
	for i, out := range outs {
		k := slices.Index(p.Inputs, p.Outputs[i])
		if k >= 0 && out.v.Sort() == c.Bool {
			g.add(c.Implies(ins[k].v, out.v))
			g.add(c.Implies(out.v, ins[k].v))
		}
		if k < 0 || out.nums == nil || ins[k].nums == nil {
			continue
		}
		in := ins[k]
		if g.always(in, out, func(x, y *big.Rat) bool { return x.Cmp(y) <= 0 }) {
			g.add(c.Le(in.v, out.v))
			g.extremes(in, out, ins, func(x, y *smtlib.Term) *smtlib.Term { return c.Ite(c.Le(x, y), y, x) }, 1)
		}
		if g.always(in, out, func(x, y *big.Rat) bool { return x.Cmp(y) >= 0 }) {
			g.add(c.Le(out.v, in.v))
			g.extremes(in, out, ins, func(x, y *smtlib.Term) *smtlib.Term { return c.Ite(c.Le(x, y), x, y) }, -1)
		}
	}
}

// extremes guesses that a variable ends as the larger (sign 1) or the smaller (sign
// -1) of what it was and another input, or a constant.
func (g *guesses) extremes(in, out *column, ins []*column, of func(x, y *smtlib.Term) *smtlib.Term, sign int) {
	c := g.x.c
	is := func(other func(i int) *big.Rat) bool {
		for i, x := range in.nums {
			want := other(i)
			if x.Cmp(want)*sign > 0 {
				want = x
			}
			if out.nums[i].Cmp(want) != 0 {
				return false
			}
		}
		return true
	}
	for _, other := range ins {
		if other != in && other.nums != nil && is(func(i int) *big.Rat { return other.nums[i] }) {
			g.add(c.Eq(out.v, of(in.v, other.v)))
		}
	}
	for _, k := range []int64{0, 1, -1} {
		q := big.NewRat(k, 1)
		if is(func(int) *big.Rat { return q }) {
			g.add(c.Eq(out.v, of(in.v, c.IntVal(k))))
		}
	}
}
