package report

import (
	"slices"

	"semdiff/compare/trace"
	"semdiff/moddiff"
	"semdiff/translate/ir"
)

// replay is the runs of both versions on the witness of a difference.
type replay struct {
	of *moddiff.Difference
	*trace.Pair
}

// replayOf are the runs of a difference of p.
func replayOf(r *moddiff.Result, p *moddiff.PairResult, d *moddiff.Difference) replay {
	return replay{d, trace.Compare(
		trace.Run{Program: r.Old, Lines: trace.Lines(d.Old.Trace, r.Old), End: ending(p, d, oldVersion(d))},
		trace.Run{Program: r.New, Lines: trace.Lines(d.New.Trace, r.New), End: ending(p, d, newVersion(d))},
		trace.Find(r.Text),
	)}
}

// replays are those of up to n differences of a pair that take different paths.
func replays(r *moddiff.Result, p *moddiff.PairResult, n int) []replay {
	var out []replay
	if p.Summary == nil {
		return nil
	}
	seen := map[string]bool{}
	for _, d := range InTextOrder(p.Summary.Differences) {
		if len(out) >= n {
			break
		}
		rep := replayOf(r, p, d)
		if path := rep.Path(); !seen[path] {
			seen[path] = true
			out = append(out, rep)
		}
	}
	return out
}

// InTextOrder puts differences of results before those of termination.
func InTextOrder(list []*moddiff.Difference) []*moddiff.Difference {
	rank := map[bool]int{true: 1}
	return slices.SortedStableFunc(slices.Values(list), func(a, b *moddiff.Difference) int {
		return rank[a.Termination] - rank[b.Termination]
	})
}

// ending says how a run ended: with which results, where these differ.
func ending(p *moddiff.PairResult, d *moddiff.Difference, v version) string {
	text := concrete(p, d, v)
	if v.End == ir.Normal && text != returns {
		return "returns " + text
	}
	return text
}
