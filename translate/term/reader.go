package term

import (
	"semdiff/boogie"
	"semdiff/boogie/types"
	"semdiff/internal/source"
	"semdiff/smtlib"
	"semdiff/translate/cfg"
	"semdiff/translate/ir"
)

// Reader makes terms of the values of one graph, each once.
type Reader struct {
	l     *Lowerer
	terms map[*cfg.Expr]*smtlib.Term // nil for what has no meaning, which is reported
	kept  map[*cfg.Var]*smtlib.Term  // arguments
	// anyArgs lets arguments that were not assigned stand for themselves.
	anyArgs bool
}

func NewReader(l *Lowerer) *Reader {
	return &Reader{l: l, terms: map[*cfg.Expr]*smtlib.Term{}, kept: map[*cfg.Var]*smtlib.Term{}}
}

// Value is the term of a value, nil when it has no meaning.
func (r *Reader) Value(x cfg.Value) *smtlib.Term {
	switch x := x.(type) {
	case *cfg.Var:
		return r.Variable(x)
	case *cfg.Expr:
		t, known := r.terms[x]
		if !known {
			t = r.l.expr(x.Syntax, r.scope(x.Names))
			r.terms[x] = t
		}
		return t
	case *cfg.Solved:
		t := r.solved(x)
		if t == nil && len(r.l.diags) == 0 {
			panic("translate: what was solvable is not solved")
		}
		return t
	}
	panic("translate: unexpected value")
}

// Cond is the term of a condition, true where it has no meaning.
func (r *Reader) Cond(e *cfg.Expr) *smtlib.Term {
	if t := r.Value(e); t != nil {
		return t
	}
	return r.l.ctx.True
}

// Guard is the conjunction of the guards of an edge.
func (r *Reader) Guard(e cfg.Edge) *smtlib.Term {
	out := r.l.ctx.True
	for _, u := range e.Guards {
		t := r.Cond(u.Expr)
		if u.Not {
			t = r.l.ctx.Not(t)
		}
		out = r.l.ctx.And(out, t)
	}
	return out
}

// scope reads names as terms.
func (r *Reader) scope(n *cfg.Names) scope {
	var sc scope
	if n.Old != nil {
		sc.old = func(o *types.Object) *smtlib.Term { return r.Variable(n.Old[o]) }
	}
	if n.Sub != nil {
		sc.formal = func(o *types.Object) (*smtlib.Term, bool) {
			x, replaced := n.Sub[o]
			if !replaced {
				return nil, false
			}
			if v, ok := x.(*cfg.Var); ok && r.anyArgs && v.Kind == cfg.Argument && r.kept[v] == nil {
				r.kept[v] = r.l.ctx.Var(v.Name, r.l.mustSort(o.Type, o.Decl.Position()))
			}
			return r.Value(x), true
		}
	}
	return sc
}

// Assigned is the variable that v is where t is assigned to it, nil when it just
// stands for t from there on.
func (r *Reader) Assigned(v *cfg.Var, t *smtlib.Term) *smtlib.Term {
	if v.Kind != cfg.Argument {
		return r.Variable(v)
	}
	if t.IsLiteral() {
		r.kept[v] = t
		return nil
	}
	r.kept[v] = r.l.ctx.Var(v.Name, t.Sort())
	return r.kept[v]
}

func (r *Reader) Variables(vs []*cfg.Var) []*smtlib.Term {
	out := make([]*smtlib.Term, len(vs))
	for i, v := range vs {
		out[i] = r.Variable(v)
	}
	return out
}

// Variable is the term of a variable; an argument has one when it has been
// assigned.
func (r *Reader) Variable(v *cfg.Var) *smtlib.Term {
	c := r.l.ctx
	var of *smtlib.Term
	if v.Object != nil {
		of = r.l.Variable(v.Object, r.pos(v))
	}
	switch v.Kind {
	case cfg.Declared:
		return of
	case cfg.AtEntry:
		return c.Var("old("+of.Name()+")", of.Sort())
	case cfg.Before:
		return c.Var("before("+of.Name()+")", of.Sort())
	case cfg.Result:
		return c.Var(v.Name, of.Sort())
	case cfg.Argument:
		return r.kept[v]
	case cfg.Choice:
		return c.Var("goto:choice", c.Int)
	case cfg.Tape:
		return ir.TapeVar(c)
	}
	panic("translate: unexpected kind of variable")
}

func (r *Reader) pos(v *cfg.Var) source.Pos {
	if v.Pos.IsValid() {
		return v.Pos
	}
	return v.Object.Decl.Position()
}

// Disjoint finds out by their terms whether no two guards can hold together, and
// whether one always does. What has no meaning may be anything.
func (l *Lowerer) Disjoint(edges []cfg.Edge) (exclusive, total bool) {
	r := NewReader(l)
	guards := make([]*smtlib.Term, len(edges))
	problems := false
	l.quietly(func() {
		known := len(l.diags)
		for i, e := range edges {
			guards[i] = r.Guard(e)
		}
		problems = len(l.diags) > known
	})
	if problems {
		return false, false
	}
	exclusive = true
	for i := range guards {
		for j := range guards[:i] {
			exclusive = exclusive && l.ctx.And(guards[i], guards[j]).IsFalse()
		}
	}
	return exclusive, l.ctx.Or(guards...).IsTrue()
}

// Noted is the term of an expression in a note, nil where lowering it would ask
// more of the program than its other statements do.
func (l *Lowerer) Noted(e boogie.Expr) *smtlib.Term {
	plain := true
	boogie.Inspect(e, func(n boogie.Node) bool {
		switch n := n.(type) {
		case *boogie.QuantExpr, *boogie.CodeExpr, *boogie.LetExpr, *boogie.OldExpr:
			plain = false
		case *boogie.CallExpr:
			f := l.funcs[n.Func]
			plain = plain && (l.info.Funcs[n.Func].Decl.Body == nil || f != nil && (f.body != nil || f.symbol != nil))
		}
		return plain
	})
	if !plain {
		return nil
	}
	problems := len(l.diags)
	t := l.expr(e, scope{})
	l.diags = l.diags[:problems]
	return t
}
