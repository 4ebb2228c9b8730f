// Package ir is the intermediate representation that every analysis of
// semdiff works on: one version of a program, lowered so that the assumptions
// of ModDiff (SAS 2017, section 2) hold.
//
//	type      what it is
//	Program   one version: procedures, axioms, lambdas
//	Proc      a procedure or an extracted loop; an acyclic graph of blocks
//	Body      what stands in a procedure, lowered when it is asked for
//	Block     instructions, then exclusive guarded edges, or the exit
//	Instr     Assign, Assume, Assert, Call
//	Note      what traces show beside the instructions
//
// Globals are inputs and outputs of the procedures that use them, loops are
// tail-recursive procedures, nondeterminism is read from an input tape, and
// procedures without a body are uninterpreted functions of their inputs. Start from
// Program; Sanity checks that all this holds of one.
//
// A program variable is an smtlib variable term. The value of an input at
// entry is the variable itself, so expressions over the entry state are terms
// over Proc.Inputs.
package ir

import (
	"fmt"
	"strconv"
	"strings"

	"semdiff/internal/source"
	"semdiff/smtlib"
)

// Program is one lowered version. Of each procedure the interface is known, the
// body once Load has been called.
type Program struct {
	File  string
	Ctx   *smtlib.Context
	Procs map[string]*Proc // the procedures; their loops come with their bodies
	Order []string         // names of the procedures in source order
	// Declared are the procedures as the file declares them, with a body or without,
	// in source order; Procs has those with a body, polymorphic ones at types.
	Declared []Declared
	Axioms   []Axiom
	Unique   [][]*smtlib.Term // groups of constants of one sort that are pairwise distinct
	// OverTypes is set when there are axioms over types. Axioms has them at the
	// types that the versions use; at others they are assumed to be consistent.
	OverTypes bool
	// Partial lists what Axioms does not hold all of.
	Partial []Partial
	// Externals are the procedures without a body that some call assumes to be
	// functions of their inputs, sorted.
	Externals []string
	// Evaluated are functions of a translator's prelude, of either version, that have
	// their value wherever their arguments are known.
	Evaluated []*smtlib.Func
	// Precondition is what the user says of the entry's inputs, as text; "" for nothing.
	Precondition string
	// Extracted are loops of either version that its file has as procedures, which Boogie
	// extracted; sorted.
	Extracted []string
	// Renamed are the names in its file of globals and constants that a matching file gave
	// other names, by these; nil for none.
	Renamed map[string]string
	// Observation is what callers of the entry see.
	Observation Observation
	// Lower makes the body of a procedure; see Load. The error names what has no
	// meaning.
	Lower func(*Proc) (*Body, error)

	bodies  bodies
	lambdas lambdas
}

// Declared is a procedure as its file declares it.
type Declared struct {
	Name      string
	Pos       source.Pos
	Body      bool
	Signature string // type parameters, parameters and results, as Boogie writes them
	// Types are those of parameters and results: the same text where all are the same.
	Types string
	// Ins and Outs are the parameters and results, nil when one has a type that
	// has no sort.
	Ins, Outs []*smtlib.Term
}

// Axiom is a fact about the uninterpreted functions of a program.
type Axiom struct {
	Term *smtlib.Term
	Pos  source.Pos
}

// Partial is something said of all types, of which Axioms holds a part: about
// Funcs it may say more. What follows from Axioms holds, but an interpretation
// of Funcs that satisfies Axioms need not satisfy the program's.
type Partial struct {
	Pos   source.Pos
	Text  string // identifies what is said, in all versions
	Funcs []*smtlib.Func
}

// Kind tells procedures from extracted loops.
type Kind uint8

// The kinds of Proc.
const (
	Procedure Kind = iota
	Loop
)

// String names the kind as the reports do.
func (k Kind) String() string {
	if k == Loop {
		return "loop"
	}
	return "procedure"
}

// Proc is a procedure or a loop.
type Proc struct {
	Name   string
	Kind   Kind
	Parent string // for a loop, the procedure or loop whose body calls it
	Pos    source.Pos
	// Inputs are the formals, then the globals read or modified, then the tape.
	Inputs []*smtlib.Term
	// Outputs are the results, then the globals modified, then the tape; for a
	// loop the variables it changes, then ExitVar when it has several exits.
	Outputs []*smtlib.Term
	Formals int // how many of Inputs are declared in-parameters
	Results int // how many of Outputs are declared out-parameters
	// Calls are the procedures with a body that a procedure's text calls, sorted.
	Calls []string
	// Ends are the ways to end that a procedure's text may hold, other than normally
	// and beside those of its callees. Lowering may show that some are not there.
	Ends Ends
	// SameText is set for a procedure when the version that this one was lowered
	// with has one of that name and interface with the same text, in which every
	// name has the same meaning; of the procedures that it calls, only the
	// specifications are compared.
	SameText bool
	Blocks   []*Block // Blocks[0] is the entry; in topological order
	Loops    []*Proc  // the loops in a procedure, outer ones first
}

// ImplementationName is the name of the procedure that one of several implementations
// of a procedure becomes, by its place. No Boogie name holds an @.
func ImplementationName(proc string, i int) string { return fmt.Sprintf("%s@%d", proc, i+1) }

// IsImplementation reports whether name is that of such a procedure, or of its
// instance at types.
func IsImplementation(name string) bool {
	declared, _, _ := strings.Cut(name, "<")
	_, place, _ := strings.Cut(declared, "@")
	_, err := strconv.Atoi(place)
	return err == nil
}

// Ends are ways in which a run may end.
type Ends struct{ Fail, Block, Diverge bool }

// Or holds the ways in both.
func (e Ends) Or(f Ends) Ends {
	return Ends{Fail: e.Fail || f.Fail, Block: e.Block || f.Block, Diverge: e.Diverge || f.Diverge}
}

// Block is a straight sequence of instructions. A block without Succs is an
// exit: the procedure returns normally.
type Block struct {
	Label  string
	Pos    source.Pos
	Instrs []Instr
	Notes  []*Note // for traces, in the order of Before
	Succs  []Edge  // guards exclude each other; when none holds the run is blocked
}

// Edge leads to the next block when Cond holds at the end of this one.
type Edge struct {
	Cond *smtlib.Term
	To   *Block
}

// Instr is an instruction.
type Instr interface {
	Place() source.Pos
	instr()
}

func (*Assign) instr() {}
func (*Assume) instr() {}
func (*Assert) instr() {}
func (*Call) instr()   {}

// At is embedded for the place of an instruction in the source.
type At struct{ Pos source.Pos }

// Place implements Instr.
func (a At) Place() source.Pos { return a.Pos }

type (
	// Assign is the simultaneous assignment Vars := Exprs.
	Assign struct {
		At
		Vars, Exprs []*smtlib.Term
	}
	// Assume blocks the run unless Cond holds.
	Assume struct {
		At
		Cond *smtlib.Term
	}
	// Assert fails the run unless Cond holds.
	Assert struct {
		At
		Cond *smtlib.Term
		What string // what is asserted: assertion, precondition of p, ...
	}
	// Call runs Proc on Args, one for each of its Inputs, and assigns its
	// Outputs to Outs; a nil Out discards the value.
	Call struct {
		At
		Proc string
		Args []*smtlib.Term
		Outs []*smtlib.Term
	}
)

// NewSuffix ends the names of the constants and functions of the new version that
// have another meaning than those of the old one. No Boogie name holds an @.
const NewSuffix = "@new"

// TapeVar is the variable that holds the position on the input tape. No Boogie
// name holds a colon.
func TapeVar(c *smtlib.Context) *smtlib.Term { return c.Var("tape:at", c.Int) }

// TapePrefix begins the names of tapes, and no other function's.
const TapePrefix = "tape:"

// TapeFunc is the tape of sort s: a function from positions to values that
// both versions share.
func TapeFunc(c *smtlib.Context, s *smtlib.Sort) *smtlib.Func {
	return c.Func(TapePrefix+s.String(), []*smtlib.Sort{c.Int}, s)
}

// ExitVar says which exit a loop with several exits took, from 0.
func ExitVar(c *smtlib.Context) *smtlib.Term { return c.Var("loop:exit", c.Int) }
