package abstraction

import (
	"semdiff/moddiff/pairing"
	"semdiff/smtlib"
)

// KnownTo is what is proven of p's termination on the given arguments.
func (a *Abstraction) KnownTo(p *pairing.Proc, args []*smtlib.Term) (ends, loops *smtlib.Term) {
	at := func(t *smtlib.Term) *smtlib.Term {
		if t == nil {
			return a.Ctx.False
		}
		return a.Ctx.Substitute(t, p.Bind(args))
	}
	if !a.State.Of(p).MayDiverge {
		return a.Ctx.True, a.Ctx.False
	}
	return at(a.State.Of(p).Termination.Ends), at(a.State.Of(p).Termination.Loops)
}
