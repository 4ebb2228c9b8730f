package summary

import (
	"semdiff/moddiff/pairing"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// PathDifference is the condition under which one pair of paths shows a difference
// (Def. 11), before it is known to be real.
type PathDifference struct {
	Old, New *Path        // over the union inputs of the pair
	Raw      *smtlib.Term // with calls abstract
	// Termination: exactly one of the paths ends.
	Termination bool
}

// Compare is the difference condition of two paths over the pair's inputs, or nil
// when they agree or exclude each other plainly.
func Compare(c *smtlib.Context, o, n *Path, outputs []pairing.Port) *PathDifference {
	both := c.And(o.R, n.R)
	if both.IsFalse() {
		return nil
	}
	d := &PathDifference{Old: o, New: n, Raw: both}
	switch {
	case o.End != n.End:
		d.Termination = o.End == ir.Diverges || n.End == ir.Diverges
	case o.End != ir.Normal:
		return nil
	default:
		var differ []*smtlib.Term
		for _, port := range outputs {
			differ = append(differ, c.Not(c.Eq(o.Output(c, 0, port), n.Output(c, 1, port))))
		}
		d.Raw = c.And(both, c.Or(differ...))
	}
	if d.Raw.IsFalse() {
		return nil
	}
	return d
}

// Output is what is seen of a version's term for an output of the pair; an output that
// it lacks keeps its value at entry.
func (p *Path) Output(c *smtlib.Context, version int, port pairing.Port) *smtlib.Term {
	value := port.Var
	if i := port.Index(version); i >= 0 {
		value = p.T[i]
	}
	return port.View.Of(c, value)
}

// ReplayedAs reports whether runs that end so are ones of the two paths.
func (d *PathDifference) ReplayedAs(old, new ir.Outcome) bool {
	is := func(p *Path, end ir.Outcome) bool { return p.End == end || p.Ends && end != ir.Diverges }
	return is(d.Old, old) && is(d.New, new)
}

// Merged reports whether it stands for several pairs of paths.
func (d *PathDifference) Merged() bool { return d.Old.Merged || d.New.Merged }

// PathsOf are the path summaries of both versions over the pair's inputs.
func (t *Table) PathsOf(c *smtlib.Context, p *pairing.Pair) (olds, news []*Path) {
	s := c.NewSubst(p.Rename)
	for _, path := range t.Of(p.New).Summary.Paths {
		news = append(news, path.Over(s))
	}
	return t.Of(p.Old).Summary.Paths, news
}
