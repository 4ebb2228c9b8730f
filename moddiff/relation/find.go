package relation

import (
	"slices"
	"strings"

	"semdiff/moddiff/vc"
	"semdiff/smtlib"
	"semdiff/smtlib/houdini"
)

// Found is a relation that Find found.
type Found struct {
	*Relation
	Pair string
}

// Words are the preconditions and postconditions as text.
func (f *Found) Words() []string {
	return []string{"requires " + words(f.Pre), "ensures " + words(f.Post)}
}

// words is a conjunction of candidates as text; two that are both directions of
// an equality are that.
func words(list []*Predicate) string {
	var parts []string
	for i := 0; i < len(list); i++ {
		q := list[i]
		if i+1 < len(list) && slices.Equal(q.Vars, list[i+1].Vars) {
			parts = append(parts, q.Vars[0].Name()+" == "+q.Vars[1].Name())
			i++
		} else {
			parts = append(parts, smtlib.Infix(q.Body))
		}
	}
	if len(parts) == 0 {
		return "true"
	}
	return strings.Join(parts, " && ")
}

// Find finds relations of pairs of procedures with bodies among the conjunctions
// of their Candidates (Houdini; for two versions: Lahiri, McMillan, Sharma,
// Hawblitzel: Differential assertion checking, FSE 2013). It starts with all, and
// drops what does not hold: of a precondition in some call of the callers, the
// n-th of the one version with the n-th of the other; of a postcondition after
// some run, where such calls are taken to satisfy theirs. The rest is proven as any
// other relation (Prove), and added to Proven.
func (p *Prover) Find(pairs []*vc.Pair) (found []*Found) {
	p.Renew()
	s := &search{prover: p}
	var all []*candidate
	for _, pair := range pairs {
		g := &guess{rel: Candidates(p.ctx, pair), pair: pair.Name}
		s.guesses = append(s.guesses, g)
		for _, q := range g.rel.Pre {
			all = append(all, &candidate{g, q, true})
		}
		for _, q := range g.rel.Post {
			all = append(all, &candidate{g, q, false})
		}
	}
	for _, g := range s.guesses {
		s.oblige(g)
	}
	s.assume(houdini.LargestInductiveSubset(all, s.holds))
	var left []*Relation
	for _, g := range s.guesses {
		if len(g.rel.Post) > 0 {
			left = append(left, g.rel)
		}
	}
	left = p.Prove(left)
	p.Proven = append(p.Proven, left...)
	for _, g := range s.guesses {
		if slices.Contains(left, g.rel) {
			found = append(found, &Found{g.rel, g.pair})
		}
	}
	return found
}

// guess is a relation of which candidates are dropped.
type guess struct {
	rel    *Relation // of the candidates that are assumed
	pair   string
	before []*obligation // of its preconditions: calls of the pair
	after  *obligation   // of its postconditions
}

// candidate is one conjunct of a guess.
type candidate struct {
	of  *guess
	is  *Predicate
	pre bool
}

// obligation is a place in the body of a caller where conjuncts of a guess must hold.
type obligation struct {
	caller  *guess
	calls   []pairedCall        // that the product of the caller makes
	at      int                 // the call to check, -1 for the end
	runs    [2]*vc.Activation   // that the conjuncts are about
	list    func() []*Predicate // the conjuncts
	checked bool
	whole   bool         // they are proven all together, if checked
	known   *smtlib.Term // what holds there, if checked
}

// pairedCall is a call of each version, of one pair.
type pairedCall struct {
	callee *guess
	runs   [2]*vc.Activation
}

type search struct {
	prover  *Prover
	guesses []*guess
	assumed int // how many candidates the guesses consist of
}

func (s *search) oblige(g *guess) {
	product := s.prover.of(g.rel.Procs)
	var calls []pairedCall
	for _, callee := range s.guesses {
		for _, runs := range product.Calls.InOrder(callee.rel.Procs) {
			calls = append(calls, pairedCall{callee, runs})
		}
	}
	g.after = &obligation{caller: g, calls: calls, at: -1, runs: product.Tops, list: func() []*Predicate { return g.rel.Post }}
	for i, call := range calls {
		call.callee.before = append(call.callee.before,
			&obligation{caller: g, calls: calls, at: i, runs: call.runs, list: func() []*Predicate { return call.callee.rel.Pre }})
	}
}

// holds reports whether x is proven wherever it must hold.
func (s *search) holds(x *candidate, assumed []*candidate) bool {
	if len(assumed) != s.assumed {
		s.assume(assumed)
	}
	if !x.pre {
		return s.holdsAt(x.of.after, x.is)
	}
	return !slices.ContainsFunc(x.of.before, func(at *obligation) bool { return !s.holdsAt(at, x.is) })
}

// assume makes the guesses consist of these candidates.
func (s *search) assume(list []*candidate) {
	s.assumed = len(list)
	for _, g := range s.guesses {
		g.rel.Pre, g.rel.Post = nil, nil
		g.after.checked = false
		for _, at := range g.before {
			at.checked = false
		}
	}
	for _, x := range list {
		if x.pre {
			x.of.rel.Pre = append(x.of.rel.Pre, x.is)
		} else {
			x.of.rel.Post = append(x.of.rel.Post, x.is)
		}
	}
}

// holdsAt reports whether a conjunct is proven in a place. All are tried together
// first.
func (s *search) holdsAt(at *obligation, q *Predicate) bool {
	c := s.prover.ctx
	refuted := func(t *smtlib.Term) bool { return !s.prover.unsat(c.And(at.known, c.Not(t))) }
	if !at.checked {
		at.checked, at.known = true, s.knownAt(at)
		at.whole = !refuted(All(c, at.list(), at.runs))
	}
	return at.whole || !refuted(q.At(c, at.runs))
}

// knownAt is a condition that holds in a place: proven relations, the preconditions of
// the caller, and the guessed postconditions of the other calls.
func (s *search) knownAt(at *obligation) *smtlib.Term {
	c, product := s.prover.ctx, s.prover.of(at.caller.rel.Procs)
	t := c.And(s.prover.known(product, s.prover.Proven), All(c, at.caller.rel.Pre, product.Tops))
	for i, call := range at.calls {
		if i != at.at {
			t = c.And(t, c.Implies(bothReturn(c, call.runs), All(c, call.callee.rel.Post, call.runs)))
		}
	}
	if at.at < 0 {
		return c.And(t, bothReturn(c, product.Tops))
	}
	return c.And(t, at.runs[0].Reached, at.runs[1].Reached)
}
