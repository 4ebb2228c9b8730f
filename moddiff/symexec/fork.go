package symexec

import (
	"maps"
	"slices"

	"semdiff/moddiff/pairing"
	"semdiff/moddiff/reason"
	"semdiff/moddiff/summary"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// Bounds of symbolic execution that no flag sets.
const (
	maxPaths  = 1_000   // path summaries of one exploration
	maxStates = 200_000 // blocks executed in one exploration
	maxCalls  = 20_000  // activations of a recursive group along one path
	longRun   = 128     // activations after which it is asked whether they end
)

// execution is one run of modular symbolic execution (section 3) over a
// procedure. Calls of procedures of its own recursive group are unfolded up to
// the unwinding bound (or, with unfold unset, stay abstract); all others are
// abstract applications.
type execution struct {
	a      *Explorer
	p      *pairing.Proc
	unfold bool
	// unwind bounds how many activations that a choice led to a path may have;
	// activations that are forced by the condition are free.
	unwind int
	// precondition restricts the paths to those that this condition allows, over
	// other variables than the inputs; actual gives the inputs in its terms.
	precondition *smtlib.Term
	actual       *smtlib.Subst

	paths  []*summary.Path
	calls  []summary.Call // abstract calls that may not return
	states int
	stack  []*state
	// What left feasible paths out.
	unwound, truncated bool
	gaps               reason.List // the same as reasons
}

// state is a point of a path.
type state struct {
	frame      *frame
	r          *smtlib.Term // reachability condition so far, over the inputs
	restricted *smtlib.Term // r in terms of the precondition, with it
	choices    int          // activations that a choice led to
	chosen     bool         // a choice since the last activation
	calls      int
	ongoing    *activation
}

// frame is an activation of a procedure: where it is and what it holds.
type frame struct {
	p      *pairing.Proc
	block  *ir.Block
	next   int // index of the next instruction
	env    map[*smtlib.Term]*smtlib.Term
	caller *frame
	outs   []*smtlib.Term // the caller's variables for the outputs
	resume *activation    // the ongoing activations once it returns
}

// activation is the list of calls that have not returned, innermost first. A
// call that made a tail call has not returned either.
type activation struct {
	p    *pairing.Proc
	args []*smtlib.Term
	next *activation
}

// has reports whether a call of p on args is among those from o outwards.
func (o *activation) has(p *pairing.Proc, args []*smtlib.Term) bool {
	for ; o != nil; o = o.next {
		if o.p == p && slices.Equal(o.args, args) {
			return true
		}
	}
	return false
}

// execute explores p and returns its feasible paths; complete tells that they
// are all. Where the options allow it, many paths are merged, and so are few
// that the unwinding bound cut short, if that explores all.
func (x *execution) execute() (paths []*summary.Path, complete bool) {
	switch {
	case !x.a.Load(x.p):
		return nil, false
	case x.a.Options.Paths == Enumerate:
		if !x.enumerate(maxPaths) {
			x.truncate(x.a.PathsReason())
		}
	case !x.enumerate(x.a.Options.Apart):
		x.merge()
	case x.unwound && !x.truncated:
		merged := *x
		if merged.merge(); !merged.unwound && !merged.truncated {
			*x = merged
		}
	}
	x.a.Unwound = x.a.Unwound || x.unwound
	x.a.Truncated = x.a.Truncated || x.truncated
	if x.unwound {
		x.gaps.Add(x.a.UnwindingReason())
	}
	return x.paths, !x.unwound && !x.truncated
}

// enumerate executes p path by path; false when there are more than most.
func (x *execution) enumerate(most int) bool {
	c := x.a.Ctx
	start := &state{r: c.True, restricted: c.True}
	if x.precondition != nil {
		start.restricted = x.precondition
	}
	start.frame = x.enter(x.p, x.p.Inputs, nil, nil)
	start.ongoing = &activation{p: x.p, args: x.p.Inputs}
	x.stack = append(x.stack, start)
	for len(x.stack) > 0 {
		s := x.stack[len(x.stack)-1]
		x.stack = x.stack[:len(x.stack)-1]
		x.states++
		if len(x.paths)+len(x.stack) > most {
			return false
		}
		if x.overBounds() {
			break
		}
		x.run(s)
	}
	return true
}

// overBounds reports whether an exploration took as much as it may.
func (x *execution) overBounds() bool {
	switch {
	case x.states > maxStates:
		x.truncate(x.a.PathsReason())
	case x.a.Spent():
		x.truncate(x.a.WhySpent())
	default:
		return false
	}
	return true
}

func (x *execution) truncate(why reason.Reason) {
	x.truncated = true
	x.gaps.Add(why)
}

func (x *execution) enter(p *pairing.Proc, args []*smtlib.Term, caller *frame, outs []*smtlib.Term) *frame {
	return &frame{p: p, block: p.Blocks[0], env: p.Bind(args), caller: caller, outs: outs}
}

// forking is the State of a path: where control flow parts, paths do.
type forking struct {
	store
	x *execution
	s *state
}

// run executes one block of the innermost frame, or the rest of it.
func (x *execution) run(s *state) {
	f := s.frame
	in := &forking{store: store{c: x.a.Ctx, env: f.env}, x: x, s: s}
	switch {
	case !Steps(in, f.block, f.next):
	case len(f.block.Succs) == 0:
		x.leave(s)
	default:
		x.branch(in)
	}
}

// Require implements State: it splits off the end that a false condition leads to.
func (f *forking) Require(_ int, cond *smtlib.Term, otherwise ir.Outcome) bool {
	x, s := f.x, f.s
	if cond.IsTrue() {
		return true
	}
	failing, passing := x.extend(s, x.a.Ctx.Not(cond)), x.extend(s, cond)
	if failing != nil && (passing == nil || x.a.MaybeSat(failing.restricted)) {
		x.end(failing, otherwise, nil)
	}
	if passing == nil || failing != nil && !x.a.MaybeSat(passing.restricted) {
		return false
	}
	s.r, s.restricted = passing.r, passing.restricted
	return true
}

// Call implements State. After a call of the own recursive group the path goes on
// when that returns.
func (f *forking) Call(k int, call *ir.Call, args []*smtlib.Term) bool {
	x, s := f.x, f.s
	q := s.frame.p.Version.At(call.Proc)
	s.frame.next = k + 1
	if x.unfold && x.p.Version.SameGroup(x.p, q) {
		x.unfoldCall(s, q, args, call)
		return false
	}
	x.noteCall(q, s.r, args)
	for _, r := range x.a.Returning(q, args) {
		if !f.Require(k, r.Cond, r.Otherwise) {
			return false
		}
	}
	x.a.SetResults(f.env, q, args, call)
	f.sub = nil
	return true
}

// extend adds cond to the path; nil when that is plainly infeasible.
func (x *execution) extend(s *state, cond *smtlib.Term) *state {
	c := x.a.Ctx
	t := *s
	t.r = c.And(s.r, cond)
	if t.r.IsFalse() {
		return nil
	}
	if x.precondition == nil {
		t.restricted = t.r
	} else {
		t.restricted = c.And(s.restricted, x.a.Expand(x.actual.Apply(cond)))
	}
	if t.restricted.IsFalse() {
		return nil
	}
	return &t
}

// branch follows the edges of the block's end, the first edge first.
func (x *execution) branch(in *forking) {
	c, s := x.a.Ctx, in.s
	f := s.frame
	type next struct {
		s  *state
		to *ir.Block
	}
	var candidates []next
	none := c.True
	for _, e := range f.block.Succs {
		cond := in.Value(e.Cond)
		none = c.And(none, c.Not(cond))
		if t := x.extend(s, cond); t != nil {
			candidates = append(candidates, next{t, e.To})
		}
	}
	if !none.IsFalse() {
		if t := x.extend(s, none); t != nil {
			candidates = append(candidates, next{t, nil})
		}
	}
	var feasible []next
	for i, n := range candidates {
		// One way must be open: the last one needs no question.
		last := i == len(candidates)-1 && len(feasible) == 0
		switch {
		case !last && !x.a.MaybeSat(n.s.restricted):
		case n.to == nil:
			x.end(n.s, ir.Blocked, nil)
		default:
			feasible = append(feasible, n)
		}
	}
	for i := len(feasible) - 1; i >= 0; i-- {
		t := feasible[i].s
		t.frame = &frame{p: f.p, block: feasible[i].to, env: f.env, caller: f.caller, outs: f.outs, resume: f.resume}
		if i > 0 {
			t.frame.env = maps.Clone(f.env)
		}
		if len(feasible) > 1 {
			t.chosen = true
			if f.caller != nil {
				t.frame.caller = f.caller.clone()
			}
		}
		x.stack = append(x.stack, t)
	}
}

// clone copies a frame and its callers, which paths that part must not share.
func (f *frame) clone() *frame {
	g := *f
	g.env = maps.Clone(f.env)
	if f.caller != nil {
		g.caller = f.caller.clone()
	}
	return &g
}

// leave returns from the innermost frame.
func (x *execution) leave(s *state) {
	f := s.frame
	values := make([]*smtlib.Term, len(f.p.Outputs))
	for i, v := range f.p.Outputs {
		values[i] = f.env[v]
	}
	if f.caller == nil {
		x.end(s, ir.Normal, values)
		return
	}
	for i, v := range f.outs {
		if v != nil {
			f.caller.env[v] = values[i]
		}
	}
	s.frame, s.ongoing = f.caller, f.resume
	x.stack = append(x.stack, s)
}

// end records a finished path.
func (x *execution) end(s *state, end ir.Outcome, values []*smtlib.Term) {
	x.paths = append(x.paths, &summary.Path{R: s.r, T: values, End: end})
}

// unfoldCall executes a call of the same recursive group in place. A call on
// the very arguments of an activation that has not returned never ends.
func (x *execution) unfoldCall(s *state, q *pairing.Proc, args []*smtlib.Term, call *ir.Call) {
	if s.ongoing.has(q, args) {
		x.end(s, ir.Diverges, nil)
		return
	}
	if s.chosen {
		s.choices++
		s.chosen = false
	}
	s.calls++
	if s.choices > x.unwind || s.calls > maxCalls {
		x.unwound = true
		return
	}
	if s.calls%longRun == 0 && x.staysIn(q, args, func(ends *smtlib.Term) bool {
		t := x.extend(s, ends)
		return t == nil || !x.a.MaybeSat(t.restricted)
	}) {
		x.end(s, ir.Diverges, nil)
		return
	}
	f := s.frame
	if len(f.block.Succs) == 0 && f.next == len(f.block.Instrs) && q == f.p && slices.Equal(call.Outs, f.p.Outputs) {
		tail := x.enter(q, args, f.caller, f.outs)
		tail.resume = f.resume
		s.frame = tail
	} else {
		s.frame = x.enter(q, args, f, call.Outs)
		s.frame.resume = s.ongoing
	}
	s.ongoing = &activation{p: q, args: args, next: s.ongoing}
	x.stack = append(x.stack, s)
}

// staysIn reports whether a call is proven not to end at a place where excluded
// tells what cannot hold.
func (x *execution) staysIn(q *pairing.Proc, args []*smtlib.Term, excluded func(*smtlib.Term) bool) bool {
	x.a.analyseTermination(q)
	_, loops := x.a.KnownTo(q, args)
	return !loops.IsFalse() && excluded(x.a.Ctx.Not(loops))
}

// noteCall keeps an abstract call that may not end, reached under a condition.
func (x *execution) noteCall(q *pairing.Proc, reached *smtlib.Term, args []*smtlib.Term) {
	if x.a.State.Of(q).MayDiverge {
		x.calls = append(x.calls, summary.Call{Caller: x.p, Callee: q, Reached: reached, Args: args})
	}
}
