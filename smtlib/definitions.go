package smtlib

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
)

// Definitions are functions that are expanded wherever they are applied:
// f(params...) = body, and values at single points, f(literals...) = literal.
// Where some arguments are literals, as in f(x, 1) = body, f(x, y) is body if
// y is 1 and f:else...(x, y) otherwise, of which nothing is said by this.
// Constants are functions without arguments. Bodies mention no defined function.
type Definitions struct {
	ctx    *Context
	bodies map[*Func]definition
	points map[*Term]*Term // ground applications to literals
	memo   map[*Term]*Term
}

type definition struct {
	params []*Term
	body   *Term
}

// NewDefinitions is without any definition.
func NewDefinitions(c *Context) *Definitions {
	return &Definitions{ctx: c, bodies: map[*Func]definition{}, points: map[*Term]*Term{}, memo: map[*Term]*Term{}}
}

// Define makes app, a function applied to distinct variables and to literals,
// mean body. The body may mention functions that are defined, but not, after
// their expansion, app's own; then Define answers false and changes nothing.
func (d *Definitions) Define(app, body *Term) bool {
	body = d.Expand(body)
	if mentions(body, app.fn) {
		return false
	}
	if allLiterals(app.args) && body.IsLiteral() {
		d.points[app] = body
	} else {
		d.bodies[app.fn] = d.everywhere(app, body)
	}
	d.memo = map[*Term]*Term{}
	older := map[*Func]definition{}
	for f, def := range d.bodies {
		older[f] = definition{def.params, d.Expand(def.body)}
	}
	d.bodies = older
	d.memo = map[*Term]*Term{}
	return true
}

// Defined is one definition: App means Body, for all values of App's arguments
// unless it is a single point.
type Defined struct {
	App, Body *Term
	Point     bool
}

// All lists the definitions by the names of the functions.
func (d *Definitions) All() []Defined {
	var out []Defined
	for f, def := range d.bodies {
		out = append(out, Defined{App: d.ctx.App(f, def.params...), Body: def.body})
	}
	for app, body := range d.points {
		out = append(out, Defined{App: app, Body: body, Point: len(app.args) > 0})
	}
	slices.SortFunc(out, func(x, y Defined) int { return strings.Compare(x.App.String(), y.App.String()) })
	return out
}

// everywhere is the definition of app's function at all arguments.
func (d *Definitions) everywhere(app, body *Term) definition {
	c := d.ctx
	params := make([]*Term, len(app.args))
	here := c.True
	for i, x := range app.args {
		params[i] = x
		if x.IsLiteral() {
			params[i] = c.Var(fmt.Sprintf("?else.%d", i), x.sort)
			here = c.And(here, c.Eq(params[i], x))
		}
	}
	if here.IsTrue() {
		return definition{params, body}
	}
	// Where two programs give other arguments, what is left open differs too.
	sum := sha256.Sum256([]byte(c.Eq(app, body).String()))
	rest := c.Func(fmt.Sprintf("%s:else:%x", app.fn.Name, sum[:6]), app.fn.Params, app.fn.Result)
	return definition{params, c.Ite(here, body, c.App(rest, params...))}
}

// Apply is the application of f, expanded if it is defined.
func (d *Definitions) Apply(f *Func, args ...*Term) *Term {
	if def, ok := d.bodies[f]; ok {
		sub := make(map[*Term]*Term, len(args))
		for i, p := range def.params {
			sub[p] = args[i]
		}
		return d.ctx.Substitute(def.body, sub)
	}
	t := d.ctx.App(f, args...)
	if v, ok := d.points[t]; ok {
		return v
	}
	return t
}

// Expand replaces all defined functions in t. A quantifier that changes loses
// its triggers.
func (d *Definitions) Expand(t *Term) *Term {
	if !t.apps {
		return t
	}
	if r, ok := d.memo[t]; ok {
		return r
	}
	args := make([]*Term, len(t.args))
	same := true
	for i, x := range t.args {
		args[i] = d.Expand(x)
		same = same && args[i] == x
	}
	r := t
	switch {
	case t.op == OpApp:
		r = d.Apply(t.fn, args...)
	case !same:
		r = d.ctx.rebuild(t, args, nil)
	}
	d.memo[t] = r
	return r
}

// FindDefinitions reads definitions off axioms: f(x...) = body for all x, where
// some arguments may be literals, and f(literals...) = literal. Where several axioms define one function the first
// counts; the others stay axioms about its body. plain says which functions
// have no other meaning than what axioms give them; a definition is about such
// functions only, and holds no quantifier.
func FindDefinitions(c *Context, axioms []*Term, plain func(*Func) bool) *Definitions {
	d := NewDefinitions(c)
	for d.find(axioms, plain, false) || d.find(axioms, plain, true) {
	}
	return d
}

// find takes the definitions among the axioms that say all of a function, and
// with somewhere also those for some arguments only.
func (d *Definitions) find(axioms []*Term, plain func(*Func) bool, somewhere bool) (changed bool) {
	for _, t := range axioms {
		for _, part := range Conjuncts(d.Expand(t)) {
			app, body := readDefinition(d.ctx, d.Expand(part), plain)
			if app != nil && (somewhere || !slices.ContainsFunc(app.args, (*Term).IsLiteral)) {
				changed = d.Define(app, body) || changed
			}
		}
	}
	return changed
}

// Points are the values at single points as equations app = literal, in order,
// of the functions that are not only ever applied to literals: at others the
// equations go on saying something.
func (d *Definitions) Points(toLiterals func(*Func) bool) (apps, equations []*Term) {
	for app := range d.points {
		if !toLiterals(app.fn) {
			apps = append(apps, app)
		}
	}
	slices.SortFunc(apps, Compare)
	for _, app := range apps {
		equations = append(equations, d.ctx.Eq(app, d.points[app]))
	}
	return apps, equations
}

// Conjuncts are the formulas whose conjunction t is.
func Conjuncts(t *Term) []*Term {
	if t.op == OpAnd {
		return t.args
	}
	return []*Term{t}
}

// readDefinition reads an axiom as app = body, where the arguments of app are
// the bound variables and literals; where they are literals only, body is one as
// well. nil when it is no such axiom.
func readDefinition(c *Context, axiom *Term, plain func(*Func) bool) (app, body *Term) {
	var bound []*Term
	if axiom.op == OpForall {
		bound, axiom = occurring(axiom.bound, axiom.args[0]), axiom.args[0]
	}
	for _, e := range Equations(c, axiom) {
		app, body = e[0], e[1]
		ok := plain(app.fn) && sameVariables(app.args, bound)
		if bound == nil {
			ok = plain(app.fn) && allLiterals(app.args) && body.IsLiteral()
		}
		Visit(body, func(t *Term) {
			ok = ok && t.op != OpForall && t.op != OpExists && (t.op != OpApp || t.fn != app.fn && plain(t.fn))
		})
		if ok {
			return app, body
		}
	}
	return nil, nil
}

// Equations are the ways to read a formula as left = right with an application
// of a function on the left.
func Equations(c *Context, t *Term) (out [][2]*Term) {
	add := func(x, y *Term) {
		switch {
		case x.op == OpApp:
			out = append(out, [2]*Term{x, y})
		case x.op == OpNot && x.args[0].op == OpApp:
			out = append(out, [2]*Term{x.args[0], c.Not(y)})
		}
	}
	eq, negated := t, t.op == OpNot && t.args[0].op == OpEq && t.args[0].args[0].sort == c.Bool
	if negated {
		eq = t.args[0]
	}
	if eq.op != OpEq {
		add(t, c.True)
		return out
	}
	x, y := eq.args[0], eq.args[1]
	switch {
	case x.sort.IsArith():
		return solved(c, c.Sub(x, y))
	case negated:
		add(x, c.Not(y))
		add(y, c.Not(x))
	default:
		add(x, y)
		add(y, x)
	}
	return out
}

// solved are the ways to solve sum = 0 for an addend that is an application.
func solved(c *Context, sum *Term) (out [][2]*Term) {
	addends := []*Term{sum}
	if sum.op == OpAdd {
		addends = sum.args
	}
	for _, a := range addends {
		if n := c.Neg(a); n.op == OpApp {
			out = append(out, [2]*Term{n, c.Add(sum, n)})
		} else if a.op == OpApp {
			out = append(out, [2]*Term{a, c.Sub(a, sum)})
		}
	}
	return out
}

func mentions(t *Term, f *Func) (found bool) {
	Visit(t, func(x *Term) { found = found || x.op == OpApp && x.fn == f })
	return found
}

func allLiterals(ts []*Term) bool {
	for _, t := range ts {
		if !t.IsLiteral() {
			return false
		}
	}
	return true
}

// occurring are the variables that occur in t.
func occurring(vars []*Term, t *Term) (out []*Term) {
	Visit(t, func(x *Term) {
		if slices.Contains(vars, x) {
			out = append(out, x)
		}
	})
	return out
}

// sameVariables reports whether args are the bound variables, each once, and
// literals.
func sameVariables(args, bound []*Term) bool {
	seen := map[*Term]bool{}
	for _, b := range bound {
		seen[b] = true
	}
	for _, a := range args {
		if a.IsLiteral() {
			continue
		}
		if !seen[a] {
			return false
		}
		delete(seen, a)
	}
	return len(seen) == 0
}
