package clever

import (
	"context"
	"slices"
	"strings"

	"semdiff/compare/engine"
	"semdiff/moddiff"
	"semdiff/moddiff/certificate"
	"semdiff/moddiff/evidence"
	"semdiff/moddiff/kit"
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/vc"
	"semdiff/smtlib"
	"semdiff/translate/ir"
	"semdiff/translate/outline"
)

// evidence is the answer for a client again, with the claims that make it checkable: of an
// unaffected one about the versions of which its boundaries alone are procedures. What
// leads from these to the client are claims, too: bodies do the same with regions as
// procedures, and contexts hold whenever a run comes to them.
func (x *search) evidence(ctx context.Context, c *Client) (*moddiff.Result, error) {
	o := x.opts.Summaries
	o.Evidence, o.Blocked, o.IgnoreTermination, o.Match, o.Entry = true, moddiff.BlockedDiffer, false, x.task.Match, c.Name
	if c.Verdict != engine.Equivalent && c.Verdict != engine.PartiallyEquivalent || len(c.Boundaries) == 0 {
		return moddiff.Analyze(ctx, x.task.Old, x.task.New, x.task.Solver, o)
	}
	part, err := x.with(x.boundaryPlan(c))
	if err != nil {
		return nil, err
	}
	composition := &certificate.Composition{}
	for _, b := range c.Boundaries {
		name := b.In
		if b.region != nil {
			name = b.region.name
			if b.Context != nil {
				name = b.region.within()
			}
		}
		composition.Boundaries = append(composition.Boundaries, name)
	}
	o.WithoutImpact, o.Inner = true, composition.Boundaries
	r, err := moddiff.Analyze(ctx, part.programs[0], part.programs[1], x.task.Solver, o)
	if err == nil && !settle(r, c.Name) { // as callers see it, the client may differ
		o.Inner = nil
		r, err = moddiff.Analyze(ctx, part.programs[0], part.programs[1], x.task.Solver, o)
	}
	if err != nil {
		return nil, err
	}
	if settle(r, c.Name) {
		x.showComposition(ctx, part, composition, r)
		dropUnneeded(r)
	}
	return r, nil
}

// settle makes a client the only entry of an answer. It reports whether it is unaffected.
func settle(r *moddiff.Result, client string) bool {
	r.Entry = []string{client}
	for _, row := range r.Pairs {
		if row.Name == client && row.Compared {
			r.Verdict = row.Verdict
		}
	}
	return r.Verdict == engine.Equivalent || r.Verdict == engine.PartiallyEquivalent
}

// dropUnneeded drops what an answer says of pairs on which that for the entry does not rest.
func dropUnneeded(r *moddiff.Result) {
	claims := map[string]*certificate.Claim{}
	for _, cl := range r.Evidence.Claims {
		claims[cl.ID] = cl
	}
	needed := map[string]bool{}
	seen := map[string]bool{}
	var need func(id string)
	need = func(id string) {
		cl := claims[id]
		if cl == nil || seen[id] {
			return
		}
		seen[id] = true
		needed[cl.Subject] = true
		for _, on := range slices.Concat(cl.RestsOn, cl.With) {
			need(on)
		}
	}
	for _, name := range append(slices.Clone(r.Evidence.Composition.Boundaries), r.Entry...) {
		need(name + "/" + certificate.Unchanged)
		need(name + "/" + certificate.Partial)
		needed[name] = true
	}
	for id, cl := range claims {
		if cl.Proof == certificate.ByContexts || cl.Proof == certificate.ByOutlining {
			need(id)
		}
	}
	// What is claimed of other pairs only says why they end, or when.
	r.Pairs = slices.DeleteFunc(r.Pairs, func(row *moddiff.PairResult) bool {
		return row.Compared && !needed[row.Name] || row.Verdict == engine.Different && !seen[row.Name+"/"+certificate.Unchanged] && !seen[row.Name+"/"+certificate.Partial]
	})
}

// boundaryPlan is the plan with the boundaries of a client and what encloses them.
func (x *search) boundaryPlan(c *Client) outline.Plan {
	plan := outline.Plan{}
	for _, b := range x.bodies {
		for _, r := range b.regions { // smaller ones first
			out, needed := outline.Outlined{Region: r.Region, Name: r.name, Pos: r.pos()}, false
			for _, bound := range c.Boundaries {
				switch {
				case bound.region == r:
					needed = true
					if bound.Context != nil {
						out.Under, out.Within = r.under, r.within()
					}
				case bound.region != nil && bound.region.body == b && r.encloses(bound.region):
					needed = needed || r.refuted == nil
				}
			}
			if !needed {
				continue
			}
			plan[b.pair.Name] = append(plan[b.pair.Name], out)
		}
	}
	return plan
}

// encloses reports whether a candidate has all of another one of its body.
func (c *candidate) encloses(other *candidate) bool {
	g := c.body.graphs[0]
	inside := g.Inside(c.Region)
	return !slices.ContainsFunc(g.Inside(other.Region), func(n int) bool { return !slices.Contains(inside, n) })
}

// showComposition records what leads from boundaries to the client.
func (x *search) showComposition(ctx context.Context, part *outlined, composition *certificate.Composition, r *moddiff.Result) {
	a := x.newAnalysis(ctx, part.run)
	rec := evidence.New(a.Analysis, a.Loops, r.Judgement, contextPatience)
	rec.About = []*pairing.Pair{part.run.Pairing.Named(x.client.Name)}
	contexts := x.neededContexts(part)
	rec.ShowContexts(x.arrivals(a, part, contexts))
	for _, p := range part.run.Pairing.Pairs {
		context := contexts[p.Name]
		if context == nil {
			continue
		}
		composition.Contexts = append(composition.Contexts, context)
		region, within := strings.CutSuffix(p.Name, certificate.WithinSuffix)
		for _, cl := range r.Evidence.Claims {
			if within && cl.Subject == p.Name && (cl.Name == certificate.Unchanged || cl.Name == certificate.Partial) {
				rec.ShowAssumes(context, part.run.Pairing.Named(region), cl)
				break
			}
		}
	}
	for _, b := range x.bodies {
		if len(x.boundaryRegions(part, b)) == 0 {
			continue
		}
		composition.Composed = append(composition.Composed, b.pair.Name)
		for v := range 2 {
			x.showComposed(rec, part, b, v)
		}
	}
	r.Evidence.Composition = composition
	for _, cl := range rec.Collector.Evidence().Claims {
		if !slices.ContainsFunc(r.Evidence.Claims, func(known *certificate.Claim) bool { return known.ID == cl.ID }) {
			r.Evidence.Claims = append(r.Evidence.Claims, cl)
		}
	}
}

// boundaryRegions are the regions of a body that are procedures.
func (x *search) boundaryRegions(part *outlined, b *body) (list []*candidate) {
	for _, r := range b.regions {
		if part.run.Pairing.Named(r.name) != nil {
			list = append(list, r)
		}
	}
	return list
}

// holdsAt is what holds whenever a run of the client comes to a pair; nil for nothing.
func (x *search) holdsAt(name string) *smtlib.Term {
	for _, b := range x.bodies {
		for _, r := range b.regions {
			if r.name == name || r.within() == name {
				return r.under
			}
		}
	}
	if list := x.inductive[name]; len(list) > 0 {
		return x.Pairing.Ctx.And(list...)
	}
	return nil
}

// neededContexts are, by pair, the contexts of boundaries, and those of all that they may
// rest on.
func (x *search) neededContexts(part *outlined) map[string]*certificate.Context {
	list := map[string]*certificate.Context{}
	var need func(p *pairing.Pair)
	add := func(p *pairing.Pair, cond *smtlib.Term) {
		context := &certificate.Context{Pair: p.Name, Cond: cond}
		for _, in := range p.Inputs {
			context.Inputs = append(context.Inputs, in.Var)
		}
		list[p.Name] = context
		need(p)
	}
	need = func(p *pairing.Pair) {
		for _, name := range part.run.Pairing.Callers[p.Name] {
			caller := part.run.Pairing.Named(name)
			switch cond := x.holdsAt(caller.Name); {
			case list[caller.Name] != nil:
			case cond != nil:
				add(caller, cond)
			case isRegion(caller):
				need(caller)
			}
		}
	}
	for _, b := range x.bodies {
		for _, r := range b.regions {
			if p := part.run.Pairing.Named(r.within()); p != nil {
				add(p, r.under)
			}
		}
	}
	return list
}

// arrivals are the calls of pairs with contexts, in an order.
func (x *search) arrivals(a *kit.Analysis, part *outlined, contexts map[string]*certificate.Context) (list []*evidence.Arrival) {
	if len(contexts) == 0 {
		return nil
	}
	c := &arriving{a, part, part.run.Pairing.Named(x.client.Name)}
	for _, p := range c.involved() {
		for _, call := range c.callsOf(p) {
			if q := p.Version.At(call.Proc); q != nil && q.Pair != nil && contexts[q.Pair.Name] != nil {
				arrival := &evidence.Arrival{Activation: call, Of: contexts[q.Pair.Name], Caller: p}
				if p.Pair != nil {
					arrival.By = contexts[p.Pair.Name]
				}
				list = append(list, arrival)
			}
		}
	}
	return list
}

// showComposed records that a body of a version does the same with its regions as
// procedures.
func (x *search) showComposed(rec *evidence.Recorder, part *outlined, b *body, version int) {
	whole := x.Pairing.Versions[version].At(b.pair.Proc(version).Name)
	composed := part.run.Pairing.Versions[version].At(whole.Name)
	symbols := vc.NewSymbols(rec.Ctx, func(v int, name string) ir.Ends { return x.Pairing.Versions[v].At(name).MayEnd }, func(*smtlib.Func) {})
	open := vc.CallsFunc(func(s *vc.Site) vc.Effect { return symbols.Call(version, s.Callee, s.Args, nil, nil) })
	expand := vc.CallsFunc(func(s *vc.Site) vc.Effect {
		for _, r := range b.regions {
			if s.Callee.Name == r.name || s.Callee.Name == r.within() {
				f := s.Frame()
				f.Proc = part.programs[version].Proc(r.name)
				return s.Inline(f)
			}
		}
		return open(s)
	})
	encode := func(programs [2]*ir.Program, p *ir.Proc, calls vc.Calls) *vc.Activation {
		e := &vc.Encoder{Ctx: rec.Ctx, Programs: programs, Calls: calls}
		return e.Encode(version, p, whole.Inputs)
	}
	rec.ShowComposed(composed, encode([2]*ir.Program{x.task.Old, x.task.New}, whole.Proc, open), encode(part.programs, composed.Proc, expand))
}
