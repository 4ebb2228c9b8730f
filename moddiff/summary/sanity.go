package summary

import (
	"fmt"

	"semdiff/moddiff/pairing"
	"semdiff/smtlib"
)

// Sanity checks the invariants of a difference summary of a pair, and says which
// one does not hold: its conditions are over the pair's inputs; no input is in two of
// Changed, Unchanged and TerminationChanged, and each is in one of these or in
// Unknown; each difference lies in its set, its witness in its condition; and there
// are reasons where something is unknown. holds reports that a condition is known to
// have a model.
func (d *DiffSummary) Sanity(c *smtlib.Context, p *pairing.Pair, holds func(*smtlib.Term) bool) error {
	for _, set := range []struct {
		name string
		t    *smtlib.Term
	}{{"changed", d.Changed}, {"unchanged", d.Unchanged}, {"termination changed", d.TerminationChanged}, {"unknown", d.Unknown}} {
		if v := foreign(p, set.t); v != nil {
			return fmt.Errorf("%s: %s is over %s, which is no input", p.Name, set.name, v)
		}
	}
	for _, overlap := range []*smtlib.Term{
		c.And(d.Changed, d.Unchanged), c.And(d.Changed, d.TerminationChanged), c.And(d.Unchanged, d.TerminationChanged),
	} {
		if holds(overlap) {
			return fmt.Errorf("%s: an input is in two of changed (%s), unchanged (%s), termination changed (%s)", p.Name, d.Changed, d.Unchanged, d.TerminationChanged)
		}
	}
	if rest := c.Not(c.Or(d.Changed, d.Unchanged, d.TerminationChanged, d.Unknown)); holds(rest) {
		return fmt.Errorf("%s: the sets leave out %s", p.Name, rest)
	}
	if len(d.Reasons) == 0 && !d.Unknown.IsFalse() {
		return fmt.Errorf("%s: nothing says why %s is unknown", p.Name, d.Unknown)
	}
	for i, diff := range d.Differences {
		set := d.Changed
		if diff.Termination {
			set = d.TerminationChanged
		}
		switch {
		case len(diff.Witness) != len(p.Inputs):
			return fmt.Errorf("%s: difference %d has a witness of %d values for %d inputs", p.Name, i+1, len(diff.Witness), len(p.Inputs))
		case !diff.MayHold(diff.Condition):
			return fmt.Errorf("%s: the witness of difference %d is not in its condition %s", p.Name, i+1, diff.Condition)
		case !diff.MayHold(c.Not(d.Unchanged)):
			return fmt.Errorf("%s: the witness of difference %d is in unchanged, %s", p.Name, i+1, d.Unchanged)
		case holds(c.And(diff.Condition, c.Not(set))):
			return fmt.Errorf("%s: difference %d, where %s, is not in its set, %s", p.Name, i+1, diff.Condition, set)
		}
	}
	return nil
}

// foreign is a variable in t that is no input of the pair.
func foreign(p *pairing.Pair, t *smtlib.Term) (v *smtlib.Term) {
	inputs := map[*smtlib.Term]bool{}
	for _, in := range p.Inputs {
		inputs[in.Var] = true
	}
	smtlib.VisitOpen([]*smtlib.Term{t}, func(x *smtlib.Term) {
		if x.Op() == smtlib.OpVar && !inputs[x] {
			v = x
		}
	})
	return v
}
