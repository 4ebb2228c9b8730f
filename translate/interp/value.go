// Package interp runs programs of the IR on concrete values: it replays witnesses,
// tests summaries, and does what `semdiff run` shows. It shares no more than the
// arithmetic of single literals with the simplifier of package smtlib, so each
// checks the other.
//
// Start from Run, which executes a procedure on input Values; a Model gives meaning to
// functions that the program does not define. Results are exact: a run that depends
// on a value which nothing determines, or takes too long, is an error.
package interp

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"semdiff/smtlib"
	"semdiff/smtlib/ieee"
)

// ErrUndetermined is wrapped by errors that say why a value cannot be
// computed: a quantifier, an unknown function bound by axioms, a comparison of
// maps that are known by rule only, or a use of what SMT-LIB leaves open.
var ErrUndetermined = errors.New("not determined")

// Value is a concrete value. The zero Value is invalid.
type Value struct {
	sort *smtlib.Sort
	b    bool
	n    *big.Int // Int, and the bits of a bit-vector or floating-point number
	arr  *array
	*rest
}

// rest is what the values of few sorts have: most are small, and copied often.
type rest struct {
	r    *big.Rat
	name string // element of an opaque sort, or rounding mode

	ctor   *smtlib.Constructor // of a datatype
	fields []Value

	open string // what the value is of, where SMT-LIB leaves it open
}

// isOpen reports whether SMT-LIB leaves the value open.
func (v Value) isOpen() bool { return v.rest != nil && v.rest.open != "" }

// Sort is the sort of v.
func (v Value) Sort() *smtlib.Sort { return v.sort }

// IsTrue reports whether v is the Boolean true.
func (v Value) IsTrue() bool { return v.b }

// Integer is the number that v is, of an integer or of the bits of a bit-vector.
func (v Value) Integer() (n *big.Int, ok bool) {
	if v.isOpen() || v.sort.Kind != smtlib.IntKind && v.sort.Kind != smtlib.BVKind {
		return nil, false
	}
	return v.n, true
}

// Bool makes a truth value.
func Bool(c *smtlib.Context, b bool) Value { return Value{sort: c.Bool, b: b} }

// Int makes an integer.
func Int(c *smtlib.Context, n *big.Int) Value { return Value{sort: c.Int, n: n} }

// Real makes a real.
func Real(c *smtlib.Context, r *big.Rat) Value { return Value{sort: c.Real, rest: &rest{r: r}} }

// BV makes a bit-vector of width w from n modulo 2^w.
func BV(c *smtlib.Context, n *big.Int, w int) Value {
	m := new(big.Int).Lsh(big.NewInt(1), uint(w))
	return Value{sort: c.BV(w), n: new(big.Int).Mod(n, m)}
}

// Float makes a floating-point number.
func Float(c *smtlib.Context, x ieee.Float) Value {
	return Value{sort: c.Float(x.Format), n: x.Bits()}
}

// Rounding makes a rounding mode.
func Rounding(c *smtlib.Context, m ieee.Mode) Value {
	return Value{sort: c.Rounding, rest: &rest{name: m.String()}}
}

// Construct makes a value of a datatype.
func Construct(k *smtlib.Constructor, fields ...Value) Value {
	return Value{sort: k.Of, rest: &rest{ctor: k, fields: fields}}
}

// Default is the value that stands for "any" in a sort: 0, false, the map
// that holds the default everywhere, a smallest value of a datatype.
func Default(s *smtlib.Sort) Value {
	v := Value{sort: s}
	switch s.Kind {
	case smtlib.IntKind, smtlib.BVKind, smtlib.FloatKind:
		v.n = new(big.Int)
	case smtlib.RealKind:
		v.rest = &rest{r: new(big.Rat)}
	case smtlib.OpaqueKind:
		v.rest = &rest{name: s.Name + "!default"}
	case smtlib.ArrayKind:
		return Constant(s, Default(s.Elem))
	case smtlib.RoundingKind:
		v.rest = &rest{name: ieee.NearestEven.String()}
	case smtlib.DatatypeKind:
		v.rest = &rest{ctor: s.BaseConstructor()}
		for _, f := range v.ctor.Fields {
			v.fields = append(v.fields, Default(f.Sort))
		}
	}
	return v
}

// Constant is the map of sort s that holds v everywhere.
func Constant(s *smtlib.Sort, v Value) Value { return Value{sort: s, arr: &array{base: &v}} }

// undetermined is a value of which nothing is known but that it depends on
// what only.
func undetermined(s *smtlib.Sort, what string) Value { return Value{sort: s, rest: &rest{open: what}} }

// known is an error for an undetermined value.
func (v Value) known() error {
	if v.isOpen() {
		return fmt.Errorf("%w: %s", ErrUndetermined, v.open)
	}
	return nil
}

// key is a string that equal values share and no others; ok is false when there
// is none, because of a map or a value that is undetermined.
func (v Value) key() (key string, ok bool) {
	if v.isOpen() {
		return "", false
	}
	switch v.sort.Kind {
	case smtlib.BoolKind:
		return strconv.FormatBool(v.b), true
	case smtlib.IntKind, smtlib.BVKind, smtlib.FloatKind:
		if v.n.IsInt64() { // quicker than big
			return strconv.FormatInt(v.n.Int64(), 10), true
		}
		return v.n.String(), true
	case smtlib.RealKind:
		return v.r.RatString(), true
	case smtlib.OpaqueKind, smtlib.RoundingKind:
		return v.name, true
	case smtlib.DatatypeKind:
		parts := []string{v.ctor.Name}
		for _, f := range v.fields {
			k, ok := f.key()
			if !ok {
				return "", false
			}
			parts = append(parts, fmt.Sprintf("%d:%s", len(k), k))
		}
		return strings.Join(parts, " "), true
	}
	return "", false
}

// Equal compares two values of one sort; maps are compared extensionally.
func Equal(a, b Value) (bool, error) {
	if a.isOpen() && b.isOpen() && a.open == b.open {
		return true, nil
	}
	for _, v := range []Value{a, b} {
		if err := v.known(); err != nil {
			return false, err
		}
	}
	switch a.sort.Kind {
	case smtlib.IntKind, smtlib.BVKind, smtlib.FloatKind:
		return a.n.Cmp(b.n) == 0, nil
	case smtlib.ArrayKind:
		return equalMaps(a, b)
	case smtlib.DatatypeKind:
		if a.ctor != b.ctor {
			return false, nil
		}
		for i, f := range a.fields {
			if same, err := Equal(f, b.fields[i]); err != nil || !same {
				return false, err
			}
		}
		return true, nil
	}
	x, _ := a.key()
	y, _ := b.key()
	return x == y, nil
}

// Term is v as a term, the inverse of evaluating a literal. Maps given by a
// rule, and undetermined values, have none.
func (v Value) Term(c *smtlib.Context) (*smtlib.Term, bool) {
	if v.isOpen() {
		return nil, false
	}
	switch v.sort.Kind {
	case smtlib.BoolKind:
		return c.BoolVal(v.b), true
	case smtlib.IntKind:
		return c.BigInt(v.n), true
	case smtlib.RealKind:
		return c.Numeral(v.r, c.Real), true
	case smtlib.BVKind:
		return c.BVVal(v.n, v.sort.Width), true
	case smtlib.OpaqueKind:
		return c.App(c.Func(v.name, nil, v.sort)), true
	case smtlib.FloatKind:
		return c.FloatVal(v.float()), true
	case smtlib.RoundingKind:
		return c.RoundingVal(v.mode()), true
	}
	if v.sort.Kind == smtlib.DatatypeKind {
		return v.construct(c)
	}
	root := v.arr.root()
	if root.base == nil {
		return nil, false
	}
	base, ok := root.base.Term(c)
	if !ok {
		return nil, false
	}
	var cells []smtlib.Cell
	for _, w := range slices.Backward(v.arr.cells()) {
		i, okI := w.index.Term(c)
		x, okX := w.value.Term(c)
		if !okI || !okX {
			return nil, false
		}
		cells = append(cells, smtlib.Cell{Index: i, Value: x})
	}
	return c.Table(v.sort, base, cells), true
}

func (v Value) float() ieee.Float { return v.sort.Format.FromBits(v.n) }

func (v Value) mode() ieee.Mode {
	m, _ := ieee.ParseMode(v.name)
	return m
}

func (v Value) construct(c *smtlib.Context) (*smtlib.Term, bool) {
	args := make([]*smtlib.Term, len(v.fields))
	for i, f := range v.fields {
		t, ok := f.Term(c)
		if !ok {
			return nil, false
		}
		args[i] = t
	}
	return c.Construct(v.ctor, args...), true
}

// String prints v as a Boogie literal; maps as [i := v, ..., else d].
func (v Value) String() string {
	switch {
	case v.sort == nil:
		return "?"
	case v.isOpen():
		return v.open
	}
	switch v.sort.Kind {
	case smtlib.BVKind:
		return fmt.Sprintf("%sbv%d", v.n, v.sort.Width)
	case smtlib.RealKind:
		if v.r.IsInt() {
			return v.r.Num().String() + ".0"
		}
		return v.r.Num().String() + ".0/" + v.r.Denom().String() + ".0"
	case smtlib.ArrayKind:
		return v.mapString()
	case smtlib.FloatKind:
		return v.float().Hex()
	case smtlib.DatatypeKind:
		parts := make([]string, len(v.fields))
		for i, f := range v.fields {
			parts[i] = f.String()
		}
		return v.ctor.Name + "(" + strings.Join(parts, ", ") + ")"
	}
	text, _ := v.key()
	return text
}
