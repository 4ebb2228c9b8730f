package types

import (
	"slices"

	"semdiff/boogie"
)

// ObjKind says what a name stands for.
type ObjKind int

// The kinds of object.
const (
	Const ObjKind = iota
	Global
	Local
	In
	Out
	Bound // of a quantifier, lambda or function formal
)

// Object is a declared constant or variable.
type Object struct {
	Kind   ObjKind
	Name   string
	Type   Type
	Decl   *boogie.Name
	Attrs  []*boogie.Attr
	Where  boogie.Expr // nil without a where clause
	Unique bool        // unique constants
}

// Func is a declared function.
type Func struct {
	Decl       *boogie.FuncDecl
	TypeParams []*Var    // of a polymorphic function
	Params     []*Object // unnamed formals are called arg_0, arg_1, ...
	Result     Type

	// IllSorted is set when the body is a ++ of fewer bits than the result has.
	// Boogie accepts that, and SMACK prints it for byte-wise access to i33. Such
	// a body has no meaning; the function is to be taken as uninterpreted.
	IllSorted bool

	// Ctor is set for the constructor of a datatype. Its Decl is made up, with an
	// attribute {:builtin} that no SMT-LIB function answers to.
	Ctor *Constructor

	// Selects and Tests are set for the functions f#C and is#C that a datatype in
	// the form of Boogie 2 has: the field f of a value that C made, and whether C
	// made it. The Decl is made up as that of a constructor is.
	Selects *Selector
	Tests   *Constructor
}

// Selector is the place of a field in a constructor.
type Selector struct {
	Ctor  *Constructor
	Field int // index of Ctor.Func.Params
}

// Datatype is a declared datatype.
type Datatype struct {
	Decl       *boogie.DatatypeDecl
	TypeParams []*Var
	Ctors      []*Constructor
}

// Constructor is one constructor of a datatype. The parameters of its function
// are the fields.
type Constructor struct {
	Decl *boogie.Constructor
	Of   *Datatype
	Func *Func
}

// Field returns the place of a field among those of the constructor, or -1.
func (c *Constructor) Field(name string) int {
	return slices.IndexFunc(c.Func.Params, func(o *Object) bool { return o.Name == name })
}

// Proc is a declared procedure with its implementation. Body is the first
// implementation's, and Ins, Outs, Locals are that implementation's objects
// (formals match the procedure's by position). Without an implementation
// Body is nil and Ins and Outs are the procedure's own. SpecIns and SpecOuts
// are the objects that the clauses of Decl.Specs refer to.
type Proc struct {
	Decl              *boogie.ProcDecl
	TypeParams        []*Var // of a polymorphic procedure; its implementations share them
	Body              *boogie.Body
	Ins, Outs, Locals []*Object
	SpecIns, SpecOuts []*Object
	Impls             int // number of implementations
}

// Info is the result of resolution and type checking: side tables over the
// syntax tree, which itself stays as parsed.
type Info struct {
	Types    map[boogie.Expr]Type            // of every expression but texts in attributes
	Objects  map[*boogie.IdentExpr]*Object   // what an identifier refers to
	Bound    map[*boogie.QuantExpr][]*Object // the bound variables of a quantifier, in order
	Lets     map[*boogie.LetExpr][]*Object   // the variables of a let expression, in order
	Code     map[*boogie.CodeExpr][]*Object  // the locals of a code expression, in order
	TypeVars map[*boogie.QuantExpr][]*Var    // the type parameters of a quantifier or lambda that has any
	// TypeArgs are the types that a use of something polymorphic stands for, one
	// for each of its type parameters: of the function of a CallExpr, the procedure
	// of a CallStmt, the constructor of an UnpackStmt, the map of a SelectExpr or
	// StoreExpr. As in Boogie a type that the program leaves open is int.
	TypeArgs map[boogie.Node][]Type
	Written  map[boogie.Type]Type // the meaning of a type as written
	Funcs    map[string]*Func     // and the constructors of datatypes
	Procs    map[string]*Proc
	Consts   []*Object // in source order
	Globals  []*Object // in source order
	Axioms   []*boogie.AxiomDecl

	Datatypes map[string]*Datatype

	// Concurrent lists, in source order, what belongs to concurrent programs. Of
	// such declarations only the names are known: nothing in them is resolved or
	// typed. The calls of them in procedures are listed too.
	Concurrent []boogie.Node

	// Decls are the declarations that count, in source order. They lack what
	// gives way to others for being {:extern}. A datatype in the form of Boogie 2,
	// type {:datatype} T; function {:constructor} C(f: int): T; is one DatatypeDecl
	// with that attribute.
	Decls []boogie.Decl
}

// TypeOf returns the type of e, or nil when e is a text in an attribute.
func (i *Info) TypeOf(e boogie.Expr) Type { return i.Types[e] }
