package export

import (
	"cmp"
	"strings"

	"semdiff/internal/lazyregexp"
	"semdiff/moddiff/certificate"
	"semdiff/smtlib"
)

// The kinds of proofs that have queries.
const (
	bySummaries  = certificate.BySummaries
	byInduction  = certificate.ByInduction
	byBodies     = certificate.ByBodies
	bySameEnding = certificate.BySameEnding
	byEvaluation = certificate.ByEvaluation
	byRanking    = certificate.ByRanking
	byRecurrence = certificate.ByRecurrence
	byClosedForm = certificate.ByClosedForm
	byModel      = certificate.ByModel
	byRelation   = certificate.ByRelations
	byPartial    = certificate.ByPartial
	byRegions    = certificate.ByRegions
	byRun        = certificate.ByRunInduction
)

// form is what the query of a kind of claim looks like.
type form struct {
	status    string
	induction bool
	overRuns  bool     // by induction over runs
	together  bool     // with other claims of the kind
	assumes   bool     // it takes facts for granted
	sets      []string // those of the subject that the file defines
	// relations are the conditions of the subject that say how what one version
	// does relates to what the other does.
	relations []string
	// claim are the assertions behind the axioms, over conditions; nil where
	// they are not all fixed.
	claim func(b *builder) []*smtlib.Term
	// asserted are conditions of which one group is asserted, beside others.
	asserted [][]string
}

// builder makes the terms of assertions as the analysis does.
type builder struct {
	*smtlib.Context
	subject string
	steps   []string // of a proof that consists of such
}

func (b *builder) sym(name string) *smtlib.Term { return b.App(b.Func(name, nil, b.Bool)) }
func (b *builder) own(name string) *smtlib.Term { return b.sym(b.subject + ":" + name) }

var (
	ending   = lazyregexp.New(`^(old|new)-ends(-for-.*)?$`)
	looping  = lazyregexp.New(`^(old|new)-loops(-for-.*)?$`)
	closed   = lazyregexp.New(`^(old|new)-closed(-for-.*)?$`)
	numbered = lazyregexp.New(`^witness-[1-9][0-9]*$`)
)

// differUnblocked is the relation that the versions disagree, and no assumption blocks
// exactly one of them.
const differUnblocked = "differ_unblocked"

// holds is a claim that a relation holds, where a set does if one is named.
func holds(set, condition string) *form {
	f := &form{status: "unsat", relations: []string{condition}, claim: func(b *builder) []*smtlib.Term {
		var out []*smtlib.Term
		if set != "" {
			out = append(out, b.own(set))
		}
		return append(out, b.Not(b.own(condition)))
	}}
	if set != "" {
		f.sets = []string{set}
	}
	return f
}

// formOf is the form of a claim's query; nil when there is no such claim.
func formOf(cl *claim) *form {
	if f := cmp.Or(ofSummaries(cl), ofComposition(cl)); f != nil {
		return f
	}
	switch {
	case cl.pair == axioms:
		if cl.proof == byModel && strings.HasPrefix(cl.name, consistent) {
			return &form{status: "sat"}
		}
	case cl.name == unchanged && cl.proof == bySameEnding:
		f := holds("", "same_ending")
		f.relations = nil // it is about conditions that other claims are about
		return f
	case (cl.name == unchanged || cl.name == partial) && (cl.proof == byInduction || cl.proof == byBodies):
		f := holds("", "step")
		f.induction = cl.proof == byInduction
		return f
	case (cl.name == unchanged || cl.name == partial) && cl.proof == byRelation:
		return byRelations(isRegion(cl.pair))
	case cl.proof == byRun:
		return byRuns(cl.name)
	case cl.proof == byRanking && ending.MatchString(cl.name), cl.proof == byRecurrence && looping.MatchString(cl.name),
		cl.proof == byClosedForm && closed.MatchString(cl.name):
		return &form{status: "unsat", claim: func(b *builder) []*smtlib.Term {
			var steps []*smtlib.Term
			for _, s := range b.steps {
				steps = append(steps, b.sym(s))
			}
			return []*smtlib.Term{b.Or(steps...)}
		}}
	}
	return nil
}

// ofSummaries is the form of claims about pairs that their summaries show.
func ofSummaries(cl *claim) *form {
	if cl.proof == byEvaluation && numbered.MatchString(cl.name) {
		return &form{status: "sat", asserted: [][]string{{changed, "differ"}, {changed, differUnblocked}, {oneEnds, "one_ends"}}}
	}
	if cl.proof == byPartial && cl.name == unchanged {
		f := holds(unchanged, "agree")
		f.relations = append(f.relations, "agree_if_both_end")
		f.claim = func(b *builder) []*smtlib.Term {
			return []*smtlib.Term{b.own(unchanged), b.own("agree_if_both_end"), b.Not(b.own("agree"))}
		}
		return f
	}
	if cl.proof == byRegions && cl.name == unchanged {
		return inRegions(cl)
	}
	if cl.proof != bySummaries {
		return nil
	}
	if strings.HasPrefix(cl.name, same) {
		return holds("", cl.name)
	}
	switch cl.name {
	case changed:
		return holds(changed, "differ")
	case unchanged:
		return holds(unchanged, "agree")
	case oneEnds:
		return holds(oneEnds, "one_ends")
	case blocked:
		return holds(changed, "one_blocked")
	case partial:
		return holds("", "agree_if_both_end")
	case disjoint:
		return &form{status: "unsat", sets: setNames[:3], claim: func(b *builder) []*smtlib.Term {
			c, u, t := b.own(changed), b.own(unchanged), b.own(oneEnds)
			return []*smtlib.Term{b.Or(b.And(c, u), b.And(c, t), b.And(u, t))}
		}}
	case cover:
		return &form{status: "unsat", sets: setNames, claim: func(b *builder) []*smtlib.Term {
			return []*smtlib.Term{b.Not(b.Or(b.own(changed), b.own(unchanged), b.own(oneEnds), b.own(notKnown)))}
		}}
	}
	return nil
}
