package symexec

import (
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// State is a state in which the instructions of a block are executed. How states part
// and join is up to its implementations: fork (one state a path), merge (one state a
// place) and those of concolic runs (one state a run).
type State interface {
	// Value is the value of an expression of the program.
	Value(e *smtlib.Term) *smtlib.Term
	// Assign sets variables; those that are nil are left out.
	Assign(vars, values []*smtlib.Term)
	// Require goes on where cond holds; elsewhere the run ends at the k-th
	// instruction as said. It is false when nothing goes on here.
	Require(k int, cond *smtlib.Term, otherwise ir.Outcome) bool
	// Call makes the call that is the k-th instruction; false when nothing goes on
	// here.
	Call(k int, call *ir.Call, args []*smtlib.Term) bool
}

// Steps executes the instructions of a block in a state, from the given one on. It
// reports whether the end of the block was reached.
func Steps(s State, b *ir.Block, from int) bool {
	for k := from; k < len(b.Instrs); k++ {
		ok := true
		switch in := b.Instrs[k].(type) {
		case *ir.Assign:
			s.Assign(in.Vars, Values(s, in.Exprs))
		case *ir.Assume:
			ok = s.Require(k, s.Value(in.Cond), ir.Blocked)
		case *ir.Assert:
			ok = s.Require(k, s.Value(in.Cond), ir.Fails)
		case *ir.Call:
			ok = s.Call(k, in, Values(s, in.Args))
		}
		if !ok {
			return false
		}
	}
	return true
}

// Values are those of several expressions.
func Values(s State, exprs []*smtlib.Term) []*smtlib.Term {
	values := make([]*smtlib.Term, len(exprs))
	for i, e := range exprs {
		values[i] = s.Value(e)
	}
	return values
}

// store is the values of the variables of one activation.
type store struct {
	c   *smtlib.Context
	env map[*smtlib.Term]*smtlib.Term
	sub *smtlib.Subst // nil after a change
}

func (s *store) Value(e *smtlib.Term) *smtlib.Term {
	if s.sub == nil {
		s.sub = s.c.NewSubst(s.env)
	}
	return s.sub.Apply(e)
}

func (s *store) Assign(vars, values []*smtlib.Term) {
	for i, v := range vars {
		if v != nil {
			s.env[v] = values[i]
		}
	}
	s.sub = nil
}
