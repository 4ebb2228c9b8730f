package vc

import (
	"semdiff/moddiff/pairing"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// Pair says what stands for each other in two procedures, one of each version.
type Pair struct {
	Name            string
	Procs           [2]*ir.Proc
	Inputs, Outputs []Port
}

// Port is an input or output of a pair: its variable, which for an input is its
// value in both versions, and its index in each, -1 where a version lacks it.
type Port struct {
	Var  *smtlib.Term
	At   [2]int
	View *pairing.View // what of an output is compared; nil for all of it
}

// PairOf is a matched pair.
func PairOf(p *pairing.Pair) *Pair {
	return &Pair{Name: p.Name, Procs: [2]*ir.Proc{p.Old.Proc, p.New.Proc}, Inputs: PortsOf(p.Inputs), Outputs: PortsOf(p.Outputs)}
}

// PortsOf are inputs or outputs of a matched pair.
func PortsOf(list []pairing.Port) []Port {
	out := make([]Port, len(list))
	for i, port := range list {
		out[i] = Port{Var: port.Var, At: [2]int{port.Old, port.New}, View: port.View}
	}
	return out
}

// Sharable reports whether both versions take the same inputs, so that one
// function can stand for calls of both.
func (p *Pair) Sharable() bool {
	for _, in := range p.Inputs {
		if in.At[0] < 0 || in.At[1] < 0 {
			return false
		}
	}
	return true
}

// OldArgs are the arguments of a call of one version in the order of the old
// one; the pair is sharable.
func (p *Pair) OldArgs(version int, args []*smtlib.Term) []*smtlib.Term {
	out := make([]*smtlib.Term, len(args))
	for _, in := range p.Inputs {
		out[in.At[0]] = args[in.At[version]]
	}
	return out
}

// oldOutput is the index in the old version of an output, -1 when a version
// lacks it.
func (p *Pair) oldOutput(version, output int) int {
	for _, port := range p.Outputs {
		if port.At[version] == output && port.At[1] >= 0 {
			return port.At[0]
		}
	}
	return -1
}

// At is a term over the inputs of the pair as it is for a call's arguments in a
// version; the pair is sharable.
func (p *Pair) At(c *smtlib.Context, t *smtlib.Term, version int, args []*smtlib.Term) *smtlib.Term {
	sub := map[*smtlib.Term]*smtlib.Term{}
	for _, in := range p.Inputs {
		sub[in.Var] = args[in.At[version]]
	}
	return c.Substitute(t, sub)
}

// Known says which results of both procedures of a pair are proven to be the same on
// all inputs.
type Known struct {
	Ends    bool         // one ends if the other does
	Outcome bool         // if both end, they do so in the same way
	Outputs map[int]bool // if both return, these agree; by index in the old version
}

// Agreeing says that both procedures of a pair agree where both end.
func Agreeing(p *Pair) Known {
	k := Known{Outcome: true, Outputs: map[int]bool{}}
	for _, port := range p.Outputs {
		k.Outputs[port.At[0]] = true
	}
	return k
}

// Same says that both procedures of a pair do the same.
func Same(p *Pair) Known {
	k := Agreeing(p)
	k.Ends = true
	return k
}

// Partial reports whether partial equivalence of p is known.
func (k *Known) Partial(p *Pair) bool {
	if k == nil || !k.Outcome {
		return false
	}
	for _, port := range p.Outputs {
		if !k.Outputs[port.At[0]] {
			return false
		}
	}
	return true
}

// Full reports whether equivalence of p is known.
func (k *Known) Full(p *Pair) bool { return k.Partial(p) && k.Ends }
