package types

import (
	"fmt"
	"slices"

	"semdiff/boogie"
	"semdiff/internal/source"
)

// Check resolves the names of p and checks its types. Problems are listed in
// source order; with any, the Info is only partly filled. Modifies clauses are
// not checked: translators leave them out, so they are inferred later.
func Check(p *boogie.Program) (*Info, source.List) {
	c := &checker{
		info: &Info{
			Types:   make(map[boogie.Expr]Type, 1<<12),
			Objects: make(map[*boogie.IdentExpr]*Object, 1<<12),
			Bound:   map[*boogie.QuantExpr][]*Object{},
			Lets:    map[*boogie.LetExpr][]*Object{},
			Code:    map[*boogie.CodeExpr][]*Object{},
			Written: map[boogie.Type]Type{},
			Funcs:   map[string]*Func{},
			Procs:   map[string]*Proc{},

			Datatypes: map[string]*Datatype{},
		},
		types: map[string]*typeDef{},
		ids:   map[string]bool{},
		vars:  map[string]*Object{},
		modes: map[string]*Object{},
	}
	names := declaredNames(p, &c.problems)
	c.declareTypes(p, names)
	c.declareVars(p, names)
	c.declareFuncs(p, names)
	c.declareDatatypes(p, names)
	c.declareProcs(p, names)
	for _, d := range p.Decls {
		c.decl(d, names)
	}
	if len(c.problems) == 0 {
		c.callCycles(p)
	}
	c.problems.Sort()
	return c.info, c.problems
}

// checker holds the state of one Check.
type checker struct {
	unifier
	info     *Info
	problems source.List

	types map[string]*typeDef
	vars  map[string]*Object // constants and globals
	modes map[string]*Object // rounding modes in use
	open  []*typeDef         // synonyms being expanded

	ids map[string]bool // {:id} of statements

	// What is in scope, innermost last.
	typeVars []typeVar
	locals   map[string]*Object // formals and locals of the procedure
	bound    []*Object

	noOld     bool          // in one-state contexts
	noGlobals bool          // in axioms and function bodies
	pending   []boogie.Expr // expressions whose type has metas
	lets      []*Object     // variables of let expressions, which have the types of their values
	pure      bool          // in a pure procedure
}

func (c *checker) errorf(at boogie.Node, format string, args ...any) {
	c.problems.Addf(at.Position(), format, args...)
}

// decl checks what needs all signatures: bodies, axioms and clauses.
func (c *checker) decl(d boogie.Decl, names *names) {
	switch d := d.(type) {
	case *boogie.TypeDecl, *boogie.DatatypeDecl:
	case *boogie.ConstDecl:
		c.parents(d)
	case *boogie.VarDecl:
		c.noOld, c.noGlobals = true, false
		for _, b := range d.Vars {
			c.where(b)
		}
	case *boogie.AxiomDecl:
		c.noOld, c.noGlobals = true, true
		c.condition(d, d.Expr, "axioms must be of type bool")
		c.info.Axioms = append(c.info.Axioms, d)
	case *boogie.FuncDecl:
		if names.funcs.holds(d.Name, d) && d.Body != nil {
			c.funcBody(d)
		}
	case *boogie.ProcDecl:
		if names.procs.holds(d.Name, d) {
			c.procDecl(d)
		}
	case *boogie.ImplDecl:
		c.implDecl(d)
	default:
		panic(fmt.Sprintf("types: unexpected %T", d))
	}
}

// parents checks what a constant extends.
func (c *checker) parents(d *boogie.ConstDecl) {
	for _, p := range d.Parents {
		t := c.expr(p.Const)
		switch o := c.info.Objects[p.Const]; {
		case o == nil: // reported as undeclared
		case o.Kind != Const:
			c.errorf(p, "the parent of a constant has to be a constant")
		case !c.unify(t, c.resolve(d.Type)):
			c.errorf(p, "parent of constant has incompatible type (%s instead of %s)", t, c.resolve(d.Type))
		}
	}
	c.settle()
}

func (c *checker) funcBody(d *boogie.FuncDecl) {
	f := c.info.Funcs[d.Name]
	c.noOld, c.noGlobals = true, true
	c.typeVars = scopeOf(d.TypeParams, f.TypeParams)
	c.bound = append(c.bound, f.Params...)
	t := c.expr(d.Body)
	if narrowConcat(d.Body, t, f.Result) {
		f.IllSorted = true
	} else if !c.unify(t, f.Result) {
		c.errorf(d.Body, "function body with invalid type: %s (expected: %s)", t, f.Result)
	}
	c.settle()
	c.bound, c.typeVars = c.bound[:0], nil
}

// narrowConcat reports whether e is a concatenation with fewer bits than want.
func narrowConcat(e boogie.Expr, t, want Type) bool {
	b, ok := e.(*boogie.BinaryExpr)
	got, ok1 := t.(BV)
	bits, ok2 := want.(BV)
	return ok && ok1 && ok2 && b.Op == boogie.Concat && got < bits
}

// condition checks that e, a part of n, is boolean and settles its types.
func (c *checker) condition(n boogie.Node, e boogie.Expr, message string) {
	if t := c.expr(e); !c.unify(t, Bool) {
		c.errorf(n, "%s", message)
	}
	c.settle()
}

func (c *checker) where(b *boogie.Binding) {
	if b.Where != nil {
		c.condition(b, b.Where, "where clauses must be of type bool")
	}
}

func (c *checker) procDecl(d *boogie.ProcDecl) {
	p := c.info.Procs[d.Name]
	c.typeVars = scopeOf(d.TypeParams, p.TypeParams)
	c.pure = d.Pure
	c.noOld, c.noGlobals = true, d.Pure
	c.locals = map[string]*Object{}
	c.addLocals(p.SpecIns)
	c.wheres(d.Ins)
	for _, s := range d.Specs {
		if s.Kind == boogie.Requires {
			c.condition(s, s.Cond, "preconditions must be of type bool")
		}
	}
	c.addLocals(p.SpecOuts)
	c.wheres(d.Outs)
	c.noOld = false
	for _, s := range d.Specs {
		switch s.Kind {
		case boogie.Requires:
		case boogie.Ensures:
			c.condition(s, s.Cond, "postconditions must be of type bool")
		case boogie.Modifies:
			c.modifies(s)
			if d.Pure {
				c.errorf(d, "unnecessary modifies clause for pure procedure")
			}
		}
	}
	if d.Body != nil {
		p.Impls++
		locals := c.body(d.Body)
		if p.Impls == 1 {
			p.Body, p.Ins, p.Outs, p.Locals = d.Body, p.SpecIns, p.SpecOuts, locals
		}
	}
	c.locals, c.typeVars = nil, nil
}

func (c *checker) wheres(bindings []*boogie.Binding) {
	for _, b := range bindings {
		c.where(b)
	}
}

func (c *checker) modifies(s *boogie.Spec) {
	for _, n := range s.Names {
		switch o := c.vars[n.Name]; {
		case o == nil:
			c.errorf(n, "undeclared identifier: %s", n.Name)
		case o.Kind != Global:
			c.errorf(n, "modifies list contains constant: %s", n.Name)
		}
	}
}

// addLocals brings formals or locals into scope.
func (c *checker) addLocals(objs []*Object) {
	for _, o := range objs {
		if c.locals[o.Name] != nil {
			c.errorf(o.Decl, "more than one declaration of variable name: %s", o.Name)
			continue
		}
		c.locals[o.Name] = o
	}
}

// body checks the locals and statements of an implementation, whose formals
// are in scope, and returns the locals.
func (c *checker) body(b *boogie.Body) []*Object {
	c.noOld, c.noGlobals = false, c.pure
	var locals []*Object
	for _, d := range b.Locals {
		locals = append(locals, c.objects(Local, d.Vars, d.Attrs)...)
	}
	c.addLocals(locals)
	c.noOld = true
	for _, d := range b.Locals {
		c.wheres(d.Vars)
	}
	c.noOld = false
	c.stmts(b.Stmts)
	return locals
}

func (c *checker) implDecl(d *boogie.ImplDecl) {
	p := c.info.Procs[d.Name]
	if p == nil {
		c.errorf(d, "implementation given for undeclared procedure: %s", d.Name)
		return
	}
	if len(d.TypeParams) != len(p.TypeParams) {
		c.errorf(d, "mismatched number of type parameters in procedure implementation: %s", d.Name)
		return
	}
	c.pure = p.Decl.Pure
	// The type parameters may be renamed; they still are those of the procedure.
	c.typeVars = implTypeVars(d, p)
	ins, outs := c.objects(In, d.Ins, nil), c.objects(Out, d.Outs, nil)
	c.matchFormals(d, "in", ins, p.SpecIns)
	c.matchFormals(d, "out", outs, p.SpecOuts)
	c.locals = map[string]*Object{}
	c.addLocals(ins)
	c.addLocals(outs)
	p.Impls++
	locals := c.body(d.Body)
	if p.Impls == 1 {
		p.Body, p.Ins, p.Outs, p.Locals = d.Body, ins, outs, locals
	}
	c.locals, c.typeVars = nil, nil
}

// implTypeVars pairs the type parameters of an implementation with those of
// its procedure: they correspond in the order in which the formals use them.
func implTypeVars(d *boogie.ImplDecl, p *Proc) []typeVar {
	names := byOccurrence(d.TypeParams, d.Ins, d.Outs)
	var vars []*Var
	for _, n := range byOccurrence(p.Decl.TypeParams, p.Decl.Ins, p.Decl.Outs) {
		i := slices.IndexFunc(p.TypeParams, func(v *Var) bool { return v.Name == n.Name })
		vars = append(vars, p.TypeParams[i])
	}
	return scopeOf(names, vars)
}

// byOccurrence sorts type parameters by their first use in the formals.
func byOccurrence(params []*boogie.Name, formals ...[]*boogie.Binding) []*boogie.Name {
	if len(params) < 2 {
		return params
	}
	var sorted []*boogie.Name
	add := func(name string) {
		i := slices.IndexFunc(params, func(n *boogie.Name) bool { return n.Name == name })
		if i >= 0 && !slices.Contains(sorted, params[i]) {
			sorted = append(sorted, params[i])
		}
	}
	for _, list := range formals {
		for _, b := range list {
			boogie.Inspect(b.Type, func(n boogie.Node) bool {
				if t, ok := n.(*boogie.NamedType); ok {
					add(t.Name)
				}
				return true
			})
		}
	}
	for _, n := range params { // what no formal uses
		add(n.Name)
	}
	return sorted
}

func (c *checker) matchFormals(d *boogie.ImplDecl, kind string, got, want []*Object) {
	if len(got) != len(want) {
		c.errorf(d, "mismatched number of %s-parameters in procedure implementation: %s", kind, d.Name)
		return
	}
	for i, o := range got {
		if Equal(o.Type, want[i].Type) {
			continue
		}
		name := want[i].Name
		if o.Name != name {
			name += fmt.Sprintf(" (named %s in implementation)", o.Name)
		}
		c.errorf(d, "mismatched type of %s-parameter in implementation %s: %s", kind, d.Name, name)
	}
}
