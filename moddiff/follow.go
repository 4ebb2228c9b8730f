package moddiff

import (
	"cmp"
	"slices"

	"semdiff/moddiff/query"
	"semdiff/moddiff/readable"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
)

// Bounds of the runs of one pair that are followed.
const (
	maxFollowedSteps  = 20_000 // instructions of one run
	maxFollowedTurns  = 120    // conditions of one run that depend on the inputs, behind a turning
	maxFollowedDepth  = 100    // nested calls
	maxFollowedWorn   = 12     // of a way that is gone again
	maxFollowedDiffer = 2      // pairs of runs that differ
	maxFollowedSame   = 4      // pairs of runs that agree
)

// follower runs both versions of a pair on chosen inputs and follows the runs
// symbolically, through all calls and without any abstraction (concolic
// execution; for two versions: Palikareva, Kuchta and Cadar, Shadow of a Doubt,
// ICSE 2016). Two runs have exact path summaries; they show a difference, or that
// the versions agree, on all inputs that lead to the same runs, however deep
// below the pair the change is. The inputs come from the solver: each leaves a
// run before it at some condition, first where no run has gone.
type follower struct {
	a       *analysis
	p       *Pair
	values  readable.Valuation // of the input at hand
	given   []*smtlib.Term
	passed  map[way]int // how often a way was taken
	led     map[way]int // how often an input was found for a turning to it
	missed  map[way]int // and how often none was
	open    []*turning
	queries int // questions for inputs that are left
	most    int // conditions that a run may have
	blocks  map[*ir.Block]int
	vars    map[*smtlib.Term][]*smtlib.Term
}

// place is an instruction of a procedure, or the end of a block. Places are the
// same in both versions where the text is.
type place struct {
	version      int
	proc         string
	block, instr int
}

// way is a way that control flow takes at a place.
type way struct {
	at    place
	way   int
	from  place // the call in a procedure which the change affects that led to one which it does not
	phase phase
}

// phase is what led to a place.
type phase int

const (
	together phase = iota // a common run of both versions
	parted                // the runs have parted before
	other                 // they have, and the other version's ended
)

// turning is a condition that a run did not meet, after a prefix of it.
type turning struct {
	before []*smtlib.Term
	cond   *smtlib.Term
	way    way
	rank   int // how far it is from what changed
}

// followed is one run: a path through the procedure and all that it calls.
type followed struct {
	*follower
	side     int
	from     place          // the last call in a procedure which the change affects
	taken    []*smtlib.Term // its conditions over the pair's inputs
	ways     []way          // where they led
	known    map[*smtlib.Term]bool
	calls    []callTaken // of procedures that the change affects
	turnings []*turning
	steps    int
	ahead    bool         // the input at hand need not lead as far as taken says
	end      ir.Outcome   // other than ir.Normal once a run has ended so
	path     *PathSummary // nil when the run led too far, or to what the solver cannot decide
}

// callTaken is a call in a run.
type callTaken struct {
	pair *Pair
	args []*smtlib.Term // for the pair's inputs; nil where the version has none
	at   int            // how many conditions come before
}

// followRuns returns differences and conditions under which both versions agree.
func (a *analysis) followRuns(p *Pair, outputs []Port, queries int) (differences []*Difference, same []*smtlib.Term) {
	f := &follower{
		a: a, p: p, queries: queries, passed: map[way]int{}, led: map[way]int{}, missed: map[way]int{}, blocks: map[*ir.Block]int{}, vars: map[*smtlib.Term][]*smtlib.Term{},
	}
	if len(p.Interface) > 0 {
		return nil, nil
	}
	f.values = f.defaults()
	for next := (&turning{}); next != nil; next = f.next() {
		f.most = len(next.before) + maxFollowedTurns
		if next.cond != nil {
			if !f.solve(append(slices.Clone(next.before), next.cond)) {
				f.missed[next.way]++
				continue
			}
			f.led[next.way]++
		}
		old := f.run(p.old)
		f.given = slices.Concat(f.given, old.taken)
		new := f.run(p.new)
		f.part(old, new)
		if old.path == nil || new.path == nil {
			continue
		}
		both := a.c.And(old.path.R, new.path.R)
		if both.IsFalse() {
			continue
		}
		agree := true
		if pc := a.pieceOf(p, old.path, new.path, outputs); pc != nil {
			if len(differences) < maxFollowedDiffer {
				if d, _ := a.witness(p, outputs, pc, pc.raw); d != nil {
					differences = append(differences, d)
				}
			}
			agree = a.check(pc.raw, query.Quick).Answer == solver.Unsat
		}
		if agree && len(same) < maxFollowedSame {
			same = append(same, both)
		}
		if len(same) > 0 && len(differences) > 0 {
			break
		}
	}
	return differences, same
}

// parting is how many conditions two runs have in common until they part: in a
// condition, or in the arguments of a call that the change affects. It is -1
// where they do not.
func parting(old, new *followed) int {
	i := 0
	for i < len(old.taken) && i < len(new.taken) && old.taken[i] == new.taken[i] {
		i++
	}
	for k := range min(len(old.calls), len(new.calls)) {
		x, y := old.calls[k], new.calls[k]
		if x.at > i {
			break
		}
		if x.pair != y.pair || !slices.Equal(x.args, y.args) {
			return x.at
		}
	}
	if i == len(old.taken) && i == len(new.taken) {
		return -1
	}
	return i
}

// part takes the turnings of two runs on one input. Where the runs part, a
// difference is near: the turnings behind that place come first, with the run of
// the other version as it is.
func (f *follower) part(old, new *followed) {
	i := parting(old, new)
	for _, runs := range [][2]*followed{{old, new}, {new, old}} {
		r, partner := runs[0], runs[1]
		behind := func(n int) phase {
			switch {
			case i < 0 || n < i:
				return together
			case partner.path == nil:
				return parted
			}
			return other
		}
		for k, w := range r.ways {
			w.phase = behind(k)
			f.passed[w]++
		}
		for _, t := range r.turnings {
			if t.way.phase = behind(len(t.before)); t.way.phase == other {
				t.before = slices.Concat(partner.taken, t.before[i:])
			}
		}
		f.open = append(f.open, r.turnings...)
	}
}

// defaults gives every input a default value and no function a meaning.
func (f *follower) defaults() readable.Valuation {
	model := interp.NewModel(f.a.c, f.a.sides[0].prog, f.a.sides[1].prog)
	model.Closed = true
	env := interp.Env{}
	for _, in := range f.p.Inputs {
		env[in.Var] = interp.Default(in.Var.Sort())
	}
	return interp.Evaluator(f.a.c, env, model)
}

// solve makes an input that satisfies all conditions the one at hand.
func (f *follower) solve(conds []*smtlib.Term) bool {
	all := f.a.c.And(conds...)
	if all.IsFalse() || f.queries == 0 {
		return false
	}
	f.queries--
	if f.a.check(all, query.Quick).Answer != solver.Sat {
		return false
	}
	r := f.a.check(all, query.WithModel)
	if r.Answer != solver.Sat || r.Model == nil {
		return false
	}
	model := f.a.modelOf(r.Model)
	env, err := f.a.inputsOf(f.p, all, r.Model, model)
	if err != nil {
		return false
	}
	f.values, f.given = interp.Evaluator(f.a.c, env, model), conds
	return true
}

// next takes the turning to try: one that is worn least, then the nearest to what
// changed, then the earliest; in turn with a bias to those behind which the runs
// have parted, and without.
func (f *follower) next() *turning {
	if f.queries == 0 || f.a.spent() {
		return nil
	}
	f.open = slices.DeleteFunc(f.open, func(t *turning) bool { return f.worn(t) > maxFollowedWorn })
	if len(f.open) == 0 {
		return nil
	}
	best := 0
	for i, t := range f.open {
		if f.compare(t, f.open[best]) < 0 {
			best = i
		}
	}
	t := f.open[best]
	f.open = slices.Delete(f.open, best, best+1)
	return t
}

// worn is high where going the way of a turning again promises little.
func (f *follower) worn(t *turning) int {
	return 4*max(f.passed[t.way], f.led[t.way]) + f.missed[t.way]
}

func (f *follower) compare(t, u *turning) int {
	cost := func(t *turning) int {
		if f.queries%2 == 0 { // runs may part without any consequence
			return f.worn(t) + t.rank
		}
		return f.worn(t) + t.rank - 8*int(t.way.phase)
	}
	return cmp.Or(cmp.Compare(cost(t), cost(u)), cmp.Compare(len(t.before), len(u.before)))
}

// run follows one version on the input at hand.
func (f *follower) run(p *procState) *followed {
	r := &followed{follower: f, side: p.side.index, known: map[*smtlib.Term]bool{}}
	args := make([]*smtlib.Term, len(p.proc.Inputs))
	for i, v := range p.proc.Inputs {
		args[i] = v
		if w, ok := f.p.rename[v]; ok && p.side.index == 1 {
			args[i] = w
		}
	}
	values, ok := r.call(p, args, 0)
	if (ok || r.end != ir.Normal) && (!r.ahead || f.solve(slices.Concat(f.given, r.taken))) {
		r.path = &PathSummary{R: f.a.c.And(r.taken...), T: values, End: r.end}
	}
	return r
}

// call follows a call of p; ok is false when it does not return.
func (r *followed) call(p *procState, args []*smtlib.Term, depth int) (values []*smtlib.Term, ok bool) {
	if depth > maxFollowedDepth || !r.a.load(p) {
		return nil, false
	}
	for {
		r.pass(p, args)
		env := bind(p.proc.Inputs, args)
		again, ok := r.body(p, env, depth)
		if !ok {
			return nil, false
		}
		if again == nil {
			return valuesIn(env, p.proc.Outputs), true
		}
		args = again
	}
}

// body runs the blocks of p; of a tail call of p itself it returns the arguments
// instead.
func (r *followed) body(p *procState, env map[*smtlib.Term]*smtlib.Term, depth int) (again []*smtlib.Term, ok bool) {
	for b := p.proc.Blocks[0]; ; {
		for k, in := range b.Instrs {
			if r.steps++; r.steps > maxFollowedSteps || r.a.spent() {
				return nil, false
			}
			switch in := in.(type) {
			case *ir.Assign:
				for i, e := range r.terms(in.Exprs, env) {
					env[in.Vars[i]] = e
				}
			case *ir.Assume:
				if !r.require(p, b, k, r.term(in.Cond, env), ir.Blocked) {
					return nil, false
				}
			case *ir.Assert:
				if !r.require(p, b, k, r.term(in.Cond, env), ir.Fails) {
					return nil, false
				}
			case *ir.Call:
				args := r.terms(in.Args, env)
				if in.Proc == p.proc.Name && k == len(b.Instrs)-1 && len(b.Succs) == 0 && slices.Equal(in.Outs, p.proc.Outputs) {
					return args, true
				}
				from := r.from
				if rank(p) < rankUnaffected {
					r.from = r.placeOf(p, b, k)
				}
				values, ok := r.call(p.side.at(in.Proc), args, depth+1)
				if !ok {
					return nil, false
				}
				r.from = from
				for i, v := range in.Outs {
					if v != nil {
						env[v] = values[i]
					}
				}
			}
		}
		if len(b.Succs) == 0 {
			return nil, true
		}
		if b, ok = r.branch(p, b, env); !ok {
			return nil, false
		}
	}
}

// branch takes the edge whose condition holds.
func (r *followed) branch(p *procState, b *ir.Block, env map[*smtlib.Term]*smtlib.Term) (*ir.Block, bool) {
	c := r.a.c
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
// little: unless it is to, cond is taken to hold until it is known.
func (r *followed) require(p *procState, b *ir.Block, k int, cond *smtlib.Term, otherwise ir.Outcome) bool {
	if cond.IsTrue() || r.known[cond] {
		return true
	}
	conds := []*smtlib.Term{cond, r.a.c.Not(cond)}
	if cond.IsFalse() || slices.Contains(r.given, conds[1]) {
		r.end = otherwise
		r.take(p, b, k, 1, conds)
		return false
	}
	if v, err := r.values(cond); err != nil || !v.IsTrue() {
		r.ahead = true
	}
	return r.take(p, b, k, 0, conds)
}

// choose tells which of several conditions that exclude each other holds. Where
// the input at hand leaves that open, another one is asked for.
func (r *followed) choose(p *procState, b *ir.Block, conds []*smtlib.Term) (int, bool) {
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
func (r *followed) take(p *procState, b *ir.Block, k, i int, conds []*smtlib.Term) bool {
	before := slices.Clip(r.taken)
	for j, cond := range conds {
		if j != i && !cond.IsFalse() {
			t := &turning{before: before, cond: cond, way: r.wayOf(p, b, k, j), rank: rank(p)}
			if k < len(b.Instrs) {
				t.rank += rankOfEnds
			}
			r.turnings = append(r.turnings, t)
		}
	}
	for _, t := range smtlib.Conjuncts(conds[i]) {
		r.known[t] = true
	}
	r.known[conds[i]] = true
	r.taken, r.ways = append(before, conds[i]), append(r.ways, r.wayOf(p, b, k, i))
	return len(r.taken) <= r.most
}

// holding is the condition that holds for the input at hand, if that tells.
func (r *followed) holding(conds []*smtlib.Term) (int, bool) {
	if r.ahead {
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
func (r *followed) decide(p *procState, b *ir.Block, conds []*smtlib.Term) (int, bool) {
	var order []int
	for i, cond := range conds {
		if !cond.IsFalse() {
			order = append(order, i)
		}
	}
	passed := func(i int) int { return r.passed[r.wayOf(p, b, len(b.Instrs), i)] }
	slices.SortStableFunc(order, func(i, j int) int { return passed(i) - passed(j) })
	for _, i := range order {
		if r.solve(slices.Concat(r.given, r.taken, conds[i:i+1])) {
			r.ahead = false
			return i, true
		}
	}
	return 0, false
}

// How far turnings are from what changed.
const (
	rankModified = iota
	rankAffected
	rankUnaffected
	rankOfEnds = 4 // more, for turnings behind which a run only ends
)

func rank(p *procState) int {
	switch {
	case p.pair == nil || p.pair.Modified:
		return rankModified
	case p.pair.affected && !p.pair.state.equal:
		return rankAffected
	}
	return rankUnaffected
}

func (f *follower) placeOf(p *procState, b *ir.Block, k int) place {
	if _, known := f.blocks[b]; !known {
		for i, x := range p.proc.Blocks {
			f.blocks[x] = i
		}
	}
	if p.pair != nil && !p.pair.Modified {
		return place{proc: p.pair.Name, block: f.blocks[b], instr: k}
	}
	return place{version: p.side.index, proc: p.proc.Name, block: f.blocks[b], instr: k}
}

func (r *followed) wayOf(p *procState, b *ir.Block, k, i int) way {
	w := way{at: r.placeOf(p, b, k), way: i}
	if rank(p) == rankUnaffected {
		w.from = r.from
	}
	return w
}

// pass notes a call of a procedure that the change affects, and adds a turning
// to the arguments for which its versions are known to differ.
func (r *followed) pass(p *procState, args []*smtlib.Term) {
	g := p.pair
	if g == nil || rank(p) == rankUnaffected {
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
	if g == r.p || g.summary == nil || len(sub) < len(g.Inputs) {
		return
	}
	if t := r.a.c.Substitute(g.summary.Changed, sub); !t.IsLiteral() {
		r.turnings = append(r.turnings, &turning{before: slices.Clip(r.taken), cond: t, way: way{at: place{proc: g.Name, block: -1}, from: r.from}})
	}
}

func (r *followed) terms(ts []*smtlib.Term, env map[*smtlib.Term]*smtlib.Term) []*smtlib.Term {
	out := make([]*smtlib.Term, len(ts))
	for i, t := range ts {
		out[i] = r.term(t, env)
	}
	return out
}

// term is the value of an expression of the program.
func (r *followed) term(t *smtlib.Term, env map[*smtlib.Term]*smtlib.Term) *smtlib.Term {
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
	return r.a.c.Substitute(t, sub)
}
