package smtlib

import (
	"math/big"
	"sync/atomic"

	"semdiff/smtlib/ieee"
)

// SortKind is the constructor of a Sort.
type SortKind uint8

// The kinds of sort.
const (
	BoolKind SortKind = iota
	IntKind
	RealKind
	BVKind
	ArrayKind
	OpaqueKind   // declared with declare-sort
	DatatypeKind // declared with declare-datatypes
	FloatKind
	RoundingKind // RoundingMode
)

// Sort is an SMT-LIB sort, interned: equal sorts of one Context are one pointer.
type Sort struct {
	Kind        SortKind
	Width       int                          // of BVKind
	Name        string                       // of OpaqueKind and DatatypeKind
	Index, Elem *Sort                        // of ArrayKind
	Ctors       []*Constructor               // of DatatypeKind, once Define was called
	Format      ieee.Format                  // of FloatKind
	text        string                       // sorts of one Context are different exactly when their texts are
	hash        uint64                       // of a long text, else 0
	base        *atomic.Pointer[Constructor] // of DatatypeKind, once it is known
}

// String is the sort's SMT-LIB text.
func (s *Sort) String() string { return s.text }

// IsArith reports whether s is Int or Real.
func (s *Sort) IsArith() bool { return s.Kind == IntKind || s.Kind == RealKind }

// DeclaredSorts lists the sorts without a meaning of their own that s is made of:
// itself, or those of the indices and elements of an array and of the fields of a
// datatype.
func DeclaredSorts(s *Sort) (list []*Sort) {
	seen := map[*Sort]bool{}
	var visit func(*Sort)
	visit = func(s *Sort) {
		if s == nil || seen[s] {
			return
		}
		seen[s] = true
		if s.Kind == OpaqueKind {
			list = append(list, s)
		}
		visit(s.Index)
		visit(s.Elem)
		for _, k := range s.Ctors {
			for _, f := range k.Fields {
				visit(f.Sort)
			}
		}
	}
	visit(s)
	return list
}

// Func is an uninterpreted function, a constant when it has no parameters.
type Func struct {
	Name   string
	Params []*Sort
	Result *Sort

	meaning meaning
}

// Op is the head of a term.
type Op uint8

// The heads. N-ary ones are flat and sorted; see the builder functions.
const (
	OpTrue Op = iota
	OpFalse
	OpNumeral // Int or Real literal
	OpBVLit
	OpVar // program variable, formal, or bound variable
	OpApp // application of a Func
	OpNot
	OpAnd
	OpOr
	OpEq
	OpIte
	OpLe // of Int or Real
	OpLt // of Real; Int comparisons are OpLe
	OpAdd
	OpMul
	OpDiv     // Euclidean, Int
	OpMod     // Euclidean, Int
	OpRealDiv // Real
	OpToReal
	OpToInt
	OpSelect
	OpStore
	OpConstArray
	OpBV // bit-vector function; Name is its SMT-LIB symbol
	OpExtract
	OpFloatLit
	OpRoundingLit // rounding mode; Name is its short SMT-LIB symbol
	OpFloat       // function of the floating-point theory; Name is its SMT-LIB symbol
	OpConstruct   // application of a Constructor
	OpField       // field of a Constructor; anything where the argument has another one
	OpIs          // is the argument made by Constructor?
	OpForall
	OpExists
)

// Term is a node of the term graph. Terms are made by a Context's builder
// methods only and never change.
type Term struct {
	id     uint32
	size   uint32 // of the tree, up to maxSize
	height uint32 // 1 + the deepest quantifier nesting below, for quantifiers; else the maximum
	op     Op
	bv     BVFunc // of OpBV
	apps   bool   // some OpApp below
	sort   *Sort
	args   []*Term
	fn     *Func  // OpApp
	neg    *Term  // the negation, once built
	hash   uint64 // of what the term says: the same in every Context

	chained  *Term // another term of this hash
	*payload       // never nil
}

// payload is what few terms say beside their operator and arguments. It is apart from the
// terms since a run may hold millions, most of them applications and connectives.
type payload struct {
	name string // OpVar, OpBV, OpFloat, OpRoundingLit
	ctor *Constructor
	num  *big.Rat
	bits *big.Int
	// hi and lo are the bounds of OpExtract; lo is the place of OpField.
	hi, lo   int
	bound    []*Term   // of a quantifier
	triggers [][]*Term // of a quantifier
}

// noPayload is that of all other terms.
var noPayload payload

// ID numbers the terms of a Context in order of creation, from 1.
func (t *Term) ID() uint32 { return t.id }

// TreeSize is how many nodes t has when what is shared is counted each time, up
// to about a billion.
func (t *Term) TreeSize() int { return int(t.size) }

// Op is the head of t.
func (t *Term) Op() Op { return t.op }

// Sort is the sort of t.
func (t *Term) Sort() *Sort { return t.sort }

// Args are the arguments of t; the caller must not change them. The body of a
// quantifier is its only argument.
func (t *Term) Args() []*Term { return t.args }

// Name is the name of a variable, or the symbol of a rounding mode or of a
// function of the bit-vector or floating-point theory.
func (t *Term) Name() string { return t.name }

// Func is the function of an application.
func (t *Term) Func() *Func { return t.fn }

// Num is the value of a numeral; the caller must not change it.
func (t *Term) Num() *big.Rat { return t.num }

// Ctor is the constructor of OpConstruct, OpField and OpIs.
func (t *Term) Ctor() *Constructor { return t.ctor }

// FieldIndex is the place of the field that OpField reads.
func (t *Term) FieldIndex() int { return t.lo }

// Float is the value of a floating-point literal.
func (t *Term) Float() ieee.Float { return t.sort.Format.FromBits(t.bits) }

// Bits is the unsigned value of a bit-vector literal.
func (t *Term) Bits() *big.Int { return t.bits }

// Extract returns the bounds of a bit-vector extraction, both inclusive.
func (t *Term) Extract() (hi, lo int) { return t.hi, t.lo }

// Bound are the variables of a quantifier.
func (t *Term) Bound() []*Term { return t.bound }

// Triggers are the patterns of a quantifier.
func (t *Term) Triggers() [][]*Term { return t.triggers }

// HasApps reports whether an application of a Func occurs in t.
func (t *Term) HasApps() bool { return t.apps }

// HasQuantifier reports whether a quantifier occurs in t.
func (t *Term) HasQuantifier() bool { return t.height > 0 }

// IsTrue reports whether t is the literal true.
func (t *Term) IsTrue() bool { return t.op == OpTrue }

// IsFalse reports whether t is the literal false.
func (t *Term) IsFalse() bool { return t.op == OpFalse }

// IsLiteral reports whether t is a literal of a sort that has some: Bool,
// numbers, bit-vectors, rounding modes.
func (t *Term) IsLiteral() bool {
	switch t.op {
	case OpTrue, OpFalse, OpNumeral, OpBVLit, OpFloatLit, OpRoundingLit:
		return true
	}
	return false
}
