package match

import (
	"fmt"
	"slices"

	"semdiff/boogie"
	"semdiff/boogie/types"
)

// fit reports what is matched but has types that do not fit, once the new
// version has the names of the old one.
func (a *application) fit() {
	objects := func(what string, pairs []Pair, olds, news []*types.Object) {
		for _, p := range pairs {
			o, n := object(olds, p.Old.Name), object(news, p.Old.Name)
			if !types.Equal(o.Type, n.Type) {
				a.problems.Addf(p.Old.At, "%s %s is of type %s, %s of type %s", what, p.Old.Name, o.Type, p.New.Name, n.Type)
			}
		}
	}
	objects("global variable", a.file.Globals, a.old.Info.Globals, a.new.Info.Globals)
	objects("constant", a.file.Constants, a.old.Info.Consts, a.new.Info.Consts)
	for _, p := range a.file.Types {
		if o, n := typeText(a.old, p.Old.Name), typeText(a.new, p.Old.Name); o != n {
			a.problems.Addf(p.Old.At, "%s is %s, %s is %s", p.Old.Name, o, p.New.Name, n)
		}
	}
	for _, s := range a.file.Functions {
		a.fitFunction(s)
	}
	for _, s := range a.file.Procedures {
		a.fitProcedure(s)
	}
}

func object(list []*types.Object, name string) *types.Object {
	return list[slices.IndexFunc(list, func(o *types.Object) bool { return o.Name == name })]
}

// typeText says what a declared type is.
func typeText(v Version, name string) string {
	for _, d := range v.Prog.Decls {
		switch d := d.(type) {
		case *boogie.TypeDecl:
			for _, def := range d.Defs {
				switch {
				case def.Name != name:
				case def.Synonym != nil && len(def.Params) == 0:
					return "a synonym of " + v.Info.Written[def.Synonym].String()
				case def.Synonym != nil:
					return fmt.Sprintf("a synonym with %d parameters", len(def.Params))
				default:
					return fmt.Sprintf("a type with %d parameters", len(def.Params))
				}
			}
		case *boogie.DatatypeDecl:
			if d.Name == name {
				return "a datatype"
			}
		}
	}
	return "undeclared"
}

// parameters are the in-parameters of a function or procedure and its results.
type parameters struct {
	typeParams []*types.Var
	ins, outs  []parameter
}

type parameter struct {
	name string
	typ  types.Type
}

func (p parameters) find(name string) (index int, out, ok bool) {
	named := func(x parameter) bool { return x.name == name }
	if i := slices.IndexFunc(p.ins, named); i >= 0 {
		return i, false, true
	}
	i := slices.IndexFunc(p.outs, named)
	return i, true, i >= 0
}

func (p parameters) at(i int, out bool) parameter {
	if out {
		return p.outs[i]
	}
	return p.ins[i]
}

// sameTypes reports whether two signatures take and give the same types.
func (p parameters) sameTypes(q parameters) bool {
	return len(p.ins) == len(q.ins) && sameTypes(p, q, slices.Concat(p.ins, p.outs), slices.Concat(q.ins, q.outs))
}

// sameTypes compares types in the scope of type parameters, which correspond in
// their order. A polymorphic map type has them as a signature does.
func sameTypes(p, q parameters, x, y []parameter) bool {
	bound := func(vars []*types.Var, list []parameter) types.Type {
		index := make([]types.Type, len(list))
		for i, x := range list {
			index[i] = x.typ
		}
		return types.NewMap(vars, index, types.Bool)
	}
	return types.Equal(bound(p.typeParams, x), bound(q.typeParams, y))
}

func objectParameters(objs []*types.Object) []parameter {
	list := make([]parameter, len(objs))
	for i, o := range objs {
		list[i] = parameter{o.Name, o.Type}
	}
	return list
}

func functionParameters(f *types.Func) parameters {
	return parameters{f.TypeParams, objectParameters(f.Params), []parameter{{"out_ret", f.Result}}}
}

// procedureParameters are named as in the implementation, if there is one.
func procedureParameters(p *types.Proc) parameters {
	return parameters{p.TypeParams, objectParameters(p.Ins), objectParameters(p.Outs)}
}

func (a *application) fitFunction(s Signature) {
	o, n := functionParameters(a.old.Info.Funcs[s.Old.Name]), functionParameters(a.new.Info.Funcs[s.Old.Name])
	if !o.sameTypes(n) {
		a.problems.Addf(s.Old.At, "functions %s and %s have other types", s.Old.Name, s.New.Name)
		return
	}
	a.fitParameters(s, o, n, true)
}

func (a *application) fitProcedure(s Signature) {
	old := a.old.Info.Procs[s.Old.Name]
	newName := s.New.Name
	if to, renamed := a.renaming.procs[newName]; renamed {
		newName = to
	}
	new := a.new.Info.Procs[newName]
	o, n := procedureParameters(old), procedureParameters(new)
	external := old.Body == nil && new.Body == nil
	if external && !o.sameTypes(n) {
		a.problems.Addf(s.Old.At, "procedures %s and %s have other types", s.Old.Name, s.New.Name)
		return
	}
	params := a.fitParameters(s, o, n, external)
	if old.Body != nil && new.Body != nil {
		a.procedures = append(a.procedures, Signature{s.Pair, params})
	}
}

// fitParameters checks the matching of parameters; inOrder demands that it be
// by position, as for what has no text to compare.
func (a *application) fitParameters(s Signature, o, n parameters, inOrder bool) []Pair {
	var fitting []Pair
	var matched [2]map[string]bool
	for i := range matched {
		matched[i] = map[string]bool{}
	}
	for _, p := range s.Params {
		i, out, ok := o.find(p.Old.Name)
		if renamed, ok := a.renaming.locals[p.New.Name]; ok {
			p.New.Name = renamed
		}
		j, out2, ok2 := n.find(p.New.Name)
		switch {
		case !ok:
			a.problems.Addf(p.Old.At, "%s is not a parameter of %s", p.Old.Name, s.Old.Name)
		case !ok2:
			a.problems.Addf(p.New.At, "%s is not a parameter of %s", declared(p.New.Name), s.New.Name)
		case matched[0][p.Old.Name]:
			a.problems.Addf(p.Old.At, "parameter %s is matched twice", p.Old.Name)
		case matched[1][p.New.Name]:
			a.problems.Addf(p.New.At, "parameter %s is matched twice", declared(p.New.Name))
		case out != out2:
			a.problems.Addf(p.Old.At, "a parameter cannot be matched with a result: %s, %s", p.Old.Name, declared(p.New.Name))
		case inOrder && i != j:
			a.problems.Addf(p.Old.At, "without a body, %s and %s are matched by the order of their parameters", s.Old.Name, s.New.Name)
		case !sameTypes(o, n, []parameter{o.at(i, out)}, []parameter{n.at(j, out)}):
			a.problems.Addf(p.Old.At, "parameter %s is of type %s, %s of type %s", p.Old.Name, o.at(i, out).typ, declared(p.New.Name), n.at(j, out).typ)
		default:
			fitting = append(fitting, p)
		}
		matched[0][p.Old.Name], matched[1][p.New.Name] = true, true
	}
	return fitting
}
