package product

import (
	"slices"

	"semdiff/moddiff/pairing"
	"semdiff/moddiff/relation"
	"semdiff/moddiff/termination"
	"semdiff/moddiff/vc"
	"semdiff/smtlib"
)

// Bounds of what is looked for between calls of a pair.
const (
	maxRelated = 24 // conditions
	maxRelates = 2  // schedules
)

// Relate looks for what relates the outputs of a pair that is not equal when it is called
// on equal inputs, for its callers: c == 0 exactly when c' == 0, r == r' + 1. The last of
// the relations of the proof is that of the pair; nil when none is found that is about
// outputs of both versions.
func Relate(a *termination.Analysis, in Input) *Proof {
	p := in.Pair
	if len(p.Interface) > 0 || in.WithoutGuesses || !a.Load(p.Old) || !a.Load(p.New) || p.Old.Blocks == nil || p.New.Blocks == nil {
		return nil
	}
	x := newSearch(a, in)
	x.findNodes()
	if len(x.related[0])+len(x.related[1]) == 0 {
		return nil // path summaries say all
	}
	x.findWatched()
	x.observe()
	x.guessSchedules()
	for _, lemmas := range []bool{false, true} {
		if lemmas {
			x.products = true
			x.proveLemmas()
		}
		for i := 0; i < maxRelates && x.setSchedules(i); i++ {
			x.thorough, x.patience = false, maxUnknown
			for _, n := range x.nodes {
				x.guess(n)
			}
			if proof := x.relate(); proof != nil {
				return proof
			}
		}
	}
	return nil
}

// relate proves the relations of the nodes, and that of the pair from them.
func (x *search) relate() *Proof {
	procs := [2]string{x.pair.Old.Name, x.pair.New.Name}
	own := slices.IndexFunc(x.nodes, func(n *node) bool { return n.names() == procs })
	x.prune()
	prover := relation.NewProver(x.c, x.unsat, x.product)
	prover.Lemmas = x.lemmas
	var candidates []*relation.Relation
	for _, n := range x.nodes {
		candidates = append(candidates, n.rel)
	}
	prover.Proven = prover.Prove(candidates)
	var rel *relation.Relation
	if own >= 0 {
		i := slices.Index(prover.Proven, x.nodes[own].rel)
		if i < 0 {
			return nil
		}
		rel = prover.Proven[i]
		prover.Proven = append(slices.Delete(slices.Clone(prover.Proven), i, i+1), rel)
	} else {
		if rel = x.ofPair(prover); rel == nil {
			return nil
		}
		prover.Proven = append(prover.Proven, rel)
	}
	if !slices.ContainsFunc(rel.Post, relatesOutputs) {
		return nil
	}
	prover.ProveEnds(prover.Proven)
	return &Proof{
		Pair: x.pair, Given: x.given, Relations: prover.Proven, Lemmas: x.lemmas, nodes: x.copies(), search: x, Ends: rel.Ends,
	}
}

// relatesOutputs reports whether a condition is about outputs of both versions.
func relatesOutputs(q *relation.Predicate) bool {
	has := func(v int) bool {
		return slices.ContainsFunc(q.Slots, func(s relation.Slot) bool { return s.Version == v && s.Kind == relation.Output })
	}
	return has(0) && has(1)
}

// ofPair is the relation of the pair, which is not recursive, that follows from what is
// proven of what it calls; nil for none.
func (x *search) ofPair(prover *relation.Prover) *relation.Relation {
	c := x.c
	n := &node{procs: [2]*pairing.Proc{x.pair.Old, x.pair.New}, schedule: schedule{steps: [2]int{1, 1}}}
	for _, both := range x.runs {
		s := sample(both)
		n.samples = append(n.samples, &s)
	}
	top := vc.PairOf(x.pair)
	rel := &relation.Relation{Procs: n.names()}
	columns := x.columnsOf(n, false)
	for _, in := range x.pair.Inputs {
		if in.Old >= 0 && in.New >= 0 {
			rel.Pre = append(rel.Pre, predicate(c.Eq(columns[in.Old].v, columns[len(x.pair.Old.Inputs)+in.New].v), columns))
		}
	}
	e, k := x.encoder(nil)
	tops := e.Both(top)
	facts, _ := relation.Facts(c, k.all, prover.Proven)
	facts = c.And(facts, relation.LemmaFacts(c, k.all, x.lemmas), tops[0].Returns(c), tops[1].Returns(c))
	for _, q := range x.guessAmong(n, true) {
		if relatesOutputs(q) && len(rel.Post) < maxRelated && !x.follows(q, rel.Post) && x.unsat(c.And(facts, c.Not(q.At(c, tops)))) {
			rel.Post = append(rel.Post, q)
		}
	}
	for _, outcome := range []bool{true, false} {
		rel.Outcome = outcome
		if len(rel.Post) > 0 && len(prover.Prove([]*relation.Relation{rel})) > 0 {
			return rel
		}
	}
	return nil
}

// follows reports whether a condition follows from others, of any runs.
func (x *search) follows(q *relation.Predicate, from []*relation.Predicate) bool {
	var list []*smtlib.Term
	for _, p := range from {
		list = append(list, p.Body)
	}
	return len(list) > 0 && x.unsat(x.c.And(append(list, x.c.Not(q.Body))...))
}
