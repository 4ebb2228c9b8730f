package symdiff

import (
	"slices"

	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// The ends of a run other than returning, as indices.
const (
	fails = iota
	blocked
	diverges
	abnormal // how many there are
)

// effect is what a run of a procedure does, as terms over its arguments. The
// ends exclude each other; where none holds the run returns the outputs, which
// mean nothing elsewhere.
type effect struct {
	outputs []*smtlib.Term
	ends    [abnormal]*smtlib.Term
}

// frame is an activation that is being encoded.
type frame struct {
	version int
	proc    *ir.Proc
	args    []*smtlib.Term
	caller  *frame
	chosen  bool         // a choice, not the conditions so far, led here
	reach   *smtlib.Term // over the inputs of the pair
	prune   bool         // blocks that reach excludes are left out
}

// depth is how many activations have not returned.
func (f *frame) depth() (n int) {
	for ; f != nil; f = f.caller {
		n++
	}
	return n
}

// ongoing reports whether a call of q on args has not returned: to make it again
// is to run for ever, since procedures are functions of their inputs.
func (f *frame) ongoing(q *ir.Proc, args []*smtlib.Term) bool {
	for ; f != nil; f = f.caller {
		if f.proc == q && slices.Equal(f.args, args) {
			return true
		}
	}
	return false
}

// within reports whether a member of q's recursive group has not returned.
func (f *frame) within(v *kitVersions, q *ir.Proc) bool {
	for ; f != nil; f = f.caller {
		if v.SameGroup(f.version, f.proc.Name, q.Name) {
			return true
		}
	}
	return false
}

// body is a procedure's graph of blocks under encoding. Conditions are relative
// to the dominator tree, so that a diamond leaves no trace behind its join.
type body struct {
	e     *encoder
	frame *frame
	nodes []node // of the blocks, then of the exit that all returning ones lead to
}

type node struct {
	idom     int // -1 for the entry
	live     bool
	incoming []edge
	local    *smtlib.Term // reached from the end of the dominator
	passes   *smtlib.Term // what begins here gets to the end
	ends     [abnormal]*smtlib.Term
	env      map[*smtlib.Term]*smtlib.Term // at the end
}

type edge struct {
	from int
	cond *smtlib.Term // at the end of from
}

// effectOf encodes the body of f's procedure on its arguments.
func (e *encoder) effectOf(f *frame) effect {
	b := &body{e: e, frame: f, nodes: make([]node, len(f.proc.Blocks)+1)}
	index := map[*ir.Block]int{}
	for i, block := range f.proc.Blocks {
		index[block] = i
	}
	for i, block := range f.proc.Blocks {
		env := map[*smtlib.Term]*smtlib.Term{}
		if i == 0 {
			b.nodes[i].idom, b.nodes[i].live, b.nodes[i].local = -1, true, e.c.True
			for k, v := range f.proc.Inputs {
				env[v] = f.args[k]
			}
		} else if env = b.join(i); env == nil {
			continue
		}
		b.run(i, block, env, index)
	}
	return b.effect(b.join(len(f.proc.Blocks)))
}

// join computes where node i is reached, and what variables hold there; nil when
// it is not reached.
func (b *body) join(i int) map[*smtlib.Term]*smtlib.Term {
	n := &b.nodes[i]
	if len(n.incoming) == 0 {
		return nil
	}
	n.idom = n.incoming[0].from
	for _, in := range n.incoming[1:] {
		n.idom = b.common(n.idom, in.from)
	}
	w := &ways{b: b, top: n.idom, children: map[int][]int{}, direct: map[int]*smtlib.Term{}, linked: map[int]bool{}, memo: map[int]*smtlib.Term{}}
	for _, in := range n.incoming {
		w.add(in)
	}
	n.local = w.reach(n.idom)
	if n.local.IsFalse() {
		return nil
	}
	if b.frame.prune && !n.local.IsTrue() && !b.e.feasible(b.reach(i)) {
		return nil
	}
	n.live = true
	if b.e.path != nil && !n.local.IsTrue() {
		*b.e.path = append(*b.e.path, b.reach(i))
	}
	return w.values(n.idom)
}

// common is the nearest common dominator of two nodes.
func (b *body) common(i, j int) int {
	for i != j {
		if i > j {
			i = b.nodes[i].idom
		} else {
			j = b.nodes[j].idom
		}
	}
	return i
}

// ways are the ways from a dominator to a node, as the part of the dominator
// tree that they pass.
type ways struct {
	b        *body
	top      int
	children map[int][]int
	direct   map[int]*smtlib.Term // conditions of the edges that lead to the node
	linked   map[int]bool         // to their dominator
	memo     map[int]*smtlib.Term
}

func (w *ways) add(in edge) {
	if old := w.direct[in.from]; old != nil {
		in.cond = w.b.e.c.Or(old, in.cond)
	}
	w.direct[in.from] = in.cond
	for x := in.from; x != w.top && !w.linked[x]; {
		w.linked[x] = true
		up := w.b.nodes[x].idom
		w.children[up] = append(w.children[up], x)
		x = up
	}
}

// reach is the condition that control flow gets to the node from the end of x,
// where x is the top, or from its start.
func (w *ways) reach(x int) *smtlib.Term {
	if t := w.memo[x]; t != nil {
		return t
	}
	c := w.b.e.c
	var list []*smtlib.Term
	if t := w.direct[x]; t != nil {
		list = append(list, t)
	}
	for _, child := range w.children[x] {
		list = append(list, w.into(child))
	}
	t := c.Or(list...)
	if x != w.top {
		t = c.And(w.b.nodes[x].passes, t)
	}
	w.memo[x] = t
	return t
}

// into is the condition that control flow gets from the end of a child's
// dominator to the node by way of the child.
func (w *ways) into(child int) *smtlib.Term {
	return w.b.e.c.And(w.b.nodes[child].local, w.reach(child))
}

// values are what variables hold at the node when it is reached from x.
func (w *ways) values(x int) map[*smtlib.Term]*smtlib.Term {
	c := w.b.e.c
	env := map[*smtlib.Term]*smtlib.Term{}
	if w.direct[x] != nil {
		for v, t := range w.b.nodes[x].env {
			env[v] = t
		}
	}
	for _, child := range w.children[x] {
		cond := w.into(child)
		for v, t := range w.values(child) {
			if old, ok := env[v]; !ok {
				env[v] = t // dead on the other ways
			} else if old != t {
				env[v] = c.Ite(cond, t, old)
			}
		}
	}
	return env
}

// reach is the condition, over the inputs of the pair, that a node is reached.
func (b *body) reach(i int) *smtlib.Term {
	list := []*smtlib.Term{b.frame.reach, b.nodes[i].local}
	for x := b.nodes[i].idom; x >= 0; x = b.nodes[x].idom {
		list = append(list, b.nodes[x].passes, b.nodes[x].local)
	}
	return b.e.c.And(list...)
}

// run executes the block of node i.
func (b *body) run(i int, block *ir.Block, env map[*smtlib.Term]*smtlib.Term, index map[*ir.Block]int) {
	c, n := b.e.c, &b.nodes[i]
	n.passes, n.ends = c.True, [abnormal]*smtlib.Term{c.False, c.False, c.False}
	sub := c.NewSubst(env)
	for _, in := range block.Instrs {
		switch in := in.(type) {
		case *ir.Assign:
			values := make([]*smtlib.Term, len(in.Exprs))
			for k, x := range in.Exprs {
				values[k] = sub.Apply(x)
			}
			for k, v := range in.Vars {
				env[v] = values[k]
			}
			sub = c.NewSubst(env)
		case *ir.Assume:
			b.stop(i, blocked, c.Not(sub.Apply(in.Cond)))
		case *ir.Assert:
			b.stop(i, fails, c.Not(sub.Apply(in.Cond)))
		case *ir.Call:
			args := make([]*smtlib.Term, len(in.Args))
			for k, x := range in.Args {
				args[k] = sub.Apply(x)
			}
			callee := b.e.v.Program(b.frame.version).Proc(in.Proc)
			called := b.e.call(b, i, callee, args)
			b.e.record(b, i, callee, args, called)
			for end := diverges; end >= 0; end-- {
				b.stop(i, end, called.ends[end])
			}
			for k, v := range in.Outs {
				if v != nil {
					env[v] = called.outputs[k]
				}
			}
			sub = c.NewSubst(env)
		default:
			panic("symdiff: unexpected instruction")
		}
	}
	n.env = env
	if len(block.Succs) == 0 {
		exit := &b.nodes[len(b.nodes)-1]
		exit.incoming = append(exit.incoming, edge{i, c.True})
		return
	}
	var guards []*smtlib.Term
	for _, s := range block.Succs {
		cond := sub.Apply(s.Cond)
		guards = append(guards, cond)
		if to := &b.nodes[index[s.To]]; !cond.IsFalse() && !n.passes.IsFalse() {
			to.incoming = append(to.incoming, edge{i, cond})
		}
	}
	b.stop(i, blocked, c.Not(c.Or(guards...)))
}

// stop ends the run in node i where cond holds.
func (b *body) stop(i, end int, cond *smtlib.Term) {
	c, n := b.e.c, &b.nodes[i]
	n.ends[end] = c.Or(n.ends[end], c.And(n.passes, cond))
	n.passes = c.And(n.passes, c.Not(cond))
}

// effect puts the nodes together; atExit is what variables hold where the
// procedure returns, nil when it does not.
func (b *body) effect(atExit map[*smtlib.Term]*smtlib.Term) effect {
	c := b.e.c
	// What becomes of a run that gets to the start of a node: its own ends, or
	// those of the nodes that it dominates, which have larger indices.
	below := make([][abnormal][]*smtlib.Term, len(b.nodes))
	var eff effect
	for i := len(b.nodes) - 2; i >= 0; i-- {
		n := &b.nodes[i]
		if !n.live {
			continue
		}
		for end := range n.ends {
			t := c.Or(n.ends[end], c.And(n.passes, c.Or(below[i][end]...)))
			if i == 0 {
				eff.ends[end] = t
			} else {
				below[n.idom][end] = append(below[n.idom][end], c.And(n.local, t))
			}
		}
	}
	for _, v := range b.frame.proc.Outputs {
		t, ok := atExit[v]
		if !ok {
			t = c.Var("unreachable:"+v.Sort().String(), v.Sort())
		}
		eff.outputs = append(eff.outputs, t)
	}
	return eff
}
