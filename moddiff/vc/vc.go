package vc

import (
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// Encoder makes terms of what procedures of two versions do. All fields but
// Feasible and Block must be set; a version that is not encoded may be nil.
type Encoder struct {
	Ctx      *smtlib.Context
	Programs [2]*ir.Program // the old and the new version, lowered in Ctx
	Calls    Calls          // what becomes of calls
	// Feasible is false only for conditions that never hold. Frames that are
	// Pruned ask it.
	Feasible func(*smtlib.Term) bool
	// Block is told the conditions under which blocks are reached, but for those
	// that are reached whenever what dominates them is.
	Block func(reached *smtlib.Term)
}

// Calls decides what becomes of the calls in the bodies that an Encoder encodes.
type Calls interface {
	// Call is the effect of a call, which may be that of the callee's body: see
	// Site.Inline.
	Call(*Site) Effect
}

// CallsFunc is a function as Calls.
type CallsFunc func(*Site) Effect

// Call implements Calls.
func (f CallsFunc) Call(s *Site) Effect { return f(s) }

// Effect is what a run of a procedure does, as terms over its arguments.
type Effect struct {
	Outputs []*smtlib.Term // where it returns; they mean nothing elsewhere
	Ends    Ends
}

// Ends are the conditions, by ir.Outcome, under which a run ends in each way.
// Exactly one of them holds.
type Ends [ir.Diverges + 1]*smtlib.Term

// abnormal are the outcomes other than that a run returns.
var abnormal = [...]ir.Outcome{ir.Fails, ir.Blocked, ir.Diverges}

// newEnds are the ends of which those other than returning are given.
func newEnds(c *smtlib.Context, fails, blocked, diverges *smtlib.Term) Ends {
	return Ends{ir.Normal: c.Not(c.Or(fails, blocked, diverges)), ir.Fails: fails, ir.Blocked: blocked, ir.Diverges: diverges}
}

// Forever are the ends of a run that does not end.
func Forever(c *smtlib.Context) Ends { return newEnds(c, c.False, c.False, c.True) }

// Activation is a run of a procedure: one that was asked for, or a call.
type Activation struct {
	Version int
	Proc    string
	Args    []*smtlib.Term
	Reached *smtlib.Term // the condition that there is such a run
	Effect               // if there is
}

// Returns says that there is such a run and that it returns.
func (a *Activation) Returns(c *smtlib.Context) *smtlib.Term {
	return c.And(a.Reached, a.Ends[ir.Normal])
}

// Encode encodes a run of a procedure of a version (0 old, 1 new) on arguments,
// one for each of its inputs. Its body must have been loaded.
func (e *Encoder) Encode(version int, proc *ir.Proc, args []*smtlib.Term) *Activation {
	f := &Frame{Version: version, Proc: proc, Args: args, Reached: e.Ctx.True}
	return &Activation{Version: version, Proc: proc.Name, Args: args, Reached: e.Ctx.True, Effect: e.effectOf(f)}
}

// Both encodes both procedures of a pair on the same inputs: the variables of
// the pair.
func (e *Encoder) Both(p *Pair) (runs [2]*Activation) {
	for version, proc := range p.Procs {
		args := make([]*smtlib.Term, len(proc.Inputs))
		for _, in := range p.Inputs {
			if k := in.At[version]; k >= 0 {
				args[k] = in.Var
			}
		}
		runs[version] = e.Encode(version, proc, args)
	}
	return runs
}

// Apart encodes two procedures, one of each version, on inputs that have nothing
// to do with each other: the variables Own.
func (e *Encoder) Apart(procs [2]*ir.Proc) (runs [2]*Activation) {
	for version, proc := range procs {
		runs[version] = e.Encode(version, proc, Own(e.Ctx, version, proc.Inputs))
	}
	return runs
}

// Own are variables that stand for those of one version alone.
func Own(c *smtlib.Context, version int, vars []*smtlib.Term) []*smtlib.Term {
	out := make([]*smtlib.Term, len(vars))
	for i, v := range vars {
		out[i] = c.Var([...]string{"old:", "new:"}[version]+v.Name(), v.Sort())
	}
	return out
}
