package product

import (
	"slices"

	"semdiff/moddiff/relation"
	"semdiff/moddiff/vc"
	"semdiff/smtlib"
)

// place is where candidates of a node must hold: where a product calls its
// procedures, or where its own product ends.
type place struct {
	of     *node // whose candidates
	in     *node // whose product; nil for that of the pair
	runs   [2]*vc.Activation
	after  bool // its postconditions
	within *relation.Product
}

// prune drops the candidates that do not hold where they must, as long as the others
// are taken to hold, until none is dropped. What is left need not be proven yet.
func (x *search) prune() {
	settle(x.places(), func(at *place) bool { return at.after }, x.pruneAt)
}

// settle prunes candidates in places until none is dropped any more: first those that must
// hold before calls, since what holds after them is known as far as these do.
func settle[T any](places []T, after func(T) bool, pruneAt func(T) bool) {
	var before, behind []T
	for _, at := range places {
		if after(at) {
			behind = append(behind, at)
		} else {
			before = append(before, at)
		}
	}
	for changed := true; changed; {
		changed = false
		for dropped := true; dropped; {
			dropped = false
			for _, at := range before {
				dropped = pruneAt(at) || dropped
			}
		}
		for _, at := range behind {
			changed = pruneAt(at) || changed
		}
	}
}

// places lists where candidates must hold; calls are paired in order.
func (x *search) places() (list []*place) {
	e, k := x.encoder(nil)
	top := &relation.Product{Tops: e.Both(vc.PairOf(x.pair)), Calls: k.all, Open: k.related}
	for v, run := range top.Tops {
		if x.treat(x.pair.Proc(v)) == related {
			top.Open[v] = []*vc.Activation{run}
		}
	}
	add := func(in *node, product *relation.Product) {
		for _, n := range x.nodes {
			for _, runs := range product.Open.InOrder(n.names()) {
				list = append(list, &place{of: n, in: in, runs: runs, within: product})
			}
		}
	}
	add(nil, top)
	for _, n := range x.nodes {
		if len(n.samples) == 0 {
			continue // no calls are related by it
		}
		product := x.product(n.names())
		add(n, product)
		list = append(list, &place{of: n, in: n, runs: product.Tops, after: true, within: product})
	}
	return list
}

func (at *place) candidates() *[]*relation.Predicate {
	if at.after {
		return &at.of.rel.Post
	}
	return &at.of.rel.Pre
}

// pruneAt drops the candidates that are not proven in one place, all together or one
// by one; it reports whether there were any.
func (x *search) pruneAt(at *place) bool {
	c, list := x.c, at.candidates()
	if len(*list) == 0 {
		return false
	}
	known := x.knownAt(at)
	if x.unsat(c.And(known, c.Not(relation.All(c, *list, at.runs)))) {
		return false
	}
	before := len(*list)
	*list = slices.DeleteFunc(slices.Clone(*list), func(q *relation.Predicate) bool {
		return !x.unsat(c.And(known, c.Not(q.At(c, at.runs))))
	})
	return len(*list) < before
}

// knownAt is what may be taken to hold in a place.
func (x *search) knownAt(at *place) *smtlib.Term {
	c := x.c
	var relations []*relation.Relation
	for _, n := range x.nodes {
		relations = append(relations, n.rel)
	}
	list := []*smtlib.Term{at.runs[0].Reached, at.runs[1].Reached}
	if at.in != nil {
		list = append(list, relation.All(c, at.in.rel.Pre, at.within.Tops))
	} else {
		list = append(list, x.given)
	}
	if at.after {
		list = append(list, at.runs[0].Returns(c), at.runs[1].Returns(c))
	}
	for _, calls := range at.within.Shorter() {
		t, _ := relation.Facts(c, calls, relations)
		list = append(list, t)
	}
	return c.And(append(list, relation.LemmaFacts(c, at.within.Calls, x.lemmas))...)
}
