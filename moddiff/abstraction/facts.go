package abstraction

import (
	"fmt"

	"semdiff/moddiff/pairing"
	"semdiff/moddiff/relation"
	"semdiff/moddiff/vc"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// Facts are what proven relations say of the calls that t, an expanded condition,
// depends on: of each two of them, one of each version. They hold under the intended
// meaning of the functions that stand for calls, so that t describes no input where it
// contradicts them. During an inductive proof, where functions mean less, they must not
// be used.
func (a *Abstraction) Facts(t *smtlib.Term) *smtlib.Term {
	if len(a.State.Relations) == 0 {
		return a.Ctx.True
	}
	var calls relation.Calls
	seen := map[*pairing.Proc]map[string]bool{}
	add := func(p *pairing.Proc, args []*smtlib.Term) {
		key := ""
		for _, x := range args {
			key += fmt.Sprintf("%d ", x.ID())
		}
		if seen[p] == nil {
			seen[p] = map[string]bool{}
		}
		if !seen[p][key] {
			seen[p][key] = true
			v := p.Version.Index
			calls[v] = append(calls[v], a.activation(p, args))
		}
	}
	for _, app := range a.Applications(t) {
		for _, call := range a.CallsOf(app) {
			add(call.Proc, call.Args)
		}
	}
	facts, _ := relation.Facts(a.Ctx, calls, a.State.Relations)
	return facts
}

// activation is a call as the functions that stand for what is not explored of it.
func (a *Abstraction) activation(p *pairing.Proc, args []*smtlib.Term) *vc.Activation {
	c := a.Ctx
	result := func(i int) *smtlib.Term { return a.residual(Meaning{Proc: p, Result: i}, args) }
	run := &vc.Activation{Version: p.Version.Index, Proc: p.Name, Args: args, Reached: c.True}
	for i := range p.Outputs {
		run.Outputs = append(run.Outputs, result(i))
	}
	diverges, is := c.False, func(may bool, end ir.Outcome) *smtlib.Term {
		if !may {
			return c.False
		}
		return c.Eq(result(KindResult), c.IntVal(int64(end)))
	}
	if a.State.Of(p).MayDiverge {
		diverges = c.Not(result(EndsResult))
	}
	fails := c.And(c.Not(diverges), is(p.MayEnd.Fail, ir.Fails))
	blocked := c.And(c.Not(diverges), is(p.MayEnd.Block, ir.Blocked))
	run.Ends = vc.Ends{ir.Normal: c.Not(c.Or(diverges, fails, blocked)), ir.Fails: fails, ir.Blocked: blocked, ir.Diverges: diverges}
	return run
}
