package pairing

import (
	"cmp"
	"slices"

	"semdiff/translate/ir"
)

// loadAffected lowers the procedures of modified pairs and of those that call
// them, pairs their loops, and finds out which of all these are modified. A
// procedure whose text was found to be the same before lowering (package translate)
// needs no lowering for that.
func (r *Pairing) loadAffected(procs []*Pair) {
	byName, edges := map[string]*Pair{}, map[string][]string{}
	var order []string
	for _, p := range procs {
		byName[p.Name] = p
		order = append(order, p.Name)
		for _, s := range []*Proc{p.Old, p.New} {
			for _, callee := range s.Calls {
				if q := s.Version.at(callee).Pair; q != nil {
					edges[p.Name] = append(edges[p.Name], q.Name)
				}
			}
		}
	}
	var changed []string
	for _, p := range procs {
		if r.plainlySame(p) && !r.wanted(p) {
			continue
		}
		if r.loadPair(p); p.Edited() || r.wanted(p) {
			changed = append(changed, p.Name)
		}
	}
	for _, name := range ir.GraphOf(order, edges).Affected(changed) {
		r.loadPair(byName[name])
	}
}

func isModified(p *Proc) bool { return p.Pair == nil || p.Pair.Modified }

// Edited reports whether the text of a procedure differs, or that of a loop in it.
func (p *Pair) Edited() bool {
	return p.Old.Kind == ir.Procedure && (p.Modified || slices.ContainsFunc(p.Old.Version.loops(p.Old), isModified))
}

// wanted reports whether p is to be lowered though no change may affect it: the
// entry is one of its loops.
func (r *Pairing) wanted(p *Pair) bool {
	return r.opts.Eager || slices.ContainsFunc(p.Old.Version.loops(p.Old), func(l *Proc) bool { return l.Name == r.opts.Entry })
}

// plainlySame reports whether the procedures of a pair have the same text, as package
// translate found before lowering, and the callees in it correspond.
func (r *Pairing) plainlySame(p *Pair) bool {
	if !p.Old.SameText || !p.New.SameText || !p.isIdentity() {
		return false
	}
	for _, callee := range p.Old.Calls {
		q := r.Versions[0].at(callee).Pair
		if q == nil || !q.isIdentity() {
			return false
		}
	}
	return true
}

// loadPair lowers the procedures of a pair, pairs their loops and finds out which
// are modified.
func (r *Pairing) loadPair(p *Pair) {
	if p.loaded {
		return
	}
	p.loaded = true
	p.Old.Version.loadBody(p.Old)
	p.New.Version.loadBody(p.New)
	r.pairLoops(p)
	_, oldErr := p.Old.Lowered()
	_, newErr := p.New.Lowered()
	if cmp.Or(oldErr, newErr) != nil {
		p.Modified = !r.plainlySame(p)
	} else {
		p.Modified = !r.sameBody(p)
	}
}

// markAffected computes the work set of Algorithm 1, lines 3-9: modified pairs
// and, transitively, the pairs that call them. A call of a procedure without
// a partner, or of one whose partner is another, makes the caller modified
// already. All pairs are listed callees first, as groups of mutually recursive
// pairs.
func (r *Pairing) markAffected() {
	edges := map[string][]string{}
	byName := map[string]*Pair{}
	var order []string
	for _, p := range r.Pairs {
		byName[p.Name] = p
		order = append(order, p.Name)
		for _, q := range r.CalledBy([]*Pair{p}) {
			edges[p.Name] = append(edges[p.Name], q.Name)
		}
	}
	g := ir.GraphOf(order, edges)
	var modified []string
	for _, p := range r.Pairs {
		if p.Modified {
			modified = append(modified, p.Name)
		}
	}
	for _, name := range g.Affected(modified) {
		byName[name].Affected = true
	}
	r.Callers = g.Callers
	for _, scc := range g.SCCs {
		var group []*Pair
		for _, name := range scc {
			group = append(group, byName[name])
		}
		r.Groups = append(r.Groups, group)
	}
}

// CalledBy lists the pairs that the procedures of a group call, directly or
// through procedures without a partner.
func (r *Pairing) CalledBy(group []*Pair) []*Pair {
	var out []*Pair
	seen := map[*ir.Proc]bool{}
	var visit func(p *Proc)
	visit = func(p *Proc) {
		if seen[p.Proc] {
			return
		}
		seen[p.Proc] = true
		for _, q := range p.Version.Callees(p) {
			if q.Pair == nil {
				visit(q)
			} else if !slices.Contains(out, q.Pair) {
				out = append(out, q.Pair)
			}
		}
	}
	for _, p := range group {
		visit(p.Old)
		visit(p.New)
	}
	return out
}

// Unaffected is the condition of lines 19-20 of Algorithm 1 for a group of mutually
// recursive pairs: no text changed, and all callees outside of the group are equal.
func Unaffected(g []*Pair, equal func(*Pair) bool) bool {
	for _, p := range g {
		if p.Modified {
			return false
		}
		for _, s := range []*Proc{p.Old, p.New} {
			for _, callee := range s.Version.Callees(s) {
				q := callee.Pair
				if q == nil || !slices.Contains(g, q) && !equal(q) {
					return false
				}
			}
		}
	}
	return true
}
