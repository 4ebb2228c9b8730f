package evidence

import (
	"slices"

	"semdiff/moddiff/abstraction"
	"semdiff/moddiff/certificate"
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/summary"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// definitions turns formulas with abstract applications into formulas over
// functions that are defined step by step. Each result of a procedure is a
// function of its inputs, defined by its path summaries and, where they do not
// reach, by a function that is declared only: for both versions the same one
// where they are proven to agree. So each definition is one level of what Expand
// (equation 2) makes of whole terms, as of the time when it is made.
type definitions struct {
	a    *Recorder
	defs []*certificate.Definition
	// of gives the function of a result; nil while it is being defined.
	of   map[resultOf]*smtlib.Func
	memo map[*smtlib.Term]*smtlib.Term
	// sayings are what relations and lemmas say, by name, as far as that is defined.
	sayings map[string]*said
	// premises collects the claims that the definition being made rests on.
	premises []string
	// steps of a proof that consists of such, and what they say.
	steps []*smtlib.Term
	says  []string
}

// Of the outcome, exported functions tell apart what paths ask of it.
const (
	failsResult   = -3 // Bool: the call, if it ends, fails
	blockedResult = -4 // Bool: likewise
)

// resultCase is the value of one result of a call on one path of the callee.
type resultCase struct{ cond, value *smtlib.Term }

type resultOf struct {
	proc   *pairing.Proc
	result int
}

func (a *Recorder) newDefinitions() *definitions {
	return &definitions{a: a, of: map[resultOf]*smtlib.Func{}, memo: map[*smtlib.Term]*smtlib.Term{}, sayings: map[string]*said{}}
}

// versionName is how exported functions name a procedure of one version. No
// name of a program holds a colon.
func versionName(p *pairing.Proc) string {
	return p.Name + [...]string{":old", ":new"}[p.Version.Index]
}

// resultName is how exported functions name a result of p under a given name.
func resultName(p *pairing.Proc, name string, result int) string {
	switch result {
	case failsResult:
		return name + ":fails"
	case blockedResult:
		return name + ":blocked"
	case abstraction.EndsResult:
		return name + ":ends"
	}
	return name + "." + p.Outputs[result].Name()
}

func (a *Recorder) resultSort(p *pairing.Proc, result int) *smtlib.Sort {
	if result < 0 {
		return a.Ctx.Bool
	}
	return p.Outputs[result].Sort()
}

// function declares a result of p under a name.
func (v *definitions) function(p *pairing.Proc, name string, result int) *smtlib.Func {
	params := make([]*smtlib.Sort, len(p.Inputs))
	for i, in := range p.Inputs {
		params[i] = in.Sort()
	}
	return v.a.Ctx.Func(resultName(p, name, result), params, v.a.resultSort(p, result))
}

// define adds a definition; making the body notes the claims that it rests on.
func (v *definitions) define(f *smtlib.Func, params []*smtlib.Term, body func() *smtlib.Term) *smtlib.Func {
	outer := v.premises
	v.premises = nil
	d := &certificate.Definition{Func: f, Params: params, Body: body()}
	slices.Sort(v.premises)
	d.RestsOn = slices.Compact(v.premises)
	v.premises = outer
	v.defs = append(v.defs, d)
	return f
}

// condition names a condition, or a value, over the inputs of a pair.
func (v *definitions) condition(name string, t *smtlib.Term) *smtlib.Term {
	f := v.define(v.a.Ctx.Func(name, nil, t.Sort()), nil, func() *smtlib.Term { return t })
	v.defs[len(v.defs)-1].Condition = true
	return v.a.Ctx.App(f)
}

// rewrite replaces the abstract applications in t by defined functions.
func (v *definitions) rewrite(t *smtlib.Term) *smtlib.Term {
	if !v.a.IsAbstract(t) {
		return t
	}
	if r, ok := v.memo[t]; ok {
		return r
	}
	noted := len(v.premises)
	args := make([]*smtlib.Term, len(t.Args()))
	for i, x := range t.Args() {
		args[i] = v.rewrite(x)
	}
	var r *smtlib.Term
	if m, ok := v.a.MeaningOf(t); ok {
		r = v.apply(m, args)
	} else {
		r = v.a.Ctx.Rebuild(t, args)
	}
	if len(v.premises) == noted { // else each definition has to note it
		v.memo[t] = r
	}
	return r
}

// apply is a result of a call on arguments without abstract applications.
func (v *definitions) apply(m abstraction.Meaning, args []*smtlib.Term) *smtlib.Term {
	if m.Shared {
		panic("moddiff: a summary has a symbol of both versions")
	}
	if m.Result == abstraction.KindResult {
		return v.kind(v.apply(with(m, failsResult), args), v.apply(with(m, blockedResult), args))
	}
	if always, known := v.always(m.Proc, m.Result); known {
		return always
	}
	key := resultOf{m.Proc, m.Result}
	f, known := v.of[key]
	switch {
	case !known:
		v.of[key] = nil
		f = v.define(v.function(m.Proc, versionName(m.Proc), m.Result), m.Proc.Inputs, func() *smtlib.Term { return v.body(m) })
		v.of[key] = f
	case f == nil: // the versions share and call each other the other way round
		return v.open(m, args)
	}
	return v.a.Ctx.App(f, args...)
}

func with(m abstraction.Meaning, result int) abstraction.Meaning {
	m.Result = result
	return m
}

// kind is the outcome of a call that ends.
func (v *definitions) kind(fails, blocked *smtlib.Term) *smtlib.Term {
	c := v.a.Ctx
	return c.Ite(fails, c.IntVal(int64(ir.Fails)), c.Ite(blocked, c.IntVal(int64(ir.Blocked)), c.IntVal(int64(ir.Normal))))
}

// always is a result that p's text alone determines.
func (v *definitions) always(p *pairing.Proc, result int) (t *smtlib.Term, known bool) {
	switch {
	case result == failsResult && !p.MayEnd.Fail, result == blockedResult && !p.MayEnd.Block:
		return v.a.Ctx.False, true
	case result == abstraction.EndsResult && !v.a.State.Of(p).MayDiverge && v.a.State.Of(p).Termination.Ends == nil:
		return v.a.Ctx.True, true
	}
	return nil, false
}

// inAnalysis is what a result is among those of the analysis.
func inAnalysis(result int) int {
	if result == failsResult || result == blockedResult {
		return abstraction.KindResult
	}
	return result
}

// body defines a result of m's procedure, over its inputs, as far as the analysis
// knows it.
func (v *definitions) body(m abstraction.Meaning) *smtlib.Term {
	a, c, p := v.a, v.a.Ctx, m.Proc
	args := p.Inputs
	if old, oldArgs := a.Canonical(m, args); old.Proc != p {
		v.restOn(p.Pair, certificate.Unchanged)
		return v.apply(old, oldArgs)
	}
	if m.Result != abstraction.EndsResult || p.Pair != nil && a.State.OfPair(p.Pair).AssumeEqual {
		return v.summarized(m)
	}
	ends, loops := v.knownTo(p, args)
	if pair := p.Pair; pair != nil && pair.Sharable && (a.State.OfPair(pair).Equal || pair.SameEnd) {
		v.restOnSharing(pair, p, m.Result)
		otherEnds, otherLoops := v.knownTo(pair.ToPartner(p, args))
		ends, loops = c.Or(ends, otherEnds), c.Or(loops, otherLoops)
	}
	if ends.IsTrue() || loops.IsTrue() {
		return ends
	}
	return c.Ite(ends, c.True, c.And(c.Not(loops), v.summarized(m)))
}

// knownTo is KnownTo of the analysis, and notes the claims that it rests on.
func (v *definitions) knownTo(p *pairing.Proc, args []*smtlib.Term) (ends, loops *smtlib.Term) {
	v.restOnTermination(p)
	return v.a.KnownTo(p, args)
}

func (v *definitions) restOnTermination(p *pairing.Proc) {
	known := v.a.State.Of(p).Termination
	for _, id := range []string{known.EndsClaim, known.LoopsClaim} {
		if id != "" && !slices.Contains(v.premises, id) {
			v.premises = append(v.premises, id)
		}
	}
}

// summarized is a result by the path summaries.
func (v *definitions) summarized(m abstraction.Meaning) *smtlib.Term {
	a, p := v.a, m.Proc
	r := v.open(m, p.Inputs)
	if a.WithoutSummaries && p.Pair != nil && a.State.OfPair(p.Pair).Assumed() {
		return r
	}
	v.restOnCallees(p)
	cases := v.summaryCases(p, m.Result)
	if !a.State.Of(p).Summary.Full {
		cases = append(cases, v.partnerCases(m)...)
	}
	r = v.byCases(cases, r)
	if m.Result == abstraction.EndsResult && p.Pair != nil && a.State.OfPair(p.Pair).AssumeEqual {
		// As in expandBySummaries.
		covered := a.Ctx.False
		for _, k := range v.ofPartner(m) {
			covered = a.Ctx.Or(covered, k.cond)
		}
		r = a.Ctx.Ite(covered, r, v.open(m, p.Inputs))
	}
	return r
}

func (v *definitions) byCases(cases []resultCase, otherwise *smtlib.Term) *smtlib.Term {
	for _, k := range slices.Backward(cases) {
		otherwise = v.a.Ctx.Ite(k.cond, k.value, otherwise)
	}
	return otherwise
}

// cases are the values of a result on paths, with calls by their names.
func (v *definitions) cases(paths []*summary.Path, result int) (cases []resultCase) {
	for _, path := range paths {
		if result >= 0 && path.End != ir.Normal || result != abstraction.EndsResult && path.End == ir.Diverges {
			continue // the value means nothing there
		}
		k := resultCase{cond: v.rewrite(path.R)}
		switch result {
		case abstraction.EndsResult:
			k.value = v.a.Ctx.BoolVal(path.End != ir.Diverges)
		case failsResult:
			k.value = v.a.Ctx.BoolVal(path.End == ir.Fails)
		case blockedResult:
			k.value = v.a.Ctx.BoolVal(path.End == ir.Blocked)
		default:
			k.value = v.rewrite(path.T[result])
		}
		cases = append(cases, k)
	}
	return cases
}

// summaryCases are the values of a result on the paths of p's summary.
func (v *definitions) summaryCases(p *pairing.Proc, result int) []resultCase {
	known := v.a.State.Of(p)
	if known.ClosedClaim != "" {
		v.premises = append(v.premises, known.ClosedClaim)
	}
	return v.cases(known.Summary.Paths, result)
}

// partnerCases are the other version's cases where it shares the result.
func (v *definitions) partnerCases(m abstraction.Meaning) []resultCase {
	pair := m.Proc.Pair
	if m.Result == abstraction.EndsResult || pair == nil || v.a.State.OfPair(pair).Equal || !pair.Sharable || !v.a.Shares(abstraction.Meaning{Proc: m.Proc, Result: inAnalysis(m.Result)}) {
		return nil
	}
	v.restOnSharing(pair, m.Proc, m.Result)
	return v.ofPartner(m)
}

// ofPartner are the other version's cases of a result, over m's inputs.
func (v *definitions) ofPartner(m abstraction.Meaning) []resultCase {
	pair := m.Proc.Pair
	result, ok := pair.PartnerResult(m.Proc, m.Result)
	if !ok {
		return nil
	}
	partner, args := pair.ToPartner(m.Proc, m.Proc.Inputs)
	s := v.a.Ctx.NewSubst(partner.Bind(args))
	cases := v.summaryCases(partner, result)
	for i, k := range cases {
		cases[i] = resultCase{s.Apply(k.cond), s.Apply(k.value)}
	}
	return cases
}

// open is the application for the unexplored part of a call, as residual of package
// abstraction.
func (v *definitions) open(m abstraction.Meaning, args []*smtlib.Term) *smtlib.Term {
	c, p, pair := v.a.Ctx, m.Proc, m.Proc.Pair
	own := c.App(v.function(p, versionName(p)+":unexplored", m.Result), args...)
	if pair == nil || !pair.Sharable {
		return own
	}
	oldResult, oldArgs := m.Result, args
	if p.Version.Index == 1 {
		var ok bool
		if oldResult, ok = pair.PartnerResult(p, m.Result); !ok {
			return own
		}
		_, oldArgs = pair.ToPartner(p, args)
	}
	shared := v.shared(pair, oldResult, oldArgs)
	for _, version := range []*pairing.Proc{pair.Old, pair.New} {
		if always, known := v.always(version, m.Result); known { // the text of one tells for both
			shared = always
		}
	}
	v.restOnSharing(pair, pair.Old, oldResult)
	switch {
	case v.a.Shares(abstraction.Meaning{Proc: p, Result: inAnalysis(m.Result)}):
		return shared
	case v.a.State.OfPair(pair).Summary != nil && !v.a.State.OfPair(pair).Summary.Unchanged.IsFalse():
		sub := map[*smtlib.Term]*smtlib.Term{}
		for _, in := range pair.Inputs {
			sub[in.Var] = oldArgs[in.Old]
		}
		return c.Ite(c.Substitute(v.a.State.OfPair(pair).Summary.Unchanged, sub), shared, own)
	}
	return own
}

// shared is the application of the function that stands for a result of both versions:
// of all arguments of the old one, or those on which it depends.
func (v *definitions) shared(pair *pairing.Pair, result int, args []*smtlib.Term) *smtlib.Term {
	f := v.function(pair.Old, pair.Name+":both:unexplored", result)
	inputs, some := v.a.Domain(pair, inAnalysis(result))
	if !some {
		return v.a.Ctx.App(f, args...)
	}
	name, needed, sorts := f.Name+":of", []*smtlib.Term{}, []*smtlib.Sort{}
	for _, k := range inputs {
		in := pair.Old.Inputs[k]
		name, needed, sorts = name+":"+in.Name(), append(needed, args[k]), append(sorts, in.Sort())
	}
	v.restOn(pair, DependenceClaim(certificate.Needs, pair, pair.PortOf(0, result)))
	if s := v.a.State.OfPair(pair).Equality; s.Partial && !s.Equal {
		v.restOn(pair, DependenceClaim(certificate.Needs, pair, -1))
	}
	return v.a.Ctx.App(v.a.Ctx.Func(name, sorts, f.Result), needed...)
}

// DependenceClaim is the name of a claim (certificate.Same, Needs) about an output of a
// pair, by its port, or about the outcome, -1.
func DependenceClaim(kind string, p *pairing.Pair, port int) string {
	if port < 0 {
		return kind + "-outcome"
	}
	return kind + "-" + p.Outputs[port].Var.Name()
}

// restOnSharing notes what allows the versions to share a result of one of them; nothing
// where that is the hypothesis of an induction.
func (v *definitions) restOnSharing(p *pairing.Pair, from *pairing.Proc, result int) {
	switch s := v.a.State.OfPair(p).Equality; {
	case s.Equal:
		v.restOn(p, certificate.Unchanged)
	case p.IsSame(from, inAnalysis(result)):
		v.restOn(p, DependenceClaim(certificate.Same, p, p.PortOf(from.Version.Index, result)))
	case s.AssumeEqual || result != abstraction.EndsResult && s.AssumePartial:
	case result != abstraction.EndsResult && s.Partial:
		v.restOn(p, certificate.Partial)
	case v.a.State.OfPair(p).Summary != nil && !v.a.State.OfPair(p).Summary.Unchanged.IsFalse():
		v.restOn(p, certificate.Unchanged)
	}
}

func (v *definitions) restOn(p *pairing.Pair, what string) {
	v.premises = append(v.premises, v.a.ClaimOf(p, what))
}

// restOnCallees notes what is known of the termination of callees when a
// summary takes it for granted that a call returns, or does not.
func (v *definitions) restOnCallees(p *pairing.Proc) {
	members, _ := p.Version.GroupOf(p)
	for _, m := range members {
		for _, callee := range p.Version.Callees(m) {
			v.restOnTermination(callee)
		}
	}
}

// results is what one version of a pair does, over the pair's inputs.
type results struct {
	ends, fails, blocked *smtlib.Term
	values               []*smtlib.Term // of the observed outputs
}

// returns says that a version ends and returns values.
func (r results) returns(c *smtlib.Context) *smtlib.Term {
	return c.And(r.ends, c.Not(r.fails), c.Not(r.blocked))
}

// behaviour gives the results of one version under the functions that result
// yields.
func (v *definitions) behaviour(p *pairing.Pair, s *pairing.Proc, outputs []pairing.Port, result func(int, []*smtlib.Term) *smtlib.Term) results {
	args := make([]*smtlib.Term, len(s.Inputs))
	for _, in := range p.Inputs {
		if i := [...]int{in.Old, in.New}[s.Version.Index]; i >= 0 {
			args[i] = in.Var
		}
	}
	b := results{ends: result(abstraction.EndsResult, args), fails: result(failsResult, args), blocked: result(blockedResult, args)}
	for _, out := range outputs {
		if i := [...]int{out.Old, out.New}[s.Version.Index]; i >= 0 {
			b.values = append(b.values, result(i, args))
		} else {
			b.values = append(b.values, out.Var)
		}
	}
	return b
}

// bySummary is what one version does by its summary.
func (v *definitions) bySummary(p *pairing.Pair, s *pairing.Proc, outputs []pairing.Port) results {
	return v.named(p, s, outputs, v.behaviour(p, s, outputs, func(result int, args []*smtlib.Term) *smtlib.Term {
		return v.apply(abstraction.Meaning{Proc: s, Result: result}, args)
	}))
}

// byBody is what one activation does: its calls within the group are those of
// the induction hypothesis.
func (v *definitions) byBody(p *pairing.Pair, s *pairing.Proc, outputs []pairing.Port) results {
	name := versionName(s) + ":body"
	return v.named(p, s, outputs, v.behaviour(p, s, outputs, func(result int, args []*smtlib.Term) *smtlib.Term {
		if always, known := v.always(s, result); known {
			return always
		}
		f := v.function(s, name, result)
		v.define(f, s.Inputs, func() *smtlib.Term {
			v.restOnCallees(s)
			open := v.a.Ctx.App(v.function(s, name+":unexplored", result), s.Inputs...)
			return v.byCases(v.cases(v.a.State.Of(s).Body.Paths, result), open)
		})
		return v.a.Ctx.App(f, args...)
	}))
}

// named gives the results names of their own: the text of a query then mentions each
// of them, with nothing simplified away, and package export can check that it does.
func (v *definitions) named(p *pairing.Pair, s *pairing.Proc, outputs []pairing.Port, r results) results {
	at := p.Name + ":at" + [...]string{":old", ":new"}[s.Version.Index]
	name := func(what string, t *smtlib.Term) *smtlib.Term {
		f := v.a.Ctx.Func(at+what, nil, t.Sort())
		v.define(f, nil, func() *smtlib.Term { return t })
		v.defs[len(v.defs)-1].Condition = true
		return v.a.Ctx.App(f)
	}
	out := results{ends: name(":ends", r.ends), fails: name(":fails", r.fails), blocked: name(":blocked", r.blocked)}
	for i, t := range r.values {
		out.values = append(out.values, name("."+outputs[i].Var.Name(), t))
	}
	return out
}

// same says that two behaviours that end agree.
func (v *definitions) same(o, n results) *smtlib.Term {
	c := v.a.Ctx
	parts := make([]*smtlib.Term, len(o.values))
	for i := range o.values {
		parts[i] = c.Eq(o.values[i], n.values[i])
	}
	return c.And(c.Eq(o.fails, n.fails), c.Eq(o.blocked, n.blocked), c.Or(o.fails, o.blocked, c.And(parts...)))
}

// subject is the name under which claims about a procedure are listed.
func subject(p *pairing.Proc) string {
	if p.Pair != nil {
		return p.Pair.Name
	}
	return versionName(p)
}
