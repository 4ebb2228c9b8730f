package clever

import (
	"maps"
	"slices"
	"strings"

	"semdiff/moddiff/certificate"
	"semdiff/moddiff/kit"
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/query"
	"semdiff/moddiff/vc"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
)

// Bounds of the search for contexts.
const (
	maxConditions    = 20  // on the inputs of one procedure, that hold in all runs
	maxInvolved      = 300 // procedures and loops
	contextQueries   = 1_500
	contextResources = 400_000
	contextPatience  = 3
)

// contexts are conditions on the inputs of pairs that hold in both versions whenever a run
// of the client comes to them.
type contexts struct {
	*arriving
	probe *probe
	conds map[*pairing.Pair][]*smtlib.Term // of each pair, what is not disproven
	calls map[*pairing.Pair][]*vc.Activation
	by    map[*vc.Activation]*pairing.Pair // the callers; nil for ones without partner
}

// arriving encodes what both versions call on the way from a client.
type arriving struct {
	*kit.Analysis
	all    *outlined
	client *pairing.Pair
}

// findContexts gives candidates their contexts.
func (x *search) findContexts(p *probe) {
	c := &contexts{
		arriving: &arriving{x.newAnalysis(p.a.Context(), p.all.run), p.all, p.client}, probe: p,
		conds: map[*pairing.Pair][]*smtlib.Term{}, calls: map[*pairing.Pair][]*vc.Activation{}, by: map[*vc.Activation]*pairing.Pair{},
	}
	c.AllotResources(contextResources)
	c.Patience = contextPatience
	procs := c.involved()
	if procs == nil {
		return
	}
	c.encode(procs)
	for q := range c.calls {
		if q != p.client && !q.Modified && len(q.Interface) == 0 && q.Sharable {
			c.guess(q)
		}
	}
	c.prune()
	x.inductive = map[string][]*smtlib.Term{}
	for q, list := range c.conds {
		if !isRegion(q) && len(list) > 0 {
			x.inductive[q.Name] = list
		}
	}
	for _, b := range x.bodies {
		for _, r := range b.regions {
			q := p.all.run.Pairing.Named(r.name)
			if q == nil || r.refuted != nil {
				continue
			}
			if list := c.shortened(c.conds[q]); len(list) > 0 {
				r.under = c.Ctx.And(list...)
				x.result.Search.Contexts++
			}
		}
	}
	x.result.Stats.Queries += c.Queries
}

// involved are the procedures and loops of both versions that the client leads to and that
// may call some of them again; nil when there are too many, or one of them has no meaning.
func (c *arriving) involved() (list []*pairing.Proc) {
	seen := map[*pairing.Proc]bool{}
	work := []*pairing.Proc{c.client.Old, c.client.New}
	for ; len(work) > 0; work = work[1:] {
		p := work[0]
		if seen[p] || p.Pair != nil && !p.Pair.Affected { // what a change does not affect calls nothing that it does
			continue
		}
		seen[p] = true
		if list = append(list, p); len(list) > maxInvolved || !c.Load(p) || p.Blocks == nil {
			return nil
		}
		work = append(work, p.Version.Callees(p)...)
	}
	return list
}

// encode encodes bodies.
func (c *contexts) encode(procs []*pairing.Proc) {
	for _, p := range procs {
		for _, call := range c.callsOf(p) {
			if q := p.Version.At(call.Proc); q != nil && q.Pair != nil {
				c.calls[q.Pair] = append(c.calls[q.Pair], call)
				c.by[call] = p.Pair
			}
		}
	}
}

// callsOf are the calls that a body makes, with what each gives left open.
func (c *arriving) callsOf(p *pairing.Proc) []*vc.Activation {
	v := p.Version.Index
	rec := &vc.Recorder{Calls: openCalls(c.all.run)}
	e := &vc.Encoder{Ctx: c.Ctx, Programs: [2]*ir.Program{c.all.run.Program(0), c.all.run.Program(1)}, Calls: rec}
	args := slices.Clone(p.Inputs)
	for i, in := range args {
		if p.Pair != nil && v == 1 && p.Pair.Rename[in] != nil {
			args[i] = p.Pair.Rename[in]
		}
	}
	e.Encode(v, p.Proc, args)
	return rec.Made[v]
}

// guess lists what may hold of the inputs of a pair: conditions of the text, bounds of
// integers, and what holds of literals that are passed; as far as it holds in all runs.
func (c *contexts) guess(q *pairing.Pair) {
	ctx := c.Ctx
	isInput := map[*smtlib.Term]bool{}
	for _, in := range q.Inputs {
		isInput[in.Var] = in.Var != ir.TapeVar(ctx)
	}
	tried, model := map[*smtlib.Term]bool{}, c.probe.a.Finder.Guessing()
	add := func(list ...*smtlib.Term) {
		for _, t := range list {
			vars := smtlib.Collect(t).Vars
			if len(c.conds[q]) >= maxConditions || tried[t] || len(vars) == 0 || slices.ContainsFunc(vars, func(v *smtlib.Term) bool { return !isInput[v] }) {
				continue
			}
			tried[t] = true
			if c.probe.holds(q.Name, func(env interp.Env) bool {
				v, err := interp.Eval(ctx, t, env, model)
				return err == nil && v.IsTrue()
			}) {
				c.conds[q] = append(c.conds[q], t)
			}
		}
	}
	for _, in := range q.Inputs {
		v := in.Var
		if v.Sort() != ctx.Int || !isInput[v] {
			continue
		}
		add(ctx.Le(ctx.IntVal(0), v))
		for _, call := range c.calls[q] {
			if k := call.Args[in.Index(call.Version)]; k.Op() == smtlib.OpNumeral {
				add(ctx.Le(k, v), ctx.Le(v, k))
			}
		}
	}
	for _, t := range c.atoms(q) {
		add(t, ctx.Not(t))
		if t.Op() == smtlib.OpLe && t.Args()[0].Sort() == ctx.Int {
			one := ctx.IntVal(1)
			add(ctx.Le(t.Args()[0], ctx.Add(t.Args()[1], one)), ctx.Le(t.Args()[1], t.Args()[0]))
		}
	}
	c.conds[q] = slices.Clip(c.conds[q])
}

// atoms are the conditions without connectives in a pair and in all that calls it or is
// around it, in order.
func (c *contexts) atoms(q *pairing.Pair) (list []*smtlib.Term) {
	from := []*pairing.Pair{q}
	for i := 0; i < len(from); i++ {
		if i > 0 && !isRegion(from[i]) {
			continue
		}
		for _, call := range c.calls[from[i]] {
			if by := c.by[call]; by != nil && !slices.Contains(from, by) {
				from = append(from, by)
			}
		}
	}
	seen := map[*smtlib.Term]bool{}
	take := func(t *smtlib.Term) {
		smtlib.Visit(t, func(x *smtlib.Term) {
			switch x.Op() {
			case smtlib.OpTrue, smtlib.OpFalse, smtlib.OpNot, smtlib.OpAnd, smtlib.OpOr, smtlib.OpForall, smtlib.OpExists, smtlib.OpIte:
				return
			}
			if x.Sort() == c.Ctx.Bool && !seen[x] && !x.HasQuantifier() {
				seen[x] = true
				list = append(list, x)
			}
		})
	}
	for _, p := range from {
		for _, b := range p.Old.Blocks {
			for _, in := range b.Instrs {
				switch in := in.(type) {
				case *ir.Assume:
					take(in.Cond)
				case *ir.Assert:
					take(in.Cond)
				}
			}
			for _, e := range b.Succs {
				take(e.Cond)
			}
		}
	}
	return list
}

// isRegion reports whether a pair is a region of another.
func isRegion(p *pairing.Pair) bool { return strings.Contains(p.Name, certificate.RegionMark) }

// prune drops conditions that some call is not proven to satisfy under those of its
// caller, until all are.
func (c *contexts) prune() {
	pairs := slices.SortedFunc(maps.Keys(c.conds), func(p, q *pairing.Pair) int {
		return slices.Index(c.Pairing.Pairs, p) - slices.Index(c.Pairing.Pairs, q)
	})
	for changed := true; changed; {
		changed = false
		for _, q := range pairs {
			for _, call := range c.calls[q] {
				if len(c.conds[q]) == 0 {
					break
				}
				left := c.satisfied(call, q)
				if len(left) < len(c.conds[q]) {
					c.conds[q], changed = left, true
				}
			}
		}
	}
}

// satisfied are the conditions of q that are proven of a call.
func (c *contexts) satisfied(call *vc.Activation, q *pairing.Pair) (left []*smtlib.Term) {
	given := c.Ctx.And(append(slices.Clone(c.conds[c.by[call]]), call.Reached)...)
	at := func(t *smtlib.Term) *smtlib.Term {
		sub := map[*smtlib.Term]*smtlib.Term{}
		for _, in := range q.Inputs {
			sub[in.Var] = call.Args[in.Index(call.Version)]
		}
		return c.Ctx.Substitute(t, sub)
	}
	proven := func(t *smtlib.Term) bool {
		t = c.Ctx.And(given, c.Ctx.Not(at(t)))
		return t.IsFalse() || !c.Spent() && c.Queries < contextQueries && c.Check(t, query.Quick).Answer == solver.Unsat
	}
	if proven(c.Ctx.And(c.conds[q]...)) {
		return c.conds[q]
	}
	for _, t := range c.conds[q] {
		if proven(t) {
			left = append(left, t)
		}
	}
	return left
}

// shortened are conditions without those that follow from the others.
func (c *contexts) shortened(list []*smtlib.Term) []*smtlib.Term {
	list = slices.Clone(list)
	for i := len(list) - 1; i >= 0; i-- {
		rest := slices.Delete(slices.Clone(list), i, i+1)
		if t := c.Ctx.And(c.Ctx.And(rest...), c.Ctx.Not(list[i])); t.IsFalse() || !c.Spent() && c.Check(t, query.Quick).Answer == solver.Unsat {
			list = rest
		}
	}
	return list
}
