package boogie

import (
	"math/big"

	"semdiff/internal/source"
)

// Node is any node of the syntax tree.
type Node interface {
	// Position is where Boogie's error messages would point for this node.
	Position() source.Pos
}

// Pos is embedded in every node; it is never part of structural equality.
type Pos struct{ At source.Pos }

// Position implements Node.
func (p Pos) Position() source.Pos { return p.At }

// Program is one Boogie file.
type Program struct {
	File  string
	Decls []Decl
}

// Decl is a top-level declaration.
type Decl interface {
	Node
	decl()
}

func (*TypeDecl) decl()  {}
func (*ConstDecl) decl() {}
func (*FuncDecl) decl()  {}
func (*AxiomDecl) decl() {}
func (*VarDecl) decl()   {}
func (*ProcDecl) decl()  {}
func (*ImplDecl) decl()  {}

func (*DatatypeDecl) decl() {}

// Stmt is a statement. A label is a statement of its own that marks the place
// before the next one, as in Boogie's grammar.
type Stmt interface {
	Node
	stmt()
}

func (*LabelStmt) stmt()  {}
func (*AssertStmt) stmt() {}
func (*AssumeStmt) stmt() {}
func (*HavocStmt) stmt()  {}
func (*AssignStmt) stmt() {}
func (*CallStmt) stmt()   {}
func (*GotoStmt) stmt()   {}
func (*ReturnStmt) stmt() {}
func (*IfStmt) stmt()     {}
func (*WhileStmt) stmt()  {}
func (*BreakStmt) stmt()  {}

func (*UnpackStmt) stmt()      {}
func (*FieldAssignStmt) stmt() {}
func (*HideRevealStmt) stmt()  {}
func (*MeasureStmt) stmt()     {}

// Expr is an expression.
type Expr interface {
	Node
	expr()
}

func (*IdentExpr) expr()   {}
func (*BoolLit) expr()     {}
func (*IntLit) expr()      {}
func (*RealLit) expr()     {}
func (*BVLit) expr()       {}
func (*StringLit) expr()   {}
func (*UnaryExpr) expr()   {}
func (*BinaryExpr) expr()  {}
func (*CallExpr) expr()    {}
func (*OldExpr) expr()     {}
func (*ConvertExpr) expr() {}
func (*TypedExpr) expr()   {}
func (*SelectExpr) expr()  {}
func (*StoreExpr) expr()   {}
func (*ExtractExpr) expr() {}
func (*IfExpr) expr()      {}
func (*QuantExpr) expr()   {}
func (*LetExpr) expr()     {}
func (*FieldExpr) expr()   {}
func (*IsExpr) expr()      {}
func (*CodeExpr) expr()    {}
func (*FloatLit) expr()    {}

func (*FieldUpdateExpr) expr() {}

// Type is a type as written.
type Type interface {
	Node
	typ()
}

func (*NamedType) typ() {}
func (*MapType) typ()   {}

// Name is a declared name with its place.
type Name struct {
	Pos
	Name string
}

// Attr is an attribute {:Name Args...}; strings are StringLit expressions.
type Attr struct {
	Pos
	Name string
	Args []Expr
}

// Binding declares names of one type: IdsTypeWhere of the grammar. It serves
// globals, locals, formals and bound variables.
type Binding struct {
	Pos
	Attrs []*Attr
	Names []*Name
	Type  Type
	Where Expr // nil without a where clause

	whereEnd source.Pos // the last token of the where clause
}

type (
	// TypeDecl is type D1, D2, ...;
	TypeDecl struct {
		Pos
		Attrs []*Attr
		Defs  []*TypeDef
	}
	// TypeDef is one uninterpreted type (Synonym nil) or one synonym.
	TypeDef struct {
		Pos
		Name    string
		Params  []*Name
		Synonym Type
	}
	// DatatypeDecl is datatype Name<TypeParams> { Ctors }
	DatatypeDecl struct {
		Pos
		Attrs      []*Attr
		Name       string
		TypeParams []*Name
		Ctors      []*Constructor
	}
	// Constructor is one constructor of a datatype with its fields.
	Constructor struct {
		Pos
		Name   string
		Fields []*Binding
	}
	// ConstDecl is const [unique] a, b: T [extends Parents] [complete]; The partial
	// order of constants is that of Boogie 2. Extends tells an empty list of
	// parents from none.
	ConstDecl struct {
		Pos
		Attrs    []*Attr
		Unique   bool
		Names    []*Name
		Type     Type
		Extends  bool
		Parents  []*Parent
		Complete bool
	}
	// Parent is a constant that another one extends.
	Parent struct {
		Pos
		Unique bool
		Const  *IdentExpr
	}
	// FuncDecl is a function; Body is nil for an uninterpreted one.
	FuncDecl struct {
		Pos
		Attrs      []*Attr
		Name       string
		TypeParams []*Name
		Params     []*FuncParam
		Result     *FuncParam
		Body       Expr
		Revealed   bool
	}
	// FuncParam is a formal or the result of a function; Name is "" when absent.
	FuncParam struct {
		Pos
		Attrs []*Attr
		Name  string
		Type  Type
	}
	// AxiomDecl is axiom E;
	AxiomDecl struct {
		Pos
		Attrs    []*Attr
		Expr     Expr
		Hideable bool
	}
	// VarDecl is var B1, B2, ...; at top level or in a body.
	VarDecl struct {
		Pos
		Attrs []*Attr
		Vars  []*Binding
	}
	// ProcDecl is a procedure; Body is nil when it has none of its own.
	ProcDecl struct {
		Pos
		Attrs      []*Attr
		Name       string
		TypeParams []*Name
		Ins, Outs  []*Binding
		Specs      []*Spec
		Body       *Body
		Pure       bool
	}
	// ImplDecl is an implementation of a procedure declared elsewhere.
	ImplDecl struct {
		Pos
		Attrs      []*Attr
		Name       string
		TypeParams []*Name
		Ins, Outs  []*Binding
		Body       *Body
	}
	// Spec is one clause of a procedure's specification. A clause of a concurrent
	// one may hold a call of a yield invariant in the place of the condition.
	Spec struct {
		Pos
		Kind    SpecKind
		Free    bool
		Attrs   []*Attr
		Cond    Expr        // requires, ensures, preserves, asserts
		Call    *CallStmt   // requires, ensures, preserves
		Names   []*Name     // modifies; refines with the name of an action
		Action  *ActionDecl // refines with an action of its own, without formals
		Measure []Expr      // measure
	}
	// Body holds the locals and statements between the braces.
	Body struct {
		Pos
		Locals []*VarDecl
		Stmts  []Stmt
		End    source.Pos // the closing brace
	}
)

// SpecKind is the keyword of a Spec.
type SpecKind int

// The clauses of a specification.
const (
	Requires SpecKind = iota
	Ensures
	Modifies
	Measure   // a lexicographic tuple that decreases with each recursive call
	Preserves // requires and ensures at once
	Asserts
	Refines
)

type (
	// LabelStmt is L:
	LabelStmt struct {
		Pos
		Name string
	}
	// AssertStmt is assert E;
	AssertStmt struct {
		Pos
		Attrs []*Attr
		Cond  Expr
	}
	// AssumeStmt is assume E;
	AssumeStmt struct {
		Pos
		Attrs []*Attr
		Cond  Expr
	}
	// HavocStmt is havoc x, y;
	HavocStmt struct {
		Pos
		Vars []*IdentExpr
	}
	// AssignStmt is the simultaneous assignment L1, L2 := E1, E2. A left side is
	// an IdentExpr or a SelectExpr over one (m[i][j] := e).
	AssignStmt struct {
		Pos
		Attrs []*Attr
		Lhs   []Expr
		Rhs   []Expr
	}
	// FieldAssignStmt is an assignment to the field of a datatype, x->f := e. Its
	// left sides may be FieldExpr too, at any depth.
	FieldAssignStmt struct{ AssignStmt }
	// UnpackStmt is Ctor(x, y) := Rhs;
	UnpackStmt struct {
		Pos
		Ctor  *Name
		Vars  []*IdentExpr
		Attrs []*Attr
		Rhs   Expr
	}
	// HideRevealStmt is hide, reveal, push or pop, which say what axioms and
	// function bodies a prover may use. Name is that of a function or *; it is ""
	// for push and pop.
	HideRevealStmt struct {
		Pos
		Command string
		Name    string
	}
	// CallStmt is call x, y := P(E1, E2);
	CallStmt struct {
		Pos
		Attrs []*Attr
		Free  bool
		Async bool
		Outs  []*IdentExpr
		Proc  string
		Args  []Expr
	}
	// GotoStmt is goto L1, L2;
	GotoStmt struct {
		Pos
		Attrs  []*Attr
		Labels []*Name
	}
	// ReturnStmt is return; Value is set in code expressions only.
	ReturnStmt struct {
		Pos
		Attrs []*Attr
		Value Expr
	}
	// IfStmt is if (Cond) {Then} else {Else}; Cond is nil for if (*). HasElse
	// tells an empty else from none; else-if is an Else of one IfStmt.
	IfStmt struct {
		Pos
		Attrs   []*Attr
		Cond    Expr
		Then    []Stmt
		Else    []Stmt
		HasElse bool
	}
	// MeasureStmt is measure E1, E2; a lexicographic tuple that decreases with
	// each iteration of the loop. It concerns proofs of termination only.
	MeasureStmt struct {
		Pos
		Attrs []*Attr
		Exprs []Expr
	}
	// WhileStmt is while (Cond) invariants {Body}; Cond is nil for while (*).
	WhileStmt struct {
		Pos
		Cond       Expr
		Invariants []*Invariant
		Calls      []*InvariantCall
		Measures   []*MeasureStmt
		Body       []Stmt
	}
	// Invariant is one loop invariant.
	Invariant struct {
		Pos
		Free  bool
		Attrs []*Attr
		Cond  Expr
	}
	// BreakStmt is break; or break L;
	BreakStmt struct {
		Pos
		Label string
	}
)

// Op is an operator of a unary or binary expression.
type Op int

// The operators, loosest first.
const (
	Iff Op = iota
	Implies
	Explies
	And
	Or
	Eq
	Neq
	Lt
	Gt
	Le
	Ge
	Subtype // <:, the partial order of constants
	Concat
	Add
	Sub
	Mul
	Div     // div
	Mod     // mod
	RealDiv // /
	Pow     // **
	Neg     // unary -
	Not     // unary !
)

// Quantifier is the binder of a QuantExpr.
type Quantifier int

// The binders.
const (
	Forall Quantifier = iota
	Exists
	Lambda
)

type (
	// IdentExpr is a variable or constant.
	IdentExpr struct {
		Pos
		Name string
	}
	// BoolLit is true or false.
	BoolLit struct {
		Pos
		Value bool
	}
	// IntLit is a numeral.
	IntLit struct {
		Pos
		Value *big.Int
	}
	// RealLit is a decimal; Text is as written.
	RealLit struct {
		Pos
		Text  string
		Value *big.Rat
	}
	// BVLit is 5bv32.
	BVLit struct {
		Pos
		Value *big.Int
		Width int
	}
	// FloatLit is a literal of the type float<Sig>e<Exp>; Text is as written.
	FloatLit struct {
		Pos
		Text     string
		Sig, Exp int
	}
	// StringLit is the raw text between the quotes.
	StringLit struct {
		Pos
		Value string
	}
	// UnaryExpr is - X or ! X.
	UnaryExpr struct {
		Pos
		Op Op
		X  Expr
	}
	// BinaryExpr is X Op Y, at the operator.
	BinaryExpr struct {
		Pos
		Op   Op
		X, Y Expr
	}
	// CallExpr is F(Args).
	CallExpr struct {
		Pos
		Func string
		Args []Expr
	}
	// OldExpr is old(X).
	OldExpr struct {
		Pos
		X Expr
	}
	// ConvertExpr is int(X) (ToReal false) or real(X).
	ConvertExpr struct {
		Pos
		ToReal bool
		X      Expr
	}
	// TypedExpr is the coercion X : Type.
	TypedExpr struct {
		Pos
		X    Expr
		Type Type
	}
	// SelectExpr is Map[Index...].
	SelectExpr struct {
		Pos
		Map   Expr
		Index []Expr
	}
	// StoreExpr is Map[Index... := Value].
	StoreExpr struct {
		Pos
		Map   Expr
		Index []Expr
		Value Expr
	}
	// ExtractExpr is X[Hi:Lo], bits Lo to Hi-1.
	ExtractExpr struct {
		Pos
		X      Expr
		Hi, Lo int
	}
	// IfExpr is if Cond then Then else Else.
	IfExpr struct {
		Pos
		Cond, Then, Else Expr
	}
	// LetExpr is (var Vars := Values; Body), at var.
	LetExpr struct {
		Pos
		Vars   []*LetVar
		Values []Expr
		Attrs  []*Attr
		Body   Expr
	}
	// LetVar is one variable of a LetExpr.
	LetVar struct {
		Pos
		Attrs []*Attr
		Name  *Name
	}
	// FieldExpr is X->Field, at the arrow.
	FieldExpr struct {
		Pos
		X     Expr
		Field *Name
	}
	// FieldUpdateExpr is X->(Field := Value), at the assignment.
	FieldUpdateExpr struct {
		Pos
		X     Expr
		Field *Name
		Value Expr
	}
	// IsExpr is X is Ctor, at is.
	IsExpr struct {
		Pos
		X    Expr
		Ctor *Name
	}
	// CodeExpr is |{ Body }|: the conjunction over the paths of what they return.
	CodeExpr struct {
		Pos
		Body *Body
	}
	// QuantExpr is a quantifier or a lambda.
	QuantExpr struct {
		Pos
		Kind       Quantifier
		TypeParams []*Name
		Bound      []*Binding
		Attrs      []*Attr
		Triggers   []*Trigger
		Body       Expr
	}
	// Trigger is one multi-pattern {E1, E2} of a quantifier.
	Trigger struct {
		Pos
		Terms []Expr
	}
)

type (
	// NamedType is int, bool, real, bvN or a declared type with its arguments.
	NamedType struct {
		Pos
		Name string
		Args []Type
	}
	// MapType is <Params>[Index...]Result.
	MapType struct {
		Pos
		Params []*Name
		Index  []Type
		Result Type
	}
)
