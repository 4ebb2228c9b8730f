package translate

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"semdiff/boogie"
	"semdiff/boogie/types"
	"semdiff/internal/randprog"
	"semdiff/smtlib"
	"semdiff/smtlib/ieee"
	"semdiff/translate/interp"
	"semdiff/translate/term"
)

// ddata is a value of a datatype; those of floats are ieee.Float.
type ddata struct {
	ctor   string
	fields []any
}

// openValue is panicked with where the value of an expression is left open.
type openValue struct{}

// TestRandomData is TestRandomStructured for programs with a datatype and
// floats.
func TestRandomData(t *testing.T) {
	differential(t, func(seed int64) string {
		old, new := randprog.Pair(seed, randprog.Options{NoMaps: seed%3 == 0, NoHavoc: true, Data: true})
		if seed%2 == 0 {
			return new
		}
		return old
	})
}

// evalData evaluates what is particular to datatypes and floats.
func (d *direct) evalData(e boogie.Expr, a *activation) any {
	switch e := e.(type) {
	case *boogie.FloatLit:
		x, err := ieee.ParseHex(e.Text)
		if err != nil {
			panic(err)
		}
		return x
	case *boogie.IsExpr:
		return d.eval(e.X, a).(ddata).ctor == e.Ctor.Name
	case *boogie.FieldExpr:
		return d.field(d.eval(e.X, a).(ddata), e.Field.Name)
	}
	panic(fmt.Sprintf("direct: unexpected %T", e))
}

func (d *direct) field(x ddata, name string) any {
	if i := d.info.Funcs[x.ctor].Ctor.Field(name); i >= 0 {
		return x.fields[i]
	}
	panic(openValue{})
}

// builtin applies a function without a body: a constructor or one of those
// that package randprog declares.
func (d *direct) builtin(f *types.Func, args []any) any {
	if f.Ctor != nil {
		return ddata{f.Decl.Name, args}
	}
	switch f.Decl.Name {
	case "ofInt":
		return ieee.Format{Exp: 3, Sig: 4}.FromInt(ieee.NearestEven, args[0].(*big.Int))
	case "divUp":
		return ieee.Div(ieee.TowardPositive, args[0].(ieee.Float), args[1].(ieee.Float))
	case "same":
		c, ordered := ieee.Compare(args[0].(ieee.Float), args[1].(ieee.Float))
		return ordered && c == 0
	case "isNaN":
		return args[0].(ieee.Float).IsNaN()
	}
	panic("direct: unexpected function " + f.Decl.Name)
}

func floatOperator(op boogie.Op, x, y ieee.Float) any {
	c, ordered := ieee.Compare(x, y)
	switch op {
	case boogie.Add:
		return ieee.Add(ieee.NearestEven, x, y)
	case boogie.Sub:
		return ieee.Sub(ieee.NearestEven, x, y)
	case boogie.Mul:
		return ieee.Mul(ieee.NearestEven, x, y)
	case boogie.Lt:
		return ordered && c < 0
	case boogie.Le:
		return ordered && c <= 0
	case boogie.Gt:
		return ordered && c > 0
	case boogie.Ge:
		return ordered && c >= 0
	}
	panic("direct: unexpected operator")
}

func sameData(x, y ddata) bool {
	return x.ctor == y.ctor && slices.EqualFunc(x.fields, y.fields, same)
}

// randomData is an input of a datatype or of floats.
func randomData(info *types.Info, typ *types.Ctor, rng *rand.Rand, depth int) any {
	data := info.Datatypes[typ.Name]
	if data == nil {
		f := ieee.Format{Exp: 3, Sig: 4}
		return f.FromBits(big.NewInt(rng.Int64N(1 << 7)))
	}
	k := data.Ctors[rng.IntN(len(data.Ctors))]
	if depth == 0 {
		k = data.Ctors[0]
	}
	v := ddata{ctor: k.Decl.Name}
	for _, f := range k.Func.Params {
		if t, ok := f.Type.(*types.Ctor); ok {
			v.fields = append(v.fields, randomData(info, t, rng, depth-1))
		} else {
			v.fields = append(v.fields, randomInput(info, f.Type, rng))
		}
	}
	return v
}

func dataValue(c *smtlib.Context, s *smtlib.Sort, v ddata) interp.Value {
	k := term.Constructor(s, v.ctor)
	fields := make([]interp.Value, len(v.fields))
	for i, f := range v.fields {
		fields[i] = toValue(c, k.Fields[i].Sort, f)
	}
	return interp.Construct(k, fields...)
}
