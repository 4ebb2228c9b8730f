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
// outputs of the procedures and arguments and results of the calls. A havoc
// becomes a read of the tape, a call of a procedure without a body a read of
// the tape or a function of its inputs.
func (l *lowering) thread() {
	assumed := map[string]bool{}
	for _, name := range l.order {
		p, e := l.out.Procs[name], l.effects[name]
		p.Inputs = append(p.Inputs, globalsOf(e.reads)...)
		p.Outputs = append(p.Outputs, globalsOf(e.writes)...)
		if e.tape {
			p.Inputs = append(p.Inputs, ir.TapeVar(l.ctx))
			p.Outputs = append(p.Outputs, ir.TapeVar(l.ctx))
		}
		for _, b := range p.Blocks {
			var out []ir.Instr
			for _, in := range b.Instrs {
				switch in := in.(type) {
				case *ir.Havoc:
					out = l.havocFromTape(out, in)
				case *ir.Call:
					if callee := l.info.Procs[in.Proc]; callee.Body == nil {
						out = l.callExternal(out, in, callee, assumed)
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
	for name := range assumed {
		l.out.Externals = append(l.out.Externals, name)
	}
	slices.Sort(l.out.Externals)
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
	e := l.effects[c.Proc]
	args := append(slices.Clone(c.Args), globalsOf(e.reads)...)
	outs := slices.Clone(c.Outs)
	for _, g := range globalsOf(e.writes) {
		if slices.Contains(c.Outs, g) { // call g := p() sets g after p did
			g = nil
		}
		outs = append(outs, g)
	}
	if e.tape {
		args = append(args, ir.TapeVar(l.ctx))
		outs = append(outs, ir.TapeVar(l.ctx))
	}
	return &ir.Call{At: c.At, Proc: c.Proc, Args: args, Outs: outs}
}

func (l *lowering) callExternal(out []ir.Instr, c *ir.Call, p *types.Proc, assumed map[string]bool) []ir.Instr {
	e := l.effects[c.Proc]
	vars := slices.Clone(c.Outs)
	for _, g := range globalsOf(e.writes) {
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
	assumed[c.Proc] = true
	// The globals it reads are part of the function's name: with others it is
	// another function.
	reads := globalsOf(e.reads)
	args := append(slices.Clone(c.Args), reads...)
	sorts := make([]*smtlib.Sort, len(args))
	for i, a := range args {
		sorts[i] = a.Sort()
	}
	name := c.Proc
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
func (l *lowering) uninitialised() {
	for _, name := range l.order {
		p := l.out.Procs[name]
		l.dropUnreachable(p)
		live := liveAtEntry(p)
		proc := l.info.Procs[name]
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
}
