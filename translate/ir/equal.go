package ir

import "semdiff/smtlib"

// SameText reports whether two procedures of one Context are the same
// program text after lowering: equal interface, block structure, instructions
// and names of callees. Labels, positions and the wording of assertions do not
// count. Callees count as equal when partner maps a's to b's. It says nothing
// about what the callees do.
func SameText(a, b *Proc, partner map[string]string) bool {
	if a.Kind != b.Kind || a.Formals != b.Formals || a.Results != b.Results || len(a.Blocks) != len(b.Blocks) {
		return false
	}
	if !sameTerms(a.Inputs, b.Inputs) || !sameTerms(a.Outputs, b.Outputs) {
		return false
	}
	index := map[*Block]int{}
	for i := range a.Blocks {
		index[a.Blocks[i]], index[b.Blocks[i]] = i, i
	}
	for i, x := range a.Blocks {
		y := b.Blocks[i]
		if len(x.Instrs) != len(y.Instrs) || len(x.Succs) != len(y.Succs) {
			return false
		}
		for j := range x.Instrs {
			if !sameInstr(x.Instrs[j], y.Instrs[j], partner) {
				return false
			}
		}
		for j := range x.Succs {
			if x.Succs[j].Cond != y.Succs[j].Cond || index[x.Succs[j].To] != index[y.Succs[j].To] {
				return false
			}
		}
	}
	return true
}

func sameInstr(a, b Instr, partner map[string]string) bool {
	switch a := a.(type) {
	case *Assign:
		b, ok := b.(*Assign)
		return ok && sameTerms(a.Vars, b.Vars) && sameTerms(a.Exprs, b.Exprs)
	case *Assume:
		b, ok := b.(*Assume)
		return ok && a.Cond == b.Cond
	case *Assert:
		b, ok := b.(*Assert)
		return ok && a.Cond == b.Cond
	case *Call:
		b, ok := b.(*Call)
		return ok && partner[a.Proc] == b.Proc && sameTerms(a.Args, b.Args) && sameTerms(a.Outs, b.Outs)
	}
	return false
}

func sameTerms(a, b []*smtlib.Term) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}
