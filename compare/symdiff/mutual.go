package symdiff

import (
	"slices"

	"semdiff/moddiff"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
	"semdiff/translate/ir"
)

// maxCallPairs is how many pairs of calls the mutual summaries speak of in one
// verification condition.
const maxCallPairs = 2_000

// slot is what a variable of a predicate stands for.
type slot struct {
	version, index int
	kind           slotKind
}

type slotKind uint8

const (
	input slotKind = iota
	output
	passes // true: no assertion has failed
	unused // the program has no such value
)

// predicate is a relation between two activations, one of each version.
type predicate struct {
	body  *smtlib.Term
	vars  []*smtlib.Term
	slots []slot
}

// activation is a call of a procedure in a verification condition, over its inputs.
type activation struct {
	proc          string
	args, outputs []*smtlib.Term
	reached       *smtlib.Term
	ends          [abnormal]*smtlib.Term // if reached
}

// at is the predicate about two activations.
func (p *predicate) at(c *smtlib.Context, acts [2]*activation) *smtlib.Term {
	sub := map[*smtlib.Term]*smtlib.Term{}
	for i, v := range p.vars {
		at := p.slots[i]
		switch act := acts[at.version]; at.kind {
		case input:
			sub[v] = act.args[at.index]
		case output:
			sub[v] = act.outputs[at.index]
		case passes:
			sub[v] = c.True
		}
	}
	return c.Substitute(p.body, sub)
}

func conjunction(c *smtlib.Context, list []*predicate, acts [2]*activation) *smtlib.Term {
	terms := make([]*smtlib.Term, len(list))
	for i, p := range list {
		terms[i] = p.at(c, acts)
	}
	return c.And(terms...)
}

// returns says that an activation is reached and returns.
func (a *activation) returns(c *smtlib.Context) *smtlib.Term {
	return c.And(a.reached, c.Not(c.Or(a.ends[:]...)))
}

// relation is a mutual summary (Hawblitzel, Kawaguchi, Lahiri, Rebêlo: Towards
// modularly comparing programs using automated theorem provers, CADE 2013): if
// the procedures, one of each version, are run on inputs that satisfy the
// preconditions and both return, the postconditions hold.
type relation struct {
	procs     [2]string
	pre, post []*predicate
}

// says is the summary for two calls. It speaks of calls that are reached: of
// others an induction knows nothing.
func (rel *relation) says(c *smtlib.Context, acts [2]*activation) *smtlib.Term {
	return c.Implies(
		c.And(acts[0].returns(c), acts[1].returns(c), conjunction(c, rel.pre, acts)),
		conjunction(c, rel.post, acts))
}

// record notes the call that node i of b made.
func (e *encoder) record(b *body, i int, q *ir.Proc, args []*smtlib.Term, called effect) {
	if !e.records {
		return
	}
	if reached := e.c.And(b.reach(i), b.nodes[i].passes); !reached.IsFalse() {
		e.calls[b.frame.version] = append(e.calls[b.frame.version],
			&activation{proc: q.Name, args: args, outputs: called.outputs, reached: reached, ends: called.ends})
	}
}

// eachPair visits all pairs of calls of the two procedures, up to the bound;
// it reports whether that was all.
func eachPair(calls [2][]*activation, procs [2]string, budget *int, visit func([2]*activation)) bool {
	for _, x := range calls[0] {
		if x.proc != procs[0] {
			continue
		}
		for _, y := range calls[1] {
			if y.proc != procs[1] {
				continue
			}
			if *budget == 0 {
				return false
			}
			*budget--
			visit([2]*activation{x, y})
		}
	}
	return true
}

// facts are what relations say of all pairs of calls; whole tells that the bound
// left none out.
func facts(c *smtlib.Context, calls [2][]*activation, relations []*relation) (t *smtlib.Term, whole bool) {
	var list []*smtlib.Term
	budget := maxCallPairs
	whole = true
	for _, rel := range relations {
		whole = eachPair(calls, rel.procs, &budget, func(acts [2]*activation) { list = append(list, rel.says(c, acts)) }) && whole
	}
	return c.And(list...), whole
}

// given is what proven relations say of the calls made, and of the activations
// that made them.
func (e *encoder) given(tops [2]*activation) *smtlib.Term {
	if !e.records {
		return e.c.True
	}
	t, whole := facts(e.c, e.withTops(tops), e.proven)
	e.cutPairs = e.cutPairs || !whole
	return t
}

// withTops are the calls made and the activations that made them.
func (e *encoder) withTops(tops [2]*activation) (calls [2][]*activation) {
	for i := range calls {
		calls[i] = append([]*activation{tops[i]}, e.calls[i]...)
	}
	return calls
}

// product is one activation of each version of two procedures on inputs of
// their own, with abstract calls.
type product struct {
	tops  [2]*activation
	calls [2][]*activation
}

// shorter are the pairs of activations of which at least one is a call that
// those of the product make.
func (p *product) shorter() [][2][]*activation {
	return [][2][]*activation{
		p.calls,
		{p.calls[0], {p.tops[1]}},
		{{p.tops[0]}, p.calls[1]},
	}
}

// hasBodies reports whether both procedures of a pair have a meaning.
func hasBodies(p *moddiff.Pair) bool { return p.Proc(0).Blocks != nil && p.Proc(1).Blocks != nil }

// assuming is what relations say of the calls in a product.
func (r *run) assuming(p *product, relations []*relation) *smtlib.Term {
	var list []*smtlib.Term
	for _, calls := range p.shorter() {
		t, whole := facts(r.c, calls, relations)
		r.cutPairs = r.cutPairs || !whole
		list = append(list, t)
	}
	return r.c.And(list...)
}

func (r *run) product(procs [2]string) *product {
	if p := r.products[procs]; p != nil {
		return p
	}
	e := r.encoder()
	opts := r.opts
	opts.Mode, opts.Unroll = Modular, 0
	e.opts, e.records = &opts, true
	p := &product{}
	for version, name := range procs {
		proc := r.v.Program(version).Proc(name)
		top := &activation{proc: name, reached: r.c.True}
		for _, in := range proc.Inputs {
			top.args = append(top.args, r.c.Var([...]string{"old:", "new:"}[version]+in.Name(), in.Sort()))
		}
		eff := e.effectOf(&frame{version: version, proc: proc, args: top.args, reach: r.c.True})
		top.outputs, top.ends = eff.outputs, eff.ends
		p.tops[version] = top
	}
	p.calls = e.calls
	r.products[procs] = p
	return p
}

// proveRelations finds the largest set of candidates that is inductive together
// with what is proven.
//
// Why it is sound: let all relations that are left be proven from each other, and
// let two runs return on inputs that satisfy the precondition of one. All calls
// that they make and that return are shorter runs. So by induction on the length
// of both runs together the relations hold for each pair of these calls, and for
// a call and the other run, and the proof gives that this one holds. Nothing
// follows for runs that do not return.
func (r *run) proveRelations(candidates []*relation) []*relation {
	r.products = map[[2]string]*product{} // what is known of callees changes them
	return inductiveSubset(candidates, r.inductive)
}

// inductiveSubset is the largest subset of candidates in which each holds when
// all of them are assumed.
func inductiveSubset[T any](candidates []T, holds func(x T, assumed []T) bool) []T {
	for {
		var left []T
		for _, x := range candidates {
			if holds(x, candidates) {
				left = append(left, x)
			}
		}
		if len(left) == len(candidates) {
			return left
		}
		candidates = left
	}
}

// inductive reports whether a relation is proven when the assumed ones hold of
// all calls, beside those that are proven.
func (r *run) inductive(rel *relation, assumed []*relation) bool {
	c, p := r.c, r.product(rel.procs)
	wrong := c.And(r.assuming(p, slices.Concat(r.proven, assumed)), conjunction(c, rel.pre, p.tops), p.tops[0].returns(c), p.tops[1].returns(c), c.Not(conjunction(c, rel.post, p.tops)))
	return r.v.Check(r.ctx, wrong, false).Answer == solver.Unsat
}

// relate tries the relations whose callees have all been compared, or are in
// the group at hand.
func (r *run) relate(group int) {
	var ready, later []*relation
	for _, rel := range r.untried {
		if max(r.levels.of(0, rel.procs[0]), r.levels.of(1, rel.procs[1])) <= group {
			ready = append(ready, rel)
		} else {
			later = append(later, rel)
		}
	}
	if len(ready) == 0 || r.ctx.Err() != nil {
		return
	}
	proven := r.proveRelations(ready)
	for _, rel := range ready {
		if !slices.Contains(proven, rel) {
			later = append(later, rel) // more may be known when the next group was compared
		}
	}
	r.proven, r.untried = append(r.proven, proven...), later
}

// levels tells, for each procedure, the last group that is reached from it.
type levels struct {
	v     *kitVersions
	group map[*moddiff.Pair]int
	memo  [2]map[string]int
}

func newLevels(v *kitVersions) *levels {
	l := &levels{v: v, group: map[*moddiff.Pair]int{}, memo: [2]map[string]int{{}, {}}}
	for i, g := range v.Groups {
		for _, p := range g {
			l.group[p] = i
		}
	}
	return l
}

func (l *levels) of(version int, name string) int {
	if n, ok := l.memo[version][name]; ok {
		return n
	}
	last := 0
	seen := map[string]bool{name: true}
	for work := []string{name}; len(work) > 0; {
		at := work[0]
		work = work[1:]
		if p := l.v.PairOf(version, at); p != nil {
			last = max(last, l.group[p])
		}
		for _, callee := range l.v.Program(version).Proc(at).Callees() {
			if !seen[callee] {
				seen[callee] = true
				work = append(work, callee)
			}
		}
	}
	l.memo[version][name] = last
	return last
}

// summary is a relation of the user's file.
type summary struct {
	*relation
	name    string
	refused string // why it cannot be used; "" otherwise
}

// readMutual takes over the summaries of the user's file. A summary that says
// more of two procedures adds to what others say of them.
func (r *run) readMutual() error {
	if r.opts.Mutual == nil {
		return nil
	}
	list, err := r.opts.Mutual.bind(r.v)
	if err != nil {
		return err
	}
	for _, b := range list {
		i := slices.IndexFunc(r.summaries, func(s *summary) bool { return s.procs == b.procs })
		if i < 0 {
			i = len(r.summaries)
			r.summaries = append(r.summaries, &summary{relation: &relation{procs: b.procs}, name: b.w.decl.Name})
		}
		s := r.summaries[i]
		if b.refused != "" {
			s.refused = b.refused
		}
		if b.w.pre {
			s.pre = append(s.pre, b.predicate)
		} else {
			s.post, s.name = append(s.post, b.predicate), b.w.decl.Name
		}
	}
	for _, s := range r.summaries {
		if s.refused == "" && len(s.post) > 0 {
			r.untried = append(r.untried, s.relation)
		}
	}
	return nil
}

// mutualResults says what became of the summaries.
func (r *run) mutualResults() []MutualResult {
	var list []MutualResult
	for _, s := range r.summaries {
		m := MutualResult{Name: s.name, Old: s.procs[0], New: s.procs[1], Proven: slices.Contains(r.proven, s.relation), Reason: s.refused}
		switch {
		case m.Proven || m.Reason != "":
		case len(s.post) == 0:
			m.Reason = "it is a precondition alone, for new failures"
		default:
			m.Reason = "no proof was found"
		}
		list = append(list, m)
	}
	return list
}

// again compares those pairs again that are not decided, with what is known now.
func (r *run) again() {
	for i, g := range r.v.Groups {
		r.relate(i)
		open := slices.ContainsFunc(g, func(p *moddiff.Pair) bool {
			return r.answers[p].Verdict == moddiff.Unknown && r.answers[p].Status != StatusAssumed
		})
		if !open {
			continue
		}
		before := map[*moddiff.Pair]moddiff.Answer{}
		for _, p := range g {
			before[p] = r.answers[p]
			if r.proofs[p] != nil && !r.proofs[p].assumed {
				r.proofs[p] = nil
			}
		}
		r.prove(g)
		for p, answer := range before {
			if answer.Verdict == moddiff.Different {
				r.answers[p] = answer
			}
		}
	}
}
