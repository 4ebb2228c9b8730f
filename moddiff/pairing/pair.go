package pairing

import (
	"slices"

	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// Port is an input or output of a pair: its variable over the union of both
// interfaces (Def. 8) and its index in each version, -1 where a version lacks it.
type Port struct {
	Var      *smtlib.Term
	Old, New int
	// Unmatched is set for an output that one version lacks although it may have
	// another value there at the end than at entry: it is not compared.
	Unmatched bool
	// Same is set for an output that is known to be equal whenever both versions return.
	Same bool
	// View is what of an output is compared; nil for all of it.
	View *View
}

// Pair is a matched pair of procedures or loops. It does not change once the
// pairing is made, but that MarkSame may say more of it before analyses begin.
type Pair struct {
	Name     string // that of the old procedure
	Old, New *Proc
	Inputs   []Port // the union of the inputs, the old ones first
	Outputs  []Port // an output that one version lacks keeps its value at entry there
	Modified bool
	// Affected: a change may reach it, since it is modified or calls such a pair.
	Affected bool
	// Reachable: an entry may call it, or it is one.
	Reachable bool
	// Interface lists results that have no partner and parameters whose type
	// changed; such a pair is never equal.
	Interface []string
	// SameEnd: if one version ends, both are known to end alike.
	SameEnd bool
	// Sharable: both versions take the same inputs, so UF_g1g2 can be applied.
	Sharable bool
	Rename   map[*smtlib.Term]*smtlib.Term // new inputs to union variables

	// Unseen is what callers do not see of the outputs when the pair is an entry, in
	// words, beside the position on the tape.
	Unseen []string

	needs  [][]bool // of the outcome and of each output, by port; nil for all inputs
	unseen map[*smtlib.Term]bool
	views  map[*smtlib.Term]*View
	loaded bool // its loops are paired, if it has any
}

// Proc is the pair's procedure in a version.
func (p *Pair) Proc(version int) *Proc {
	if version == 0 {
		return p.Old
	}
	return p.New
}

// Index is the place of a port in a version, -1 where the version lacks it.
func (q Port) Index(version int) int {
	if version == 0 {
		return q.Old
	}
	return q.New
}

// InPlace reports whether two ports are one variable, at the same place in each version.
func (q Port) InPlace(r Port) bool { return q.Var == r.Var && q.Old == r.Old && q.New == r.New }

// MarkSame says of which outputs, by port, it is known that they are equal whenever
// both versions return, and whether both are known to end alike.
func (p *Pair) MarkSame(output func(port int) bool, end bool) {
	for i := range p.Outputs {
		p.Outputs[i].Same = output(i)
	}
	p.SameEnd = end
}

// MarkNeeds says of the outcome and of each output, by port, on which inputs it depends
// in either version (package depend); the outcome is -1.
func (p *Pair) MarkNeeds(needs func(out int) []bool) {
	p.needs = nil
	for out := -1; out < len(p.Outputs); out++ {
		p.needs = append(p.needs, needs(out))
	}
}

// Needs says of each input, by port, whether an output depends on it in either version,
// or the outcome, which is -1; nil when it may depend on all.
func (p *Pair) Needs(out int) []bool {
	if p.needs == nil {
		return nil
	}
	return p.needs[out+1]
}

// AllNeeds are Needs of the outcome and of all outputs; nil when nothing was said.
func (p *Pair) AllNeeds() [][]bool { return p.needs }

// PortOf is the port of a result of one version's procedure; -1 for how it ends.
func (p *Pair) PortOf(version, result int) int {
	return slices.IndexFunc(p.Outputs, func(o Port) bool { return result >= 0 && o.Index(version) == result })
}

// IsSame reports whether a result of one version's procedure is known to be equal in
// the other whenever both return; result is negative for how it ends.
func (p *Pair) IsSame(from *Proc, result int) bool {
	if result < 0 {
		return p.SameEnd
	}
	port := p.PortOf(from.Version.Index, result)
	return port >= 0 && p.Outputs[port].Same
}

// Recursive reports whether one of the procedures of a pair can reach itself.
func (p *Pair) Recursive() bool {
	return p.Old.Version.Recursive(p.Old) || p.New.Version.Recursive(p.New)
}

// ToPartner turns a call of one version's procedure into one of the other's; the
// pair must be Sharable.
func (p *Pair) ToPartner(from *Proc, args []*smtlib.Term) (*Proc, []*smtlib.Term) {
	other := make([]*smtlib.Term, len(args))
	for _, in := range p.Inputs {
		if from.Version.Index == 0 {
			other[in.New] = args[in.Old]
		} else {
			other[in.Old] = args[in.New]
		}
	}
	if from.Version.Index == 0 {
		return p.New, other
	}
	return p.Old, other
}

// PartnerResult is what a result of one version's procedure is in the other's;
// ok is false for an output that the other lacks.
func (p *Pair) PartnerResult(from *Proc, result int) (other int, ok bool) {
	if result < 0 { // of the outcome: there is one in both versions
		return result, true
	}
	for _, o := range p.Outputs {
		switch {
		case from.Version.Index == 0 && o.Old == result:
			return o.New, o.New >= 0
		case from.Version.Index == 1 && o.New == result:
			return o.Old, o.Old >= 0
		}
	}
	return 0, false
}

// isLoneResult tells whether a port is a declared result that the other
// version lacks: a difference of interface.
func (p *Pair) isLoneResult(port Port) bool {
	return p.Old.Kind == ir.Procedure &&
		(port.New < 0 && port.Old < p.Old.Results || port.Old < 0 && port.New < p.New.Results)
}

// isLoneVariable tells whether a port is a variable that both loops change, but
// that is used after the loop in one version only.
func (p *Pair) isLoneVariable(port Port) bool {
	other := p.Old
	if port.New < 0 {
		other = p.New
	}
	return p.Old.Kind == ir.Loop && (port.Old < 0 || port.New < 0) && other.Version.sets(other.Proc, port.Var)
}

// Observed are the outputs that both versions give: at the entry those that callers
// could see, as far as they could (ir.Observation); the position on the tape is not
// among them.
func (p *Pair) Observed(c *smtlib.Context, entry bool) []Port {
	var out []Port
	for _, port := range p.Outputs {
		if entry && (port.Var == ir.TapeVar(c) || p.unseen[port.Var]) || port.Unmatched {
			continue
		}
		if entry {
			port.View = p.views[port.Var]
		}
		out = append(out, port)
	}
	return out
}

// SeenWhole reports whether outputs are all that a pair observes below the entry.
func (p *Pair) SeenWhole(c *smtlib.Context, outputs []Port) bool {
	return len(outputs) == len(p.Observed(c, false)) && !slices.ContainsFunc(outputs, func(port Port) bool { return port.View != nil })
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
	return p.Old.Name == p.New.Name && inOrder(p.Inputs) && inOrder(p.Outputs)
}

// correspondence is how the texts of a pair are compared, or nil when some
// input or output has no partner.
func (p *Pair) correspondence() *ir.Correspondence {
	m := &ir.Correspondence{
		Proc: p.New.Name, Inputs: make([]int, len(p.Old.Inputs)), Outputs: make([]int, len(p.Old.Outputs)),
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
