package vc

import (
	"slices"

	"semdiff/internal/source"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// Frame is a run whose body is being encoded.
type Frame struct {
	Version int
	Proc    *ir.Proc
	Args    []*smtlib.Term
	Caller  *Frame       // nil for the run that was asked for
	Reached *smtlib.Term // over the arguments of the outermost frame
	// Pruned leaves out blocks that no input reaches which satisfies Reached.
	Pruned bool
}

// Depth is how many runs have not returned.
func (f *Frame) Depth() (n int) {
	for ; f != nil; f = f.Caller {
		n++
	}
	return n
}

// Ongoing reports whether a run of q on args has not returned: to start it again
// never ends, since procedures are functions of their inputs.
func (f *Frame) Ongoing(q *ir.Proc, args []*smtlib.Term) bool {
	for ; f != nil; f = f.Caller {
		if f.Proc == q && slices.Equal(f.Args, args) {
			return true
		}
	}
	return false
}

// Site is a call in a body that is being encoded.
type Site struct {
	In     *Frame // the run that makes the call
	Callee *ir.Proc
	Args   []*smtlib.Term
	Pos    source.Pos
	body   *body
	node   int
	passes *smtlib.Term // what begins in the node gets to the call
}

// Reached is the condition that the call is made, over the arguments of the
// outermost frame.
func (s *Site) Reached() *smtlib.Term { return s.body.e.Ctx.And(s.In.Reached, s.Within()) }

// Within is the condition that the run makes the call, given that the run is made.
func (s *Site) Within() *smtlib.Term { return s.body.e.Ctx.And(s.body.within(s.node), s.passes) }

// Dead reports whether nothing that begins in the block gets to the call.
func (s *Site) Dead() bool { return s.passes.IsFalse() }

// Frame is a frame for the run that the call starts, to be inlined.
func (s *Site) Frame() *Frame {
	return &Frame{Version: s.In.Version, Proc: s.Callee, Args: s.Args, Caller: s.In, Reached: s.Reached(), Pruned: s.In.Pruned}
}

// Inline is the effect of the callee's body, where the condition holds under
// which f is reached.
func (s *Site) Inline(f *Frame) Effect { return s.body.e.effectOf(f) }
