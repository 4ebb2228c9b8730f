package clever

import (
	"math/big"
	"slices"

	"semdiff/compare/engine"
	"semdiff/moddiff"
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/summary"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// showChanged lists the changed procedures that runs of the client come to, each with an
// input that it gets there and on which its versions differ, the smallest of those seen.
func (p *probe) showChanged() {
	for _, q := range p.x.Pairing.Pairs {
		if q.Old.Kind != ir.Procedure || q == p.x.client || !isModified(q) || len(q.Interface) > 0 {
			continue
		}
		twin := p.all.run.Pairing.Named(q.Name)
		if twin == nil || len(p.states[q.Name]) == 0 {
			continue
		}
		diff := p.smallest(twin)
		at := slices.IndexFunc(p.x.result.Pairs, func(row *moddiff.PairResult) bool { return row.Name == q.Name })
		if diff == nil || at >= 0 && p.x.result.Pairs[at].Verdict == engine.Different {
			continue
		}
		c := p.a.Ctx
		row := &moddiff.PairResult{
			Name: q.Name, Kind: q.Old.Kind.String(), Old: q.Old.Name, New: q.New.Name, Verdict: engine.Different, Status: moddiff.Status(engine.Different.String()),
			Compared: true, Analysed: true, Modified: true, Reachable: true, Inputs: variables(q.Inputs), Outputs: variables(q.Observed(c, false)),
			Summary: &summary.DiffSummary{
				Changed: diff.Condition, TerminationChanged: c.False, Unchanged: c.False, Unknown: c.Not(diff.Condition), Differences: []*summary.Difference{diff},
			},
		}
		row.Places[0], row.Places[1] = q.Old.Pos, q.New.Pos
		if at < 0 {
			p.x.result.Pairs = append(p.x.result.Pairs, row)
		} else {
			p.x.result.Pairs[at] = row
		}
	}
}

// smallest is a difference on a state in which runs come to a pair.
func (p *probe) smallest(q *pairing.Pair) *summary.Difference {
	outputs, model := q.Observed(p.a.Ctx, false), p.a.Finder.Model()
	model.Closed = true
	agree := p.a.Runs.Agreeing(q, outputs)
	states := slices.Clone(p.states[q.Name])
	slices.SortStableFunc(states, func(s, t *state) int { return s.weight(q).Cmp(t.weight(q)) })
	for _, s := range states {
		if same, decided := agree(s.env); same || !decided {
			continue
		}
		if d := p.a.Finder.AtInput(q, outputs, s.env, model); d != nil {
			return d
		}
	}
	return nil
}

// weight is how large the integers in a state are.
func (s *state) weight(q *pairing.Pair) *big.Int {
	sum := new(big.Int)
	for _, in := range q.Inputs {
		if n, ok := s.env[in.Var].Integer(); ok {
			sum.Add(sum, new(big.Int).Abs(n))
		}
	}
	return sum
}

func variables(ports []pairing.Port) (vars []*smtlib.Term) {
	for _, port := range ports {
		vars = append(vars, port.Var)
	}
	return vars
}
