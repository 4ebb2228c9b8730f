package mono

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"

	"semdiff/boogie"
	"semdiff/boogie/types"
)

// residuals are the functions that stand for what binders over types say at types
// of which the program has no instances. Nothing is known of them but that
// equal binders over equal declarations are equal functions of their variables.
type residuals struct {
	list []residualFunc
	seen map[string]bool
}

type residualFunc struct {
	decl *boogie.FuncDecl
	text string
}

// rest is the part of a binder that concerns types without instances.
func (e *emitter) rest(q *boogie.QuantExpr) boogie.Expr {
	result := component{typ: types.Bool}
	if q.Kind == boogie.Lambda {
		parts := e.w.expand(e.typeOf(q))
		result = parts[len(parts)-1]
	}
	var args []boogie.Expr
	var params []*boogie.FuncParam
	signature := typeName(result.typ)
	for _, x := range e.readsOf(q) {
		signature += " " + x.id.Name
		for i, c := range e.w.expand(e.typeOf(x.id)) {
			arg := e.exprs(x.id)[i]
			if x.old {
				arg = &boogie.OldExpr{Pos: q.Pos, X: arg}
			}
			args = append(args, arg)
			params = append(params, &boogie.FuncParam{Pos: q.Pos, Type: e.v.written(c.typ)})
			signature += " " + typeName(c.typ)
		}
	}
	text := strings.Join([]string{e.v.textOf(q), e.scopeTypes(q), signature, e.v.meaning(q)}, "\n")
	for _, at := range e.w.met[binderKey(q, e.sub)].chosen {
		for _, v := range e.v.over(q).vars {
			text += " " + typeName(at[v])
		}
	}
	n := e.w.residuals[text]
	if n == 0 {
		n = len(e.w.residuals) + 1
		e.w.residuals[text] = n
	}
	name := fmt.Sprintf("other types#%d", n)
	e.residuals.add(residualFunc{text: text, decl: &boogie.FuncDecl{
		Pos: q.Pos, Name: name, Params: params, Result: &boogie.FuncParam{Pos: q.Pos, Type: e.v.written(result.typ)},
	}})
	return &boogie.CallExpr{Pos: q.Pos, Func: name, Args: args}
}

func (r *residuals) add(f residualFunc) {
	if r.seen == nil {
		r.seen = map[string]bool{}
	}
	if !r.seen[f.decl.Name] {
		r.seen[f.decl.Name] = true
		r.list = append(r.list, f)
	}
}

func (r *residuals) decls() []boogie.Decl {
	var out []boogie.Decl
	for _, f := range r.list {
		out = append(out, f.decl)
	}
	return out
}

func (r *residuals) partial() []Partial {
	var out []Partial
	for _, f := range r.list {
		out = append(out, Partial{Pos: f.decl.Position(), Text: f.text, Funcs: []string{f.decl.Name}})
	}
	return out
}

// read is a variable, or what it was in the old state.
type read struct {
	id  *boogie.IdentExpr
	old bool
}

// readsOf lists the variables that a binder depends on.
func (e *emitter) readsOf(q *boogie.QuantExpr) []read {
	info := e.v.info
	inside := map[*types.Object]bool{}
	boogie.Inspect(q, func(n boogie.Node) bool {
		var objs []*types.Object
		switch n := n.(type) {
		case *boogie.Attr:
			return false
		case *boogie.QuantExpr:
			objs = info.Bound[n]
		case *boogie.LetExpr:
			objs = info.Lets[n]
		case *boogie.CodeExpr:
			objs = info.Code[n]
		}
		for _, o := range objs {
			inside[o] = true
		}
		return true
	})
	var out []read
	add := func(r read) {
		o := info.Objects[r.id]
		known := func(x read) bool { return info.Objects[x.id] == o && x.old == r.old }
		if o.Kind != types.Const && !inside[o] && !slices.ContainsFunc(out, known) {
			out = append(out, r)
		}
	}
	var visit func(n boogie.Node, old bool)
	visit = func(n boogie.Node, old bool) {
		boogie.Inspect(n, func(n boogie.Node) bool {
			switch n := n.(type) {
			case *boogie.Attr, *boogie.Trigger:
				return false
			case *boogie.OldExpr:
				visit(n.X, true)
				return false
			case *boogie.IdentExpr:
				add(read{n, old})
			}
			return true
		})
	}
	visit(q, false)
	return out
}

// scopeTypes lists the types that the type variables in a binder stand for.
func (e *emitter) scopeTypes(q *boogie.QuantExpr) string {
	var names []string
	for v, t := range e.sub {
		if mentions(e.v.info, q, []*types.Var{v}) {
			names = append(names, v.Name+"="+typeName(t))
		}
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}

// textOf is an expression as written, with the types of what it binds, in
// which synonyms are expanded.
func (v *version) textOf(x boogie.Expr) string {
	var sb strings.Builder
	sb.WriteString(boogie.ExprString(x))
	boogie.Inspect(x, func(n boogie.Node) bool {
		if q, ok := n.(*boogie.QuantExpr); ok {
			for _, o := range v.info.Bound[q] {
				sb.WriteString(" " + typeName(o.Type))
			}
		}
		return true
	})
	return sb.String()
}

// digest tells whether declarations mean the same in two versions: functions
// and constants with the axioms that speak of them.
type digest struct {
	types  []string
	text   map[string]string   // of each symbol and axiom
	refers map[string][]string // symbols to their axioms and, with those, to symbols
}

func newDigest(v *version) *digest {
	d := &digest{text: map[string]string{}, refers: map[string][]string{}}
	for i, decl := range v.info.Decls {
		text := declText(decl)
		switch decl := decl.(type) {
		case *boogie.TypeDecl, *boogie.DatatypeDecl:
			d.types = append(d.types, text)
		case *boogie.FuncDecl:
			name := "function " + decl.Name
			d.text[name] += text
			d.refers[name] = append(d.refers[name], v.symbolsIn(decl.Body)...)
		case *boogie.ConstDecl:
			for _, n := range decl.Names {
				d.text["const "+n.Name] += text
			}
		case *boogie.AxiomDecl:
			name := fmt.Sprintf("axiom %d", i)
			d.text[name] = text
			d.refers[name] = v.symbolsIn(decl.Expr)
			for _, s := range d.refers[name] {
				d.refers[s] = append(d.refers[s], name)
			}
		}
	}
	return d
}

func declText(d boogie.Decl) string {
	var sb strings.Builder
	if err := boogie.Print(&sb, &boogie.Program{Decls: []boogie.Decl{d}}); err != nil {
		panic(err) // a Builder does not fail
	}
	return sb.String()
}

// symbolsIn lists the functions and constants in an expression.
func (v *version) symbolsIn(x boogie.Expr) []string {
	var out []string
	boogie.Inspect(x, func(n boogie.Node) bool {
		switch n := n.(type) {
		case *boogie.Attr:
			return false
		case *boogie.CallExpr:
			out = append(out, "function "+n.Func)
		case *boogie.IdentExpr:
			if o := v.info.Objects[n]; o != nil && o.Kind == types.Const {
				out = append(out, "const "+n.Name)
			}
		}
		return true
	})
	return out
}

// meaning identifies all declarations that the meaning of x depends on.
func (v *version) meaning(x boogie.Expr) string {
	if v.digest == nil {
		v.digest = newDigest(v)
	}
	d := v.digest
	texts := map[string]bool{}
	for _, t := range d.types {
		texts[t] = true
	}
	seen := map[string]bool{}
	for work := v.symbolsIn(x); len(work) > 0; {
		s := work[len(work)-1]
		work = work[:len(work)-1]
		if !seen[s] {
			seen[s] = true
			texts[d.text[s]] = true
			work = append(work, d.refers[s]...)
		}
	}
	sum := sha256.Sum256([]byte(strings.Join(slices.Sorted(maps.Keys(texts)), "\n")))
	return hex.EncodeToString(sum[:])
}
