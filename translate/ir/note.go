package ir

import "semdiff/smtlib"

// Note is there for traces: it says what a run passes and changes nothing. Notes
// are instructions while a program is lowered; then they stand beside the
// instructions (Block.Notes), where only the interpreter looks.
//
//	mark        no Exprs        the run is at Pos
//	value       Name, Exprs[0]  Exprs[0] is the value of what the source calls Name
//	assignment  Vars, Exprs     sets variables that no instruction reads later
//	loss        Vars, no Exprs  the values of Vars are not known from here on
type Note struct {
	At
	Before int // index of the instruction that it stands before
	Name   string
	Vars   []*smtlib.Term
	Exprs  []*smtlib.Term
}

func (*Note) instr() {}

// DetachNotes takes the notes out of the instructions of b.
func (b *Block) DetachNotes() {
	var instrs []Instr
	for _, in := range b.Instrs {
		if n, ok := in.(*Note); ok {
			placed := *n // blocks that were copied share it
			placed.Before = len(instrs)
			b.Notes = append(b.Notes, &placed)
		} else {
			instrs = append(instrs, in)
		}
	}
	if len(b.Notes) > 0 {
		b.Instrs = instrs
	}
}
