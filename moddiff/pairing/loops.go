package pairing

import (
	"slices"

	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// pairLoops pairs the loops of a pair whose bodies are there and finds out which
// are modified.
func (r *Pairing) pairLoops(p *Pair) {
	r.matcher.matchLoopsOf(p.Old, p.New)
	var pairs []*Pair
	for _, loop := range p.Old.Version.loops(p.Old) {
		if n := r.matcher.partner[loop.Name]; n != "" {
			pairs = append(pairs, r.addPair(loop, p.New.Version.at(n)))
		}
	}
	// Inner loops come after outer ones: whether the text of a loop is the same
	// depends on how the inputs of those in it correspond.
	for _, q := range slices.Backward(pairs) {
		r.alignLoop(q, r.matcher.globals)
	}
	for _, q := range pairs {
		q.Modified = !r.sameBody(q)
	}
}

func (r *Pairing) sameBody(p *Pair) bool {
	return ir.SameBody(r.Ctx, p.Old.Proc, p.New.Proc, func(old string) *ir.Correspondence {
		q := r.Versions[0].at(old).Pair
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
func (r *Pairing) alignLoop(p *Pair, globals [2]map[*smtlib.Term]bool) {
	if p.Old.Kind != ir.Loop || r.sameBody(p) {
		return
	}
	byName := *p
	for _, order := range []func(*ir.Proc) []*smtlib.Term{asListed, byOccurrence} {
		partner := inTurn(order(p.Old.Proc), order(p.New.Proc), globals)
		if partner == nil {
			continue
		}
		inputs, ok := corresponding(p.Old.Inputs, p.New.Inputs, partner, globals)
		outputs, ok2 := corresponding(p.Old.Outputs, p.New.Outputs, partner, globals)
		if !ok || !ok2 {
			continue
		}
		p.Inputs, p.Outputs = inputs, outputs
		r.finishInterface(p)
		if r.sameBody(p) {
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
