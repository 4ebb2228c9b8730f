package symdiff

import (
	"slices"
	"time"

	"semdiff/moddiff"
	"semdiff/smtlib/solver"
)

// proveGroup answers for a group that a change reaches. A recursive group is
// first tried as a whole by the rule PART-EQ (Godlin, Strichman: Inference rules
// for proving the equivalence of recursive procedures, 2008): calls within the
// group are assumed to agree where both end, and each pair is compared under
// that assumption. Partial equivalence is all that follows, and it follows for
// the whole group or for none.
func (r *run) proveGroup(group []*moddiff.Pair) {
	if r.recursive(group) && r.partEq(group) {
		for _, p := range group {
			if r.proofs[p] == nil {
				r.proofs[p] = partialProof(p)
			}
		}
	}
	for _, p := range group {
		if r.proofs[p] != nil && r.proofs[p].assumed {
			continue
		}
		start, before := time.Now(), r.v.Queries()
		r.answer(p)
		if s := r.answers[p].Summary; s != nil {
			s.Time, s.Queries = time.Since(start), r.v.Queries()-before
		}
	}
}

func (r *run) recursive(group []*moddiff.Pair) bool {
	return len(group) > 1 || slices.ContainsFunc(group, func(p *moddiff.Pair) bool {
		return r.v.Recursive(0, p.Proc(0).Name) || r.v.Recursive(1, p.Proc(1).Name)
	})
}

// partEq tries the inductive proof.
//
// Why it is sound: let both versions of a pair end on an input. So do all calls
// that they make; where both call members of one pair on the same arguments these
// calls are shallower, and agree by induction on the depth of both runs together.
// So the shared functions have a meaning that fits both runs.
func (r *run) partEq(group []*moddiff.Pair) bool {
	var tried []*moddiff.Pair
	for _, p := range group {
		if r.proofs[p] != nil { // assumed
			continue
		}
		if !p.Sharable || len(p.Interface) > 0 {
			return false
		}
		tried = append(tried, p)
	}
	for _, p := range tried {
		r.proofs[p] = partialProof(p)
	}
	defer func() {
		for _, p := range tried {
			r.proofs[p] = nil
		}
	}()
	for _, p := range tried {
		e := r.encoder()
		e.group = group
		cmp := e.compare(p, r.v.Observed(p, false))
		if r.v.Check(r.ctx, cmp.possible(cmp.differ()), false).Answer != solver.Unsat {
			return false
		}
	}
	return true
}
