package product

import (
	"math/big"
	"slices"

	"semdiff/moddiff/pairing"
	"semdiff/moddiff/relation"
	"semdiff/moddiff/vc"
	"semdiff/smtlib"
)

// What is guessed of the values of one version alone, and what that may cost.
const (
	maxWatched     = 8  // procedures of a version that are known to be equal
	maxContext     = 12 // conditions on the inputs of one procedure
	maxReturned    = 12 // conditions on the outputs of one procedure
	contextQueries = 150
)

// ranges proves, of recursive procedures of one version and those known to be equal that
// lead to such, intervals and congruences: the integers that they return are in them if
// those that they are given are. What they are given is guessed from runs, and pruned
// until each call in the programs satisfies it: the context of the procedure. That it
// does is nothing that the lemma says.
func (x *search) ranges(procs [2][]*pairing.Proc) (list []*relation.Lemma) {
	r := &ranging{x: x, in: map[*pairing.Proc][]*relation.Predicate{}, out: map[*pairing.Proc][]*relation.Predicate{}}
	for _, side := range procs {
		for _, p := range side {
			r.guess(p)
		}
	}
	if len(r.procs) == 0 {
		return nil
	}
	queries := x.queries
	x.queries, x.thorough, x.patience = contextQueries, false, maxUnknown
	r.prune()
	x.queries = min(queries, queries-contextQueries+max(x.queries, 0))
	for _, p := range r.procs {
		list = append(list, r.lemmas(p)...)
	}
	return list
}

// ranging is a search for intervals and congruences.
type ranging struct {
	x       *search
	procs   []*pairing.Proc
	in, out map[*pairing.Proc][]*relation.Predicate // that are left, of inputs and outputs
}

// guess takes what holds of all activations of p.
func (r *ranging) guess(p *pairing.Proc) {
	ins, outs := r.x.columnsOfOne(p)
	if len(outs) == 0 || len(outs[0].values) < minSamples {
		return
	}
	n := &node{}
	n.procs[p.Version.Index] = p
	consts := r.x.constants(n)
	among := func(columns []*column, most int) []*relation.Predicate {
		g := &guesses{x: r.x, columns: columns, consts: consts, seen: map[*smtlib.Term]bool{}}
		for _, col := range columns {
			if col.nums != nil {
				g.ints = append(g.ints, col)
			}
		}
		g.flags()
		g.intervals()
		g.congruences()
		return g.list[:min(len(g.list), most)]
	}
	if out := among(outs, maxReturned); len(out) > 0 {
		r.procs = append(r.procs, p)
		r.in[p], r.out[p] = among(ins, maxContext), out
	}
}

// intervals guesses between which constants integers are.
func (g *guesses) intervals() {
	c := g.x.c
	for _, col := range g.ints {
		least := slices.MinFunc(col.nums, (*big.Rat).Cmp)
		most := slices.MaxFunc(col.nums, (*big.Rat).Cmp)
		var below, above *big.Rat
		for _, k := range g.consts {
			if k.Cmp(least) <= 0 && (below == nil || k.Cmp(below) > 0) {
				below = k
			}
			if k.Cmp(most) >= 0 && (above == nil || k.Cmp(above) < 0) {
				above = k
			}
		}
		if below != nil {
			g.add(c.Le(c.Numeral(below, c.Int), col.v))
		}
		if above != nil {
			g.add(c.Le(col.v, c.Numeral(above, c.Int)))
		}
	}
}

// says is that a run of p returns what is guessed, where it is given what is.
func (r *ranging) says(p *pairing.Proc, run *vc.Activation) *smtlib.Term {
	c, both := r.x.c, [2]*vc.Activation{run, run}
	return c.Implies(c.And(run.Returns(c), relation.All(c, r.in[p], both)), relation.All(c, r.out[p], both))
}

// prune drops what does not hold of calls, of inputs, or in the end, of outputs, as long
// as the rest is taken to hold.
func (r *ranging) prune() {
	x, c := r.x, r.x.c
	type place struct {
		known func() *smtlib.Term // of the run that makes the call
		of    *pairing.Proc
		run   *vc.Activation
		after bool
	}
	var places []place
	body := func(caller *pairing.Proc, v int, run *vc.Activation, calls relation.Calls) {
		known := func() *smtlib.Term {
			list := []*smtlib.Term{x.given}
			if caller != nil {
				list[0] = relation.All(c, r.in[caller], [2]*vc.Activation{run, run})
			}
			for _, call := range calls[v] {
				if p := x.a.Pairing.Versions[v].At(call.Proc); r.out[p] != nil {
					list = append(list, r.says(p, call))
				}
			}
			return c.And(list...)
		}
		for _, call := range calls[v] {
			if p := x.a.Pairing.Versions[v].At(call.Proc); slices.Contains(r.procs, p) {
				places = append(places, place{func() *smtlib.Term { return c.And(known(), call.Reached) }, p, call, false})
			}
		}
		if caller != nil {
			places = append(places, place{func() *smtlib.Term { return c.And(known(), run.Returns(c)) }, caller, run, true})
		}
	}
	e, k := x.encoder(nil)
	tops := e.Both(vc.PairOf(x.pair))
	for v := range tops {
		body(nil, v, tops[v], k.all)
	}
	for _, p := range r.procs {
		v := p.Version.Index
		run, calls := x.alone(v, p.Name)
		body(p, v, run, calls)
	}
	settle(places, func(at place) bool { return at.after }, func(at place) bool {
		all := r.in
		if at.after {
			all = r.out
		}
		known, list, both := at.known(), all[at.of], [2]*vc.Activation{at.run, at.run}
		if len(list) == 0 || x.unsat(c.And(known, c.Not(relation.All(c, list, both)))) {
			return false
		}
		all[at.of] = slices.DeleteFunc(slices.Clone(list), func(q *relation.Predicate) bool {
			return !x.unsat(c.And(known, c.Not(q.At(c, both))))
		})
		return len(all[at.of]) < len(list)
	})
}

// lemmas say of p what is left, one for each condition on what it returns.
func (r *ranging) lemmas(p *pairing.Proc) (list []*relation.Lemma) {
	c := r.x.c
	for _, q := range r.out[p] {
		post := &relation.Predicate{Body: q.Body}
		var given []*smtlib.Term
		for _, in := range r.in[p] {
			given = append(given, in.Body)
		}
		post.Body = c.Implies(c.And(given...), q.Body)
		for _, part := range slices.Concat(r.in[p], []*relation.Predicate{q}) {
			for i, v := range part.Vars {
				if !slices.Contains(post.Vars, v) {
					post.Vars, post.Slots = append(post.Vars, v), append(post.Slots, part.Slots[i])
				}
			}
		}
		list = append(list, &relation.Lemma{Version: p.Version.Index, Proc: p.Name, Post: post})
	}
	return list
}
