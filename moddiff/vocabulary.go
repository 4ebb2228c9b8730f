package moddiff

import (
	"slices"

	"semdiff/moddiff/certificate"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// vocabulary turns formulas with abstract applications into formulas over
// functions that are defined step by step. Each result of a procedure is a
// function of its inputs, defined by its path summaries and, where they do not
// reach, by a function that is declared only: for both versions the same one
// where they are proven to agree. So the definitions say one level of what
// expand (equation 2) says of whole terms, at the time when they are made.
type vocabulary struct {
	a    *analysis
	defs []*certificate.Definition
	// of gives the function of a result; nil while it is being defined.
	of   map[resultOf]*smtlib.Func
	memo map[*smtlib.Term]*smtlib.Term
	// rests collects the claims that the definition at hand rests on.
	rests []string
}

// Of the outcome, exported functions tell apart what paths ask of it.
const (
	failsResult   = -3 // Bool: the call, if it ends, fails
	blockedResult = -4 // Bool: likewise
)

type resultOf struct {
	proc   *procState
	result int
}

func (a *analysis) newVocabulary() *vocabulary {
	return &vocabulary{a: a, of: map[resultOf]*smtlib.Func{}, memo: map[*smtlib.Term]*smtlib.Term{}}
}

// versionName is how exported functions name a procedure of one version. No
// name of a program holds a colon.
func versionName(p *procState) string {
	return p.proc.Name + [...]string{":old", ":new"}[p.side.index]
}

// resultName is how exported functions name a result of p under a given name.
func resultName(p *procState, name string, result int) string {
	switch result {
	case failsResult:
		return name + ":fails"
	case blockedResult:
		return name + ":blocked"
	case endsResult:
		return name + ":ends"
	}
	return name + "." + p.proc.Outputs[result].Name()
}

func (a *analysis) resultSort(p *procState, result int) *smtlib.Sort {
	if result < 0 {
		return a.c.Bool
	}
	return p.proc.Outputs[result].Sort()
}

// function declares a result of p under a name.
func (v *vocabulary) function(p *procState, name string, result int) *smtlib.Func {
	params := make([]*smtlib.Sort, len(p.proc.Inputs))
	for i, in := range p.proc.Inputs {
		params[i] = in.Sort()
	}
	return v.a.c.Func(resultName(p, name, result), params, v.a.resultSort(p, result))
}

// define adds a definition; what the body was made from has noted what it
// rests on.
func (v *vocabulary) define(f *smtlib.Func, params []*smtlib.Term, body func() *smtlib.Term) *smtlib.Func {
	outer := v.rests
	v.rests = nil
	d := &certificate.Definition{Func: f, Params: params, Body: body()}
	slices.Sort(v.rests)
	d.RestsOn = slices.Compact(v.rests)
	v.rests = outer
	v.defs = append(v.defs, d)
	return f
}

// condition defines a condition over the inputs of a pair.
func (v *vocabulary) condition(name string, t *smtlib.Term) *smtlib.Term {
	f := v.define(v.a.c.Func(name, nil, v.a.c.Bool), nil, func() *smtlib.Term { return t })
	v.defs[len(v.defs)-1].Condition = true
	return v.a.c.App(f)
}

// rewrite replaces the abstract applications in t by defined functions.
func (v *vocabulary) rewrite(t *smtlib.Term) *smtlib.Term {
	if !v.a.isAbstract(t) {
		return t
	}
	if r, ok := v.memo[t]; ok {
		return r
	}
	noted := len(v.rests)
	args := make([]*smtlib.Term, len(t.Args()))
	for i, x := range t.Args() {
		args[i] = v.rewrite(x)
	}
	var r *smtlib.Term
	if m, ok := v.a.meaningOf(t); ok {
		r = v.apply(m, args)
	} else {
		r = v.a.c.Rebuild(t, args)
	}
	if len(v.rests) == noted { // else each definition has to note it
		v.memo[t] = r
	}
	return r
}

// apply is a result of a call on arguments without abstract applications.
func (v *vocabulary) apply(m meaning, args []*smtlib.Term) *smtlib.Term {
	if m.shared {
		panic("moddiff: a summary has a symbol of both versions")
	}
	if m.result == kindResult {
		return v.kind(v.apply(m.with(failsResult), args), v.apply(m.with(blockedResult), args))
	}
	if always, known := v.always(m.proc, m.result); known {
		return always
	}
	key := resultOf{m.proc, m.result}
	f, known := v.of[key]
	switch {
	case !known:
		v.of[key] = nil
		f = v.define(v.function(m.proc, versionName(m.proc), m.result), m.proc.proc.Inputs, func() *smtlib.Term { return v.body(m) })
		v.of[key] = f
	case f == nil: // the versions share and call each other the other way round
		return v.open(m, args)
	}
	return v.a.c.App(f, args...)
}

func (m meaning) with(result int) meaning {
	m.result = result
	return m
}

// kind is the outcome of a call that ends.
func (v *vocabulary) kind(fails, blocked *smtlib.Term) *smtlib.Term {
	c := v.a.c
	return c.Ite(fails, c.IntVal(int64(ir.Fails)), c.Ite(blocked, c.IntVal(int64(ir.Blocked)), c.IntVal(int64(ir.Normal))))
}

// always is a result that p's text alone determines.
func (v *vocabulary) always(p *procState, result int) (t *smtlib.Term, known bool) {
	switch {
	case result == failsResult && !p.mayFail, result == blockedResult && !p.mayBlock:
		return v.a.c.False, true
	case result == endsResult && !p.mayDiverge && p.termination.ends == nil:
		return v.a.c.True, true
	}
	return nil, false
}

// inAnalysis is what a result is among those of the analysis.
func inAnalysis(result int) int {
	if result == failsResult || result == blockedResult {
		return kindResult
	}
	return result
}

// body is what is known of a result of m's procedure, over its inputs.
func (v *vocabulary) body(m meaning) *smtlib.Term {
	a, c, p := v.a, v.a.c, m.proc
	args := p.proc.Inputs
	if old, oldArgs := a.canonical(m, args); old.proc != p {
		v.restOn(p.pair, certificate.Unchanged)
		return v.apply(old, oldArgs)
	}
	if m.result != endsResult || p.pair != nil && p.pair.state.assumeEqual {
		return v.summarized(m)
	}
	ends, loops := v.knownTo(p, args)
	if pair := p.pair; pair != nil && pair.state.equal && pair.sharable {
		v.restOn(pair, certificate.Unchanged)
		otherEnds, otherLoops := v.knownTo(pair.across(p, args))
		ends, loops = c.Or(ends, otherEnds), c.Or(loops, otherLoops)
	}
	if ends.IsTrue() || loops.IsTrue() {
		return ends
	}
	return c.Ite(ends, c.True, c.And(c.Not(loops), v.summarized(m)))
}

// knownTo is the same of the analysis, with what it rests on.
func (v *vocabulary) knownTo(p *procState, args []*smtlib.Term) (ends, loops *smtlib.Term) {
	v.restOnTermination(p)
	return v.a.knownTo(p, args)
}

func (v *vocabulary) restOnTermination(p *procState) {
	for _, id := range []string{p.termination.endsClaim, p.termination.loopsClaim} {
		if id != "" {
			v.rests = append(v.rests, id)
		}
	}
}

// summarized is a result by the path summaries.
func (v *vocabulary) summarized(m meaning) *smtlib.Term {
	a, p := v.a, m.proc
	r := v.open(m, p.proc.Inputs)
	if a.withoutSummaries && p.pair != nil && p.pair.state.assumed() {
		return r
	}
	v.restOnCallees(p)
	cases := v.cases(p.summary.Paths, m.result)
	if !p.summary.Full {
		cases = append(cases, v.partnerCases(m)...)
	}
	r = v.byCases(cases, r)
	if m.result == endsResult && p.pair != nil && p.pair.state.assumeEqual {
		// As in expandBySummaries.
		covered := a.c.False
		for _, k := range v.ofPartner(m) {
			covered = a.c.Or(covered, k.cond)
		}
		r = a.c.Ite(covered, r, v.open(m, p.proc.Inputs))
	}
	return r
}

func (v *vocabulary) byCases(cases []callCase, otherwise *smtlib.Term) *smtlib.Term {
	for _, k := range slices.Backward(cases) {
		otherwise = v.a.c.Ite(k.cond, k.value, otherwise)
	}
	return otherwise
}

// cases are the values of a result on paths, with calls by their names.
func (v *vocabulary) cases(paths []*PathSummary, result int) (cases []callCase) {
	for _, path := range paths {
		if result >= 0 && path.End != ir.Normal || result != endsResult && path.End == ir.Diverges {
			continue // the value means nothing there
		}
		k := callCase{cond: v.rewrite(path.R)}
		switch result {
		case endsResult:
			k.value = v.a.c.BoolVal(path.End != ir.Diverges)
		case failsResult:
			k.value = v.a.c.BoolVal(path.End == ir.Fails)
		case blockedResult:
			k.value = v.a.c.BoolVal(path.End == ir.Blocked)
		default:
			k.value = v.rewrite(path.T[result])
		}
		cases = append(cases, k)
	}
	return cases
}

// partnerCases are the other version's cases where it shares the result.
func (v *vocabulary) partnerCases(m meaning) []callCase {
	pair := m.proc.pair
	if m.result == endsResult || pair == nil || pair.state.equal || !pair.sharable || !v.a.shares(pair, inAnalysis(m.result)) {
		return nil
	}
	v.restOnSharing(pair, m.result)
	return v.ofPartner(m)
}

// ofPartner are the other version's cases of a result, over m's inputs.
func (v *vocabulary) ofPartner(m meaning) []callCase {
	pair := m.proc.pair
	result, ok := pair.acrossResult(m.proc, m.result)
	if !ok {
		return nil
	}
	partner, args := pair.across(m.proc, m.proc.proc.Inputs)
	s := v.a.c.NewSubst(bind(partner.proc.Inputs, args))
	cases := v.cases(partner.summary.Paths, result)
	for i, k := range cases {
		cases[i] = callCase{s.Apply(k.cond), s.Apply(k.value)}
	}
	return cases
}

// open stands for what is not explored of a call, as residual does.
func (v *vocabulary) open(m meaning, args []*smtlib.Term) *smtlib.Term {
	c, p, pair := v.a.c, m.proc, m.proc.pair
	own := c.App(v.function(p, versionName(p)+":unexplored", m.result), args...)
	if pair == nil || !pair.sharable {
		return own
	}
	oldResult, oldArgs := m.result, args
	if p.side.index == 1 {
		var ok bool
		if oldResult, ok = pair.acrossResult(p, m.result); !ok {
			return own
		}
		_, oldArgs = pair.across(p, args)
	}
	shared := c.App(v.function(pair.old, pair.Name+":both:unexplored", oldResult), oldArgs...)
	for _, version := range []*procState{pair.old, pair.new} {
		if always, known := v.always(version, m.result); known { // the text of one tells for both
			shared = always
		}
	}
	v.restOnSharing(pair, m.result)
	switch {
	case v.a.shares(pair, inAnalysis(m.result)):
		return shared
	case pair.summary != nil && !pair.summary.Unchanged.IsFalse():
		sub := map[*smtlib.Term]*smtlib.Term{}
		for _, in := range pair.Inputs {
			sub[in.Var] = oldArgs[in.Old]
		}
		return c.Ite(c.Substitute(pair.summary.Unchanged, sub), shared, own)
	}
	return own
}

// restOnSharing notes what allows the versions to share a result; nothing where
// that is the hypothesis of an induction.
func (v *vocabulary) restOnSharing(p *Pair, result int) {
	switch s := p.state; {
	case s.equal:
		v.restOn(p, certificate.Unchanged)
	case s.assumeEqual || result != endsResult && s.assumePartial:
	case result != endsResult && s.partial:
		v.restOn(p, certificate.Partial)
	case p.summary != nil && !p.summary.Unchanged.IsFalse():
		v.restOn(p, certificate.Unchanged)
	}
}

func (v *vocabulary) restOn(p *Pair, what string) { v.rests = append(v.rests, v.a.claimOf(p, what)) }

// restOnCallees notes what is known of the termination of callees when a
// summary takes it for granted that a call returns, or does not.
func (v *vocabulary) restOnCallees(p *procState) {
	members, _ := p.side.groupOf(p)
	for _, m := range members {
		for _, callee := range p.side.callees(m) {
			v.restOnTermination(callee)
		}
	}
}

// results is what one version of a pair does, over the pair's inputs.
type results struct {
	ends, fails, blocked *smtlib.Term
	values               []*smtlib.Term // of the observed outputs
}

// behaviour gives the results of one version under the functions that result
// yields.
func (v *vocabulary) behaviour(p *Pair, s *procState, outputs []Port, result func(int, []*smtlib.Term) *smtlib.Term) results {
	args := make([]*smtlib.Term, len(s.proc.Inputs))
	for _, in := range p.Inputs {
		if i := [...]int{in.Old, in.New}[s.side.index]; i >= 0 {
			args[i] = in.Var
		}
	}
	b := results{ends: result(endsResult, args), fails: result(failsResult, args), blocked: result(blockedResult, args)}
	for _, out := range outputs {
		if i := [...]int{out.Old, out.New}[s.side.index]; i >= 0 {
			b.values = append(b.values, result(i, args))
		} else {
			b.values = append(b.values, out.Var)
		}
	}
	return b
}

// bySummary is what one version does by its summary.
func (v *vocabulary) bySummary(p *Pair, s *procState, outputs []Port) results {
	return v.named(p, s, outputs, v.behaviour(p, s, outputs, func(result int, args []*smtlib.Term) *smtlib.Term {
		return v.apply(meaning{proc: s, result: result}, args)
	}))
}

// byBody is what one activation does: its calls within the group are those of
// the induction hypothesis.
func (v *vocabulary) byBody(p *Pair, s *procState, outputs []Port) results {
	name := versionName(s) + ":body"
	return v.named(p, s, outputs, v.behaviour(p, s, outputs, func(result int, args []*smtlib.Term) *smtlib.Term {
		if always, known := v.always(s, result); known {
			return always
		}
		f := v.function(s, name, result)
		v.define(f, s.proc.Inputs, func() *smtlib.Term {
			v.restOnCallees(s)
			open := v.a.c.App(v.function(s, name+":unexplored", result), s.proc.Inputs...)
			return v.byCases(v.cases(s.body.Paths, result), open)
		})
		return v.a.c.App(f, args...)
	}))
}

// named gives the results names of their own. So what is said of them stands in
// the text with nothing simplified away, for others to check that it is said.
func (v *vocabulary) named(p *Pair, s *procState, outputs []Port, r results) results {
	at := p.Name + ":at" + [...]string{":old", ":new"}[s.side.index]
	name := func(what string, t *smtlib.Term) *smtlib.Term {
		f := v.a.c.Func(at+what, nil, t.Sort())
		v.define(f, nil, func() *smtlib.Term { return t })
		v.defs[len(v.defs)-1].Condition = true
		return v.a.c.App(f)
	}
	out := results{ends: name(":ends", r.ends), fails: name(":fails", r.fails), blocked: name(":blocked", r.blocked)}
	for i, t := range r.values {
		out.values = append(out.values, name("."+outputs[i].Var.Name(), t))
	}
	return out
}

// same says that two behaviours that end agree.
func (v *vocabulary) same(o, n results) *smtlib.Term {
	c := v.a.c
	parts := make([]*smtlib.Term, len(o.values))
	for i := range o.values {
		parts[i] = c.Eq(o.values[i], n.values[i])
	}
	return c.And(c.Eq(o.fails, n.fails), c.Eq(o.blocked, n.blocked), c.Or(o.fails, o.blocked, c.And(parts...)))
}

// subject is the name under which claims about a procedure are listed.
func (p *procState) subject() string {
	if p.pair != nil {
		return p.pair.Name
	}
	return versionName(p)
}
