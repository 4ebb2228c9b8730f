package witness

import (
	"slices"

	"semdiff/moddiff/pairing"
	"semdiff/moddiff/readable"
	"semdiff/moddiff/summary"
	"semdiff/smtlib"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
)

// Limits on the cells of one map that are listed and looked at.
const (
	maxCells      = 4
	maxCandidates = 12
)

// resolver resolves terms that may hold abstract applications.
type resolver struct {
	a *Finder
	r *readable.Resolver
}

// terms are the ts resolved; abstract applications, which cannot matter where the
// condition holds, are gone. All are nil when there was no time for it.
func (r *resolver) terms(ts ...*smtlib.Term) []*smtlib.Term {
	known := r.a.NewDefinedness()
	out := make([]*smtlib.Term, len(ts))
	for i, t := range ts {
		if t != nil {
			out[i], _ = known.Value(t)
		}
	}
	if known.Short() {
		return make([]*smtlib.Term, len(ts)) // the values need not be those of the ts
	}
	return r.r.Terms(out...)
}

// term is terms of one.
func (r *resolver) term(t *smtlib.Term) *smtlib.Term { return r.terms(t)[0] }

// cells are the elements in which the maps among the outputs differ: as terms
// those that differ wherever the condition holds, and the ones that the replay
// showed to differ.
func (r *resolver) cells(outputs []pairing.Port, d *summary.Difference) []summary.Cell {
	if d.Old.End != ir.Normal || d.New.End != ir.Normal {
		return nil
	}
	d.Replayed = ConcreteCells(outputs, d)
	var out []summary.Cell
	for i, port := range outputs {
		if port.Var.Sort().Kind != smtlib.ArrayKind || len(d.Old.Terms) == 0 || len(d.New.Terms) == 0 {
			continue
		}
		search := cellSearch{r: r, left: maxCandidates}
		if old, new := d.Old.Term(i), d.New.Term(i); old != nil && new != nil {
			search.below(old, new, nil)
		}
		var list []summary.Cell
		add := func(cell summary.Cell) {
			seen := slices.ContainsFunc(list, func(x summary.Cell) bool { return SamePlace(x, cell) })
			if !seen && len(list) < maxCells {
				list = append(list, cell)
			}
		}
		for _, cell := range search.found {
			cell.Output = i
			if Observe(d.Values, &cell, d) {
				add(cell)
			}
		}
		for _, cell := range d.Replayed {
			if cell.Output == i {
				add(cell)
			}
		}
		out = append(out, list...)
	}
	return out
}

// cellSearch looks for cells in which two maps differ wherever the resolver's
// condition holds.
type cellSearch struct {
	r     *resolver
	left  int // cells still to look at
	found []summary.Cell
}

// below looks at the cells of two maps; path leads to them.
func (s *cellSearch) below(old, new *smtlib.Term, path []*smtlib.Term) {
	c := s.r.a.Ctx
	for _, i := range readable.Written(old, new) {
		if s.left--; s.left < 0 || len(s.found) == maxCells {
			return
		}
		x, y := s.r.term(c.Select(old, i)), s.r.term(c.Select(new, i))
		place := append(slices.Clone(path), s.r.term(i))
		if x == nil || y == nil || place[len(path)] == nil {
			return
		}
		if x.Sort().Kind == smtlib.ArrayKind {
			s.below(x, y, place)
		} else if s.r.r.Excludes(c.Eq(x, y)) {
			s.found = append(s.found, summary.Cell{Index: place, Old: x, New: y})
		}
	}
}

// Observe fills in what the replay showed at a cell; it is false when the
// Replay does not tell the versions apart there.
func Observe(values readable.Valuation, cell *summary.Cell, d *summary.Difference) bool {
	x, y := d.Old.Values[cell.Output], d.New.Values[cell.Output]
	for _, i := range cell.Index {
		at, err := values(i)
		if err != nil {
			return false
		}
		cell.At = append(cell.At, at)
		var errOld, errNew error
		x, errOld = interp.Select(x, at)
		y, errNew = interp.Select(y, at)
		if errOld != nil || errNew != nil {
			return false
		}
	}
	cell.OldValue, cell.NewValue = x, y
	same, err := interp.Equal(x, y)
	return err == nil && !same
}

// ConcreteCells are the cells in which the replayed versions differ.
func ConcreteCells(outputs []pairing.Port, d *summary.Difference) []summary.Cell {
	var out []summary.Cell
	if d.Old.End != ir.Normal || d.New.End != ir.Normal {
		return nil
	}
	for i, port := range outputs {
		if port.Var.Sort().Kind != smtlib.ArrayKind {
			continue
		}
		for _, place := range interp.Differing(d.Old.Values[i], d.New.Values[i], maxCells) {
			out = append(out, summary.Cell{Output: i, At: place.Index, OldValue: place.A, NewValue: place.B})
		}
	}
	return out
}

func SamePlace(a, b summary.Cell) bool {
	return a.Output == b.Output && slices.EqualFunc(a.At, b.At, func(x, y interp.Value) bool { return x.String() == y.String() })
}

// Explain simplifies what the versions return under a difference's condition
// and names the cells in which maps differ.
func (a *Finder) Explain(outputs []pairing.Port, d *summary.Difference) {
	r := &resolver{a: a, r: readable.NewResolver(a.Ctx, a.Session, d.Condition, d.Values)}
	terms := r.terms(slices.Concat(d.Old.Terms, d.New.Terms)...)
	d.Old.Terms, d.New.Terms = terms[:len(d.Old.Terms)], terms[len(d.Old.Terms):]
	d.Cells = r.cells(outputs, d)
}
