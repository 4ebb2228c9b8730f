package report

import (
	"slices"

	"semdiff/compare/clever"
	"semdiff/internal/source"
	"semdiff/moddiff"
	"semdiff/smtlib"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
	"semdiff/translate/sourcenames"
)

// sourcedClients is what was found of clients in the names of the source that the programs
// were translated from, with the folders of its files by their names; nil where these names
// are not known.
func sourcedClients(r *clever.Result) (*clever.Result, map[string]string) {
	s := newSourcing(r.Outcome)
	if s == nil {
		return nil, nil
	}
	out := *r
	var rows map[*moddiff.PairResult]*moddiff.PairResult
	out.Outcome, rows = s.outcome(r.Outcome)
	out.Names = [2]*sourcenames.Names{} // they are taken
	out.Clients = nil
	for _, c := range r.Clients {
		d := *c
		d.Name, d.Pos, d.Row, d.Boundaries = s.called(c.Name), s.place(0, c.Name, c.Pos), rows[c.Row], nil
		for _, b := range c.Boundaries {
			d.Boundaries = append(d.Boundaries, s.boundary(b))
		}
		if c.Via != nil {
			d.Via = s.passage(c.Via)
		}
		out.Clients = append(out.Clients, &d)
	}
	return &out, s.files
}

// inside writes what is in a procedure or loop that both versions have under one name.
func (s *sourcing) inside(name string) *sourcenames.Writer {
	return sourcenames.NewWriter(s.ctx, s.names, name, name)
}

func (s *sourcing) boundary(b *clever.Boundary) *clever.Boundary {
	out := *b
	out.In, out.Procedure = s.called(b.In), s.called(b.Procedure)
	out.First, out.Last = s.span(b.Source, b.First, b.Last)
	out.Context = s.inside(b.In).Term(b.Context)
	out.Sites, out.Invariants, out.Smaller = nil, nil, nil
	for _, site := range b.Sites {
		at, callee := *site, *site.Callee
		callee.Name = s.called(callee.Name)
		at.Callee, at.In, at.Pos = &callee, s.called(site.In), s.base(site.Pos)
		out.Sites = append(out.Sites, &at)
	}
	if b.Relation != nil {
		w := sourcenames.NewWriter(s.ctx, s.names, b.Relation.Callee, b.Relation.Callee)
		out.Relation = &clever.Relation{Callee: s.called(b.Relation.Callee), Says: w.Text(b.Relation.Says)}
	}
	for _, inv := range b.Invariants {
		inv.Says = sourcenames.NewWriter(s.ctx, s.names, inv.Procs[0], inv.Procs[1]).Text(inv.Says)
		out.Invariants = append(out.Invariants, inv)
	}
	for _, x := range b.Smaller {
		out.Smaller = append(out.Smaller, s.smaller(x))
	}
	return &out
}

// span is a part of a procedure or loop: where the source says, or else from first to last.
func (s *sourcing) span(of clever.Span, first, last source.Pos) (source.Pos, source.Pos) {
	if of.First.Line == 0 {
		return first, last
	}
	return s.base(of.First), s.base(of.Last)
}

func (s *sourcing) smaller(x *clever.Smaller) *clever.Smaller {
	out := *x
	out.In, out.Procedure = s.called(x.In), s.called(x.Procedure)
	out.First, out.Last = s.span(x.Source, x.First, x.Last)
	if x.Refuted == nil {
		return &out
	}
	w := s.inside(x.In)
	p := &moddiff.PairResult{Name: x.In, Old: x.In, New: x.In, Inputs: x.Inputs, Outputs: x.Outputs, Summary: &moddiff.DiffSummary{Differences: []*moddiff.Difference{x.Refuted}}}
	kept := s.outputs(p)
	d := s.difference(w, p, x.Refuted, kept)
	out.Refuted, out.Outputs = d, s.vars(w, x.Outputs, kept)
	seen := s.visible(x.Inputs)
	out.Inputs, d.Witness = s.vars(w, x.Inputs, seen), picked(x.Refuted.Witness, seen)
	return &out
}

// passage is a call with what people see of the state there.
func (s *sourcing) passage(p *clever.Passage) *clever.Passage {
	out := *p
	out.In, out.Procedure, out.Callee, out.Pos = s.called(p.In), s.called(p.Procedure), s.called(p.Callee), s.base(p.Pos)
	w := s.inside(p.In)
	seen := s.visible(p.Inputs)
	out.Inputs, out.Args = s.vars(w, p.Inputs, seen), picked(p.Args, seen)
	d := &moddiff.Difference{Old: ended(p.Values[0]), New: ended(p.Values[1])}
	kept := s.outputs(&moddiff.PairResult{Outputs: p.Outputs, Summary: &moddiff.DiffSummary{Differences: []*moddiff.Difference{d}}})
	out.Outputs = s.vars(w, p.Outputs, kept)
	for v, values := range p.Values {
		if values != nil {
			out.Values[v] = picked(values, kept)
		}
	}
	return &out
}

// ended is a run that gave values, or did not return.
func ended(values []interp.Value) moddiff.Behaviour {
	if values == nil {
		return moddiff.Behaviour{End: ir.Diverges}
	}
	return moddiff.Behaviour{End: ir.Normal, Values: values}
}

// visible are the places of the variables that the translator did not add.
func (s *sourcing) visible(vars []*smtlib.Term) (places []int) {
	for i, v := range vars {
		if !s.names[0].IsHidden(v.Name()) && !s.names[1].IsHidden(v.Name()) {
			places = append(places, i)
		}
	}
	return places
}

// vars are the variables at some places under the source's names.
func (s *sourcing) vars(w *sourcenames.Writer, vars []*smtlib.Term, places []int) (out []*smtlib.Term) {
	for _, i := range places {
		out = append(out, w.Var(vars[i]))
	}
	return out
}

// picked are the values at some places.
func picked(values []interp.Value, places []int) []interp.Value {
	values = slices.Clone(values)
	out := values[:0]
	for _, i := range places {
		if i < len(values) {
			out = append(out, values[i])
		}
	}
	return out
}
