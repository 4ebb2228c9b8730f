package symdiff

import (
	"semdiff/moddiff/vc"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
	"semdiff/translate/interp"
)

// defaultUnwind is how many activations of a recursive callee refinement inlines
// where no depth is given.
const defaultUnwind = 5

// refine asks for the callees to be inlined on which it depends that the
// condition holds in the model: first those whose versions have functions of
// their own, then those that are shared. It reports whether there are any.
func (e *encoder) refine(cond *smtlib.Term, m *solver.Model) bool {
	used := e.deciding(cond, m)
	for _, shared := range []bool{false, true} {
		progress := false
		for _, f := range used {
			s, _ := e.known.symbols.Of(f)
			if s.Shared() == shared {
				progress = e.want(s) || progress
			}
		}
		if progress {
			return true
		}
	}
	return false
}

// want asks for one more activation of what a function stands for, in both
// versions of a pair.
func (e *encoder) want(s vc.Symbol) (progress bool) {
	for version, name := range s.Procs {
		if name == "" {
			continue
		}
		limit := 1
		if e.v.recursive(version, name) {
			limit = max(e.opts.Unwind, defaultUnwind)
		}
		if e.wanted[version][name] >= limit {
			continue
		}
		e.wanted[version][name]++
		progress = true
		if p := e.v.pairOf(version, name); p != nil {
			other := p.Procs[1-version].Name
			e.wanted[1-version][other] = max(e.wanted[1-version][other], e.wanted[version][name])
		}
	}
	return progress
}

// deciding lists the abstract functions whose applications make cond true in the
// model, in order of their occurrence.
func (e *encoder) deciding(cond *smtlib.Term, m *solver.Model) []*smtlib.Func {
	l := &dependence{e: e, value: e.valuesIn(m, cond), seen: map[*smtlib.Term]bool{}, found: map[*smtlib.Func]bool{}}
	l.visit(cond)
	return l.order
}

// valuesIn evaluates terms in a model, whose variables are those of the given terms.
func (e *encoder) valuesIn(m *solver.Model, terms ...*smtlib.Term) func(*smtlib.Term) (interp.Value, error) {
	model := interp.NewModel(e.c, e.v.programs[0], e.v.programs[1])
	for f, d := range m.Funcs {
		model.Defs[f] = interp.Definition{Params: d.Params, Body: d.Body}
	}
	env := interp.Env{}
	smtlib.VisitAll(terms, func(t *smtlib.Term) {
		if t.Op() != smtlib.OpVar {
			return
		}
		env[t] = interp.Default(t.Sort())
		if value, ok := m.Vars[t]; ok {
			if v, err := model.Literal(value); err == nil {
				env[t] = v
			}
		}
	})
	return interp.Evaluator(e.c, env, model)
}

// dependence collects the abstract functions that the value of a term depends on.
type dependence struct {
	e     *encoder
	value func(*smtlib.Term) (interp.Value, error)
	seen  map[*smtlib.Term]bool
	found map[*smtlib.Func]bool
	order []*smtlib.Func
}

func (l *dependence) visit(t *smtlib.Term) {
	if l.seen[t] || !l.e.v.isAbstract(t) {
		return
	}
	l.seen[t] = true
	if t.Op() == smtlib.OpApp {
		if _, abstract := l.e.known.symbols.Of(t.Func()); abstract && !l.found[t.Func()] {
			l.found[t.Func()] = true
			l.order = append(l.order, t.Func())
		}
	}
	for _, x := range l.deciding(t) {
		l.visit(x)
	}
}

// deciding are the arguments that t's value depends on.
func (l *dependence) deciding(t *smtlib.Term) []*smtlib.Term {
	args := t.Args()
	switch t.Op() {
	case smtlib.OpAnd, smtlib.OpOr:
		decides := t.Op() == smtlib.OpOr // the value of an argument that makes t's
		var concrete, abstract *smtlib.Term
		for _, x := range args {
			v, err := l.value(x)
			switch {
			case err != nil || v.IsTrue() != decides:
			case !l.e.v.isAbstract(x):
				concrete = x
			case abstract == nil:
				abstract = x
			}
		}
		switch {
		case concrete != nil:
			return nil
		case abstract != nil:
			return []*smtlib.Term{abstract}
		}
	case smtlib.OpIte:
		v, err := l.value(args[0])
		switch {
		case err != nil:
		case v.IsTrue():
			return []*smtlib.Term{args[0], args[1]}
		default:
			return []*smtlib.Term{args[0], args[2]}
		}
	}
	return args
}
