package pairing

import (
	"fmt"
	"slices"

	"semdiff/smtlib"
)

func (r *Pairing) newPair(old, new *Proc, globals [2]map[*smtlib.Term]bool, given Matched) *Pair {
	p := &Pair{Name: old.Name, Old: old, New: new}
	o, n := old.Proc, new.Proc
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
func (r *Pairing) finishInterface(p *Pair) {
	o, n := p.Old.Proc, p.New.Proc
	p.Interface = nil
	p.Sharable = true
	p.Rename = map[*smtlib.Term]*smtlib.Term{}
	taken := map[string]bool{}
	for i, in := range p.Inputs {
		p.Sharable = p.Sharable && in.Old >= 0 && in.New >= 0
		if in.Old < 0 && taken[in.Var.Name()] { // a new input with the name of an unrelated old one
			p.Inputs[i].Var = r.untaken(p, in.Var, taken)
		}
		taken[p.Inputs[i].Var.Name()] = true
		if in.New >= 0 && n.Inputs[in.New] != p.Inputs[i].Var {
			p.Rename[n.Inputs[in.New]] = p.Inputs[i].Var
		}
		if in.Old < 0 || in.Old >= o.Formals || in.New >= 0 {
			continue
		}
		for _, other := range p.Inputs {
			if other.Old < 0 && other.New < n.Formals && p.samePlace(in.Old, other.New) {
				p.Interface = append(p.Interface, fmt.Sprintf("parameter %s of the old version is %s in the new one",
					declared(o.Inputs[in.Old]), declared(n.Inputs[other.New])))
			}
		}
	}
	// An output that one version lacks is unchanged there, so its value at
	// entry is an input of the pair.
	for i, out := range p.Outputs {
		switch {
		case out.Old >= 0 && out.New >= 0:
		case p.isLoneVariable(out):
			p.Outputs[i].Unmatched = true
		case p.isLoneResult(out):
			p.Outputs[i].Unmatched = true
			if out.Old < 0 && slices.ContainsFunc(p.Outputs[:i], func(o Port) bool { return o.Var.Name() == out.Var.Name() }) {
				p.Outputs[i].Var = r.untaken(p, out.Var, taken)
			}
			p.Interface = append(p.Interface, fmt.Sprintf("result %s has no partner in the other version", out.Var.Name()))
		default:
			p.Outputs[i].Var = r.valueAtEntry(p, out, taken)
		}
	}
}

// declared is a parameter with its type.
func declared(v *smtlib.Term) string { return DeclaredName(v) + ": " + smtlib.BoogieType(v.Sort()) }

// Alone are the parameters that nothing in the other version stands for, by version; but
// not those that Interface tells of.
func (p *Pair) Alone() (list [2][]string) {
	formals := [2]int{p.Old.Proc.Formals, p.New.Proc.Formals}
	for _, in := range p.Inputs {
		at := [2]int{in.Old, in.New}
		for v := range list {
			if at[v] < 0 || at[v] >= formals[v] || at[1-v] >= 0 {
				continue
			}
			retyped := slices.ContainsFunc(p.Inputs, func(other Port) bool {
				old, new := at[0], other.New
				if v == 1 {
					old, new = other.Old, at[1]
				}
				return old >= 0 && old < formals[0] && new >= 0 && new < formals[1] && (other.Old < 0 || other.New < 0) && p.samePlace(old, new)
			})
			if !retyped {
				list[v] = append(list[v], declared([2]*Proc{p.Old, p.New}[v].Inputs[at[v]]))
			}
		}
	}
	return list
}

// untaken is a variable like v that stands for nothing else in a pair.
func (r *Pairing) untaken(p *Pair, v *smtlib.Term, taken map[string]bool) *smtlib.Term {
	for n := 2; ; n++ {
		w := r.Ctx.Var(fmt.Sprintf("%s!%d", v.Name(), n), v.Sort())
		if !taken[w.Name()] && !slices.ContainsFunc(p.Inputs, func(in Port) bool { return in.Var.Name() == w.Name() }) {
			return w
		}
	}
}

// samePlace reports whether two parameters stand for each other by where they
// are declared: at the same position, or under one name where there are more of
// them in one version.
func (p *Pair) samePlace(old, new int) bool {
	o, n := p.Old.Proc, p.New.Proc
	if o.Formals == n.Formals {
		return old == new
	}
	return DeclaredName(o.Inputs[old]) == DeclaredName(n.Inputs[new])
}

// valueAtEntry is the input of a pair that holds the value at entry of an output
// which one version lacks.
func (r *Pairing) valueAtEntry(p *Pair, out Port, taken map[string]bool) *smtlib.Term {
	o, n := p.Old.Proc, p.New.Proc
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
	p.Sharable = false
	return v
}
