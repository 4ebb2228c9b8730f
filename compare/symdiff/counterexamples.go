package symdiff

import (
	"semdiff/moddiff"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
)

// Counterexamples finds inputs on which runs of both versions of the named pair
// end and differ, up to n of them, each of which leads the versions along another
// pair of paths: SymDiff's "set of intraprocedural paths" (CAV 2012, section 2),
// found by excluding, after each model, the blocks that it reaches. Paths go
// through callees as far as these are inlined: as the mode says, and where a model
// depends on them. A model does not count when no run shows that the versions
// differ there.
func (a *Analysis) Counterexamples(pair string, n int) ([]*moddiff.Difference, error) {
	p, err := a.pair(pair)
	if err != nil || !p.hasBodies() {
		return nil, err
	}
	return a.run.counterexamples(p, n), nil
}

func (r *run) counterexamples(p *pair, n int) (found []*moddiff.Difference) {
	opts := r.opts
	if opts.Mode == Modular {
		opts.Mode = Refine
	}
	e, outputs := r.encoder(opts), r.observed(p)
	others := r.c.True // paths that no model took yet
	for round := 0; round < maxRounds+n && len(found) < n; round++ {
		var path []*smtlib.Term
		e.block = func(reached *smtlib.Term) { path = append(path, reached) }
		wrong := r.c.And(e.condition(p, outputs).Differ(), others)
		answer := r.v.model(r.ctx, wrong)
		if answer.Answer != solver.Sat || answer.Model == nil {
			break
		}
		d, err := r.v.replay(r.ctx, p, outputs, wrong, answer.Model)
		switch {
		case err == nil:
			found = append(found, d)
		case e.refine(wrong, answer.Model):
			continue
		}
		taken := e.taken(path, answer.Model)
		if taken.IsTrue() {
			break // there is one path only
		}
		others = r.c.And(others, r.c.Not(taken))
	}
	return found
}

// taken says that runs reach exactly those blocks that they reach in the model;
// path has the conditions of all.
func (e *encoder) taken(path []*smtlib.Term, m *solver.Model) *smtlib.Term {
	value := e.valuesIn(m, path...)
	var list []*smtlib.Term
	for _, reached := range path {
		v, err := value(reached)
		switch {
		case err != nil: // of no help in telling paths apart
		case v.IsTrue():
			list = append(list, reached)
		default:
			list = append(list, e.c.Not(reached))
		}
	}
	return e.c.And(list...)
}
