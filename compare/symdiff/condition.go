package symdiff

import (
	"semdiff/moddiff/relation"
	"semdiff/moddiff/vc"
	"semdiff/smtlib"
)

// condition is the assertion of the procedure Eq.f1.f2, over the inputs of the
// pair, and what mutual summaries say of the calls.
type condition struct {
	*vc.Agreement
	c     *smtlib.Context
	given *smtlib.Term
}

// condition encodes the assertion about both versions of a pair. An output that a
// version lacks has its value at entry there.
func (e *encoder) condition(p *pair, outputs []vc.Port) *condition {
	runs := e.both(p)
	return &condition{Agreement: vc.Agree(e.c, runs, outputs), c: e.c, given: e.given(runs)}
}

// both encodes both versions of a pair on the same inputs.
func (e *encoder) both(p *pair) [2]*vc.Activation { return e.bodies().Both(&p.Pair) }

// given is what proven relations say of the calls made, and of the runs that made
// them.
func (e *encoder) given(runs [2]*vc.Activation) *smtlib.Term {
	if e.recorder == nil {
		return e.c.True
	}
	t, whole := relation.Facts(e.c, e.calls(runs), e.relations)
	e.cutPairs = e.cutPairs || !whole
	return t
}

// calls are the calls made and the runs that made them.
func (e *encoder) calls(runs [2]*vc.Activation) relation.Calls {
	return relation.Calls(e.recorder.Made).With(runs)
}

// possible says that t holds as far as mutual summaries allow, valid that they
// imply t.
func (cond *condition) possible(t *smtlib.Term) *smtlib.Term { return cond.c.And(cond.given, t) }

func (cond *condition) valid(t *smtlib.Term) *smtlib.Term { return cond.c.Implies(cond.given, t) }
