package moddiff

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
func (a *analysis) proveGroup(group []*Pair) {
	for _, p := range group {
		if a.exploreBody(p.old) == nil || a.exploreBody(p.new) == nil || !p.sharable || len(p.Interface) > 0 {
			return
		}
	}
	attempts := []struct {
		full, summaries bool
	}{{true, false}, {true, true}, {false, false}, {false, true}}
	for _, try := range attempts {
		if try.summaries {
			for _, p := range group {
				a.explore(p.old)
				a.explore(p.new)
			}
		}
		if proven := a.attempt(group, try.full, try.summaries); len(proven) > 0 {
			for _, p := range proven {
				p.state.equal = p.state.equal || try.full
				p.state.partial = true
			}
			a.summariesChanged()
			if len(proven) == len(group) {
				break
			}
		}
	}
	a.proveTermination(group)
}

// proveTermination makes partial equivalence full where both versions are
// proven to end, or not to, on the same inputs.
func (a *analysis) proveTermination(group []*Pair) {
	for _, p := range group {
		if !p.state.partial || p.state.equal {
			continue
		}
		a.settle(p.old)
		a.settle(p.new)
		if bothEnd, neither := a.sameEnding(p); !a.feasible(a.c.Not(a.c.Or(bothEnd, neither))) {
			a.showSameEnding(p)
			p.state.equal = true
			a.summariesChanged()
		}
	}
}

// attempt returns the largest subset, found by leaving out what fails, whose
// pairs are equal under the assumption that the subset's calls are.
func (a *analysis) attempt(group []*Pair, full, summaries bool) []*Pair {
	var candidates []*Pair
	for _, p := range group {
		if !p.state.equal && (full || !p.state.partial) {
			candidates = append(candidates, p)
		}
	}
	for len(candidates) > 0 {
		for _, p := range candidates {
			p.state.assumeEqual, p.state.assumePartial = full, true
		}
		a.withoutSummaries = !summaries
		a.summariesChanged()
		var hold []*Pair
		for _, p := range candidates {
			if a.bodiesAgree(p, full) {
				hold = append(hold, p)
			}
		}
		if len(hold) == len(candidates) {
			a.showInduction(hold, full)
		}
		for _, p := range candidates {
			p.state.assumeEqual, p.state.assumePartial = false, false
		}
		a.withoutSummaries = false
		a.summariesChanged()
		if len(hold) == len(candidates) {
			return hold
		}
		candidates = hold
	}
	return nil
}

// bodiesAgree compares one activation of both procedures of a pair.
func (a *analysis) bodiesAgree(p *Pair, full bool) bool {
	s := a.c.NewSubst(p.rename)
	outputs := a.observed(p, false)
	for _, o := range p.old.body.Paths {
		for _, path := range p.new.body.Paths {
			n := &PathSummary{R: s.Apply(path.R), End: path.End}
			for _, t := range path.T {
				n.T = append(n.T, s.Apply(t))
			}
			pc := a.pieceOf(p, o, n, outputs)
			if pc == nil || pc.termination && !full {
				continue
			}
			if a.feasible(a.expand(pc.raw)) {
				return false
			}
		}
	}
	return true
}
