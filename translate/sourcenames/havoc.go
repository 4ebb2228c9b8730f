package sourcenames

import (
	"slices"
	"strconv"
	"strings"

	"semdiff/boogie"
	"semdiff/internal/lazyregexp"
)

// havocOwn begin names of procedures of HAVOC's prelude.
var havocOwn = []string{"__HAVOC_", "havoc_assert", "havoc_assume", "nondet_", "det_choice", "_strdup", "_xstr"}

// havocCounters are variables that HAVOC added.
var havocCounters = []string{"alloc", "detChoiceCnt", "Mem"}

// havoc reads what HAVOC leaves.
func (r *reader) havoc() {
	r.havocMemory()
	for _, name := range r.order {
		p := r.Procs[name]
		p.Runtime = hasPrefix(name, havocOwn)
		r.havocLocals(p)
		if body := r.bodies[name]; body != nil {
			for _, s := range body.Stmts {
				boogie.Inspect(s, func(n boogie.Node) bool { r.havocPointer(p, n); return true })
			}
		}
	}
}

// havocLocals names the variables of a procedure: parameter n is n.__1 before its
// value is copied to the local n, f's result is result.f$1.
func (r *reader) havocLocals(p *Proc) {
	for _, v := range p.formals {
		name, _ := strings.CutSuffix(v, ".__1")
		if dummy := dummyFormal.FindStringSubmatch(name); dummy != nil {
			name = "argument" + dummy[1]
		}
		p.Locals[v] = name
		p.Params = append(p.Params, name)
	}
	for _, v := range p.results {
		p.Locals[v] = "result"
	}
	body := r.bodyOf(p)
	if body == nil {
		return
	}
	for _, d := range body.Locals {
		for _, v := range namesOf(d.Vars) {
			if m := temporary.FindStringSubmatch(v); m != nil {
				p.Locals[v] = m[1] + m[2]
			}
		}
	}
}

var (
	dummyFormal = lazyregexp.New(`^__dummy_formal_.*_([0-9]+)$`)
	// temporary is what HAVOC calls results of calls, arguments and conditions.
	temporary = lazyregexp.New(`^\$?(result\.[A-Za-z0-9_]+|[A-Za-z0-9_]+\.arg|Pred)(\.[0-9]+)?\$[0-9]*\$?$`)
)

func (r *reader) bodyOf(p *Proc) *boogie.Body {
	for name, q := range r.Procs {
		if p == q {
			return r.bodies[name]
		}
	}
	return nil
}

// havocMemory finds what the maps hold: Mem_T.F_S field F of struct S, Mem_T.T cells of
// type T. F_S(p) is the address of the field, at a fixed offset of p.
func (r *reader) havocMemory() {
	structs := map[string]bool{}
	for _, d := range r.prog.Decls {
		switch d := d.(type) {
		case *boogie.ConstDecl:
			for _, name := range d.Names {
				if t, ok := strings.CutPrefix(name.Name, "T."); ok {
					structs[t] = true
				}
			}
		case *boogie.AxiomDecl:
			q, ok := d.Expr.(*boogie.QuantExpr)
			if !ok {
				continue
			}
			if f, off, ok := fieldOffset(q.Body); ok {
				r.offsets[f] = off
			}
		}
	}
	for _, d := range r.prog.Decls {
		d, ok := d.(*boogie.VarDecl)
		if !ok {
			continue
		}
		for _, name := range namesOf(d.Vars) {
			r.hidden[name] = slices.Contains(havocCounters, name)
			t, ok := strings.CutPrefix(name, "Mem_T.")
			if !ok {
				continue
			}
			m := &region{size: sizeOfType(t)}
			if off, isField := r.offsets[t]; isField {
				m.offset, m.field = off, fieldOf(t, structs)
			}
			r.regions[name] = m
			r.Globals[name] = "memory." + t
			if m.field != "" {
				r.Globals[name] = "memory." + m.field
			}
		}
	}
}

// fieldOf is F in F_S, where S is the longest name of a struct that fits.
func fieldOf(name string, structs map[string]bool) string {
	for i := range name {
		if name[i] == '_' && i > 0 && structs[name[i+1:]] {
			return name[:i]
		}
	}
	return name
}

// fieldOffset reads f(x) == INT_ADD(x, n).
func fieldOffset(e boogie.Expr) (f string, offset int64, ok bool) {
	eq, ok := e.(*boogie.BinaryExpr)
	if !ok || eq.Op != boogie.Eq {
		return "", 0, false
	}
	left, ok := eq.X.(*boogie.CallExpr)
	right, ok2 := eq.Y.(*boogie.CallExpr)
	if !ok || !ok2 || len(left.Args) != 1 || right.Func != "INT_ADD" || len(right.Args) != 2 {
		return "", 0, false
	}
	x, ok := left.Args[0].(*boogie.IdentExpr)
	y, ok2 := right.Args[0].(*boogie.IdentExpr)
	n, ok3 := right.Args[1].(*boogie.IntLit)
	if !ok || !ok2 || !ok3 || x.Name != y.Name || !n.Value.IsInt64() {
		return "", 0, false
	}
	return left.Func, n.Value.Int64(), true
}

var sizedType = lazyregexp.New(`^U?INT([1248])$`)

// sizeOfType is the size of a type by what HAVOC calls it, 0 where that does not say.
func sizeOfType(t string) int64 {
	if m := sizedType.FindStringSubmatch(t); m != nil {
		n, _ := strconv.ParseInt(m[1], 10, 64)
		return n
	}
	switch {
	case t == "CHAR" || t == "UCHAR":
		return 1
	case strings.HasPrefix(t, "P"):
		return 4
	}
	return 0
}

// havocPointer notes the size of what a variable points to: PLUS(p, size, i) is the
// address of p[i], for sure where memory is read or written there, and else it may be a sum.
func (r *reader) havocPointer(p *Proc, n boogie.Node) {
	var address boogie.Expr
	switch n := n.(type) {
	case *boogie.CallExpr:
		address = n
	case *boogie.SelectExpr:
		address = n.Index[0]
	case *boogie.StoreExpr:
		address = n.Index[0]
	}
	call, ok := address.(*boogie.CallExpr)
	if !ok || call.Func != "PLUS" || len(call.Args) != 3 {
		return
	}
	v, ok := call.Args[0].(*boogie.IdentExpr)
	size, ok2 := call.Args[1].(*boogie.IntLit)
	if !ok || !ok2 || !size.Value.IsInt64() || size.Value.Sign() <= 0 {
		return
	}
	_, sum := n.(*boogie.CallExpr)
	for _, name := range []string{v.Name, v.Name + ".__1"} {
		if name == v.Name || slices.Contains(p.formals, name) {
			p.pointers[name] = size.Value.Int64()
			if sum {
				p.summands[name] = true
			} else {
				p.indexed[name], p.addressed[name] = true, true
			}
		}
	}
}
