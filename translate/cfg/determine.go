package cfg

import (
	"slices"

	"semdiff/boogie"
	"semdiff/boogie/types"
)

// Solved is the value of a variable for which assumptions hold. There is exactly
// one or, with Rest, exactly one that agrees with what the variable is wherever
// they say nothing; the variable is a map then.
type Solved struct {
	Var   *Var
	Facts []*Expr
	Rest  bool
}

func (s *Solved) reads() []*Var {
	var out []*Var
	for _, f := range s.Facts {
		for _, v := range f.Reads {
			if v != s.Var || s.Rest {
				out = append(out, v)
			}
		}
	}
	return out
}

// Solvable reports whether a Solved has the value that it stands for.
type Solvable func(*Solved) bool

// determine makes assignments of havocs that assumptions determine: a translator
// writes havoc x; assume x == e for x := e. The run goes on with the one value for
// which the assumption holds, so what is left out are runs that it would block, and
// one element of the tape. Whoever reads the variable first on a way from the havoc
// must be an assumption that determines it; calls of procedures without a body, whose
// postconditions are such assumptions, are taken for havocs here.
//
// It comes before the branches are resolved, for what is assumed where a condition
// holds, and again for the variables that are havocked at entry.
func (g *Graph) determine() {
	open := g.chosenAndAssumed()
	if len(open) == 0 {
		return
	}
	before := make([][]Instr, len(g.Blocks))
	for i, b := range g.Blocks {
		before[i] = b.Instrs
		b.Instrs = g.splitAssumptions(b.Instrs)
	}
	found := false
	// An equation of two variables determines the one that was chosen last.
	for _, b := range slices.Backward(g.Blocks) {
		for k := len(b.Instrs) - 1; k >= 0; k-- {
			for g.determineOne(b, k, open) {
				found = true
			}
		}
	}
	for i, b := range g.Blocks {
		if !found {
			b.Instrs = before[i]
		}
		b.Instrs = slices.DeleteFunc(b.Instrs, func(in Instr) bool {
			h, ok := in.(*Havoc)
			return ok && len(h.Vars) == 0
		})
	}
}

// chosen are the variables that an instruction gives values about which nothing is
// known.
func chosen(in Instr) []*Var {
	switch in := in.(type) {
	case *Havoc:
		return in.Vars
	case *Call:
		return in.Sets
	}
	return nil
}

// chosenAndAssumed are the variables that are chosen somewhere and of which
// something is assumed.
func (g *Graph) chosenAndAssumed() map[*Var]bool {
	isChosen, both := map[*Var]bool{}, map[*Var]bool{}
	for _, b := range g.Blocks {
		for _, in := range b.Instrs {
			for _, v := range chosen(in) {
				isChosen[v] = true
			}
		}
	}
	assumed := func(e *Expr) {
		for _, v := range e.Reads {
			if isChosen[v] {
				both[v] = true
			}
		}
	}
	for _, b := range g.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *Assume:
				assumed(in.Cond)
			case *Havoc:
				for _, w := range in.Where {
					assumed(w)
				}
			}
		}
	}
	return both
}

// splitAssumptions makes several assumptions of one that is a conjunction, and
// assumptions of where clauses.
func (g *Graph) splitAssumptions(instrs []Instr) []Instr {
	var out []Instr
	assume := func(at At, cond *Expr) {
		for _, part := range g.conjuncts(cond) {
			out = append(out, &Assume{At: at, Cond: part})
		}
	}
	for _, in := range instrs {
		switch in := in.(type) {
		case *Assume:
			assume(in.At, in.Cond)
		case *Havoc:
			out = append(out, &Havoc{At: in.At, Vars: in.Vars})
			for _, w := range in.Where {
				assume(in.At, w)
			}
		default:
			out = append(out, in)
		}
	}
	return out
}

func (g *Graph) conjuncts(e *Expr) []*Expr {
	and, ok := e.Syntax.(*boogie.BinaryExpr)
	if !ok || and.Op != boogie.And {
		return []*Expr{e}
	}
	return append(g.conjuncts(g.expr(and.X, e.Names)), g.conjuncts(g.expr(and.Y, e.Names))...)
}

// determineOne makes an assignment for one of the open variables that instruction k
// of b chooses; it reports whether it did.
func (g *Graph) determineOne(b *Block, k int, open map[*Var]bool) bool {
	for _, v := range chosen(b.Instrs[k]) {
		if !open[v] {
			continue
		}
		w := &determination{Graph: g, v: v, open: open, from: b, at: k, through: map[*Block]bool{}, entered: map[*Block]bool{}}
		if w.find() {
			w.apply()
			return true
		}
	}
	return false
}

// determination looks for what reads v first behind instruction at of block from,
// which chooses its value.
type determination struct {
	*Graph
	v       *Var
	open    map[*Var]bool // see chosenAndAssumed
	from    *Block
	at      int
	sites   []site
	through map[*Block]bool // blocks to whose end v stays as it was chosen
	entered map[*Block]bool // blocks that v enters as it was chosen
}

// site is where v gets the value that facts determine, which are among the
// assumptions from there on.
type site struct {
	block  *Block
	at     int
	facts  []*Assume
	solved *Solved
}

// find reports whether on all ways v is determined, or set, before it is read, and
// what determines it is not reached in another way.
func (w *determination) find() bool {
	if !w.walk(w.from, w.at+1) {
		return false
	}
	if len(w.sites) == 0 {
		return false // nobody reads it
	}
	for _, b := range w.Blocks {
		for _, e := range b.Succs {
			if w.entered[e.To] && !w.through[b] {
				return false
			}
		}
	}
	partial := func(s site) bool { return s.solved.Rest }
	return !slices.ContainsFunc(w.sites, partial) || len(w.sites) == 1 && w.adjacent(w.sites[0])
}

// adjacent reports whether nothing stands between the choice and a site.
func (w *determination) adjacent(s site) bool {
	return s.block == w.from && s.at == w.at+1 || len(w.from.Instrs) == w.at+1 && len(w.from.Succs) == 1 &&
		s.block == w.from.Succs[0].To && s.at == 0
}

// walk goes on at an instruction; it reports whether all is well behind it.
func (w *determination) walk(b *Block, from int) bool {
	for i := from; i < len(b.Instrs); i++ {
		in := b.Instrs[i]
		if w.reads(in) {
			s, ok := w.siteAt(b, i)
			if ok {
				w.sites = append(w.sites, s)
			}
			return ok
		}
		if w.sets(in) {
			return true
		}
	}
	w.through[b] = true
	if len(b.Succs) == 0 {
		return !w.leaves()
	}
	for _, e := range b.Succs {
		if slices.ContainsFunc(e.Guards, func(u Guard) bool { return slices.Contains(u.Expr.Reads, w.v) }) || w.leads(b, e.To) {
			return false
		}
		if !w.entered[e.To] {
			w.entered[e.To] = true
			if !w.walk(e.To, 0) {
				return false
			}
		}
	}
	return true
}

// leads reports whether v takes part in choosing the way from b to a block: an
// assumption that is to become a guard reads it.
func (w *determination) leads(b, to *Block) bool {
	if len(b.Succs) < 2 || b.conditional || b.resolved {
		return false
	}
	n, _ := leadingAssumes(to)
	return slices.ContainsFunc(to.Instrs[:n], w.reads)
}

// leaves reports whether callers may get to see v.
func (w *determination) leaves() bool {
	return w.global() || w.v.Kind == Declared && slices.Contains(w.Proc.Outs, w.v.Object)
}

func (w *determination) global() bool { return w.v.Kind == Declared && w.v.Object.Kind == types.Global }

// reads reports whether an instruction may read v before it sets it.
func (w *determination) reads(in Instr) bool {
	of := func(values []Value) bool {
		return slices.ContainsFunc(values, func(x Value) bool { return slices.Contains(x.reads(), w.v) })
	}
	switch in := in.(type) {
	case *Assign:
		return of(in.Values)
	case *Unpack:
		return of([]Value{in.Value})
	case *Assume:
		return of([]Value{in.Cond})
	case *Assert:
		return of([]Value{in.Cond})
	case *Call:
		return of(in.Args) || slices.Contains(in.in, w.v) || in.Proc.Body != nil && w.global()
	case *Note:
		return in.Value != nil && of([]Value{in.Value})
	}
	return false
}

func (w *determination) sets(in Instr) bool {
	switch in := in.(type) {
	case *Assign:
		return slices.Contains(in.Vars, w.v)
	case *Unpack:
		return slices.Contains(in.Vars, w.v)
	case *Havoc:
		return slices.Contains(in.Vars, w.v)
	case *Call:
		return slices.Contains(in.Outs, w.v) || slices.Contains(in.Sets, w.v)
	}
	return false
}

// siteAt finds what determines v among the assumptions from instruction at on. They
// may come before the others, and before what sets no variable of theirs: a run is
// blocked where one of them does not hold.
func (w *determination) siteAt(b *Block, at int) (site, bool) {
	var about []*Assume
	set := map[*Var]bool{}
	for _, in := range b.Instrs[at:] {
		var sets []*Var
		switch in := in.(type) {
		case *Assume:
			isSet := func(v *Var) bool { return set[v] }
			if slices.Contains(in.Cond.Reads, w.v) && !slices.ContainsFunc(in.Cond.Reads, isSet) {
				about = append(about, in)
			}
			continue
		case *Note:
			continue
		case *Assign:
			sets = in.Vars
		case *Havoc:
			sets = in.Vars
		}
		if len(sets) == 0 { // an assertion, a call: what they do must not be left out
			break
		}
		for _, v := range sets {
			set[v] = true
		}
	}
	others := func(a *Assume) int { // that are or were to be determined
		n := 0
		for _, v := range a.Cond.Reads {
			if v != w.v && w.open[v] {
				n++
			}
		}
		return n
	}
	slices.SortStableFunc(about, func(a, b *Assume) int { return others(a) - others(b) })
	s := site{block: b, at: at}
	for _, a := range about {
		s.facts, s.solved = []*Assume{a}, &Solved{Var: w.v, Facts: []*Expr{a.Cond}}
		if w.prog.solvable(s.solved) {
			return s, true
		}
	}
	about = slices.DeleteFunc(about, func(a *Assume) bool {
		return !w.prog.solvable(&Solved{Var: w.v, Facts: []*Expr{a.Cond}, Rest: true})
	})
	if len(about) == 0 {
		return site{}, false
	}
	s.facts, s.solved = about, &Solved{Var: w.v}
	for _, a := range about {
		s.solved.Facts = append(s.solved.Facts, a.Cond)
	}
	if w.prog.solvable(s.solved) {
		return s, true
	}
	s.solved.Rest = true
	return s, w.prog.solvable(s.solved)
}

// apply makes the assignments, and takes v from what is chosen.
func (w *determination) apply() {
	if !w.sites[0].solved.Rest {
		except := func(vars []*Var) []*Var {
			return slices.DeleteFunc(slices.Clone(vars), func(v *Var) bool { return v == w.v })
		}
		switch in := w.from.Instrs[w.at].(type) {
		case *Havoc:
			in.Vars = except(in.Vars)
		case *Call:
			in.Sets = except(in.Sets)
		}
	}
	for _, s := range w.sites {
		isFact := func(in Instr) bool {
			a, ok := in.(*Assume)
			return ok && slices.Contains(s.facts, a)
		}
		set := &Assign{At: s.facts[0].At, Vars: []*Var{w.v}, Values: []Value{s.solved}}
		rest := slices.DeleteFunc(slices.Clone(s.block.Instrs[s.at:]), isFact)
		s.block.Instrs = slices.Concat(s.block.Instrs[:s.at], []Instr{set}, rest)
	}
}
