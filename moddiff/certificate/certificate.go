// Package certificate holds the claims that make an answer checkable: each is a
// formula that a solver can refute, or find a model of, without the package that
// made the claim. Start from Evidence; package evidence fills it during an analysis,
// package export writes it as files.
//
//	certificate.go  Evidence, Claim, Definition
//	collector.go    Collector: claims of several analyses joined, each once
//	composition.go  Composition: how an entry is composed of regions
//	words.go        the names of claims and of kinds of proofs, as tables
//	missing.go      why a claim has no formula
//
// A claim is about the sets of a difference summary (SAS 2017, Def. 9 and 10), or
// says that procedures end. It follows from the formulas of its own and of the
// claims it rests on (RestsOn, With), given that the path summaries are those of the
// programs. No claim rests on itself, except by induction over calls (With).
package certificate

import (
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
)

// Evidence is why the answer for the pairs is right, as claims that a solver
// can check without this package. It takes for granted that the path summaries
// are those of the programs. Claims are in an order in which each rests on earlier
// ones only.
type Evidence struct {
	Claims []*Claim
	// Summaries are, by subject, the definitions of what both versions of a pair
	// do, and of its four sets.
	Summaries map[string][]*Definition
	// Composition is set where the claims are about versions with regions as procedures.
	Composition *Composition
}

// Claim is a statement about a pair or a procedure.
type Claim struct {
	ID      string // Subject/Name
	Subject string // the name of a pair, or a procedure without a partner
	Name    string
	Says    string // in words
	Proof   string // the kind of argument
	// Assertions, with the axioms and the definitions, have no model when Status
	// is Unsat, and have one when it is Sat.
	Assertions  []*smtlib.Term
	Axioms      []*smtlib.Term
	Definitions []*Definition
	Status      solver.Answer
	// RestsOn are the claims that make the definitions true of the program.
	RestsOn []string
	// With are the claims that are proven together with this one, by induction.
	With []string
	// Missing says why there are no assertions.
	Missing string
}

// Definition is a function of exported formulas: Func(Params) = Body. Bodies
// mention no abstract application; what they apply was defined before, or is
// declared only.
type Definition struct {
	Func   *smtlib.Func
	Params []*smtlib.Term
	Body   *smtlib.Term
	// Condition is set where Body is over the inputs of a pair as they are.
	Condition bool
	// RestsOn are the claims that allow the definition, as it holds for the
	// program.
	RestsOn []string
}
