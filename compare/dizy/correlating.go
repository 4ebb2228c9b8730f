package dizy

import (
	"math/big"
	"slices"

	"semdiff/moddiff/product"
	"semdiff/moddiff/relation"
	"semdiff/moddiff/vc"
	"semdiff/smtlib"
)

// program is the correlating program of a pair: the pair, and its nodes, which are
// loops or recursive procedures of both versions that run in joint steps or alone.
type program struct {
	c        *smtlib.Context
	lemmas   []*relation.Lemma // of one version alone
	k        *product.Correlation
	top      *relation.Product // of the pair
	pair     *body
	nodes    []*node
	branches []*smtlib.Term // conditions under which blocks of the pair are reached
	options  Options
}

// node is a pair of loops or recursive procedures with what is known of it.
type node struct {
	*product.Node
	step  *body   // of one step
	heads *states // before a step: Pre
	exits *states // after the last step, with the values before: Post
}

// body is a run of both versions, of the pair or of one step of a node, whose calls
// are left open.
type body struct {
	of    *node // nil for the pair
	tops  [2]*vc.Activation
	calls []link
	alone *smtlib.Term // what lemmas say of calls

	product *relation.Product
	visits  *visits // of points
}

// link is two runs that a body relates: two calls, or a call and the body itself, in
// which one version is done while the other one goes on.
type link struct {
	to   *node
	runs [2]*vc.Activation
	cond *smtlib.Term   // that there are such runs
	gone int            // bits of the versions that have made a step of the node
	own  bool           // the body is a step of the node
	top  *vc.Activation // among the runs, the body itself; nil for two calls
}

// The bits of contexts: which sides of a node have made a step.
const (
	oldGone = 1 << iota
	newGone
)

// correlate makes the correlating program.
func correlate(c *smtlib.Context, k *product.Correlation, lemmas []*relation.Lemma, o Options) *program {
	g := &program{c: c, k: k, lemmas: lemmas, options: o}
	for _, n := range k.Nodes {
		if o.Sequential {
			break
		}
		g.nodes = append(g.nodes, &node{Node: n})
	}
	g.pair = g.bodyOf(nil, func() *relation.Product {
		return k.Pair(func(reached *smtlib.Term) { g.branches = append(g.branches, reached) })
	})
	g.top = g.pair.product
	for _, n := range g.nodes {
		n.step = g.bodyOf(n, func() *relation.Product { return k.Product(n.Names()) })
	}
	steps := g.constants()
	for _, n := range g.nodes {
		ghosts := g.ghostsOf(n)
		n.heads = &states{place: g.headOf(n, ghosts, steps)}
		n.exits = &states{place: g.exitOf(n, ghosts, steps)}
	}
	g.pair.alone = c.And(g.pair.alone, g.initially())
	return g
}

// bodyOf lists what a product relates.
func (g *program) bodyOf(of *node, encode func() *relation.Product) *body {
	c := g.c
	b := &body{of: of, visits: &visits{points: g.options.Points}}
	g.k.Watch(b.visits.call, func() { b.product = encode() })
	p := b.product
	b.tops, b.alone = p.Tops, relation.LemmaFacts(c, p.Calls, g.lemmas)
	for _, n := range g.nodes {
		own := n == of
		both := 0
		if own {
			both = oldGone | newGone
		}
		for _, runs := range p.Open.InOrder(n.Names()) {
			old, new := runs[0].Reached, runs[1].Reached
			b.link(link{n, runs, c.And(old, new), both, own, nil})
			if own {
				b.link(link{n, [2]*vc.Activation{runs[0], p.Tops[1]}, c.And(old, c.Not(new)), oldGone, true, p.Tops[1]})
				b.link(link{n, [2]*vc.Activation{p.Tops[0], runs[1]}, c.And(new, c.Not(old)), newGone, true, p.Tops[0]})
			}
		}
	}
	return b
}

func (b *body) link(l link) {
	if !l.cond.IsFalse() {
		b.calls = append(b.calls, l)
	}
}

// headOf is the place before steps of a node.
func (g *program) headOf(n *node, ghosts []*ghost, steps []*big.Rat) *place {
	p := newPlace(g.c, n.Names()[0]+"|"+n.Names()[1], g.options)
	p.ghosts = ghosts
	for v, proc := range n.Procs {
		p.add(v, relation.Input, proc.Inputs)
	}
	p.correlate(relation.Input, n.ports(relation.Input))
	for v, run := range n.step.tops {
		for _, l := range n.step.calls {
			if l.own && l.runs[v] != run {
				if t := p.over(n.step, g.withoutCalls(l.runs[v].Reached)); t != nil {
					p.split(t)
				}
				break
			}
		}
	}
	p.compare(relation.Input)
	p.finish(p.forms(n.step, false), steps)
	return p
}

// withoutCalls leaves out of a conjunction what functions that stand for calls say, whose
// values nobody sees.
func (g *program) withoutCalls(t *smtlib.Term) *smtlib.Term {
	var list []*smtlib.Term
	for _, conj := range smtlib.Conjuncts(t) {
		if !slices.ContainsFunc(smtlib.Collect(conj).Funcs, g.k.OfCall) {
			list = append(list, conj)
		}
	}
	return g.c.And(list...)
}

// exitOf is the place after the last step of a node, where the values before the
// first one are still known.
func (g *program) exitOf(n *node, ghosts []*ghost, steps []*big.Rat) *place {
	p := newPlace(g.c, n.Names()[0]+"|"+n.Names()[1], g.options)
	p.ghosts = ghosts
	for v, proc := range n.Procs {
		p.add(v, relation.Input, proc.Inputs)
	}
	for v, proc := range n.Procs {
		p.add(v, relation.Output, proc.Outputs)
	}
	p.correlate(relation.Input, n.ports(relation.Input))
	p.correlate(relation.Output, n.ports(relation.Output))
	p.compare(relation.Output)
	if g.options.Partition != Together {
		g.splitByBranches(p, n)
	}
	p.finish(p.forms(n.step, true), steps)
	return p
}

// maxBehind is how many conditions behind a loop keep its exits apart.
const maxBehind = 2

// splitByBranches keeps the exits of a node apart by what the pair asks of its results:
// versions that leave the loop differently may be the same behind it.
func (g *program) splitByBranches(p *place, n *node) {
	parts := len(p.parts)
	for _, l := range g.pair.calls {
		if l.to != n {
			continue
		}
		sub := map[*smtlib.Term]*smtlib.Term{}
		for _, v := range p.vars {
			if x := valueIn(v.slot, l.runs); x.Op() == smtlib.OpVar && sub[x] == nil {
				sub[x] = v.term
			}
		}
		results := l.results()
		smtlib.VisitOpen(g.branches, func(t *smtlib.Term) {
			if t.Op() != smtlib.OpLe && t.Op() != smtlib.OpLt || len(p.parts) >= parts+maxBehind {
				return
			}
			vars := smtlib.Collect(t).Vars
			if slices.ContainsFunc(vars, func(v *smtlib.Term) bool { return slices.Contains(results, v) }) && !g.withoutCalls(t).IsTrue() &&
				!slices.ContainsFunc(vars, func(v *smtlib.Term) bool { return sub[v] == nil }) {
				p.split(g.c.Substitute(t, sub))
			}
		})
	}
}

// ports say which inputs or outputs of a matched pair stand for each other; nil for
// procedures that are no such pair.
func (n *node) ports(kind relation.SlotKind) []vc.Port {
	pair := n.Procs[0].Pair
	if pair == nil || pair.New != n.Procs[1] {
		return nil
	}
	if kind == relation.Output {
		return vc.PortsOf(pair.Outputs)
	}
	return vc.PortsOf(pair.Inputs)
}

// over is a condition of a body over the variables of a place; nil where it depends on
// results of calls.
func (p *place) over(b *body, t *smtlib.Term) *smtlib.Term {
	sub := map[*smtlib.Term]*smtlib.Term{}
	for _, v := range p.vars {
		if v.slot.Kind == relation.Input {
			sub[b.tops[v.slot.Version].Args[v.slot.Index]] = v.term
		}
	}
	for _, v := range smtlib.Collect(t).Vars {
		if sub[v] == nil {
			return nil
		}
	}
	return p.c.Substitute(t, sub)
}

// forms are the differences of what the versions compare, over the inputs, and, where
// asked for, over what becomes of these.
func (p *place) forms(b *body, outputs bool) (list []*smtlib.Term) {
	after := map[*smtlib.Term]*smtlib.Term{}
	if outputs {
		for _, v := range p.vars {
			if before := p.inputOf(v); before != nil {
				after[before.term] = v.term
			}
		}
	}
	for _, t := range b.compared(p.c) {
		if t := p.over(b, t); t != nil {
			list = append(list, t)
			if outputs {
				list = append(list, p.c.Substitute(t, after))
			}
		}
	}
	return list
}

// inputOf is the input that an output is the later value of, nil for none.
func (p *place) inputOf(out *variable) *variable {
	for _, v := range p.vars {
		if out.slot.Kind == relation.Output && v.slot.Kind == relation.Input && v.slot.Version == out.slot.Version && v.name == out.name && v.term.Sort() == out.term.Sort() {
			return v
		}
	}
	return nil
}

// maxCompared is how many comparisons of one body are looked at.
const maxCompared = 60

// compared lists the differences of the sides of comparisons between numbers.
func (b *body) compared(c *smtlib.Context) (list []*smtlib.Term) {
	b.visit(func(t *smtlib.Term) {
		switch t.Op() {
		case smtlib.OpLe, smtlib.OpLt, smtlib.OpEq:
			if x, y := t.Args()[0], t.Args()[1]; isNumber(c, x) && len(list) < maxCompared {
				list = append(list, c.Sub(x, y))
			}
		}
	})
	return list
}

// visit calls f once for every term of a body, those of inlined callees included.
func (b *body) visit(f func(*smtlib.Term)) {
	var all []*smtlib.Term
	for _, run := range b.tops {
		all = append(all, run.Outputs...)
		all = append(all, run.Ends[:]...)
	}
	for _, l := range b.calls {
		all = append(all, l.cond)
		for _, run := range l.runs {
			all = append(all, run.Args...)
		}
	}
	smtlib.VisitOpen(all, f)
}

// constants are the numbers in the correlating program, with their neighbours: where
// bounds are likely to be; and beyond all of them the sum of their sizes.
func (g *program) constants() (list []*big.Rat) {
	one := big.NewRat(1, 1)
	add := func(q *big.Rat) {
		for _, x := range []*big.Rat{q, new(big.Rat).Neg(q)} {
			list = append(list, x, new(big.Rat).Add(x, one), new(big.Rat).Sub(x, one))
		}
	}
	add(new(big.Rat))
	for _, b := range g.bodies() {
		b.visit(func(t *smtlib.Term) {
			if t.Op() == smtlib.OpNumeral {
				add(t.Num())
			}
		})
	}
	slices.SortFunc(list, (*big.Rat).Cmp)
	list = slices.CompactFunc(list, func(a, b *big.Rat) bool { return a.Cmp(b) == 0 })
	all := new(big.Rat)
	for _, q := range list {
		all.Add(all, new(big.Rat).Abs(q))
	}
	return append(list, all)
}
