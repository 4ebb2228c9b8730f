package clever

import (
	"context"
	"maps"
	"math/big"

	"semdiff/moddiff/summary"
	"semdiff/translate/interp"
)

// Bounds of the search for a smaller input.
const (
	maxShrinks = 120 // runs of both versions
	maxTried   = 24  // small numbers that are tried for one input
)

// shrink puts a smaller input on which an affected client differs before the others: each
// integer becomes as small as it can be while the others stay.
func (x *search) shrink(ctx context.Context, c *Client) {
	a := x.newAnalysis(ctx, x.Run)
	outputs := x.client.Observed(a.Ctx, true)
	d := c.Row.Summary.Differences[0]
	model := a.Finder.ModelOf(d.Model.Model)
	model.Closed = d.Model.Closed
	env, err := a.Finder.InputsOf(x.client, d.Condition, d.Model.Model, model)
	if err != nil {
		return
	}
	agree, left, smaller := a.Runs.Agreeing(x.client, outputs), maxShrinks, false
	differs := func(env interp.Env) bool {
		left--
		same, decided := agree(env)
		return decided && !same
	}
	for _, in := range x.client.Inputs {
		n, ok := env[in.Var].Integer()
		if !ok {
			continue
		}
		for _, m := range smallerThan(n) {
			if left == 0 || a.TimeUp() {
				break
			}
			again := maps.Clone(env)
			if again[in.Var] = interp.Int(a.Ctx, m); differs(again) {
				env, smaller = again, true
				break
			}
		}
	}
	if !smaller {
		return
	}
	closed := a.Finder.Model()
	closed.Closed = true
	if first := a.Finder.AtInput(x.client, outputs, env, closed); first != nil && first.Rank() <= d.Rank() {
		row, s := *c.Row, *c.Row.Summary
		s.Differences = append([]*summary.Difference{first}, s.Differences...)
		s.Changed = a.Ctx.Or(first.Condition, s.Changed)
		row.Summary, c.Row = &s, &row
	}
}

// smallerThan are numbers with a smaller absolute value, the smallest first.
func smallerThan(n *big.Int) (list []*big.Int) {
	abs := new(big.Int).Abs(n)
	for k := int64(0); k < maxTried && big.NewInt(k).Cmp(abs) < 0; k++ {
		list = append(list, big.NewInt(k))
		if k > 0 {
			list = append(list, big.NewInt(-k))
		}
	}
	if n.Sign() < 0 {
		list = append(list, abs)
	}
	return list
}
