package moddiff

import (
	"slices"
	"strings"

	"semdiff/moddiff/pairing"
	"semdiff/moddiff/readable"
	"semdiff/moddiff/relation"
	"semdiff/moddiff/summary"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// maxSaidForm is how many nodes a result of a loop may have that is said as text.
const maxSaidForm = 40

// sayClosedForms notes of a procedure, where inputs are unchanged, what its loops return
// for all numbers of iterations: the answer rests on their closed forms (package
// closedform), unless both versions of a loop are equal.
func (x *diffSum) sayClosedForms() {
	if x.pair.Old.Kind == ir.Loop || x.Unchanged.IsFalse() {
		return
	}
	for v := range 2 {
		p := x.pair.Proc(v)
		for _, loop := range p.Version.Callees(p) {
			if loop.Kind != ir.Loop || loop.Pair != nil && x.State.OfPair(loop.Pair).Equal {
				continue
			}
			if says := closedForm(x.Ctx, loop, x.State.Of(loop)); says != "" {
				inv := summary.Invariant{Says: says}
				inv.Procs[v] = loop.Name
				x.Invariants = append(x.Invariants, inv)
			}
		}
	}
}

// closedForm says what a loop with a closed form returns; "" where it has none that can be
// said, or never returns.
func closedForm(c *smtlib.Context, loop *pairing.Proc, known *summary.Proc) string {
	if !known.Closed {
		return ""
	}
	var parts []string
	for i, out := range loop.Outputs {
		var value *smtlib.Term
		for _, path := range slices.Backward(known.Summary.Paths) {
			switch {
			case path.End != ir.Normal:
			case value == nil:
				value = path.T[i]
			default:
				value = c.Ite(path.R, path.T[i], value)
			}
		}
		if value == nil || readable.Size(value) > maxSaidForm {
			continue
		}
		text := smtlib.Infix(value)
		if value.Op() == smtlib.OpIte {
			text = "(" + text + ")"
		}
		parts = append(parts, "result "+relation.Declared(out)+" == "+text)
	}
	return strings.Join(parts, " && ")
}
