package evidence

import (
	"fmt"
	"slices"

	"semdiff/moddiff/abstraction"
	"semdiff/moddiff/certificate"
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/product"
	"semdiff/moddiff/relation"
	"semdiff/moddiff/vc"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// relational records a proof of a pair by relations between loops: lemmas and relations
// by induction, each as a function of what runs are given and do, and the pair from
// them. What a query takes for granted of calls are facts, one for each two calls, or
// for a call and the run of the other version that is at hand.
type relational struct {
	a       *Recorder
	subject string
	proof   *product.Proof
	lemmas  []*relation.Lemma
	terms   map[*smtlib.Term]*smtlib.Term // with functions for calls by the names of this package
}

// showRelations records why a pair agrees wherever both versions end, or everywhere, on
// the inputs that the proof is about. It returns the claim that says so.
func (a *Recorder) showRelations(p *pairing.Pair, subject string, outputs []pairing.Port, proof *product.Proof) string {
	r := &relational{a: a, subject: subject, proof: proof, lemmas: proof.Support(), terms: map[*smtlib.Term]*smtlib.Term{}}
	for i := range r.lemmas {
		r.showLemma(i)
	}
	for i := range proof.Relations {
		r.showRelation(i)
	}
	return r.showPair(p, outputs)
}

// ShowRelated records why the last of the relations of a proof holds, which others may
// rely on; it returns what the names of the claims about it begin with.
func (a *Recorder) ShowRelated(p *pairing.Pair, proof *product.Proof) string {
	claims := a.ShowProposed(p, proof)
	return claims[len(claims)-1]
}

// ShowProposed is ShowRelated for all relations of a proof.
func (a *Recorder) ShowProposed(p *pairing.Pair, proof *product.Proof) (claims []string) {
	r := &relational{
		a: a, subject: fmt.Sprintf("%s:%s-%s", p.Name, certificate.For, a.About[0].Name), proof: proof,
		lemmas: proof.Support(), terms: map[*smtlib.Term]*smtlib.Term{},
	}
	for i := range r.lemmas {
		r.showLemma(i)
	}
	for i := range proof.Relations {
		r.showRelation(i)
		claims = append(claims, r.id(fmt.Sprintf("%s-%d", certificate.Relation, i+1)))
	}
	return claims
}

// givenName is how the condition on the inputs is called that a proof is about.
const givenName = ":given"

// run is an activation under names of its own: what it is given, whether it is
// reached, and what it does.
type run struct {
	*vc.Activation
	name                         string
	reached, ends, fails, blocks *smtlib.Term
	in, out                      []*smtlib.Term
}

// returns says that a run returns, if there is one.
func (x *run) returns(c *smtlib.Context) *smtlib.Term {
	return c.And(x.ends, c.Not(x.fails), c.Not(x.blocks))
}

// body is a run of a procedure and the calls that it makes.
type body struct {
	*definitions
	r     *relational
	runs  [2]*run
	calls [2][]*run
}

// body defines encoded runs and their calls.
func (r *relational) body(e *product.Encoded) *body {
	b := &body{definitions: r.a.newDefinitions(), r: r}
	for v := range e.Runs {
		for _, x := range e.Runs[v] {
			b.runs[v] = b.defineRun(x, "body")
		}
		for i, x := range e.Calls[v] {
			b.calls[v] = append(b.calls[v], b.defineRun(x, fmt.Sprintf("call-%d", i+1)))
		}
	}
	for _, q := range e.Callees {
		b.restOnTermination(q)
	}
	for _, pair := range e.Agreeing {
		what := certificate.Partial
		if r.a.State.OfPair(pair).Equal {
			what = certificate.Unchanged
		}
		b.restOn(pair, what)
	}
	return b
}

func (b *body) defineRun(x *vc.Activation, kind string) *run {
	c, p := b.a.Ctx, b.a.Pairing.Versions[x.Version].At(x.Proc)
	name := versionName(p) + ":" + kind
	define := func(what string, t *smtlib.Term) *smtlib.Term {
		f := c.Func(name+what, nil, t.Sort())
		b.define(f, nil, func() *smtlib.Term { return b.r.term(t) })
		b.defs[len(b.defs)-1].Condition = true
		return c.App(f)
	}
	out := &run{
		Activation: x, name: name, reached: define(":reached", x.Reached),
		ends: define(":ends", c.Not(x.Ends[ir.Diverges])), fails: define(":fails", x.Ends[ir.Fails]), blocks: define(":blocked", x.Ends[ir.Blocked]),
	}
	for i, t := range x.Args {
		out.in = append(out.in, define(":in."+p.Inputs[i].Name(), t))
	}
	for i, t := range x.Outputs {
		out.out = append(out.out, define("."+p.Outputs[i].Name(), t))
	}
	return out
}

// term is t with the functions that stand for calls named as everywhere in evidence.
func (r *relational) term(t *smtlib.Term) *smtlib.Term {
	if !t.HasApps() {
		return t
	}
	if u, ok := r.terms[t]; ok {
		return u
	}
	args := make([]*smtlib.Term, len(t.Args()))
	for i, x := range t.Args() {
		args[i] = r.term(x)
	}
	var u *smtlib.Term
	if symbol, ok := r.symbol(t); ok {
		u = r.a.Ctx.App(r.function(symbol, t.Func()), args...)
	} else {
		u = r.a.Ctx.Rebuild(t, args)
	}
	r.terms[t] = u
	return u
}

func (r *relational) symbol(t *smtlib.Term) (vc.Symbol, bool) {
	if t.Op() != smtlib.OpApp {
		return vc.Symbol{}, false
	}
	return r.proof.Symbol(t.Func())
}

// function is the function for a result of a call that is not looked into.
func (r *relational) function(s vc.Symbol, f *smtlib.Func) *smtlib.Func {
	v := 0
	if s.Procs[0] == "" {
		v = 1
	}
	p := r.a.Pairing.Versions[v].At(s.Procs[v])
	name := versionName(p)
	if s.Shared() {
		name = p.Pair.Name + ":both"
	}
	name += ":unexplored"
	switch s.Result {
	case vc.Outcome:
		name += ":kind"
	case vc.Termination:
		name = resultName(p, name, abstraction.EndsResult)
	default:
		name = resultName(p, name, int(s.Result))
	}
	return r.a.Ctx.Func(name, f.Params, f.Result)
}

// What is said of the termination of related runs, as the names of claims have it:
// the new one ends if the old one does, and the other way round.
var directions = [...]string{"old-" + certificate.Ends, "new-" + certificate.Ends}

// related visits the runs of the procedures of a relation: of calls of both versions,
// and of a call and the body of the other version; of both bodies where asked for.
func (b *body) related(rel *relation.Relation, bodies bool, visit func([2]*run)) {
	of := func(v int) (list []*run) {
		for _, x := range append(slices.Clone(b.calls[v]), b.runs[v]) {
			if x.Proc == rel.Procs[v] {
				list = append(list, x)
			}
		}
		return list
	}
	for _, o := range of(0) {
		for _, n := range of(1) {
			if bodies || o != b.runs[0] || n != b.runs[1] {
				visit([2]*run{o, n})
			}
		}
	}
}

// relations are the facts that all relations give, and those that lemmas do.
func (b *body) relations(bodies bool) (facts []*smtlib.Term) {
	c := b.a.Ctx
	for i, rel := range b.r.proof.Relations {
		s := b.relation(b.r.statement(i), b.r.proof.Relations[i])
		b.related(rel, bodies, func(runs [2]*run) {
			facts = append(facts, b.fact(s.name, "", reached(c, s.relates(c, runs), runs), runs[:]...))
		})
	}
	return append(facts, b.ofLemmas()...)
}

func (b *body) ofLemmas() (facts []*smtlib.Term) {
	c := b.a.Ctx
	for i, l := range b.r.lemmas {
		s := b.lemma(b.r.nameOf(lemmaName(i)), l)
		for _, x := range b.calls[l.Version] {
			if x.Proc == l.Proc {
				t := c.Implies(c.And(x.reached, x.returns(c)), s.of(c, s.really, x))
				facts = append(facts, b.fact(s.name, "", t, x))
			}
		}
	}
	return facts
}

// assume is the assertion that facts hold.
func (b *body) assume(facts []*smtlib.Term) *smtlib.Term {
	return b.condition(b.r.subject+":assumed", b.a.Ctx.And(facts...))
}

// refute is the assertion that what is to be shown does not hold.
func (b *body) refute(t *smtlib.Term) *smtlib.Term {
	return b.a.Ctx.Not(b.condition(b.r.subject+":claimed", t))
}

// statement is the name of the function that says what the i-th relation does.
func (r *relational) statement(i int) string {
	return r.nameOf(fmt.Sprintf("%s-%d", certificate.Relation, i+1))
}

func (r *relational) nameOf(what string) string { return r.subject + ":" + what }

// id is the claim of a part of the proof.
func (r *relational) id(name string) string { return r.subject + "/" + name }

// relationName is the name of a claim about the i-th relation.
func relationName(i int, what string) string {
	return fmt.Sprintf("%s-%d-%s", certificate.Relation, i+1, what)
}

func lemmaName(i int) string { return fmt.Sprintf("%s-%d", certificate.Lemma, i+1) }

// The claims about a relation: where a run makes a call of those that are related, and
// where both make none.
const (
	stepClaim = "step"
	exitClaim = "exit"
)

// idsOf are claims of the proof: of all relations those named, and all lemmas.
func (r *relational) idsOf(lemmas bool, what ...string) (ids []string) {
	for i := range r.proof.Relations {
		for _, name := range what {
			ids = append(ids, r.id(relationName(i, name)))
		}
	}
	if lemmas {
		for i := range r.lemmas {
			ids = append(ids, r.id(lemmaName(i)))
		}
	}
	return ids
}

// claimed records a claim of an induction, which holds together with others.
func (b *body) claimed(name, says string, with, restsOn []string, assertions ...*smtlib.Term) {
	id := b.r.id(name)
	b.a.claim(b.definitions, certificate.Claim{
		Subject: b.r.subject, Name: name, Says: says, Proof: certificate.ByRunInduction, Assertions: assertions,
		With:    slices.DeleteFunc(with, func(other string) bool { return other == id }),
		RestsOn: append(restsOn, b.premises...),
	})
}

// showLemma records that a lemma holds of a run if all lemmas do of its calls.
func (r *relational) showLemma(i int) {
	l := r.lemmas[i]
	b := r.body(r.proof.OfLemma(l))
	c, x := b.a.Ctx, b.runs[l.Version]
	facts := b.ofLemmas()
	s := b.lemma(b.r.nameOf(lemmaName(i)), l)
	says := fmt.Sprintf("runs of %s that return satisfy %s, if those that they call do", versionName(b.a.Pairing.Versions[l.Version].At(l.Proc)), smtlib.Infix(l.Post.Body))
	b.claimed(lemmaName(i), says, r.idsOf(true), nil, b.assume(facts), b.refute(c.Implies(x.returns(c), s.of(c, s.really, x))))
}

// showRelation records that a relation holds of two runs if all relations do of shorter
// ones, apart for runs that call what is related and for those that do not; and
// likewise that one run ends if the other does, where that is claimed.
func (r *relational) showRelation(i int) {
	rel := r.proof.Relations[i]
	encoded := r.proof.OfRelation(rel)
	lemmas := r.idsOf(true)
	for _, what := range []string{stepClaim, exitClaim} {
		b := r.body(encoded)
		c := b.a.Ctx
		facts := b.relations(false)
		s := b.relation(b.r.statement(i), b.r.proof.Relations[i])
		on := b.goesOn()
		says := "related runs that both end end alike, in what the relation says, if it says so of the shorter runs that they call"
		if what == exitClaim {
			on = c.Not(on)
			says = "related runs that both end, and call nothing that is related, end alike, in what the relation says"
		}
		b.claimed(relationName(i, what), says, r.idsOf(false, stepClaim, exitClaim), slices.Clone(lemmas), b.assume(facts), on, b.refute(s.relates(c, b.runs)))
	}
	if !rel.Ends {
		return
	}
	rests := append(r.idsOf(false, stepClaim, exitClaim), lemmas...)
	for v, what := range directions {
		b := r.body(encoded)
		facts := append(b.relations(false), b.ending(v)...)
		s := b.relation(b.r.statement(i), b.r.proof.Relations[i])
		says := fmt.Sprintf("of related runs the %s one ends if the %s one does, if that is so of shorter runs of the %[2]s version", [...]string{"new", "old"}[v], [...]string{"old", "new"}[v])
		b.claimed(relationName(i, what), says, r.endsClaims(v), slices.Clone(rests), b.assume(facts), b.refute(s.endsIf(b.a.Ctx, v, b.runs)))
	}
}

// endsClaims are the claims of one direction about ending.
func (r *relational) endsClaims(v int) (ids []string) {
	for i, rel := range r.proof.Relations {
		if rel.Ends {
			ids = append(ids, r.id(relationName(i, directions[v])))
		}
	}
	return ids
}

// goesOn says that a run makes a call of a procedure that the proof is about.
func (b *body) goesOn() *smtlib.Term {
	var calls []*smtlib.Term
	for v := range b.calls {
		for _, x := range b.calls[v] {
			calls = append(calls, x.reached)
		}
	}
	return b.condition(b.r.subject+":goes_on", b.a.Ctx.Or(calls...))
}

// ending are the facts that shorter runs of version v give about ending.
func (b *body) ending(v int) (facts []*smtlib.Term) {
	c := b.a.Ctx
	for i, rel := range b.r.proof.Relations {
		if !rel.Ends {
			continue
		}
		s := b.relation(b.r.statement(i), b.r.proof.Relations[i])
		b.related(rel, false, func(runs [2]*run) {
			if runs[v] != b.runs[v] {
				facts = append(facts, b.fact(s.name, ":"+directions[v], reached(c, s.endsIf(c, v, runs), runs), runs[:]...))
			}
		})
	}
	return facts
}

// showPair records that the pair agrees by the relations: where it calls what is
// related, on inputs that they are about.
func (r *relational) showPair(p *pairing.Pair, outputs []pairing.Port) string {
	b := r.body(r.proof.OfPair())
	c := b.a.Ctx
	facts := b.relations(true)
	rests := r.idsOf(true, stepClaim, exitClaim)
	name, says := certificate.Partial, "wherever both versions end they agree, by what relates the loops that they call"
	if r.proof.Ends {
		name, says = certificate.Unchanged, "on all inputs both versions end and agree, or neither ends, by what relates the loops that they call"
		for i, rel := range r.proof.Relations {
			if !rel.Ends {
				continue
			}
			s := b.relation(b.r.statement(i), b.r.proof.Relations[i])
			b.related(rel, true, func(runs [2]*run) {
				facts = append(facts, b.fact(s.name, ":"+certificate.Ends, reached(c, s.ends(c, runs), runs), runs[:]...))
			})
		}
		rests = append(rests, append(r.endsClaims(0), r.endsClaims(1)...)...)
	}
	var both [2]results
	for v, s := range []*pairing.Proc{p.Old, p.New} {
		x := b.runs[v]
		out := results{ends: x.ends, fails: x.fails, blocked: x.blocks}
		for _, port := range outputs {
			if k := [...]int{port.Old, port.New}[v]; k >= 0 {
				out.values = append(out.values, x.out[k])
			} else {
				out.values = append(out.values, port.Var)
			}
		}
		both[v] = b.definitions.named(p, s, outputs, out)
	}
	o, n := both[0], both[1]
	holds := c.Or(c.Not(c.And(o.ends, n.ends)), b.same(o, n))
	if r.proof.Ends {
		holds = c.And(c.Eq(o.ends, n.ends), holds)
	}
	assertions := []*smtlib.Term{b.assume(facts)}
	if given := r.proof.Given; !given.IsTrue() {
		says += ", where " + smtlib.Infix(given)
		assertions = append(assertions, b.condition(r.subject+givenName, given))
	}
	return b.a.claim(b.definitions, certificate.Claim{
		Subject: r.subject, Name: name, Says: says, Proof: certificate.ByRelations,
		Assertions: append(assertions, c.Not(b.condition(r.subject+":step", holds))),
		RestsOn:    append(rests, b.premises...),
	})
}
