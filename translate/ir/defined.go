package ir

import (
	"fmt"
	"maps"

	"semdiff/smtlib"
)

// checkDefined verifies that every variable is an input or set on all paths to
// where it is read. Blocks must be in topological order.
func checkDefined(p *Proc) error {
	d := definedness{set: map[*smtlib.Term]bool{}, free: map[*smtlib.Term][]*smtlib.Term{}}
	for _, v := range p.Inputs {
		d.set[v] = true
	}
	at := map[*Block]map[*smtlib.Term]bool{p.Blocks[0]: d.set}
	for _, b := range p.Blocks {
		if at[b] == nil {
			continue // only blocked runs lead here
		}
		d.set = maps.Clone(at[b])
		blocked, err := d.instrs(b)
		if err != nil {
			return err
		}
		if blocked {
			continue
		}
		if len(b.Succs) == 0 {
			if err := d.read(b, p.Outputs...); err != nil {
				return err
			}
		}
		for _, e := range b.Succs {
			if err := d.read(b, e.Cond); err != nil {
				return err
			}
			if at[e.To] == nil {
				at[e.To] = maps.Clone(d.set)
			} else {
				maps.DeleteFunc(at[e.To], func(v *smtlib.Term, _ bool) bool { return !d.set[v] })
			}
		}
	}
	return nil
}

// definedness is the walk through one block.
type definedness struct {
	set  map[*smtlib.Term]bool
	free map[*smtlib.Term][]*smtlib.Term // memo: the free variables of a term
}

// instrs walks through b; blocked tells that no run gets to its end.
func (d *definedness) instrs(b *Block) (blocked bool, err error) {
	for _, in := range b.Instrs {
		var reads, sets []*smtlib.Term
		switch in := in.(type) {
		case *Assign:
			reads, sets = in.Exprs, in.Vars
		case *Assume:
			if in.Cond.IsFalse() {
				return true, nil
			}
			reads = []*smtlib.Term{in.Cond}
		case *Assert:
			reads = []*smtlib.Term{in.Cond}
		case *Call:
			reads, sets = in.Args, in.Outs
		}
		if err := d.read(b, reads...); err != nil {
			return false, err
		}
		for _, v := range sets {
			d.set[v] = true
		}
	}
	return false, nil
}

func (d *definedness) read(b *Block, ts ...*smtlib.Term) error {
	for _, t := range ts {
		vars, known := d.free[t]
		if !known {
			vars = smtlib.Collect(t).Vars
			d.free[t] = vars
		}
		for _, v := range vars {
			if !d.set[v] {
				return fmt.Errorf("block %s reads %s, which may not be set", b.Label, v.Name())
			}
		}
	}
	return nil
}
