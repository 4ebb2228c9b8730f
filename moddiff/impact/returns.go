package impact

import (
	"slices"

	"semdiff/moddiff/pairing"
	"semdiff/moddiff/vc"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// mustReturn reports whether all runs of p return: what calls nothing that may not, but
// itself, if it counts towards a bound or is proven to end.
func (a *Analysis) mustReturn(p *pairing.Proc) bool {
	if p.Pair != nil && !p.Pair.Affected {
		p = p.Pair.Old // the new version does the same
	}
	known := a.returns[p.Version.Index]
	if must, ok := known[p]; ok {
		return must
	}
	known[p] = false // while it is looked at
	known[p] = a.returnsAlways(p)
	return known[p]
}

func (a *Analysis) returnsAlways(p *pairing.Proc) bool {
	v := p.Version
	switch {
	case p.MayEnd == ir.Ends{}:
		return true
	case p.MayEnd.Fail || p.MayEnd.Block || !a.mayLook(p) || a.Pairing.Load(p) != nil:
		return false
	}
	group, recursive := v.GroupOf(p)
	for _, member := range group {
		if a.Pairing.Load(member) != nil {
			return false
		}
		for _, callee := range v.Callees(member) {
			if !slices.Contains(group, callee) && !a.mustReturn(callee) {
				return false
			}
		}
	}
	return !recursive || len(group) == 1 && counts(v.Prog, p.Proc) || a.opts.Returns != nil && a.opts.Returns(v.Index, p.Name)
}

// counts reports whether some difference of two integers that a procedure tests before
// it calls itself gets smaller with each such call: then it does so only finitely
// often. All else that it calls must return.
func counts(prog *ir.Program, p *ir.Proc) bool {
	c := prog.Ctx
	open := &vc.Recorder{Calls: &vc.Open{Ctx: c, MayEnd: func(int, string) ir.Ends { return ir.Ends{} }}}
	e := &vc.Encoder{Ctx: c, Programs: [2]*ir.Program{prog, prog}, Calls: open}
	e.Encode(0, p, p.Inputs)
	var calls []*vc.Activation
	for _, call := range open.Made[0] {
		if call.Proc == p.Name && !call.Reached.IsFalse() {
			calls = append(calls, call)
		}
	}
	if len(calls) == 0 {
		return true
	}
	for _, rank := range tested(c, calls[0].Reached) {
		if decreases(c, p, rank, calls) {
			return true
		}
	}
	return false
}

// tested are the integers that are not negative where cond holds.
func tested(c *smtlib.Context, cond *smtlib.Term) (out []*smtlib.Term) {
	for _, t := range smtlib.Conjuncts(cond) {
		if t.Op() == smtlib.OpLe && t.Args()[0].Sort() == c.Int {
			out = append(out, c.Sub(t.Args()[1], t.Args()[0]))
		}
	}
	return out
}

// decreases reports whether rank is not negative at all calls, and less at the start
// of each run that one begins.
func decreases(c *smtlib.Context, p *ir.Proc, rank *smtlib.Term, calls []*vc.Activation) bool {
	for _, v := range smtlib.Collect(rank).Vars {
		if !slices.Contains(p.Inputs, v) { // it is what some call gave
			return false
		}
	}
	for _, call := range calls {
		next := map[*smtlib.Term]*smtlib.Term{}
		for k, v := range p.Inputs {
			next[v] = call.Args[k]
		}
		less := c.Le(c.Add(c.Substitute(rank, next), c.IntVal(1)), rank)
		bounded := false
		for _, t := range tested(c, call.Reached) {
			bounded = bounded || t == rank
		}
		if !less.IsTrue() || !bounded {
			return false
		}
	}
	return true
}
