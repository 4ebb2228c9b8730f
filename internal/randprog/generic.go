package randprog

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// genericDecls are what a generic program has beside its procedures.
const genericDecls = `type Kind a;
type Store = <a>[int, Kind a]a;
const ints: Kind int;
const bools: Kind bool;
const blank: Store;
function id<a>(x: a): a { x }
procedure keep<a>(x: a) returns (y: a) { y := x; }

`

// Generic returns the old program of a pair, and one that does the same and is
// written with polymorphic functions, procedures and maps: procedures but main
// have a parameter of any type, some locals are kept in a polymorphic map.
func Generic(seed int64, opts Options) (plain, generic string) {
	rng := rand.New(rand.NewPCG(uint64(seed), 2017))
	p := generate(rng, opts)
	plain = p.String()
	var b strings.Builder
	b.WriteString(genericDecls)
	for _, g := range p.globals {
		fmt.Fprintf(&b, "var %s: %s;\n", g.name, g.sort)
	}
	for _, q := range p.procs {
		w := &genericWriter{Rand: rng, proc: q, stored: map[string]string{}}
		w.procedure(&b)
	}
	return plain, b.String()
}

// genericWriter writes a procedure of a generic program.
type genericWriter struct {
	*rand.Rand
	proc   *proc
	stored map[string]string // locals that are kept in the map, and where
}

func (w *genericWriter) procedure(b *strings.Builder) {
	q := w.proc
	set := map[string]bool{}
	setByCalls(q.body, set)
	var locals []variable
	for i, v := range q.locals {
		if (v.sort == intSort || v.sort == boolSort) && !set[v.name] && w.IntN(2) == 0 {
			w.stored[v.name] = fmt.Sprintf("store[%d, %s]", i, [...]string{"ints", "bools"}[v.sort])
		} else {
			locals = append(locals, v)
		}
	}
	w.rename(q.body)
	fmt.Fprintf(b, "\nprocedure %s", q.name)
	if q.name == "main" {
		fmt.Fprintf(b, "(%s)", declare(q.ins))
	} else {
		fmt.Fprintf(b, "<T>(ghost: T, %s)", declare(q.ins))
	}
	fmt.Fprintf(b, " returns (%s)\n{\n  var store: Store;\n", declare(q.outs))
	for _, v := range locals {
		fmt.Fprintf(b, "  var %s: %s;\n", v.name, v.sort)
	}
	b.WriteString("  store := blank;\n")
	writeBlock(b, "  ", q.body)
	b.WriteString("}\n")
}

// setByCalls finds the variables that calls and havoc set.
func setByCalls(ss []*stmt, set map[string]bool) {
	for _, s := range ss {
		if s.kind == callStmt || s.kind == havocStmt {
			for _, v := range s.vars {
				set[v] = true
			}
		}
		setByCalls(s.body, set)
		setByCalls(s.other, set)
	}
}

// rename writes the statements anew: locals that are kept in the map, the
// argument that calls have beside the others, and detours here and there.
func (w *genericWriter) rename(ss []*stmt) {
	for _, s := range ss {
		for i, v := range s.vars {
			if to, ok := w.stored[v]; ok {
				s.vars[i] = to
			}
		}
		w.expr(s.cond)
		for _, a := range s.args {
			w.expr(a)
		}
		simple := len(s.vars) == 1 && !strings.Contains(s.vars[0], "[")
		switch {
		case s.kind == callStmt && s.callee == w.proc.name:
			s.args = append([]*expr{{op: "var", name: "ghost"}}, s.args...)
		case s.kind == callStmt:
			s.args = append([]*expr{{op: "var", name: [...]string{"0", "true", "store"}[w.IntN(3)]}}, s.args...)
		case s.kind == assignStmt && simple && w.IntN(4) == 0:
			s.kind, s.callee, s.args = callStmt, "keep", []*expr{s.cond}
		case s.cond != nil && w.IntN(4) == 0:
			s.cond = &expr{op: "var", name: fmt.Sprintf("id(%s)", s.cond), sort: s.cond.sort}
		}
		w.rename(s.body)
		w.rename(s.other)
	}
}

func (w *genericWriter) expr(e *expr) {
	if e == nil {
		return
	}
	if to, ok := w.stored[e.name]; ok && e.op == "var" {
		e.name = to
	}
	for _, a := range e.args {
		w.expr(a)
	}
}
