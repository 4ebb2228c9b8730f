package symdiff

import (
	"context"
	"fmt"

	"semdiff/moddiff"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// Bounds of inlining.
const (
	maxActivations = 1_000 // of one pair
	maxDepth       = 120   // activations that have not returned
)

// proof is what is known of a matched pair, on all inputs.
type proof struct {
	ends    bool         // one ends if the other does
	kind    bool         // if both end, they do so in the same way
	outputs map[int]bool // if both return, these agree; by index in the old version
	assumed bool         // so the user said
}

// symbol says what an abstract function stands for.
type symbol struct {
	procs [2]string // "" where it stands for no call of the version
}

// The results of a call beside its outputs.
const (
	kindResult = -1
	endsResult = -2
)

// encoder makes the terms of one pair.
type encoder struct {
	ctx     context.Context
	c       *smtlib.Context
	v       *kitVersions
	opts    *Options
	proofs  map[*moddiff.Pair]*proof
	agree   map[*moddiff.Pair]*smtlib.Term // agreement of differing pairs, for differential inlining
	symbols map[*smtlib.Func]symbol
	// group is the recursive group under an inductive proof: calls of it stay
	// abstract.
	group []*moddiff.Pair
	// wanted says, by version, how many activations of a callee refinement has
	// asked for.
	wanted      [2]map[string]int
	activations int
	cut         bool // a call was left abstract because of a bound
	// path, unless nil, gets the conditions under which the blocks of all bodies
	// are reached.
	path *[]*smtlib.Term
	// proven are the mutual summaries to be used.
	proven   []*relation
	records  bool
	calls    [2][]*activation // by version, when records is set
	cutPairs bool             // some pairs of them are too many
}

func (e *encoder) feasible(t *smtlib.Term) bool { return e.v.Feasible(e.ctx, t) }

// call encodes a call in node i of b.
func (e *encoder) call(b *body, i int, q *ir.Proc, args []*smtlib.Term) effect {
	version := b.frame.version
	pair := e.v.PairOf(version, q.Name)
	if !e.inlines(version, q, pair) || b.nodes[i].passes.IsFalse() {
		return e.abstract(version, q, args, e.proofs[pair])
	}
	if b.frame.ongoing(q, args) { // for ever
		return effect{outputs: e.abstract(version, q, args, nil).outputs, ends: [abnormal]*smtlib.Term{e.c.False, e.c.False, e.c.True}}
	}
	f := &frame{version: version, proc: q, args: args, caller: b.frame, prune: b.frame.prune}
	f.reach = e.c.And(b.reach(i), b.nodes[i].passes)
	differing := e.opts.Mode == Differential && pair != nil && pair.Sharable && e.agree[pair] != nil && !b.frame.within(e.v, q)
	var agree *smtlib.Term
	if differing {
		agree = e.agreement(pair, version, args)
		f.prune = true
		f.reach = e.c.And(f.reach, e.c.Not(agree))
	}
	recursive := e.v.Recursive(version, q.Name)
	if recursive || f.prune {
		f.chosen = recursive && e.isChoice(b, i)
		if !e.feasible(f.reach) {
			// No input leads to the body, or the versions agree there.
			return e.abstract(version, q, args, sharedAll(pair, differing, e.proofs[pair]))
		}
	}
	if e.activations++; e.activations > maxActivations || f.depth() > maxDepth || recursive && e.beyond(f) || e.ctx.Err() != nil {
		e.cut = true
		return e.abstract(version, q, args, e.proofs[pair])
	}
	inlined := e.effectOf(f)
	if !differing {
		return inlined
	}
	return e.either(agree, e.abstract(version, q, args, sharedAll(pair, true, nil)), inlined)
}

// sharedAll is everything proven of a pair where its versions agree.
func sharedAll(p *moddiff.Pair, agree bool, known *proof) *proof {
	if !agree {
		return known
	}
	all := &proof{ends: true, kind: true, outputs: map[int]bool{}}
	for _, port := range p.Outputs {
		all.outputs[port.Old] = true
	}
	return all
}

// either is the first effect where cond holds, else the second one.
func (e *encoder) either(cond *smtlib.Term, x, y effect) effect {
	var out effect
	for i, t := range x.outputs {
		out.outputs = append(out.outputs, e.c.Ite(cond, t, y.outputs[i]))
	}
	for i, t := range x.ends {
		out.ends[i] = e.c.Ite(cond, t, y.ends[i])
	}
	return out
}

// inlines tells whether calls of q are to be inlined.
func (e *encoder) inlines(version int, q *ir.Proc, pair *moddiff.Pair) bool {
	for _, p := range e.group {
		if p == pair {
			return false
		}
	}
	if e.wanted[version][q.Name] > 0 {
		return true
	}
	proven := pair != nil && e.proofs[pair].partial(pair)
	if e.v.Recursive(version, q.Name) && (e.opts.Unroll == 0 || proven && e.opts.Mode != Inline) {
		return false
	}
	switch e.opts.Mode {
	case Inline:
		return true
	case Unproven, Differential:
		return !proven
	}
	return q.Kind == ir.Loop && e.opts.Unroll > 0 && !proven
}

// isChoice reports whether something else than the conditions under which the
// activation of b was entered leads to node i.
func (e *encoder) isChoice(b *body, i int) bool {
	inner := *b.frame
	inner.reach = e.c.True
	local := *b
	local.frame = &inner
	t := e.c.And(local.reach(i), b.nodes[i].passes)
	return !t.IsTrue() && e.feasible(e.c.And(b.frame.reach, e.c.Not(t)))
}

// beyond reports whether a recursive activation is beyond the depth: those that
// a choice led to count, those that the input forces are free.
func (e *encoder) beyond(f *frame) bool {
	limit := max(e.opts.Unroll, e.wanted[f.version][f.proc.Name])
	n := 0
	for g := f; g != nil; g = g.caller {
		if g.chosen && g.version == f.version && e.v.SameGroup(f.version, g.proc.Name, f.proc.Name) {
			n++
		}
	}
	return n > limit
}

// partial reports whether partial equivalence of p is proven, full whether
// equivalence is.
func (pr *proof) partial(p *moddiff.Pair) bool {
	if pr == nil || !pr.kind {
		return false
	}
	for _, port := range p.Outputs {
		if !pr.outputs[port.Old] {
			return false
		}
	}
	return true
}

func (pr *proof) full(p *moddiff.Pair) bool { return pr.partial(p) && pr.ends }

// abstract is a call of q as applications of uninterpreted functions: those of
// the pair for what is proven, else those of the version.
func (e *encoder) abstract(version int, q *ir.Proc, args []*smtlib.Term, known *proof) effect {
	c := e.c
	diverge, fail, block := e.v.MayEnd(version, q.Name)
	if pair := e.v.PairOf(version, q.Name); pair != nil && known.full(pair) {
		// What one version cannot do, the other does not do.
		d, f, b := e.v.MayEnd(1-version, pair.Proc(1-version).Name)
		diverge, fail, block = diverge && d, fail && f, block && b
	}
	eff := effect{ends: [abnormal]*smtlib.Term{c.False, c.False, c.False}}
	ends := c.True
	if diverge {
		ends = e.result(version, q, args, endsResult, known)
		eff.ends[diverges] = c.Not(ends)
	}
	if fail || block {
		kind := e.result(version, q, args, kindResult, known)
		if fail {
			eff.ends[fails] = c.And(ends, c.Eq(kind, c.IntVal(1+fails)))
		}
		if block {
			eff.ends[blocked] = c.And(ends, c.Eq(kind, c.IntVal(1+blocked)))
		}
	}
	for i := range q.Outputs {
		eff.outputs = append(eff.outputs, e.result(version, q, args, i, known))
	}
	return eff
}

// result is the application for one result of a call of q.
func (e *encoder) result(version int, q *ir.Proc, args []*smtlib.Term, result int, known *proof) *smtlib.Term {
	if pair := e.v.PairOf(version, q.Name); pair != nil && known != nil && pair.Sharable {
		old, ok := result, true
		switch {
		case result == endsResult:
			ok = known.ends
		case result == kindResult:
			ok = known.kind
		default:
			old = oldOutput(pair, version, result)
			ok = known.outputs[old] && old >= 0
		}
		if ok {
			proc := pair.Proc(0)
			f := e.declare(callName(pair), proc.Proc, old, symbol{[2]string{proc.Name, pair.Proc(1).Name}})
			return e.c.App(f, oldArgs(pair, version, args)...)
		}
	}
	s := symbol{}
	s.procs[version] = q.Name
	return e.c.App(e.declare(fmt.Sprintf("v%d.%s", version+1, q.Name), q, result, s), args...)
}

// callName is what the shared functions of a pair are called after.
func callName(p *moddiff.Pair) string { return "v1v2." + p.Proc(0).Name }

// declare is the function for a result of proc.
func (e *encoder) declare(name string, proc *ir.Proc, result int, s symbol) *smtlib.Func {
	params := make([]*smtlib.Sort, len(proc.Inputs))
	for i, in := range proc.Inputs {
		params[i] = in.Sort()
	}
	var f *smtlib.Func
	switch result {
	case endsResult:
		f = e.c.Func(name+":ends", params, e.c.Bool)
	case kindResult:
		f = e.c.Func(name+":kind", params, e.c.Int)
	default:
		out := proc.Outputs[result]
		f = e.c.Func(fmt.Sprintf("%s:%s:%d", name, out.Name(), result), params, out.Sort())
	}
	if _, known := e.symbols[f]; !known {
		e.symbols[f] = s
		e.v.Abstract(f)
	}
	return f
}

// oldOutput is the index in the old version of an output, -1 when it lacks it.
func oldOutput(p *moddiff.Pair, version, output int) int {
	for _, port := range p.Outputs {
		if version == 0 && port.Old == output || version == 1 && port.New == output {
			if port.New < 0 {
				return -1
			}
			return port.Old
		}
	}
	return -1
}

// oldArgs are the arguments of a call in the order of the old version; the pair
// is sharable.
func oldArgs(p *moddiff.Pair, version int, args []*smtlib.Term) []*smtlib.Term {
	if version == 0 {
		return args
	}
	out := make([]*smtlib.Term, len(args))
	for _, in := range p.Inputs {
		out[in.Old] = args[in.New]
	}
	return out
}

// agreement is the condition, for a call's arguments, that both versions of a
// pair do the same.
func (e *encoder) agreement(p *moddiff.Pair, version int, args []*smtlib.Term) *smtlib.Term {
	sub := map[*smtlib.Term]*smtlib.Term{}
	for i, x := range oldArgs(p, version, args) {
		for _, in := range p.Inputs {
			if in.Old == i {
				sub[in.Var] = x
			}
		}
	}
	return e.c.Substitute(e.agree[p], sub)
}
