package vc

import (
	"fmt"

	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// Result says which part of what a call gives a function stands for: an output,
// by its index, or one of the other results.
type Result int

// The results beside the outputs.
const (
	Outcome     Result = -1 - iota // Int: the ir.Outcome, if the call ends
	Termination                    // Bool: the call ends
)

// Symbol is what an uninterpreted function stands for: a result of calls of one
// procedure of each version.
type Symbol struct {
	Procs  [2]string // "" where it stands for no call of the version
	Result Result    // of the old procedure, if there is one
}

// Shared reports whether both versions have the function.
func (s Symbol) Shared() bool { return s.Procs[0] != "" && s.Procs[1] != "" }

// Symbols are uninterpreted functions that stand for calls: those of a version,
// or of a pair.
type Symbols struct {
	ctx     *smtlib.Context
	mayEnd  func(version int, proc string) ir.Ends
	declare func(*smtlib.Func)
	of      map[*smtlib.Func]Symbol
}

// NewSymbols makes functions in a Context. mayEnd says in which ways other than
// returning a procedure may end; declare is called once with each function, before
// there are terms of it.
func NewSymbols(c *smtlib.Context, mayEnd func(version int, proc string) ir.Ends, declare func(*smtlib.Func)) *Symbols {
	return &Symbols{ctx: c, mayEnd: mayEnd, declare: declare, of: map[*smtlib.Func]Symbol{}}
}

// Of is what a function stands for; ok is false for those of the program.
func (s *Symbols) Of(f *smtlib.Func) (symbol Symbol, ok bool) {
	symbol, ok = s.of[f]
	return symbol, ok
}

// Call is the effect of a call of q in a version as applications of functions:
// those of q's pair for the results that are known to be the same, else those of
// the version. The pair may be nil, and so may what is known.
func (s *Symbols) Call(version int, q *ir.Proc, args []*smtlib.Term, pair *Pair, known *Known) Effect {
	c := s.ctx
	may := s.mayEnd(version, q.Name)
	if pair != nil && known.Full(pair) {
		// What one version cannot do, the other does not do.
		other := s.mayEnd(1-version, pair.Procs[1-version].Name)
		may = ir.Ends{Fail: may.Fail && other.Fail, Block: may.Block && other.Block, Diverge: may.Diverge && other.Diverge}
	}
	fails, blocked, diverges := c.False, c.False, c.False
	ends := c.True
	if may.Diverge {
		ends = s.app(version, q, args, Termination, pair, known)
		diverges = c.Not(ends)
	}
	is := func(end ir.Outcome) *smtlib.Term {
		return c.And(ends, c.Eq(s.app(version, q, args, Outcome, pair, known), c.IntVal(int64(end))))
	}
	if may.Fail {
		fails = is(ir.Fails)
	}
	if may.Block {
		blocked = is(ir.Blocked)
	}
	eff := Effect{Ends: newEnds(c, fails, blocked, diverges)}
	for i := range q.Outputs {
		eff.Outputs = append(eff.Outputs, s.app(version, q, args, Result(i), pair, known))
	}
	return eff
}

// app is the application for one result of a call of q.
func (s *Symbols) app(version int, q *ir.Proc, args []*smtlib.Term, result Result, pair *Pair, known *Known) *smtlib.Term {
	if old, ok := shared(version, result, pair, known); ok {
		proc := pair.Procs[0]
		f := s.function("v1v2."+proc.Name, proc, Symbol{[2]string{proc.Name, pair.Procs[1].Name}, old})
		return s.ctx.App(f, pair.OldArgs(version, args)...)
	}
	symbol := Symbol{Result: result}
	symbol.Procs[version] = q.Name
	return s.ctx.App(s.function(fmt.Sprintf("v%d.%s", version+1, q.Name), q, symbol), args...)
}

// shared is the result of the old version that a result of a version is known to
// agree with.
func shared(version int, result Result, pair *Pair, known *Known) (old Result, ok bool) {
	if pair == nil || known == nil || !pair.Sharable() {
		return 0, false
	}
	switch result {
	case Termination:
		return result, known.Ends
	case Outcome:
		return result, known.Outcome
	}
	k := pair.oldOutput(version, int(result))
	return Result(k), k >= 0 && known.Outputs[k]
}

// function is the function for a result of proc.
func (s *Symbols) function(name string, proc *ir.Proc, symbol Symbol) *smtlib.Func {
	params := make([]*smtlib.Sort, len(proc.Inputs))
	for i, in := range proc.Inputs {
		params[i] = in.Sort()
	}
	part, sort := partOf(s.ctx, proc, symbol.Result)
	f := s.ctx.Func(name+":"+part, params, sort)
	if _, known := s.of[f]; !known {
		s.of[f] = symbol
		s.declare(f)
	}
	return f
}

// partOf is what a result is called, and its sort.
func partOf(c *smtlib.Context, proc *ir.Proc, result Result) (string, *smtlib.Sort) {
	switch result {
	case Termination:
		return "ends", c.Bool
	case Outcome:
		return "kind", c.Int
	}
	out := proc.Outputs[result]
	return fmt.Sprintf("%s:%d", out.Name(), int(result)), out.Sort()
}

// Choose is the first effect where cond holds, else the second one.
func Choose(c *smtlib.Context, cond *smtlib.Term, x, y Effect) Effect {
	var out Effect
	for i, t := range x.Outputs {
		out.Outputs = append(out.Outputs, c.Ite(cond, t, y.Outputs[i]))
	}
	for i, t := range x.Ends {
		out.Ends[i] = c.Ite(cond, t, y.Ends[i])
	}
	return out
}
