package symdiff

import (
	"fmt"
	"slices"
	"strings"

	"semdiff/compare/engine"
	"semdiff/moddiff"
	"semdiff/moddiff/relation"
)

// assume marks the pairs that the user says are equal.
func (r *run) assume() error {
	var names []string
	for _, name := range r.opts.AssumeEqual {
		found := false
		for _, p := range r.v.pairs {
			if p.Procs[0].Name != name && p.Procs[1].Name != name {
				continue
			}
			found = true
			if !p.Sharable() || len(p.differences) > 0 {
				return fmt.Errorf("%s cannot be assumed equal: the interfaces of the versions differ", name)
			}
			r.known.proofs[p] = fullProof(p)
			r.known.proofs[p].assumed = true
		}
		if !found {
			return fmt.Errorf("procedure %s, assumed equal, has no partner or is in neither version", name)
		}
		names = append(names, name)
	}
	if len(names) > 0 {
		slices.Sort(names)
		r.v.note("the answers rest on the assumption that these are equal: %s", strings.Join(slices.Compact(names), ", "))
	}
	return nil
}

// notes says what the answers rest on, and what was left out.
func (r *run) notes() {
	if names := r.v.separated(); len(names) > 0 {
		r.v.note("the versions say different things of these functions and constants, which are told apart: %s", strings.Join(names, ", "))
	}
	if r.cut {
		r.v.note("calls beyond a depth of %d, or beyond %d activations, were not inlined (--unwind-conditions)", max(r.opts.Unwind, 1), maxActivations)
	}
	if r.cutPairs || r.relations.Cut {
		r.v.note("mutual summaries were used of %d pairs of calls at a time only", relation.MaxPairs)
	}
}

// relate tries the mutual summaries whose callees have all been compared, or are
// in the group at hand.
func (r *run) relate(group int) {
	if r.ctx.Err() == nil {
		r.relations.try(group)
	}
}

// again compares those pairs again that are not decided, with what is known now.
func (r *run) again() {
	for i, g := range r.v.groups {
		r.relate(i)
		open := slices.ContainsFunc(g, func(p *pair) bool {
			return r.answers[p].Verdict == engine.Unknown && r.answers[p].Status != StatusAssumed
		})
		if !open {
			continue
		}
		before := map[*pair]moddiff.Answer{}
		for _, p := range g {
			before[p] = r.answers[p]
			if proof := r.known.proofs[p]; proof != nil && !proof.assumed {
				r.known.proofs[p] = nil
			}
		}
		r.prove(g)
		for p, answer := range before {
			if answer.Verdict == engine.Different {
				r.answers[p] = answer
			}
		}
	}
}
