package product

import (
	"slices"

	"semdiff/moddiff/pairing"
	"semdiff/moddiff/query"
	"semdiff/moddiff/relation"
	"semdiff/moddiff/termination"
	"semdiff/moddiff/vc"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
)

// Input is what a proof is about and starts from.
type Input struct {
	Pair    *pairing.Pair
	Outputs []pairing.Port // that are observed
	Given   *smtlib.Term   // on which inputs; nil stands for all
	Values  func(i int) interp.Env
	// Others are inputs to run both versions on where no recursive procedure of either
	// calls itself on Values; nil for none.
	Others  func(i int) interp.Env
	Model   *interp.Model // of functions in runs
	Queries int           // how many questions it may ask
	Horn    string        // command line of a solver of Horn clauses; "" for none
	Propose Proposer      // nil for none
	// WithoutGuesses leaves out what is guessed from runs: relations, schedules and lemmas.
	WithoutGuesses bool
}

// Proof is that a pair is equal on the given inputs, wherever both versions end or
// everywhere.
type Proof struct {
	Pair      *pairing.Pair
	Given     *smtlib.Term         // on which inputs
	Relations []*relation.Relation // that it rests on
	Lemmas    []*relation.Lemma    // likewise
	Ends      bool                 // both versions end on the same inputs
	nodes     []*node              // as they were then
	search    *search              // that found it
}

// search is a search for a proof of one pair.
type search struct {
	a        *termination.Analysis
	c        *smtlib.Context
	pair     *pairing.Pair
	outputs  []vc.Port // that are observed
	given    *smtlib.Term
	programs [2]*ir.Program
	inputs   func(i int) interp.Env
	others   func(i int) interp.Env
	model    *interp.Model
	queries  int // that are left
	patience int // questions of an attempt that may still stay without an answer
	horn     string
	propose  Proposer
	blind    bool // nothing is guessed from runs
	thorough bool
	products bool // products of integers are looked at
	untimed  bool // runs go on when the time for the pair is up

	watch      func(s *vc.Site, opaque bool) // is told of calls that are encoded; nil for nobody
	treatments map[*pairing.Proc]treatment
	related    [2][]*pairing.Proc // recursive procedures of each version
	watched    [2][]*pairing.Proc // others that are known to be equal, recursive or with calls of such
	nodes      []*node
	lemmas     []*relation.Lemma // that are proven
	fills      []*relation.Lemma // likewise, of what loops leave in maps
	allLemmas  []*relation.Lemma // all of these, as others may be left out again
	runs       [][2]*activation
	symbols    *vc.Symbols
	open       *vc.Open
}

// Prove looks for relations by which the pair is equal; nil when it finds no proof.
// Whatever it returns is proven.
func Prove(a *termination.Analysis, in Input) *Proof {
	p := in.Pair
	if len(p.Interface) > 0 || !a.Load(p.Old) || !a.Load(p.New) || p.Old.Blocks == nil || p.New.Blocks == nil {
		return nil
	}
	return newSearch(a, in).prove()
}

func (x *search) prove() *Proof {
	x.findNodes()
	x.findWatched()
	if len(x.related[0])+len(x.related[1])+len(x.watched[0])+len(x.watched[1]) == 0 {
		return nil
	}
	if x.blind {
		x.guessSchedules()
		x.setSchedules(0)
		x.analyseTermination()
		x.thorough, x.patience = true, maxUnknown
		proof := x.attemptHorn()
		if proof == nil {
			proof = x.attemptProposed()
		}
		return x.minimal(proof)
	}
	x.observe()
	x.guessSchedules()
	proof := x.attempts(nil)
	if proof != nil && proof.Ends {
		return x.minimal(proof)
	}
	x.products = true
	x.proveLemmas()
	if more := x.analyseTermination(); more || len(x.lemmas)+len(x.fills) > 0 {
		proof = x.attempts(proof)
	}
	if proof == nil && len(x.lemmas) > 0 && x.peelAll() {
		proof = x.attempt()
	}
	if proof == nil {
		proof = x.attemptHorn()
	}
	if proof == nil {
		proof = x.attemptProposed()
	}
	return x.minimal(proof)
}

// maxUnknown is how many questions of an attempt may stay without an answer.
const maxUnknown = 6

// attempts tries the schedules in turn until there is a proof that both versions end
// alike; if there is none it returns any proof, or else the one given.
func (x *search) attempts(proof *Proof) *Proof {
	for i := 0; x.setSchedules(i) && (proof == nil || !proof.Ends); i++ {
		if found := x.attempt(); found != nil && (proof == nil || found.Ends) {
			proof = found
		}
	}
	return proof
}

// analyseTermination asks for which inputs the recursive procedures end; it reports
// whether something was learnt.
func (x *search) analyseTermination() (progress bool) {
	for _, list := range x.related {
		for _, p := range list {
			progress = x.a.Analyse(p) || progress
		}
	}
	return progress
}

// attempt guesses relations from the samples, and proves from them what it can.
func (x *search) attempt() *Proof {
	x.thorough, x.patience = false, maxUnknown
	for _, n := range x.nodes {
		x.guess(n)
	}
	x.prune()
	x.thorough = x.products
	return x.conclude()
}

func newSearch(a *termination.Analysis, in Input) *search {
	x := &search{
		a: a, c: a.Ctx, pair: in.Pair, outputs: vc.PortsOf(in.Outputs), inputs: in.Values, others: in.Others, model: in.Model, queries: in.Queries, horn: in.Horn, propose: in.Propose,
		blind: in.WithoutGuesses, treatments: map[*pairing.Proc]treatment{}, given: in.Given,
	}
	if x.given == nil {
		x.given = x.c.True
	}
	for v, version := range a.Pairing.Versions {
		x.programs[v] = version.Prog
	}
	x.symbols = vc.NewSymbols(x.c, x.mayEnd, a.Registry.Abstract)
	x.open = &vc.Open{Ctx: x.c, MayEnd: x.mayEnd}
	return x
}

func (x *search) mayEnd(v int, proc string) ir.Ends {
	p := x.a.Pairing.Versions[v].At(proc)
	ends := p.MayEnd
	ends.Diverge = x.a.State.Of(p).MayDiverge
	return ends
}

// unsat reports whether t is proven to have no model; no more is proven once the
// budget is spent.
func (x *search) unsat(t *smtlib.Term) bool {
	if t.IsFalse() {
		return true
	}
	t = eliminated(x.c, t, x.a.TimeUp)
	if t.IsFalse() {
		return true
	}
	if x.queries--; x.queries < 0 || x.patience < 0 || x.a.Spent() {
		return false
	}
	effort := query.Quick
	if x.thorough {
		effort = query.Thorough
	}
	answer := x.a.Check(t, effort).Answer
	if answer == solver.Unknown {
		x.patience--
	}
	return answer == solver.Unsat
}

// product encodes the product of a node, or of the pair.
func (x *search) product(procs [2]string) *relation.Product {
	for _, n := range x.nodes {
		if n.names() == procs {
			e, k := x.encoder(n)
			tops := e.Apart([2]*ir.Proc{n.procs[0].Proc, n.procs[1].Proc})
			return &relation.Product{Tops: tops, Calls: k.all, Open: k.related}
		}
	}
	if procs == [2]string{x.pair.Old.Name, x.pair.New.Name} {
		e, k := x.encoder(nil)
		return &relation.Product{Tops: e.Apart([2]*ir.Proc{x.pair.Old.Proc, x.pair.New.Proc}), Calls: k.all, Open: k.related}
	}
	panic("product: no such node")
}

// conclude proves the relations that are left, and the pair from them.
func (x *search) conclude() *Proof {
	prover := relation.NewProver(x.c, x.unsat, x.product)
	prover.Lemmas = x.lemmas
	var relations []*relation.Relation
	for _, n := range x.nodes {
		rel := *n.rel // so far nothing is proven of it
		relations = append(relations, &rel)
	}
	prover.Proven = prover.Prove(relations)
	prover.ProveEnds(prover.Proven)
	e, k := x.encoder(nil)
	tops := e.Both(vc.PairOf(x.pair))
	agreement := vc.Agree(x.c, tops, x.outputs)
	facts, _ := relation.Facts(x.c, k.all.With(tops), prover.Proven)
	facts = x.c.And(x.given, facts, relation.LemmaFacts(x.c, k.all, x.lemmas))
	filled := x.c.And(facts, relation.LemmaFacts(x.c, k.all, x.fills))
	switch {
	case x.unsat(x.c.And(facts, agreement.Differ())):
	case len(x.fills) > 0 && x.unsat(x.c.And(filled, agreement.Differ())):
		facts = filled
	default:
		return nil
	}
	return &Proof{
		Pair: x.pair, Given: x.given, Relations: prover.Proven, Lemmas: slices.Concat(x.lemmas, x.fills), nodes: x.copies(), search: x,
		Ends: x.unsat(x.c.And(facts, x.c.Not(agreement.SameEnds))),
	}
}

// copies are the nodes as they are now.
func (x *search) copies() (list []*node) {
	for _, n := range x.nodes {
		as := *n
		list = append(list, &as)
	}
	return list
}

// maxEliminated is how many equations a question is solved for at most.
const maxEliminated = 40

// eliminated is t with variables replaced by what t says that they equal: it has a
// model exactly when t has one. What both versions compute from equal values becomes
// one term then. It ends early when stop says so.
func eliminated(c *smtlib.Context, t *smtlib.Term, stop func() bool) *smtlib.Term {
	for range maxEliminated {
		if stop() {
			break
		}
		v, by := definition(t)
		if v == nil {
			break
		}
		t = c.Substitute(t, map[*smtlib.Term]*smtlib.Term{v: by})
	}
	return t
}

// definition is an equation in the conjunction t between a variable and a term
// without it.
func definition(t *smtlib.Term) (v, by *smtlib.Term) {
	for _, x := range smtlib.Conjuncts(t) {
		if x.Op() != smtlib.OpEq {
			continue
		}
		for i, side := range x.Args() {
			other := x.Args()[1-i]
			if side.Op() == smtlib.OpVar && !slices.Contains(smtlib.Collect(other).Vars, side) {
				return side, other
			}
		}
	}
	return nil, nil
}
