package cfg

import (
	"semdiff/boogie"
	"semdiff/boogie/types"
	"semdiff/internal/source"
)

// Kind says what a variable of a graph is.
type Kind uint8

// The kinds of variables.
const (
	Declared Kind = iota // a global, parameter, result or local: Object
	AtEntry              // keeps the value that the global Object has at entry
	Before               // keeps the value that the global Object has before a call
	Argument             // keeps an argument while a call overwrites what it was made of
	Result               // takes the result of a call that goes to the global Object
	Choice               // decides where guards overlap
	Tape                 // the position on the input tape
)

// Var is a variable of a graph.
type Var struct {
	Kind   Kind
	Object *types.Object
	Name   string     // of an Argument or Result
	Pos    source.Pos // where it is first set

	index int
}

// Value is an expression or a variable.
type Value interface{ reads() []*Var }

func (e *Expr) reads() []*Var { return e.Reads }
func (v *Var) reads() []*Var  { return []*Var{v} }

// Expr is an expression and how its names are read.
type Expr struct {
	Syntax boogie.Expr
	Names  *Names
	Reads  []*Var // all variables of the graph that are in it
}

// Names says how the names in an expression are read.
type Names struct {
	Sub map[*types.Object]Value // what parameters of a specification stand for
	Old map[*types.Object]*Var  // what a global is below old; nil: itself

	old Kind // of the variables in Old
}

// literal is the value of true and false as they are written.
func literal(e boogie.Expr) (value, ok bool) {
	lit, ok := e.(*boogie.BoolLit)
	return ok && lit.Value, ok
}

// isFalse reports whether e is written false.
func (e *Expr) isFalse() bool {
	value, ok := literal(e.Syntax)
	return ok && !value
}

// newVar adds a variable to the graph.
func (g *Graph) newVar(v *Var) *Var {
	v.index = len(g.vars)
	g.vars = append(g.vars, v)
	return v
}

// declared is the variable that an object is.
func (g *Graph) declared(o *types.Object) *Var {
	v := g.of[o]
	if v == nil {
		v = g.newVar(&Var{Object: o})
		g.of[o] = v
	}
	return v
}

// target is the variable that x, which is set there, refers to.
func (g *Graph) target(x *boogie.IdentExpr) *Var {
	return g.set(g.prog.info.Objects[x], x.Position())
}

func (g *Graph) set(o *types.Object, pos source.Pos) *Var {
	v := g.declared(o)
	if !v.Pos.IsValid() {
		v.Pos = pos
	}
	return v
}

// expr is an expression read with these names.
func (g *Graph) expr(e boogie.Expr, names *Names) *Expr {
	x := &Expr{Syntax: e, Names: names}
	g.read(x, e, false)
	return x
}

// read collects the variables below n. Variables that an expression binds do no
// harm: nobody asks for them.
func (g *Graph) read(x *Expr, n boogie.Node, inOld bool) {
	boogie.Inspect(n, func(n boogie.Node) bool {
		switch n := n.(type) {
		case *boogie.Attr:
			return false
		case *boogie.OldExpr:
			g.read(x, n.X, true)
			return false
		case *boogie.CallExpr:
			g.prog.Functions[n.Func] = true
		case *boogie.IdentExpr:
			o := g.prog.info.Objects[n]
			if o == nil || o.Kind == types.Const || o.Kind == types.Bound {
				break
			}
			if v := x.Names.Sub[o]; v != nil {
				x.Reads = append(x.Reads, v.reads()...)
			} else if o.Kind == types.Global && inOld && x.Names.Old != nil {
				x.Reads = append(x.Reads, g.oldVar(x.Names, o))
			} else {
				x.Reads = append(x.Reads, g.declared(o))
			}
		}
		return true
	})
}

func (g *Graph) oldVar(names *Names, o *types.Object) *Var {
	v := names.Old[o]
	if v == nil {
		v = g.newVar(&Var{Kind: names.old, Object: o})
		names.Old[o] = v
	}
	return v
}
