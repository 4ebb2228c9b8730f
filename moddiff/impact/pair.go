package impact

import (
	"semdiff/moddiff/pairing"
	"semdiff/smtlib"
	"semdiff/translate/depend"
)

// Pair is what is impacted of a pair of procedures or loops.
type Pair struct {
	*pairing.Pair
	// Graphs are those of both versions; nil when one has no body to look at: all
	// outputs and the outcome are impacted then, and Opaque says why.
	Graphs [2]*depend.Graph
	Opaque error
	// Partner is, for each node of a version, the node of the other one that is
	// compared with it; -1 for none.
	Partner [2][]int
	// Forward says of each node of a version why a change may reach it (F); nil when
	// none does.
	Forward [2][]*Reason
	// Needed says of each further node of a version why what is impacted needs it
	// (I without F).
	Needed  [2][]*Reason
	Outputs []bool // by port: an output that is impacted
	Outcome bool   // how the run ends is impacted
	// Asked and Open count the questions to the solver, and those without an answer
	// or that were not asked any more.
	Asked, Open int

	a        *Analysis
	ctx      *smtlib.Context
	units    [2][]unit
	equal    [2][]bool // by node: equal in both versions whatever it depends on
	alike    [2][]bool // by output that is equal: only where both versions end alike
	mismatch []*Reason // by node of the old version, which has a partner
	succs    [2][][]int
}

// Why says what makes a node impacted or needed.
type Why uint8

// The reasons.
const (
	Changed       Why = iota // the other version has no such text
	OtherSources             // it reads what is set elsewhere
	OtherOrder               // it reads what is set in another order
	OtherControl             // other branches decide whether it is executed
	OtherEnds                // other statements before it may end the run
	Callee                   // what the callee does is impacted
	ByData                   // it reads what From sets
	ByControl                // From decides whether it is executed
	ByEnd                    // the run may end at From before
	ByPartner                // From, its partner in the other version, is impacted
	NeededData               // From reads it
	NeededControl            // it decides whether From is executed
	NeededPartner            // From, its partner in the other version, is needed
)

var whys = [...]string{
	"changed", "other-definitions", "other-order", "other-control", "other-ends", "callee",
	"data", "control", "end", "partner", "needed-data", "needed-control", "needed-partner",
}

// String names the reason as JSON has it.
func (w Why) String() string { return whys[w] }

// Reasons lists the reasons.
func Reasons() []Why {
	out := make([]Why, len(whys))
	for i := range out {
		out[i] = Why(i)
	}
	return out
}

// Seed reports whether w is a change itself, and not what follows from one.
func (w Why) Seed() bool { return w <= OtherEnds }

// Reason is why a node is impacted or needed. From is the node that brought it in:
// of the other version for ByPartner and NeededPartner, else of the same one; -1 for
// a change and for Callee.
type Reason struct {
	Why  Why
	From int
}

func (a *Analysis) newPair(p *pairing.Pair) *Pair {
	q := &Pair{Pair: p, a: a, ctx: a.Pairing.Ctx, Outputs: make([]bool, len(p.Outputs))}
	for v := range 2 {
		proc := p.Proc(v)
		if err := a.Pairing.Load(proc); err != nil {
			q.Opaque = err
			continue
		}
		q.Graphs[v] = a.programs[v].Graph(proc.Name)
	}
	if q.Opaque != nil || q.Graphs[0] == nil || q.Graphs[1] == nil {
		q.Graphs = [2]*depend.Graph{}
		return q
	}
	for v, g := range q.Graphs {
		q.units[v] = unitsOf(g)
		q.equal[v] = make([]bool, len(g.Nodes))
		q.alike[v] = make([]bool, len(g.Nodes))
		q.succs[v] = successors(g)
	}
	return q
}

// isOpaque reports whether no body is looked at.
func (p *Pair) isOpaque() bool { return p.Graphs[0] == nil }

// Impacted reports whether a node of a version is in F.
func (p *Pair) Impacted(version, node int) bool { return p.Forward[version][node] != nil }

// InSlice reports whether a node of a version is in I.
func (p *Pair) InSlice(version, node int) bool {
	return p.Forward[version][node] != nil || p.Needed[version][node] != nil
}

// Anything reports whether an output or the outcome is impacted, or the interface
// changed. What no caller sees at the entry does not count there.
func (p *Pair) Anything(entry bool) bool {
	if p.Outcome || len(p.Interface) > 0 {
		return true
	}
	tape := p.tape()
	for i, port := range p.Pair.Outputs {
		if p.Outputs[i] && !(entry && port.Var == tape) {
			return true
		}
	}
	return false
}

// Reason is why a node of a version is in I; nil when it is not.
func (p *Pair) Reason(version, node int) *Reason {
	if r := p.Forward[version][node]; r != nil {
		return r
	}
	return p.Needed[version][node]
}

// Cause is the node, and its version, that brought in a node of I: the statement where
// the run may end, where that is the reason. The node is -1 when there is none.
func (p *Pair) Cause(version, node int) (causeVersion, cause int) {
	r := p.Reason(version, node)
	if r.Why == ByPartner || r.Why == NeededPartner {
		return 1 - version, r.From
	}
	cause = r.From
	for cause >= 0 && p.Graphs[version].Nodes[cause].Kind == depend.Before {
		cause = p.Reason(version, cause).From
	}
	return version, cause
}

// Chain leads from a node of I back to the change: the nodes that brought in each
// other, with the version of each.
func (p *Pair) Chain(version, node int) []Link {
	var out []Link
	for node >= 0 {
		out = append(out, Link{Version: version, Node: node, Reason: *p.Reason(version, node)})
		version, node = p.Cause(version, node)
	}
	return out
}

// Link is a node and why it is in a set.
type Link struct {
	Version, Node int
	Reason        Reason
}

func successors(g *depend.Graph) [][]int {
	succs := make([][]int, len(g.Nodes))
	for i := range g.Nodes {
		n := &g.Nodes[i]
		add := func(from int) { succs[from] = append(succs[from], i) }
		for _, u := range n.Uses {
			for _, d := range u.Defs {
				add(d)
			}
		}
		for _, list := range [][]int{n.Sources, n.Control} {
			for _, m := range list {
				add(m)
			}
		}
		if n.Before >= 0 {
			add(n.Before)
		}
	}
	return succs
}
