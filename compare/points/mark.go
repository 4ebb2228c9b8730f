package points

import (
	"fmt"
	"slices"

	"semdiff/boogie"
	"semdiff/translate"
)

// marker marks points in one version.
type marker struct {
	prog     *boogie.Program // a copy
	other    *marker
	what     string
	points   []*marked
	declared map[string]bool
	labels   []string
	globals  map[string]boogie.Type
	external map[string]*boogie.ProcDecl // without a body
	bodies   []*procedure
}

// procedure is one with a body.
type procedure struct {
	name   string
	params []*boogie.Name
	body   *boogie.Body
	vars   []*boogie.Binding // parameters, results, locals
}

// typeOf is the type of a variable as it is written; nil for one that there is not.
func (m *marker) typeOf(p *procedure, name string) boogie.Type {
	for _, b := range p.vars {
		if slices.ContainsFunc(b.Names, func(n *boogie.Name) bool { return n.Name == name }) {
			return b.Type
		}
	}
	return m.globals[name]
}

func newMarker(src translate.Source, what string) *marker {
	m := &marker{prog: &boogie.Program{File: src.Prog.File}, what: what, declared: map[string]bool{}, globals: map[string]boogie.Type{}, external: map[string]*boogie.ProcDecl{}}
	implemented := map[string]bool{}
	for _, d := range src.Prog.Decls {
		d = boogie.Clone(d)
		m.prog.Decls = append(m.prog.Decls, d)
		switch d := d.(type) {
		case *boogie.VarDecl:
			for _, b := range d.Vars {
				for _, n := range b.Names {
					m.globals[n.Name] = b.Type
				}
			}
		case *boogie.ProcDecl:
			if d.Body == nil {
				m.external[d.Name] = d
				continue
			}
			m.add(d.Name, d.TypeParams, d.Body, d.Ins, d.Outs)
		case *boogie.ImplDecl:
			implemented[d.Name] = true
			m.add(d.Name, d.TypeParams, d.Body, d.Ins, d.Outs)
		}
	}
	for name := range implemented {
		delete(m.external, name)
	}
	return m
}

func (m *marker) add(name string, params []*boogie.Name, body *boogie.Body, ins, outs []*boogie.Binding) {
	p := &procedure{name: name, params: params, body: body, vars: slices.Concat(ins, outs)}
	for _, l := range body.Locals {
		p.vars = append(p.vars, l.Vars...)
	}
	m.bodies = append(m.bodies, p)
	boogie.Inspect(body, func(n boogie.Node) bool {
		if l, ok := n.(*boogie.LabelStmt); ok {
			m.labels = append(m.labels, l.Name)
		}
		return true
	})
}

// markAll marks all points of the version.
func (m *marker) markAll() {
	for _, p := range m.bodies {
		in := &inBody{marker: m, procedure: p}
		p.body.Stmts = in.marked(p.body.Stmts)
	}
}

// inBody marks points in one body.
type inBody struct {
	*marker
	*procedure
	renamed int // labels
}

// marked are statements with marks before those that are points. A label that loops and
// conditionals are left by stands right before them.
func (b *inBody) marked(list []boogie.Stmt) (out []boogie.Stmt) {
	for i, s := range list {
		before := b.marksOf(s)
		b.inside(s)
		if len(before) > 0 && i > 0 {
			if l, ok := list[i-1].(*boogie.LabelStmt); ok {
				out = append(out, before...)
				out = append(out, b.labelAgain(l, s)...)
				before = nil
			}
		}
		out = append(append(out, before...), s)
		if l, ok := s.(*boogie.LabelStmt); ok && l.Name == b.what {
			out = append(out, b.atLabel(l))
			if i+1 < len(list) {
				out = append(out, b.labelAgain(l, list[i+1])...)
			}
		}
	}
	return out
}

// labelAgain is a second label for a statement that is left by breaks of the first one;
// nothing where it is not.
func (b *inBody) labelAgain(l *boogie.LabelStmt, s boogie.Stmt) (out []boogie.Stmt) {
	again := &boogie.LabelStmt{Pos: l.Pos, Name: fmt.Sprintf("%s@%d", l.Name, b.renamed+1)}
	boogie.Inspect(s, func(n boogie.Node) bool {
		if s, ok := n.(*boogie.BreakStmt); ok && s.Label == l.Name {
			s.Label, out = again.Name, []boogie.Stmt{again}
		}
		return true
	})
	b.renamed += len(out)
	return out
}

// inside marks what is in loops and conditionals.
func (b *inBody) inside(s boogie.Stmt) {
	switch s := s.(type) {
	case *boogie.IfStmt:
		s.Then, s.Else = b.marked(s.Then), b.marked(s.Else)
	case *boogie.WhileStmt:
		s.Body = b.marked(s.Body)
		reads := b.readsIn(s, s.Cond)
		if len(reads) == 0 {
			return
		}
		// The condition is read wherever the loop's head is passed.
		leave := &boogie.IfStmt{Pos: s.Pos, Cond: &boogie.UnaryExpr{Pos: s.Pos, Op: boogie.Not, X: s.Cond}, Then: []boogie.Stmt{&boogie.BreakStmt{Pos: s.Pos}}}
		s.Cond = &boogie.BoolLit{Pos: s.Pos, Value: true}
		s.Body = slices.Concat(reads, []boogie.Stmt{leave}, s.Body)
	}
}

// marksOf are the marks before a statement.
func (b *inBody) marksOf(s boogie.Stmt) []boogie.Stmt {
	switch b.what {
	case Calls:
		if call, ok := s.(*boogie.CallStmt); ok && b.external[call.Proc] != nil {
			return b.atCall(call, b.external[call.Proc])
		}
	case Maps:
		switch s := s.(type) {
		case *boogie.AssignStmt:
			var read []boogie.Expr
			for _, l := range s.Lhs { // m[i] := e reads the indices, and of m[i][j] := e the map m[i]
				if x, ok := l.(*boogie.SelectExpr); ok {
					read = append(append(read, x.Index...), x.Map)
				}
			}
			return b.readsIn(s, append(read, s.Rhs...)...)
		case *boogie.CallStmt:
			return b.readsIn(s, s.Args...)
		case *boogie.IfStmt:
			return b.readsIn(s, s.Cond)
		case *boogie.AssertStmt:
			return b.readsIn(s, s.Cond)
		case *boogie.AssumeStmt:
			return b.readsIn(s, s.Cond)
		}
	}
	return nil
}

// atCall marks a call of a procedure without a body.
func (b *inBody) atCall(call *boogie.CallStmt, d *boogie.ProcDecl) []boogie.Stmt {
	p := &marked{Point: Point{What: "call " + d.Name, In: b.name}, params: d.TypeParams}
	for _, in := range d.Ins {
		for _, n := range in.Names {
			p.ins, p.Values = append(p.ins, in.Type), append(p.Values, n.Name)
		}
	}
	args := make([]boogie.Expr, len(call.Args))
	for i, x := range call.Args {
		args[i] = boogie.Clone(x)
	}
	return []boogie.Stmt{b.mark(call.Pos, p, args)}
}

// mark is a call that marks a point. A point that is the other version's too has the types
// that it has there.
func (b *inBody) mark(pos boogie.Pos, p *marked, args []boogie.Expr) boogie.Stmt {
	p.Mark = fmt.Sprintf("point(%s in %s)", p.What, p.In)
	for _, known := range append(slices.Clone(b.points), b.other.points...) {
		if known.Mark == p.Mark && !sameTypes(known, p) {
			p.Mark += "@new"
		}
	}
	if !slices.ContainsFunc(b.points, func(q *marked) bool { return q.Mark == p.Mark }) {
		b.points = append(b.points, p)
	}
	b.declare(p)
	return &boogie.CallStmt{Pos: pos, Proc: p.Mark, Args: args}
}

func sameTypes(p, q *marked) bool {
	return slices.EqualFunc(p.ins, q.ins, func(s, t boogie.Type) bool { return boogie.Equal(s, t) }) && slices.Equal(p.Values, q.Values) && len(p.params) == len(q.params)
}

// atLabel marks a label, with the variables that both versions have there.
func (b *inBody) atLabel(l *boogie.LabelStmt) boogie.Stmt {
	p := &marked{Point: Point{What: "label " + l.Name, In: b.name}, params: b.params}
	var args []boogie.Expr
	for _, name := range b.variables() {
		t := b.typeOf(b.procedure, name)
		if there := b.other.procedure(b.name); there != nil {
			if u := b.other.typeOf(there, name); u == nil || !boogie.Equal(t, u) {
				continue
			}
		}
		p.ins, p.Values = append(p.ins, t), append(p.Values, name)
		args = append(args, &boogie.IdentExpr{Pos: l.Pos, Name: name})
	}
	return b.mark(l.Pos, p, args)
}

// procedure is the procedure of a name that has a body, nil for none.
func (m *marker) procedure(name string) *procedure {
	i := slices.IndexFunc(m.bodies, func(p *procedure) bool { return p.name == name })
	if i < 0 {
		return nil
	}
	return m.bodies[i]
}

// variables are those of the procedure, and the globals that its body mentions, sorted.
func (b *inBody) variables() (names []string) {
	for _, v := range b.vars {
		for _, n := range v.Names {
			names = append(names, n.Name)
		}
	}
	own := len(names)
	boogie.Inspect(b.body, func(n boogie.Node) bool {
		if x, ok := n.(*boogie.IdentExpr); ok && b.globals[x.Name] != nil && !slices.Contains(names[:own], x.Name) {
			names = append(names, x.Name)
		}
		return true
	})
	slices.Sort(names)
	return slices.Compact(names)
}

// readsIn marks the reads of variables that are maps in expressions, inner ones first,
// but for those of bound variables and of the state at entry.
func (b *inBody) readsIn(at boogie.Stmt, list ...boogie.Expr) (out []boogie.Stmt) {
	if b.what != Maps {
		return nil
	}
	var visit func(x boogie.Expr)
	visit = func(x boogie.Expr) {
		boogie.Inspect(x, func(n boogie.Node) bool {
			switch n := n.(type) {
			case *boogie.QuantExpr, *boogie.LetExpr, *boogie.OldExpr, *boogie.CodeExpr:
				return false
			case *boogie.SelectExpr:
				of, indices := taken(n)
				visit(of)
				for _, l := range indices {
					for _, i := range l {
						visit(i)
					}
				}
				if mark := b.read(at, of, indices); mark != nil {
					out = append(out, mark)
				}
				return false
			}
			return true
		})
	}
	for _, x := range list {
		if x != nil {
			visit(x)
		}
	}
	return out
}

// taken takes m[i][j] apart: m, and the indices by level.
func taken(x *boogie.SelectExpr) (of boogie.Expr, indices [][]boogie.Expr) {
	if inner, ok := x.Map.(*boogie.SelectExpr); ok {
		of, indices = taken(inner)
		return of, append(indices, x.Index)
	}
	return x.Map, [][]boogie.Expr{x.Index}
}

// read marks a read of a variable at indices; nil where it is of something else, or the
// types of the indices are not written with the variable.
func (b *inBody) read(at boogie.Stmt, of boogie.Expr, indices [][]boogie.Expr) boogie.Stmt {
	variable, ok := of.(*boogie.IdentExpr)
	if !ok {
		return nil
	}
	p := &marked{Point: Point{What: "map " + variable.Name, In: b.name}, params: b.params}
	t := b.typeOf(b.procedure, variable.Name)
	var args []boogie.Expr
	for _, level := range indices {
		m, ok := t.(*boogie.MapType)
		if !ok || len(m.Params) > 0 || len(m.Index) != len(level) {
			return nil
		}
		for k, i := range level {
			p.ins, p.Values = append(p.ins, m.Index[k]), append(p.Values, fmt.Sprintf("index%d", len(p.Values)+1))
			args = append(args, boogie.Clone(i))
		}
		t = m.Result
	}
	if len(args) == 1 {
		p.Values = []string{"index"}
	}
	if len(indices) > 1 {
		p.What = fmt.Sprintf("map %s, %d indices", variable.Name, len(args))
	}
	return b.mark(boogie.Pos{At: at.Position()}, p, args)
}
