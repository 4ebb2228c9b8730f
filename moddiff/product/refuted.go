package product

import (
	"fmt"

	"semdiff/moddiff/relation"
	"semdiff/translate/interp"
)

// Refuted runs both versions so many times, on inputs from the first one given on, and
// holds what the proof rests on against the activations in these runs. It says where
// one contradicts it, "" where none does, and how often something was held against
// activations that it is about.
func (p *Proof) Refuted(first, runs int) (where string, held int) {
	x := *p.search
	x.runs, x.untimed = nil, true
	for before := -1; before < len(x.runs) && len(x.runs) < runs; {
		before = len(x.runs)
		x.inputs = func(i int) interp.Env { return p.search.inputs(first + before + i) }
		x.observe()
	}
	check := func(name string, s sample, pre, post []*relation.Predicate) bool {
		if s[0].out == nil || s[1].out == nil || !x.holds(pre, s, true) {
			return true
		}
		held++
		if x.holds(post, s, false) {
			return true
		}
		where = fmt.Sprintf("%s: %v and %v return %v and %v", name, s[0].in, s[1].in, s[0].out, s[1].out)
		return false
	}
	for _, both := range x.runs {
		for _, rel := range p.Relations {
			for _, a := range activationsOf(both[0], rel.Procs[0]) {
				for _, b := range activationsOf(both[1], rel.Procs[1]) {
					if !check(fmt.Sprint(rel.Procs), sample{a, b}, rel.Pre, rel.Post) {
						return where, held
					}
				}
			}
		}
		for _, l := range p.Lemmas {
			for _, a := range activationsOf(both[l.Version], l.Proc) {
				if !check(l.Proc, sample{a, a}, nil, []*relation.Predicate{l.Post}) {
					return where, held
				}
			}
		}
	}
	return "", held
}

// holds evaluates predicates on two activations; where a value is not known the answer
// is that nothing is refuted.
func (x *search) holds(list []*relation.Predicate, s sample, pre bool) bool {
	for _, q := range list {
		env := interp.Env{}
		for i, v := range q.Vars {
			a := s[q.Slots[i].Version]
			values := a.in
			if q.Slots[i].Kind == relation.Output {
				values = a.out
			}
			env[v] = values[q.Slots[i].Index]
		}
		v, err := interp.Eval(x.c, q.Body, env, x.model)
		if err != nil {
			return !pre
		}
		if !v.IsTrue() {
			return false
		}
	}
	return true
}

// mostActivations is how many activations of a procedure in one run are looked at.
const mostActivations = 6

// activationsOf are activations of a procedure in a run, the first and the last ones.
func activationsOf(a *activation, proc string) (list []*activation) {
	var visit func(a *activation)
	visit = func(a *activation) {
		if a.proc != nil && a.proc.Name == proc {
			list = append(list, a)
		}
		for _, b := range a.calls {
			visit(b)
		}
	}
	visit(a)
	if n := len(list); n > mostActivations {
		list = append(list[:mostActivations/2:mostActivations/2], list[n-mostActivations/2:]...)
	}
	return list
}
