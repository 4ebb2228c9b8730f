package product

import (
	"slices"

	"semdiff/moddiff/pairing"
	"semdiff/moddiff/relation"
	"semdiff/moddiff/vc"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// node is a recursive procedure or loop of each version between which a relation
// is looked for.
type node struct {
	procs     [2]*pairing.Proc
	schedules []schedule // that fit, the best first
	schedule  schedule
	samples   []*sample
	rel       *relation.Relation
}

func (n *node) names() [2]string { return [2]string{n.procs[0].Name, n.procs[1].Name} }

// treatment is what becomes of calls of a procedure in a product.
type treatment uint8

const (
	abstract treatment = iota // uninterpreted functions stand for them
	inlined                   // the body does
	related                   // left open, up to what schedules unfold
)

// maxInlined is how deep calls are inlined.
const maxInlined = 6

// treat says what becomes of calls of q in products for the pair at hand. Loops of
// the pair's own procedures are related even where they are known to be equal: they
// may be called on other inputs in both versions.
func (x *search) treat(q *pairing.Proc) treatment {
	if t, ok := x.treatments[q]; ok {
		return t
	}
	t := inlined
	own := q.Kind == ir.Loop && (q.Version.Root(q) == q.Version.Root(x.pair.Proc(q.Version.Index)))
	switch {
	case !own && x.known(q) != nil, !x.a.Load(q) || q.Blocks == nil:
		t = abstract
	case q.Version.Recursive(q):
		t = related
	}
	x.treatments[q] = t
	return t
}

// known is what callers may rely on of the pair that q is in; nil for nothing.
func (x *search) known(q *pairing.Proc) *vc.Known {
	if q.Pair == nil || len(q.Pair.Interface) > 0 {
		return nil
	}
	p := vc.PairOf(q.Pair)
	var k vc.Known
	switch e := x.a.State.OfPair(q.Pair).Equality; {
	case e.Equal:
		k = vc.Same(p)
	case e.Partial:
		k = vc.Agreeing(p)
	default:
		return nil
	}
	return &k
}

// maxNodes is how many pairs of recursive procedures are related at once.
const maxNodes = 9

// findNodes lists the recursive procedures that calls of the pair lead to, those
// of both versions paired: with their partners, or where these are not called, or
// the versions have few, with all.
func (x *search) findNodes() {
	var of [2][]*pairing.Proc
	for v := range of {
		of[v] = x.recursiveBelow(x.pair.Proc(v))
	}
	x.related = of
	for _, o := range of[0] {
		for _, n := range of[1] {
			matched := o.Pair != nil && o.Pair.New == n
			lone := func(q *pairing.Proc, others []*pairing.Proc) bool {
				return q.Pair == nil || !slices.Contains(others, q.Pair.Proc(1-q.Version.Index))
			}
			if matched || lone(o, of[1]) || lone(n, of[0]) {
				x.nodes = append(x.nodes, &node{procs: [2]*pairing.Proc{o, n}, schedule: schedule{steps: [2]int{1, 1}}})
			}
		}
	}
	if len(x.nodes) > maxNodes {
		x.nodes = nil
	}
}

func (x *search) recursiveBelow(p *pairing.Proc) (list []*pairing.Proc) {
	seen := map[*pairing.Proc]bool{}
	var visit func(*pairing.Proc)
	visit = func(p *pairing.Proc) {
		for _, q := range p.Version.Callees(p) {
			t := x.treat(q)
			if seen[q] || t == abstract {
				continue
			}
			seen[q] = true
			if t == related {
				list = append(list, q)
			}
			visit(q)
		}
	}
	visit(p)
	return list
}

// findWatched lists the procedures, known to be equal, that calls of the pair lead to and
// that are recursive or lead to recursive ones.
func (x *search) findWatched() {
	for v := range x.watched {
		seen := map[*pairing.Proc]bool{}
		var visit func(p *pairing.Proc)
		visit = func(p *pairing.Proc) {
			for _, q := range p.Version.Callees(p) {
				if seen[q] || !q.MayEnd.Diverge || len(seen) == maxLoaded || !x.a.Load(q) || q.Blocks == nil {
					continue
				}
				seen[q] = true
				visit(q) // callees first
				if x.treat(q) == abstract && len(x.watched[v]) < maxWatched {
					x.watched[v] = append(x.watched[v], q)
				}
			}
		}
		visit(x.pair.Proc(v))
	}
}

// maxLoaded is among how many procedures of a version, with loops or recursion below, such
// are looked for.
const maxLoaded = 20

// calls decides what becomes of calls in one product, and keeps those that are
// made: all, and those that are related in order.
type calls struct {
	x            *search
	of           *node // whose product it is; nil for that of the pair
	all, related relation.Calls
}

// Call implements vc.Calls.
func (k *calls) Call(s *vc.Site) vc.Effect {
	v := s.In.Version
	q := k.x.a.Pairing.Versions[v].At(s.Callee.Name)
	a := &vc.Activation{Version: v, Proc: q.Name, Args: s.Args, Reached: s.Reached()}
	unfolded := func(q *ir.Proc) (n int) {
		for f := s.In; f != nil; f = f.Caller {
			if f.Proc == q && (f.Caller != nil || k.of != nil) {
				n++
			}
		}
		return n
	}
	isRelated := false
	treatment := k.x.treat(q)
	if k.x.watch != nil && !a.Reached.IsFalse() {
		k.x.watch(s, treatment == abstract || treatment == inlined && s.In.Depth() >= maxInlined)
	}
	switch treatment {
	case inlined:
		if s.In.Depth() < maxInlined {
			return s.Inline(s.Frame())
		}
		return k.x.symbol(v, q, s.Args)
	case abstract:
		if a.Effect = k.x.symbol(v, q, s.Args); !slices.Contains(k.x.watched[v], q) {
			return a.Effect
		}
	case related:
		n := unfolded(q.Proc)
		isRelated = k.x.isRelated(k.of, q, n, unfolded)
		if k.x.leftOpen(k.of, q, n) {
			a.Effect = k.x.openCall(s, q)
		} else {
			a.Effect = s.Inline(s.Frame())
		}
	}
	if !a.Reached.IsFalse() {
		k.all[v] = append(k.all[v], a)
		if isRelated {
			k.related[v] = append(k.related[v], a)
		}
	}
	return a.Effect
}

// isRelated reports whether, in the product of a node, or of the pair where that is
// nil, a call of q is related to one of the other version, when so many activations
// of it, and of others, are unfolded.
func (x *search) isRelated(of *node, q *pairing.Proc, unfolded int, all func(*ir.Proc) int) bool {
	own, depth := x.relatedAt(of, q)
	if of != nil && !own && all(of.procs[q.Version.Index].Proc) > of.schedule.steps[q.Version.Index] {
		return false // it is made behind the step
	}
	return unfolded == depth
}

// leftOpen reports whether such a call is left open.
func (x *search) leftOpen(of *node, q *pairing.Proc, unfolded int) bool {
	own, depth := x.relatedAt(of, q)
	if own {
		depth += of.schedule.rest[q.Version.Index]
	}
	return unfolded >= depth
}

// relatedAt is how many activations of q are unfolded in a product before one is
// related; own tells that they are those of the node itself.
func (x *search) relatedAt(of *node, q *pairing.Proc) (own bool, depth int) {
	v := q.Version.Index
	if of != nil && of.procs[v] == q {
		return true, of.schedule.steps[v]
	}
	if of != nil && q.Pair == nil && q.Version.SameGroup(q, of.procs[v]) {
		return false, 1 // on the way to the next activation of the node's own
	}
	for _, n := range x.nodes {
		if n.procs[v] == q {
			depth = max(depth, n.schedule.peel[v])
		}
	}
	return false, depth
}

// symbol is a call as uninterpreted functions.
func (x *search) symbol(v int, q *pairing.Proc, args []*smtlib.Term) vc.Effect {
	if known := x.known(q); known != nil {
		return x.symbols.Call(v, q.Proc, args, vc.PairOf(q.Pair), known)
	}
	return x.symbols.Call(v, q.Proc, args, nil, nil)
}

// openCall is a call as variables, with what is proven of whether it ends.
func (x *search) openCall(s *vc.Site, q *pairing.Proc) vc.Effect {
	c, eff := x.c, x.open.Call(s)
	ends, loops := x.a.KnownTo(q, s.Args)
	if ends.IsFalse() && loops.IsFalse() {
		return eff
	}
	e := eff.Ends
	diverges := c.Or(loops, c.And(c.Not(ends), e[ir.Diverges]))
	fails, blocked := c.And(c.Not(diverges), e[ir.Fails]), c.And(c.Not(diverges), e[ir.Blocked])
	eff.Ends = vc.Ends{ir.Normal: c.Not(c.Or(diverges, fails, blocked)), ir.Fails: fails, ir.Blocked: blocked, ir.Diverges: diverges}
	return eff
}

// encoder encodes the product of a node, or of the pair.
func (x *search) encoder(of *node) (*vc.Encoder, *calls) {
	k := &calls{x: x, of: of}
	return &vc.Encoder{Ctx: x.c, Programs: x.programs, Calls: k}, k
}
