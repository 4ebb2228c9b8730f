package concolic

import (
	"slices"

	"semdiff/moddiff/pairing"
	"semdiff/moddiff/summary"
	"semdiff/moddiff/symexec"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// run is one run: a path through the procedure and all that it calls.
type run struct {
	*search
	side        int
	from        place          // the last call in a procedure which the change affects
	taken       []*smtlib.Term // its conditions over the pair's inputs
	branches    []branch       // where they led
	known       map[*smtlib.Term]bool
	calls       []callTaken // of procedures that the change affects
	flips       []*flippedBranch
	steps       int
	speculative bool          // the input at hand need not lead as far as taken says
	exhausted   bool          // it took too long
	end         ir.Outcome    // other than ir.Normal once a run has ended so
	path        *summary.Path // nil when the run led too far, or to what the solver cannot decide
}

// callTaken is a call in a run.
type callTaken struct {
	pair *pairing.Pair
	args []*smtlib.Term // for the pair's inputs; nil where the version has none
	at   int            // how many conditions come before
}

// run follows one version on the input at hand.
func (f *search) run(p *pairing.Proc) *run {
	r := &run{search: f, side: p.Version.Index, known: map[*smtlib.Term]bool{}}
	args := make([]*smtlib.Term, len(p.Inputs))
	for i, v := range p.Inputs {
		args[i] = v
		if w, ok := f.p.Rename[v]; ok && p.Version.Index == 1 {
			args[i] = w
		}
	}
	values, ok := r.call(p, args, 0)
	if (ok || r.end != ir.Normal) && (!r.speculative || f.solve(slices.Concat(f.given, r.taken))) {
		r.path = &summary.Path{R: f.a.Ctx.And(r.taken...), T: values, End: r.end}
	}
	return r
}

// call follows a call of p; ok is false when it does not return.
func (r *run) call(p *pairing.Proc, args []*smtlib.Term, depth int) (values []*smtlib.Term, ok bool) {
	if depth > maxFollowedDepth || !r.a.load(p) {
		return nil, false
	}
	for {
		r.pass(p, args)
		env := p.Bind(args)
		again, ok := r.body(p, env, depth)
		if !ok {
			return nil, false
		}
		if again == nil {
			return symexec.ValuesIn(env, p.Outputs), true
		}
		args = again
	}
}

// activation is the State of one activation: the run takes one branch.
type activation struct {
	*run
	p     *pairing.Proc
	block *ir.Block
	env   map[*smtlib.Term]*smtlib.Term
	depth int
	again []*smtlib.Term // the arguments of a tail call of p itself
}

// tick counts an instruction.
func (r *run) tick() {
	if r.steps++; r.steps > maxFollowedSteps || r.a.Spent() {
		r.exhausted = true
	}
}

// Value implements symexec.State.
func (a *activation) Value(e *smtlib.Term) *smtlib.Term { return a.term(e, a.env) }

// Assign implements symexec.State.
func (a *activation) Assign(vars, values []*smtlib.Term) {
	a.tick()
	for i, v := range vars {
		a.env[v] = values[i]
	}
}

// Require implements symexec.State.
func (a *activation) Require(k int, cond *smtlib.Term, otherwise ir.Outcome) bool {
	a.tick()
	return !a.exhausted && a.require(a.p, a.block, k, cond, otherwise)
}

// Call implements symexec.State: calls are followed.
func (a *activation) Call(k int, call *ir.Call, args []*smtlib.Term) bool {
	p, b := a.p, a.block
	if a.tick(); a.exhausted {
		return false
	}
	if call.Proc == p.Name && k == len(b.Instrs)-1 && len(b.Succs) == 0 && slices.Equal(call.Outs, p.Outputs) {
		a.again = args
		return true
	}
	from := a.from
	if a.rank(p) < rankUnaffected {
		a.from = a.placeOf(p, b, k)
	}
	values, ok := a.call(p.Version.At(call.Proc), args, a.depth+1)
	if !ok {
		return false
	}
	a.from = from
	for i, v := range call.Outs {
		if v != nil {
			a.env[v] = values[i]
		}
	}
	return true
}

// body runs the blocks of p; of a tail call of p itself it returns the arguments
// instead.
func (r *run) body(p *pairing.Proc, env map[*smtlib.Term]*smtlib.Term, depth int) (again []*smtlib.Term, ok bool) {
	a := &activation{run: r, p: p, env: env, depth: depth}
	for a.block = p.Blocks[0]; ; {
		if !symexec.Steps(a, a.block, 0) || r.exhausted {
			return nil, false
		}
		if len(a.block.Succs) == 0 {
			return a.again, true
		}
		if a.block, ok = r.branch(p, a.block, env); !ok {
			return nil, false
		}
	}
}

// branch takes the edge whose condition holds.
func (r *run) branch(p *pairing.Proc, b *ir.Block, env map[*smtlib.Term]*smtlib.Term) (*ir.Block, bool) {
	c := r.a.Ctx
	conds := make([]*smtlib.Term, len(b.Succs), len(b.Succs)+1)
	for i, e := range b.Succs {
		conds[i] = r.term(e.Cond, env)
	}
	i, ok := r.choose(p, b, append(conds, c.Not(c.Or(conds...))))
	if !ok {
		return nil, false
	}
	if i == len(b.Succs) {
		r.end = ir.Blocked
		return nil, false
	}
	return b.Succs[i].To, true
}

// require ends the run as given unless cond holds. A run that ends there shows
// little: unless it is to, or is faithful, cond is taken to hold until it is known.
func (r *run) require(p *pairing.Proc, b *ir.Block, k int, cond *smtlib.Term, otherwise ir.Outcome) bool {
	if cond.IsTrue() || r.known[cond] {
		return true
	}
	conds := []*smtlib.Term{cond, r.a.Ctx.Not(cond)}
	v, err := r.values(cond)
	if cond.IsFalse() || slices.Contains(r.given, conds[1]) || r.faithful && !r.speculative && err == nil && !v.IsTrue() {
		r.end = otherwise
		r.take(p, b, k, 1, conds)
		return false
	}
	if err != nil || !v.IsTrue() {
		r.speculative = true
	}
	return r.take(p, b, k, 0, conds)
}

// choose tells which of several conditions that exclude each other holds. Where
// the input at hand leaves that open, another one is asked for.
func (r *run) choose(p *pairing.Proc, b *ir.Block, conds []*smtlib.Term) (int, bool) {
	if i := slices.IndexFunc(conds, func(t *smtlib.Term) bool { return t.IsTrue() || r.known[t] }); i >= 0 {
		return i, true
	}
	i, ok := r.holding(conds)
	if !ok {
		i, ok = r.decide(p, b, conds)
	}
	return i, ok && r.take(p, b, len(b.Instrs), i, conds)
}

// take goes on where conds[i] holds; false when that leads too far.
func (r *run) take(p *pairing.Proc, b *ir.Block, k, i int, conds []*smtlib.Term) bool {
	before := slices.Clip(r.taken)
	for j, cond := range conds {
		if j != i && !cond.IsFalse() {
			t := &flippedBranch{before: before, cond: cond, branch: r.branchOf(p, b, k, j), rank: r.rank(p)}
			if k < len(b.Instrs) {
				t.rank += rankOfEnds
			}
			r.flips = append(r.flips, t)
		}
	}
	for _, t := range smtlib.Conjuncts(conds[i]) {
		r.known[t] = true
	}
	r.known[conds[i]] = true
	r.taken, r.branches = append(before, conds[i]), append(r.branches, r.branchOf(p, b, k, i))
	return len(r.taken) <= r.most
}

// holding is the condition that holds for the input at hand, if that tells.
func (r *run) holding(conds []*smtlib.Term) (int, bool) {
	if r.speculative {
		return 0, false
	}
	for i, cond := range conds {
		v, err := r.values(cond)
		if err != nil {
			return 0, false
		}
		if v.IsTrue() {
			return i, true
		}
	}
	return 0, false
}

// decide asks for an input for which one of the conditions holds.
func (r *run) decide(p *pairing.Proc, b *ir.Block, conds []*smtlib.Term) (int, bool) {
	var order []int
	for i, cond := range conds {
		if !cond.IsFalse() {
			order = append(order, i)
		}
	}
	passed := func(i int) int { return r.passed[r.branchOf(p, b, len(b.Instrs), i)] }
	slices.SortStableFunc(order, func(i, j int) int { return passed(i) - passed(j) })
	for _, i := range order {
		if r.solve(slices.Concat(r.given, r.taken, conds[i:i+1])) {
			r.speculative = false
			return i, true
		}
	}
	return 0, false
}

// How far flips are from what changed.
const (
	rankModified = iota
	rankAffected
	rankUnaffected
	rankOfEnds = 4 // more, for flips behind which a run only ends
)

func (s *search) rank(p *pairing.Proc) int {
	switch {
	case p.Pair == nil || p.Pair.Modified:
		return rankModified
	case p.Pair.Affected && !s.a.State.OfPair(p.Pair).Equal:
		return rankAffected
	}
	return rankUnaffected
}

func (f *search) placeOf(p *pairing.Proc, b *ir.Block, k int) place {
	if _, known := f.blocks[b]; !known {
		for i, x := range p.Blocks {
			f.blocks[x] = i
		}
	}
	if p.Pair != nil && !p.Pair.Modified {
		return place{proc: p.Pair.Name, block: f.blocks[b], instr: k}
	}
	return place{version: p.Version.Index, proc: p.Name, block: f.blocks[b], instr: k}
}

func (r *run) branchOf(p *pairing.Proc, b *ir.Block, k, i int) branch {
	w := branch{at: r.placeOf(p, b, k), edge: i}
	if r.rank(p) == rankUnaffected {
		w.from = r.from
	}
	return w
}

// pass notes a call of a procedure that the change affects, and adds a flippedBranch
// to the arguments for which its versions are known to differ.
func (r *run) pass(p *pairing.Proc, args []*smtlib.Term) {
	g := p.Pair
	if g == nil || r.rank(p) == rankUnaffected {
		return
	}
	call := callTaken{pair: g, args: make([]*smtlib.Term, len(g.Inputs)), at: len(r.taken)}
	sub := map[*smtlib.Term]*smtlib.Term{}
	for k, in := range g.Inputs {
		i := in.Old
		if r.side == 1 {
			i = in.New
		}
		if i >= 0 {
			call.args[k], sub[in.Var] = args[i], args[i]
		}
	}
	r.calls = append(r.calls, call)
	if g == r.p || r.a.State.OfPair(g).Summary == nil || len(sub) < len(g.Inputs) {
		return
	}
	if t := r.a.Ctx.Substitute(r.a.State.OfPair(g).Summary.Changed, sub); !t.IsLiteral() {
		r.flips = append(r.flips, &flippedBranch{before: slices.Clip(r.taken), cond: t, branch: branch{at: place{proc: g.Name, block: -1}, from: r.from}})
	}
}

// term is the value of an expression of the program.
func (r *run) term(t *smtlib.Term, env map[*smtlib.Term]*smtlib.Term) *smtlib.Term {
	if t.Op() == smtlib.OpVar {
		return env[t]
	}
	vars, known := r.vars[t]
	if !known {
		smtlib.Visit(t, func(x *smtlib.Term) {
			if x.Op() == smtlib.OpVar {
				vars = append(vars, x)
			}
		})
		r.vars[t] = vars
	}
	sub := make(map[*smtlib.Term]*smtlib.Term, len(vars))
	for _, v := range vars {
		if x, ok := env[v]; ok {
			sub[v] = x
		}
	}
	return r.a.Ctx.Substitute(t, sub)
}
