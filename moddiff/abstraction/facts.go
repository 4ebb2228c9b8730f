package abstraction

import (
	"fmt"
	"slices"

	"semdiff/moddiff/summary"
	"semdiff/moddiff/vc"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// Instance is a proven relation at a call of each version.
type Instance struct {
	summary.Related
	Calls [2]Call
}

// maxInstances is the largest number of pairs of calls of which facts are taken in one
// condition.
const maxInstances = 200

// Instances are the proven relations at the calls that t, a condition with calls as they
// are in path summaries, depends on: of each two of them, one of each version. What is
// assumed in an inductive proof is not proven.
func (a *Abstraction) Instances(t *smtlib.Term) (list []Instance) {
	if len(a.State.Relations) == 0 {
		return nil
	}
	calls := a.Calls(t)
	for _, rel := range a.State.Relations {
		for _, o := range calls {
			for _, n := range calls {
				if len(list) < maxInstances && a.isOf(o, 0, rel) && a.isOf(n, 1, rel) {
					list = append(list, Instance{rel, [2]Call{o, n}})
				}
			}
		}
	}
	return list
}

func (a *Abstraction) isOf(call Call, v int, rel summary.Related) bool {
	p := call.Proc
	return p.Version.Index == v && p.Name == rel.Procs[v] && (p.Pair == nil || !a.State.OfPair(p.Pair).Assumed())
}

// Calls are the calls that stand in t, each once.
func (a *Abstraction) Calls(t *smtlib.Term) (list []Call) {
	seen := map[string]bool{}
	for _, app := range a.Applications(t) {
		m, _ := a.MeaningOf(app)
		if m.Proc == nil || m.Shared {
			continue // it stands for no single call
		}
		key := fmt.Sprint(m.Proc.Version.Index, m.Proc.Name)
		for _, x := range app.Args() {
			key += fmt.Sprintf(" %d", x.ID())
		}
		if !seen[key] {
			seen[key] = true
			list = append(list, Call{m.Proc, slices.Clone(app.Args())})
		}
	}
	return list
}

// Facts are what relations say of calls, as summaries know them: conditions that hold of
// all inputs, so that t describes none where it contradicts those of its Instances.
func (a *Abstraction) Facts(instances []Instance) *smtlib.Term {
	var list []*smtlib.Term
	for _, x := range instances {
		list = append(list, x.At(a.Ctx, [2]*vc.Activation{a.activation(x.Calls[0]), a.activation(x.Calls[1])}))
	}
	return a.Ctx.And(list...)
}

// activation is a call as far as its summary knows it.
func (a *Abstraction) activation(call Call) *vc.Activation {
	c, p := a.Ctx, call.Proc
	result := func(i int) *smtlib.Term { return a.Expand(c.App(a.Own(p).Func(i), call.Args...)) }
	run := &vc.Activation{Version: p.Version.Index, Proc: p.Name, Reached: c.True}
	for _, arg := range call.Args {
		run.Args = append(run.Args, a.Expand(arg))
	}
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
