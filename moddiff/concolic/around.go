package concolic

import (
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/summary"
)

// Bounds of the conditions around an input.
const (
	maxAroundTurns = 60    // conditions of a run that depend on the inputs
	maxAroundSize  = 3_000 // nodes of both runs' conditions, written as trees
)

// around is a difference that holds wherever both runs on the input of d go the same ways and
// differ, with a witness of its own: the exact path summaries of both runs, through all calls.
// It is d itself where the runs lead too far, or no such witness is found.
func (a *Runner) around(p *pairing.Pair, outputs []pairing.Port, d *summary.Difference) *summary.Difference {
	f := a.newSearch(p, 0)
	f.values, f.faithful, f.most = d.Values, true, maxAroundTurns
	old := f.run(p.Old)
	if old.path == nil {
		return d
	}
	f.given = old.taken
	new := f.run(p.New)
	if new.path == nil {
		return d
	}
	pc := summary.Compare(a.Ctx, old.path, new.path, outputs)
	if pc == nil || pc.Raw.TreeSize() > maxAroundSize {
		return d
	}
	wide, _ := a.Find(p, outputs, pc, pc.Raw)
	if wide == nil || wide.Old.End != d.Old.End || wide.New.End != d.New.End {
		return d
	}
	return wide
}
