// Package region chooses the regions of a pair's inputs for which a proof that both
// versions agree is worth trying, where they differ on other inputs.
package region

import (
	"cmp"
	"maps"
	"slices"

	"semdiff/moddiff/kit"
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/readable"
	"semdiff/moddiff/summary"
	"semdiff/smtlib"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
)

// Bounds of the search for regions.
const (
	maxInputs   = 6   // of a pair, that are compared with each other
	maxSamples  = 240 // runs of both versions
	maxPerAtom  = 12  // samples on which an equation holds
	maxAtoms    = 24
	maxAtomSize = 12 // terms
	minWithin   = 3  // samples of a region
	maxDenied   = 4  // differences whose conditions are denied
	maxLooked   = 24 // regions of which it is asked whether they are left
)

// Search chooses conditions on the inputs of a pair under which runs of both versions
// agree: conjunctions of one or two atoms, those with the most runs first. Atoms are
// equations between inputs, what guards of both versions ask of the inputs, and its
// negation, and that the inputs are none of the known differences'.
// What callers pass is no part of it, so that the answer for a pair depends on what it
// calls alone; proofs for callers have it.
type Search struct {
	a       *kit.Analysis
	pair    *pairing.Pair
	model   *interp.Model
	samples []run
	atoms   []*smtlib.Term
	list    []*Region // those to try, the weakest first
	looked  int
	tried   []*Region
}

// run is an input that both versions were run on.
type run struct {
	input interp.Env
	same  bool // the runs agree
}

// Region is a condition, with the samples on which it holds.
type Region struct {
	Cond   *smtlib.Term // over the inputs
	atoms  int
	within []int
}

// New searches the regions of a pair. The outputs are those to agree on; differences are
// those that are known.
func New(a *kit.Analysis, p *pairing.Pair, outputs []pairing.Port, differences []*summary.Difference) *Search {
	s := &Search{a: a, pair: p, model: a.Finder.Model()}
	s.model.Closed = true
	s.findAtoms(differences)
	s.sample(outputs)
	s.list = s.candidates()
	return s
}

// add takes an atom over the inputs, and with negated its negation.
func (s *Search) add(t *smtlib.Term, negated bool) {
	over := func(v *smtlib.Term) bool {
		return slices.ContainsFunc(s.pair.Inputs, func(in pairing.Port) bool { return in.Var == v })
	}
	if t.IsTrue() || t.IsFalse() || s.a.IsAbstract(t) || t.HasQuantifier() || readable.Size(t) > maxAtomSize {
		return
	}
	for _, v := range smtlib.Collect(t).Vars {
		if !over(v) {
			return
		}
	}
	if len(s.atoms) < maxAtoms && !slices.Contains(s.atoms, t) {
		s.atoms = append(s.atoms, t)
	}
	if negated {
		s.add(s.a.Ctx.Not(t), false)
	}
}

func (s *Search) findAtoms(differences []*summary.Difference) {
	c := s.a.Ctx
	scalars := s.scalars()
	for i, a := range scalars {
		for _, b := range scalars[:i] {
			if a.Sort() == b.Sort() {
				s.add(c.Eq(b, a), false)
			}
		}
	}
	for i, d := range differences {
		if i < maxDenied {
			for _, t := range readable.Disjuncts(d.Condition) {
				s.add(c.Not(t), false)
			}
		}
	}
	s.guards()
}

// scalars are the inputs that are no maps, if there are few.
func (s *Search) scalars() (list []*smtlib.Term) {
	for _, in := range s.pair.Inputs {
		if k := in.Var.Sort().Kind; k == smtlib.IntKind || k == smtlib.BVKind || k == smtlib.BoolKind {
			list = append(list, in.Var)
		}
	}
	return list[:min(len(list), maxInputs)]
}

// guards takes the comparisons in path conditions of both versions, and in their loops.
func (s *Search) guards() {
	visit := func(t *smtlib.Term) {
		switch t.Op() {
		case smtlib.OpAnd, smtlib.OpOr, smtlib.OpNot, smtlib.OpIte:
			return
		}
		if t.Sort() == s.a.Ctx.Bool && len(s.atoms) < maxAtoms {
			s.add(t, true)
		}
	}
	olds, news := s.a.State.PathsOf(s.a.Ctx, s.pair)
	for _, path := range slices.Concat(olds, news) {
		smtlib.Visit(path.R, visit)
	}
	for v := range 2 {
		p := s.pair.Proc(v)
		for _, loop := range p.Version.Loops(p) {
			ir.Terms(loop.Proc, visit)
		}
	}
}

// sample runs both versions on the pair's test inputs, and on some that are changed so
// that equations between inputs hold.
func (s *Search) sample(outputs []pairing.Port) {
	inputs, agree := s.a.Runs.Inputs(s.pair), s.a.Runs.Agreeing(s.pair, outputs)
	try := func(env interp.Env) {
		if same, decided := agree(env); decided {
			s.samples = append(s.samples, run{input: env, same: same})
		}
	}
	next := 0
	for _, atom := range s.atoms {
		if atom.Op() != smtlib.OpEq {
			continue
		}
		for range maxPerAtom {
			if len(s.samples) == maxSamples || s.a.TimeUp() {
				return
			}
			env := maps.Clone(inputs(next))
			next++
			if v, err := interp.Eval(s.a.Ctx, atom.Args()[1], env, s.model); err == nil && atom.Args()[0].Op() == smtlib.OpVar {
				env[atom.Args()[0]] = v
			}
			try(env)
		}
	}
	for ; next < maxSamples && len(s.samples) < maxSamples && !s.a.TimeUp(); next++ {
		try(inputs(next))
	}
}

func (s *Search) holds(t *smtlib.Term, sample int) bool {
	v, err := interp.Eval(s.a.Ctx, t, s.samples[sample].input, s.model)
	return err == nil && v.IsTrue()
}

// Next is a region to try, some of which is left: neither known to be unchanged nor to
// differ. It is nil when there is none. What holds for the same samples as one that was
// tried is not.
func (s *Search) Next(left *smtlib.Term) *Region {
	for len(s.list) > 0 && s.looked < maxLooked {
		r := s.list[0]
		s.list = s.list[1:]
		if slices.ContainsFunc(s.tried, func(q *Region) bool { return slices.Equal(q.within, r.within) }) {
			continue
		}
		if s.looked++; s.a.MaybeSat(s.a.Ctx.And(left, r.Cond)) {
			s.tried = append(s.tried, r)
			return r
		}
	}
	return nil
}

// candidates are the regions in which all runs agree, the weakest first.
func (s *Search) candidates() (list []*Region) {
	where := make([][]bool, len(s.atoms))
	for k, atom := range s.atoms {
		for i := range s.samples {
			where[k] = append(where[k], s.holds(atom, i))
		}
	}
	add := func(atoms ...int) {
		r := &Region{Cond: s.a.Ctx.True, atoms: len(atoms)}
		for _, k := range atoms {
			r.Cond = s.a.Ctx.And(r.Cond, s.atoms[k])
		}
		for i, sample := range s.samples {
			if slices.ContainsFunc(atoms, func(k int) bool { return !where[k][i] }) {
				continue
			}
			if !sample.same {
				return
			}
			r.within = append(r.within, i)
		}
		if len(r.within) >= minWithin && !r.Cond.IsFalse() {
			list = append(list, r)
		}
	}
	for i := range s.atoms {
		add(i)
		for k := range i {
			add(k, i)
		}
	}
	slices.SortStableFunc(list, func(p, q *Region) int {
		return cmp.Or(cmp.Compare(len(q.within), len(p.within)), cmp.Compare(p.atoms, q.atoms))
	})
	return list
}

// InputsIn are the inputs of the samples in a region, again and again.
func (s *Search) InputsIn(r *Region) func(i int) interp.Env {
	return func(i int) interp.Env { return s.samples[r.within[i%len(r.within)]].input }
}
