package impact

import (
	"fmt"
	"slices"

	"semdiff/internal/source"
	"semdiff/moddiff/impact"
	"semdiff/moddiff/kit"
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/query"
	"semdiff/moddiff/witness"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
	"semdiff/translate/depend"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
)

// Test is an input of a procedure on which the new version takes branches that are
// impacted, or lead to what is, as its run showed; and how both versions end on it.
type Test struct {
	Inputs []interp.Value // of the pair
	Takes  []source.Pos   // such branches that no test before it takes; none for a body without
	Ends   [2]interp.Result
}

// Bounds on what is tried for a procedure.
const (
	mostDrawn  = 30 // inputs drawn
	testSteps  = 20_000
	testDepth  = 2_000
	mostSolved = 200 // branches that a solver is asked about
)

// tester finds tests.
type tester struct {
	r *Result
	a *kit.Analysis // nil without a solver
}

// tests finds up to most tests for each procedure that is impacted.
func (t *tester) tests(most int) map[*impact.Pair][]Test {
	out := map[*impact.Pair][]Test{}
	for _, p := range t.r.Pairs {
		if p.New.Kind == ir.Procedure && p.Opaque == nil {
			out[p] = t.of(p, most)
		}
	}
	return out
}

// branch is an edge of a block of the new version.
type branch struct {
	block *ir.Block
	index int
}

// goals are the branches of a procedure and its loops that are impacted, or control
// what is; body is set when something is that no branch controls.
func (t *tester) goals(p *impact.Pair) (goals map[branch]source.Pos, body bool) {
	goals = map[branch]source.Pos{}
	for _, q := range t.r.Analysis.Pairs {
		if q.Opaque != nil || q.New.Version.Root(q.New) != p.New {
			continue
		}
		g := q.Graphs[1]
		add := func(n int) { goals[branch{g.Nodes[n].Block, g.Nodes[n].Index}] = g.Nodes[n].Pos() }
		for n := range g.Nodes {
			node := &g.Nodes[n]
			switch {
			case !q.Impacted(1, n) || node.Block == nil || node.Kind == depend.Before:
			case node.Kind == depend.Edge:
				add(n)
			case len(node.Control) == 0:
				body = body || q == p
			}
			if q.Impacted(1, n) {
				for _, e := range node.Control {
					add(e)
				}
			}
		}
	}
	return goals, body
}

// of finds tests for a procedure: first inputs that a solver gives for each of its own
// branches, then drawn ones.
func (t *tester) of(p *impact.Pair, most int) (tests []Test) {
	goals, body := t.goals(p)
	try := func(env interp.Env) {
		if env == nil || len(tests) >= most {
			return
		}
		if test := t.try(p.Pair, env, goals, body); test != nil {
			tests, body = append(tests, *test), false
		}
	}
	open := func() bool { return len(tests) < most && (body || len(goals) > 0) }
	if open() {
		try(t.draw(p.Pair, 0))
	}
	if t.a != nil && len(goals) > 0 {
		edges := ownEdges(p, goals)
		for k, cond := range p.Taken(1, edges) {
			n := &p.Graphs[1].Nodes[edges[k]]
			if _, wanted := goals[branch{n.Block, n.Index}]; wanted && open() {
				try(t.solve(p.Pair, cond))
			}
		}
	}
	for seed := int64(1); seed <= mostDrawn && open(); seed++ {
		try(t.draw(p.Pair, seed))
	}
	return tests
}

func ownEdges(p *impact.Pair, goals map[branch]source.Pos) (edges []int) {
	for n := range p.Graphs[1].Nodes {
		node := &p.Graphs[1].Nodes[n]
		if _, wanted := goals[branch{node.Block, node.Index}]; wanted && node.Kind == depend.Edge && len(edges) < mostSolved {
			edges = append(edges, n)
		}
	}
	return edges
}

// draw is an input with pseudo-random values; seed 0 has the defaults. It is nil where
// some type has no values at hand.
func (t *tester) draw(p *pairing.Pair, seed int64) interp.Env {
	env := interp.Env{}
	model := t.model()
	model.Seed = seed
	for i, in := range p.Inputs {
		sort := in.Var.Sort()
		env[in.Var] = interp.Default(sort)
		if seed == 0 || in.Var == ir.TapeVar(t.ctx()) {
			continue
		}
		v, err := model.Apply(t.ctx().Func(fmt.Sprintf("input %d", i), nil, sort), nil)
		if err != nil {
			return nil
		}
		env[in.Var] = v
	}
	return env
}

// solve is an input that may satisfy a condition; nil when there is none.
func (t *tester) solve(p *pairing.Pair, cond *smtlib.Term) interp.Env {
	found := t.a.Check(cond, query.WithModel)
	if found.Answer != solver.Sat || found.Model == nil {
		return nil
	}
	env, err := t.a.Finder.InputsOf(p, cond, found.Model, t.a.Finder.ModelOf(found.Model))
	if err != nil {
		return nil
	}
	return env
}

// try runs both versions; nil when the new one takes no branch that is wanted, or does
// not end, or a run depends on what nothing determines. What the test takes is wanted
// no more.
func (t *tester) try(p *pairing.Pair, env interp.Env, goals map[branch]source.Pos, body bool) *Test {
	test := &Test{Inputs: witness.ValuesOf(p, env)}
	var taken []branch
	for v := range 2 {
		limits := interp.Limits{Steps: testSteps, Depth: testDepth}
		if v == 1 {
			limits.Branch = func(b *ir.Block, edge int) {
				if _, wanted := goals[branch{b, edge}]; wanted && !slices.Contains(taken, branch{b, edge}) {
					taken = append(taken, branch{b, edge})
				}
			}
		}
		proc := p.Proc(v)
		end, err := interp.Run(t.r.Analysis.Pairing.Versions[v].Prog, proc.Name, witness.ArgsOf(proc, p, env), t.model(), limits)
		if err != nil {
			return nil
		}
		test.Ends[v] = end
	}
	if end := test.Ends[1].Outcome; end == ir.OutOfFuel || end == ir.Blocked || len(taken) == 0 && !body {
		return nil
	}
	for _, b := range taken {
		test.Takes = append(test.Takes, goals[b])
		delete(goals, b)
	}
	slices.SortFunc(test.Takes, func(a, b source.Pos) int {
		switch {
		case a.Before(b):
			return -1
		case b.Before(a):
			return 1
		}
		return 0
	})
	test.Takes = slices.Compact(test.Takes)
	return test
}

// model gives functions without definition the values that they have in semdiff run.
func (t *tester) model() *interp.Model {
	v := t.r.Analysis.Pairing.Versions
	return interp.NewModel(t.ctx(), v[0].Prog, v[1].Prog)
}

func (t *tester) ctx() *smtlib.Context { return t.r.Analysis.Pairing.Ctx }
