package moddiff

import (
	"semdiff/moddiff/readable"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// expand replaces the abstract applications in t by what the summaries know of
// the called procedures (equation 2 of the paper), recursively:
//
//	ITE(r1(Y), t1(Y), ITE(r2(Y), t2(Y), ... UF(Y)))
//
// where UF is the shared symbol of the pair when its U is everything, and the
// version's own one otherwise. Of a full summary the last path needs no
// condition. Answers are remembered until a summary changes. What is left when the
// budget is spent stays as it is.
func (a *analysis) expand(t *smtlib.Term) *smtlib.Term {
	if !a.isAbstract(t) {
		return t
	}
	if r, ok := a.expanded[t]; ok {
		return r
	}
	if a.spent() {
		return t // knowing less is sound
	}
	args := make([]*smtlib.Term, len(t.Args()))
	for i, x := range t.Args() {
		args[i] = a.expand(x)
	}
	var r *smtlib.Term
	if m, ok := a.meaningOf(t); ok {
		r = a.expandCall(m, args)
	} else {
		r = a.c.Rebuild(t, args)
	}
	if !a.spent() { // else there may be more to it, for another pair
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
	maxSharedSize     = 500   // nodes of a U that tells where a call is shared
)

// summariesChanged forgets what expand remembers.
func (a *analysis) summariesChanged() { a.expanded = map[*smtlib.Term]*smtlib.Term{} }

func (a *analysis) meaningOf(t *smtlib.Term) (meaning, bool) {
	if t.Op() != smtlib.OpApp {
		return meaning{}, false
	}
	return a.meaningOfFunc(t.Func())
}

// expandCall is the value of one result of a call on the given arguments.
func (a *analysis) expandCall(m meaning, args []*smtlib.Term) *smtlib.Term {
	m, args = a.canonical(m, args)
	if m.result != endsResult || m.proc.pair != nil && m.proc.pair.state.assumeEqual {
		return a.expandBySummaries(m, args)
	}
	ends, loops := a.knownTo(m.proc, args)
	if pair := m.proc.pair; m.shared || pair != nil && pair.state.equal && pair.sharable {
		otherEnds, otherLoops := a.knownTo(pair.across(m.proc, args))
		ends, loops = a.c.Or(ends, otherEnds), a.c.Or(loops, otherLoops)
	}
	if ends.IsTrue() || loops.IsTrue() {
		return ends
	}
	return a.c.Ite(ends, a.c.True, a.c.And(a.c.Not(loops), a.expandBySummaries(m, args)))
}

// expandBySummaries is the value as far as path summaries know it.
func (a *analysis) expandBySummaries(m meaning, args []*smtlib.Term) *smtlib.Term {
	p := m.proc
	residual := a.residual(m, args)
	if a.withoutSummaries && p.pair != nil && p.pair.state.assumed() {
		return residual
	}
	if a.expanding == 0 {
		a.expansions = 0
	}
	if a.expanding >= maxExpansionDepth || a.expansions >= maxExpansions || a.spent() {
		return residual // knowing less is sound
	}
	a.expansions++
	a.expanding++
	defer func() { a.expanding-- }()
	cases := a.cases(p, m.result, args)
	full := p.summary.Full || len(cases) > 0 && cases[len(cases)-1].cond.IsTrue()
	if !full {
		cases = append(cases, a.partnerCases(m, args)...)
		full = len(cases) > 0 && cases[len(cases)-1].cond.IsTrue()
	}
	if a.spent() {
		return residual // there may be more cases
	}
	r := residual
	if full && len(cases) > 0 {
		r = cases[len(cases)-1].value
		cases = cases[:len(cases)-1]
	}
	for i := len(cases) - 1; i >= 0; i-- {
		r = a.c.Ite(cases[i].cond, cases[i].value, r)
	}
	if m.result == endsResult && p.pair != nil && p.pair.state.assumeEqual {
		// What one version alone knows to end would look like a difference.
		r = a.c.Ite(a.coveredByPartner(m, args), r, residual)
	}
	return r
}

// callCase is the value of one result of a call on one path of the callee.
type callCase struct{ cond, value *smtlib.Term }

func (a *analysis) cases(p *procState, result int, args []*smtlib.Term) []callCase {
	if len(p.summary.Paths) == 0 {
		return nil
	}
	s := a.c.NewSubst(bind(p.proc.Inputs, args))
	var cases []callCase
	for _, path := range p.summary.Paths {
		if a.spent() {
			return cases
		}
		if result >= 0 && path.End != ir.Normal || result == kindResult && path.End == ir.Diverges {
			continue // the value means nothing there
		}
		cond := a.expand(s.Apply(path.R))
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
func (a *analysis) partnerCases(m meaning, args []*smtlib.Term) []callCase {
	pair := m.proc.pair
	if m.shared || m.result == endsResult || pair == nil || pair.state.equal || !pair.sharable || !a.shares(pair, m.result) {
		return nil
	}
	result, ok := pair.acrossResult(m.proc, m.result)
	if !ok {
		return nil
	}
	partner, other := pair.across(m.proc, args)
	return a.cases(partner, result, other)
}

// coveredByPartner is the condition under which the other version's summary
// knows the call.
func (a *analysis) coveredByPartner(m meaning, args []*smtlib.Term) *smtlib.Term {
	partner, other := m.proc.pair.across(m.proc, args)
	covered := a.c.False
	for _, k := range a.cases(partner, endsResult, other) {
		covered = a.c.Or(covered, k.cond)
	}
	return covered
}

// canonical reads a call of the new version as one of the old version when the
// two are proven equal, so that one summary serves both.
func (a *analysis) canonical(m meaning, args []*smtlib.Term) (meaning, []*smtlib.Term) {
	pair := m.proc.pair
	if m.shared || m.proc.side.index == 0 || pair == nil || !pair.state.equal || !pair.sharable {
		return m, args
	}
	result, ok := pair.acrossResult(m.proc, m.result)
	if !ok {
		return m, args
	}
	old, oldArgs := pair.across(m.proc, args)
	return meaning{proc: old, result: result}, oldArgs
}

func (a *analysis) pathResult(s *smtlib.Subst, path *PathSummary, result int) *smtlib.Term {
	switch result {
	case endsResult:
		return a.c.BoolVal(path.End != ir.Diverges)
	case kindResult:
		return a.c.IntVal(int64(path.End))
	}
	return a.expand(s.Apply(path.T[result]))
}

func (s pairState) assumed() bool { return s.assumeEqual || s.assumePartial }

// residual is the application that stands for the unexplored part of a call.
func (a *analysis) residual(m meaning, args []*smtlib.Term) *smtlib.Term {
	p := m.proc
	if m.shared {
		return a.c.App(a.shared(p.pair).fn(m.result), args...)
	}
	if p.pair != nil && a.shares(p.pair, m.result) {
		if t := a.sharedApp(p, m.result, args); t != nil {
			return t
		}
	}
	if p.pair != nil && p.pair.sharable && p.pair.summary != nil && !p.pair.summary.Unchanged.IsFalse() {
		return a.partlyShared(m, args)
	}
	return a.c.App(a.own(p).fn(m.result), args...)
}

// shares reports whether both versions may use one symbol for a result: after
// a proof of full equivalence for all, of partial equivalence for all but the
// question whether the call ends.
func (a *analysis) shares(p *Pair, result int) bool {
	s := p.state
	if s.equal || s.assumeEqual {
		return true
	}
	return result != endsResult && (s.partial || s.assumePartial)
}

// partlyShared is ITE(U(g1,g2)(Y), UF_g1g2(Y), UF_gi(Y)) of section 6.1.
func (a *analysis) partlyShared(m meaning, args []*smtlib.Term) *smtlib.Term {
	own := a.c.App(a.own(m.proc).fn(m.result), args...)
	shared := a.sharedApp(m.proc, m.result, args)
	pair := m.proc.pair
	if shared == nil || a.spent() || readable.Size(pair.summary.Unchanged) > maxSharedSize {
		return own // knowing less is sound
	}
	sub := map[*smtlib.Term]*smtlib.Term{}
	for _, in := range pair.Inputs {
		i := in.Old
		if m.proc.side.index == 1 {
			i = in.New
		}
		sub[in.Var] = args[i]
	}
	return a.c.Ite(a.c.Substitute(pair.summary.Unchanged, sub), shared, own)
}
