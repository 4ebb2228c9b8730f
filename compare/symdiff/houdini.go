package symdiff

import (
	"slices"
	"strings"

	"semdiff/moddiff"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
)

// guess is a mutual summary that Houdini makes smaller.
type guess struct {
	*relation
	pair    string
	product *product
}

// houdini finds mutual summaries of the matched pairs (Flanagan, Leino: Houdini,
// an annotation assistant for ESC/Java, FME 2001; for two versions: Lahiri,
// McMillan, Sharma, Hawblitzel: Differential assertion checking, FSE 2013).
// Candidates relate variables that stand for each other, before and after a call.
// It starts with all, and drops what does not hold: of a precondition in some
// call of the callers, the n-th of the one version with the n-th of the other; of
// a postcondition after some run, where such calls are taken to satisfy theirs.
// What is left is then proven as any other relation.
//
// It returns what is left in words, by the names of pairs.
func (r *run) houdini() map[string][]string {
	r.products = map[[2]string]*product{}
	var guesses []*guess
	for _, p := range r.v.Pairs {
		if !hasBodies(p) {
			continue
		}
		guesses = append(guesses, &guess{
			relation: r.candidates(p), pair: p.Name, product: r.product([2]string{p.Proc(0).Name, p.Proc(1).Name}),
		})
	}
	for changed := true; changed; {
		changed = false
		for _, g := range guesses {
			changed = r.prune(g, guesses) || changed
		}
	}
	var left []*relation
	for _, g := range guesses {
		if len(g.post) > 0 {
			left = append(left, g.relation)
		}
	}
	left = r.proveRelations(left)
	r.proven = append(r.proven, left...)
	found := map[string][]string{}
	for _, g := range guesses {
		if slices.Contains(left, g.relation) {
			found[g.pair] = []string{"requires " + words(g.pre), "ensures " + words(g.post)}
		}
	}
	return found
}

// words is a conjunction of candidates as text; two that are both directions of
// an equality are that.
func words(list []*predicate) string {
	var parts []string
	for i := 0; i < len(list); i++ {
		q := list[i]
		if i+1 < len(list) && slices.Equal(q.vars, list[i+1].vars) {
			parts = append(parts, q.vars[0].Name()+" == "+q.vars[1].Name())
			i++
		} else {
			parts = append(parts, smtlib.Infix(q.body))
		}
	}
	if len(parts) == 0 {
		return "true"
	}
	return strings.Join(parts, " && ")
}

// prune drops candidates that the bodies of a pair do not satisfy.
func (r *run) prune(g *guess, all []*guess) (changed bool) {
	c, p := r.c, g.product
	known := c.And(r.assuming(p, r.proven), conjunction(c, g.pre, p.tops))
	type meeting struct {
		callee *guess
		acts   [2]*activation
	}
	var meetings []meeting
	for _, callee := range all {
		for _, acts := range inOrder(p.calls, callee.procs) {
			meetings = append(meetings, meeting{callee, acts})
		}
	}
	// but is what is known after all meetings but one.
	but := func(one int) *smtlib.Term {
		t := known
		for i, m := range meetings {
			if i != one {
				t = c.And(t, c.Implies(c.And(m.acts[0].returns(c), m.acts[1].returns(c)), conjunction(c, m.callee.post, m.acts)))
			}
		}
		return t
	}
	g.post, changed = r.kept(g.post, c.And(but(-1), p.tops[0].returns(c), p.tops[1].returns(c)), p.tops)
	for i, m := range meetings {
		pre, fewer := r.kept(m.callee.pre, c.And(but(i), m.acts[0].reached, m.acts[1].reached), m.acts)
		m.callee.pre, changed = pre, changed || fewer
	}
	return changed
}

// inOrder pairs the n-th calls of two procedures.
func inOrder(calls [2][]*activation, procs [2]string) (list [][2]*activation) {
	var of [2][]*activation
	for i := range calls {
		for _, a := range calls[i] {
			if a.proc == procs[i] {
				of[i] = append(of[i], a)
			}
		}
	}
	for i := range min(len(of[0]), len(of[1])) {
		list = append(list, [2]*activation{of[0][i], of[1][i]})
	}
	return list
}

// kept are the candidates that are proven of two activations where known holds.
func (r *run) kept(list []*predicate, known *smtlib.Term, acts [2]*activation) (left []*predicate, fewer bool) {
	c := r.c
	fails := func(t *smtlib.Term) bool {
		return r.v.Check(r.ctx, c.And(known, c.Not(t)), false).Answer != solver.Unsat
	}
	if len(list) == 0 || !fails(conjunction(c, list, acts)) {
		return list, false
	}
	for _, q := range list {
		if !fails(q.at(c, acts)) {
			left = append(left, q)
		}
	}
	return left, len(left) < len(list)
}

// candidates are all candidates of a pair: both directions of ==> between bools
// and of <= between integers, equality of all else.
func (r *run) candidates(p *moddiff.Pair) *relation {
	rel := &relation{procs: [2]string{p.Proc(0).Name, p.Proc(1).Name}}
	for _, port := range p.Inputs {
		rel.pre = append(rel.pre, r.candidatesOf(p, port, input)...)
	}
	for _, port := range p.Outputs {
		rel.post = append(rel.post, r.candidatesOf(p, port, output)...)
	}
	return rel
}

func (r *run) candidatesOf(p *moddiff.Pair, port moddiff.Port, kind slotKind) []*predicate {
	if port.Old < 0 || port.New < 0 {
		return nil
	}
	c := r.c
	var vars [2]*smtlib.Term
	for version, index := range []int{port.Old, port.New} {
		of := p.Proc(version).Inputs
		if kind == output {
			of = p.Proc(version).Outputs
		}
		vars[version] = c.Var([...]string{"old.", "new."}[version]+declared(of[index]), of[index].Sort())
	}
	o, n := vars[0], vars[1]
	var bodies []*smtlib.Term
	switch {
	case o.Sort() != n.Sort():
	case o.Sort() == c.Bool:
		bodies = []*smtlib.Term{c.Implies(o, n), c.Implies(n, o)}
	case o.Sort() == c.Int:
		bodies = []*smtlib.Term{c.Le(o, n), c.Le(n, o)}
	default:
		bodies = []*smtlib.Term{c.Eq(o, n)}
	}
	var list []*predicate
	for _, body := range bodies {
		list = append(list, &predicate{body: body, vars: vars[:], slots: []slot{{0, port.Old, kind}, {1, port.New, kind}}})
	}
	return list
}
