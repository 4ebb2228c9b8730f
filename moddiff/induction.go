package moddiff

import (
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/summary"
	"semdiff/smtlib"
)

// proveGroup proves pairs of one recursive group equal by induction on the
// depth of recursion: calls within the group are assumed to agree (share
// UF_g1g2), and one activation of each pair is compared under that assumption.
// With a shared symbol for "the call ends" the proof also covers mutual
// termination; without it, it is Godlin and Strichman's PART-EQ rule. Equality
// is proven for a group as a whole: a pair that fails leaves the group, and
// the others are tried again without its help.
//
// Why the first kind is sound: suppose every meaning of the shared symbols
// makes both activations agree. Let p1 end on x after recursion of depth n.
// Choose for the symbols what p1's group does in recursion below n, and "does
// not end" elsewhere. Then one activation of p1 ends on x, so p2's does with
// the same result, making only calls that end below depth n; by induction
// these do the same in p2. The other direction is symmetric.
//
// Summaries of explored paths help: that a call ends is a fact about its own
// version, at whatever depth; what it then returns may be read off either
// version's summary, by the induction hypothesis.
func (a *analysis) proveGroup(group []*pairing.Pair) {
	for _, p := range group {
		if a.ExploreBody(p.Old) == nil || a.ExploreBody(p.New) == nil || !p.Sharable || len(p.Interface) > 0 {
			return
		}
	}
	attempts := []struct {
		full, summaries bool
	}{{true, false}, {true, true}, {false, false}, {false, true}}
	for _, try := range attempts {
		if try.summaries {
			for _, p := range group {
				a.Explore(p.Old)
				a.Explore(p.New)
			}
		}
		if proven := a.attempt(group, try.full, try.summaries); len(proven) > 0 {
			for _, p := range proven {
				a.State.OfPair(p).Equal = a.State.OfPair(p).Equal || try.full
				a.State.OfPair(p).Partial = true
			}
			a.SummariesChanged()
			if len(proven) == len(group) {
				break
			}
		}
	}
	a.proveTermination(group)
}

// proveTermination makes partial equivalence full where both versions are
// proven to end, or not to, on the same inputs.
func (a *analysis) proveTermination(group []*pairing.Pair) {
	for _, p := range group {
		if !a.State.OfPair(p).Partial || a.State.OfPair(p).Equal {
			continue
		}
		a.Analyse(p.Old)
		a.Analyse(p.New)
		if bothEnd, neither := a.SameEnding(p); !a.Feasible(a.Ctx.Not(a.Ctx.Or(bothEnd, neither))) {
			a.evidence.ShowSameEnding(p)
			a.State.OfPair(p).Equal = true
			a.SummariesChanged()
		}
	}
}

// attempt returns the largest subset, found by leaving out what fails, whose
// pairs are equal under the assumption that the subset's calls are.
func (a *analysis) attempt(group []*pairing.Pair, full, summaries bool) []*pairing.Pair {
	var candidates []*pairing.Pair
	for _, p := range group {
		if !a.State.OfPair(p).Equal && (full || !a.State.OfPair(p).Partial) {
			candidates = append(candidates, p)
		}
	}
	for len(candidates) > 0 {
		for _, p := range candidates {
			a.State.OfPair(p).AssumeEqual, a.State.OfPair(p).AssumePartial = full, true
		}
		a.WithoutSummaries = !summaries
		a.SummariesChanged()
		var hold []*pairing.Pair
		byRelations := map[*pairing.Pair][]*smtlib.Term{}
		for _, p := range candidates {
			if refuted, agree := a.bodiesAgree(p, full); agree {
				hold = append(hold, p)
				byRelations[p] = refuted
			}
		}
		if len(hold) == len(candidates) {
			a.evidence.ShowInduction(hold, full, byRelations)
		}
		for _, p := range candidates {
			a.State.OfPair(p).AssumeEqual, a.State.OfPair(p).AssumePartial = false, false
		}
		a.WithoutSummaries = false
		a.SummariesChanged()
		if len(hold) == len(candidates) {
			return hold
		}
		candidates = hold
	}
	return nil
}

// bodiesAgree compares one activation of both procedures of a pair. It returns the
// conditions of differences that are none by what relations say of calls of others.
func (a *analysis) bodiesAgree(p *pairing.Pair, full bool) (refuted []*smtlib.Term, agree bool) {
	s := a.Ctx.NewSubst(p.Rename)
	outputs := p.Observed(a.Ctx, false)
	for _, o := range a.State.Of(p.Old).Body.Paths {
		for _, path := range a.State.Of(p.New).Body.Paths {
			pc := summary.Compare(a.Ctx, o, path.Over(s), outputs)
			if pc == nil || pc.Termination && !full {
				continue
			}
			if cond := a.Expand(pc.Raw); !a.Feasible(cond) {
				continue
			} else if !a.contradictsRelations(pc.Raw, cond) {
				return nil, false
			}
			refuted = append(refuted, pc.Raw)
		}
	}
	return refuted, true
}
