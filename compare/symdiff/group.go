package symdiff

import (
	"slices"
	"time"

	"semdiff/compare/engine"
	"semdiff/moddiff"
)

// prove answers for the pairs of one recursive group.
func (r *run) prove(group []*pair) {
	if r.ctx.Err() != nil {
		return
	}
	equal := func(p *pair) bool { return r.known.proofs[p].full(p) }
	// What rests on an assumption is not unchanged.
	proven := func(p *pair) bool { return equal(p) && !r.known.proofs[p].assumed }
	switch {
	case r.v.unaffected(group, proven):
		for _, p := range group { // assumptions are not needed here
			r.known.proofs[p] = fullProof(p)
			r.answers[p] = moddiff.Answer{Status: moddiff.StatusUnchanged, Verdict: engine.Equivalent}
		}
	case r.v.unaffected(group, equal):
		for _, p := range group {
			if r.known.proofs[p] == nil {
				r.known.proofs[p] = fullProof(p)
				r.answers[p] = moddiff.Answer{Verdict: engine.Equivalent, Summary: same(r.c)}
			}
		}
	default:
		r.proveGroup(group)
	}
	for _, p := range group {
		if r.known.proofs[p] != nil && r.known.proofs[p].assumed {
			r.answers[p] = moddiff.Answer{Status: StatusAssumed}
		}
	}
}

// proveGroup answers for a group that a change reaches. A recursive group is
// first tried as a whole by the rule PART-EQ (Godlin, Strichman: Inference rules
// for proving the equivalence of recursive procedures, 2008): calls within the
// group are assumed to agree where both end, and each pair is compared under
// that assumption. Partial equivalence is all that follows, and it follows for
// the whole group or for none.
func (r *run) proveGroup(group []*pair) {
	if r.recursive(group) && r.partEq(group) {
		for _, p := range group {
			if r.known.proofs[p] == nil {
				r.known.proofs[p] = partialProof(p)
			}
		}
	}
	for _, p := range group {
		if r.known.proofs[p] != nil && r.known.proofs[p].assumed {
			continue
		}
		start, before := time.Now(), r.v.queries()
		r.answer(p)
		if s := r.answers[p].Summary; s != nil {
			s.Time, s.Queries = time.Since(start), r.v.queries()-before
		}
	}
}

func (r *run) recursive(group []*pair) bool {
	return len(group) > 1 || slices.ContainsFunc(group, func(p *pair) bool {
		return r.v.recursive(0, p.Procs[0].Name) || r.v.recursive(1, p.Procs[1].Name)
	})
}

// partEq tries the inductive proof.
//
// Why it is sound: let both versions of a pair end on an input. So do all calls
// that they make; where both call members of one pair on the same arguments these
// calls are shallower, and agree by induction on the depth of both runs together.
// So the shared functions have a meaning that fits both runs.
func (r *run) partEq(group []*pair) bool {
	var tried []*pair
	for _, p := range group {
		if r.known.proofs[p] != nil { // assumed
			continue
		}
		if !p.Sharable() || len(p.differences) > 0 {
			return false
		}
		tried = append(tried, p)
	}
	for _, p := range tried {
		r.known.proofs[p] = partialProof(p)
	}
	defer func() {
		for _, p := range tried {
			r.known.proofs[p] = nil
		}
	}()
	for _, p := range tried {
		e := r.encoder(r.opts)
		e.group = group
		cond := e.condition(p, r.v.observed(p, false))
		if !r.unsat(cond.possible(cond.Differ())) {
			return false
		}
	}
	return true
}
