package concolic

import (
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/query"
	"semdiff/moddiff/summary"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
)

// Bounds of Cover.
const (
	maxCovered      = 64 // pairs of runs
	maxCoverQueries = 400
)

// Cover follows runs of both versions, each pair on an input that none before covers. It
// ends when a solver says that there is no such input: then both versions agree on all
// inputs, and equal is true. That proves it where all runs are short, as where an
// assertion fails on the way to what changed, whatever cannot be told of the procedures
// below. It also ends, with a difference that settles what is asked for, where one shows,
// and without any answer where runs are long or many.
func (a *Runner) Cover(p *pairing.Pair, outputs []pairing.Port, settles func(*summary.Difference) bool) (diff *summary.Difference, equal bool) {
	if len(p.Interface) > 0 {
		return nil, false
	}
	f := a.newSearch(p, maxCoverQueries)
	f.faithful, f.most = true, maxFollowedTurns
	c, open := a.Ctx, a.Ctx.True
	for range maxCovered {
		if a.Spent() {
			return nil, false
		}
		if !f.solve([]*smtlib.Term{open}) {
			// What is not easily told takes long, and mostly for nothing.
			return nil, a.Check(open, query.Quick).Answer == solver.Unsat && a.Check(open, query.Thorough).Answer == solver.Unsat
		}
		old := f.run(p.Old)
		f.given = append(f.given, old.taken...)
		new := f.run(p.New)
		if old.path == nil || new.path == nil {
			return nil, false
		}
		both := c.And(old.path.R, new.path.R)
		if both.IsFalse() {
			return nil, false
		}
		if pc := summary.Compare(c, old.path, new.path, outputs); pc != nil && a.Check(pc.Raw, query.Quick).Answer != solver.Unsat {
			if diff, _ = a.Find(p, outputs, pc, pc.Raw); diff != nil && settles(diff) {
				return diff, false
			}
			return nil, false
		}
		open = c.And(open, c.Not(both))
	}
	return nil, false
}
