package ir

import (
	"fmt"
	"slices"

	"semdiff/smtlib"
)

// Sanity verifies what the documents of this package promise of a program and of
// its loaded bodies. The error names procedure, block and instruction.
func (p *Program) Sanity() error {
	if err := p.checkProgram(); err != nil {
		return fmt.Errorf("ir: %w", err)
	}
	for _, name := range p.Order {
		proc := p.Procs[name]
		if err := p.checkInterface(proc); err != nil {
			return fmt.Errorf("ir: %s: %w", name, err)
		}
		if proc.Blocks == nil {
			continue
		}
		body := &Body{Blocks: proc.Blocks, Loops: proc.Loops}
		if err := p.Check(proc, body); err != nil {
			return err
		}
		if err := p.checkLoops(proc); err != nil {
			return fmt.Errorf("ir: %w", err)
		}
		for _, q := range append([]*Proc{proc}, proc.Loops...) {
			if err := checkShape(q); err != nil {
				return fmt.Errorf("ir: %s: %w", q.Name, err)
			}
		}
	}
	return nil
}

// Check verifies, for a body that is about to become proc's, that blocks are in
// topological order, that sorts fit, that calls fit their callees, that nothing is
// read before it is set, and that the interface of proc says no less than the body
// does. Analyses are wrong on a body of which this does not hold.
func (p *Program) Check(proc *Proc, body *Body) error {
	whole := *proc
	whole.Blocks = body.Blocks
	procs := append([]*Proc{&whole}, body.Loops...)
	if err := p.CheckBlocks(procs...); err != nil {
		return err
	}
	for _, q := range procs {
		if err := checkLowered(q); err != nil {
			return fmt.Errorf("ir: %s: %w", q.Name, err)
		}
		if err := checkDefined(q); err != nil {
			return fmt.Errorf("ir: %s: %w", q.Name, err)
		}
	}
	if err := p.checkPromises(proc, body); err != nil {
		return fmt.Errorf("ir: %s: %w", proc.Name, err)
	}
	return nil
}

// CheckBlocks verifies what holds between the passes of the lowering too, for a
// procedure and its loops: edges stay inside of their procedure, sorts fit, calls fit
// their callees.
func (p *Program) CheckBlocks(procs ...*Proc) error {
	c := &checker{program: p, callees: map[string]*Proc{}}
	for _, q := range procs {
		if q.Kind == Loop {
			c.callees[q.Name] = q
		}
	}
	for _, q := range procs {
		if err := c.proc(q); err != nil {
			return fmt.Errorf("ir: %s: %w", q.Name, err)
		}
	}
	return nil
}

// checker verifies blocks.
type checker struct {
	program *Program
	callees map[string]*Proc // loops
}

func (c *checker) proc(q *Proc) error {
	if len(q.Blocks) == 0 {
		return fmt.Errorf("no blocks")
	}
	inside := map[*Block]bool{}
	for _, b := range q.Blocks {
		if inside[b] {
			return fmt.Errorf("block %s stands there twice", b.Label)
		}
		inside[b] = true
	}
	for _, b := range q.Blocks {
		for i, in := range b.Instrs {
			if err := c.instr(in); err != nil {
				return fmt.Errorf("block %s: instruction %d, of %s: %w", b.Label, i, in.Place(), err)
			}
		}
		for _, e := range b.Succs {
			if !inside[e.To] {
				return fmt.Errorf("block %s: edge to %s leaves the procedure", b.Label, e.To.Label)
			}
			if e.Cond.Sort() != c.program.Ctx.Bool {
				return fmt.Errorf("block %s: guard of sort %s", b.Label, e.Cond.Sort())
			}
		}
	}
	return nil
}

func (c *checker) instr(in Instr) error {
	switch in := in.(type) {
	case *Assign:
		if len(in.Vars) != len(in.Exprs) || len(in.Vars) == 0 {
			return fmt.Errorf("assignment of %d values to %d variables", len(in.Exprs), len(in.Vars))
		}
		for i, v := range in.Vars {
			if v.Op() != smtlib.OpVar || v.Sort() != in.Exprs[i].Sort() || slices.Contains(in.Vars[:i], v) {
				return fmt.Errorf("assignment of %s to %s", in.Exprs[i].Sort(), v.Name())
			}
		}
	case *Assume:
		if in.Cond.Sort() != c.program.Ctx.Bool {
			return fmt.Errorf("assumption of sort %s", in.Cond.Sort())
		}
	case *Assert:
		if in.Cond.Sort() != c.program.Ctx.Bool {
			return fmt.Errorf("assertion of sort %s", in.Cond.Sort())
		}
	case *Call:
		return c.call(in)
	case *Note:
		if len(in.Vars) > 0 && len(in.Exprs) > 0 && len(in.Vars) != len(in.Exprs) {
			return fmt.Errorf("note of %d values of %d variables", len(in.Exprs), len(in.Vars))
		}
	default:
		return fmt.Errorf("unexpected instruction %T", in)
	}
	return nil
}

func (c *checker) call(in *Call) error {
	callee := c.callees[in.Proc]
	if callee == nil {
		callee = c.program.Procs[in.Proc]
	}
	if callee == nil {
		return fmt.Errorf("call of unknown %s", in.Proc)
	}
	if len(in.Args) != len(callee.Inputs) || len(in.Outs) != len(callee.Outputs) {
		return fmt.Errorf("call of %s with %d arguments and %d results", in.Proc, len(in.Args), len(in.Outs))
	}
	for i, a := range in.Args {
		if a.Sort() != callee.Inputs[i].Sort() {
			return fmt.Errorf("argument %d of %s is %s", i+1, in.Proc, a.Sort())
		}
	}
	for i, o := range in.Outs {
		if o == nil {
			continue
		}
		if o.Op() != smtlib.OpVar || o.Sort() != callee.Outputs[i].Sort() {
			return fmt.Errorf("result %d of %s is %s", i+1, in.Proc, o.Sort())
		}
		if slices.Contains(in.Outs[:i], o) {
			return fmt.Errorf("two results of %s for %s", in.Proc, o.Name())
		}
	}
	return nil
}

// checkLowered verifies what holds when lowering is over.
func checkLowered(q *Proc) error {
	place := map[*Block]int{}
	for i, b := range q.Blocks {
		place[b] = i
	}
	for i, b := range q.Blocks {
		for _, e := range b.Succs {
			if place[e.To] <= i {
				return fmt.Errorf("block %s: edge to %s is not forward", b.Label, e.To.Label)
			}
		}
		for k, in := range b.Instrs {
			if _, note := in.(*Note); note {
				return fmt.Errorf("block %s: instruction %d is a note", b.Label, k)
			}
		}
	}
	return nil
}

// checkPromises verifies that a body calls, and may end, as the interface says.
func (p *Program) checkPromises(proc *Proc, body *Body) error {
	loops := map[string]bool{}
	blocks := slices.Clone(body.Blocks)
	for _, l := range body.Loops {
		loops[l.Name] = true
		blocks = append(blocks, l.Blocks...)
	}
	if len(body.Loops) > 0 && !proc.Ends.Diverge {
		return fmt.Errorf("has loops, but is said to end")
	}
	for _, b := range blocks {
		for i, in := range b.Instrs {
			broken := ""
			switch in := in.(type) {
			case *Assert:
				if !proc.Ends.Fail {
					broken = "an assertion, but is said not to fail"
				}
			case *Assume: // a false one ends what is known never to be reached, too
				if !proc.Ends.Block && !in.Cond.IsFalse() {
					broken = "an assumption, but is said not to be blocked"
				}
			case *Call:
				if _, listed := slices.BinarySearch(proc.Calls, in.Proc); !listed && !loops[in.Proc] {
					broken = "a call of " + in.Proc + ", but is said not to call it"
				}
			}
			if broken != "" {
				return fmt.Errorf("block %s: instruction %d, of %s: has %s", b.Label, i, in.Place(), broken)
			}
		}
	}
	return nil
}

// checkProgram verifies what is beside the procedures.
func (p *Program) checkProgram() error {
	if len(p.Order) != len(p.Procs) {
		return fmt.Errorf("%d of %d procedures in order", len(p.Order), len(p.Procs))
	}
	for _, name := range p.Order {
		if proc := p.Procs[name]; proc == nil || proc.Name != name || proc.Kind != Procedure {
			return fmt.Errorf("%s is no procedure of this name", name)
		}
	}
	for _, a := range p.Axioms {
		if a.Term.Sort() != p.Ctx.Bool || len(smtlib.Collect(a.Term).Vars) > 0 {
			return fmt.Errorf("axiom of %s is of sort %s, or not closed", a.Pos, a.Term.Sort())
		}
	}
	for _, group := range p.Unique {
		for _, t := range group {
			if t.Sort() != group[0].Sort() {
				return fmt.Errorf("unique constants of sorts %s and %s", t.Sort(), group[0].Sort())
			}
		}
	}
	if !slices.IsSorted(p.Externals) {
		return fmt.Errorf("externals are not sorted")
	}
	return nil
}

// checkInterface verifies inputs, outputs and callees of a procedure or loop.
func (p *Program) checkInterface(q *Proc) error {
	for _, list := range [][]*smtlib.Term{q.Inputs, q.Outputs} {
		for i, v := range list {
			if v.Op() != smtlib.OpVar || slices.Contains(list[:i], v) {
				return fmt.Errorf("%s is no variable, or is there twice", v)
			}
		}
	}
	if q.Formals > len(q.Inputs) || q.Results > len(q.Outputs) {
		return fmt.Errorf("%d formals and %d results, but %d inputs and %d outputs", q.Formals, q.Results, len(q.Inputs), len(q.Outputs))
	}
	if !slices.IsSorted(q.Calls) {
		return fmt.Errorf("calls are not sorted")
	}
	for _, name := range q.Calls {
		if p.Procs[name] == nil {
			return fmt.Errorf("calls unknown %s", name)
		}
	}
	return nil
}

// checkLoops verifies that the loops in a procedure are called by their parents and
// call themselves, last.
func (p *Program) checkLoops(proc *Proc) error {
	known := map[string]*Proc{proc.Name: proc}
	for _, l := range proc.Loops {
		if err := p.checkInterface(l); err != nil {
			return fmt.Errorf("%s: %w", l.Name, err)
		}
		if parent := known[l.Parent]; l.Kind != Loop || parent == nil {
			return fmt.Errorf("%s: a loop in %s, which is not before it", l.Name, l.Parent)
		} else if !slices.Contains(parent.Callees(), l.Name) || !slices.Contains(l.Callees(), l.Name) {
			return fmt.Errorf("%s: is not called by itself and by %s", l.Name, l.Parent)
		}
		if known[l.Name] != nil || p.Procs[l.Name] != nil {
			return fmt.Errorf("%s: another procedure or loop of this name", l.Name)
		}
		known[l.Name] = l
	}
	for _, q := range known {
		for _, b := range q.Blocks {
			for i, in := range b.Instrs {
				c, ok := in.(*Call)
				if !ok || known[c.Proc] == nil || known[c.Proc].Kind != Loop {
					continue
				}
				last := len(b.Succs) == 0 && i == len(b.Instrs)-1 && slices.Equal(c.Outs, q.Outputs)
				if c.Proc == q.Name && !last {
					return fmt.Errorf("%s: block %s: calls itself, and then goes on", q.Name, b.Label)
				}
				if c.Proc != q.Name && known[c.Proc].Parent != q.Name {
					return fmt.Errorf("%s: block %s: calls %s, which is a loop in %s", q.Name, b.Label, c.Proc, known[c.Proc].Parent)
				}
			}
		}
	}
	return nil
}

// checkShape verifies that all blocks are reached, that what holds always is the
// only guard, and that notes are in order.
func checkShape(q *Proc) error {
	reached := map[*Block]bool{q.Blocks[0]: true}
	for _, b := range q.Blocks {
		if !reached[b] {
			return fmt.Errorf("block %s: nothing leads there", b.Label)
		}
		for _, e := range b.Succs {
			reached[e.To] = true
			if e.Cond.IsFalse() || e.Cond.IsTrue() && len(b.Succs) > 1 {
				return fmt.Errorf("block %s: guard %s beside others", b.Label, e.Cond)
			}
		}
		before := 0
		for _, n := range b.Notes {
			if n.Before < before || n.Before > len(b.Instrs) {
				return fmt.Errorf("block %s: note of %s before instruction %d", b.Label, n.Place(), n.Before)
			}
			before = n.Before
		}
	}
	return nil
}
