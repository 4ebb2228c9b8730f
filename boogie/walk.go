package boogie

import "fmt"

// Inspect calls visit for n and, where visit returns true, for everything
// below it in source order, but for the clauses of a loop, which come by kind. A
// nil node is skipped.
func Inspect(n Node, visit func(Node) bool) {
	if n == nil || !visit(n) {
		return
	}
	switch n := n.(type) {
	case Decl:
		inspectDecl(n, visit)
	case Stmt:
		inspectStmt(n, visit)
	case Expr:
		inspectExpr(n, visit)
	case *NamedType:
		each(n.Args, visit)
	case *MapType:
		each(n.Params, visit)
		each(n.Index, visit)
		Inspect(n.Result, visit)
	case *Name:
	case *Attr:
		each(n.Args, visit)
	case *Binding:
		each(n.Attrs, visit)
		each(n.Names, visit)
		Inspect(n.Type, visit)
		Inspect(n.Where, visit)
	case *TypeDef:
		each(n.Params, visit)
		Inspect(n.Synonym, visit)
	case *FuncParam:
		each(n.Attrs, visit)
		Inspect(n.Type, visit)
	case *Spec:
		each(n.Attrs, visit)
		Inspect(n.Cond, visit)
		if n.Call != nil {
			Inspect(n.Call, visit)
		}
		each(n.Names, visit)
		if n.Action != nil {
			Inspect(n.Action, visit)
		}
		each(n.Measure, visit)
	case *Body:
		each(n.Locals, visit)
		each(n.Stmts, visit)
	case *Invariant:
		each(n.Attrs, visit)
		Inspect(n.Cond, visit)
	case *InvariantCall:
		each(n.Attrs, visit)
		Inspect(n.Call, visit)
	case *Parent:
		Inspect(n.Const, visit)
	case *Constructor:
		each(n.Fields, visit)
	case *LetVar:
		each(n.Attrs, visit)
		Inspect(n.Name, visit)
	case *Trigger:
		each(n.Terms, visit)
	default:
		panic(fmt.Sprintf("boogie: unexpected %T", n))
	}
}

// InspectProgram calls Inspect for every declaration.
func InspectProgram(p *Program, visit func(Node) bool) { each(p.Decls, visit) }

func each[T Node](list []T, visit func(Node) bool) {
	for _, n := range list {
		Inspect(n, visit)
	}
}

func inspectDecl(d Decl, visit func(Node) bool) {
	switch d := d.(type) {
	case *TypeDecl:
		each(d.Attrs, visit)
		each(d.Defs, visit)
	case *DatatypeDecl:
		each(d.Attrs, visit)
		each(d.TypeParams, visit)
		each(d.Ctors, visit)
	case *ConstDecl:
		each(d.Attrs, visit)
		each(d.Names, visit)
		Inspect(d.Type, visit)
		each(d.Parents, visit)
	case *FuncDecl:
		each(d.Attrs, visit)
		each(d.TypeParams, visit)
		each(d.Params, visit)
		Inspect(d.Result, visit)
		Inspect(d.Body, visit)
	case *AxiomDecl:
		each(d.Attrs, visit)
		Inspect(d.Expr, visit)
	case *VarDecl:
		each(d.Attrs, visit)
		each(d.Vars, visit)
	case *ProcDecl:
		each(d.Attrs, visit)
		each(d.TypeParams, visit)
		each(d.Ins, visit)
		each(d.Outs, visit)
		specsAndBody(d.Specs, d.Body, visit)
	case *ImplDecl:
		each(d.Attrs, visit)
		each(d.TypeParams, visit)
		each(d.Ins, visit)
		each(d.Outs, visit)
		Inspect(d.Body, visit)
	case *YieldInvariantDecl:
		each(d.Attrs, visit)
		each(d.Params, visit)
		each(d.Specs, visit)
	case *ActionDecl:
		each(d.Attrs, visit)
		each(d.Ins, visit)
		each(d.Outs, visit)
		specsAndBody(d.Specs, d.Body, visit)
	case *YieldProcDecl:
		each(d.Attrs, visit)
		each(d.Ins, visit)
		each(d.Outs, visit)
		specsAndBody(d.Specs, d.Body, visit)
	default:
		panic(fmt.Sprintf("boogie: unexpected %T", d))
	}
}

// specsAndBody visits a specification and a body that may be missing.
func specsAndBody(specs []*Spec, body *Body, visit func(Node) bool) {
	each(specs, visit)
	if body != nil {
		Inspect(body, visit)
	}
}

func inspectStmt(s Stmt, visit func(Node) bool) {
	switch s := s.(type) {
	case *LabelStmt, *BreakStmt, *HideRevealStmt, *YieldStmt:
	case *AssertStmt:
		each(s.Attrs, visit)
		Inspect(s.Cond, visit)
	case *AssumeStmt:
		each(s.Attrs, visit)
		Inspect(s.Cond, visit)
	case *HavocStmt:
		each(s.Vars, visit)
	case *AssignStmt:
		each(s.Lhs, visit)
		each(s.Attrs, visit)
		each(s.Rhs, visit)
	case *FieldAssignStmt:
		inspectStmt(&s.AssignStmt, visit)
	case *UnpackStmt:
		Inspect(s.Ctor, visit)
		each(s.Vars, visit)
		each(s.Attrs, visit)
		Inspect(s.Rhs, visit)
	case *CallStmt:
		each(s.Attrs, visit)
		each(s.Outs, visit)
		each(s.Args, visit)
	case *ParCallStmt:
		each(s.Calls, visit)
	case *MeasureStmt:
		each(s.Attrs, visit)
		each(s.Exprs, visit)
	case *GotoStmt:
		each(s.Attrs, visit)
		each(s.Labels, visit)
	case *ReturnStmt:
		each(s.Attrs, visit)
		Inspect(s.Value, visit)
	case *IfStmt:
		each(s.Attrs, visit)
		Inspect(s.Cond, visit)
		each(s.Then, visit)
		each(s.Else, visit)
	case *WhileStmt:
		Inspect(s.Cond, visit)
		each(s.Invariants, visit)
		each(s.Calls, visit)
		each(s.Measures, visit)
		each(s.Body, visit)
	default:
		panic(fmt.Sprintf("boogie: unexpected %T", s))
	}
}

func inspectExpr(e Expr, visit func(Node) bool) {
	switch e := e.(type) {
	case *IdentExpr, *BoolLit, *IntLit, *RealLit, *BVLit, *FloatLit, *StringLit:
	case *UnaryExpr:
		Inspect(e.X, visit)
	case *BinaryExpr:
		Inspect(e.X, visit)
		Inspect(e.Y, visit)
	case *CallExpr:
		each(e.Args, visit)
	case *OldExpr:
		Inspect(e.X, visit)
	case *ConvertExpr:
		Inspect(e.X, visit)
	case *TypedExpr:
		Inspect(e.X, visit)
		Inspect(e.Type, visit)
	case *SelectExpr:
		Inspect(e.Map, visit)
		each(e.Index, visit)
	case *StoreExpr:
		Inspect(e.Map, visit)
		each(e.Index, visit)
		Inspect(e.Value, visit)
	case *ExtractExpr:
		Inspect(e.X, visit)
	case *IfExpr:
		Inspect(e.Cond, visit)
		Inspect(e.Then, visit)
		Inspect(e.Else, visit)
	case *LetExpr:
		each(e.Vars, visit)
		each(e.Values, visit)
		each(e.Attrs, visit)
		Inspect(e.Body, visit)
	case *FieldExpr:
		Inspect(e.X, visit)
		Inspect(e.Field, visit)
	case *FieldUpdateExpr:
		Inspect(e.X, visit)
		Inspect(e.Field, visit)
		Inspect(e.Value, visit)
	case *IsExpr:
		Inspect(e.X, visit)
		Inspect(e.Ctor, visit)
	case *CodeExpr:
		Inspect(e.Body, visit)
	case *QuantExpr:
		each(e.TypeParams, visit)
		each(e.Bound, visit)
		each(e.Attrs, visit)
		each(e.Triggers, visit)
		Inspect(e.Body, visit)
	default:
		panic(fmt.Sprintf("boogie: unexpected %T", e))
	}
}
