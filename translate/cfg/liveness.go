package cfg

import (
	"slices"

	"semdiff/internal/bitset"
)

// keepOlds sets, at entry, the variables that keep what globals are then.
func (g *Graph) keepOlds() {
	if len(g.body.Old) == 0 {
		return
	}
	used := bitset.New(len(g.vars))
	g.each(func(v *Var) { used.Insert(v.index) }, func(*Var) {})
	for o, v := range g.body.Old {
		if !used.Has(v.index) {
			delete(g.body.Old, o)
		}
	}
	entry := g.Blocks[0]
	if a := g.copies(At{Pos: g.Proc.Decl.Position()}, g.body.Old); a != nil {
		entry.Instrs = append([]Instr{a}, entry.Instrs...)
	}
}

// havocUnset havocs, at entry, the locals and results that may be read before they
// are set, and assumes their where clauses.
func (g *Graph) havocUnset() {
	var results []*Var
	for _, o := range g.Proc.Outs {
		results = append(results, g.declared(o))
	}
	live := g.needs(results, false)
	h := &Havoc{At: At{Pos: g.Proc.Decl.Position()}}
	for changed := true; changed; { // a where clause may read further variables
		changed = false
		for _, o := range slices.Concat(g.Proc.Outs, g.Proc.Locals) {
			v := g.of[o]
			if v == nil || !live.Has(v.index) || slices.Contains(h.Vars, v) {
				continue
			}
			changed = true
			known := len(h.Where)
			if g.havocVar(h, v); len(h.Where) > known {
				live = append(live, bitset.New(len(g.vars))[len(live):]...)
				for _, x := range h.Where[known].Reads {
					live.Insert(x.index)
				}
			}
		}
	}
	if len(h.Vars) > 0 {
		entry := &Block{Label: "init", Pos: h.Pos, Instrs: []Instr{h}, Succs: []Edge{{To: g.Blocks[0]}}}
		g.Blocks = append([]*Block{entry}, g.Blocks...)
		g.number()
	}
}

// liveness is the set of variables live at the place that a walk backwards has
// come to.
type liveness struct {
	*Graph
	live bitset.Set
	// whole is set when calls read and set the globals that their callees do, and what
	// is computed and not used reads nothing. Else only the variables of the procedure
	// count.
	whole bool
}

// needs finds what is live at the entry when atEnd is where the procedure returns.
func (g *Graph) needs(atEnd []*Var, whole bool) bitset.Set {
	l := &liveness{Graph: g, live: bitset.New(len(g.vars)), whole: whole}
	words := len(l.live)
	all := make(bitset.Set, words*len(g.Blocks))
	in := func(b *Block) bitset.Set { return all[b.index*words : (b.index+1)*words] }
	for changed := true; changed; {
		changed = false
		for _, b := range slices.Backward(g.Blocks) {
			clear(l.live)
			if len(b.Succs) == 0 {
				l.read(atEnd)
			}
			for _, e := range b.Succs {
				l.live.Union(in(e.To))
				for _, u := range e.Guards {
					l.read(u.Expr.Reads)
				}
			}
			for _, in := range slices.Backward(b.Instrs) {
				l.before(in)
			}
			changed = in(b).Union(l.live) || changed
		}
		if !g.cyclic {
			break
		}
	}
	return in(g.Blocks[0])
}

func (l *liveness) read(vars []*Var) {
	for _, v := range vars {
		l.live.Insert(v.index)
	}
}

// set takes out what is set; it reports whether that matters.
func (l *liveness) set(vars []*Var) (needed bool) {
	needed = !l.whole
	for _, v := range vars {
		needed = needed || l.live.Has(v.index)
		l.live.Remove(v.index)
	}
	return needed
}

// before turns what is live behind an instruction into what is live before it.
func (l *liveness) before(in Instr) {
	switch in := in.(type) {
	case *Assign:
		l.assign(in)
	case *Unpack:
		if l.set(in.Vars) {
			l.read(in.Value.Reads)
		}
	case *Assume:
		if in.Cond.isFalse() {
			clear(l.live)
		}
		l.read(in.Cond.Reads)
	case *Assert:
		l.read(in.Cond.Reads)
	case *Havoc:
		for _, w := range in.Where {
			l.read(w.Reads)
		}
		if l.set(in.Vars) {
			l.read(l.vars[:1]) // the tape, which stays live if it is
		}
	case *Call:
		l.call(in)
	}
}

func (l *liveness) assign(a *Assign) {
	var needed []Value
	for i, v := range a.Vars {
		if !l.whole || l.live.Has(v.index) {
			needed = append(needed, a.Values[i])
		}
	}
	l.set(a.Vars)
	for _, x := range needed {
		l.read(x.reads())
	}
}

func (l *liveness) call(c *Call) {
	if c.Proc.Body == nil {
		if l.set(c.Sets) {
			l.read(c.in)
		}
	} else {
		l.set(c.Outs)
		if l.whole {
			l.set(c.out)
			l.read(c.in)
		}
	}
	for _, x := range c.Args {
		l.read(x.reads())
	}
}

// each calls read and set for what the instructions and guards read and set, but
// for globals and the tape in calls of procedures with a body. Who reads the tape
// sets it too.
func (g *Graph) each(read, set func(*Var)) {
	all := func(f func(*Var), vars []*Var) {
		for _, v := range vars {
			f(v)
		}
	}
	for _, b := range g.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *Assign:
				all(set, in.Vars)
				for _, x := range in.Values {
					all(read, x.reads())
				}
			case *Unpack:
				all(set, in.Vars)
				all(read, in.Value.Reads)
			case *Assume:
				all(read, in.Cond.Reads)
			case *Assert:
				all(read, in.Cond.Reads)
			case *Havoc:
				all(set, in.Vars)
				read(g.vars[0])
				for _, w := range in.Where {
					all(read, w.Reads)
				}
			case *Call:
				all(set, in.Outs)
				all(set, in.Sets)
				if len(in.Sets) > 0 {
					all(read, in.in)
				}
				for _, x := range in.Args {
					all(read, x.reads())
				}
			}
		}
		for _, e := range b.Succs {
			for _, u := range e.Guards {
				all(read, u.Expr.Reads)
			}
		}
	}
}
