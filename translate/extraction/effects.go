package extraction

import (
	"maps"

	"semdiff/boogie"
)

// routine is a procedure with one body.
type routine struct {
	name      string
	decl      boogie.Decl // a *boogie.ImplDecl, or a *boogie.ProcDecl with its own body
	ins, outs []*boogie.Binding
	body      *boogie.Body
}

// variables are the names of formals and locals, with the where clause of each.
func (r *routine) variables() map[string]boogie.Expr {
	vars := map[string]boogie.Expr{}
	add := func(bindings []*boogie.Binding) {
		for _, b := range bindings {
			for _, n := range b.Names {
				vars[n.Name] = b.Where
			}
		}
	}
	add(r.ins)
	add(r.outs)
	for _, d := range r.body.Locals {
		add(d.Vars)
	}
	return vars
}

// names lists the names of formals.
func names(bindings []*boogie.Binding) []string {
	var list []string
	for _, b := range bindings {
		for _, n := range b.Names {
			list = append(list, n.Name)
		}
	}
	return list
}

// effects are the globals that each procedure may change, itself or by what it calls.
type effects map[string]map[string]bool

// effectsOf finds the effects of all procedures of a program. Those of a procedure without a body are in its
// modifies clause.
func effectsOf(prog *boogie.Program, routines []*routine) effects {
	e := effects{}
	calls := map[string][]string{}
	for _, d := range prog.Decls {
		if p, ok := d.(*boogie.ProcDecl); ok {
			e[p.Name] = map[string]bool{}
			for _, s := range p.Specs {
				if s.Kind == boogie.Modifies {
					for _, n := range s.Names {
						e[p.Name][n.Name] = true
					}
				}
			}
		}
	}
	for _, r := range routines {
		own := r.variables()
		if e[r.name] == nil {
			e[r.name] = map[string]bool{}
		}
		boogie.Inspect(r.body, func(n boogie.Node) bool {
			s, ok := n.(boogie.Stmt)
			if !ok {
				return true
			}
			for _, v := range assigned(s) {
				if _, local := own[v]; !local {
					e[r.name][v] = true
				}
			}
			if c, ok := s.(*boogie.CallStmt); ok {
				calls[r.name] = append(calls[r.name], c.Proc)
			}
			return true
		})
	}
	for changed := true; changed; {
		changed = false
		for p, callees := range calls {
			before := len(e[p])
			for _, q := range callees {
				maps.Copy(e[p], e[q])
			}
			changed = changed || len(e[p]) > before
		}
	}
	return e
}

// assigned are the variables that a statement itself changes.
func assigned(s boogie.Stmt) []string {
	var vars []string
	idents := func(list []*boogie.IdentExpr) {
		for _, x := range list {
			vars = append(vars, x.Name)
		}
	}
	switch s := s.(type) {
	case *boogie.AssignStmt:
		for _, l := range s.Lhs {
			vars = append(vars, root(l))
		}
	case *boogie.FieldAssignStmt:
		for _, l := range s.Lhs {
			vars = append(vars, root(l))
		}
	case *boogie.HavocStmt:
		idents(s.Vars)
	case *boogie.CallStmt:
		idents(s.Outs)
	case *boogie.UnpackStmt:
		idents(s.Vars)
	}
	return vars
}

// root is the variable that an assignment to a left side changes.
func root(e boogie.Expr) string {
	for {
		switch x := e.(type) {
		case *boogie.IdentExpr:
			return x.Name
		case *boogie.SelectExpr:
			e = x.Map
		case *boogie.FieldExpr:
			e = x.X
		default:
			return ""
		}
	}
}
