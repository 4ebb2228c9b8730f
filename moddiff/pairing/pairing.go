package pairing

import (
	"sync"

	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// Options are what is given beside the two programs.
type Options struct {
	Given []Matched // procedures to compare whatever their names
	Entry string    // a procedure or loop; when it is a loop, the bodies around it are lowered
	Eager bool      // all bodies are lowered at once
}

// Pairing are two versions of a program and the pairs of their procedures and
// loops. Nothing in it changes once it is made, but for the bodies that Load
// adds; it is safe for concurrent use.
type Pairing struct {
	Ctx      *smtlib.Context
	Versions [2]*Version
	Pairs    []*Pair             // in the order of the old version
	Groups   [][]*Pair           // mutually recursive pairs, callees before callers
	Callers  map[string][]string // of pairs, by name

	opts    Options
	matcher *matcher
	loadMu  sync.Mutex // held while a body is lowered
}

// New pairs the procedures of two versions, lowered in one Context, in which no
// function has two meanings (query.Separate). It is COMPUTEPROCEDUREMATCHING and
// lines 3-9 of Algorithm 1. The error is about the given matching.
func New(old, new *ir.Program, opts Options) (*Pairing, error) {
	r := &Pairing{Ctx: old.Ctx, opts: opts}
	r.Versions = [2]*Version{newVersion(0, old, &r.loadMu), newVersion(1, new, &r.loadMu)}
	for _, v := range r.Versions {
		if opts.Entry != "" && v.at(opts.Entry) == nil {
			v.hasLoop(opts.Entry)
		}
	}
	if err := r.match(); err != nil {
		return nil, err
	}
	r.markAffected()
	for _, p := range r.Pairs {
		if p.Old.Kind == ir.Procedure {
			r.observe(p)
		}
	}
	return r, nil
}

// match makes the pairs and finds out which are modified. Bodies are lowered where
// a change may matter only.
func (r *Pairing) match() error {
	m, err := newMatcher(r.Ctx, r.Versions, r.opts.Given)
	if err != nil {
		return err
	}
	m.matchProcedures()
	r.matcher = m
	var procs []*Pair
	for _, name := range r.Versions[0].Prog.Order {
		if n := m.partner[name]; n != "" {
			procs = append(procs, r.addPair(r.Versions[0].at(name), r.Versions[1].at(n)))
		}
	}
	r.loadAffected(procs)
	for _, s := range r.Versions {
		for _, name := range s.Prog.Order {
			if p := s.at(name); p.Pair == nil { // its loops are listed, like itself
				s.loadBody(p)
			}
		}
		s.regroup(s.all())
	}
	for _, v := range r.Versions {
		for _, p := range v.all() {
			p.ready.Store(true)
		}
	}
	for _, p := range r.Versions[0].all() {
		if p.Pair != nil {
			r.Pairs = append(r.Pairs, p.Pair)
		}
	}
	return nil
}

func (r *Pairing) addPair(old, new *Proc) *Pair {
	p := r.newPair(old, new, r.matcher.globals, r.matcher.given[old.Name])
	old.Pair, new.Pair = p, p
	return p
}

// Like is the pair of the procedures that have the names of those of p, which is of
// another pairing; nil when there is none.
func (r *Pairing) Like(p *Pair) *Pair {
	old, new := r.Versions[0].at(p.Old.Name), r.Versions[1].at(p.New.Name)
	if old == nil || new == nil || old.Pair == nil || old.Pair != new.Pair {
		return nil
	}
	return old.Pair
}

// Named is the pair of that name, nil when there is none.
func (r *Pairing) Named(name string) *Pair {
	for _, p := range r.Pairs {
		if p.Name == name {
			return p
		}
	}
	return nil
}
