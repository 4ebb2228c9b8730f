package relation

import (
	"semdiff/moddiff/vc"
	"semdiff/smtlib"
	"semdiff/smtlib/houdini"
)

// Lemma is about one procedure of one version: if a run of it returns, the
// postcondition holds, which speaks of its inputs and outputs.
type Lemma struct {
	Version int
	Proc    string
	Post    *Predicate // all slots are of this version
}

// At is what the lemma says of a run.
func (l *Lemma) At(c *smtlib.Context, run *vc.Activation) *smtlib.Term {
	return c.Implies(run.Returns(c), l.Post.At(c, [2]*vc.Activation{run, run}))
}

// LemmaFacts are what lemmas say of calls.
func LemmaFacts(c *smtlib.Context, calls Calls, lemmas []*Lemma) *smtlib.Term {
	var list []*smtlib.Term
	for _, l := range lemmas {
		for _, run := range calls[l.Version] {
			if run.Proc == l.Proc {
				list = append(list, l.At(c, run))
			}
		}
	}
	return c.And(list...)
}

// ProveLemmas finds the largest inductive set of lemmas, where alone is a run of a
// procedure and the calls that it makes: by induction on the length of runs.
func (p *Prover) ProveLemmas(lemmas []*Lemma, alone func(version int, proc string) (*vc.Activation, Calls)) []*Lemma {
	type body struct {
		run   *vc.Activation
		calls Calls
	}
	type name struct {
		version int
		proc    string
	}
	bodies := map[name]body{}
	return houdini.LargestInductiveSubset(lemmas, func(l *Lemma, assumed []*Lemma) bool {
		key := name{l.Version, l.Proc}
		b, ok := bodies[key]
		if !ok {
			b.run, b.calls = alone(l.Version, l.Proc)
			bodies[key] = b
		}
		return p.unsat(p.ctx.And(LemmaFacts(p.ctx, b.calls, assumed), p.ctx.Not(l.At(p.ctx, b.run))))
	})
}
