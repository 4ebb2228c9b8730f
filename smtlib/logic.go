package smtlib

// theories are what a set of formulas builds on.
type theories uint16

const (
	quantifiers theories = 1 << iota
	arrays
	functions // uninterpreted, and declared sorts
	datatypes
	bitVectors
	floats
	integers
	reals
	nonlinear
	constantArrays // (as const S), which no logic of the standard has
)

// logics are the logics that both z3 and cvc5 know, smaller ones first.
var logics = []struct {
	name string
	of   theories
}{
	{"QF_UF", functions},
	{"QF_LIA", integers},
	{"QF_LRA", reals},
	{"QF_BV", bitVectors},
	{"QF_DT", datatypes},
	{"QF_FP", floats},
	{"QF_AX", arrays},
	{"QF_UFLIA", functions | integers},
	{"QF_UFLRA", functions | reals},
	{"QF_UFBV", functions | bitVectors},
	{"QF_UFDT", functions | datatypes},
	{"QF_NIA", integers | nonlinear},
	{"QF_NRA", reals | nonlinear},
	{"QF_LIRA", integers | reals},
	{"QF_NIRA", integers | reals | nonlinear},
	{"QF_ALIA", arrays | integers},
	{"QF_ABV", arrays | bitVectors},
	{"QF_BVFP", bitVectors | floats},
	{"QF_FPLRA", floats | reals},
	{"QF_UFNIA", functions | integers | nonlinear},
	{"QF_ANIA", arrays | integers | nonlinear},
	{"QF_AUFLIA", arrays | functions | integers},
	{"QF_AUFBV", arrays | functions | bitVectors},
	{"QF_AUFNIA", arrays | functions | integers | nonlinear},
	{"QF_AUFLIRA", arrays | functions | integers | reals},
	{"QF_AUFNIRA", arrays | functions | integers | reals | nonlinear},
	{"UF", quantifiers | functions},
	{"LIA", quantifiers | integers},
	{"LRA", quantifiers | reals},
	{"BV", quantifiers | bitVectors},
	{"NIA", quantifiers | integers | nonlinear},
	{"UFLIA", quantifiers | functions | integers},
	{"UFLRA", quantifiers | functions | reals},
	{"UFBV", quantifiers | functions | bitVectors},
	{"ALIA", quantifiers | arrays | integers},
	{"ABV", quantifiers | arrays | bitVectors},
	{"UFNIA", quantifiers | functions | integers | nonlinear},
	{"AUFLIA", quantifiers | arrays | functions | integers},
	{"AUFBV", quantifiers | arrays | functions | bitVectors},
	{"AUFNIA", quantifiers | arrays | functions | integers | nonlinear},
	{"AUFLIRA", quantifiers | arrays | functions | integers | reals},
	{"AUFNIRA", quantifiers | arrays | functions | integers | reals | nonlinear},
}

// Logic is the smallest logic known to all solvers that the terms are in, or
// ALL. Functions that are defined, not declared, need not be in the logic; their
// bodies and parameters are among the terms.
func Logic(defined func(*Func) bool, terms ...*Term) string {
	var used theories
	seen := map[*Sort]bool{}
	VisitAll(terms, func(t *Term) {
		used |= theoriesOf(t.sort, seen) | theoryOf(t)
		for _, b := range t.bound {
			used |= theoriesOf(b.sort, seen)
		}
		if t.op == OpApp && len(t.args) > 0 && !defined(t.fn) {
			used |= functions
		}
	})
	for _, l := range logics {
		if used&^l.of == 0 {
			return l.name
		}
	}
	return "ALL"
}

// IsNonlinear reports whether t is a product of unknowns, or a quotient or remainder by one.
func IsNonlinear(t *Term) bool { return theoryOf(t) == nonlinear }

func theoriesOf(s *Sort, seen map[*Sort]bool) (used theories) {
	if seen[s] {
		return 0
	}
	seen[s] = true
	switch s.Kind {
	case IntKind:
		return integers
	case RealKind:
		return reals
	case BVKind:
		return bitVectors
	case FloatKind, RoundingKind:
		return floats
	case OpaqueKind:
		return functions
	case ArrayKind:
		return arrays | theoriesOf(s.Index, seen) | theoriesOf(s.Elem, seen)
	case DatatypeKind:
		used = datatypes
		for _, k := range s.Ctors {
			for _, f := range k.Fields {
				used |= theoriesOf(f.Sort, seen)
			}
		}
	}
	return used
}

// theoryOf is what the head of t needs beyond its sorts.
func theoryOf(t *Term) theories {
	switch t.op {
	case OpForall, OpExists:
		return quantifiers
	case OpConstArray:
		return constantArrays
	case OpMul:
		unknown := 0
		for _, a := range t.args {
			if a.op != OpNumeral {
				unknown++
			}
		}
		if unknown > 1 {
			return nonlinear
		}
	case OpDiv, OpMod, OpRealDiv:
		if t.args[1].op != OpNumeral || t.args[1].num.Sign() == 0 {
			return nonlinear
		}
	}
	return 0
}
