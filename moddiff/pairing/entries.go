package pairing

import (
	"fmt"
	"slices"
	"strings"

	"semdiff/internal/closest"
	"semdiff/translate/ir"
)

// Asked reports whether the answer is to have p: where an entry is named, it is about
// what that may call. Entries are marked before.
func (r *Pairing) Asked(p *Pair) bool { return r.opts.Entry == "" || p.Reachable }

// MarkReachable marks the pairs that the entries may call, and these.
func (r *Pairing) MarkReachable(entries []*Pair) { r.markReachable(entries, nil) }

// MarkBefore marks the pairs that the entries may call other than by some that are known
// to be equal, these and the entries, and no others.
func (r *Pairing) MarkBefore(entries []*Pair, equal []string) {
	for _, p := range r.Pairs {
		p.Reachable = false
	}
	r.markReachable(entries, equal)
}

func (r *Pairing) markReachable(entries []*Pair, equal []string) {
	seen := map[*Proc]bool{}
	var visit func(p *Proc)
	visit = func(p *Proc) {
		if seen[p] {
			return
		}
		seen[p] = true
		if p.Pair != nil {
			p.Pair.Reachable = true
			visit(p.Pair.Old)
			visit(p.Pair.New)
			if slices.Contains(equal, p.Pair.Name) {
				return
			}
		}
		for _, q := range p.Version.Callees(p) {
			visit(q)
		}
	}
	for _, p := range entries {
		visit(p.Old)
	}
}

// instancesOf are the pairs of a polymorphic procedure, which are named p<int>
// and the like.
func (r *Pairing) instancesOf(name string) []*Pair {
	var out []*Pair
	for _, p := range r.Pairs {
		if p.Old.Kind == ir.Procedure && strings.HasPrefix(p.Name, name+"<") {
			out = append(out, p)
		}
	}
	return out
}

// Entries are the pairs whose verdicts make the run's: the named one, or main, or
// every root of the call graph. It marks what they may call. The error says that there
// are none.
func (r *Pairing) Entries(name string) ([]*Pair, error) {
	entries, err := r.findEntries(name)
	r.MarkReachable(entries)
	return entries, err
}

// Inner are the pairs of these names, in place of entries. It marks what they may call.
func (r *Pairing) Inner(names []string) ([]*Pair, error) {
	var list []*Pair
	for _, name := range names {
		p := r.Named(name)
		if p == nil {
			return nil, fmt.Errorf("no pair is called %s", name)
		}
		list = append(list, p)
	}
	r.MarkReachable(list)
	return list, nil
}

func (r *Pairing) findEntries(name string) ([]*Pair, error) {
	if name == "" && (r.Versions[0].at("main") != nil || r.Versions[1].at("main") != nil) {
		name = "main"
	}
	if name != "" {
		for _, s := range r.Versions {
			if p := s.at(name); p != nil && p.Pair != nil {
				return []*Pair{p.Pair}, nil
			}
		}
		if instances := r.instancesOf(name); len(instances) > 0 {
			return instances, nil
		}
		for i, s := range r.Versions {
			if s.at(name) == nil {
				return nil, fmt.Errorf("entry procedure %s is not in %s%s", name, r.Versions[i].Prog.File, closest.Question(name, s.Prog.Order))
			}
		}
		return nil, fmt.Errorf("entry procedure %s has no partner", name)
	}
	return r.Roots()
}

// Roots are the roots of the call graph: the pairs of procedures in groups that no other
// group calls. One of several implementations is part of its procedure. The error says
// that there are none.
func (r *Pairing) Roots() ([]*Pair, error) {
	group := map[string]int{}
	for i, g := range r.Groups {
		for _, p := range g {
			group[p.Name] = i
		}
	}
	var roots []*Pair
	for i, g := range r.Groups {
		called := false
		for _, p := range g {
			for _, caller := range r.Callers[p.Name] {
				called = called || group[caller] != i
			}
		}
		for _, p := range g {
			if !called && p.Old.Kind == ir.Procedure && !ir.IsImplementation(p.Name) {
				roots = append(roots, p)
			}
		}
	}
	if len(roots) == 0 {
		return nil, fmt.Errorf("the versions have no procedure in common")
	}
	place := map[*Pair]int{}
	for i, p := range r.Pairs {
		place[p] = i
	}
	slices.SortFunc(roots, func(x, y *Pair) int { return place[x] - place[y] })
	return roots, nil
}
