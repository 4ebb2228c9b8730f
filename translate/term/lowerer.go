package term

import (
	"semdiff/boogie/types"
	"semdiff/internal/source"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// Lowerer makes terms of the expressions of one version.
type Lowerer struct {
	*Sorts
	diags source.List // what was met that has no meaning

	ctx     *smtlib.Context
	info    *types.Info
	out     *ir.Program // gets lambdas and the definitions of recursive functions
	vars    map[*types.Object]*smtlib.Term
	globals map[string]bool
	defs    *smtlib.Definitions
	funcs   map[string]*function
	met     []string // names of funcs, as they came
	retyped retyped  // see FindRetyped
}

// New prepares to lower expressions of a program; out is what becomes of it.
func New(ctx *smtlib.Context, info *types.Info, out *ir.Program) *Lowerer {
	return &Lowerer{
		Sorts: &Sorts{
			ctx: ctx, info: info, datatypes: map[string]*smtlib.Sort{}, maps: map[*types.Map]*smtlib.Sort{}, sizes: map[*smtlib.Sort]int{},
		},
		ctx: ctx, info: info, out: out, vars: map[*types.Object]*smtlib.Term{}, globals: map[string]bool{},
		defs: smtlib.NewDefinitions(ctx), funcs: map[string]*function{},
	}
}

// DeclareGlobals makes variables of the globals.
func (l *Lowerer) DeclareGlobals() {
	for _, g := range l.info.Globals {
		l.globals[g.Name] = true
		if s, err := l.Sort(g.Type); err == nil {
			l.vars[g] = l.ctx.Var(g.Name, s)
		}
	}
}

// Global is the variable of a global, nil when its type has no meaning.
func (l *Lowerer) Global(o *types.Object) *smtlib.Term { return l.vars[o] }

// Variable is the term of a global, local or formal.
func (l *Lowerer) Variable(o *types.Object, pos source.Pos) *smtlib.Term {
	if v, ok := l.vars[o]; ok {
		return v
	}
	s := l.sortAt(o.Type, pos)
	name := o.Name
	if l.globals[name] {
		name = "local(" + name + ")" // shadows a global, which the procedure may still hand on
	}
	v := l.ctx.Var(name, s)
	l.vars[o] = v
	return v
}

// sortAt is Sort with problems reported at pos; it then answers Bool.
func (l *Lowerer) sortAt(t types.Type, pos source.Pos) *smtlib.Sort {
	s, err := l.Sort(t)
	if err != nil {
		l.diags.Addf(pos, "%v", err)
		return l.ctx.Bool
	}
	return s
}

// mustSort is Sort inside of expression lowering.
func (l *Lowerer) mustSort(t types.Type, pos source.Pos) *smtlib.Sort {
	s, err := l.Sort(t)
	if err != nil {
		panic(unsupported{pos, err.Error()})
	}
	return s
}

// unsupported is panicked with inside expression lowering and turned into a
// diagnostic by Lowerer.try; nothing else recovers it.
type unsupported struct {
	pos     source.Pos
	message string // "" when another diagnostic says it
}

// try runs f, which lowers expressions; what has no meaning here becomes a
// diagnostic, and the answer is then false. The functions that were met are then
// forgotten: they may lean on one that was not lowered to its end.
func (l *Lowerer) try(f func()) (ok bool) {
	first := len(l.met)
	defer func() {
		if r := recover(); r != nil {
			u, known := r.(unsupported)
			if !known {
				panic(r)
			}
			if u.message != "" {
				l.diags.Addf(u.pos, "%s", u.message)
			}
			for _, name := range l.met[first:] {
				delete(l.funcs, name)
			}
			l.met = l.met[:first]
			ok = false
		}
	}()
	f()
	return true
}

// quietly is try without diagnostics.
func (l *Lowerer) quietly(f func()) (ok bool) {
	diags := l.diags
	defer func() { l.diags = diags }()
	return l.try(f)
}

// Problems are the diagnostics so far, in order; they are forgotten then.
func (l *Lowerer) Problems() source.List {
	out := l.diags
	l.diags = nil
	out.Sort()
	return out
}
