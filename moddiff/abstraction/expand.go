package abstraction

import (
	"cmp"

	"semdiff/moddiff/pairing"
	"semdiff/moddiff/readable"
	"semdiff/moddiff/summary"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// Expand replaces the abstract applications in t by the path summaries of the
// called procedures (equation 2 of the paper), recursively:
//
//	ITE(r1(Y), t1(Y), ITE(r2(Y), t2(Y), ... UF(Y)))
//
// where UF is the shared symbol of the pair when its U is everything, and the
// version's own one otherwise. Of a full summary the last path needs no
// condition. Answers are remembered until a summary changes. What is left when the
// budget is spent stays as it is.
func (a *Abstraction) Expand(t *smtlib.Term) *smtlib.Term {
	if !a.IsAbstract(t) {
		return t
	}
	if r, ok := a.expanded[t]; ok {
		return r
	}
	if a.Spent() {
		return t // knowing less is sound
	}
	args := make([]*smtlib.Term, len(t.Args()))
	for i, x := range t.Args() {
		args[i] = a.Expand(x)
	}
	var r *smtlib.Term
	if m, ok := a.MeaningOf(t); ok && m.Over != nil {
		r = t // of which calls it is does not show
	} else if ok {
		r = a.expandCall(m, args)
	} else {
		r = a.Ctx.Rebuild(t, args)
	}
	if !a.Spent() { // else there may be more to it, for another pair
		a.expanded[t] = r
	}
	return r
}

// Bounds on expanding calls within calls. Each version's summaries lead down
// its own call graph, but where the versions share a summary and call each
// other the other way round, they could lead in circles; and arguments that
// depend on calls multiply.
const (
	maxExpansionDepth = 48
	maxExpansions     = 2_000 // for one call
	MaxSharedSize     = 500   // nodes of a U that tells where a call is shared
)

// SummariesChanged forgets the answers that Expand remembers.
func (a *Abstraction) SummariesChanged() { a.expanded = map[*smtlib.Term]*smtlib.Term{} }

// MeaningOf is what a term stands for, if it is an abstract application.
func (a *Abstraction) MeaningOf(t *smtlib.Term) (Meaning, bool) {
	if t.Op() != smtlib.OpApp {
		return Meaning{}, false
	}
	return a.Registry.MeaningOf(t.Func())
}

// expandCall is the value of one result of a call on the given arguments.
func (a *Abstraction) expandCall(m Meaning, args []*smtlib.Term) *smtlib.Term {
	m, args = a.Canonical(m, args)
	if m.Result != EndsResult || m.Proc.Pair != nil && a.State.OfPair(m.Proc.Pair).AssumeEqual {
		return a.expandBySummaries(m, args)
	}
	ends, loops := a.KnownTo(m.Proc, args)
	if pair := m.Proc.Pair; m.Shared || pair != nil && pair.Sharable && (a.State.OfPair(pair).Equal || pair.SameEnd) {
		otherEnds, otherLoops := a.KnownTo(pair.ToPartner(m.Proc, args))
		ends, loops = a.Ctx.Or(ends, otherEnds), a.Ctx.Or(loops, otherLoops)
	}
	if ends.IsTrue() || loops.IsTrue() {
		return ends
	}
	return a.Ctx.Ite(ends, a.Ctx.True, a.Ctx.And(a.Ctx.Not(loops), a.expandBySummaries(m, args)))
}

// expandBySummaries is the value as far as path summaries know it.
func (a *Abstraction) expandBySummaries(m Meaning, args []*smtlib.Term) *smtlib.Term {
	p := m.Proc
	residual := a.residual(m, args)
	if a.WithoutSummaries && p.Pair != nil && a.State.OfPair(p.Pair).Assumed() {
		return residual
	}
	if a.expanding == 0 {
		a.expansions = 0
	}
	if a.expanding >= maxExpansionDepth || a.expansions >= maxExpansions || a.Spent() {
		return residual // knowing less is sound
	}
	a.expansions++
	a.expanding++
	defer func() { a.expanding-- }()
	cases := a.cases(p, m.Result, args)
	full := a.State.Of(p).Summary.Full || len(cases) > 0 && cases[len(cases)-1].cond.IsTrue()
	if !full {
		cases = append(cases, a.partnerCases(m, args)...)
		full = len(cases) > 0 && cases[len(cases)-1].cond.IsTrue()
	}
	if a.Spent() {
		return residual // there may be more cases
	}
	known, where := a.knownResult(m, args)
	r := a.Ctx.Ite(where, known, residual)
	if !where.IsTrue() && full && len(cases) > 0 {
		r = cases[len(cases)-1].value
		cases = cases[:len(cases)-1]
	}
	for i := len(cases) - 1; i >= 0; i-- {
		r = a.Ctx.Ite(cases[i].cond, cases[i].value, r)
	}
	if m.Result == EndsResult && p.Pair != nil && a.State.OfPair(p.Pair).AssumeEqual {
		// What one version alone knows to end would look like a difference.
		r = a.Ctx.Ite(a.coveredByPartner(m, args), r, residual)
	}
	return r
}

// knownResult is the value of a result, and where it is known: wherever the call
// returns; or, of the other version, with which this one shares the result, where that
// returns, too.
func (a *Abstraction) knownResult(m Meaning, args []*smtlib.Term) (value, where *smtlib.Term) {
	c, pair := a.Ctx, m.Proc.Pair
	nothing := a.anyValue(a.resultSort(m))
	if m.Shared || m.Result < 0 {
		return nothing, c.False
	}
	of := func(p *pairing.Proc, result int, args []*smtlib.Term) *smtlib.Term {
		known := a.State.Of(p).Results
		if known == nil || known[result] == nil {
			return nil
		}
		return c.Substitute(known[result], p.Bind(args))
	}
	own := of(m.Proc, m.Result, args)
	result, shares := 0, false
	if pair != nil && pair.Sharable && a.Shares(m) {
		result, shares = pair.PartnerResult(m.Proc, m.Result)
	}
	if !shares || own != nil && m.Proc.Version.Index == 0 {
		return cmp.Or(own, nothing), c.BoolVal(own != nil)
	}
	partner, args := pair.ToPartner(m.Proc, args)
	other := of(partner, result, args)
	known := a.State.OfPair(pair)
	switch {
	case other != nil && (known.Equal || known.AssumeEqual || pair.SameEnd):
		return other, c.True // the old version's, so that both say the same
	case own != nil:
		return own, c.True
	case other == nil || !(known.Partial || known.AssumePartial) && (partner.MayEnd.Fail || partner.MayEnd.Block):
		return nothing, c.False
	}
	ends, _ := a.KnownTo(partner, args) // if it ends and this one returns, it returns
	return other, ends
}

func (a *Abstraction) resultSort(m Meaning) *smtlib.Sort {
	switch m.Result {
	case KindResult:
		return a.Ctx.Int
	case EndsResult:
		return a.Ctx.Bool
	}
	return m.Proc.Outputs[m.Result].Sort()
}

// callCase is the value of one result of a call on one path of the callee.
type callCase struct{ cond, value *smtlib.Term }

func (a *Abstraction) cases(p *pairing.Proc, result int, args []*smtlib.Term) []callCase {
	if len(a.State.Of(p).Summary.Paths) == 0 {
		return nil
	}
	s := a.Ctx.NewSubst(p.Bind(args))
	var cases []callCase
	for _, path := range a.State.Of(p).Summary.Paths {
		if a.Spent() {
			return cases
		}
		if result >= 0 && path.End != ir.Normal || result == KindResult && path.End == ir.Diverges {
			continue // the value means nothing there
		}
		cond := a.Expand(s.Apply(path.R))
		if cond.IsFalse() {
			continue
		}
		cases = append(cases, callCase{cond, a.pathResult(s, path, result)})
		if cond.IsTrue() {
			break
		}
	}
	return cases
}

// partnerCases are what the other version's summary says of a call whose
// results both versions share: what it returns if it ends, not whether it does.
func (a *Abstraction) partnerCases(m Meaning, args []*smtlib.Term) []callCase {
	pair := m.Proc.Pair
	if m.Shared || m.Result == EndsResult || pair == nil || a.State.OfPair(pair).Equal || !pair.Sharable || !a.Shares(m) {
		return nil
	}
	result, ok := pair.PartnerResult(m.Proc, m.Result)
	if !ok {
		return nil
	}
	partner, other := pair.ToPartner(m.Proc, args)
	return a.cases(partner, result, other)
}

// coveredByPartner is the condition under which the other version's summary
// knows the call.
func (a *Abstraction) coveredByPartner(m Meaning, args []*smtlib.Term) *smtlib.Term {
	partner, other := m.Proc.Pair.ToPartner(m.Proc, args)
	covered := a.Ctx.False
	for _, k := range a.cases(partner, EndsResult, other) {
		covered = a.Ctx.Or(covered, k.cond)
	}
	return covered
}

// Canonical reads a call of the new version as one of the old version when the
// two are proven equal, so that one summary serves both.
func (a *Abstraction) Canonical(m Meaning, args []*smtlib.Term) (Meaning, []*smtlib.Term) {
	pair := m.Proc.Pair
	if m.Shared || m.Proc.Version.Index == 0 || pair == nil || !a.State.OfPair(pair).Equal || !pair.Sharable {
		return m, args
	}
	result, ok := pair.PartnerResult(m.Proc, m.Result)
	if !ok {
		return m, args
	}
	old, oldArgs := pair.ToPartner(m.Proc, args)
	return Meaning{Proc: old, Result: result}, oldArgs
}

func (a *Abstraction) pathResult(s *smtlib.Subst, path *summary.Path, result int) *smtlib.Term {
	switch result {
	case EndsResult:
		return a.Ctx.BoolVal(path.End != ir.Diverges)
	case KindResult:
		return a.Ctx.IntVal(int64(path.End))
	}
	return a.Expand(s.Apply(path.T[result]))
}

// residual is the application that stands for the unexplored part of a call.
func (a *Abstraction) residual(m Meaning, args []*smtlib.Term) *smtlib.Term {
	p := m.Proc
	if m.Shared {
		return a.Ctx.App(a.Shared(p.Pair).Func(m.Result), args...)
	}
	if p.Pair != nil && a.Shares(m) {
		if t := a.sharedApp(p, m.Result, args); t != nil {
			return t
		}
	}
	if p.Pair != nil && p.Pair.Sharable && a.State.OfPair(p.Pair).Summary != nil && !a.State.OfPair(p.Pair).Summary.Unchanged.IsFalse() {
		return a.partlyShared(m, args)
	}
	return a.Ctx.App(a.Own(p).Func(m.Result), args...)
}

// Shares reports whether both versions may use one symbol for a result of a pair's
// procedure: after a proof of full equivalence for all, of partial equivalence for all
// but the question whether the call ends; and what no change reaches.
func (a *Abstraction) Shares(m Meaning) bool {
	s := a.State.OfPair(m.Proc.Pair).Equality
	if s.Equal || s.AssumeEqual || m.Proc.Pair.IsSame(m.Proc, m.Result) {
		return true
	}
	return m.Result != EndsResult && (s.Partial || s.AssumePartial)
}

// partlyShared is ITE(U(g1,g2)(Y), UF_g1g2(Y), UF_gi(Y)) of section 6.1.
func (a *Abstraction) partlyShared(m Meaning, args []*smtlib.Term) *smtlib.Term {
	own := a.Ctx.App(a.Own(m.Proc).Func(m.Result), args...)
	shared := a.sharedApp(m.Proc, m.Result, args)
	pair := m.Proc.Pair
	if shared == nil || a.Spent() || readable.Size(a.State.OfPair(pair).Summary.Unchanged) > MaxSharedSize {
		return own // knowing less is sound
	}
	sub := map[*smtlib.Term]*smtlib.Term{}
	for _, in := range pair.Inputs {
		i := in.Old
		if m.Proc.Version.Index == 1 {
			i = in.New
		}
		sub[in.Var] = args[i]
	}
	return a.Ctx.Ite(a.Ctx.Substitute(a.State.OfPair(pair).Summary.Unchanged, sub), shared, own)
}
