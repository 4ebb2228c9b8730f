package witness

import (
	"slices"

	"semdiff/moddiff/summary"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
)

// FindSame finds outputs that agree wherever a difference's condition holds, of those
// that the versions return other terms for and agree in the replay.
func (a *Finder) FindSame(d *summary.Difference) {
	if d.Old.End != ir.Normal || d.New.End != ir.Normal {
		return
	}
	for i := range min(len(d.Old.Values), len(d.New.Values)) {
		old, new := d.Old.Term(i), d.New.Term(i)
		if old == nil || new == nil || old == new || slices.Contains(d.Same, i) {
			continue
		}
		if same, err := interp.Equal(d.Old.Values[i], d.New.Values[i]); err != nil || !same {
			continue
		}
		if !a.MaybeSat(a.Ctx.And(d.Condition, a.Ctx.Not(a.Ctx.Eq(old, new)))) {
			d.Same = append(d.Same, i)
		}
	}
}
