package boogie

import "fmt"

// The nodes of CIVL, Boogie's layer for concurrent programs.

func (*YieldInvariantDecl) decl() {}
func (*ActionDecl) decl()         {}
func (*YieldProcDecl) decl()      {}

func (*ParCallStmt) stmt() {}
func (*YieldStmt) stmt()   {}

// Mover says how an action commutes with those of other threads.
type Mover int

// The kinds of mover.
const (
	NoMover Mover = iota // not written
	LeftMover
	RightMover
	BothMover
	AtomicMover
)

var moverWords = [...]string{
	NoMover: "", LeftMover: "left", RightMover: "right", BothMover: "both", AtomicMover: "atomic",
}

// String is the keyword of the mover, "" for NoMover.
func (m Mover) String() string {
	if m < 0 || int(m) >= len(moverWords) {
		return fmt.Sprintf("Mover(%d)", int(m))
	}
	return moverWords[m]
}

// moverNamed returns the mover of a keyword, NoMover for any other word.
func moverNamed(word string) Mover {
	for m, w := range moverWords {
		if w == word {
			return Mover(m)
		}
	}
	return NoMover
}

type (
	// YieldInvariantDecl is [yield] invariant Name(Params); preserves E; ...
	// Without yield the invariant is global: it holds at every yield.
	YieldInvariantDecl struct {
		Pos
		Attrs  []*Attr
		Name   string
		Params []*Binding
		Specs  []*Spec // preserves
		Yield  bool
	}
	// ActionDecl is [pure] [Mover] action Name(Ins) returns (Outs); with clauses
	// refines, modifies, requires and asserts. Body is nil when it has none.
	ActionDecl struct {
		Pos
		Attrs     []*Attr
		Pure      bool
		Mover     Mover
		Name      string
		Ins, Outs []*Binding
		Specs     []*Spec
		Body      *Body
	}
	// YieldProcDecl is yield [Mover] procedure Name(Ins) returns (Outs); with
	// clauses refines, modifies, requires, preserves, ensures and measure. Body is
	// nil when it has none.
	YieldProcDecl struct {
		Pos
		Attrs     []*Attr
		Mover     Mover
		Name      string
		Ins, Outs []*Binding
		Specs     []*Spec
		Body      *Body
	}
	// InvariantCall is invariant call Inv(Args); of a loop: a yield invariant.
	InvariantCall struct {
		Pos
		Free  bool
		Attrs []*Attr
		Call  *CallStmt
	}
	// ParCallStmt is call C1 | C2 | ...; or the older par C1 | ...; which alone
	// may have only one call.
	ParCallStmt struct {
		Pos
		Calls []*CallStmt
	}
	// YieldStmt is the older yield;
	YieldStmt struct{ Pos }
)
