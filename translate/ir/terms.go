package ir

import (
	"fmt"
	"slices"

	"semdiff/smtlib"
)

// Terms calls f for every term of p's instructions and guards, subterms
// included; a shared subterm of one expression once.
func Terms(p *Proc, f func(*smtlib.Term)) {
	for _, b := range p.Blocks {
		for _, in := range b.Instrs {
			for _, t := range Uses(in) {
				smtlib.Visit(t, f)
			}
		}
		for _, e := range b.Succs {
			smtlib.Visit(e.Cond, f)
		}
	}
}

// Uses are the terms that an instruction evaluates.
func Uses(in Instr) []*smtlib.Term {
	switch in := in.(type) {
	case *Assign:
		return in.Exprs
	case *Assume:
		return []*smtlib.Term{in.Cond}
	case *Assert:
		return []*smtlib.Term{in.Cond}
	case *Call:
		return in.Args
	case *Note: // what only traces read is no use
		return nil
	}
	panic(fmt.Sprintf("ir: unexpected %T", in))
}

// Defs are the variables that an instruction sets.
func Defs(in Instr) []*smtlib.Term {
	switch in := in.(type) {
	case *Assign:
		return in.Vars
	case *Call:
		return slices.DeleteFunc(slices.Clone(in.Outs), func(v *smtlib.Term) bool { return v == nil })
	case *Assume, *Assert, *Note:
		return nil
	}
	panic(fmt.Sprintf("ir: unexpected %T", in))
}
