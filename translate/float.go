package translate

import (
	"fmt"

	"semdiff/boogie"
	"semdiff/boogie/types"
	"semdiff/smtlib"
	"semdiff/smtlib/ieee"
)

// The smallest format whose operations the solvers compute correctly: z3
// 4.8.12 rounds wrongly in smaller ones.
const minExp, minSig = 3, 4

// floatSort is the sort of floatSeE. Type names that look otherwise are not
// floats.
func (l *lowering) floatSort(name string) (s *smtlib.Sort, isFloat bool, err error) {
	var f ieee.Format
	if n, _ := fmt.Sscanf(name, "float%de%d", &f.Sig, &f.Exp); n != 2 {
		return nil, false, nil
	}
	if !f.Valid() || f.Exp < minExp || f.Sig < minSig {
		return nil, true, fmt.Errorf("the floating-point format %s is not given meaning", name)
	}
	return l.ctx.Float(f), true, nil
}

func (l *lowering) floatLit(e *boogie.FloatLit) *smtlib.Term {
	l.mustSort(l.info.TypeOf(e), e.Position())
	x, err := ieee.ParseHex(e.Text)
	if err != nil {
		panic(unsupported{e.Position(), err.Error()})
	}
	return l.ctx.FloatVal(x)
}

// floatOps are Boogie's operators on floats. Arithmetic rounds to nearest even;
// == is identity, as on all other types.
var floatOps = map[boogie.Op]string{
	boogie.Add: "fp.add", boogie.Sub: "fp.sub", boogie.Mul: "fp.mul", boogie.RealDiv: "fp.div",
	boogie.Lt: "fp.lt", boogie.Le: "fp.leq", boogie.Gt: "fp.gt", boogie.Ge: "fp.geq",
}

func (l *lowering) floatBinary(op boogie.Op, x, y *smtlib.Term) *smtlib.Term {
	switch op {
	case boogie.Add, boogie.Sub, boogie.Mul, boogie.RealDiv:
		return l.ctx.FloatOp(floatOps[op], l.ctx.RoundingVal(ieee.NearestEven), x, y)
	}
	return l.ctx.FloatOp(floatOps[op], x, y)
}

// rounding is the mode that a predeclared constant names.
func (l *lowering) rounding(o *types.Object) (*smtlib.Term, bool) {
	if t, ok := o.Type.(*types.Ctor); !ok || t.Name != "rmode" {
		return nil, false
	}
	m, ok := ieee.ParseMode(o.Name)
	if !ok {
		return nil, false
	}
	return l.ctx.RoundingVal(m), true
}
