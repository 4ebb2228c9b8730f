package clever

import (
	"context"
	"slices"

	"semdiff/moddiff/kit"
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/product"
	"semdiff/moddiff/query"
	"semdiff/moddiff/relation"
	"semdiff/moddiff/vc"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
	"semdiff/translate/ir"
)

// What it may cost to find relations of callees.
const (
	relateQueries   = 250
	relateResources = 1_500_000
	maxRelated      = 3 // callees of a client
	maxInlined      = 8 // depth of calls
)

// Relation says of a changed procedure what a boundary needs of its results: as long as it
// holds, the boundary is one, whatever the versions do.
type Relation struct {
	Callee string
	Says   string // names of the new version are primed
}

// relate finds for boundaries that are regions a relation of the results of a callee that
// is proven of it and under which they agree wherever both versions end: with all calls left
// open, the region agrees when these are related, and is not shown to when any part of the
// relation is left out.
func (x *search) relate(ctx context.Context, c *Client) {
	left := maxRelated
	for _, b := range c.Boundaries {
		if b.Kind != KindRegion || b.region == nil {
			continue
		}
		var callees []*pairing.Pair
		for _, s := range b.region.body.sites {
			if b.region.holds(s) && !x.proven(s.Callee.Name) && !slices.Contains(callees, s.Callee) {
				callees = append(callees, s.Callee)
			}
		}
		if len(callees) != 1 || left == 0 || ctx.Err() != nil {
			continue
		}
		left--
		b.Relation = x.weakest(ctx, b, callees[0])
	}
}

// weakest is the weakest relation of a callee that a boundary needs, nil where none is
// proven.
func (x *search) weakest(ctx context.Context, b *Boundary, callee *pairing.Pair) *Relation {
	run := x.outlined.run
	region, q := run.Pairing.Named(b.region.name), run.Pairing.Named(callee.Name)
	if region == nil || q == nil {
		return nil
	}
	a := x.newAnalysis(ctx, run)
	a.AllotResources(relateResources)
	defer func() { x.result.Stats.Queries += a.Queries }()
	agrees := x.agreement(a, region, b.Context)
	rel := x.known(q, agrees)
	if rel == nil {
		if rel = x.related(a, b, q); rel == nil || !agrees(rel) {
			return nil
		}
	}
	for _, post := range slices.Backward(slices.Clone(rel.Post)) {
		weaker := *rel
		weaker.Post = slices.DeleteFunc(slices.Clone(rel.Post), func(p *relation.Predicate) bool { return p == post })
		if agrees(&weaker) {
			rel = &weaker
		}
	}
	if len(rel.Post) == 0 {
		return nil
	}
	return &Relation{Callee: callee.Name, Says: product.Invariant(&relation.Relation{Post: rel.Post}).Says}
}

// known is a relation of a callee that the comparison of regions proved and under which the
// boundary agrees; nil for none.
func (x *search) known(q *pairing.Pair, agrees func(*relation.Relation) bool) *relation.Relation {
	for _, rel := range x.relations {
		if rel.Procs == [2]string{q.Old.Name, q.New.Name} && agrees(rel) {
			return rel
		}
	}
	return nil
}

// related is what is proven to relate the results of a callee that is called on equal
// inputs: by induction on loops, or, where there are none, of conditions that the region
// asks of the results.
func (x *search) related(a *kit.Analysis, b *Boundary, q *pairing.Pair) *relation.Relation {
	if q.Old.MayEnd.Diverge || q.New.MayEnd.Diverge {
		in := product.Input{Pair: q, Outputs: q.Observed(a.Ctx, false), Values: a.Runs.Inputs(q), Others: a.Runs.Rows(q), Queries: relateQueries, Model: a.Finder.Guessing()}
		proof := product.Relate(a.Analysis, in)
		if proof == nil {
			return nil
		}
		rel := *proof.Relations[len(proof.Relations)-1]
		return &rel
	}
	c, run := a.Ctx, x.outlined.run
	open := openCalls(run)
	inline := vc.CallsFunc(func(s *vc.Site) vc.Effect {
		p := run.Pairing.Versions[s.In.Version].At(s.Callee.Name)
		if p == nil || s.In.Depth() > maxInlined || !a.Load(p) || p.Blocks == nil {
			return open.Call(s)
		}
		f := s.Frame()
		f.Proc = p.Proc
		return s.Inline(f)
	})
	e := &vc.Encoder{Ctx: c, Programs: [2]*ir.Program{run.Program(0), run.Program(1)}, Calls: inline}
	if !a.Load(q.Old) || !a.Load(q.New) || len(q.Interface) > 0 {
		return nil
	}
	runs := e.Both(vc.PairOf(q))
	rel := &relation.Relation{Procs: [2]string{q.Old.Name, q.New.Name}}
	equal := func(in pairing.Port) *relation.Predicate {
		vars := []*smtlib.Term{c.Var(in.Var.Name(), in.Var.Sort()), c.Var(in.Var.Name()+"'", in.Var.Sort())}
		return &relation.Predicate{Body: c.Eq(vars[0], vars[1]), Vars: vars, Slots: []relation.Slot{{Version: 0, Index: in.Old, Kind: relation.Input}, {Version: 1, Index: in.New, Kind: relation.Input}}}
	}
	for _, in := range q.Inputs {
		if in.Old >= 0 && in.New >= 0 {
			rel.Pre = append(rel.Pre, equal(in))
		}
	}
	for _, post := range b.region.asked(c, q) {
		if a.Check(c.And(runs[0].Returns(c), runs[1].Returns(c), c.Not(post.At(c, runs))), query.Quick).Answer == solver.Unsat {
			rel.Post = append(rel.Post, post)
		}
	}
	rel.Outcome = a.Check(c.Not(c.And(c.Eq(runs[0].Ends[ir.Fails], runs[1].Ends[ir.Fails]), c.Eq(runs[0].Ends[ir.Blocked], runs[1].Ends[ir.Blocked]))), query.Quick).Answer == solver.Unsat
	return rel
}

// asked are the conditions of a region on the results of a callee, each to hold of both
// versions' or of neither's, and that a result is equal.
func (r *candidate) asked(c *smtlib.Context, q *pairing.Pair) (list []*relation.Predicate) {
	var slots []relation.Slot
	var vars []*smtlib.Term
	var both [2]map[int]*smtlib.Term // by output of the old version
	for v := range both {
		both[v] = map[int]*smtlib.Term{}
		for _, out := range q.Outputs {
			if out.Old >= 0 && out.New >= 0 {
				t := c.Var("result "+out.Var.Name()+[...]string{"", "'"}[v], out.Var.Sort())
				vars, both[v][out.Old] = append(vars, t), t
				slots = append(slots, relation.Slot{Version: v, Index: out.Index(v), Kind: relation.Output})
			}
		}
	}
	add := func(t *smtlib.Term) {
		if !slices.ContainsFunc(list, func(p *relation.Predicate) bool { return p.Body == t }) {
			list = append(list, &relation.Predicate{Body: t, Vars: vars, Slots: slots})
		}
	}
	for _, out := range q.Outputs {
		if both[0][out.Old] != nil && both[1][out.Old] != nil {
			add(c.Eq(both[0][out.Old], both[1][out.Old]))
		}
	}
	g := r.body.graphs[0]
	for _, s := range r.body.sites {
		if !r.holds(s) || s.Callee.Name != q.Name {
			continue
		}
		var subs [2]map[*smtlib.Term]*smtlib.Term
		for v := range subs {
			subs[v] = map[*smtlib.Term]*smtlib.Term{}
			for k, out := range g.Call(s.node).Outs {
				if out != nil && both[v][k] != nil {
					subs[v][out] = both[v][k]
				}
			}
		}
		for _, n := range g.Inside(r.Region) {
			for _, e := range g.Nodes[n].Succs {
				known := !e.Cond.IsTrue()
				for _, v := range smtlib.Collect(e.Cond).Vars {
					known = known && subs[0][v] != nil
				}
				if known {
					add(c.Eq(c.Substitute(e.Cond, subs[0]), c.Substitute(e.Cond, subs[1])))
				}
			}
		}
	}
	return list
}

// agreement tells whether a region agrees on its context, wherever both versions end, with
// all calls left open but for what a relation says of them.
func (x *search) agreement(a *kit.Analysis, region *pairing.Pair, under *smtlib.Term) func(*relation.Relation) bool {
	c, run := a.Ctx, x.outlined.run
	rec := &vc.Recorder{Calls: openCalls(run)}
	e := &vc.Encoder{Ctx: c, Programs: [2]*ir.Program{run.Program(0), run.Program(1)}, Calls: rec}
	pair := vc.PairOf(region)
	differ := vc.Agree(c, e.Both(pair), pair.Outputs).Differ()
	if under == nil {
		under = c.True
	}
	return func(rel *relation.Relation) bool {
		facts, whole := relation.Facts(c, rec.Made, []*relation.Relation{rel})
		return whole && a.Check(c.And(under, facts, differ), query.Quick).Answer == solver.Unsat
	}
}

// openCalls leaves all calls of a run open.
func openCalls(run *kit.Run) *vc.Open {
	return &vc.Open{Ctx: run.Pairing.Ctx, MayEnd: func(v int, proc string) ir.Ends { return run.Pairing.Versions[v].At(proc).MayEnd }}
}
