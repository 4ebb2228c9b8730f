package concolic

import (
	"fmt"
	"math/big"

	"semdiff/smtlib"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
)

// maxCandidates is how many values of a point are tried where axioms exclude the first.
const maxCandidates = 24

// pattern is a part of an axiom that one application determines: its arguments are
// literals and all variables that the part is quantified over.
type pattern struct{ app, body *smtlib.Term }

// patternsOf are such parts of the programs' axioms, by the function that is applied.
func patternsOf(programs []*ir.Program) map[*smtlib.Func][]pattern {
	out, known := map[*smtlib.Func][]pattern{}, map[*smtlib.Term]bool{}
	for _, p := range programs {
		for _, ax := range p.Axioms {
			for _, part := range smtlib.Conjuncts(ax.Term) {
				if known[part] {
					continue
				}
				known[part] = true
				body := part
				if part.Op() == smtlib.OpForall {
					body = part.Args()[0]
				}
				if body.HasQuantifier() {
					continue
				}
				smtlib.Visit(body, func(t *smtlib.Term) {
					if t.Op() == smtlib.OpApp && determines(t, part.Bound()) {
						out[t.Func()] = append(out[t.Func()], pattern{t, body})
					}
				})
			}
		}
	}
	return out
}

// determines reports whether the arguments of app are literals and variables, all of
// bound among them.
func determines(app *smtlib.Term, bound []*smtlib.Term) bool {
	met := map[*smtlib.Term]bool{}
	for _, a := range app.Args() {
		if a.Op() != smtlib.OpVar && !a.IsLiteral() {
			return false
		}
		met[a] = true
	}
	for _, v := range bound {
		if !met[v] {
			return false
		}
	}
	return true
}

// instance is a meaning of functions in which one point has a value that is tried, and
// others those that were chosen before.
type instance struct {
	*guesses
	at    *smtlib.Term
	value interp.Value
}

// Apply implements interp.Functions.
func (in *instance) Apply(f *smtlib.Func, args []interp.Value) (interp.Value, error) {
	if v, err := in.Model.Apply(f, args); err == nil {
		return v, nil
	}
	at, ok := in.point(f, args)
	if ok && at == in.at {
		return in.value, nil
	}
	if v, known := in.guesses.at[at]; ok && known {
		return v, nil
	}
	return interp.Value{}, fmt.Errorf("%w: %s is not chosen", interp.ErrUndetermined, f.Name)
}

// Selected implements interp.Observer: what axioms read is no part of a run.
func (in *instance) Selected(_, _, _ interp.Value) {}

// Compared implements interp.Observer.
func (in *instance) Compared(_ *smtlib.Term, _, _ interp.Value) {}

// excluded reports whether an axiom is known to be false when the function has this value
// at args. One that depends on what was not chosen yet is left to the solver.
func (g *guesses) excluded(at *smtlib.Term, args []interp.Value, value interp.Value) bool {
	for _, p := range g.patterns[at.Func()] {
		env := interp.Env{}
		matches := true
		for i, a := range p.app.Args() {
			v, bound := env[a]
			if a.IsLiteral() {
				v, bound = g.literal(a)
			}
			if !bound {
				env[a] = args[i]
				continue
			}
			if same, err := interp.Equal(v, args[i]); err != nil || !same {
				matches = false
				break
			}
		}
		if !matches {
			continue
		}
		holds, err := interp.Eval(g.Ctx, p.body, env, &instance{g, at, value})
		if err == nil && !holds.IsTrue() {
			return true
		}
	}
	return false
}

func (g *guesses) literal(t *smtlib.Term) (interp.Value, bool) {
	v, err := g.Model.Literal(t)
	return v, err == nil
}

// allowed is value, or where axioms exclude it another one that they do not: near an
// argument, or small, or one of the programs' constants. It is value where none is found.
func (g *guesses) allowed(at *smtlib.Term, args []interp.Value, value interp.Value) interp.Value {
	s := at.Sort()
	if len(g.patterns[at.Func()]) == 0 || !g.excluded(at, args, value) {
		return value
	}
	var candidates []interp.Value
	if s.Kind == smtlib.BoolKind {
		candidates = []interp.Value{interp.Bool(g.Ctx, !value.IsTrue())}
	} else {
		for _, a := range args {
			if n, ok := a.Integer(); ok {
				for _, by := range []int64{0, -1, 1} {
					candidates = append(candidates, g.in.like(s, new(big.Int).Add(n, big.NewInt(by))))
				}
			}
		}
		for _, n := range []int64{0, 1, -1} {
			candidates = append(candidates, g.in.like(s, big.NewInt(n)))
		}
		candidates = append(candidates, g.in.consts[s]...)
	}
	for _, v := range candidates[:min(len(candidates), maxCandidates)] {
		if !g.excluded(at, args, v) {
			return v
		}
	}
	return value
}
