package report

import (
	"slices"

	"semdiff/compare/engine"
	"semdiff/moddiff"
	"semdiff/smtlib"
	"semdiff/translate/ir"
	"semdiff/translate/sourcenames"
)

// drawn is an outcome of programs that were not translated from anything known, in their own
// names, with the elements of the tape called by what drew them in the replays.
func drawn(o *engine.Outcome) *engine.Outcome {
	if o.Names[0] == nil || o.Names[1] == nil {
		return o
	}
	s := &sourcing{names: o.Names, ctx: o.Ctx, own: true}
	out, r := *o, *o.Result
	out.Result = &r
	r.Pairs = slices.Clone(r.Pairs)
	for i, p := range r.Pairs {
		if p.Summary != nil && slices.Contains(p.Inputs, ir.TapeVar(o.Ctx)) {
			r.Pairs[i] = s.drawnPair(p)
		}
	}
	return &out
}

// drawnPair is the row of a pair that draws.
func (s *sourcing) drawnPair(p *moddiff.PairResult) *moddiff.PairResult {
	w := sourcenames.NewOwnWriter(s.ctx, s.names)
	q := *p
	q.Inputs, q.Outputs = nil, nil
	var all []int
	for _, in := range p.Inputs {
		q.Inputs = append(q.Inputs, w.Var(in))
	}
	isTape := func(v *smtlib.Term) bool { return v == ir.TapeVar(s.ctx) }
	q.Params = []string{parameters(slices.DeleteFunc(slices.Clone(p.Inputs), isTape))}
	for i, out := range p.Outputs {
		q.Outputs = append(q.Outputs, w.Var(out))
		all = append(all, i)
	}
	s.summary(w, p, &q, all)
	return &q
}
