package export

import (
	"fmt"
	"slices"

	"semdiff/moddiff/certificate"
	"semdiff/smtlib"
)

// Solvers expand functions as they read them, before they simplify anything. z3
// takes exponential time where the expansion of one with parameters is large. So
// such definitions are written out: each function once for each of its arguments,
// without parameters, which as a rule makes them small.
const (
	maxExpanded = 500     // nodes of a function with parameters
	maxWritten  = 200_000 // nodes that are visited to write the functions of a file out
)

// atArguments says that definitions are written out.
const atArguments = "NAME@1, NAME@2 ... are the function NAME at arguments"

// writeOut gives the file its definitions, and makes its axioms and the terms rest
// on them: as they are, or, where a definition is large, written out as far as they
// are needed. It returns the terms.
func (s *script) writeOut(c *smtlib.Context, defs []*certificate.Definition, terms []*smtlib.Term) []*smtlib.Term {
	s.defs = defs
	if !large(defs) || quantified(defs, s.axioms, terms) {
		return terms
	}
	in := &instances{
		c: c, keep: s.keep, of: map[*smtlib.Func]*certificate.Definition{}, memo: map[*smtlib.Term]*smtlib.Term{},
		at: map[*smtlib.Term]*smtlib.Term{}, calls: map[*smtlib.Func]*smtlib.Term{}, count: map[*smtlib.Func]int{}, named: map[*smtlib.Func]bool{}, left: maxWritten,
	}
	for _, d := range defs {
		in.of[d.Func] = d
	}
	axioms, out := in.terms(s.axioms), in.terms(terms)
	if in.left < 0 {
		return terms
	}
	s.defs, s.axioms, s.calls = in.defs, axioms, in.calls
	s.about = append(s.about, atArguments)
	return out
}

// large reports whether a definition with parameters is when all functions in it
// are expanded.
func large(defs []*certificate.Definition) bool {
	size := map[*smtlib.Func]int{}
	for _, d := range defs {
		n := 0
		smtlib.Visit(d.Body, func(t *smtlib.Term) {
			n++
			if t.Op() == smtlib.OpApp {
				n += size[t.Func()]
			}
		})
		if size[d.Func] = min(n, maxExpanded+1); n > maxExpanded && len(d.Params) > 0 {
			return true
		}
	}
	return false
}

// quantified reports whether there are bound variables, which functions may be
// applied to.
func quantified(defs []*certificate.Definition, axioms, terms []*smtlib.Term) (found bool) {
	all := slices.Concat(axioms, terms)
	for _, d := range defs {
		all = append(all, d.Body)
	}
	smtlib.VisitAll(all, func(t *smtlib.Term) {
		found = found || t.Op() == smtlib.OpForall || t.Op() == smtlib.OpExists
	})
	return found
}

// instances are defined functions at arguments.
type instances struct {
	c     *smtlib.Context
	keep  map[string]bool // functions whose definitions stay as they are
	of    map[*smtlib.Func]*certificate.Definition
	memo  map[*smtlib.Term]*smtlib.Term
	at    map[*smtlib.Term]*smtlib.Term // what stands for a call
	calls map[*smtlib.Func]*smtlib.Term // that an instance stands for
	count map[*smtlib.Func]int
	defs  []*certificate.Definition
	named map[*smtlib.Func]bool // functions that have a definition under their name
	left  int                   // nodes that may be visited
}

// terms are the ts with instances for calls; left is negative when that takes too
// long.
func (in *instances) terms(ts []*smtlib.Term) []*smtlib.Term {
	out := make([]*smtlib.Term, len(ts))
	for i, t := range ts {
		if out[i] = in.term(t); out[i] == nil {
			return nil
		}
	}
	return out
}

// term is t with instances for calls; nil when that takes too long.
func (in *instances) term(t *smtlib.Term) *smtlib.Term {
	if r, ok := in.memo[t]; ok {
		return r
	}
	if in.left--; in.left < 0 {
		return nil
	}
	args := in.terms(t.Args())
	if args == nil {
		return nil
	}
	r := t
	if d := in.of[t.Func()]; t.Op() == smtlib.OpApp && d != nil {
		if r = in.apply(d, args); r == nil {
			return nil
		}
	} else if len(args) > 0 {
		r = in.c.Rebuild(t, args)
	}
	in.memo[t] = r
	return r
}

// apply is a defined function at arguments: an instance, or what it is there if
// that is simple.
func (in *instances) apply(d *certificate.Definition, args []*smtlib.Term) *smtlib.Term {
	call := in.c.App(d.Func, args...)
	if r, ok := in.at[call]; ok {
		return r
	}
	if in.keep[d.Func.Name] {
		in.asIs(d)
		return call
	}
	values := map[*smtlib.Term]*smtlib.Term{}
	for i, p := range d.Params {
		values[p] = args[i]
	}
	r := in.term(in.c.Substitute(d.Body, values))
	switch {
	case r == nil:
		return nil
	case len(d.Params) == 0:
		if !in.named[d.Func] {
			in.named[d.Func] = true
			in.defs = append(in.defs, &certificate.Definition{Func: d.Func, Body: r, Condition: d.Condition, RestsOn: d.RestsOn})
		}
		r = call
	case len(r.Args()) > 0:
		in.count[d.Func]++
		f := in.c.Func(fmt.Sprintf("%s@%d", d.Func.Name, in.count[d.Func]), nil, d.Func.Result)
		in.defs = append(in.defs, &certificate.Definition{Func: f, Body: r, Condition: true, RestsOn: d.RestsOn})
		r, in.calls[f] = in.c.App(f), call
	}
	in.at[call] = r
	return r
}

// asIs adds a definition, and those that it needs, as they are.
func (in *instances) asIs(d *certificate.Definition) {
	if in.named[d.Func] {
		return
	}
	in.named[d.Func] = true
	smtlib.Visit(d.Body, func(t *smtlib.Term) {
		if needed := in.of[t.Func()]; t.Op() == smtlib.OpApp && needed != nil {
			in.asIs(needed)
		}
	})
	in.defs = append(in.defs, d)
}
