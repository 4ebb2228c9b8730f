package translate

import (
	"slices"
	"strconv"
	"strings"

	"semdiff/smtlib"
	"semdiff/translate/cfg"
	"semdiff/translate/ir"
	"semdiff/translate/term"
)

// builder makes blocks of the IR from those of a control-flow graph. Globals and
// the tape are inputs and outputs then, and arguments and results of calls; a havoc
// is a read of the tape, a call of a procedure without a body that or functions of
// its inputs.
type builder struct {
	*term.Reader
	*lowering
	blocks map[*cfg.Block]*ir.Block
	out    []ir.Instr
}

func (b *builder) block(from *cfg.Block) {
	b.out = nil
	for _, in := range from.Instrs {
		b.instr(in)
	}
	to := b.blocks[from]
	to.Instrs = b.out
	conds := make([]*smtlib.Term, len(from.Succs))
	for i, e := range from.Succs {
		conds[i] = b.Guard(e)
	}
	if from.Choice != nil {
		b.choose(conds, from)
	}
	for i, e := range from.Succs {
		to.Succs = append(to.Succs, ir.Edge{Cond: conds[i], To: b.blocks[e.To]})
	}
}

// choose makes guards that overlap exclude each other by the choice between them.
func (b *builder) choose(guards []*smtlib.Term, from *cfg.Block) {
	c := b.ctx
	choice := b.Variable(from.Choice)
	picked := make([]*smtlib.Term, len(guards))
	for i, e := range from.Succs {
		picked[i] = c.And(guards[i], c.Eq(choice, c.IntVal(int64(e.Pick))))
	}
	none := c.Not(c.Or(picked...))
	earlier := c.False // a target before this one is enabled
	for i, g := range guards {
		guards[i] = c.Or(picked[i], c.And(g, none, c.Not(earlier)))
		earlier = c.Or(earlier, g)
	}
}

func (b *builder) emit(in ir.Instr) { b.out = append(b.out, in) }

func (b *builder) instr(in cfg.Instr) {
	at := ir.At{Pos: in.Place()}
	switch in := in.(type) {
	case *cfg.Assign:
		b.assign(at, in)
	case *cfg.Unpack:
		if t := b.Value(in.Value); t != nil {
			a := &ir.Assign{At: at}
			k := term.Constructor(t.Sort(), in.Ctor)
			for i, v := range in.Vars {
				a.Vars = append(a.Vars, b.Variable(v))
				a.Exprs = append(a.Exprs, b.ctx.Field(k, i, t))
			}
			b.emit(a)
		}
	case *cfg.Assume:
		b.assume(at, in.Cond)
	case *cfg.Assert:
		if t := b.Cond(in.Cond); !t.IsTrue() {
			b.emit(&ir.Assert{At: at, Cond: t, What: in.What})
		}
	case *cfg.Havoc:
		b.readTape(at, b.Variables(in.Vars))
		for _, w := range in.Where {
			b.assume(at, w)
		}
	case *cfg.Call:
		b.call(at, in)
	case *cfg.Note:
		b.note(at, in)
	}
}

func (b *builder) assume(at ir.At, cond *cfg.Expr) {
	if t := b.Cond(cond); !t.IsTrue() {
		b.emit(&ir.Assume{At: at, Cond: t})
	}
}

func (b *builder) assign(at ir.At, in *cfg.Assign) {
	a := &ir.Assign{At: at}
	for i, v := range in.Vars {
		t := b.Value(in.Values[i])
		if t == nil {
			return
		}
		if x := b.Assigned(v, t); x != nil {
			a.Vars = append(a.Vars, x)
			a.Exprs = append(a.Exprs, t)
		}
	}
	if len(a.Vars) > 0 {
		b.emit(a)
	}
}

// readTape sets vars to the next elements of the tape.
func (b *builder) readTape(at ir.At, vars []*smtlib.Term) {
	tape := ir.TapeVar(b.ctx)
	a := &ir.Assign{At: at}
	for i, v := range vars {
		here := b.ctx.Add(tape, b.ctx.IntVal(int64(i)))
		a.Vars = append(a.Vars, v)
		a.Exprs = append(a.Exprs, b.ctx.App(ir.TapeFunc(b.ctx, v.Sort()), here))
	}
	a.Vars = append(a.Vars, tape)
	a.Exprs = append(a.Exprs, b.ctx.Add(tape, b.ctx.IntVal(int64(len(vars)))))
	b.emit(a)
}

func (b *builder) call(at ir.At, in *cfg.Call) {
	args := make([]*smtlib.Term, len(in.Args))
	for i, x := range in.Args {
		if args[i] = b.Value(x); args[i] == nil {
			return
		}
	}
	switch vars := b.Variables(in.Sets); {
	case in.Proc.Body != nil:
		b.emit(b.threaded(at, in, args))
	case len(vars) == 0:
	case b.graphs.External(in.Proc).Tape:
		b.readTape(at, vars)
	default:
		b.emit(b.functions(at, in, args, vars))
	}
}

// threaded is a call with the globals and the tape that the callee takes and gives
// back.
func (b *builder) threaded(at ir.At, in *cfg.Call, args []*smtlib.Term) ir.Instr {
	sig := b.graphs.Signatures[in.Proc.Decl.Name]
	args = append(args, b.globalVars(sig.Inputs)...)
	results := b.Variables(in.Outs)
	outs := slices.Clone(results)
	for _, g := range b.globalVars(sig.Writes) {
		if slices.Contains(results, g) { // call g := p() sets g after p did
			g = nil
		}
		outs = append(outs, g)
	}
	if sig.TapeIn {
		args = append(args, ir.TapeVar(b.ctx))
	}
	if sig.Tape {
		outs = append(outs, ir.TapeVar(b.ctx))
	}
	return &ir.Call{At: at, Proc: in.Proc.Decl.Name, Args: args, Outs: outs}
}

// functions sets vars to functions of the arguments of a procedure without a body
// and of the globals that it reads, which are part of the functions' names: with
// others they are other functions.
func (b *builder) functions(at ir.At, in *cfg.Call, args, vars []*smtlib.Term) ir.Instr {
	p := in.Proc
	reads := b.globalVars(b.graphs.External(p).Reads)
	args = append(args, reads...)
	sorts := make([]*smtlib.Sort, len(args))
	for i, a := range args {
		sorts[i] = a.Sort()
	}
	name := b.terms.ProcName(p.Decl.Name)
	if len(reads) > 0 {
		names := make([]string, len(reads))
		for i, g := range reads {
			names[i] = g.Name()
		}
		name += "[" + strings.Join(names, ",") + "]"
	}
	a := &ir.Assign{At: at}
	for i, v := range vars {
		result := ":" + v.Name()
		if k := slices.Index(in.Outs, in.Sets[i]); k >= 0 {
			result = ":" + strconv.Itoa(k)
		}
		f := b.ctx.Func(name+result, sorts, v.Sort())
		a.Vars = append(a.Vars, v)
		a.Exprs = append(a.Exprs, b.ctx.App(f, args...))
	}
	return a
}

func (b *builder) note(at ir.At, in *cfg.Note) {
	if in.Value == nil {
		b.emit(&ir.Note{At: at})
		return
	}
	var t *smtlib.Term
	if e, ok := in.Value.(*cfg.Expr); ok && in.Extra {
		t = b.terms.Noted(e.Syntax)
	} else {
		t = b.Value(in.Value)
	}
	if t != nil {
		b.emit(&ir.Note{At: at, Name: in.Name, Exprs: []*smtlib.Term{t}})
	}
}
