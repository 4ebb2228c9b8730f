package solver

import (
	"fmt"
	"maps"
	"math/big"

	"semdiff/smtlib"
)

// arrayVal is an array that is rest but at the keys of at.
type arrayVal struct {
	rest any
	at   map[string]any
}

func key(v any) string { return fmt.Sprint(v) }

func (a arrayVal) get(i any) any {
	if v, ok := a.at[key(i)]; ok {
		return v
	}
	return a.rest
}

// values is a random assignment to the generator's variables.
func (g *generator) values() map[string]any {
	env := map[string]any{}
	for _, name := range g.varNames() {
		env[name] = g.value(g.vars[name])
	}
	return env
}

func (g *generator) value(s *smtlib.Sort) any {
	switch s.Kind {
	case smtlib.BoolKind:
		return g.rnd.IntN(2) == 0
	case smtlib.IntKind:
		return big.NewInt(g.rnd.Int64N(17) - 8)
	case smtlib.RealKind:
		return big.NewRat(g.rnd.Int64N(17)-8, g.rnd.Int64N(3)+1)
	case smtlib.BVKind:
		return big.NewInt(g.rnd.Int64N(1 << s.Width))
	}
	a := arrayVal{g.value(s.Elem), map[string]any{}}
	for range g.rnd.IntN(4) {
		a.at[key(g.value(s.Index))] = g.value(s.Elem)
	}
	return a
}

// literal is the term of a value.
func (g *generator) literal(v any, s *smtlib.Sort) *smtlib.Term {
	switch s.Kind {
	case smtlib.BoolKind:
		return g.c.BoolVal(v.(bool))
	case smtlib.IntKind:
		return g.c.BigInt(v.(*big.Int))
	case smtlib.RealKind:
		return g.c.Numeral(v.(*big.Rat), s)
	case smtlib.BVKind:
		return g.c.BVVal(v.(*big.Int), s.Width)
	}
	a := v.(arrayVal)
	t := g.c.ConstArray(s, g.literal(a.rest, s.Elem))
	for i, e := range a.at {
		n, _ := new(big.Int).SetString(i, 10)
		t = g.c.Store(t, g.literal(n, s.Index), g.literal(e, s.Elem))
	}
	return t
}

// compute evaluates r with plain machine arithmetic, apart from all that the
// term builder does.
func (r *raw) compute(env map[string]any) any {
	if r.val != nil {
		return r.val
	}
	if len(r.args) == 0 {
		return env[r.head]
	}
	args := make([]any, len(r.args))
	for i, a := range r.args {
		args[i] = a.compute(env)
	}
	switch r.head {
	case "ite":
		if args[0].(bool) {
			return args[1]
		}
		return args[2]
	case "select":
		return args[0].(arrayVal).get(args[1])
	case "store":
		a := args[0].(arrayVal)
		b := arrayVal{a.rest, maps.Clone(a.at)}
		b.at[key(args[1])] = args[2]
		return b
	case "(as const (Array Int Int))":
		return arrayVal{args[0], map[string]any{}}
	case "=":
		return same(args[0], args[1])
	case "distinct":
		return !same(args[0], args[1])
	case "to_real":
		return new(big.Rat).SetInt(args[0].(*big.Int))
	case "to_int":
		x := args[0].(*big.Rat)
		return new(big.Int).Div(x.Num(), x.Denom()) // denominators are positive
	}
	switch x := args[0].(type) {
	case bool:
		return computeBool(r.head, args)
	case *big.Rat:
		return computeReal(r.head, args)
	case *big.Int:
		if r.args[0].sort.Kind == smtlib.BVKind {
			var y int64
			if len(args) > 1 {
				y = args[1].(*big.Int).Int64()
			}
			return computeBits(r.head, x.Int64(), y, r.args[0].sort.Width)
		}
		return computeInt(r.head, args)
	}
	panic("unexpected " + r.head)
}

func same(a, b any) bool {
	x, ok := a.(arrayVal)
	if !ok {
		return key(a) == key(b)
	}
	y := b.(arrayVal)
	n := 0
	for k := range x.at {
		n++
		if v, ok := y.at[k]; ok && !same(x.at[k], v) || !ok && !same(x.at[k], y.rest) {
			return false
		}
	}
	for k := range y.at {
		if _, ok := x.at[k]; !ok {
			n++
			if !same(x.rest, y.at[k]) {
				return false
			}
		}
	}
	if z, ok := x.rest.(*big.Int); ok && z.BitLen() >= 0 && x.bits() && n >= 16 {
		return true // every index of four bits has an entry
	}
	return same(x.rest, y.rest)
}

// bits reports whether the array is indexed by four bits: only those arrays
// can have entries at all 16 indices and nothing else.
func (a arrayVal) bits() bool {
	for i := range 16 {
		if _, ok := a.at[fmt.Sprint(i)]; !ok {
			return false
		}
	}
	return len(a.at) == 16
}

func computeBool(head string, args []any) any {
	all, some := true, false
	for _, a := range args {
		all = all && a.(bool)
		some = some || a.(bool)
	}
	switch head {
	case "and":
		return all
	case "or":
		return some
	case "not":
		return !all
	case "=>":
		return !args[0].(bool) || args[1].(bool)
	case "xor":
		return args[0] != args[1]
	}
	panic("unexpected " + head)
}

func ordered(head string, cmp int) any {
	switch head {
	case "<=":
		return cmp <= 0
	case "<":
		return cmp < 0
	case ">=":
		return cmp >= 0
	case ">":
		return cmp > 0
	}
	panic("unexpected " + head)
}

func computeInt(head string, args []any) any {
	x := args[0].(*big.Int).Int64()
	if len(args) == 1 {
		if head == "-" || x < 0 {
			x = -x // of abs as well
		}
		return big.NewInt(x)
	}
	y := args[1].(*big.Int).Int64()
	switch head {
	case "*":
		return big.NewInt(x * y)
	case "div", "mod":
		q, m := x/y, x%y
		if m < 0 && y > 0 {
			q, m = q-1, m+y
		} else if m < 0 {
			q, m = q+1, m-y
		}
		return big.NewInt(map[string]int64{"div": q, "mod": m}[head])
	case "+", "-":
		for _, a := range args[1:] {
			if head == "+" {
				x += a.(*big.Int).Int64()
			} else {
				x -= a.(*big.Int).Int64()
			}
		}
		return big.NewInt(x)
	}
	return ordered(head, args[0].(*big.Int).Cmp(args[1].(*big.Int)))
}

// divisionByZero is what compute panics with where SMT-LIB leaves the value open.
type divisionByZero struct{}

func computeReal(head string, args []any) any {
	x := args[0].(*big.Rat)
	if len(args) == 1 {
		return new(big.Rat).Neg(x)
	}
	y := args[1].(*big.Rat)
	switch head {
	case "+":
		return new(big.Rat).Add(x, y)
	case "-":
		return new(big.Rat).Sub(x, y)
	case "*":
		return new(big.Rat).Mul(x, y)
	case "/":
		if y.Sign() == 0 {
			panic(divisionByZero{})
		}
		return new(big.Rat).Quo(x, y)
	}
	return ordered(head, x.Cmp(y))
}

func computeBits(head string, x, y int64, w int) any {
	mask := int64(1)<<w - 1
	signed := func(n int64) int64 { return n << (64 - w) >> (64 - w) }
	sx, sy := signed(x), signed(y)
	bits := func(n int64) any { return big.NewInt(n & mask) }
	switch head {
	case "bvneg":
		return bits(-x)
	case "bvnot":
		return bits(^x)
	case "bvadd":
		return bits(x + y)
	case "bvsub":
		return bits(x - y)
	case "bvmul":
		return bits(x * y)
	case "bvudiv":
		if y == 0 {
			return bits(-1)
		}
		return bits(x / y)
	case "bvurem":
		if y == 0 {
			return bits(x)
		}
		return bits(x % y)
	case "bvsdiv":
		switch {
		case y == 0 && sx < 0:
			return bits(1)
		case y == 0:
			return bits(-1)
		}
		return bits(sx / sy)
	case "bvsrem":
		if y == 0 {
			return bits(x)
		}
		return bits(sx % sy)
	case "bvsmod":
		if y == 0 {
			return bits(x)
		}
		return bits((sx%sy + sy) % sy)
	case "bvand":
		return bits(x & y)
	case "bvor":
		return bits(x | y)
	case "bvxor":
		return bits(x ^ y)
	case "bvnand":
		return bits(^(x & y))
	case "bvnor":
		return bits(^(x | y))
	case "bvxnor":
		return bits(^(x ^ y))
	case "bvshl":
		return bits(x << y)
	case "bvlshr":
		return bits(x >> y)
	case "bvashr":
		return bits(sx >> y)
	case "concat":
		return big.NewInt(x<<4 | y)
	case "(_ zero_extend 4)":
		return big.NewInt(x)
	case "(_ sign_extend 4)":
		return big.NewInt(sx & 0xff)
	case "bvult":
		return x < y
	case "bvule":
		return x <= y
	case "bvugt":
		return x > y
	case "bvuge":
		return x >= y
	case "bvslt":
		return sx < sy
	case "bvsle":
		return sx <= sy
	case "bvsgt":
		return sx > sy
	case "bvsge":
		return sx >= sy
	}
	var hi, lo int
	if _, err := fmt.Sscanf(head, "(_ extract %d %d)", &hi, &lo); err != nil {
		panic("unexpected " + head)
	}
	return big.NewInt(x >> lo & (1<<(hi-lo+1) - 1))
}
