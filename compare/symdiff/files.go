package symdiff

import (
	"context"
	"fmt"
	"io"
	"time"

	"semdiff/boogie/match"
	"semdiff/compare/symdiff/eqfile"
	"semdiff/compare/symdiff/mutual"
	"semdiff/moddiff"
	"semdiff/moddiff/relation"
	"semdiff/moddiff/vc"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// The files that SymDiff reads and writes have packages of their own; these are
// the names that users of the engine need.
type (
	EqFile       = eqfile.File
	BoogieAnswer = eqfile.Answer
	MutualFile   = mutual.File
)

// MutualFileName is what a file of mutual summaries is called by default.
const MutualFileName = mutual.FileName

// ReadMutual is mutual.Read.
func ReadMutual(name string, src []byte, stems [2]string) (*MutualFile, error) {
	return mutual.Read(name, src, stems)
}

// RunBoogie is eqfile.Run.
func RunBoogie(ctx context.Context, program, path string, f *EqFile, limit time.Duration) BoogieAnswer {
	return eqfile.Run(ctx, program, path, f, limit)
}

// WriteMutual writes a file of mutual summaries of pairs to start from.
func WriteMutual(w io.Writer, stems [2]string, old match.Version, applied *match.Applied, pairs []*moddiff.Pair) error {
	var list []*vc.Pair
	for _, p := range pairs {
		list = append(list, &newPair(p).Pair)
	}
	return mutual.Write(w, stems, old, applied, list)
}

// WriteRelations is mutual.WriteRelations.
func WriteRelations(w io.Writer, stems [2]string, old match.Version, applied *match.Applied, programs [2]*ir.Program, list []*relation.Relation) error {
	return mutual.WriteRelations(w, stems, old, applied, programs, list)
}

// EqFile writes the procedure Eq of the named pair, with calls as functions:
// those of the pair where its proof lets the versions share them, as after the
// run. stems name the versions, as SymDiff does by their files. The error names
// what Boogie 2.4.1 has no words for.
func (a *Analysis) EqFile(pair string, stems [2]string) (*EqFile, error) {
	p, err := a.pair(pair)
	if err != nil {
		return nil, err
	}
	if !p.hasBodies() {
		return nil, fmt.Errorf("a body of %s has no meaning", pair)
	}
	r := a.run
	e := r.encoder(r.opts)
	return eqfile.Write(eqfile.Task{
		Pair: &p.Pair, Outputs: r.observed(p), Differences: p.differences, Stems: stems, Programs: r.v.programs, Symbols: r.known.symbols,
		Call: func(version int, q *ir.Proc, args []*smtlib.Term) vc.Effect {
			p := r.v.pairOf(version, q.Name)
			return e.application(version, q, args, p, r.known.proofs[p].what())
		},
	})
}
