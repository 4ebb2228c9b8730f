package relation

import (
	"semdiff/moddiff/vc"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// Relation is a mutual summary: if the procedures, one of each version, are run
// on inputs that satisfy the preconditions and both return, the postconditions
// hold.
type Relation struct {
	Procs     [2]string
	Pre, Post []*Predicate
	// Outcome says, too, that such runs both return, both fail or both are blocked
	// if both end; and Ends, that one ends if the other does.
	Outcome, Ends bool
}

// Predicate is a condition on two runs, one of each version.
type Predicate struct {
	Body  *smtlib.Term
	Vars  []*smtlib.Term
	Slots []Slot // what the variables stand for
}

// Slot is what a variable of a predicate stands for: an input or output of a
// procedure of a version, by its index, or something else.
type Slot struct {
	Version, Index int
	Kind           SlotKind
}

// SlotKind is the kind of a Slot.
type SlotKind uint8

// The kinds of slots.
const (
	Input SlotKind = iota
	Output
	Passes // true: no assertion has failed
	Unused // the program has no such value
)

// Sort is the sort of the value, nil where there is none.
func (s Slot) Sort(proc *ir.Proc) *smtlib.Sort {
	switch s.Kind {
	case Input:
		return proc.Inputs[s.Index].Sort()
	case Output:
		return proc.Outputs[s.Index].Sort()
	}
	return nil
}

// At is the predicate about two runs.
func (p *Predicate) At(c *smtlib.Context, runs [2]*vc.Activation) *smtlib.Term {
	sub := map[*smtlib.Term]*smtlib.Term{}
	for i, v := range p.Vars {
		at := p.Slots[i]
		switch run := runs[at.Version]; at.Kind {
		case Input:
			sub[v] = run.Args[at.Index]
		case Output:
			sub[v] = run.Outputs[at.Index]
		case Passes:
			sub[v] = c.True
		}
	}
	return c.Substitute(p.Body, sub)
}

// All is the conjunction of predicates about two runs.
func All(c *smtlib.Context, list []*Predicate, runs [2]*vc.Activation) *smtlib.Term {
	terms := make([]*smtlib.Term, len(list))
	for i, p := range list {
		terms[i] = p.At(c, runs)
	}
	return c.And(terms...)
}

// At is what the relation says of two runs. It speaks of calls that are reached:
// of others an induction knows nothing.
func (rel *Relation) At(c *smtlib.Context, runs [2]*vc.Activation) *smtlib.Term {
	return c.Implies(
		c.And(runs[0].Reached, runs[1].Reached, All(c, rel.Pre, runs)),
		rel.conclusion(c, runs))
}

// conclusion is what the relation says of runs on related inputs.
func (rel *Relation) conclusion(c *smtlib.Context, runs [2]*vc.Activation) *smtlib.Term {
	t := c.Implies(bothReturn(c, runs), All(c, rel.Post, runs))
	o, n := runs[0].Ends, runs[1].Ends
	if rel.Outcome {
		same := c.And(c.Eq(o[ir.Fails], n[ir.Fails]), c.Eq(o[ir.Blocked], n[ir.Blocked]))
		t = c.And(t, c.Implies(c.And(c.Not(o[ir.Diverges]), c.Not(n[ir.Diverges])), same))
	}
	if rel.Ends {
		t = c.And(t, c.Eq(o[ir.Diverges], n[ir.Diverges]))
	}
	return t
}

func bothReturn(c *smtlib.Context, runs [2]*vc.Activation) *smtlib.Term {
	return c.And(runs[0].Returns(c), runs[1].Returns(c))
}

func bothEnd(c *smtlib.Context, runs [2]*vc.Activation) *smtlib.Term {
	return c.And(runs[0].Reached, runs[1].Reached, c.Not(runs[0].Ends[ir.Diverges]), c.Not(runs[1].Ends[ir.Diverges]))
}
