package report

import (
	"slices"
	"strings"

	"semdiff/moddiff"
	"semdiff/smtlib"
	"semdiff/translate/interp"
)

// shorten writes a value; of a map that is long, as many cells as fit.
func shorten(v interp.Value) string {
	text := v.String()
	if v.Sort() == nil || v.Sort().Kind != smtlib.ArrayKind || len(text) <= maxValue {
		return cut(text, maxValue)
	}
	if at := strings.LastIndex(text[:maxValue], ", "); at > 0 {
		return text[:at] + ", ...]"
	}
	return cut(text, maxValue)
}

// given writes the value of an input in a witness; of a map that is long, the cells that
// the difference reads.
func given(p *moddiff.PairResult, d *moddiff.Difference, input int) string {
	v, value := p.Inputs[input], d.Witness[input]
	if v.Sort().Kind != smtlib.ArrayKind || len(value.String()) <= maxValue || d.Values == nil || p.Sourced {
		return shorten(value)
	}
	var cells []string
	length := 0
	smtlib.VisitOpen(mattering(p, d), func(t *smtlib.Term) {
		if t.Op() != smtlib.OpSelect || t.Args()[0] != v {
			return
		}
		at, err := d.Values(t.Args()[1])
		is, err2 := d.Values(t)
		if err != nil || err2 != nil {
			return
		}
		text := at.String() + " := " + is.String()
		if !slices.Contains(cells, text) && length+len(text) <= 2*maxValue {
			cells = append(cells, text)
			length += len(text)
		}
	})
	if len(cells) == 0 {
		return shorten(value)
	}
	slices.Sort(cells)
	return "[" + strings.Join(cells, ", ") + ", ...]"
}
