package moddiff

import (
	"fmt"
	"slices"

	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// Port is an input or output of a pair: its variable over the union of both
// interfaces and its index in each version, -1 where a version lacks it.
type Port struct {
	Var      *smtlib.Term
	Old, New int
}

// Pair is a matched pair of procedures.
type Pair struct {
	Name     string
	old, new *procState
	Inputs   []Port // the union of the inputs, the old ones first
	Outputs  []Port // an output that one version lacks keeps its value at entry there
	Modified bool
	// Interface lists results that have no partner and parameters whose type
	// changed; such a pair is never equal.
	Interface []string
	// sharable: both versions take the same inputs, so UF_g1g2 can be applied.
	sharable bool
	symbols  *symbols                      // UF_g1g2
	rename   map[*smtlib.Term]*smtlib.Term // new inputs to union variables

	affected bool
	state    pairState
	summary  *DiffSummary // what callers rely on
	// entry and entryState are the answer for the pair as an entry, where the
	// position on the input tape is not observed.
	entry      *DiffSummary
	entryState pairState
}

// pairState is what callers may rely on.
type pairState struct {
	equal   bool // U is everything: full equivalence (Def. 8)
	partial bool // partially equivalent everywhere (Def. 8)
	// assumed sets the same for the time of an inductive proof.
	assumeEqual, assumePartial bool
}

// across turns a call of one version's procedure into one of the other's; the
// pair must be sharable.
func (p *Pair) across(from *procState, args []*smtlib.Term) (*procState, []*smtlib.Term) {
	other := make([]*smtlib.Term, len(args))
	for _, in := range p.Inputs {
		if from.side.index == 0 {
			other[in.New] = args[in.Old]
		} else {
			other[in.Old] = args[in.New]
		}
	}
	if from.side.index == 0 {
		return p.new, other
	}
	return p.old, other
}

// acrossResult is what a result of one version's procedure is in the other's;
// ok is false for an output that the other lacks.
func (p *Pair) acrossResult(from *procState, result int) (other int, ok bool) {
	if result < 0 { // kindResult, endsResult
		return result, true
	}
	for _, o := range p.Outputs {
		switch {
		case from.side.index == 0 && o.Old == result:
			return o.New, o.New >= 0
		case from.side.index == 1 && o.New == result:
			return o.Old, o.Old >= 0
		}
	}
	return 0, false
}

// isLoneResult tells whether a port is a declared result that the other
// version lacks: a difference of interface.
func (p *Pair) isLoneResult(port Port) bool {
	return p.old.proc.Kind == ir.Procedure &&
		(port.New < 0 && port.Old < p.old.proc.Results || port.Old < 0 && port.New < p.new.proc.Results)
}

// match pairs procedures by name, and loops of matched procedures that no
// longer have the same name in their order (translators number labels).
func (a *analysis) match() {
	old, new := a.sides[0], a.sides[1]
	a.partner = map[string]string{}
	for _, name := range old.prog.Order {
		if q := new.procs[name]; q != nil && q.proc.Kind == old.procs[name].proc.Kind {
			a.partner[name] = name
		}
	}
	taken := map[string]bool{}
	for _, n := range a.partner {
		taken[n] = true
	}
	for _, name := range old.prog.Order {
		p := old.procs[name].proc
		if p.Kind != ir.Loop || a.partner[name] != "" {
			continue
		}
		parent := a.partner[p.Parent]
		for _, cand := range new.prog.Order {
			q := new.procs[cand].proc
			if q.Kind == ir.Loop && !taken[cand] && q.Parent == parent && old.procs[cand] == nil {
				a.partner[name] = cand
				taken[cand] = true
				break
			}
		}
	}
	for _, name := range old.prog.Order {
		if n := a.partner[name]; n != "" {
			pair := a.newPair(name, old.procs[name], new.procs[n])
			a.pairs = append(a.pairs, pair)
			old.procs[name].pair, new.procs[n].pair = pair, pair
		}
	}
	for _, pair := range a.pairs {
		pair.Modified = !ir.SameText(pair.old.proc, pair.new.proc, a.partner)
	}
}

func (a *analysis) newPair(name string, old, new *procState) *Pair {
	p := &Pair{Name: name, old: old, new: new}
	o, n := old.proc, new.proc
	p.Inputs = align(o.Inputs, n.Inputs, min(o.Formals, n.Formals))
	p.Outputs = align(o.Outputs, n.Outputs, min(o.Results, n.Results))
	p.sharable = true
	p.rename = map[*smtlib.Term]*smtlib.Term{}
	taken := map[*smtlib.Term]bool{}
	for i, in := range p.Inputs {
		p.sharable = p.sharable && in.Old >= 0 && in.New >= 0
		if in.Old < 0 && taken[in.Var] { // a new formal with the name of an unrelated old one
			p.Inputs[i].Var = a.c.Fresh(in.Var.Name(), in.Var.Sort())
		}
		taken[p.Inputs[i].Var] = true
		if in.New >= 0 && n.Inputs[in.New] != p.Inputs[i].Var {
			p.rename[n.Inputs[in.New]] = p.Inputs[i].Var
		}
	}
	for i := 0; i < min(o.Formals, n.Formals); i++ {
		if o.Inputs[i].Sort() != n.Inputs[i].Sort() {
			p.Interface = append(p.Interface, fmt.Sprintf("parameter %s has another type in the other version", o.Inputs[i].Name()))
		}
	}
	// An output that one version lacks is unchanged there, so its value at
	// entry is an input of the pair.
	for _, out := range p.Outputs {
		if out.Old >= 0 && out.New >= 0 {
			continue
		}
		if p.isLoneResult(out) {
			p.Interface = append(p.Interface, fmt.Sprintf("result %s has no partner in the other version", out.Var.Name()))
			continue
		}
		if !slices.ContainsFunc(p.Inputs, func(in Port) bool { return in.Var == out.Var }) {
			p.Inputs = append(p.Inputs, Port{Var: out.Var, Old: -1, New: -1})
			p.sharable = false
		}
	}
	return p
}

// align matches two variable lists: the first n by position, then by name and
// sort, then what is left in order of equal sorts.
func align(old, new []*smtlib.Term, n int) []Port {
	var ports []Port
	usedNew := map[int]bool{}
	partner := make([]int, len(old))
	for i := range old {
		partner[i] = -1
	}
	pair := func(i, j int) {
		partner[i] = j
		usedNew[j] = true
	}
	for i := 0; i < n; i++ {
		if old[i].Sort() == new[i].Sort() {
			pair(i, i)
		}
	}
	for i, v := range old {
		if j := slices.Index(new, v); partner[i] < 0 && j >= 0 && !usedNew[j] {
			pair(i, j)
		}
	}
	for i, v := range old {
		if partner[i] >= 0 {
			continue
		}
		for j, w := range new {
			if !usedNew[j] && v.Sort() == w.Sort() && !slices.Contains(old, w) && !slices.Contains(new, v) {
				pair(i, j)
				break
			}
		}
	}
	for i, v := range old {
		ports = append(ports, Port{Var: v, Old: i, New: partner[i]})
	}
	for j, w := range new {
		if !usedNew[j] {
			ports = append(ports, Port{Var: w, Old: -1, New: j})
		}
	}
	return ports
}

// markAffected computes the work set of Algorithm 1, lines 3-9: modified pairs
// and, transitively, the pairs that call them. A call of a procedure without
// a partner, or of one whose partner is another, makes the caller modified
// already. Names of all pairs are returned callees first, as groups of
// mutually recursive pairs.
func (a *analysis) markAffected() [][]*Pair {
	edges := map[string][]string{}
	byName := map[string]*Pair{}
	var order []string
	for _, p := range a.pairs {
		byName[p.Name] = p
		order = append(order, p.Name)
		edges[p.Name] = append(edges[p.Name], a.sides[0].graph.Callees[p.old.proc.Name]...)
		for _, callee := range a.sides[1].graph.Callees[p.new.proc.Name] {
			if q := a.sides[1].procs[callee].pair; q != nil {
				edges[p.Name] = append(edges[p.Name], q.Name)
			}
		}
		edges[p.Name] = slices.DeleteFunc(edges[p.Name], func(n string) bool { return a.partner[n] == "" })
	}
	g := ir.GraphOf(order, edges)
	var work []string
	for _, p := range a.pairs {
		if p.Modified {
			work = append(work, p.Name)
		}
	}
	for len(work) > 0 {
		name := work[len(work)-1]
		work = work[:len(work)-1]
		if byName[name].affected {
			continue
		}
		byName[name].affected = true
		work = append(work, g.Callers[name]...)
	}
	a.callers = g.Callers
	var groups [][]*Pair
	for _, scc := range g.SCCs {
		var group []*Pair
		for _, name := range scc {
			group = append(group, byName[name])
		}
		groups = append(groups, group)
	}
	return groups
}
