package abstraction

import "semdiff/smtlib"

// Definedness evaluates formulas in three values, where an abstract
// application has no value. must(t) is a formula without abstract
// applications that implies t whatever they mean; it is the paper's
// restriction to explored paths (section 3, UK), made exact for each formula.
// What is not reached before the budget is spent has no value either.
type Definedness struct {
	a     *Abstraction
	truth map[*smtlib.Term]truth
	value map[*smtlib.Term]known
	short bool
}

// truth of a formula: surely true, surely false.
type truth struct{ yes, no *smtlib.Term }

// known is a term's value where def holds.
type known struct{ value, def *smtlib.Term }

// NewDefinedness starts an evaluation.
func (a *Abstraction) NewDefinedness() *Definedness {
	return &Definedness{a: a, truth: map[*smtlib.Term]truth{}, value: map[*smtlib.Term]known{}}
}

// stops reports whether the budget is spent.
func (d *Definedness) stops() bool {
	d.short = d.short || d.a.Spent()
	return d.short
}

// Must is the part of t that holds whatever the abstract applications mean.
func (a *Abstraction) Must(t *smtlib.Term) *smtlib.Term {
	if !a.IsAbstract(t) {
		return t
	}
	return a.NewDefinedness().formula(t).yes
}

// May is the part of t that holds under some meaning, over-approximated.
func (a *Abstraction) May(t *smtlib.Term) *smtlib.Term {
	if !a.IsAbstract(t) {
		return t
	}
	return a.Ctx.Not(a.NewDefinedness().formula(t).no)
}

func (d *Definedness) formula(t *smtlib.Term) truth {
	c := d.a.Ctx
	if !d.a.IsAbstract(t) {
		return truth{t, c.Not(t)}
	}
	if r, ok := d.truth[t]; ok {
		return r
	}
	if d.stops() {
		return truth{c.False, c.False}
	}
	r := d.connective(t)
	d.truth[t] = r
	return r
}

func (d *Definedness) connective(t *smtlib.Term) truth {
	c := d.a.Ctx
	args := t.Args()
	switch t.Op() {
	case smtlib.OpNot:
		x := d.formula(args[0])
		return truth{x.no, x.yes}
	case smtlib.OpAnd, smtlib.OpOr:
		yes, no := make([]*smtlib.Term, len(args)), make([]*smtlib.Term, len(args))
		for i, x := range args {
			v := d.formula(x)
			yes[i], no[i] = v.yes, v.no
		}
		if t.Op() == smtlib.OpAnd {
			return truth{c.And(yes...), c.Or(no...)}
		}
		return truth{c.Or(yes...), c.And(no...)}
	case smtlib.OpIte:
		k, x, y := d.formula(args[0]), d.formula(args[1]), d.formula(args[2])
		return truth{
			c.Or(c.And(k.yes, x.yes), c.And(k.no, y.yes), c.And(x.yes, y.yes)),
			c.Or(c.And(k.yes, x.no), c.And(k.no, y.no), c.And(x.no, y.no)),
		}
	case smtlib.OpEq:
		if args[0].Sort() == c.Bool {
			x, y := d.formula(args[0]), d.formula(args[1])
			return truth{
				c.Or(c.And(x.yes, y.yes), c.And(x.no, y.no)),
				c.Or(c.And(x.yes, y.no), c.And(x.no, y.yes)),
			}
		}
	}
	k := d.strict(t)
	return truth{c.And(k.def, k.value), c.And(k.def, c.Not(k.value))}
}

// Value is the value of a term of any sort, and the condition under which it is.
func (d *Definedness) Value(t *smtlib.Term) (value, def *smtlib.Term) {
	k := d.term(t)
	return k.value, k.def
}

// Short reports that the budget was spent before the end.
func (d *Definedness) Short() bool { return d.short }

// term is the value of a term of any sort.
func (d *Definedness) term(t *smtlib.Term) known {
	c := d.a.Ctx
	if !d.a.IsAbstract(t) {
		return known{t, c.True}
	}
	if r, ok := d.value[t]; ok {
		return r
	}
	if d.stops() {
		return known{d.a.anyValue(t.Sort()), c.False}
	}
	var r known
	switch {
	case t.Sort() == c.Bool:
		v := d.formula(t)
		r = known{v.yes, c.Or(v.yes, v.no)}
	case t.Op() == smtlib.OpIte:
		k, x, y := d.formula(t.Args()[0]), d.term(t.Args()[1]), d.term(t.Args()[2])
		r = known{c.Ite(k.yes, x.value, y.value), c.Or(c.And(k.yes, x.def), c.And(k.no, y.def))}
	default:
		r = d.strict(t)
	}
	d.value[t] = r
	return r
}

// strict needs all arguments. An abstract application has no value; neither
// has a quantified formula that mentions one.
func (d *Definedness) strict(t *smtlib.Term) known {
	c := d.a.Ctx
	if _, abstract := d.a.MeaningOf(t); abstract || t.Op() == smtlib.OpForall || t.Op() == smtlib.OpExists {
		return known{d.a.anyValue(t.Sort()), c.False}
	}
	values := make([]*smtlib.Term, len(t.Args()))
	defs := make([]*smtlib.Term, len(t.Args()))
	for i, x := range t.Args() {
		k := d.term(x)
		values[i], defs[i] = k.value, k.def
	}
	return known{c.Rebuild(t, values), c.And(defs...)}
}

// anyValue is a term of sort s that stands where the value does not matter.
func (a *Abstraction) anyValue(s *smtlib.Sort) *smtlib.Term {
	return a.Ctx.Default(s, func(s *smtlib.Sort) *smtlib.Term { return a.Ctx.Var("any "+s.Name, s) })
}
