package symdiff

import (
	"semdiff/moddiff/vc"
	"semdiff/smtlib"
)

// proof is what is known of a matched pair, on all inputs.
type proof struct {
	vc.Known
	assumed bool // so the user said
}

func fullProof(p *pair) *proof { return &proof{Known: vc.Same(&p.Pair)} }

func partialProof(p *pair) *proof { return &proof{Known: vc.Agreeing(&p.Pair)} }

// what is nil where nothing is known.
func (pr *proof) what() *vc.Known {
	if pr == nil {
		return nil
	}
	return &pr.Known
}

// partial reports whether partial equivalence of p is proven, full whether
// equivalence is.
func (pr *proof) partial(p *pair) bool { return pr.what().Partial(&p.Pair) }

func (pr *proof) full(p *pair) bool { return pr.what().Full(&p.Pair) }

// knowledge is what encodings of callers use of the pairs compared before.
type knowledge struct {
	proofs  map[*pair]*proof
	agree   map[*pair]*smtlib.Term // agreement of differing pairs, for differential inlining
	symbols *vc.Symbols
}

func newKnowledge(v *versions) *knowledge {
	return &knowledge{proofs: map[*pair]*proof{}, agree: map[*pair]*smtlib.Term{}, symbols: vc.NewSymbols(v.c, v.mayEnd, v.abstract)}
}
