package smtlib

import (
	"math/big"

	"semdiff/smtlib/ieee"
)

// Default is a smallest value of sort s: false, 0, the array that holds the default
// everywhere. Opaque sorts have no literals: element names one of theirs.
func (c *Context) Default(s *Sort, element func(*Sort) *Term) *Term {
	switch s.Kind {
	case BoolKind:
		return c.False
	case IntKind, RealKind:
		return c.Numeral(new(big.Rat), s)
	case BVKind:
		return c.BVVal(new(big.Int), s.Width)
	case ArrayKind:
		return c.ConstArray(s, c.Default(s.Elem, element))
	case FloatKind:
		return c.FloatVal(s.Format.Zero(false))
	case RoundingKind:
		return c.RoundingVal(ieee.NearestEven)
	case DatatypeKind:
		if k := s.BaseConstructor(); k != nil {
			args := make([]*Term, len(k.Fields))
			for i, f := range k.Fields {
				args[i] = c.Default(f.Sort, element)
			}
			return c.Construct(k, args...)
		}
	}
	return element(s)
}
