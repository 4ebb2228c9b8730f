package boogie

import "fmt"

var opText = [...]string{
	Iff: "<==>", Implies: "==>", Explies: "<==", And: "&&", Or: "||",
	Eq: "==", Neq: "!=", Lt: "<", Gt: ">", Le: "<=", Ge: ">=", Subtype: "<:",
	Concat: "++", Add: "+", Sub: "-", Mul: "*", Div: "div", Mod: "mod", RealDiv: "/", Pow: "**",
	Neg: "-", Not: "!",
}

// String is the operator as Boogie writes it.
func (o Op) String() string {
	if o < 0 || int(o) >= len(opText) {
		return fmt.Sprintf("Op(%d)", int(o))
	}
	return opText[o]
}

// String is the keyword of the quantifier.
func (q Quantifier) String() string {
	switch q {
	case Forall:
		return "forall"
	case Exists:
		return "exists"
	case Lambda:
		return "lambda"
	}
	return fmt.Sprintf("Quantifier(%d)", int(q))
}

var specWords = [...]string{
	Requires: "requires", Ensures: "ensures", Modifies: "modifies", Measure: "measure",
	Preserves: "preserves", Asserts: "asserts", Refines: "refines",
}

// String is the keyword of the clause.
func (k SpecKind) String() string {
	if k < 0 || int(k) >= len(specWords) {
		return fmt.Sprintf("SpecKind(%d)", int(k))
	}
	return specWords[k]
}

// FindAttr returns the first attribute called name, or nil.
func FindAttr(attrs []*Attr, name string) *Attr {
	for _, a := range attrs {
		if a.Name == name {
			return a
		}
	}
	return nil
}

// StringArg returns the first argument if it is a string. It is false for a nil
// attribute.
func (a *Attr) StringArg() (string, bool) {
	if a == nil || len(a.Args) == 0 {
		return "", false
	}
	s, ok := a.Args[0].(*StringLit)
	if !ok {
		return "", false
	}
	return s.Value, true
}

// IntArg returns the first argument if it is a numeral that fits an int. It is
// false for a nil attribute.
func (a *Attr) IntArg() (int, bool) {
	if a == nil || len(a.Args) == 0 {
		return 0, false
	}
	n, ok := a.Args[0].(*IntLit)
	if !ok || !n.Value.IsInt64() {
		return 0, false
	}
	v := n.Value.Int64()
	return int(v), int64(int(v)) == v
}
