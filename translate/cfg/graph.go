package cfg

import (
	"semdiff/boogie/types"
	"semdiff/internal/source"
)

// Graph is the control-flow graph of a procedure with a body.
type Graph struct {
	Proc   *types.Proc
	Blocks []*Block // reachable; Blocks[0] is the entry, and as many edges as can lead forward

	prog   *Program
	cyclic bool
	body   *Names // of expressions in the body
	spec   *Names // of the specification; see specNames
	vars   []*Var // by their index; vars[0] is the tape
	of     map[*types.Object]*Var
}

// Block is a straight sequence of instructions. A block without Succs is an exit.
type Block struct {
	Label  string
	Pos    source.Pos
	Instrs []Instr
	Succs  []Edge // exclude each other, unless there is a Choice
	// Choice is set, and havocked last in Instrs, where guards overlap: its value
	// means the edge with this Pick if it is enabled, else the first that is.
	Choice *Var

	conditional bool // the edges are the two ways of a condition
	resolved    bool // see resolveBranches
	partial     bool // of other edges, it may be that none is enabled
	index       int
}

// Edge leads to a block when all of its guards hold.
type Edge struct {
	Guards []Guard
	Pick   int // see Block.Choice
	To     *Block
}

// Guard holds when its expression does, or does not.
type Guard struct {
	Expr *Expr
	Not  bool
}

// Instr is an instruction: what is done, and where in the source.
type Instr interface {
	Place() source.Pos
	instr()
}

func (*Assign) instr() {}
func (*Unpack) instr() {}
func (*Assume) instr() {}
func (*Assert) instr() {}
func (*Havoc) instr()  {}
func (*Call) instr()   {}
func (*Note) instr()   {}

// At is embedded for the place of an instruction in the source.
type At struct{ Pos source.Pos }

// Place implements Instr.
func (a At) Place() source.Pos { return a.Pos }

type (
	// Assign is the simultaneous assignment Vars := Values.
	Assign struct {
		At
		Vars   []*Var
		Values []Value
	}
	// Unpack sets Vars to the fields of a value that the constructor made.
	Unpack struct {
		At
		Vars  []*Var
		Ctor  string
		Value *Expr
	}
	// Assume blocks the run unless Cond holds.
	Assume struct {
		At
		Cond *Expr
	}
	// Assert fails the run unless Cond holds.
	Assert struct {
		At
		Cond *Expr
		What string // what is asserted: assertion, precondition of p, ...
	}
	// Havoc gives Vars the next elements of the tape, then assumes Where.
	Havoc struct {
		At
		Vars  []*Var // without duplicates
		Where []*Expr
	}
	// Call runs Proc on Args and sets Outs to its results; nothing that its
	// specification says is left to say.
	Call struct {
		At
		Proc *types.Proc
		Args []Value
		Outs []*Var
		// Sets are, for a procedure without a body, Outs and the globals that it may
		// change, which are then made of Args and what External reads.
		Sets []*Var

		// in are the globals that the callee reads, and the tape if it does; out are
		// those that it sets, for one with a body.
		in, out []*Var
	}
	// Note is for traces. Without Value it says that the run is there, else that
	// Value is the value of what the source calls Name.
	Note struct {
		At
		Name  string
		Value Value
		// Extra is set where nothing but the note needs Value.
		Extra bool
	}
)
