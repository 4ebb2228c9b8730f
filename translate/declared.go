package translate

import (
	"strings"

	"semdiff/boogie"
	"semdiff/boogie/types"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// declared lists the procedures as the file declares them; info is about the
// program before it was made monomorphic.
func (l *lowering) declared(info *types.Info) []ir.Declared {
	var out []ir.Declared
	for _, d := range info.Decls {
		decl, ok := d.(*boogie.ProcDecl)
		if !ok || info.Procs[decl.Name] == nil {
			continue
		}
		p := info.Procs[decl.Name]
		one := ir.Declared{
			Name: decl.Name, Pos: decl.Position(), Body: p.Body != nil, Signature: signatureText(p), Types: signatureTypes(p),
		}
		if q := l.info.Procs[decl.Name]; q != nil {
			ins, ok := l.formals(q.SpecIns)
			outs, ok2 := l.formals(q.SpecOuts)
			if ok && ok2 {
				one.Ins, one.Outs = ins, outs
			}
		}
		out = append(out, one)
	}
	return out
}

// signatureText is a signature as Boogie writes it.
func signatureText(p *types.Proc) string {
	params := make([]string, len(p.TypeParams))
	for i, v := range p.TypeParams {
		params[i] = v.Name
	}
	list := func(objs []*types.Object) string {
		parts := make([]string, len(objs))
		for i, o := range objs {
			parts[i] = o.Name + ": " + o.Type.String()
		}
		return "(" + strings.Join(parts, ", ") + ")"
	}
	text := list(p.SpecIns)
	if len(params) > 0 {
		text = "<" + strings.Join(params, ", ") + ">" + text
	}
	if len(p.SpecOuts) > 0 {
		text += " returns " + list(p.SpecOuts)
	}
	return text
}

// signatureTypes is the key of the type of a map from parameters to one from
// results: it binds type parameters as a procedure does.
func signatureTypes(p *types.Proc) string {
	listed := func(objs []*types.Object) []types.Type {
		ts := make([]types.Type, len(objs))
		for i, o := range objs {
			ts[i] = o.Type
		}
		return ts
	}
	results := types.NewMap(nil, listed(p.SpecOuts), types.Bool)
	return types.Key(types.NewMap(p.TypeParams, listed(p.SpecIns), results))
}

// formals are the variables of parameters; ok is false when one has a type that
// has no sort.
func (l *lowering) formals(objs []*types.Object) (vars []*smtlib.Term, ok bool) {
	vars = make([]*smtlib.Term, len(objs))
	for i, o := range objs {
		s, err := l.terms.Sort(o.Type)
		if err != nil {
			return nil, false
		}
		vars[i] = l.ctx.Var(o.Name, s)
	}
	return vars, true
}
