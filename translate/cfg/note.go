package cfg

import (
	"semdiff/boogie"
	"semdiff/boogie/types"
	"semdiff/internal/source"
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
	at := b.at(n)
	if k := len(b.cur.Instrs); k > 0 {
		switch last := b.cur.Instrs[k-1].(type) {
		case *Assume, *Assert: // traces leave them out
		default:
			if p := last.Place(); p.File == at.Pos.File && p.Line == at.Pos.Line {
				return
			}
		}
	}
	b.emit(&Note{At: at})
}

// ValueIs is the function of HAVOC's notes.
const ValueIs = "value_is"

// valueNote recognises assume value_is(c, e), which HAVOC writes to say, for
// traces, what to call the value of e at that place. It assumes nothing, unless
// the program says or asks something of the function value_is elsewhere. The
// answer is nil for any other condition.
func (b *builder) valueNote(e boogie.Expr) *boogie.CallExpr {
	call, ok := e.(*boogie.CallExpr)
	if !ok || call.Func != ValueIs || !b.prog.NamesValues() {
		return nil
	}
	return call
}

// namesValues reports whether the function value_is of two arguments has no
// meaning: it has no body, and nothing uses it but assumptions that are just its
// application.
func namesValues(prog *boogie.Program, info *types.Info) bool {
	f := info.Funcs[ValueIs]
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
			means = means || n.Func == ValueIs && !notes[n]
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
	if !ok {
		return
	}
	o := b.prog.info.Objects[c]
	if o == nil || o.Kind != types.Const {
		return
	}
	name, ok := boogie.FindAttr(o.Attrs, "model_const").StringArg()
	if !ok {
		return
	}
	at := b.at(call)
	if pos := sourceLine(o.Attrs); pos.IsValid() {
		at.Pos = pos
	}
	// What only a note reads is no read.
	b.emit(&Note{At: at, Name: name, Value: &Expr{Syntax: call.Args[1], Names: &Names{}}, Extra: true})
}

// noteRecord notes what call {:cexpr "x"} boogie_si_record_i32(v) of SMACK
// tells: that v is the value of the source's x.
func (b *builder) noteRecord(s *boogie.CallStmt, p *types.Proc, args []Value) {
	name, ok := boogie.FindAttr(s.Attrs, "cexpr").StringArg()
	if ok && len(args) == 1 && len(s.Outs) == 0 && p.Body == nil {
		b.emit(&Note{At: b.at(s), Name: name, Value: args[0]})
	}
}
