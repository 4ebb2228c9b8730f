package product

import (
	"math/big"
	"slices"

	"semdiff/moddiff/pairing"
	"semdiff/moddiff/relation"
	"semdiff/smtlib"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
)

// Bounds of what is guessed for a node.
const (
	maxCandidates = 160
	maxConstants  = 12
	minSamples    = 2
)

// guesses collects conditions that hold in all samples of a node.
type guesses struct {
	x       *search
	n       *node
	columns []*column
	ints    []*column
	consts  []*big.Rat
	list    []*relation.Predicate
	seen    map[*smtlib.Term]bool
}

// guess makes the relation of a node of all candidates that its samples suggest:
// before calls, and after them.
func (x *search) guess(n *node) {
	names := n.names()
	n.rel = &relation.Relation{Procs: names, Outcome: true}
	n.rel.Pre = x.guessAmong(n, false)
	n.rel.Post = x.guessAmong(n, true)
}

func (x *search) guessAmong(n *node, outputs bool) []*relation.Predicate {
	g := &guesses{x: x, n: n, columns: x.columnsOf(n, outputs), seen: map[*smtlib.Term]bool{}}
	if len(g.columns) == 0 || len(g.columns[0].values) < minSamples {
		return nil
	}
	for _, col := range g.columns {
		if col.nums != nil {
			g.ints = append(g.ints, col)
		}
	}
	if len(g.ints) > maxColumns {
		g.ints = nil
	}
	g.consts = x.constants(n)
	isOutput := func(col *column) bool { return col.slot.Kind == relation.Output }
	if outputs {
		g.goals()
	} else {
		g.flags()
		g.givens()
	}
	g.equal()
	for _, eq := range affine(x.c, x.withProducts(g.ints)) {
		g.add(eq)
	}
	if !outputs {
		g.reads()
		g.exchanged()
	}
	if outputs && x.products {
		g.casesAfter()
	}
	g.offsets()
	if !outputs {
		g.bounds()
		g.congruences()
		g.guards()
	}
	g.equivalences(outputs)
	if outputs {
		g.list = slices.DeleteFunc(g.list, func(p *relation.Predicate) bool {
			return !slices.ContainsFunc(g.columns, func(col *column) bool { return isOutput(col) && slices.Contains(p.Vars, col.v) })
		})
	}
	return g.list
}

func (g *guesses) add(body *smtlib.Term) {
	if len(g.list) < maxCandidates && !body.IsTrue() && !g.seen[body] {
		g.seen[body] = true
		g.list = append(g.list, predicate(body, g.columns))
	}
}

// across visits the pairs of a column of each version that are both inputs, or both
// outputs.
func across(columns []*column, visit func(a, b *column)) {
	for _, a := range columns {
		for _, b := range columns {
			if a.slot.Version == 0 && b.slot.Version == 1 && a.slot.Kind == b.slot.Kind {
				visit(a, b)
			}
		}
	}
}

// equal guesses that values of both versions are the same.
func (g *guesses) equal() {
	c := g.x.c
	across(g.columns, func(a, b *column) {
		if a.v.Sort() != b.v.Sort() {
			return
		}
		opposite := a.v.Sort() == c.Bool
		for i := range a.values {
			same, err := interp.Equal(a.values[i], b.values[i])
			if err != nil {
				return
			}
			opposite = opposite && !same
			if !same && !opposite {
				return
			}
		}
		if opposite {
			g.add(c.Eq(a.v, c.Not(b.v)))
		} else {
			g.add(c.Eq(a.v, b.v))
		}
	})
}

// flags guesses that truth values are always the same.
func (g *guesses) flags() {
	c := g.x.c
	for _, col := range g.columns {
		if col.v.Sort() != c.Bool {
			continue
		}
		if !slices.ContainsFunc(col.values, func(v interp.Value) bool { return v.IsTrue() != col.values[0].IsTrue() }) {
			g.add(c.Eq(col.v, c.BoolVal(col.values[0].IsTrue())))
		}
	}
}

// offsets guesses differences and sums of values of both versions.
func (g *guesses) offsets() {
	c := g.x.c
	across(g.ints, func(a, b *column) {
		if k := constantly(a, b, 1); k != nil {
			g.add(c.Eq(c.Add(a.v, b.v), c.Numeral(k, c.Int)))
		}
		if k := constantly(a, b, -1); k != nil {
			g.add(c.Eq(a.v, c.Add(b.v, c.Numeral(k, c.Int))))
			return
		}
		if g.always(a, b, func(x, y *big.Rat) bool { return x.Cmp(y) <= 0 }) {
			g.add(c.Le(a.v, b.v))
		}
		if g.always(a, b, func(x, y *big.Rat) bool { return x.Cmp(y) >= 0 }) {
			g.add(c.Le(b.v, a.v))
		}
	})
}

func (g *guesses) always(a, b *column, holds func(x, y *big.Rat) bool) bool {
	for i := range a.nums {
		if !holds(a.nums[i], b.nums[i]) {
			return false
		}
	}
	return true
}

// constantly is a + sign*b if that is one number in all samples.
func constantly(a, b *column, sign int64) (k *big.Rat) {
	for i := range a.nums {
		y := new(big.Rat).Mul(b.nums[i], big.NewRat(sign, 1))
		y.Add(y, a.nums[i])
		if k == nil {
			k = y
		} else if k.Cmp(y) != 0 {
			return nil
		}
	}
	return k
}

// constants are the whole numbers that occur in the bodies of a node, and small ones.
func (x *search) constants(n *node) (list []*big.Rat) {
	add := func(q *big.Rat) {
		if len(list) < maxConstants && !slices.ContainsFunc(list, func(r *big.Rat) bool { return r.Cmp(q) == 0 }) {
			list = append(list, q)
		}
	}
	for _, k := range []int64{0, 1, -1} {
		add(big.NewRat(k, 1))
	}
	for _, p := range n.procs {
		if p == nil {
			continue
		}
		ir.Terms(p.Proc, func(t *smtlib.Term) {
			if t.Op() == smtlib.OpNumeral && t.Sort() == x.c.Int {
				add(t.Num())
			}
		})
	}
	return list
}

// bounds guesses between which constants integers are, and how those of one version
// compare.
func (g *guesses) bounds() {
	c := g.x.c
	g.intervals()
	for _, a := range g.ints {
		for _, b := range g.ints {
			if a == b || a.slot.Version != b.slot.Version {
				continue
			}
			least := slices.MinFunc(a.nums, (*big.Rat).Cmp)
			switch {
			case g.always(a, b, func(x, y *big.Rat) bool { return x.Cmp(y) <= 0 }):
				g.add(c.Le(a.v, b.v))
			case least.IsInt() && g.always(a, b, func(x, y *big.Rat) bool { return x.Cmp(y) <= 0 || x.Cmp(least) == 0 }):
				g.add(c.Or(c.Le(a.v, b.v), c.Eq(a.v, c.Numeral(least, c.Int)))) // a loop that is not entered
			}
		}
	}
}

// congruences guesses remainders.
func (g *guesses) congruences() {
	c := g.x.c
	for _, col := range g.ints {
		for _, m := range []int64{4, 3, 2} {
			if slices.ContainsFunc(col.nums[1:], func(q *big.Rat) bool { return q.Cmp(col.nums[0]) != 0 }) {
				if r := commonRemainder(col.nums, m); r != nil {
					g.add(c.Eq(c.Mod(col.v, c.IntVal(m)), c.BigInt(r)))
					break
				}
			}
		}
	}
}

func commonRemainder(nums []*big.Rat, m int64) (r *big.Int) {
	for _, q := range nums {
		s := new(big.Int).Mod(q.Num(), big.NewInt(m))
		if r != nil && r.Cmp(s) != 0 {
			return nil
		}
		r = s
	}
	return r
}

// maxGuards is how many conditions of a body are compared with those of the other.
const maxGuards = 6

// guards guesses that conditions of the bodies over their inputs hold in both
// versions alike.
func (g *guesses) guards() {
	c := g.x.c
	for _, s := range g.guardsOf(0) {
		for _, t := range g.guardsOf(1) {
			if s.v.IsTrue() || t.v.IsTrue() {
				continue
			}
			if g.alike(s.values, t.values) {
				g.add(c.Eq(s.v, t.v))
			}
		}
	}
}

func (g *guesses) alike(a, b []interp.Value) bool {
	for i := range a {
		if a[i].IsTrue() != b[i].IsTrue() {
			return false
		}
	}
	return true
}

// guardsOf are the conditions of a version's first branches over the columns.
func (g *guesses) guardsOf(v int) (list []*column) { return g.guardsIn(g.n.procs[v]) }

func (g *guesses) guardsIn(proc *pairing.Proc) (list []*column) {
	v := proc.Version.Index
	sub := map[*smtlib.Term]*smtlib.Term{}
	for _, col := range g.columns {
		if col.slot.Version == v && col.slot.Kind == relation.Input {
			sub[proc.Inputs[col.slot.Index]] = col.v
		}
	}
	for _, e := range proc.Blocks[0].Succs {
		over := !e.Cond.HasQuantifier() && len(list) < maxGuards
		for _, w := range smtlib.Collect(e.Cond).Vars {
			over = over && sub[w] != nil
		}
		if !over || len(proc.Blocks[0].Instrs) > 0 {
			continue
		}
		if col := g.evaluated(g.x.c.Substitute(e.Cond, sub)); col != nil {
			list = append(list, col)
		}
	}
	return list
}

// evaluated is a condition over the columns with its values; nil where one is not
// known.
func (g *guesses) evaluated(t *smtlib.Term) *column {
	col := &column{v: t}
	for i := range g.columns[0].values {
		env := interp.Env{}
		for _, in := range g.columns {
			env[in.v] = in.values[i]
		}
		v, err := interp.Eval(g.x.c, t, env, g.x.model)
		if err != nil {
			return nil
		}
		col.values = append(col.values, v)
	}
	return col
}
