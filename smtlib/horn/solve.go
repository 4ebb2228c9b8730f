package horn

import (
	"context"
	"time"

	"semdiff/smtlib"
	"semdiff/smtlib/solver"
)

// DefaultSolver is z3's Spacer.
const DefaultSolver = "z3"

// Limits say which solver is asked, and what it may cost.
type Limits struct {
	Command   string        // its command line
	Resources int           // units of z3, which are the same in every run; no limit when 0
	Timeout   time.Duration // no limit when 0
}

// Solve asks a solver of Horn clauses for a model. The answer is Sat with a model
// that is a proposal (see System.Valid), Unsat when the solver says that there is
// none, and else Unknown. The error says that the system cannot be said in the form
// that solvers take, or that there is no such solver.
func Solve(ctx context.Context, s *System, limits Limits) (Model, solver.Result, error) {
	script, names, err := s.Script(limits.Resources)
	if err != nil {
		return nil, solver.Result{}, err
	}
	r, err := solver.RunModel(ctx, s.Ctx, names.Scope(), limits.Command, script, limits.Timeout)
	if err != nil || r.Answer != solver.Sat || r.Model == nil {
		return nil, r, err
	}
	m := Model{}
	for _, p := range s.Preds {
		if d := r.Model.Funcs[p]; d != nil {
			m[p] = Definition{Params: d.Params, Body: d.Body}
			continue
		}
		if why, bad := r.Model.Incomplete[p.Name]; bad {
			return nil, solver.Result{Answer: solver.Unknown, Reason: solver.Garbage, Detail: why}, nil
		}
		m[p] = anything(s.Ctx, p) // the solver does not mention it
	}
	return m, r, nil
}

func anything(c *smtlib.Context, p *smtlib.Func) Definition {
	d := Definition{Body: c.True}
	for i, sort := range p.Params {
		d.Params = append(d.Params, c.Var("any "+string(rune('a'+i%26)), sort))
	}
	return d
}
