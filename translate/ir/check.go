package ir

import (
	"fmt"

	"semdiff/smtlib"
)

// Check verifies the invariants that the types do not, for a body that is about
// to become proc's: blocks in topological order, calls that fit their callee,
// sorts that fit, nothing read before it is set.
func (p *Program) Check(proc *Proc, body *Body) error {
	loops := map[string]*Proc{}
	for _, l := range body.Loops {
		loops[l.Name] = l
	}
	whole := *proc
	whole.Blocks = body.Blocks
	for _, q := range append([]*Proc{&whole}, body.Loops...) {
		if err := p.checkLoweredProc(q, loops); err != nil {
			return fmt.Errorf("ir: %s: %w", q.Name, err)
		}
	}
	return nil
}

func (p *Program) checkLoweredProc(proc *Proc, loops map[string]*Proc) error {
	if err := p.checkProc(proc); err != nil {
		return err
	}
	if err := p.checkOrder(proc); err != nil {
		return err
	}
	for _, b := range proc.Blocks {
		for _, in := range b.Instrs {
			if err := p.checkLowered(in, loops); err != nil {
				return fmt.Errorf("%s: %w", in.Place(), err)
			}
		}
	}
	return checkDefined(proc)
}

// CheckSorts verifies what holds between the passes of the lowering too: edges
// stay inside of their procedure, sorts fit.
func (p *Program) CheckSorts(procs ...*Proc) error {
	for _, proc := range procs {
		if err := p.checkProc(proc); err != nil {
			return fmt.Errorf("ir: %s: %w", proc.Name, err)
		}
	}
	return nil
}

func (p *Program) checkProc(proc *Proc) error {
	if len(proc.Blocks) == 0 {
		return fmt.Errorf("no blocks")
	}
	inside := map[*Block]bool{}
	for _, b := range proc.Blocks {
		inside[b] = true
	}
	for _, b := range proc.Blocks {
		for _, in := range b.Instrs {
			if err := p.checkInstr(in); err != nil {
				return fmt.Errorf("%s: %w", in.Place(), err)
			}
		}
		for _, e := range b.Succs {
			if !inside[e.To] {
				return fmt.Errorf("edge from %s to %s leaves the procedure", b.Label, e.To.Label)
			}
			if e.Cond.Sort() != p.Ctx.Bool {
				return fmt.Errorf("guard of sort %s", e.Cond.Sort())
			}
		}
	}
	return nil
}

func (p *Program) checkOrder(proc *Proc) error {
	place := map[*Block]int{}
	for i, b := range proc.Blocks {
		place[b] = i
	}
	for i, b := range proc.Blocks {
		for _, e := range b.Succs {
			if place[e.To] <= i {
				return fmt.Errorf("edge from %s to %s is not forward", b.Label, e.To.Label)
			}
		}
	}
	return nil
}

func (p *Program) checkInstr(in Instr) error {
	switch in := in.(type) {
	case *Assign:
		if len(in.Vars) != len(in.Exprs) {
			return fmt.Errorf("assignment of %d values to %d variables", len(in.Exprs), len(in.Vars))
		}
		seen := map[*smtlib.Term]bool{}
		for i, v := range in.Vars {
			if v.Op() != smtlib.OpVar || v.Sort() != in.Exprs[i].Sort() || seen[v] {
				return fmt.Errorf("assignment of %s to %s", in.Exprs[i].Sort(), v.Name())
			}
			seen[v] = true
		}
	case *Assume:
		if in.Cond.Sort() != p.Ctx.Bool {
			return fmt.Errorf("assumption of sort %s", in.Cond.Sort())
		}
	case *Assert:
		if in.Cond.Sort() != p.Ctx.Bool {
			return fmt.Errorf("assertion of sort %s", in.Cond.Sort())
		}
	case *Call:
		seen := map[*smtlib.Term]bool{}
		for _, o := range in.Outs {
			if o != nil && seen[o] {
				return fmt.Errorf("two results of %s for %s", in.Proc, o.Name())
			}
			seen[o] = true
		}
	case *Note:
	default:
		return fmt.Errorf("unexpected instruction %T", in)
	}
	return nil
}

// checkLowered checks what only holds when lowering is over.
func (p *Program) checkLowered(in Instr, loops map[string]*Proc) error {
	switch in := in.(type) {
	case *Note:
		return fmt.Errorf("note is left")
	case *Call:
		callee := loops[in.Proc]
		if callee == nil {
			callee = p.Procs[in.Proc]
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
			if o != nil && o.Sort() != callee.Outputs[i].Sort() {
				return fmt.Errorf("result %d of %s is %s", i+1, in.Proc, o.Sort())
			}
		}
	}
	return nil
}
