package boogie

import (
	"fmt"
	"slices"
)

// EqualProgram reports whether two programs have equal declarations in the
// same order.
func EqualProgram(a, b *Program) bool { return equalNodes(a.Decls, b.Decls) }

// Equal reports whether two trees are the same but for positions.
func Equal(a, b Node) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	switch a := a.(type) {
	case Decl:
		d, ok := b.(Decl)
		return ok && equalDecl(a, d)
	case Stmt:
		s, ok := b.(Stmt)
		return ok && equalStmt(a, s)
	case Expr:
		e, ok := b.(Expr)
		return ok && equalExpr(a, e)
	case *NamedType:
		b, ok := b.(*NamedType)
		return ok && a.Name == b.Name && equalNodes(a.Args, b.Args)
	case *MapType:
		b, ok := b.(*MapType)
		return ok && equalNodes(a.Params, b.Params) && equalNodes(a.Index, b.Index) && Equal(a.Result, b.Result)
	case *Name:
		b, ok := b.(*Name)
		return ok && a.Name == b.Name
	case *Attr:
		b, ok := b.(*Attr)
		return ok && a.Name == b.Name && equalNodes(a.Args, b.Args)
	case *Binding:
		b, ok := b.(*Binding)
		return ok && equalNodes(a.Attrs, b.Attrs) && equalNodes(a.Names, b.Names) && Equal(a.Type, b.Type) && Equal(a.Where, b.Where)
	case *TypeDef:
		b, ok := b.(*TypeDef)
		return ok && a.Name == b.Name && equalNodes(a.Params, b.Params) && Equal(a.Synonym, b.Synonym)
	case *FuncParam:
		b, ok := b.(*FuncParam)
		return ok && equalNodes(a.Attrs, b.Attrs) && a.Name == b.Name && Equal(a.Type, b.Type)
	case *Spec:
		b, ok := b.(*Spec)
		return ok && a.Kind == b.Kind && a.Free == b.Free && equalNodes(a.Attrs, b.Attrs) &&
			Equal(a.Cond, b.Cond) && equalCall(a.Call, b.Call) && equalNodes(a.Names, b.Names) &&
			equalAction(a.Action, b.Action) && equalNodes(a.Measure, b.Measure)
	case *Body:
		b, ok := b.(*Body)
		return ok && equalBody(a, b)
	case *Invariant:
		b, ok := b.(*Invariant)
		return ok && a.Free == b.Free && equalNodes(a.Attrs, b.Attrs) && Equal(a.Cond, b.Cond)
	case *InvariantCall:
		b, ok := b.(*InvariantCall)
		return ok && a.Free == b.Free && equalNodes(a.Attrs, b.Attrs) && equalCall(a.Call, b.Call)
	case *Parent:
		b, ok := b.(*Parent)
		return ok && a.Unique == b.Unique && Equal(a.Const, b.Const)
	case *Constructor:
		b, ok := b.(*Constructor)
		return ok && a.Name == b.Name && equalNodes(a.Fields, b.Fields)
	case *LetVar:
		b, ok := b.(*LetVar)
		return ok && equalNodes(a.Attrs, b.Attrs) && a.Name.Name == b.Name.Name
	case *Trigger:
		b, ok := b.(*Trigger)
		return ok && equalNodes(a.Terms, b.Terms)
	default:
		panic(fmt.Sprintf("boogie: unexpected %T", a))
	}
}

func equalNodes[T Node](as, bs []T) bool {
	return slices.EqualFunc(as, bs, func(a, b T) bool { return Equal(a, b) })
}

// equalBody compares bodies, either of which may be missing.
func equalBody(a, b *Body) bool {
	if a == nil || b == nil {
		return a == b
	}
	return equalNodes(a.Locals, b.Locals) && equalNodes(a.Stmts, b.Stmts)
}

// equalCall compares calls, either of which may be missing.
func equalCall(a, b *CallStmt) bool {
	if a == nil || b == nil {
		return a == b
	}
	return equalStmt(a, b)
}

// equalAction compares actions, either of which may be missing.
func equalAction(a, b *ActionDecl) bool {
	if a == nil || b == nil {
		return a == b
	}
	return equalDecl(a, b)
}

func equalDecl(a, b Decl) bool {
	switch a := a.(type) {
	case *TypeDecl:
		b, ok := b.(*TypeDecl)
		return ok && equalNodes(a.Attrs, b.Attrs) && equalNodes(a.Defs, b.Defs)
	case *DatatypeDecl:
		b, ok := b.(*DatatypeDecl)
		return ok && equalNodes(a.Attrs, b.Attrs) && a.Name == b.Name && equalNodes(a.TypeParams, b.TypeParams) && equalNodes(a.Ctors, b.Ctors)
	case *ConstDecl:
		b, ok := b.(*ConstDecl)
		return ok && equalNodes(a.Attrs, b.Attrs) && a.Unique == b.Unique && equalNodes(a.Names, b.Names) && Equal(a.Type, b.Type) &&
			a.Extends == b.Extends && equalNodes(a.Parents, b.Parents) && a.Complete == b.Complete
	case *FuncDecl:
		b, ok := b.(*FuncDecl)
		return ok && equalNodes(a.Attrs, b.Attrs) && a.Name == b.Name && equalNodes(a.TypeParams, b.TypeParams) &&
			equalNodes(a.Params, b.Params) && Equal(a.Result, b.Result) && Equal(a.Body, b.Body) && a.Revealed == b.Revealed
	case *AxiomDecl:
		b, ok := b.(*AxiomDecl)
		return ok && equalNodes(a.Attrs, b.Attrs) && Equal(a.Expr, b.Expr) && a.Hideable == b.Hideable
	case *VarDecl:
		b, ok := b.(*VarDecl)
		return ok && equalNodes(a.Attrs, b.Attrs) && equalNodes(a.Vars, b.Vars)
	case *ProcDecl:
		b, ok := b.(*ProcDecl)
		return ok && equalNodes(a.Attrs, b.Attrs) && a.Name == b.Name && equalNodes(a.TypeParams, b.TypeParams) &&
			equalNodes(a.Ins, b.Ins) && equalNodes(a.Outs, b.Outs) && equalNodes(a.Specs, b.Specs) && equalBody(a.Body, b.Body) &&
			a.Pure == b.Pure
	case *ImplDecl:
		b, ok := b.(*ImplDecl)
		return ok && equalNodes(a.Attrs, b.Attrs) && a.Name == b.Name && equalNodes(a.TypeParams, b.TypeParams) &&
			equalNodes(a.Ins, b.Ins) && equalNodes(a.Outs, b.Outs) && equalBody(a.Body, b.Body)
	case *YieldInvariantDecl:
		b, ok := b.(*YieldInvariantDecl)
		return ok && equalNodes(a.Attrs, b.Attrs) && a.Name == b.Name && equalNodes(a.Params, b.Params) &&
			equalNodes(a.Specs, b.Specs) && a.Yield == b.Yield
	case *ActionDecl:
		b, ok := b.(*ActionDecl)
		return ok && equalNodes(a.Attrs, b.Attrs) && a.Pure == b.Pure && a.Mover == b.Mover && a.Name == b.Name &&
			equalNodes(a.Ins, b.Ins) && equalNodes(a.Outs, b.Outs) && equalNodes(a.Specs, b.Specs) && equalBody(a.Body, b.Body)
	case *YieldProcDecl:
		b, ok := b.(*YieldProcDecl)
		return ok && equalNodes(a.Attrs, b.Attrs) && a.Mover == b.Mover && a.Name == b.Name &&
			equalNodes(a.Ins, b.Ins) && equalNodes(a.Outs, b.Outs) && equalNodes(a.Specs, b.Specs) && equalBody(a.Body, b.Body)
	default:
		panic(fmt.Sprintf("boogie: unexpected %T", a))
	}
}

func equalStmt(a, b Stmt) bool {
	switch a := a.(type) {
	case *LabelStmt:
		b, ok := b.(*LabelStmt)
		return ok && a.Name == b.Name
	case *AssertStmt:
		b, ok := b.(*AssertStmt)
		return ok && equalNodes(a.Attrs, b.Attrs) && Equal(a.Cond, b.Cond)
	case *AssumeStmt:
		b, ok := b.(*AssumeStmt)
		return ok && equalNodes(a.Attrs, b.Attrs) && Equal(a.Cond, b.Cond)
	case *HavocStmt:
		b, ok := b.(*HavocStmt)
		return ok && equalNodes(a.Vars, b.Vars)
	case *AssignStmt:
		b, ok := b.(*AssignStmt)
		return ok && equalNodes(a.Attrs, b.Attrs) && equalNodes(a.Lhs, b.Lhs) && equalNodes(a.Rhs, b.Rhs)
	case *FieldAssignStmt:
		b, ok := b.(*FieldAssignStmt)
		return ok && equalStmt(&a.AssignStmt, &b.AssignStmt)
	case *UnpackStmt:
		b, ok := b.(*UnpackStmt)
		return ok && equalNodes(a.Attrs, b.Attrs) && a.Ctor.Name == b.Ctor.Name && equalNodes(a.Vars, b.Vars) && Equal(a.Rhs, b.Rhs)
	case *HideRevealStmt:
		b, ok := b.(*HideRevealStmt)
		return ok && a.Command == b.Command && a.Name == b.Name
	case *CallStmt:
		b, ok := b.(*CallStmt)
		return ok && equalNodes(a.Attrs, b.Attrs) && a.Free == b.Free && a.Async == b.Async &&
			equalNodes(a.Outs, b.Outs) && a.Proc == b.Proc && equalNodes(a.Args, b.Args)
	case *ParCallStmt:
		b, ok := b.(*ParCallStmt)
		return ok && equalNodes(a.Calls, b.Calls)
	case *YieldStmt:
		_, ok := b.(*YieldStmt)
		return ok
	case *MeasureStmt:
		b, ok := b.(*MeasureStmt)
		return ok && equalNodes(a.Attrs, b.Attrs) && equalNodes(a.Exprs, b.Exprs)
	case *GotoStmt:
		b, ok := b.(*GotoStmt)
		return ok && equalNodes(a.Attrs, b.Attrs) && equalNodes(a.Labels, b.Labels)
	case *ReturnStmt:
		b, ok := b.(*ReturnStmt)
		return ok && equalNodes(a.Attrs, b.Attrs) && Equal(a.Value, b.Value)
	case *IfStmt:
		b, ok := b.(*IfStmt)
		return ok && equalNodes(a.Attrs, b.Attrs) && Equal(a.Cond, b.Cond) && equalNodes(a.Then, b.Then) &&
			a.HasElse == b.HasElse && equalNodes(a.Else, b.Else)
	case *WhileStmt:
		b, ok := b.(*WhileStmt)
		return ok && Equal(a.Cond, b.Cond) && equalNodes(a.Invariants, b.Invariants) && equalNodes(a.Calls, b.Calls) &&
			equalNodes(a.Measures, b.Measures) && equalNodes(a.Body, b.Body)
	case *BreakStmt:
		b, ok := b.(*BreakStmt)
		return ok && a.Label == b.Label
	default:
		panic(fmt.Sprintf("boogie: unexpected %T", a))
	}
}

func equalExpr(a, b Expr) bool {
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
		return ok && a.Op == b.Op && Equal(a.X, b.X)
	case *BinaryExpr:
		b, ok := b.(*BinaryExpr)
		return ok && a.Op == b.Op && Equal(a.X, b.X) && Equal(a.Y, b.Y)
	case *CallExpr:
		b, ok := b.(*CallExpr)
		return ok && a.Func == b.Func && equalNodes(a.Args, b.Args)
	case *OldExpr:
		b, ok := b.(*OldExpr)
		return ok && Equal(a.X, b.X)
	case *ConvertExpr:
		b, ok := b.(*ConvertExpr)
		return ok && a.ToReal == b.ToReal && Equal(a.X, b.X)
	case *TypedExpr:
		b, ok := b.(*TypedExpr)
		return ok && Equal(a.X, b.X) && Equal(a.Type, b.Type)
	case *SelectExpr:
		b, ok := b.(*SelectExpr)
		return ok && Equal(a.Map, b.Map) && equalNodes(a.Index, b.Index)
	case *StoreExpr:
		b, ok := b.(*StoreExpr)
		return ok && Equal(a.Map, b.Map) && equalNodes(a.Index, b.Index) && Equal(a.Value, b.Value)
	case *ExtractExpr:
		b, ok := b.(*ExtractExpr)
		return ok && a.Hi == b.Hi && a.Lo == b.Lo && Equal(a.X, b.X)
	case *IfExpr:
		b, ok := b.(*IfExpr)
		return ok && Equal(a.Cond, b.Cond) && Equal(a.Then, b.Then) && Equal(a.Else, b.Else)
	case *LetExpr:
		b, ok := b.(*LetExpr)
		return ok && equalNodes(a.Vars, b.Vars) && equalNodes(a.Values, b.Values) && equalNodes(a.Attrs, b.Attrs) && Equal(a.Body, b.Body)
	case *FieldExpr:
		b, ok := b.(*FieldExpr)
		return ok && a.Field.Name == b.Field.Name && Equal(a.X, b.X)
	case *FieldUpdateExpr:
		b, ok := b.(*FieldUpdateExpr)
		return ok && a.Field.Name == b.Field.Name && Equal(a.X, b.X) && Equal(a.Value, b.Value)
	case *IsExpr:
		b, ok := b.(*IsExpr)
		return ok && a.Ctor.Name == b.Ctor.Name && Equal(a.X, b.X)
	case *CodeExpr:
		b, ok := b.(*CodeExpr)
		return ok && equalBody(a.Body, b.Body)
	case *QuantExpr:
		b, ok := b.(*QuantExpr)
		return ok && a.Kind == b.Kind && equalNodes(a.TypeParams, b.TypeParams) && equalNodes(a.Bound, b.Bound) &&
			equalNodes(a.Attrs, b.Attrs) && equalNodes(a.Triggers, b.Triggers) && Equal(a.Body, b.Body)
	default:
		panic(fmt.Sprintf("boogie: unexpected %T", a))
	}
}
