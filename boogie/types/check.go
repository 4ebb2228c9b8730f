package types

import (
	"fmt"
	"slices"

	"semdiff/boogie"
	"semdiff/internal/source"
)

// Check resolves the names of p and checks its types. Problems are listed in
// source order; with any, the Info is only partly filled. They are all of one
// phase: with unresolved names, types are not spoken of. That a procedure changes
// a variable which is not in its modifies clause is no problem: translators leave
// these clauses out, so they are inferred later.
func Check(p *boogie.Program) (*Info, source.List) { return check(p, false) }

// CheckStrict is Check that also holds procedures to their modifies clauses.
func CheckStrict(p *boogie.Program) (*Info, source.List) { return check(p, true) }

func check(p *boogie.Program, strict bool) (*Info, source.List) {
	c := &checker{
		strict: strict,
		info: &Info{
			Types:    make(map[boogie.Expr]Type, 1<<12),
			Objects:  make(map[*boogie.IdentExpr]*Object, 1<<12),
			Bound:    map[*boogie.QuantExpr][]*Object{},
			Lets:     map[*boogie.LetExpr][]*Object{},
			Code:     map[*boogie.CodeExpr][]*Object{},
			TypeVars: map[*boogie.QuantExpr][]*Var{},
			TypeArgs: map[boogie.Node][]Type{},
			Written:  map[boogie.Type]Type{},
			Funcs:    map[string]*Func{},
			Procs:    map[string]*Proc{},

			Datatypes: map[string]*Datatype{},
		},
		types: map[string]*typeDef{},
		nodes: newNodes(),
		ids:   map[string]bool{},
		vars:  map[string]*Object{},
		modes: map[string]*Object{},

		assumed: map[*Object]bool{},
		merged:  map[*boogie.QuantExpr]bool{},
		opaque:  map[string]bool{},
	}
	c.info.Decls = c.renewDatatypes(c.declaredNames(p).counting(p.Decls))
	c.declareTypes()
	c.declareVars()
	c.declareFuncs()
	c.declareDatatypes()
	c.declareProcs()
	c.declareConcurrent()
	for _, d := range c.info.Decls {
		c.decl(d)
	}
	if c.right() {
		c.functions()
		if c.measured {
			c.measures()
		}
	}
	problems := c.unresolved
	if len(problems) == 0 {
		problems = c.mistyped
	}
	problems.Sort()
	return c.info, problems
}

// checker holds the state of one Check.
type checker struct {
	unifier
	info       *Info
	strict     bool        // modifies clauses count
	unresolved source.List // problems with names
	mistyped   source.List // the other problems

	types map[string]*typeDef
	nodes *nodes
	vars  map[string]*Object // constants and globals
	modes map[string]*Object // rounding modes in use
	open  []*typeDef         // synonyms being expanded

	formals []*Var // of synonyms, by their places

	ids map[string]bool // {:id} of statements

	opaque map[string]bool // procedures of concurrent programs

	// What is in scope, innermost last.
	typeVars []typeVar
	locals   map[string]*Object // formals and locals of the procedure
	bound    []*Object

	noOld     bool          // in one-state contexts
	noGlobals bool          // in axioms and function bodies
	pending   []boogie.Expr // expressions whose type has metas
	uses      []boogie.Node // uses of something polymorphic, see Info.TypeArgs
	lets      []*Object     // variables of let expressions, which have the types of their values
	pure      bool          // in a pure procedure

	frame   map[*Object]bool // what the procedure may modify; nil when that does not count
	assumed map[*Object]bool // assumption variables that have been assigned to

	merged map[*boogie.QuantExpr]bool // quantifiers that are one with their body or with the one around

	measured bool // there are measures
}

// right reports whether no problem has been found.
func (c *checker) right() bool { return len(c.unresolved) == 0 && len(c.mistyped) == 0 }

// nameErrorf reports a problem that Boogie counts to the resolution of names.
func (c *checker) nameErrorf(at boogie.Node, format string, args ...any) {
	c.unresolved.AddPhasef(source.Names, at.Position(), format, args...)
}

// errorf reports any other problem.
func (c *checker) errorf(at boogie.Node, format string, args ...any) {
	c.mistyped.AddPhasef(source.Types, at.Position(), format, args...)
}

// decl checks what needs all signatures: bodies, axioms and clauses.
func (c *checker) decl(d boogie.Decl) {
	switch d := d.(type) {
	case *boogie.TypeDecl:
		c.declAttrs(d.Attrs)
	case *boogie.DatatypeDecl:
		c.declAttrs(d.Attrs)
	case *boogie.ConstDecl:
		c.declAttrs(d.Attrs)
		c.parents(d)
	case *boogie.VarDecl:
		c.noOld, c.noGlobals = true, false
		c.declAttrs(d.Attrs)
		c.wheres(d.Vars)
	case *boogie.AxiomDecl:
		c.noOld, c.noGlobals = true, false
		c.declAttrs(d.Attrs)
		c.noGlobals = true
		c.condition(d, d.Expr, "axioms must be of type bool")
		c.info.Axioms = append(c.info.Axioms, d)
	case *boogie.FuncDecl:
		c.funcDecl(d)
	case *boogie.ProcDecl:
		c.procDecl(d)
	case *boogie.ImplDecl:
		if c.opaque[d.Name] {
			c.concurrent(d)
			return
		}
		c.implDecl(d)
	case *boogie.ActionDecl, *boogie.YieldProcDecl, *boogie.YieldInvariantDecl:
		c.concurrent(d)
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

func (c *checker) funcDecl(d *boogie.FuncDecl) {
	f := c.info.Funcs[d.Name]
	c.typeVars = scopeOf(d.TypeParams, f.TypeParams)
	c.bound = append(c.bound, f.Params...)
	c.noOld, c.noGlobals = true, false
	for _, p := range d.Params {
		c.declAttrs(p.Attrs)
	}
	c.declAttrs(d.Attrs)
	c.noGlobals = true
	if d.Body != nil {
		c.funcBody(f)
	}
	c.bound, c.typeVars = c.bound[:0], nil
}

func (c *checker) funcBody(f *Func) {
	body := f.Decl.Body
	t := c.expr(body)
	if narrowConcat(body, t, f.Result) {
		f.IllSorted = true
	} else if !c.unify(t, f.Result) {
		at := boogie.Node(f.Decl) // Boogie takes the body for an axiom
		if flagged(f.Decl.Attrs, "inline") {
			at = body
		}
		c.errorf(at, "function body with invalid type: %s (expected: %s)", t, f.Result)
	}
	c.settle()
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

// where checks a binding but its type.
func (c *checker) where(b *boogie.Binding) {
	c.declAttrs(b.Attrs)
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
		switch s.Kind {
		case boogie.Requires:
			c.attrs(s.Attrs)
			c.condition(s, s.Cond, "preconditions must be of type bool")
		case boogie.Measure:
			c.attrs(s.Attrs)
			c.measure(s.Measure)
		}
	}
	c.addLocals(p.SpecOuts)
	c.wheres(d.Outs)
	c.noOld = d.Pure
	for _, s := range d.Specs {
		switch s.Kind {
		case boogie.Requires:
		case boogie.Ensures:
			c.attrs(s.Attrs)
			c.condition(s, s.Cond, "postconditions must be of type bool")
		case boogie.Modifies:
			c.modifies(d, s)
		}
	}
	c.noOld, c.noGlobals = true, false
	c.declAttrs(d.Attrs)
	if d.Body != nil {
		c.frame = c.frameOf(d)
		p.Impls++
		locals := c.body(d.Body)
		if p.Impls == 1 {
			p.Body, p.Ins, p.Outs, p.Locals = d.Body, p.SpecIns, p.SpecOuts, locals
		}
	}
	c.locals, c.typeVars, c.frame = nil, nil, nil
}

func (c *checker) wheres(bindings []*boogie.Binding) {
	for _, b := range bindings {
		c.where(b)
	}
}

// addLocals brings formals or locals into scope.
func (c *checker) addLocals(objs []*Object) {
	for _, o := range objs {
		if c.locals[o.Name] != nil {
			c.nameErrorf(o.Decl, "more than one declaration of variable name: %s", o.Name)
			continue
		}
		c.locals[o.Name] = o
		c.assumption(o)
	}
}

// body checks the locals, attributes and statements of an implementation, whose
// formals are in scope, and returns the locals.
func (c *checker) body(b *boogie.Body, attrs ...*boogie.Attr) []*Object {
	var locals []*Object
	for _, d := range b.Locals {
		locals = append(locals, c.objects(Local, d.Vars, d.Attrs)...)
	}
	c.addLocals(locals)
	c.noOld, c.noGlobals = true, false
	for _, d := range b.Locals {
		c.declAttrs(d.Attrs)
		c.wheres(d.Vars)
	}
	c.declAttrs(attrs)
	c.noOld, c.noGlobals = c.pure, c.pure
	c.labels(b.Stmts, map[string]bool{})
	c.stmts(b.Stmts)
	return locals
}

func (c *checker) implDecl(d *boogie.ImplDecl) {
	p := c.info.Procs[d.Name]
	if p == nil {
		c.nameErrorf(d, "implementation given for undeclared procedure: %s", d.Name)
		return
	}
	c.pure = p.Decl.Pure
	c.binders(d.TypeParams)
	matching := len(d.TypeParams) == len(p.TypeParams)
	if matching {
		// The type parameters may be renamed; they still are those of the procedure.
		c.typeVars = implTypeVars(d, p)
	} else {
		c.errorf(d, "mismatched number of type parameters in procedure implementation: %s", d.Name)
		c.typeVars = scopeOf(d.TypeParams, newVars(d.TypeParams))
	}
	ins, outs := c.objects(In, d.Ins, nil), c.objects(Out, d.Outs, nil)
	for _, v := range c.typeVars {
		c.typeParamsOccur(d, "implementation", []*Var{v.v}, ins, outs)
	}
	if matching {
		c.matchFormals(d, "in", ins, p.SpecIns)
		c.matchFormals(d, "out", outs, p.SpecOuts)
	}
	c.locals = map[string]*Object{}
	c.addLocals(ins)
	c.addLocals(outs)
	c.noOld, c.noGlobals = true, false
	c.wheres(d.Ins)
	c.wheres(d.Outs)
	c.frame = c.frameOf(p.Decl)
	p.Impls++
	locals := c.body(d.Body, d.Attrs...)
	if p.Impls == 1 {
		p.Body, p.Ins, p.Outs, p.Locals = d.Body, ins, outs, locals
	}
	c.locals, c.typeVars, c.frame = nil, nil, nil
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
