package relation

import (
	"context"
	"fmt"
	"slices"

	"semdiff/moddiff/vc"
	"semdiff/smtlib"
	"semdiff/smtlib/horn"
)

// HornProposals completes relations: it asks a solver of Horn clauses for
// preconditions of them, one for each, such that the given postconditions hold, the
// precondition of wanted, which is among them, holds wherever its own list says, and
// each holds wherever the procedures are called. The answer is proposals, to be
// proven with Prove; there are none when the solver finds none.
//
// Where the postconditions are given, all clauses are linear, and what is asked for
// is an invariant of the product of both versions. A relation without postconditions
// gets one over the outputs. Calls of two procedures are related
// one by one in the order of their texts. Where just one version calls a procedure
// that is compared itself, as a loop does that goes on while the other has ended,
// that call is related to the other version's run.
func (p *Prover) HornProposals(ctx context.Context, limits HornLimits, relations []*Relation, wanted *Relation) ([]*Relation, error) {
	h := &hornSource{p: p, system: &horn.System{Ctx: p.ctx}}
	for _, rel := range relations {
		h.declare(rel)
	}
	for _, u := range h.unknowns {
		if !h.clausesOf(u) {
			return nil, nil
		}
		if u.rel == wanted {
			tops := p.of(u.rel.Procs).Tops
			h.system.Add(All(p.ctx, wanted.Pre, tops), h.pre(u, tops))
		}
	}
	m, _, err := horn.Solve(ctx, h.system.Abstract(), limits)
	if m == nil || err != nil {
		return nil, err
	}
	var list []*Relation
	for _, u := range h.unknowns {
		rel := &Relation{Procs: u.rel.Procs, Pre: predicates(m[u.pre], u.inputs), Post: u.rel.Post}
		if u.post != nil {
			rel.Post = predicates(m[u.post], u.outputs)
		}
		list = append(list, rel)
	}
	return list, nil
}

// HornLimits say which solver is asked, and what it may cost.
type HornLimits = horn.Limits

// hornSource makes clauses of products.
type hornSource struct {
	p        *Prover
	system   *horn.System
	unknowns []*unknown
}

// unknown is a relation that is asked for: its precondition is a predicate over the
// inputs of both runs, its postcondition one over their outputs, unless it is given.
type unknown struct {
	rel             *Relation
	pre, post       *smtlib.Func // post is nil where it is given
	inputs, outputs []Slot       // of their parameters
}

func (h *hornSource) declare(rel *Relation) {
	u, n := &unknown{rel: rel}, len(h.unknowns)
	predicate := func(name string, kind SlotKind, values func(*vc.Activation) []*smtlib.Term) (*smtlib.Func, []Slot) {
		var slots []Slot
		var sorts []*smtlib.Sort
		for version, run := range h.p.of(rel.Procs).Tops {
			for i, v := range values(run) {
				if solvable(v.Sort()) {
					slots, sorts = append(slots, Slot{version, i, kind}), append(sorts, v.Sort())
				}
			}
		}
		f := h.p.ctx.Func(fmt.Sprintf("%s %d", name, n), sorts, h.p.ctx.Bool)
		h.system.Preds = append(h.system.Preds, f)
		return f, slots
	}
	u.pre, u.inputs = predicate("pre", Input, func(run *vc.Activation) []*smtlib.Term { return run.Args })
	if len(rel.Post) == 0 {
		u.post, u.outputs = predicate("post", Output, func(run *vc.Activation) []*smtlib.Term { return run.Outputs })
	}
	h.unknowns = append(h.unknowns, u)
}

// solvable tells the sorts that solvers of Horn clauses know. Predicates say nothing
// of values of other sorts.
func solvable(s *smtlib.Sort) bool {
	switch s.Kind {
	case smtlib.BoolKind, smtlib.IntKind, smtlib.RealKind, smtlib.BVKind:
		return true
	case smtlib.ArrayKind:
		return solvable(s.Index) && solvable(s.Elem)
	}
	return false
}

// at is a predicate of two runs.
func (h *hornSource) at(f *smtlib.Func, slots []Slot, runs [2]*vc.Activation) *smtlib.Term {
	args := make([]*smtlib.Term, len(slots))
	for i, s := range slots {
		if s.Kind == Output {
			args[i] = runs[s.Version].Outputs[s.Index]
		} else {
			args[i] = runs[s.Version].Args[s.Index]
		}
	}
	return h.p.ctx.App(f, args...)
}

// pre is the precondition of two runs.
func (h *hornSource) pre(u *unknown, runs [2]*vc.Activation) *smtlib.Term {
	return h.at(u.pre, u.inputs, runs)
}

// link is two runs that are related in the body of a product, where cond holds.
type link struct {
	u    *unknown
	runs [2]*vc.Activation
	cond *smtlib.Term
}

// links are the runs that are related in a product.
func (h *hornSource) links(u *unknown, product *Product) (list []link) {
	c, open := h.p.ctx, product.Open
	if len(open[0])+len(open[1]) == 0 {
		open = product.Calls // none is inlined
	}
	for _, callee := range h.unknowns {
		for _, runs := range open.InOrder(callee.rel.Procs) {
			old, new := runs[0].Reached, runs[1].Reached
			list = append(list, link{callee, runs, c.And(old, new)})
			if callee == u {
				list = append(list,
					link{u, [2]*vc.Activation{runs[0], product.Tops[1]}, c.And(old, c.Not(new))},
					link{u, [2]*vc.Activation{product.Tops[0], runs[1]}, c.And(new, c.Not(old))})
			}
		}
	}
	return list
}

// maxOpen is how many linked runs of one product may have postconditions that are
// asked for: each doubles the clauses.
const maxOpen = 6

// clausesOf adds what the calls of a product need, and what its runs ensure. It is
// false when these are too many.
func (h *hornSource) clausesOf(u *unknown) bool {
	c, product := h.p.ctx, h.p.of(u.rel.Procs)
	links := h.links(u, product)
	open := 0
	for _, l := range links {
		if l.u.post != nil {
			open++
		}
	}
	if open > maxOpen {
		return false
	}
	known, pre := h.p.known(product, h.p.Proven), h.pre(u, product.Tops)
	for i, l := range links {
		others := slices.Delete(slices.Clone(links), i, i+1)
		h.eachCase(others, c.And(known, l.cond), []*smtlib.Term{pre}, func(cond *smtlib.Term, body []*smtlib.Term) {
			h.system.Add(cond, h.pre(l.u, l.runs), body...)
		})
	}
	ensured := All(c, u.rel.Post, product.Tops)
	if u.post != nil {
		ensured = h.at(u.post, u.outputs, product.Tops)
	}
	h.eachCase(links, c.And(known, bothReturn(c, product.Tops)), []*smtlib.Term{pre}, func(cond *smtlib.Term, body []*smtlib.Term) {
		h.system.Add(cond, ensured, body...)
	})
	return true
}

// eachCase visits what is known of linked runs: an implication where the
// postcondition is given, and where it is not two cases, that both return, and not.
func (h *hornSource) eachCase(links []link, cond *smtlib.Term, body []*smtlib.Term, visit func(cond *smtlib.Term, body []*smtlib.Term)) {
	if cond.IsFalse() {
		return
	}
	if len(links) == 0 {
		visit(cond, body)
		return
	}
	c, l, rest := h.p.ctx, links[0], links[1:]
	returned := c.And(l.cond, bothReturn(c, l.runs))
	if l.u.post == nil {
		h.eachCase(rest, c.And(cond, c.Implies(returned, All(c, l.u.rel.Post, l.runs))), body, visit)
		return
	}
	h.eachCase(rest, c.And(cond, returned), append(body[:len(body):len(body)], h.at(l.u.post, l.u.outputs, l.runs)), visit)
	h.eachCase(rest, c.And(cond, c.Not(returned)), body, visit)
}

// predicates are the conjuncts of a definition.
func predicates(d horn.Definition, slots []Slot) (list []*Predicate) {
	for _, t := range smtlib.Conjuncts(d.Body) {
		if !t.IsTrue() {
			list = append(list, &Predicate{Body: t, Vars: d.Params, Slots: slots})
		}
	}
	return list
}

// EqualOutputs says that the outputs of a pair that stand for each other are equal.
func EqualOutputs(c *smtlib.Context, p *vc.Pair) (list []*Predicate) {
	for _, port := range p.Outputs {
		if port.At[0] < 0 || port.At[1] < 0 {
			continue
		}
		x, y := c.Var("old:"+port.Var.Name(), port.Var.Sort()), c.Var("new:"+port.Var.Name(), port.Var.Sort())
		list = append(list, &Predicate{
			Body: c.Eq(x, y), Vars: []*smtlib.Term{x, y},
			Slots: []Slot{{0, port.At[0], Output}, {1, port.At[1], Output}},
		})
	}
	return list
}
