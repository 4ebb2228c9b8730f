package moddiff

import (
	"fmt"
	"hash/fnv"
	"io"
	"slices"
	"strings"

	"semdiff/moddiff/certificate"
	"semdiff/moddiff/query"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
)

// claimOf is the claim of a kind about a pair that others rest on. That a pair
// is equal which was never analysed is shown when it is first asked for.
func (a *analysis) claimOf(p *Pair, what string) string {
	id := p.Name + "/" + what
	switch {
	case what == certificate.Unchanged && p.unchangedClaim != "":
		return p.unchangedClaim
	case what == certificate.Partial && p.partialClaim != "":
		return p.partialClaim
	}
	if what == certificate.Unchanged && !a.evidence.Has(id) && p.summary == nil {
		a.showByText(p)
	}
	return id
}

// claim records what a solver can check under the definitions of v.
func (a *analysis) claim(v *vocabulary, cl certificate.Claim) (id string) {
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
		cl.Axioms = a.axioms.RelevantTo(said...)
		if a.axioms.Used(cl.Axioms) && a.session.Satisfiable(a.ctx, cl.Axioms) == solver.Unsat {
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
		cl.Axioms = withoutTriggers(a.c, cl.Axioms)
	}
	if a.axioms.Used(cl.Axioms) && cl.Status == solver.Unsat {
		cl.RestsOn = append(cl.RestsOn, a.showConsistent(cl.Axioms))
	}
	return a.evidence.Add(cl)
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
func (a *analysis) showConsistent(axioms []*smtlib.Term) string {
	sum := fnv.New64a()
	for _, ax := range axioms {
		io.WriteString(sum, ax.String())
	}
	cl := certificate.Claim{Subject: certificate.Axioms, Name: fmt.Sprintf("%s-%x", certificate.Consistent, sum.Sum64()), Says: "the axioms have a model", Proof: "model", Status: solver.Sat, Axioms: withoutTriggers(a.c, axioms)}
	if id := cl.Subject + "/" + cl.Name; a.evidence.Has(id) {
		return id
	}
	var values []*smtlib.Term
	cl.Definitions, values = a.interpretation(axioms, a.c.True, nil)
	cl.Assertions = values
	if cl.Definitions == nil {
		switch a.session.Under(a.ctx, axioms, a.c.True, query.Thorough).Answer {
		case solver.Unsat:
			cl.Missing = certificate.MissingContradiction
		case solver.Unknown:
			cl.Missing = certificate.MissingAxioms
		}
	}
	return a.evidence.Add(cl)
}

// interpretation gives meaning to functions such that quantified axioms hold
// beside t: the given functions and, where one is found, an extension to others.
func (a *analysis) interpretation(axioms []*smtlib.Term, t *smtlib.Term, given []Function) (defs []*certificate.Definition, values []*smtlib.Term) {
	c := a.c
	x := query.NewExtension(c)
	for _, f := range given {
		x.Give(f.Name, f.Params, f.Body)
	}
	quantified := slices.ContainsFunc(axioms, (*smtlib.Term).HasQuantifier)
	if quantified {
		left, ok := x.Extend(axioms)
		if !ok || a.session.Under(a.ctx, left, x.Definitions().Expand(t), query.Quick).Answer != solver.Sat {
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

// showPair records why the summary of a pair is right; the pair's state is that
// from before, what others may rely on now is after.
func (a *analysis) showPair(p *Pair, outputs []Port, d *DiffSummary, after pairState, entry bool) {
	subject := p.Name
	if entry && len(outputs) > len(a.observed(p, true)) && !after.equal {
		// Callers rely on the summary that observes the tape, and there will be
		// another one.
		subject += ":tape"
		p.unchangedClaim = subject + "/" + certificate.Unchanged
		if !p.state.partial { // else induction has shown it
			p.partialClaim = subject + "/" + certificate.Partial
		}
	}
	s := a.statements(p, subject, outputs, d)
	a.evidence.Summaries[subject] = s.v.defs
	s.showSame(d)
	if after.partial && !after.equal && !p.state.partial {
		a.showPartial(p, subject, outputs)
	}
	if a.differenceShown(p, outputs, d) {
		s.showDifferences(p, d)
		return
	}
	defer a.forgetAfter()()
	if a.growAlongWitnesses(p, outputs, d); a.differenceShown(p, outputs, d) {
		a.statements(p, subject, outputs, d).showDifferences(p, d)
		return
	}
	a.evidence.Add(certificate.Claim{Subject: subject, Name: certificate.Changed, Says: saysChanged, Proof: "runs",
		Missing: certificate.MissingRuns})
}

const saysChanged = "where changed holds, both versions end and disagree"

// statements are what can be said of a pair by the summaries of both versions.
type statements struct {
	a       *analysis
	subject string
	v       *vocabulary
	// The sets of the summary.
	changed, unchanged, one, unknown *smtlib.Term
	// What the versions do: both end and disagree; both end and agree, or
	// neither ends; exactly one ends.
	differ, agree, oneEnds *smtlib.Term
}

func (a *analysis) statements(p *Pair, subject string, outputs []Port, d *DiffSummary) *statements {
	c := a.c
	v := a.newVocabulary()
	o, n := v.bySummary(p, p.old, outputs), v.bySummary(p, p.new, outputs)
	same, bothEnd := v.same(o, n), c.And(o.ends, n.ends)
	define := func(name string, t *smtlib.Term) *smtlib.Term { return v.condition(subject+":"+name, t) }
	return &statements{
		a: a, subject: subject, v: v,
		changed: define("changed", d.Changed), unchanged: define("unchanged", d.Unchanged),
		one: define("termination_changed", d.TerminationChanged), unknown: define("unknown", d.Unknown),
		differ:  define("differ", c.And(bothEnd, c.Not(same))),
		agree:   define("agree", c.And(c.Eq(o.ends, n.ends), c.Or(c.Not(bothEnd), same))),
		oneEnds: define("one_ends", c.Not(c.Eq(o.ends, n.ends))),
	}
}

func (s *statements) show(name, says string, assertions ...*smtlib.Term) {
	s.a.claim(s.v, certificate.Claim{Subject: s.subject, Name: name, Says: says, Proof: "summaries", Assertions: assertions})
}

// showSame records where the versions agree, and that the sets are apart and
// cover all inputs.
func (s *statements) showSame(d *DiffSummary) {
	c := s.a.c
	if !d.Unchanged.IsFalse() {
		s.show(certificate.Unchanged, "where unchanged holds, both versions end and agree, or neither ends", s.unchanged, c.Not(s.agree))
	}
	s.show(certificate.Disjoint, "no input is in two of changed, unchanged and termination_changed",
		c.Or(c.And(s.changed, s.unchanged), c.And(s.changed, s.one), c.And(s.unchanged, s.one)))
	s.show(certificate.Cover, "each input is in changed, unchanged, termination_changed or unknown",
		c.Not(c.Or(s.changed, s.unchanged, s.one, s.unknown)))
	if !d.TerminationChanged.IsFalse() {
		s.show(certificate.Terminates, "where termination_changed holds, exactly one version ends", s.one, c.Not(s.oneEnds))
	}
}

// showDifferences records where the versions differ, and the witnesses.
func (s *statements) showDifferences(p *Pair, d *DiffSummary) {
	if !d.Changed.IsFalse() {
		s.show(certificate.Changed, saysChanged, s.changed, s.a.c.Not(s.differ))
	}
	for i, diff := range d.Differences {
		in, differs := s.changed, s.differ
		if diff.Termination {
			in, differs = s.one, s.oneEnds
		}
		s.showWitness(p, fmt.Sprintf("%s-%d", certificate.Witness, i+1), diff, in, differs)
	}
}

// showPartial records why a pair agrees on all inputs on which both end.
func (a *analysis) showPartial(p *Pair, subject string, outputs []Port) {
	c := a.c
	v := a.newVocabulary()
	o, n := v.bySummary(p, p.old, outputs), v.bySummary(p, p.new, outputs)
	agree := v.condition(subject+":agree_if_both_end", c.Or(c.Not(c.And(o.ends, n.ends)), v.same(o, n)))
	a.claim(v, certificate.Claim{Subject: subject, Name: certificate.Partial, Says: "wherever both versions end they agree", Proof: "summaries", Assertions: []*smtlib.Term{c.Not(agree)}})
}

// showWitness records that a witness is in its set and that the versions differ
// there.
func (s *statements) showWitness(p *Pair, name string, d *Difference, in, differs *smtlib.Term) {
	a, c := s.a, s.a.c
	cl := certificate.Claim{Subject: s.subject, Name: name, Status: solver.Sat, Proof: "evaluation",
		Says: "the input of the difference is in its set, and the versions differ on it"}
	values := map[*smtlib.Term]*smtlib.Term{}
	for i, port := range p.Inputs {
		t, ok := d.Witness[i].Term(c)
		if !ok {
			cl.Missing = certificate.MissingValue(port.Var.Name())
			a.evidence.Add(cl)
			return
		}
		values[port.Var] = t
		cl.Assertions = append(cl.Assertions, c.Eq(port.Var, t))
	}
	cl.Assertions = append(cl.Assertions, in, differs)
	connected := a.axioms.RelevantTo(s.v.bodies()...)
	cl.Axioms = connected
	for _, part := range a.axioms.PartsBeside(connected) {
		if a.session.Satisfiable(a.ctx, part) == solver.Sat {
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
func (v *vocabulary) bodies() (bodies []*smtlib.Term) {
	for _, d := range v.defs {
		bodies = append(bodies, d.Body)
	}
	return bodies
}

// differentElements says that the elements of declared sorts that a witness
// names differ from each other.
func (a *analysis) differentElements(terms []*smtlib.Term, defs []*certificate.Definition) (out []*smtlib.Term) {
	defined := map[*smtlib.Func]bool{}
	for _, d := range defs {
		defined[d.Func] = true
		terms = append(terms, d.Body)
	}
	var sorts []*smtlib.Sort
	elements := map[*smtlib.Sort][]*smtlib.Term{}
	smtlib.VisitAll(terms, func(t *smtlib.Term) {
		s := t.Sort()
		if t.Op() != smtlib.OpApp || len(t.Args()) > 0 || s.Kind != smtlib.OpaqueKind || defined[t.Func()] || a.axioms.SpeaksOf(t.Func()) {
			return
		}
		if elements[s] == nil {
			sorts = append(sorts, s)
		}
		elements[s] = append(elements[s], t)
	})
	for _, s := range sorts {
		if len(elements[s]) > 1 {
			out = append(out, a.c.Distinct(elements[s]...))
		}
	}
	return out
}

// showInduction records why the pairs of a group agree when their calls of each
// other do. It is called while that is assumed.
func (a *analysis) showInduction(group []*Pair, full bool) {
	if a.evidence == nil {
		return
	}
	c := a.c
	name, says := certificate.Partial, "wherever both versions end they agree"
	if full {
		name, says = certificate.Unchanged, "on all inputs both versions end and agree, or neither ends"
	}
	proof := "induction over calls"
	if len(group) == 1 && !group[0].recursive() {
		proof = "bodies"
	}
	for _, p := range group {
		v := a.newVocabulary()
		outputs := a.observed(p, false)
		o, n := v.byBody(p, p.old, outputs), v.byBody(p, p.new, outputs)
		bothEnd, same := c.And(o.ends, n.ends), v.same(o, n)
		holds := c.Or(c.Not(bothEnd), same)
		if full {
			holds = c.And(c.Eq(o.ends, n.ends), holds)
		}
		cl := certificate.Claim{Subject: p.Name, Name: name, Says: says, Proof: proof, Assertions: []*smtlib.Term{c.Not(v.condition(p.Name+":step", holds))}}
		for _, q := range group {
			if q != p {
				cl.With = append(cl.With, q.Name+"/"+name)
			}
		}
		a.claim(v, cl)
	}
}

// showByText records why a pair is equal that was not analysed, since its text
// is the same and its callees are equal: one activation of each version agrees
// when the calls do.
func (a *analysis) showByText(p *Pair) {
	group := []*Pair{p}
	if p.recursive() {
		group = nil
		members, _ := p.old.side.groupOf(p.old)
		for _, m := range members {
			group = append(group, m.pair)
		}
	}
	unwound, truncated, without := a.unwound, a.truncated, a.withoutSummaries
	states := make([]pairState, len(group))
	explored := true
	for i, q := range group {
		states[i] = q.state
		explored = explored && a.exploreBody(q.old) != nil && a.exploreBody(q.new) != nil
		q.state = pairState{assumeEqual: true, assumePartial: true}
	}
	a.withoutSummaries = true
	if explored {
		a.showInduction(group, true)
	} else {
		for _, q := range group {
			a.evidence.Add(certificate.Claim{Subject: q.Name, Name: certificate.Unchanged, Says: "the texts are the same and call equal procedures only", Proof: "text",
				Missing: certificate.MissingPaths})
		}
	}
	for i, q := range group {
		q.state = states[i]
	}
	a.unwound, a.truncated, a.withoutSummaries = unwound, truncated, without
}

// showSameEnding records why a partially equivalent pair is equivalent.
func (a *analysis) showSameEnding(p *Pair) {
	if a.evidence == nil {
		return
	}
	c := a.c
	v := a.newVocabulary()
	bothEnd, neither := a.sameEnding(p)
	same := v.condition(p.Name+":same_ending", c.Or(bothEnd, neither))
	v.restOn(p, certificate.Partial)
	v.restOnTermination(p.old)
	v.restOnTermination(p.new)
	a.claim(v, certificate.Claim{Subject: p.Name, Name: certificate.Unchanged, Says: "on all inputs both versions end, which then agree, or neither ends", Proof: "same ending",
		Assertions: []*smtlib.Term{c.Not(same)}, RestsOn: v.rests})
}

// obligation is a step of a proof about termination: the conjunction of its
// parts, with calls abstract, has no model.
type obligation struct {
	says  string
	parts []*smtlib.Term
}

// showTermination records why the group ends, or does not end, where cond
// holds: each of the obligations has no model.
func (g *group) showTermination(what string, cond *smtlib.Term, steps []obligation) {
	a := g.a
	if a.evidence == nil {
		return
	}
	v := a.newVocabulary()
	var all []*smtlib.Term
	var says []string
	for i, o := range steps {
		// Each part is a definition, so that nothing is simplified away.
		parts := make([]*smtlib.Term, len(o.parts))
		for j, part := range o.parts {
			parts[j] = v.condition(fmt.Sprintf("step-%d:part-%d", i+1, j+1), v.rewrite(part))
		}
		all = append(all, v.condition(fmt.Sprintf("step-%d", i+1), a.c.And(parts...)))
		says = append(says, fmt.Sprintf("%d: %s", i+1, o.says))
	}
	verb, proof := "ends", "ranking function"
	if what == certificate.Loops {
		verb, proof = "does not end", "recurrence set"
	}
	m := g.members[0]
	id := a.claim(v, certificate.Claim{Subject: m.subject(), Name: a.terminationName(m, what), Proof: proof,
		Says:       fmt.Sprintf("%s %s where %s; of these none can be: %s", versionName(m), verb, cond, strings.Join(says, "; ")),
		Assertions: []*smtlib.Term{a.c.Or(all...)}})
	for _, m := range g.members {
		if what == certificate.Ends {
			m.termination.endsClaim = id
		} else {
			m.termination.loopsClaim = id
		}
	}
}

// terminationName is the name of a claim about a group. What is found out of a
// procedure for the sake of one of its callers has a name of its own, since
// several analyses may do so.
func (a *analysis) terminationName(p *procState, what string) string {
	name := [...]string{"old-", "new-"}[p.side.index] + what
	if !slices.Contains(a.about, p.pair) || p.pair == nil {
		name += "-for-" + a.about[0].Name
	}
	return name
}

// showEntries records why entries are equal that were not analysed.
func (r *comparison) showEntries(s solver.Solver) *certificate.Collector {
	a := r.newAnalysis(r.tasks, s)
	a.about = r.entry
	for _, base := range r.entry {
		if p := a.pair(base); p.summary == nil && p.state.equal {
			a.claimOf(p, certificate.Unchanged)
		}
	}
	return a.evidence
}

// allShown is the evidence of all analyses.
func (r *comparison) allShown() *certificate.Evidence {
	all := certificate.NewCollector()
	for _, t := range r.tasks {
		if t.shown != nil {
			all.Join(t.shown)
		}
	}
	all.Join(r.shown)
	return all.Evidence()
}
