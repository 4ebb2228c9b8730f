package ir

import "semdiff/smtlib"

// Correspondence says which procedure of the other version one is matched with,
// and which of that one's inputs and outputs each of its own is.
type Correspondence struct {
	Proc            string
	Inputs, Outputs []int // permutations
}

// SameBody reports whether two procedures of one Context have the same body
// after lowering: they do the same, instruction by instruction, up to the
// names of variables, where match says which procedures, inputs and outputs
// stand for each other; it answers nil for a procedure that has no partner with
// as many of them. Labels, the order of blocks, positions and the wording of
// assertions do not count. It says nothing about what the callees do.
func SameBody(c *smtlib.Context, a, b *Proc, match func(old string) *Correspondence) bool {
	m := match(a.Name)
	if m == nil || m.Proc != b.Name || a.Kind != b.Kind || a.Formals != b.Formals || a.Results != b.Results {
		return false
	}
	t := &texts{
		match: match, toOld: c.NewSubst(map[*smtlib.Term]*smtlib.Term{}),
		old: map[*smtlib.Term]*smtlib.Term{}, new: map[*smtlib.Term]*smtlib.Term{},
	}
	for i, j := range m.Inputs {
		if !t.bind(a.Inputs[i], b.Inputs[j]) {
			return false
		}
	}
	for i, j := range m.Outputs {
		if !t.bind(a.Outputs[i], b.Outputs[j]) {
			return false
		}
	}
	return t.same(point{block: a.Blocks[0]}, point{block: b.Blocks[0]})
}

// texts is a comparison of two texts. Variables correspond one to one for the
// whole procedure: where one version sets the first, the other sets the second.
// Nothing is read before it is set, so what is read has a partner.
type texts struct {
	match    func(string) *Correspondence
	old, new map[*smtlib.Term]*smtlib.Term // the partner of a variable of the new (old) version
	toOld    *smtlib.Subst
	renamed  bool // some partners have other names
}

// bind makes two variables partners; false when one has another partner.
func (t *texts) bind(x, y *smtlib.Term) bool {
	switch old, new := t.old[y], t.new[x]; {
	case old == nil && new == nil:
		if x.Sort() != y.Sort() {
			return false
		}
		t.old[y], t.new[x] = x, y
		if x != y {
			t.toOld.Extend(y, x) // nothing has read y yet
			t.renamed = true
		}
		return true
	default:
		return old == x && new == y
	}
}

// point is a place in a procedure.
type point struct {
	block *Block
	next  int // index of the next instruction
}

// ahead leaves out jumps: where control flow does not part, blocks are no more
// than labels.
func (p point) ahead() point {
	for p.next == len(p.block.Instrs) && len(p.block.Succs) == 1 && p.block.Succs[0].Cond.IsTrue() {
		p = point{block: p.block.Succs[0].To}
	}
	return p
}

// instr is the next instruction, or nil at the end of the block.
func (p point) instr() Instr {
	if p.next == len(p.block.Instrs) {
		return nil
	}
	return p.block.Instrs[p.next]
}

// same reports whether the texts behind two points are the same. Each point
// that is reached must correspond to one point only.
func (t *texts) same(x, y point) bool {
	partner := map[point]point{}
	work := [][2]point{{x, y}}
	for len(work) > 0 {
		x, y := work[len(work)-1][0].ahead(), work[len(work)-1][1].ahead()
		work = work[:len(work)-1]
		if known, ok := partner[x]; ok {
			if known != y {
				return false
			}
			continue
		}
		partner[x] = y
		in, other := x.instr(), y.instr()
		switch {
		case in != nil && other != nil:
			if !t.sameInstr(in, other) {
				return false
			}
			work = append(work, [2]point{{x.block, x.next + 1}, {y.block, y.next + 1}})
		case in != nil || other != nil:
			return false
		default:
			next, ok := t.sameEdges(x.block.Succs, y.block.Succs)
			if !ok {
				return false
			}
			work = append(work, next...)
		}
	}
	return true
}

// sameEdges pairs the edges of two blocks by their guards. These exclude each
// other, so their order does not count.
func (t *texts) sameEdges(a, b []Edge) (next [][2]point, ok bool) {
	if len(a) != len(b) {
		return nil, false
	}
	taken := make([]bool, len(b))
	for _, e := range a {
		found := false
		for j, f := range b {
			if !taken[j] && t.sameTerm(e.Cond, f.Cond) {
				taken[j], found = true, true
				next = append(next, [2]point{{block: e.To}, {block: f.To}})
				break
			}
		}
		if !found {
			return nil, false
		}
	}
	return next, true
}

func (t *texts) sameInstr(a, b Instr) bool {
	switch a := a.(type) {
	case *Assign:
		b, ok := b.(*Assign)
		if !ok || len(a.Vars) != len(b.Vars) {
			return false
		}
		for i := range a.Exprs {
			if !t.sameTerm(a.Exprs[i], b.Exprs[i]) {
				return false
			}
		}
		for i := range a.Vars {
			if !t.bind(a.Vars[i], b.Vars[i]) {
				return false
			}
		}
		return true
	case *Assume:
		b, ok := b.(*Assume)
		return ok && t.sameTerm(a.Cond, b.Cond)
	case *Assert:
		b, ok := b.(*Assert)
		return ok && t.sameTerm(a.Cond, b.Cond)
	case *Call:
		b, ok := b.(*Call)
		return ok && t.sameCall(a, b)
	}
	return false
}

// sameCall compares arguments and results as the callees' inputs and outputs
// correspond, wherever they stand.
func (t *texts) sameCall(a, b *Call) bool {
	m := t.match(a.Proc)
	if m == nil || m.Proc != b.Proc {
		return false
	}
	for i, j := range m.Inputs {
		if !t.sameTerm(a.Args[i], b.Args[j]) {
			return false
		}
	}
	for i, j := range m.Outputs {
		x, y := a.Outs[i], b.Outs[j]
		if (x == nil) != (y == nil) || x != nil && !t.bind(x, y) {
			return false
		}
	}
	return true
}

func (t *texts) sameTerm(a, b *smtlib.Term) bool {
	if t.renamed {
		b = t.toOld.Apply(b)
	}
	return a == b
}
