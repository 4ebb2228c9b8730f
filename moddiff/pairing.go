package moddiff

import (
	"cmp"
	"fmt"
	"slices"

	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// Port is an input or output of a pair: its variable over the union of both
// interfaces (Def. 8) and its index in each version, -1 where a version lacks it.
type Port struct {
	Var      *smtlib.Term
	Old, New int
	// lone is set for an output that one version lacks although it may have
	// another value there at the end than at entry: it is not compared.
	lone bool
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

	// The claims that callers rest on, when they are not of the pair's name.
	unchangedClaim, partialClaim string

	loaded   bool // its loops are paired, if it has any
	affected bool
	below    bool // an entry may call it, or it is one
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

// recursive reports whether one of the procedures of a pair can reach itself.
func (p *Pair) recursive() bool { return p.old.side.recursive(p.old) || p.new.side.recursive(p.new) }

// isUnchanged reports whether a pair is equal without having been analysed. The
// loops of such procedures are not reported: their bodies may not even be there.
func (p *Pair) isUnchanged() bool { return p != nil && p.summary == nil && p.state.equal }

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

// isLoneVariable tells whether a port is a variable that both loops change, but
// that is used after the loop in one version only.
func (p *Pair) isLoneVariable(port Port) bool {
	other := p.old
	if port.New < 0 {
		other = p.new
	}
	return p.old.proc.Kind == ir.Loop && (port.Old < 0 || port.New < 0) && other.side.sets(other.proc, port.Var)
}

// sets reports whether a procedure, or a loop in it, assigns to v.
func (s *side) sets(p *ir.Proc, v *smtlib.Term) bool {
	for _, b := range p.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ir.Assign:
				if slices.Contains(in.Vars, v) {
					return true
				}
			case *ir.Call:
				callee := s.at(in.Proc).proc
				if slices.Contains(in.Outs, v) || callee != p && callee.Kind == ir.Loop && s.sets(callee, v) {
					return true
				}
			}
		}
	}
	return false
}

// match makes the pairs and finds out which are modified. Bodies are lowered where
// a change may matter only.
func (r *comparison) match() error {
	m, err := newMatcher(r.c, r.base, r.opts.Match)
	if err != nil {
		return err
	}
	m.matchProcedures()
	r.matcher = m
	var procs []*Pair
	for _, name := range r.base[0].prog.Order {
		if n := m.partner[name]; n != "" {
			procs = append(procs, r.addPair(r.base[0].at(name), r.base[1].at(n)))
		}
	}
	r.loadAffected(procs)
	for _, s := range r.base {
		for _, name := range s.prog.Order {
			if p := s.at(name); p.pair == nil { // its loops are listed, like itself
				s.loadBody(p)
			}
		}
		s.regroup(s.all())
	}
	for _, p := range r.base[0].all() {
		if p.pair != nil {
			r.pairs = append(r.pairs, p.pair)
		}
	}
	return nil
}

func (r *comparison) addPair(old, new *procState) *Pair {
	p := r.newPair(old, new, r.matcher.globals, r.matcher.given[old.proc.Name])
	old.pair, new.pair = p, p
	return p
}

// loadAffected lowers the procedures of modified pairs and of those that call
// them, pairs their loops, and finds out which of all these are modified. A
// procedure whose text was seen to be the same needs no lowering for that.
func (r *comparison) loadAffected(procs []*Pair) {
	byName, edges := map[string]*Pair{}, map[string][]string{}
	var order []string
	for _, p := range procs {
		byName[p.Name] = p
		order = append(order, p.Name)
		for _, s := range []*procState{p.old, p.new} {
			for _, callee := range s.proc.Calls {
				if q := s.side.at(callee).pair; q != nil {
					edges[p.Name] = append(edges[p.Name], q.Name)
				}
			}
		}
	}
	var work []string
	for _, p := range procs {
		if r.plainlySame(p) && !r.wanted(p) {
			continue
		}
		if r.loadPair(p); p.Modified || r.wanted(p) || slices.ContainsFunc(p.old.side.loops(p.old), isModified) {
			work = append(work, p.Name)
		}
	}
	callers := ir.GraphOf(order, edges).Callers
	affected := map[string]bool{}
	for len(work) > 0 {
		name := work[len(work)-1]
		work = work[:len(work)-1]
		if !affected[name] {
			affected[name] = true
			r.loadPair(byName[name])
			work = append(work, callers[name]...)
		}
	}
}

func isModified(p *procState) bool { return p.pair == nil || p.pair.Modified }

// wanted reports whether p is to be lowered though no change may affect it: the
// entry is one of its loops.
func (r *comparison) wanted(p *Pair) bool {
	return r.opts.eager || slices.ContainsFunc(p.old.side.loops(p.old), func(l *procState) bool { return l.proc.Name == r.opts.Entry })
}

// plainlySame reports whether the procedures of a pair have the same text, as
// was seen before lowering, and what they call corresponds as their text has it.
func (r *comparison) plainlySame(p *Pair) bool {
	if !p.old.proc.SameText || !p.new.proc.SameText || !p.isIdentity() {
		return false
	}
	for _, callee := range p.old.proc.Calls {
		q := r.base[0].at(callee).pair
		if q == nil || !q.isIdentity() {
			return false
		}
	}
	return true
}

// isIdentity reports whether the procedures of a pair have one name and their
// inputs and outputs correspond one by one.
func (p *Pair) isIdentity() bool {
	inOrder := func(ports []Port) bool {
		for i, port := range ports {
			if port.Old != i || port.New != i {
				return false
			}
		}
		return true
	}
	return p.old.proc.Name == p.new.proc.Name && inOrder(p.Inputs) && inOrder(p.Outputs)
}

// loadPair lowers the procedures of a pair, pairs their loops and finds out which
// are modified.
func (r *comparison) loadPair(p *Pair) {
	if p.loaded {
		return
	}
	p.loaded = true
	p.old.side.loadBody(p.old)
	p.new.side.loadBody(p.new)
	r.pairLoops(p)
	_, oldErr := p.old.loading.state()
	_, newErr := p.new.loading.state()
	if cmp.Or(oldErr, newErr) != nil {
		p.Modified = !r.plainlySame(p)
	} else {
		p.Modified = !r.sameText(p)
	}
}

// pairLoops pairs the loops of a pair whose bodies are there and finds out which
// are modified.
func (r *comparison) pairLoops(p *Pair) {
	r.matcher.matchLoopsOf(p.old, p.new)
	var pairs []*Pair
	for _, loop := range p.old.side.loops(p.old) {
		if n := r.matcher.partner[loop.proc.Name]; n != "" {
			pairs = append(pairs, r.addPair(loop, p.new.side.at(n)))
		}
	}
	// Inner loops come after outer ones: whether the text of a loop is the same
	// depends on how the inputs of those in it correspond.
	for _, q := range slices.Backward(pairs) {
		r.alignLoop(q, r.matcher.globals)
	}
	for _, q := range pairs {
		q.Modified = !r.sameText(q)
	}
}

func (r *comparison) sameText(p *Pair) bool {
	return ir.SameText(r.c, p.old.proc, p.new.proc, func(old string) *ir.Correspondence {
		q := r.base[0].at(old).pair
		if q == nil {
			return nil
		}
		return q.correspondence()
	})
}

// alignLoop takes the inputs and outputs of two loops not by their names but in
// their order, or in the order in which the loops read them, where the loops are
// then the same text. Which variables of loops correspond is a free choice, since
// their callers pass them; but a global stays itself.
func (r *comparison) alignLoop(p *Pair, globals [2]map[*smtlib.Term]bool) {
	if p.old.proc.Kind != ir.Loop || r.sameText(p) {
		return
	}
	byName := *p
	for _, order := range []func(*ir.Proc) []*smtlib.Term{asListed, byOccurrence} {
		partner := inTurn(order(p.old.proc), order(p.new.proc), globals)
		if partner == nil {
			continue
		}
		inputs, ok := corresponding(p.old.proc.Inputs, p.new.proc.Inputs, partner, globals)
		outputs, ok2 := corresponding(p.old.proc.Outputs, p.new.proc.Outputs, partner, globals)
		if !ok || !ok2 {
			continue
		}
		p.Inputs, p.Outputs = inputs, outputs
		r.finishInterface(p)
		if r.sameText(p) {
			return
		}
		*p = byName
	}
}

func asListed(p *ir.Proc) []*smtlib.Term { return p.Inputs }

// byOccurrence are the inputs of a loop in the order in which its text first
// reads them.
func byOccurrence(p *ir.Proc) []*smtlib.Term {
	var out []*smtlib.Term
	ir.Terms(p, func(t *smtlib.Term) {
		if t.Op() == smtlib.OpVar && slices.Contains(p.Inputs, t) && !slices.Contains(out, t) {
			out = append(out, t)
		}
	})
	for _, v := range p.Inputs {
		if !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	return out
}

// inTurn pairs the variables of two lists, one by one; nil when they do not fit.
func inTurn(old, new []*smtlib.Term, globals [2]map[*smtlib.Term]bool) map[*smtlib.Term]*smtlib.Term {
	if len(old) != len(new) {
		return nil
	}
	partner := map[*smtlib.Term]*smtlib.Term{}
	for i, v := range old {
		w := new[i]
		if v.Sort() != w.Sort() || v != w && (globals[0][v] || globals[1][w]) {
			return nil
		}
		partner[v] = w
	}
	return partner
}

// corresponding are the ports of two lists of variables: partners, and those
// without one by their place.
func corresponding(old, new []*smtlib.Term, partner map[*smtlib.Term]*smtlib.Term, globals [2]map[*smtlib.Term]bool) (ports []Port, ok bool) {
	if len(old) != len(new) {
		return nil, false
	}
	taken := map[int]bool{}
	for i, v := range old {
		k := i
		if w := partner[v]; w != nil {
			k = slices.Index(new, w)
		}
		if k < 0 || taken[k] || new[k].Sort() != v.Sort() || new[k] != v && (globals[0][v] || globals[1][new[k]]) {
			return nil, false
		}
		taken[k] = true
		ports = append(ports, Port{Var: v, Old: i, New: k})
	}
	return ports, true
}

func (r *comparison) newPair(old, new *procState, globals [2]map[*smtlib.Term]bool, given Matched) *Pair {
	p := &Pair{Name: old.proc.Name, old: old, new: new}
	o, n := old.proc, new.proc
	p.Inputs = align(
		variables{o.Inputs, o.Formals, o.Kind, globals[0]},
		variables{n.Inputs, n.Formals, n.Kind, globals[1]}, given.Params)
	p.Outputs = align(
		variables{o.Outputs, o.Results, o.Kind, globals[0]},
		variables{n.Outputs, n.Results, n.Kind, globals[1]}, given.Params)
	r.finishInterface(p)
	return p
}

// finishInterface computes what follows from how inputs and outputs are matched.
func (r *comparison) finishInterface(p *Pair) {
	o, n := p.old.proc, p.new.proc
	p.Interface = nil
	p.sharable = true
	p.rename = map[*smtlib.Term]*smtlib.Term{}
	taken := map[string]bool{}
	for i, in := range p.Inputs {
		p.sharable = p.sharable && in.Old >= 0 && in.New >= 0
		if in.Old < 0 && taken[in.Var.Name()] { // a new input with the name of an unrelated old one
			p.Inputs[i].Var = r.untaken(p, in.Var, taken)
		}
		taken[p.Inputs[i].Var.Name()] = true
		if in.New >= 0 && n.Inputs[in.New] != p.Inputs[i].Var {
			p.rename[n.Inputs[in.New]] = p.Inputs[i].Var
		}
		if in.Old < 0 || in.Old >= o.Formals || in.New >= 0 {
			continue
		}
		for _, other := range p.Inputs {
			if other.Old < 0 && other.New < n.Formals && p.samePlace(in.Old, other.New) {
				p.Interface = append(p.Interface, fmt.Sprintf("parameter %s has another type in the other version", in.Var.Name()))
			}
		}
	}
	// An output that one version lacks is unchanged there, so its value at
	// entry is an input of the pair.
	for i, out := range p.Outputs {
		switch {
		case out.Old >= 0 && out.New >= 0:
		case p.isLoneVariable(out):
			p.Outputs[i].lone = true
		case p.isLoneResult(out):
			p.Outputs[i].lone = true
			if out.Old < 0 && slices.ContainsFunc(p.Outputs[:i], func(o Port) bool { return o.Var.Name() == out.Var.Name() }) {
				p.Outputs[i].Var = r.untaken(p, out.Var, taken)
			}
			p.Interface = append(p.Interface, fmt.Sprintf("result %s has no partner in the other version", out.Var.Name()))
		default:
			p.Outputs[i].Var = r.valueAtEntry(p, out, taken)
		}
	}
}

// untaken is a variable like v that stands for nothing else in a pair.
func (r *comparison) untaken(p *Pair, v *smtlib.Term, taken map[string]bool) *smtlib.Term {
	for n := 2; ; n++ {
		w := r.c.Var(fmt.Sprintf("%s!%d", v.Name(), n), v.Sort())
		if !taken[w.Name()] && !slices.ContainsFunc(p.Inputs, func(in Port) bool { return in.Var.Name() == w.Name() }) {
			return w
		}
	}
}

// samePlace reports whether two parameters stand for each other by where they
// are declared: at the same position, or under one name where there are more of
// them in one version.
func (p *Pair) samePlace(old, new int) bool {
	o, n := p.old.proc, p.new.proc
	if o.Formals == n.Formals {
		return old == new
	}
	return declaredName(o.Inputs[old]) == declaredName(n.Inputs[new])
}

// valueAtEntry is the input of a pair that holds the value at entry of an output
// which one version lacks.
func (r *comparison) valueAtEntry(p *Pair, out Port, taken map[string]bool) *smtlib.Term {
	o, n := p.old.proc, p.new.proc
	for _, in := range p.Inputs {
		if in.Old >= o.Formals && o.Inputs[in.Old] == out.Var || in.New >= n.Formals && n.Inputs[in.New] == out.Var {
			return in.Var
		}
	}
	v := out.Var
	if taken[v.Name()] {
		v = r.untaken(p, v, taken)
	}
	taken[v.Name()] = true
	p.Inputs = append(p.Inputs, Port{Var: v, Old: -1, New: -1})
	p.sharable = false
	return v
}

// correspondence is how the texts of a pair are compared, or nil when some
// input or output has no partner.
func (p *Pair) correspondence() *ir.Correspondence {
	m := &ir.Correspondence{
		Proc: p.new.proc.Name, Inputs: make([]int, len(p.old.proc.Inputs)), Outputs: make([]int, len(p.old.proc.Outputs)),
	}
	for _, l := range []struct {
		ports []Port
		index []int
	}{{p.Inputs, m.Inputs}, {p.Outputs, m.Outputs}} {
		for _, port := range l.ports {
			if port.Old < 0 || port.New < 0 {
				return nil
			}
			l.index[port.Old] = port.New
		}
	}
	return m
}

// markAffected computes the work set of Algorithm 1, lines 3-9: modified pairs
// and, transitively, the pairs that call them. A call of a procedure without
// a partner, or of one whose partner is another, makes the caller modified
// already. Names of all pairs are returned callees first, as groups of
// mutually recursive pairs.
func (r *comparison) markAffected() [][]*Pair {
	edges := map[string][]string{}
	byName := map[string]*Pair{}
	var order []string
	for _, p := range r.pairs {
		byName[p.Name] = p
		order = append(order, p.Name)
		for _, q := range r.calledBy([]*Pair{p}) {
			edges[p.Name] = append(edges[p.Name], q.Name)
		}
	}
	g := ir.GraphOf(order, edges)
	var work []string
	for _, p := range r.pairs {
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
	r.callers = g.Callers
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
