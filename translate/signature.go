package translate

import (
	"semdiff/internal/bitset"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// interfaceOf is a procedure with its interface.
func (l *lowering) interfaceOf(name string) *ir.Proc {
	p, sig := l.info.Procs[name], l.graphs.Signatures[name]
	out := &ir.Proc{
		Name: name, Pos: p.Decl.Position(), Formals: len(p.Ins), Results: len(p.Outs),
		Calls: sig.Calls, Ends: ir.Ends{Fail: sig.Fail, Block: sig.Block, Diverge: sig.Diverge},
	}
	for _, o := range p.Ins {
		out.Inputs = append(out.Inputs, l.terms.Variable(o, o.Decl.Position()))
	}
	for _, o := range p.Outs {
		out.Outputs = append(out.Outputs, l.terms.Variable(o, o.Decl.Position()))
	}
	if problems := l.terms.Problems(); len(problems) > 0 {
		l.refused[name] = problems
	}
	out.Inputs = append(out.Inputs, l.globalVars(sig.Inputs)...)
	if sig.TapeIn {
		out.Inputs = append(out.Inputs, ir.TapeVar(l.ctx))
	}
	out.Outputs = append(out.Outputs, l.globalVars(sig.Writes)...)
	if sig.Tape {
		out.Outputs = append(out.Outputs, ir.TapeVar(l.ctx))
	}
	return out
}

// globalVars are the variables of a set of globals.
func (l *lowering) globalVars(set bitset.Set) []*smtlib.Term {
	var out []*smtlib.Term
	for _, g := range l.graphs.Set(set) {
		out = append(out, l.terms.Global(g))
	}
	return out
}
