package pairing

import (
	"fmt"
	"slices"

	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// View is the part of a map that callers of an entry see: all cells but those of the
// translator's own and those of locals. Where it does not look, the map counts as it
// was at entry.
type View struct {
	AtEntry *smtlib.Term // the map at entry
	Private []ir.Cells   // cells that are not seen
	From    *smtlib.Term // nor are those from this address on: a number, a variable, or nil for none

	restore *smtlib.Func // of the map, the one at entry, and From
}

// Of is what is seen of a value of an output; v may be nil.
func (v *View) Of(c *smtlib.Context, value *smtlib.Term) *smtlib.Term {
	if v == nil {
		return value
	}
	for _, cells := range v.Private {
		for i := cells.From; i < cells.To; i++ {
			at := c.IntVal(i)
			value = c.Store(value, at, c.Select(v.AtEntry, at))
		}
	}
	if v.From != nil {
		value = c.App(v.restore, value, v.AtEntry, v.From)
	}
	return value
}

// SeesAlike reports whether callers of p as an entry see of an output what those of
// another pair see of it.
func (p *Pair) SeesAlike(q *Pair, output *smtlib.Term) bool {
	v, w := p.views[output], q.views[output]
	if v == nil || w == nil {
		return v == w && p.unseen[output] == q.unseen[output]
	}
	return v.AtEntry == w.AtEntry && v.From == w.From && slices.Equal(v.Private, w.Private)
}

// SeeAs makes callers of p as an entry see of its outputs what those of the pair q of
// another pairing see of these. A view that rests on an input that p lacks stays.
func (r *Pairing) SeeAs(p, q *Pair) {
	if p.views == nil || q.views == nil { // loops are seen whole
		return
	}
	for _, out := range p.Outputs {
		v := q.views[out.Var]
		if v != nil && v.From != nil {
			if v.From.Op() == smtlib.OpVar && !slices.ContainsFunc(p.Inputs, func(in Port) bool { return in.Var == v.From }) {
				continue
			}
			r.restorer(out.Var.Sort())
		}
		if v != nil && !slices.ContainsFunc(p.Inputs, func(in Port) bool { return in.Var == v.AtEntry }) {
			continue
		}
		if p.views[out.Var], p.unseen[out.Var] = v, q.unseen[out.Var]; v == nil {
			delete(p.views, out.Var)
		}
	}
}

// mostPrivate bounds how many cells are taken from a view one by one.
const mostPrivate = 2048

// observe finds what callers of a pair see of its outputs when it is an entry.
func (r *Pairing) observe(p *Pair) {
	old, new := &r.Versions[0].Prog.Observation, &r.Versions[1].Prog.Observation
	p.unseen, p.views, p.Unseen = map[*smtlib.Term]bool{}, map[*smtlib.Term]*View{}, nil
	for i, port := range p.Outputs {
		name := DeclaredName(port.Var)
		isResult := port.Old >= 0 && port.Old < p.Old.Results || port.New >= 0 && port.New < p.New.Results
		switch {
		case port.Var == ir.TapeVar(r.Ctx):
			p.unseen[port.Var] = true
			continue
		case old.Results && !isResult, old.Only != nil && !slices.Contains(old.Only, name),
			!isResult && slices.Contains(old.Hidden, name) && slices.Contains(new.Hidden, name):
			p.unseen[port.Var] = true
			p.Unseen = append(p.Unseen, name)
			continue
		}
		if !isResult && slices.Contains(old.Memory, name) && slices.Contains(new.Memory, name) {
			if v := r.view(p, port); v != nil {
				p.views[p.Outputs[i].Var] = v
				for _, cells := range v.Private {
					p.Unseen = append(p.Unseen, fmt.Sprintf("%s in %s", cells.Name, name))
				}
				if v.From != nil {
					p.Unseen = append(p.Unseen, "locals in "+name)
				}
			}
		}
	}
}

// view is what is seen of a map that holds memory, nil for all of it.
func (r *Pairing) view(p *Pair, port Port) *View {
	at := slices.IndexFunc(p.Inputs, func(in Port) bool { return in.Var == port.Var && in.Old >= 0 && in.New >= 0 })
	if at < 0 || port.Var.Sort().Kind != smtlib.ArrayKind || port.Var.Sort().Index != r.Ctx.Int {
		return nil
	}
	v := &View{AtEntry: port.Var}
	old, new := r.Versions[0].Prog.Observation, r.Versions[1].Prog.Observation
	n := int64(0)
	for _, x := range old.Private {
		for _, y := range new.Private {
			if x == y {
				v.Private = append(v.Private, x)
				n += x.To - x.From
			}
		}
	}
	if n > mostPrivate {
		v.Private = nil
	}
	if v.From = r.firstLocal(p); v.From != nil {
		v.restore = r.restorer(port.Var.Sort())
	}
	if v.Private == nil && v.From == nil {
		return nil
	}
	return v
}

// firstLocal is the address from which on memory holds only locals of the run, nil
// where it may hold more or that is not known: the next free one at entry, or the first
// that is ever free where the run sets the counter itself.
func (r *Pairing) firstLocal(p *Pair) *smtlib.Term {
	old, new := r.Versions[0].Prog.Observation, r.Versions[1].Prog.Observation
	if old.Next == "" || old.Next != new.Next || old.Start <= 0 || old.Start != new.Start || r.Versions[0].mayCall(p.Old, old.Heap) || r.Versions[1].mayCall(p.New, new.Heap) {
		return nil
	}
	var input, output *Port
	for i, in := range p.Inputs {
		if in.Var.Name() == old.Next {
			input = &p.Inputs[i]
		}
	}
	for i, out := range p.Outputs {
		if out.Var.Name() == old.Next {
			output = &p.Outputs[i]
		}
	}
	switch {
	case output == nil || output.Old < 0 || output.New < 0:
		return nil
	case input == nil:
		return r.Ctx.IntVal(old.Start)
	case input.Old < 0 || input.New < 0:
		return nil
	}
	return input.Var
}

// mayCall reports whether a procedure may lead to one of some others.
func (s *Version) mayCall(p *Proc, names []string) bool {
	seen := map[string]bool{}
	var visit func(name string) bool
	visit = func(name string) bool {
		q := s.Prog.Procs[name]
		if seen[name] || q == nil {
			return false
		}
		seen[name] = true
		return slices.Contains(names, name) || slices.ContainsFunc(q.Calls, visit)
	}
	return visit(p.Name)
}

// restorer is the function (m, at entry, from) to the map that is m before from, and
// else as at entry.
func (r *Pairing) restorer(s *smtlib.Sort) *smtlib.Func {
	c := r.Ctx
	m, atEntry, from := c.Var("?capture.0", s), c.Var("?capture.1", s), c.Var("?capture.2", c.Int)
	index := c.Var("?index.0", c.Int)
	f := c.Func("restored:"+s.String(), []*smtlib.Sort{s, s, c.Int}, s)
	body := c.Ite(c.Lt(index, from), c.Select(m, index), c.Select(atEntry, index))
	read := c.Select(c.App(f, m, atEntry, from), index)
	l := ir.Lambda{
		Captured: []*smtlib.Term{m, atEntry, from}, Index: []*smtlib.Term{index}, Body: body,
		Axiom: c.Forall([]*smtlib.Term{m, atEntry, from, index}, c.Eq(read, body), [][]*smtlib.Term{{read}}),
	}
	for _, v := range r.Versions {
		v.Prog.AddLambda(f, l)
	}
	f.Simplify(restored(f))
	return f
}

// mostRestored is the size of a map, as a tree, up to which restored looks into it.
const mostRestored = 4096

// restored simplifies applications of a restorer: what was written to the map at entry
// is written where it is seen.
func restored(f *smtlib.Func) func(c *smtlib.Context, args []*smtlib.Term) *smtlib.Term {
	return func(c *smtlib.Context, args []*smtlib.Term) *smtlib.Term {
		m, atEntry, from := args[0], args[1], args[2]
		switch {
		case m == atEntry:
			return m
		case m.TreeSize() > mostRestored:
			return nil
		case m.Op() == smtlib.OpStore:
			i := m.Args()[1]
			value := c.Ite(c.Lt(i, from), m.Args()[2], c.Select(atEntry, i))
			return c.Store(c.App(f, m.Args()[0], atEntry, from), i, value)
		case m.Op() == smtlib.OpIte:
			return c.Ite(m.Args()[0], c.App(f, m.Args()[1], atEntry, from), c.App(f, m.Args()[2], atEntry, from))
		}
		return nil
	}
}
