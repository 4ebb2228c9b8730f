package term

import (
	"semdiff/boogie"
	"semdiff/boogie/types"
	"semdiff/smtlib"
	"semdiff/smtlib/ieee"
)

func (l *Lowerer) floatLit(e *boogie.FloatLit) *smtlib.Term {
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

func (l *Lowerer) floatBinary(op boogie.Op, x, y *smtlib.Term) *smtlib.Term {
	switch op {
	case boogie.Add, boogie.Sub, boogie.Mul, boogie.RealDiv:
		return l.ctx.FloatOp(floatOps[op], l.ctx.RoundingVal(ieee.NearestEven), x, y)
	}
	return l.ctx.FloatOp(floatOps[op], x, y)
}

// rounding is the mode that a predeclared constant names.
func (l *Lowerer) rounding(o *types.Object) (*smtlib.Term, bool) {
	if t, ok := o.Type.(*types.Ctor); !ok || t.Name != "rmode" {
		return nil, false
	}
	m, ok := ieee.ParseMode(o.Name)
	if !ok {
		return nil, false
	}
	return l.ctx.RoundingVal(m), true
}
