package ir

import "semdiff/smtlib"

// Terms calls f for every term of p's instructions and guards, subterms
// included; a shared subterm of one expression once.
func Terms(p *Proc, f func(*smtlib.Term)) {
	for _, b := range p.Blocks {
		for _, in := range b.Instrs {
			for _, t := range expressions(in) {
				smtlib.Visit(t, f)
			}
		}
		for _, e := range b.Succs {
			smtlib.Visit(e.Cond, f)
		}
	}
}

func expressions(in Instr) []*smtlib.Term {
	switch in := in.(type) {
	case *Assign:
		return in.Exprs
	case *Assume:
		return []*smtlib.Term{in.Cond}
	case *Assert:
		return []*smtlib.Term{in.Cond}
	case *Call:
		return in.Args
	case *Havoc:
		return in.Where
	}
	return nil
}
