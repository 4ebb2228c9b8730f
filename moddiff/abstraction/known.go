package abstraction

import (
	"semdiff/moddiff/pairing"
	"semdiff/smtlib"
)

// KnownTo are the conditions under which p is proven to end on the given arguments,
// and not to.
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
