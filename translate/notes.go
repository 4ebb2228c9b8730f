package translate

import (
	"semdiff/boogie"
	"semdiff/boogie/types"
	"semdiff/internal/source"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// What translators to Boogie tell of the program they read: places, and names
// of values. None of it has a meaning; traces show it.

// sourceLocation reads SMACK's {:sourceloc "file", line, column} and HAVOC's
// {:sourceFile "file"} {:sourceLine line}.
func (b *builder) sourceLocation(attrs []*boogie.Attr) {
	if a := boogie.FindAttr(attrs, "sourceloc"); a != nil && len(a.Args) == 3 {
		file, okF := a.Args[0].(*boogie.StringLit)
		line, okL := a.Args[1].(*boogie.IntLit)
		col, okC := a.Args[2].(*boogie.IntLit)
		if okF && okL && okC && line.Value.IsInt64() && col.Value.IsInt64() {
			// Line 0 says that no place is known, and so does this then.
			b.place = source.Pos{File: file.Value, Line: int(line.Value.Int64()), Col: int(col.Value.Int64())}
		}
		return
	}
	if pos := sourceLine(attrs); pos.IsValid() {
		b.place = pos
	}
}

// sourceLine reads {:sourceFile "file"} {:sourceLine line}, which HAVOC also
// writes in lower case.
func sourceLine(attrs []*boogie.Attr) source.Pos {
	for _, names := range [][2]string{{"sourceFile", "sourceLine"}, {"sourcefile", "sourceline"}} {
		file, okF := boogie.FindAttr(attrs, names[0]).StringArg()
		line, okL := boogie.FindAttr(attrs, names[1]).IntArg()
		if okF && okL {
			return source.Pos{File: file, Line: line, Col: 1}
		}
	}
	return source.Pos{}
}

// mark notes that a run passes n, unless what was emitted last tells so.
func (b *builder) mark(n boogie.Node) {
	at := b.pos(n)
	if k := len(b.cur.Instrs); k > 0 {
		switch last := b.cur.Instrs[k-1].(type) {
		case *ir.Assume, *ir.Assert: // traces leave them out
		default:
			if p := last.Place(); p.File == at.Pos.File && p.Line == at.Pos.Line {
				return
			}
		}
	}
	b.emit(&ir.Note{At: at})
}

// valueNote recognises assume value_is(c, e), which HAVOC writes to say, for
// traces, what to call the value of e at that place. It assumes nothing, unless
// the program says or asks something of the function value_is elsewhere. The
// answer is nil for any other condition.
func (l *lowering) valueNote(e boogie.Expr) *boogie.CallExpr {
	call, ok := e.(*boogie.CallExpr)
	if !ok || call.Func != valueIs || !l.namesValues() {
		return nil
	}
	return call
}

// valueIs is the function of HAVOC's notes.
const valueIs = "value_is"

// namesValues reports whether the function value_is of two arguments has no
// meaning: it has no body, and nothing uses it but assumptions that are just its
// application.
func namesValues(prog *boogie.Program, info *types.Info) bool {
	f := info.Funcs[valueIs]
	if f == nil || f.Decl.Body != nil || len(f.Params) != 2 {
		return false
	}
	notes := map[boogie.Expr]bool{}
	means := false
	visit := func(n boogie.Node) bool {
		switch n := n.(type) {
		case *boogie.AssumeStmt:
			notes[n.Cond] = true
		case *boogie.CallExpr:
			means = means || n.Func == valueIs && !notes[n]
		}
		return !means
	}
	for _, d := range prog.Decls {
		boogie.Inspect(d, visit)
	}
	return !means
}

// noteValue notes the value of e, of value_is(c, e), under the name that the
// constant c has for it, at the line that it names.
func (b *builder) noteValue(call *boogie.CallExpr) {
	c, ok := call.Args[0].(*boogie.IdentExpr)
	if !ok || b.l.info.Objects[c] == nil || b.l.info.Objects[c].Kind != types.Const {
		return
	}
	attrs := b.l.info.Objects[c].Attrs
	name, ok := boogie.FindAttr(attrs, "model_const").StringArg()
	if !ok {
		return
	}
	t := b.l.noted(call.Args[1])
	if t == nil {
		return
	}
	at := b.pos(call)
	if pos := sourceLine(attrs); pos.IsValid() {
		at.Pos = pos
	}
	b.emit(&ir.Note{At: at, Name: name, Exprs: []*smtlib.Term{t}})
}

// noted is the term of an expression in a note, nil where lowering it would ask
// more of the program than its other statements do.
func (l *lowering) noted(e boogie.Expr) *smtlib.Term {
	plain := true
	boogie.Inspect(e, func(n boogie.Node) bool {
		switch n := n.(type) {
		case *boogie.QuantExpr, *boogie.CodeExpr, *boogie.LetExpr, *boogie.OldExpr:
			plain = false
		case *boogie.CallExpr:
			f := l.funcs[n.Func]
			plain = plain && (l.info.Funcs[n.Func].Decl.Body == nil || f != nil && (f.body != nil || f.symbol != nil))
		}
		return plain
	})
	if !plain {
		return nil
	}
	problems := len(l.diags)
	t := l.expr(e, scope{})
	l.diags = l.diags[:problems]
	return t
}

// noteRecord notes what call {:cexpr "x"} boogie_si_record_i32(v) of SMACK
// tells: that v is the value of the source's x.
func (b *builder) noteRecord(s *boogie.CallStmt, args []*smtlib.Term) {
	name, ok := boogie.FindAttr(s.Attrs, "cexpr").StringArg()
	if ok && len(args) == 1 && len(s.Outs) == 0 && b.l.info.Procs[s.Proc].Body == nil {
		b.emit(&ir.Note{At: b.pos(s), Name: name, Exprs: args})
	}
}

// detachNotes is the last pass: it puts notes beside the instructions, where no
// analysis sees them.
func (l *procLowering) detachNotes() {
	for _, p := range append([]*ir.Proc{l.proc}, l.loops...) {
		for _, b := range p.Blocks {
			b.DetachNotes()
		}
	}
}
