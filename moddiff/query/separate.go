package query

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// Separate gives the new version functions of its own where the two versions'
// axioms about a function differ: such a function need not mean the same in
// both, and the axioms of one version must not constrain the other. Functions
// that share an axiom with a separated one are separated too.
func Separate(c *smtlib.Context, old, new *ir.Program) *ir.Program {
	oldAx, newAx := axiomsByFunc(c, old), axiomsByFunc(c, new)
	split := map[*smtlib.Func]bool{}
	for _, m := range []map[*smtlib.Func]map[any]bool{oldAx, newAx} {
		for f := range m {
			if !sameSet(oldAx[f], newAx[f]) {
				split[f] = true
			}
		}
	}
	oldUnique, newUnique := uniqueConstants(old), uniqueConstants(new)
	for f := range oldUnique {
		split[f] = split[f] || !newUnique[f]
	}
	for f := range newUnique {
		split[f] = split[f] || !oldUnique[f]
	}
	if !slices.Contains(slices.Collect(maps.Values(split)), true) {
		return new
	}
	for changed := true; changed; {
		changed = false
		for _, p := range []*ir.Program{old, new} {
			for _, ax := range p.Axioms {
				fs := spokenOf(p, ax.Term)
				any := slices.ContainsFunc(fs, func(f *smtlib.Func) bool { return split[f] })
				for _, f := range fs {
					if any && !split[f] {
						split[f] = true
						changed = true
					}
				}
			}
			for _, ax := range p.Partial {
				any := slices.ContainsFunc(ax.Funcs, func(f *smtlib.Func) bool { return split[f] })
				for _, f := range ax.Funcs {
					if any && !split[f] {
						split[f] = true
						changed = true
					}
				}
			}
		}
	}
	r := &renamer{c: c, from: new, memo: map[*smtlib.Term]*smtlib.Term{}, split: split, lambdas: map[*smtlib.Func]*smtlib.Func{}}
	return r.program()
}

// uniqueConstants are the constants declared unique. One that is so in one
// version only need not mean the same in both.
func uniqueConstants(p *ir.Program) map[*smtlib.Func]bool {
	m := map[*smtlib.Func]bool{}
	for _, g := range p.Unique {
		for _, t := range g {
			if t.Op() == smtlib.OpApp {
				m[t.Func()] = true
			}
		}
	}
	return m
}

// axiomsByFunc lists, for each function, the axioms that mention it: as terms without
// triggers, or as texts where only instances of an axiom are there.
func axiomsByFunc(c *smtlib.Context, p *ir.Program) map[*smtlib.Func]map[any]bool {
	m := map[*smtlib.Func]map[any]bool{}
	add := func(f *smtlib.Func, axiom any) {
		if m[f] == nil {
			m[f] = map[any]bool{}
		}
		m[f][axiom] = true
	}
	for _, ax := range p.Axioms {
		said := c.WithoutTriggers(ax.Term)
		for _, f := range spokenOf(p, said) {
			add(f, said)
		}
	}
	for _, ax := range p.Partial {
		for _, f := range ax.Funcs {
			add(f, ax.Text)
		}
	}
	return m
}

// spokenOf lists the functions in t and in the lambdas in it; what a lambda is, is
// the same in both versions.
func spokenOf(p *ir.Program, t *smtlib.Term) []*smtlib.Func {
	var out []*smtlib.Func
	for _, f := range smtlib.Funcs(t) {
		if l, ok := p.Lambda(f); ok {
			out = append(out, spokenOf(p, l.Body)...)
		} else {
			out = append(out, f)
		}
	}
	return out
}

func sameSet(a, b map[any]bool) bool {
	if len(a) != len(b) {
		return false
	}
	for t := range a {
		if !b[t] {
			return false
		}
	}
	return true
}

// renamer copies a program with other functions. Bodies are copied when they are
// asked for.
type renamer struct {
	mu      sync.Mutex
	c       *smtlib.Context
	from    *ir.Program
	to      *ir.Program
	memo    map[*smtlib.Term]*smtlib.Term
	split   map[*smtlib.Func]bool
	lambdas map[*smtlib.Func]*smtlib.Func // those that were looked at
}

func (r *renamer) fn(f *smtlib.Func) *smtlib.Func {
	if l, ok := r.from.Lambda(f); ok {
		return r.lambda(f, l)
	}
	if !r.split[f] || strings.HasSuffix(f.Name, ir.NewSuffix) { // it has another type
		return f
	}
	return r.renamed(f)
}

func (r *renamer) renamed(f *smtlib.Func) *smtlib.Func {
	return r.c.Func(f.Name+ir.NewSuffix, f.Params, f.Result)
}

// lambda is f, or another lambda when its body changes.
func (r *renamer) lambda(f *smtlib.Func, l ir.Lambda) *smtlib.Func {
	if g := r.lambdas[f]; g != nil {
		return g
	}
	g := f
	if body := r.term(l.Body); body != l.Body {
		g = r.renamed(f)
		r.lambdas[f] = g // its axiom speaks of it
		r.to.AddLambda(g, ir.Lambda{Captured: l.Captured, Index: l.Index, Body: body, Axiom: r.term(l.Axiom)})
	}
	r.lambdas[f] = g
	return g
}

func (r *renamer) term(t *smtlib.Term) *smtlib.Term {
	if !t.HasApps() {
		return t
	}
	if x, ok := r.memo[t]; ok {
		return x
	}
	args := r.terms(t.Args())
	var x *smtlib.Term
	if t.Op() == smtlib.OpApp {
		x = r.c.App(r.fn(t.Func()), args...)
	} else {
		x = r.c.Rebuild(t, args)
	}
	r.memo[t] = x
	return x
}

func (r *renamer) terms(ts []*smtlib.Term) []*smtlib.Term {
	out := make([]*smtlib.Term, len(ts))
	for i, t := range ts {
		out[i] = r.term(t)
	}
	return out
}

func (r *renamer) program() *ir.Program {
	p := r.from
	q := p.WithBodies(func(proc *ir.Proc) *ir.Body {
		r.mu.Lock()
		defer r.mu.Unlock()
		body := &ir.Body{Blocks: r.blocks(proc.Blocks)}
		for _, l := range proc.Loops {
			loop := *l
			loop.Blocks = r.blocks(l.Blocks)
			body.Loops = append(body.Loops, &loop)
		}
		return body
	})
	r.to = q
	q.Axioms = nil
	for _, ax := range p.Axioms {
		q.Axioms = append(q.Axioms, ir.Axiom{Term: r.term(ax.Term), Pos: ax.Pos})
	}
	q.Partial = nil
	for _, ax := range p.Partial {
		funcs := make([]*smtlib.Func, len(ax.Funcs))
		for i, f := range ax.Funcs {
			funcs[i] = r.fn(f)
		}
		q.Partial = append(q.Partial, ir.Partial{Pos: ax.Pos, Text: ax.Text, Funcs: funcs})
	}
	q.Unique = nil
	for _, g := range p.Unique {
		q.Unique = append(q.Unique, r.terms(g))
	}
	return q
}

func (r *renamer) blocks(blocks []*ir.Block) []*ir.Block {
	twin := map[*ir.Block]*ir.Block{}
	out := make([]*ir.Block, len(blocks))
	for i, b := range blocks {
		out[i] = &ir.Block{Label: b.Label, Pos: b.Pos}
		twin[b] = out[i]
	}
	for i, b := range blocks {
		for _, in := range b.Instrs {
			out[i].Instrs = append(out[i].Instrs, r.instr(in))
		}
		for _, n := range b.Notes {
			m := *n
			m.Exprs = r.terms(n.Exprs)
			out[i].Notes = append(out[i].Notes, &m)
		}
		for _, e := range b.Succs {
			out[i].Succs = append(out[i].Succs, ir.Edge{Cond: r.term(e.Cond), To: twin[e.To]})
		}
	}
	return out
}

func (r *renamer) instr(in ir.Instr) ir.Instr {
	switch in := in.(type) {
	case *ir.Assign:
		return &ir.Assign{At: in.At, Vars: in.Vars, Exprs: r.terms(in.Exprs)}
	case *ir.Assume:
		return &ir.Assume{At: in.At, Cond: r.term(in.Cond)}
	case *ir.Assert:
		return &ir.Assert{At: in.At, Cond: r.term(in.Cond), What: in.What}
	case *ir.Call:
		return &ir.Call{At: in.At, Proc: in.Proc, Args: r.terms(in.Args), Outs: in.Outs}
	}
	panic(fmt.Sprintf("query: unexpected %T", in))
}
