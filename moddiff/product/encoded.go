package product

import (
	"slices"

	"semdiff/moddiff/pairing"
	"semdiff/moddiff/relation"
	"semdiff/moddiff/vc"
	"semdiff/smtlib"
)

// Encoded is what a part of a proof is shown by: runs of the procedures that it is
// about, with the calls that they make.
type Encoded struct {
	Runs, Calls relation.Calls
	Callees     []*pairing.Proc // what the runs call, as far as bodies are looked at
	Agreeing    []*pairing.Pair // calls of these are known to agree
}

// OfPair are runs of the pair on the same inputs.
func (p *Proof) OfPair() *Encoded {
	x := p.again()
	e, k := x.encoder(nil)
	tops := e.Both(vc.PairOf(x.pair))
	return x.encoded(&relation.Product{Tops: tops, Calls: k.all})
}

// OfRelation are runs of the procedures of a relation, on inputs of their own.
func (p *Proof) OfRelation(rel *relation.Relation) *Encoded {
	x := p.again()
	return x.encoded(x.product(rel.Procs))
}

// OfLemma is a run of the procedure of a lemma.
func (p *Proof) OfLemma(l *relation.Lemma) *Encoded {
	x := p.again()
	run, calls := x.alone(l.Version, l.Proc)
	product := &relation.Product{Calls: calls}
	product.Tops[l.Version] = run
	return x.encoded(product)
}

// Symbol is what a function in encoded runs stands for, if for a call.
func (p *Proof) Symbol(f *smtlib.Func) (vc.Symbol, bool) { return p.search.symbols.Of(f) }

// again is the search as it was when it found the proof, whose encodings name calls left
// open from the first one on.
func (p *Proof) again() *search {
	x := *p.search
	x.nodes, x.open = p.nodes, &vc.Open{Ctx: x.c, MayEnd: x.mayEnd}
	return &x
}

func (x *search) encoded(product *relation.Product) *Encoded {
	out := &Encoded{Calls: product.Calls}
	for v, run := range product.Tops {
		if run != nil {
			out.Runs[v] = []*vc.Activation{run}
			x.addCallees(out, x.a.Pairing.Versions[v].At(run.Proc))
		}
	}
	return out
}

// addCallees adds what calls in the body of p may lead to.
func (x *search) addCallees(out *Encoded, p *pairing.Proc) {
	for _, q := range p.Version.Callees(p) {
		if slices.Contains(out.Callees, q) {
			continue
		}
		out.Callees = append(out.Callees, q)
		if x.treat(q) != abstract {
			x.addCallees(out, q)
		} else if x.known(q) != nil && !slices.Contains(out.Agreeing, q.Pair) {
			out.Agreeing = append(out.Agreeing, q.Pair)
		}
	}
}

// What it may cost to find the lemmas that others rest on.
const supportQueries = 400

// Support are the lemmas that the proof rests on and those that these rest on in turn:
// all of them follow from each other by induction.
func (p *Proof) Support() []*relation.Lemma {
	x := p.again()
	x.queries, x.patience, x.thorough = supportQueries, maxUnknown, false
	inductive := func(list []*relation.Lemma) bool {
		return len(relation.NewProver(x.c, x.unsat, nil).ProveLemmas(list, x.alone)) == len(list)
	}
	if inductive(p.Lemmas) {
		return p.Lemmas
	}
	list := slices.Clone(x.allLemmas)
	for _, l := range x.allLemmas {
		without := slices.DeleteFunc(slices.Clone(list), func(m *relation.Lemma) bool { return m == l })
		if !slices.Contains(p.Lemmas, l) && inductive(without) {
			list = without
		}
	}
	return list
}
