package vc

import (
	"fmt"

	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// body is a procedure's graph of blocks under encoding. Conditions are relative
// to the dominator tree, so that a diamond leaves no trace behind its join.
type body struct {
	e     *Encoder
	frame *Frame
	index map[*ir.Block]int
	nodes []node // of the blocks, then of the exit that all returning ones lead to
}

type node struct {
	idom     int // -1 for the entry
	live     bool
	incoming []edge
	local    *smtlib.Term // reached from the end of the dominator
	passes   *smtlib.Term // what begins here gets to the end
	ends     Ends         // without that of returning
	env      environment  // at the end
}

type edge struct {
	from int
	cond *smtlib.Term // at the end of from
}

// environment gives variables their values.
type environment map[*smtlib.Term]*smtlib.Term

// effectOf encodes the body of f's procedure on its arguments.
func (e *Encoder) effectOf(f *Frame) Effect {
	b := &body{e: e, frame: f, index: map[*ir.Block]int{}, nodes: make([]node, len(f.Proc.Blocks)+1)}
	for i, block := range f.Proc.Blocks {
		b.index[block] = i
	}
	for i, block := range f.Proc.Blocks {
		env := environment{}
		if i == 0 {
			b.nodes[i].idom, b.nodes[i].live, b.nodes[i].local = -1, true, e.Ctx.True
			for k, v := range f.Proc.Inputs {
				env[v] = f.Args[k]
			}
		} else if env = b.join(i); env == nil {
			continue
		}
		b.run(i, block, env)
	}
	return b.effect(b.join(len(f.Proc.Blocks)))
}

// run executes the block of node i.
func (b *body) run(i int, block *ir.Block, env environment) {
	c, n := b.e.Ctx, &b.nodes[i]
	n.passes, n.ends = c.True, Ends{ir.Fails: c.False, ir.Blocked: c.False, ir.Diverges: c.False}
	sub := c.NewSubst(env)
	for _, in := range block.Instrs {
		switch in := in.(type) {
		case *ir.Assign:
			for k, t := range applied(sub, in.Exprs) {
				env[in.Vars[k]] = t
			}
			sub = c.NewSubst(env)
		case *ir.Assume:
			b.stop(i, ir.Blocked, c.Not(sub.Apply(in.Cond)))
		case *ir.Assert:
			b.stop(i, ir.Fails, c.Not(sub.Apply(in.Cond)))
		case *ir.Call:
			b.call(i, in, applied(sub, in.Args), env)
			sub = c.NewSubst(env)
		default:
			panic(fmt.Sprintf("vc: unexpected %T", in))
		}
	}
	n.env = env
	b.leave(i, block, sub)
}

func applied(sub *smtlib.Subst, list []*smtlib.Term) []*smtlib.Term {
	out := make([]*smtlib.Term, len(list))
	for k, t := range list {
		out[k] = sub.Apply(t)
	}
	return out
}

// call makes a call in node i.
func (b *body) call(i int, in *ir.Call, args []*smtlib.Term, env environment) {
	callee := b.e.Programs[b.frame.Version].Proc(in.Proc)
	called := b.e.Calls.Call(&Site{In: b.frame, Callee: callee, Args: args, Pos: in.Pos, body: b, node: i, passes: b.nodes[i].passes})
	b.stop(i, ir.Diverges, called.Ends[ir.Diverges])
	b.stop(i, ir.Blocked, called.Ends[ir.Blocked])
	b.stop(i, ir.Fails, called.Ends[ir.Fails])
	for k, v := range in.Outs {
		if v != nil {
			env[v] = called.Outputs[k]
		}
	}
}

// leave follows the edges at the end of the block of node i, or returns.
func (b *body) leave(i int, block *ir.Block, sub *smtlib.Subst) {
	c, n := b.e.Ctx, &b.nodes[i]
	if len(block.Succs) == 0 {
		exit := &b.nodes[len(b.nodes)-1]
		exit.incoming = append(exit.incoming, edge{i, c.True})
		return
	}
	var guards []*smtlib.Term
	for _, s := range block.Succs {
		cond := sub.Apply(s.Cond)
		guards = append(guards, cond)
		if to := &b.nodes[b.index[s.To]]; !cond.IsFalse() && !n.passes.IsFalse() {
			to.incoming = append(to.incoming, edge{i, cond})
		}
	}
	b.stop(i, ir.Blocked, c.Not(c.Or(guards...)))
}

// stop ends the run in node i where cond holds.
func (b *body) stop(i int, end ir.Outcome, cond *smtlib.Term) {
	c, n := b.e.Ctx, &b.nodes[i]
	n.ends[end] = c.Or(n.ends[end], c.And(n.passes, cond))
	n.passes = c.And(n.passes, c.Not(cond))
}

// within is the condition that the run reaches node i, given that the run is made.
func (b *body) within(i int) *smtlib.Term {
	list := []*smtlib.Term{b.nodes[i].local}
	for x := b.nodes[i].idom; x >= 0; x = b.nodes[x].idom {
		list = append(list, b.nodes[x].passes, b.nodes[x].local)
	}
	return b.e.Ctx.And(list...)
}

// reached is the condition that node i is reached.
func (b *body) reached(i int) *smtlib.Term { return b.e.Ctx.And(b.frame.Reached, b.within(i)) }

// effect puts the nodes together; atExit is what variables hold where the
// procedure returns, nil when it does not.
func (b *body) effect(atExit environment) Effect {
	var eff Effect
	for _, v := range b.frame.Proc.Outputs {
		t, ok := atExit[v]
		if !ok {
			t = b.e.Ctx.Var("unreachable:"+v.Sort().String(), v.Sort())
		}
		eff.Outputs = append(eff.Outputs, t)
	}
	eff.Ends = b.ends()
	return eff
}

// ends says what becomes of a run that gets to the start of a node, from the
// last to the first: it ends there, or in one of the nodes that it dominates,
// which have larger indices.
func (b *body) ends() (ends Ends) {
	c := b.e.Ctx
	below := make([][len(ends)][]*smtlib.Term, len(b.nodes))
	for i := len(b.nodes) - 2; i >= 0; i-- {
		n := &b.nodes[i]
		if !n.live {
			continue
		}
		for _, end := range abnormal {
			t := c.Or(n.ends[end], c.And(n.passes, c.Or(below[i][end]...)))
			if i == 0 {
				ends[end] = t
			} else {
				below[n.idom][end] = append(below[n.idom][end], c.And(n.local, t))
			}
		}
	}
	return newEnds(c, ends[ir.Fails], ends[ir.Blocked], ends[ir.Diverges])
}
