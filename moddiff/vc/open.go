package vc

import (
	"fmt"

	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// Open is the Calls that leaves every call open: variables stand for what it
// gives, other ones for each call. A Recorder around it has the calls with their
// conditions, arguments and results, as a Horn clause has its premises.
type Open struct {
	Ctx *smtlib.Context
	// MayEnd says in which ways other than returning a procedure may end.
	MayEnd func(version int, proc string) ir.Ends
	calls  int
}

// Call implements Calls.
func (o *Open) Call(s *Site) Effect {
	c := o.Ctx
	o.calls++
	name := fmt.Sprintf("v%d.%s@%d", s.In.Version+1, s.Callee.Name, o.calls)
	variable := func(result Result) *smtlib.Term {
		part, sort := partOf(c, s.Callee, result)
		return c.Var(name+":"+part, sort)
	}
	outcome := variable(Outcome) // also Diverges
	is := func(may bool, end ir.Outcome) *smtlib.Term {
		if !may {
			return c.False
		}
		return c.Eq(outcome, c.IntVal(int64(end)))
	}
	may := o.MayEnd(s.In.Version, s.Callee.Name)
	eff := Effect{Ends: newEnds(c, is(may.Fail, ir.Fails), is(may.Block, ir.Blocked), is(may.Diverge, ir.Diverges))}
	for i := range s.Callee.Outputs {
		eff.Outputs = append(eff.Outputs, variable(Result(i)))
	}
	return eff
}

// Recorder is the Calls that keeps what others make of calls.
type Recorder struct {
	Calls Calls
	// Made are the calls by version, but for those that are never made; those in
	// an inlined body come before the call of it.
	Made [2][]*Activation
}

// Call implements Calls.
func (r *Recorder) Call(s *Site) Effect {
	eff := r.Calls.Call(s)
	if reached := s.Reached(); !reached.IsFalse() {
		v := s.In.Version
		r.Made[v] = append(r.Made[v], &Activation{Version: v, Proc: s.Callee.Name, Args: s.Args, Reached: reached, Effect: eff})
	}
	return eff
}
