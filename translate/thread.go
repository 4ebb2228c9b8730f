package translate

import (
	"slices"
	"strconv"
	"strings"

	"semdiff/boogie/types"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// thread makes globals and the input tape explicit: they become inputs and
// outputs of the procedure and arguments and results of the calls. A havoc
// becomes a read of the tape, a call of a procedure without a body a read of
// the tape or a function of its inputs.
func (l *procLowering) thread() {
	l.proc.Inputs, l.proc.Outputs = l.declared.Inputs, l.declared.Outputs
	for _, b := range l.proc.Blocks {
		var out []ir.Instr
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ir.Havoc:
				out = l.havocFromTape(out, in)
			case *ir.Call:
				if callee := l.info.Procs[in.Proc]; callee.Body == nil {
					out = l.callExternal(out, in, callee)
				} else {
					out = append(out, l.threadCall(in))
				}
			default:
				out = append(out, in)
			}
		}
		b.Instrs = out
	}
}

func (l *lowering) havocFromTape(out []ir.Instr, h *ir.Havoc) []ir.Instr {
	out = append(out, l.readTape(h.At, h.Vars))
	for _, w := range h.Where {
		if !w.IsTrue() {
			out = append(out, &ir.Assume{At: h.At, Cond: w})
		}
	}
	return out
}

// readTape sets vars to the next elements of the tape.
func (l *lowering) readTape(at ir.At, vars []*smtlib.Term) ir.Instr {
	tape := ir.TapeVar(l.ctx)
	a := &ir.Assign{At: at}
	for i, v := range vars {
		here := l.ctx.Add(tape, l.ctx.IntVal(int64(i)))
		a.Vars = append(a.Vars, v)
		a.Exprs = append(a.Exprs, l.ctx.App(ir.TapeFunc(l.ctx, v.Sort()), here))
	}
	a.Vars = append(a.Vars, tape)
	a.Exprs = append(a.Exprs, l.ctx.Add(tape, l.ctx.IntVal(int64(len(vars)))))
	return a
}

func (l *lowering) threadCall(c *ir.Call) ir.Instr {
	sig := l.sigs[c.Proc]
	args := append(slices.Clone(c.Args), l.globalVars(sig.inputs)...)
	outs := slices.Clone(c.Outs)
	for _, g := range l.globalVars(sig.writes) {
		if slices.Contains(c.Outs, g) { // call g := p() sets g after p did
			g = nil
		}
		outs = append(outs, g)
	}
	if sig.tapeIn {
		args = append(args, ir.TapeVar(l.ctx))
	}
	if sig.tape {
		outs = append(outs, ir.TapeVar(l.ctx))
	}
	return &ir.Call{At: c.At, Proc: c.Proc, Args: args, Outs: outs}
}

func (l *lowering) callExternal(out []ir.Instr, c *ir.Call, p *types.Proc) []ir.Instr {
	e := l.external(p)
	vars := slices.Clone(c.Outs)
	for _, g := range l.globalVars(e.writes) {
		if !slices.Contains(c.Outs, g) {
			vars = append(vars, g)
		}
	}
	if len(vars) == 0 {
		return out
	}
	if e.tape {
		return append(out, l.readTape(c.At, vars))
	}
	// The globals it reads are part of the function's name: with others it is
	// another function.
	reads := l.globalVars(e.reads)
	args := append(slices.Clone(c.Args), reads...)
	sorts := make([]*smtlib.Sort, len(args))
	for i, a := range args {
		sorts[i] = a.Sort()
	}
	name := l.nameOf(procSymbol, c.Proc)
	if len(reads) > 0 {
		names := make([]string, len(reads))
		for i, g := range reads {
			names[i] = g.Name()
		}
		name += "[" + strings.Join(names, ",") + "]"
	}
	a := &ir.Assign{At: c.At}
	for i, v := range vars {
		result := ":" + v.Name()
		if i < len(p.SpecOuts) {
			result = ":" + strconv.Itoa(i)
		}
		f := l.ctx.Func(name+result, sorts, v.Sort())
		a.Vars = append(a.Vars, v)
		a.Exprs = append(a.Exprs, l.ctx.App(f, args...))
	}
	return append(out, a)
}

// uninitialised havocs, at entry, the locals and results that may be read
// before they are set, and assumes their where clauses.
func (l *procLowering) uninitialised() {
	p := l.proc
	l.dropUnreachable(p)
	live := liveAtEntry(p)
	proc := l.info.Procs[p.Name]
	h := &ir.Havoc{At: ir.At{Pos: p.Pos}}
	for changed := true; changed; { // a where clause may read further variables
		changed = false
		for _, o := range slices.Concat(proc.Outs, proc.Locals) {
			v, used := l.vars[o]
			if !used || !live[v] || slices.Contains(h.Vars, v) {
				continue
			}
			changed = true
			h.Vars = append(h.Vars, v)
			if w := l.where(proc, o); w != nil {
				h.Where = append(h.Where, w)
				for _, x := range freeVars(w) {
					live[x] = true
				}
			}
		}
	}
	if len(h.Vars) > 0 {
		entry := &ir.Block{Label: "init", Pos: p.Pos,
			Instrs: []ir.Instr{h}, Succs: []ir.Edge{{Cond: l.ctx.True, To: p.Blocks[0]}}}
		p.Blocks = append([]*ir.Block{entry}, p.Blocks...)
	}
}

// globalWheres assumes at entry the where clauses of the globals that the
// procedure or its callees read or change, and of those that these clauses read.
func (l *procLowering) globalWheres() {
	var assumes []ir.Instr
	for _, g := range l.info.Globals {
		if i, known := l.place[g]; known && g.Where != nil && l.sig.reads.has(i) {
			if w := l.cond(g.Where, scope{}); !w.IsTrue() {
				assumes = append(assumes, &ir.Assume{At: ir.At{Pos: g.Decl.Position()}, Cond: w})
			}
		}
	}
	entry := l.proc.Blocks[0]
	entry.Instrs = append(assumes, entry.Instrs...)
}

// uses are the terms that an instruction evaluates.
func uses(in ir.Instr) []*smtlib.Term {
	switch in := in.(type) {
	case *ir.Assign:
		return in.Exprs
	case *ir.Assume:
		return []*smtlib.Term{in.Cond}
	case *ir.Assert:
		return []*smtlib.Term{in.Cond}
	case *ir.Call:
		return in.Args
	case *ir.Havoc:
		return in.Where
	case *ir.Note: // what only traces read is no use
		return nil
	}
	panic("translate: unexpected instruction")
}

// defs are the variables that an instruction sets.
func defs(in ir.Instr) []*smtlib.Term {
	switch in := in.(type) {
	case *ir.Assign:
		return in.Vars
	case *ir.Call:
		return slices.DeleteFunc(slices.Clone(in.Outs), func(v *smtlib.Term) bool { return v == nil })
	case *ir.Havoc:
		return in.Vars
	}
	return nil
}
