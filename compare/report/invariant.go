package report

import (
	"fmt"
	"strings"

	"semdiff/moddiff"
	"semdiff/moddiff/result"
)

// Invariant is a relation between loops or recursive procedures of both versions, or
// what those of one version return, that holds for all iterations; or where in a client,
// in words, ends what its callees differ in.
type Invariant struct {
	Says     string `json:"says"` // in Boogie's syntax; names of the new version are primed
	Old      string `json:"old,omitempty"`
	New      string `json:"new,omitempty"`
	OldPlace string `json:"old_place,omitempty"`
	NewPlace string `json:"new_place,omitempty"`
	Given    string `json:"given,omitempty"` // for which inputs of the pair it was looked for; all where it is absent
	Steps    []int  `json:"steps,omitempty"` // iterations of each version that are one step together
}

func invariantsOf(p *moddiff.PairResult) (list []Invariant) {
	for _, inv := range p.Invariants {
		out := Invariant{Says: inv.Says, Old: inv.Procs[0], New: inv.Procs[1], OldPlace: inv.Places[0].String(), NewPlace: inv.Places[1].String(), Given: inv.Given}
		if inv.Steps != [2]int{} {
			out.Steps = inv.Steps[:]
		}
		list = append(list, out)
	}
	return list
}

// maxInvariants is how many invariants of one pair are shown.
const maxInvariants = 4

// saidInvariant is an invariant as people read it: what it says, and where that holds.
type saidInvariant struct{ Says, Where string }

// invariants says why both versions are the same beyond all bounds.
func invariants(p *moddiff.PairResult) (list []saidInvariant) {
	for i, inv := range p.Invariants {
		if i == maxInvariants {
			return append(list, saidInvariant{Where: fmt.Sprintf("... and %d more (--format json lists them)", len(p.Invariants)-i)})
		}
		if inv.Boundary {
			list = append(list, saidInvariant{inv.Says, ""})
			continue
		}
		where := whenever(inv)
		if inv.Given != "" {
			where += ", for " + cut(inv.Given, maxCondition)
		}
		list = append(list, saidInvariant{cut(inv.Says, maxCondition), where})
	}
	return list
}

// whenever says where an invariant holds.
func whenever(inv result.PlacedInvariant) string {
	var places []string
	for _, place := range inv.Places {
		if place.IsValid() {
			places = append(places, shortPlace(place))
		}
	}
	at := " (" + strings.Join(places, ", ") + ")"
	switch steps := inv.Steps; {
	case len(places) == 1 && inv.Loops:
		return "of a loop" + at
	case len(places) == 1:
		return "of a procedure" + at
	case inv.Loops && steps != [2]int{1, 1}:
		return fmt.Sprintf("whenever both loops are at their heads%s, after %d iterations of the old one for %d of the new one", at, steps[0], steps[1])
	case inv.Loops:
		return "whenever both loops are at their heads" + at
	}
	return "whenever both procedures are called" + at
}
