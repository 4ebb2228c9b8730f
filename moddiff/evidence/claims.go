package evidence

import (
	"fmt"
	"hash/fnv"
	"io"
	"maps"
	"slices"
	"strings"

	"semdiff/moddiff/certificate"
	"semdiff/moddiff/closedform"
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/product"
	"semdiff/moddiff/query"
	"semdiff/moddiff/summary"
	"semdiff/moddiff/termination"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
)

// Recorder records why the answers of one analysis are right. A nil one records
// nothing.
type Recorder struct {
	*termination.Analysis
	Collector *certificate.Collector
	About     []*pairing.Pair // the group that the analysis is about
	judgement summary.Judgement
	patience  int // for questions that only evidence asks
}

// New records for an analysis; it has itself told of proofs about termination and
// about loops. patience is how many thorough questions may remain without an answer
// when summaries are extended for evidence alone.
func New(t *termination.Analysis, loops *closedform.Analysis, judgement summary.Judgement, patience int) *Recorder {
	r := &Recorder{Analysis: t, Collector: certificate.NewCollector(), judgement: judgement, patience: patience}
	t.Record, loops.Record = r.showTermination, r.showClosedForm
	return r
}

// ClaimOf is the claim of a kind about a pair that others rest on. For a pair that
// is equal and was never analysed it is made when it is first asked for.
func (a *Recorder) ClaimOf(p *pairing.Pair, what string) string {
	id := p.Name + "/" + what
	switch {
	case what == certificate.Unchanged && a.State.OfPair(p).UnchangedClaim != "":
		return a.State.OfPair(p).UnchangedClaim
	case what == certificate.Partial && a.State.OfPair(p).PartialClaim != "":
		return a.State.OfPair(p).PartialClaim
	}
	if what == certificate.Unchanged && !a.Collector.Has(id) && a.State.OfPair(p).Summary == nil {
		a.byText(p)
	}
	return id
}

// claim records what a solver can check under the definitions of v.
func (a *Recorder) claim(v *definitions, cl certificate.Claim) (id string) {
	if cl.Status == solver.Unknown {
		cl.Status = solver.Unsat
	}
	needed := map[*smtlib.Func]bool{}
	need := func(t *smtlib.Term) {
		for _, f := range smtlib.Funcs(t) {
			needed[f] = true
		}
	}
	said := slices.Clone(cl.Assertions)
	for _, t := range cl.Assertions {
		need(t)
	}
	for _, d := range slices.Backward(v.defs) {
		if needed[d.Func] {
			need(d.Body)
			said = append(said, d.Body)
		}
	}
	if cl.Axioms == nil {
		cl.Axioms = a.Axioms.RelevantTo(said...)
		if a.Axioms.Used(cl.Axioms) && a.Satisfiable(cl.Axioms) == solver.Unsat {
			cl.Axioms = nil // nothing was proven from them
		}
	}
	for _, t := range cl.Axioms { // what a witness says of functions
		need(t)
	}
	for _, d := range v.defs {
		if needed[d.Func] {
			cl.Definitions = append(cl.Definitions, d)
			cl.RestsOn = append(cl.RestsOn, d.RestsOn...)
		}
	}
	if cl.Status == solver.Sat {
		cl.Axioms = withoutTriggers(a.Ctx, cl.Axioms)
	}
	if a.Axioms.Used(cl.Axioms) && cl.Status == solver.Unsat {
		cl.RestsOn = append(cl.RestsOn, a.showConsistent(cl.Axioms))
	}
	if cl.Status == solver.Unsat {
		cl.Axioms = append(slices.Clip(cl.Axioms), a.points(needed)...)
	}
	return a.Collector.Add(cl)
}

// points are the values of functions with a fixed meaning by which terms were simplified,
// which solvers that are given the terms do not know.
func (a *Recorder) points(funcs map[*smtlib.Func]bool) (list []*smtlib.Term) {
	for _, f := range slices.SortedFunc(maps.Keys(funcs), func(f, g *smtlib.Func) int { return strings.Compare(f.Name, g.Name) }) {
		if f.Evaluated() {
			list = append(list, a.Ctx.Points(f)...)
		}
	}
	return list
}

// withoutTriggers are axioms for queries that have models: a trigger may mention
// a function that the query defines.
func withoutTriggers(c *smtlib.Context, axioms []*smtlib.Term) []*smtlib.Term {
	out := make([]*smtlib.Term, len(axioms))
	for i, t := range axioms {
		out[i] = c.WithoutTriggers(t)
	}
	return out
}

// showConsistent records once that axioms have a model.
func (a *Recorder) showConsistent(axioms []*smtlib.Term) string {
	sum := fnv.New64a()
	for _, ax := range axioms {
		io.WriteString(sum, ax.String())
	}
	cl := certificate.Claim{Subject: certificate.Axioms, Name: fmt.Sprintf("%s-%x", certificate.Consistent, sum.Sum64()), Says: "the axioms have a model", Proof: certificate.ByModel, Status: solver.Sat, Axioms: withoutTriggers(a.Ctx, axioms)}
	if id := cl.Subject + "/" + cl.Name; a.Collector.Has(id) {
		return id
	}
	var values []*smtlib.Term
	cl.Definitions, values = a.interpretation(axioms, a.Ctx.True, nil)
	cl.Assertions = values
	if cl.Definitions == nil {
		switch a.Under(axioms, a.Ctx.True, query.Thorough).Answer {
		case solver.Unsat:
			cl.Missing = certificate.MissingContradiction
		case solver.Unknown:
			cl.Missing = certificate.MissingAxioms
		}
	}
	return a.Collector.Add(cl)
}

// interpretation gives meaning to functions such that quantified axioms hold
// beside t: the given functions and, where one is found, an extension to others.
func (a *Recorder) interpretation(axioms []*smtlib.Term, t *smtlib.Term, given []summary.Function) (defs []*certificate.Definition, values []*smtlib.Term) {
	c := a.Ctx
	x := query.NewExtension(c)
	for _, f := range given {
		x.Give(f.Name, f.Params, f.Body)
	}
	quantified := slices.ContainsFunc(axioms, (*smtlib.Term).HasQuantifier)
	if quantified {
		left, ok := x.Extend(axioms)
		if !ok || a.Under(left, x.Definitions().Expand(t), query.Quick).Answer != solver.Sat {
			x = query.NewExtension(c)
			for _, f := range given {
				x.Give(f.Name, f.Params, f.Body)
			}
		}
	}
	for _, d := range x.Definitions().All() {
		if d.Point {
			values = append(values, c.Eq(d.App, d.Body))
		} else {
			defs = append(defs, &certificate.Definition{Func: d.App.Func(), Params: d.App.Args(), Body: d.Body})
		}
	}
	return defs, values
}

// Proofs are those by relations between loops that the answer for a pair rests on.
type Proofs struct {
	Whole   *product.Proof   // for all inputs; nil for none
	Regions []*product.Proof // each for some of the inputs
	// Refuted are conditions of differences, with calls as they are in path summaries, that
	// hold for no input by what relations say of calls.
	Refuted []*smtlib.Term
}

// ShowPair records why the summary of a pair is right; the pair's state is that
// from before, what others may rely on now is after.
func (a *Recorder) ShowPair(p *pairing.Pair, outputs []pairing.Port, d *summary.DiffSummary, after summary.Equality, entry bool, proofs Proofs) {
	subject := p.Name
	if entry && len(outputs) > len(p.Observed(a.Ctx, true)) && !after.Equal {
		// Callers rely on the summary that observes the tape, and there will be
		// another one.
		subject += ":tape"
		a.State.OfPair(p).UnchangedClaim = subject + "/" + certificate.Unchanged
		if !a.State.OfPair(p).Partial { // else induction has shown it
			a.State.OfPair(p).PartialClaim = subject + "/" + certificate.Partial
		}
	}
	s := a.obligations(p, subject, outputs, d)
	a.Collector.Summaries[subject] = s.v.defs
	whole := proofs.Whole
	if whole != nil {
		a.showRelations(p, subject, outputs, whole)
		if whole.Ends {
			return // the versions are equal as a whole
		}
	}
	if !d.Unchanged.IsFalse() {
		s.showUnchanged(p, outputs, d, proofs)
	}
	s.showSets(d)
	if after.Partial && !after.Equal && !a.State.OfPair(p).Partial && whole == nil {
		a.showPartial(p, subject, outputs, proofs.Refuted)
	}
	if a.differenceShown(p, outputs, d) {
		s.showDifferences(p, d)
		return
	}
	defer a.forgetAfter()()
	if a.growAlongWitnesses(p, outputs, d); a.differenceShown(p, outputs, d) {
		a.obligations(p, subject, outputs, d).showDifferences(p, d)
		return
	}
	without := func(name, says string) {
		a.Collector.Add(certificate.Claim{Subject: subject, Name: name, Says: says, Proof: certificate.ByRuns, Missing: certificate.MissingRuns})
	}
	without(certificate.Changed, saysChanged)
	if d.OnlyBlocked() {
		without(certificate.Blocked, saysBlocked)
	}
}

const (
	saysChanged = "where changed holds, both versions end and disagree"
	saysBlocked = "where changed holds, an assumption blocks exactly one version"
)

// obligations are what can be said of a pair by the summaries of both versions.
type obligations struct {
	a       *Recorder
	subject string
	v       *definitions
	// The sets of the summary.
	changed, unchanged, one, unknown *smtlib.Term
	// What the versions do: both end and disagree; both end and agree, or
	// neither ends; exactly one ends; they agree if both end; both end, and an
	// assumption blocks exactly one; they disagree, and none blocks exactly one.
	differ, agree, oneEnds, agreeIfBothEnd, oneBlocked, differUnblocked *smtlib.Term
}

func (a *Recorder) obligations(p *pairing.Pair, subject string, outputs []pairing.Port, d *summary.DiffSummary) *obligations {
	c := a.Ctx
	v := a.newDefinitions()
	o, n := v.bySummary(p, p.Old, outputs), v.bySummary(p, p.New, outputs)
	same, bothEnd := v.same(o, n), c.And(o.ends, n.ends)
	sameBlocked := c.Eq(o.blocked, n.blocked)
	define := func(name string, t *smtlib.Term) *smtlib.Term { return v.condition(subject+":"+name, t) }
	return &obligations{
		a: a, subject: subject, v: v,
		changed: define("changed", d.Changed), unchanged: define("unchanged", d.Unchanged),
		one: define("termination_changed", d.TerminationChanged), unknown: define("unknown", d.Unknown),
		differ:  define("differ", c.And(bothEnd, c.Not(same))),
		agree:   define("agree", c.And(c.Eq(o.ends, n.ends), c.Or(c.Not(bothEnd), same))),
		oneEnds: define("one_ends", c.Not(c.Eq(o.ends, n.ends))),

		agreeIfBothEnd:  define("agree_if_both_end", c.Or(c.Not(bothEnd), same)),
		oneBlocked:      define("one_blocked", c.And(bothEnd, c.Not(sameBlocked))),
		differUnblocked: define("differ_unblocked", c.And(bothEnd, sameBlocked, c.Not(same))),
	}
}

func (s *obligations) show(name, says string, assertions ...*smtlib.Term) {
	s.a.claim(s.v, certificate.Claim{Subject: s.subject, Name: name, Says: says, Proof: certificate.BySummaries, Assertions: assertions})
}

// showUnchanged records where the versions agree, by what their summaries say, and by
// proofs.
func (s *obligations) showUnchanged(p *pairing.Pair, outputs []pairing.Port, d *summary.DiffSummary, proofs Proofs) {
	c := s.a.Ctx
	cl := certificate.Claim{
		Subject: s.subject, Name: certificate.Unchanged, Says: "where unchanged holds, both versions end and agree, or neither ends",
		Proof: certificate.BySummaries,
	}
	cl.Assertions = append(s.v.assumed(s.subject, s.v.atCalls(proofs.Refuted, &cl.RestsOn)), s.unchanged)
	if proofs.Whole != nil {
		cl.Proof = certificate.ByPartial
		cl.RestsOn = append(cl.RestsOn, s.subject+"/"+certificate.Partial)
		cl.Assertions = append(cl.Assertions, s.agreeIfBothEnd)
	}
	for i, proof := range proofs.Regions {
		region := fmt.Sprintf("%s:%s-%d", s.subject, certificate.Region, i+1)
		then := s.agreeIfBothEnd
		if proof.Ends {
			then = s.agree
		}
		cl.Proof = certificate.ByRegions
		cl.RestsOn = append(cl.RestsOn, s.a.showRelations(p, region, outputs, proof))
		cl.Assertions = append(cl.Assertions, c.Implies(s.v.condition(region+givenName, proof.Given), then))
	}
	cl.Assertions = append(cl.Assertions, c.Not(s.agree))
	s.a.claim(s.v, cl)
}

// showSets records that the sets are apart and cover all inputs, and where exactly one
// version ends.
func (s *obligations) showSets(d *summary.DiffSummary) {
	c := s.a.Ctx
	s.show(certificate.Disjoint, "no input is in two of changed, unchanged and termination_changed",
		c.Or(c.And(s.changed, s.unchanged), c.And(s.changed, s.one), c.And(s.unchanged, s.one)))
	s.show(certificate.Cover, "each input is in changed, unchanged, termination_changed or unknown",
		c.Not(c.Or(s.changed, s.unchanged, s.one, s.unknown)))
	if !d.TerminationChanged.IsFalse() {
		s.show(certificate.Terminates, "where termination_changed holds, exactly one version ends", s.one, c.Not(s.oneEnds))
	}
}

// showDifferences records where the versions differ, and the witnesses of what is listed:
// where not all differences count, which of the two kinds it is.
func (s *obligations) showDifferences(p *pairing.Pair, d *summary.DiffSummary) {
	if !d.Changed.IsFalse() {
		s.show(certificate.Changed, saysChanged, s.changed, s.a.Ctx.Not(s.differ))
	}
	if d.OnlyBlocked() && !d.Changed.IsFalse() {
		s.show(certificate.Blocked, saysBlocked, s.changed, s.a.Ctx.Not(s.oneBlocked))
	}
	for i, diff := range s.a.judgement.Listed(d.Differences) {
		in, differs := s.changed, s.differ
		switch {
		case diff.Termination:
			in, differs = s.one, s.oneEnds
		case !diff.Blocked() && !s.a.judgement.BlockedCounts():
			differs = s.differUnblocked
		}
		s.showWitness(p, fmt.Sprintf("%s-%d", certificate.Witness, i+1), diff, in, differs)
	}
}

// showPartial records why a pair agrees on all inputs on which both end.
func (a *Recorder) showPartial(p *pairing.Pair, subject string, outputs []pairing.Port, refuted []*smtlib.Term) {
	c := a.Ctx
	v := a.newDefinitions()
	o, n := v.bySummary(p, p.Old, outputs), v.bySummary(p, p.New, outputs)
	agree := v.condition(subject+":agree_if_both_end", c.Or(c.Not(c.And(o.ends, n.ends)), v.same(o, n)))
	cl := certificate.Claim{Subject: subject, Name: certificate.Partial, Says: "wherever both versions end they agree", Proof: certificate.BySummaries}
	cl.Assertions = append(v.assumed(subject, v.atCalls(refuted, &cl.RestsOn)), c.Not(agree))
	a.claim(v, cl)
}

// ShowSame records why an output that the change does not reach is equal whenever both
// versions return: by their summaries, or where these do not tell, by dependence alone.
func (a *Recorder) ShowSame(p *pairing.Pair, port pairing.Port) {
	c := a.Ctx
	name := DependenceClaim(certificate.Same, p, slices.IndexFunc(p.Outputs, func(o pairing.Port) bool { return o.Var == port.Var }))
	cl := certificate.Claim{Subject: p.Name, Name: name, Says: SaysSame(port.Var.Name())}
	v, outputs := a.newDefinitions(), []pairing.Port{port}
	o, n := v.bySummary(p, p.Old, outputs), v.bySummary(p, p.New, outputs)
	same := v.condition(p.Name+":"+name, c.Or(c.Not(o.returns(c)), c.Not(n.returns(c)), c.Eq(o.values[0], n.values[0])))
	all := smtlib.NewDefinitions(c)
	for _, d := range v.defs {
		all.Define(c.App(d.Func, d.Params...), d.Body)
	}
	if a.MaybeSat(all.Expand(c.Not(same))) {
		cl.Proof, cl.Missing = certificate.ByDependence, certificate.MissingDependence
		a.Collector.Add(cl)
		return
	}
	cl.Proof, cl.Assertions = certificate.BySummaries, []*smtlib.Term{c.Not(same)}
	a.claim(v, cl)
}

// SaysSame says of an output that the change does not reach it.
func SaysSame(output string) string {
	return output + " is equal in both versions whenever both return: the change does not reach it"
}

// showWitness records that a witness is in its set and that the versions differ
// there.
func (s *obligations) showWitness(p *pairing.Pair, name string, d *summary.Difference, in, differs *smtlib.Term) {
	a, c := s.a, s.a.Ctx
	cl := certificate.Claim{Subject: s.subject, Name: name, Status: solver.Sat, Proof: certificate.ByEvaluation,
		Says: "the input of the difference is in its set, and the versions differ on it"}
	values := map[*smtlib.Term]*smtlib.Term{}
	for i, port := range p.Inputs {
		t, ok := d.Witness[i].Term(c)
		if !ok {
			cl.Missing = certificate.MissingValue(port.Var.Name())
			a.Collector.Add(cl)
			return
		}
		values[port.Var] = t
		cl.Assertions = append(cl.Assertions, c.Eq(port.Var, t))
	}
	cl.Assertions = append(cl.Assertions, in, differs)
	connected := a.Axioms.RelevantTo(s.v.bodies()...)
	cl.Axioms = connected
	for _, part := range a.Axioms.PartsBeside(connected) {
		if a.Satisfiable(part) == solver.Sat {
			cl.Axioms = append(cl.Axioms, part...)
		} else {
			cl.RestsOn = append(cl.RestsOn, a.showConsistent(part))
		}
	}
	defs, points := a.interpretation(cl.Axioms, c.Substitute(d.Condition, values), d.Functions)
	cl.Assertions = append(cl.Assertions, points...)
	cl.Assertions = append(cl.Assertions, a.differentElements(cl.Assertions, defs)...)
	w := *s.v
	w.defs = slices.Concat(defs, s.v.defs)
	a.claim(&w, cl)
}

// bodies are what the definitions say.
func (v *definitions) bodies() (bodies []*smtlib.Term) {
	for _, d := range v.defs {
		bodies = append(bodies, d.Body)
	}
	return bodies
}

// differentElements says that the elements of declared sorts that a witness
// names differ from each other.
func (a *Recorder) differentElements(terms []*smtlib.Term, defs []*certificate.Definition) (out []*smtlib.Term) {
	defined := map[*smtlib.Func]bool{}
	for _, d := range defs {
		defined[d.Func] = true
		terms = append(terms, d.Body)
	}
	var sorts []*smtlib.Sort
	elements := map[*smtlib.Sort][]*smtlib.Term{}
	smtlib.VisitAll(terms, func(t *smtlib.Term) {
		s := t.Sort()
		if t.Op() != smtlib.OpApp || len(t.Args()) > 0 || s.Kind != smtlib.OpaqueKind || defined[t.Func()] || a.Axioms.SpeaksOf(t.Func()) {
			return
		}
		if elements[s] == nil {
			sorts = append(sorts, s)
		}
		elements[s] = append(elements[s], t)
	})
	for _, s := range sorts {
		if len(elements[s]) > 1 {
			out = append(out, a.Ctx.Distinct(elements[s]...))
		}
	}
	return out
}

// ShowInduction records why the pairs of a group agree when their calls of each
// other do, and by what relations say of calls of others: byRelations are the conditions
// that these refute. It is called while that is assumed.
func (a *Recorder) ShowInduction(group []*pairing.Pair, full bool, byRelations map[*pairing.Pair][]*smtlib.Term) {
	if a == nil {
		return
	}
	c := a.Ctx
	name, says := certificate.Partial, "wherever both versions end they agree"
	if full {
		name, says = certificate.Unchanged, "on all inputs both versions end and agree, or neither ends"
	}
	proof := certificate.ByInduction
	if len(group) == 1 && !group[0].Recursive() {
		proof = certificate.ByBodies
	}
	for _, p := range group {
		v := a.newDefinitions()
		outputs := p.Observed(a.Ctx, false)
		o, n := v.byBody(p, p.Old, outputs), v.byBody(p, p.New, outputs)
		bothEnd, same := c.And(o.ends, n.ends), v.same(o, n)
		holds := c.Or(c.Not(bothEnd), same)
		if full {
			holds = c.And(c.Eq(o.ends, n.ends), holds)
		}
		cl := certificate.Claim{Subject: p.Name, Name: name, Says: says, Proof: proof}
		cl.Assertions = append(v.assumed(p.Name, v.atCalls(byRelations[p], &cl.RestsOn)), c.Not(v.condition(p.Name+":step", holds)))
		for _, q := range group {
			if q != p {
				cl.With = append(cl.With, q.Name+"/"+name)
			}
		}
		a.claim(v, cl)
	}
}

// byText records why a pair is equal that was not analysed, since its text
// is the same and its callees are equal: one activation of each version agrees
// when the calls do.
func (a *Recorder) byText(p *pairing.Pair) {
	group := []*pairing.Pair{p}
	if p.Recursive() {
		group = nil
		members, _ := p.Old.Version.GroupOf(p.Old)
		for _, m := range members {
			group = append(group, m.Pair)
		}
	}
	unwound, truncated, without := a.Unwound, a.Truncated, a.WithoutSummaries
	states := make([]summary.Equality, len(group))
	explored := true
	for i, q := range group {
		states[i] = a.State.OfPair(q).Equality
		explored = explored && a.ExploreBody(q.Old) != nil && a.ExploreBody(q.New) != nil
		a.State.OfPair(q).Equality = summary.Equality{AssumeEqual: true, AssumePartial: true}
	}
	a.WithoutSummaries = true
	if explored {
		a.ShowInduction(group, true, nil)
	} else {
		for _, q := range group {
			a.Collector.Add(certificate.Claim{Subject: q.Name, Name: certificate.Unchanged, Says: "the texts are the same and call equal procedures only", Proof: certificate.ByText,
				Missing: certificate.MissingPaths})
		}
	}
	for i, q := range group {
		a.State.OfPair(q).Equality = states[i]
	}
	a.Unwound, a.Truncated, a.WithoutSummaries = unwound, truncated, without
}

// ShowSameEnding records why a partially equivalent pair is equivalent.
func (a *Recorder) ShowSameEnding(p *pairing.Pair) {
	if a == nil {
		return
	}
	c := a.Ctx
	v := a.newDefinitions()
	bothEnd, neither := a.SameEnding(p)
	same := v.condition(p.Name+":same_ending", c.Or(bothEnd, neither))
	v.restOn(p, certificate.Partial)
	v.restOnTermination(p.Old)
	v.restOnTermination(p.New)
	a.claim(v, certificate.Claim{Subject: p.Name, Name: certificate.Unchanged, Says: "on all inputs both versions end, which then agree, or neither ends", Proof: certificate.BySameEnding,
		Assertions: []*smtlib.Term{c.Not(same)}, RestsOn: v.premises})
}

// showTermination records why the group ends, or does not end, where cond
// holds: each of the obligations has no model.
func (a *Recorder) showTermination(group []*pairing.Proc, what string, cond *smtlib.Term, steps []termination.Obligation) {
	if a == nil {
		return
	}
	v := a.newDefinitions()
	for i, o := range steps {
		v.step(i, o.Says, o.Parts)
	}
	verb, proof := "ends", certificate.ByRanking
	if what == certificate.Loops {
		verb, proof = "does not end", certificate.ByRecurrence
	}
	m := group[0]
	id := a.claimSteps(v, m, what, proof, fmt.Sprintf("%s %s where %s", versionName(m), verb, cond))
	for _, m := range group {
		if what == certificate.Ends {
			a.State.Of(m).Termination.EndsClaim = id
		} else {
			a.State.Of(m).Termination.LoopsClaim = id
		}
	}
}

// step adds a step of a proof: the conjunction of its parts cannot be.
func (v *definitions) step(i int, says string, parts []*smtlib.Term) {
	// Each part is a definition, so that nothing is simplified away.
	named := make([]*smtlib.Term, len(parts))
	for j, part := range parts {
		named[j] = v.condition(fmt.Sprintf("step-%d:part-%d", i+1, j+1), v.rewrite(part))
	}
	v.steps = append(v.steps, v.condition(fmt.Sprintf("step-%d", i+1), v.a.Ctx.And(named...)))
	v.says = append(v.says, fmt.Sprintf("%d: %s", i+1, says))
}

// claimSteps records a claim about a procedure that the steps of v prove.
func (a *Recorder) claimSteps(v *definitions, p *pairing.Proc, what, proof, says string) (id string) {
	return a.claim(v, certificate.Claim{Subject: subject(p), Name: a.nameOf(p, what), Proof: proof,
		Says:       says + "; of these none can be: " + strings.Join(v.says, "; "),
		Assertions: []*smtlib.Term{a.Ctx.Or(v.steps...)}})
}

// showClosedForm records why a loop does what its closed form says, which also tells
// where it ends.
func (a *Recorder) showClosedForm(p *pairing.Proc, steps []closedform.Step) {
	v := a.newDefinitions()
	for i, s := range steps {
		v.step(i, s.Says, s.Parts)
	}
	id := a.claimSteps(v, p, certificate.Closed, certificate.ByClosedForm, versionName(p)+" does for any number of iterations what its summary says")
	known := a.State.Of(p)
	known.ClosedClaim, known.Termination.EndsClaim, known.Termination.LoopsClaim = id, id, id
}

// nameOf is the name of a claim about a group. What is found out of a
// procedure for the sake of one of its callers has a name of its own, since
// several analyses may do so.
func (a *Recorder) nameOf(p *pairing.Proc, what string) string {
	name := [...]string{"old-", "new-"}[p.Version.Index] + what
	if !slices.Contains(a.About, p.Pair) || p.Pair == nil {
		name += "-for-" + a.About[0].Name
	}
	return name
}
