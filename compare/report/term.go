package report

import (
	"semdiff/smtlib"
	"semdiff/translate/interp"
)

// Term is a condition over the inputs of a procedure, or what a version returns
// for them. The zero Term is none.
type Term struct {
	text string
	term *smtlib.Term
}

// termOf writes a term under names; nil is none.
func termOf(n *smtlib.Names, t *smtlib.Term) Term {
	if t == nil {
		return Term{}
	}
	return Term{n.Term(t), t}
}

// SMTLIB is the term as SMT-LIB has it, over the names of Procedure.Inputs.
func (t Term) SMTLIB() string { return t.text }

// Infix is the term in Boogie's syntax, over the program's own names.
func (t Term) Infix() string {
	if t.term == nil {
		return t.text
	}
	return smtlib.Infix(t.term)
}

// MarshalText gives JSON the SMT-LIB term.
func (t Term) MarshalText() ([]byte, error) { return []byte(t.text), nil }

// Value is a value of a run. The zero Value is none.
type Value struct {
	text  string
	value interp.Value
}

func valueOf(c *smtlib.Context, v interp.Value) Value {
	if t, ok := v.Term(c); ok {
		return Value{t.String(), v}
	}
	return Value{v.String(), v}
}

// SMTLIB is the value as an SMT-LIB term, or as text where it has none.
func (v Value) SMTLIB() string { return v.text }

// String is the value in Boogie's notation, maps as [1 := 2, else 0].
func (v Value) String() string {
	if v.text == "" {
		return ""
	}
	return v.value.String()
}

// MarshalText gives JSON the SMT-LIB term.
func (v Value) MarshalText() ([]byte, error) { return []byte(v.text), nil }
