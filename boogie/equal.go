package boogie

import (
	"fmt"
	"slices"
)

// EqualProgram reports whether two programs have equal declarations in the
// same order.
func EqualProgram(a, b *Program) bool {
	return equalNodes(equality{attributes: true, advice: true}, a.Decls, b.Decls)
}

// Equal reports whether two trees are the same but for positions.
func Equal(a, b Node) bool { return equality{attributes: true, advice: true}.nodes(a, b) }

// EqualMeaning reports whether two trees are the same but for positions and for
// the triggers and attributes of quantifiers, which advise a solver.
func EqualMeaning(a, b Node) bool { return equality{attributes: true}.nodes(a, b) }

// EqualText is EqualMeaning whatever the attributes.
func EqualText(a, b Node) bool { return equality{}.nodes(a, b) }

// equality says what counts beside the bare text: attributes, and advice to
// solvers.
type equality struct{ attributes, advice bool }

func (eq equality) attrs(a, b []*Attr) bool { return !eq.attributes || equalNodes(eq, a, b) }

func (eq equality) adviceOf(a, b *QuantExpr) bool {
	return !eq.advice || equalNodes(eq, a.Attrs, b.Attrs) && equalNodes(eq, a.Triggers, b.Triggers)
}

func (eq equality) nodes(a, b Node) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	switch a := a.(type) {
	case Decl:
		d, ok := b.(Decl)
		return ok && eq.decl(a, d)
	case Stmt:
		s, ok := b.(Stmt)
		return ok && eq.stmt(a, s)
	case Expr:
		e, ok := b.(Expr)
		return ok && eq.expr(a, e)
	case *NamedType:
		b, ok := b.(*NamedType)
		return ok && a.Name == b.Name && equalNodes(eq, a.Args, b.Args)
	case *MapType:
		b, ok := b.(*MapType)
		return ok && equalNodes(eq, a.Params, b.Params) && equalNodes(eq, a.Index, b.Index) && eq.nodes(a.Result, b.Result)
	case *Name:
		b, ok := b.(*Name)
		return ok && a.Name == b.Name
	case *Attr:
		b, ok := b.(*Attr)
		return ok && a.Name == b.Name && equalNodes(eq, a.Args, b.Args)
	case *Binding:
		b, ok := b.(*Binding)
		return ok && eq.attrs(a.Attrs, b.Attrs) && equalNodes(eq, a.Names, b.Names) && eq.nodes(a.Type, b.Type) && eq.nodes(a.Where, b.Where)
	case *TypeDef:
		b, ok := b.(*TypeDef)
		return ok && a.Name == b.Name && equalNodes(eq, a.Params, b.Params) && eq.nodes(a.Synonym, b.Synonym)
	case *FuncParam:
		b, ok := b.(*FuncParam)
		return ok && eq.attrs(a.Attrs, b.Attrs) && a.Name == b.Name && eq.nodes(a.Type, b.Type)
	case *Spec:
		b, ok := b.(*Spec)
		return ok && a.Kind == b.Kind && a.Free == b.Free && eq.attrs(a.Attrs, b.Attrs) &&
			eq.nodes(a.Cond, b.Cond) && eq.call(a.Call, b.Call) && equalNodes(eq, a.Names, b.Names) &&
			eq.action(a.Action, b.Action) && equalNodes(eq, a.Measure, b.Measure)
	case *Body:
		b, ok := b.(*Body)
		return ok && eq.body(a, b)
	case *Invariant:
		b, ok := b.(*Invariant)
		return ok && a.Free == b.Free && eq.attrs(a.Attrs, b.Attrs) && eq.nodes(a.Cond, b.Cond)
	case *InvariantCall:
		b, ok := b.(*InvariantCall)
		return ok && a.Free == b.Free && eq.attrs(a.Attrs, b.Attrs) && eq.call(a.Call, b.Call)
	case *Parent:
		b, ok := b.(*Parent)
		return ok && a.Unique == b.Unique && eq.nodes(a.Const, b.Const)
	case *Constructor:
		b, ok := b.(*Constructor)
		return ok && a.Name == b.Name && equalNodes(eq, a.Fields, b.Fields)
	case *LetVar:
		b, ok := b.(*LetVar)
		return ok && eq.attrs(a.Attrs, b.Attrs) && a.Name.Name == b.Name.Name
	case *Trigger:
		b, ok := b.(*Trigger)
		return ok && equalNodes(eq, a.Terms, b.Terms)
	default:
		panic(fmt.Sprintf("boogie: unexpected %T", a))
	}
}

func equalNodes[T Node](eq equality, as, bs []T) bool {
	return slices.EqualFunc(as, bs, func(a, b T) bool { return eq.nodes(a, b) })
}

// body compares bodies, either of which may be missing.
func (eq equality) body(a, b *Body) bool {
	if a == nil || b == nil {
		return a == b
	}
	return equalNodes(eq, a.Locals, b.Locals) && equalNodes(eq, a.Stmts, b.Stmts)
}

// call compares calls, either of which may be missing.
func (eq equality) call(a, b *CallStmt) bool {
	if a == nil || b == nil {
		return a == b
	}
	return eq.stmt(a, b)
}

// action compares actions, either of which may be missing.
func (eq equality) action(a, b *ActionDecl) bool {
	if a == nil || b == nil {
		return a == b
	}
	return eq.decl(a, b)
}

func (eq equality) decl(a, b Decl) bool {
	switch a := a.(type) {
	case *TypeDecl:
		b, ok := b.(*TypeDecl)
		return ok && eq.attrs(a.Attrs, b.Attrs) && equalNodes(eq, a.Defs, b.Defs)
	case *DatatypeDecl:
		b, ok := b.(*DatatypeDecl)
		return ok && eq.attrs(a.Attrs, b.Attrs) && a.Name == b.Name && equalNodes(eq, a.TypeParams, b.TypeParams) && equalNodes(eq, a.Ctors, b.Ctors)
	case *ConstDecl:
		b, ok := b.(*ConstDecl)
		return ok && eq.attrs(a.Attrs, b.Attrs) && a.Unique == b.Unique && equalNodes(eq, a.Names, b.Names) && eq.nodes(a.Type, b.Type) &&
			a.Extends == b.Extends && equalNodes(eq, a.Parents, b.Parents) && a.Complete == b.Complete
	case *FuncDecl:
		b, ok := b.(*FuncDecl)
		return ok && eq.attrs(a.Attrs, b.Attrs) && a.Name == b.Name && equalNodes(eq, a.TypeParams, b.TypeParams) &&
			equalNodes(eq, a.Params, b.Params) && eq.nodes(a.Result, b.Result) && eq.nodes(a.Body, b.Body) && a.Revealed == b.Revealed
	case *AxiomDecl:
		b, ok := b.(*AxiomDecl)
		return ok && eq.attrs(a.Attrs, b.Attrs) && eq.nodes(a.Expr, b.Expr) && a.Hideable == b.Hideable
	case *VarDecl:
		b, ok := b.(*VarDecl)
		return ok && eq.attrs(a.Attrs, b.Attrs) && equalNodes(eq, a.Vars, b.Vars)
	case *ProcDecl:
		b, ok := b.(*ProcDecl)
		return ok && eq.attrs(a.Attrs, b.Attrs) && a.Name == b.Name && equalNodes(eq, a.TypeParams, b.TypeParams) &&
			equalNodes(eq, a.Ins, b.Ins) && equalNodes(eq, a.Outs, b.Outs) && equalNodes(eq, a.Specs, b.Specs) && eq.body(a.Body, b.Body) &&
			a.Pure == b.Pure
	case *ImplDecl:
		b, ok := b.(*ImplDecl)
		return ok && eq.attrs(a.Attrs, b.Attrs) && a.Name == b.Name && equalNodes(eq, a.TypeParams, b.TypeParams) &&
			equalNodes(eq, a.Ins, b.Ins) && equalNodes(eq, a.Outs, b.Outs) && eq.body(a.Body, b.Body)
	case *YieldInvariantDecl:
		b, ok := b.(*YieldInvariantDecl)
		return ok && eq.attrs(a.Attrs, b.Attrs) && a.Name == b.Name && equalNodes(eq, a.Params, b.Params) &&
			equalNodes(eq, a.Specs, b.Specs) && a.Yield == b.Yield
	case *ActionDecl:
		b, ok := b.(*ActionDecl)
		return ok && eq.attrs(a.Attrs, b.Attrs) && a.Pure == b.Pure && a.Mover == b.Mover && a.Name == b.Name &&
			equalNodes(eq, a.Ins, b.Ins) && equalNodes(eq, a.Outs, b.Outs) && equalNodes(eq, a.Specs, b.Specs) && eq.body(a.Body, b.Body)
	case *YieldProcDecl:
		b, ok := b.(*YieldProcDecl)
		return ok && eq.attrs(a.Attrs, b.Attrs) && a.Mover == b.Mover && a.Name == b.Name &&
			equalNodes(eq, a.Ins, b.Ins) && equalNodes(eq, a.Outs, b.Outs) && equalNodes(eq, a.Specs, b.Specs) && eq.body(a.Body, b.Body)
	default:
		panic(fmt.Sprintf("boogie: unexpected %T", a))
	}
}

func (eq equality) stmt(a, b Stmt) bool {
	switch a := a.(type) {
	case *LabelStmt:
		b, ok := b.(*LabelStmt)
		return ok && a.Name == b.Name
	case *AssertStmt:
		b, ok := b.(*AssertStmt)
		return ok && eq.attrs(a.Attrs, b.Attrs) && eq.nodes(a.Cond, b.Cond)
	case *AssumeStmt:
		b, ok := b.(*AssumeStmt)
		return ok && eq.attrs(a.Attrs, b.Attrs) && eq.nodes(a.Cond, b.Cond)
	case *HavocStmt:
		b, ok := b.(*HavocStmt)
		return ok && equalNodes(eq, a.Vars, b.Vars)
	case *AssignStmt:
		b, ok := b.(*AssignStmt)
		return ok && eq.attrs(a.Attrs, b.Attrs) && equalNodes(eq, a.Lhs, b.Lhs) && equalNodes(eq, a.Rhs, b.Rhs)
	case *FieldAssignStmt:
		b, ok := b.(*FieldAssignStmt)
		return ok && eq.stmt(&a.AssignStmt, &b.AssignStmt)
	case *UnpackStmt:
		b, ok := b.(*UnpackStmt)
		return ok && eq.attrs(a.Attrs, b.Attrs) && a.Ctor.Name == b.Ctor.Name && equalNodes(eq, a.Vars, b.Vars) && eq.nodes(a.Rhs, b.Rhs)
	case *HideRevealStmt:
		b, ok := b.(*HideRevealStmt)
		return ok && a.Command == b.Command && a.Name == b.Name
	case *CallStmt:
		b, ok := b.(*CallStmt)
		return ok && eq.attrs(a.Attrs, b.Attrs) && a.Free == b.Free && a.Async == b.Async &&
			equalNodes(eq, a.Outs, b.Outs) && a.Proc == b.Proc && equalNodes(eq, a.Args, b.Args)
	case *ParCallStmt:
		b, ok := b.(*ParCallStmt)
		return ok && equalNodes(eq, a.Calls, b.Calls)
	case *YieldStmt:
		_, ok := b.(*YieldStmt)
		return ok
	case *MeasureStmt:
		b, ok := b.(*MeasureStmt)
		return ok && eq.attrs(a.Attrs, b.Attrs) && equalNodes(eq, a.Exprs, b.Exprs)
	case *GotoStmt:
		b, ok := b.(*GotoStmt)
		return ok && eq.attrs(a.Attrs, b.Attrs) && equalNodes(eq, a.Labels, b.Labels)
	case *ReturnStmt:
		b, ok := b.(*ReturnStmt)
		return ok && eq.attrs(a.Attrs, b.Attrs) && eq.nodes(a.Value, b.Value)
	case *IfStmt:
		b, ok := b.(*IfStmt)
		return ok && eq.attrs(a.Attrs, b.Attrs) && eq.nodes(a.Cond, b.Cond) && equalNodes(eq, a.Then, b.Then) &&
			a.HasElse == b.HasElse && equalNodes(eq, a.Else, b.Else)
	case *WhileStmt:
		b, ok := b.(*WhileStmt)
		return ok && eq.nodes(a.Cond, b.Cond) && equalNodes(eq, a.Invariants, b.Invariants) && equalNodes(eq, a.Calls, b.Calls) &&
			equalNodes(eq, a.Measures, b.Measures) && equalNodes(eq, a.Body, b.Body)
	case *BreakStmt:
		b, ok := b.(*BreakStmt)
		return ok && a.Label == b.Label
	default:
		panic(fmt.Sprintf("boogie: unexpected %T", a))
	}
}

func (eq equality) expr(a, b Expr) bool {
	switch a := a.(type) {
	case *IdentExpr:
		b, ok := b.(*IdentExpr)
		return ok && a.Name == b.Name
	case *BoolLit:
		b, ok := b.(*BoolLit)
		return ok && a.Value == b.Value
	case *IntLit:
		b, ok := b.(*IntLit)
		return ok && a.Value.Cmp(b.Value) == 0
	case *RealLit:
		b, ok := b.(*RealLit)
		return ok && a.Value.Cmp(b.Value) == 0
	case *BVLit:
		b, ok := b.(*BVLit)
		return ok && a.Width == b.Width && a.Value.Cmp(b.Value) == 0
	case *FloatLit:
		b, ok := b.(*FloatLit)
		return ok && a.Text == b.Text
	case *StringLit:
		b, ok := b.(*StringLit)
		return ok && a.Value == b.Value
	case *UnaryExpr:
		b, ok := b.(*UnaryExpr)
		return ok && a.Op == b.Op && eq.nodes(a.X, b.X)
	case *BinaryExpr:
		b, ok := b.(*BinaryExpr)
		return ok && a.Op == b.Op && eq.nodes(a.X, b.X) && eq.nodes(a.Y, b.Y)
	case *CallExpr:
		b, ok := b.(*CallExpr)
		return ok && a.Func == b.Func && equalNodes(eq, a.Args, b.Args)
	case *OldExpr:
		b, ok := b.(*OldExpr)
		return ok && eq.nodes(a.X, b.X)
	case *ConvertExpr:
		b, ok := b.(*ConvertExpr)
		return ok && a.ToReal == b.ToReal && eq.nodes(a.X, b.X)
	case *TypedExpr:
		b, ok := b.(*TypedExpr)
		return ok && eq.nodes(a.X, b.X) && eq.nodes(a.Type, b.Type)
	case *SelectExpr:
		b, ok := b.(*SelectExpr)
		return ok && eq.nodes(a.Map, b.Map) && equalNodes(eq, a.Index, b.Index)
	case *StoreExpr:
		b, ok := b.(*StoreExpr)
		return ok && eq.nodes(a.Map, b.Map) && equalNodes(eq, a.Index, b.Index) && eq.nodes(a.Value, b.Value)
	case *ExtractExpr:
		b, ok := b.(*ExtractExpr)
		return ok && a.Hi == b.Hi && a.Lo == b.Lo && eq.nodes(a.X, b.X)
	case *IfExpr:
		b, ok := b.(*IfExpr)
		return ok && eq.nodes(a.Cond, b.Cond) && eq.nodes(a.Then, b.Then) && eq.nodes(a.Else, b.Else)
	case *LetExpr:
		b, ok := b.(*LetExpr)
		return ok && equalNodes(eq, a.Vars, b.Vars) && equalNodes(eq, a.Values, b.Values) && eq.attrs(a.Attrs, b.Attrs) && eq.nodes(a.Body, b.Body)
	case *FieldExpr:
		b, ok := b.(*FieldExpr)
		return ok && a.Field.Name == b.Field.Name && eq.nodes(a.X, b.X)
	case *FieldUpdateExpr:
		b, ok := b.(*FieldUpdateExpr)
		return ok && a.Field.Name == b.Field.Name && eq.nodes(a.X, b.X) && eq.nodes(a.Value, b.Value)
	case *IsExpr:
		b, ok := b.(*IsExpr)
		return ok && a.Ctor.Name == b.Ctor.Name && eq.nodes(a.X, b.X)
	case *CodeExpr:
		b, ok := b.(*CodeExpr)
		return ok && eq.body(a.Body, b.Body)
	case *QuantExpr:
		b, ok := b.(*QuantExpr)
		return ok && a.Kind == b.Kind && equalNodes(eq, a.TypeParams, b.TypeParams) && equalNodes(eq, a.Bound, b.Bound) &&
			eq.adviceOf(a, b) && eq.nodes(a.Body, b.Body)
	default:
		panic(fmt.Sprintf("boogie: unexpected %T", a))
	}
}
