package symdiff

import (
	"context"
	"slices"

	"semdiff/moddiff/relation"
	"semdiff/moddiff/vc"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// Bounds of inlining.
const (
	maxActivations = 1_000 // of one pair
	maxDepth       = 120   // activations that have not returned
)

// encoder makes the terms of one pair: it decides, as the mode says, which calls
// are inlined, and which functions stand for the others.
type encoder struct {
	ctx   context.Context
	c     *smtlib.Context
	v     *versions
	opts  Options
	known *knowledge
	// group is the recursive group under an inductive proof: calls of it stay
	// abstract.
	group []*pair
	// wanted says, by version, how many activations of a callee refinement has
	// asked for.
	wanted      [2]map[string]int
	chosen      map[*vc.Frame]bool // a choice, not the conditions so far, led to the frame
	activations int
	cut         bool // a call was left abstract because of a bound
	// block, unless nil, gets the conditions under which the blocks of all bodies
	// are reached.
	block     func(*smtlib.Term)
	relations []*relation.Relation // that are proven, to be used
	recorder  *vc.Recorder         // of calls, nil when nobody needs them
	cutPairs  bool                 // some pairs of them are too many
}

// record keeps the calls that are made.
func (e *encoder) record() { e.recorder = &vc.Recorder{Calls: e} }

// bodies starts an encoding.
func (e *encoder) bodies() *vc.Encoder {
	e.activations = 0
	b := &vc.Encoder{Ctx: e.c, Programs: e.v.programs, Calls: e, Feasible: e.feasible, Block: e.block}
	if e.recorder != nil {
		e.record()
		b.Calls = e.recorder
	}
	return b
}

func (e *encoder) feasible(t *smtlib.Term) bool { return e.v.feasible(e.ctx, t) }

// Call implements vc.Calls.
func (e *encoder) Call(s *vc.Site) vc.Effect {
	p := e.v.pairOf(s.In.Version, s.Callee.Name)
	known := e.known.proofs[p].what()
	switch {
	case s.Dead() || !e.inlines(s, p):
		return e.abstract(s, p, known)
	case s.In.Ongoing(s.Callee, s.Args):
		return vc.Effect{Outputs: e.abstract(s, p, nil).Outputs, Ends: vc.Forever(e.c)}
	}
	return e.inline(s, p, known)
}

// abstract is a call as applications of functions.
func (e *encoder) abstract(s *vc.Site, p *pair, known *vc.Known) vc.Effect {
	return e.application(s.In.Version, s.Callee, s.Args, p, known)
}

func (e *encoder) application(version int, q *ir.Proc, args []*smtlib.Term, p *pair, known *vc.Known) vc.Effect {
	if p == nil {
		return e.known.symbols.Call(version, q, args, nil, nil)
	}
	return e.known.symbols.Call(version, q, args, &p.Pair, known)
}

// inlines tells whether a call is to be inlined.
func (e *encoder) inlines(s *vc.Site, p *pair) bool {
	version, q := s.In.Version, s.Callee
	if q.Blocks == nil || p != nil && slices.Contains(e.group, p) { // no Blocks: it has no meaning
		return false
	}
	if e.wanted[version][q.Name] > 0 {
		return true
	}
	proven := p != nil && e.known.proofs[p].partial(p)
	if e.v.recursive(version, q.Name) && (e.opts.Unwind == 0 || proven && e.opts.Mode != Inline) {
		return false
	}
	switch e.opts.Mode {
	case Inline:
		return true
	case Unproven, Differential:
		return !proven
	}
	return q.Kind == ir.Loop && e.opts.Unwind > 0 && !proven
}

// inline is the effect of the callee's body; in mode Differential only where the
// versions of the callee differ.
func (e *encoder) inline(s *vc.Site, p *pair, known *vc.Known) vc.Effect {
	f, without := s.Frame(), known // what is known where the body is not needed
	agree := e.agreement(s, p)
	if agree != nil {
		same := vc.Same(&p.Pair)
		without = &same
		f.Pruned, f.Reached = true, e.c.And(f.Reached, e.c.Not(agree))
	}
	recursive := e.v.recursive(f.Version, f.Proc.Name)
	if recursive || f.Pruned {
		e.chosen[f] = recursive && e.isChoice(s)
		if !e.feasible(f.Reached) { // no input leads to the body, or the versions agree there
			return e.abstract(s, p, without)
		}
	}
	if e.activations++; e.activations > maxActivations || f.Depth() > maxDepth || recursive && e.beyond(f) || e.ctx.Err() != nil {
		e.cut = true
		return e.abstract(s, p, known)
	}
	inlined := s.Inline(f)
	if agree == nil {
		return inlined
	}
	return vc.Choose(e.c, agree, e.abstract(s, p, without), inlined)
}

// agreement is the condition, over the arguments of a call, that both versions of
// the callee do the same, if what differs in it is to be inlined; nil otherwise.
func (e *encoder) agreement(s *vc.Site, p *pair) *smtlib.Term {
	if e.opts.Mode != Differential || p == nil || !p.Sharable() || e.known.agree[p] == nil || e.within(s.In, s.Callee) {
		return nil
	}
	return p.At(e.c, e.known.agree[p], s.In.Version, s.Args)
}

// within reports whether a member of q's recursive group has not returned.
func (e *encoder) within(f *vc.Frame, q *ir.Proc) bool {
	for ; f != nil; f = f.Caller {
		if e.v.sameGroup(f.Version, f.Proc.Name, q.Name) {
			return true
		}
	}
	return false
}

// isChoice reports whether something else than the conditions under which the
// caller was entered leads to the call.
func (e *encoder) isChoice(s *vc.Site) bool {
	t := s.Within()
	return !t.IsTrue() && e.feasible(e.c.And(s.In.Reached, e.c.Not(t)))
}

// beyond reports whether a recursive activation is beyond the depth: those that
// a choice led to count, those that the input forces are free.
func (e *encoder) beyond(f *vc.Frame) bool {
	limit := max(e.opts.Unwind, e.wanted[f.Version][f.Proc.Name])
	n := 0
	for g := f; g != nil; g = g.Caller {
		if e.chosen[g] && g.Version == f.Version && e.v.sameGroup(f.Version, g.Proc.Name, f.Proc.Name) {
			n++
		}
	}
	return n > limit
}
