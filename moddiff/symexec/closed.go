package symexec

import (
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/summary"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// Closed is a proven closed form of a procedure.
type Closed struct {
	Paths []*summary.Path // with disjoint conditions that cover all inputs
	// Linear is false where inputs are multiplied. Solvers know more of the paths that
	// were unfolded then, which stay: the form is for the inputs that they leave out.
	Linear bool
	// Results are the outputs that are known where it returns, nil for others, when
	// there are no Paths.
	Results []*smtlib.Term
}

// Close makes the summary of p full by its closed form, if it has one. What is known of
// its termination is then all there is to know. Of a form that says less, callers are
// told the results. It reports whether something was learnt.
func (a *Explorer) Close(p *pairing.Proc) bool {
	if a.ClosedForm == nil || a.Spent() {
		return false
	}
	closed := a.ClosedForm(p)
	if closed == nil {
		return false
	}
	c, g := a.Ctx, a.State.Of(p)
	if closed.Paths == nil {
		g.Results = closed.Results
		a.SummariesChanged()
		return true
	}
	var kept []*summary.Path
	rest := c.True
	if !closed.Linear {
		kept = g.Summary.Paths
		for _, path := range kept {
			rest = c.And(rest, c.Not(path.R))
		}
	}
	g.Summary, g.Closed = summary.Summary{Full: true}, true
	for _, path := range kept {
		g.Summary.Add(path)
	}
	loops := c.False
	for _, path := range closed.Paths {
		if path.End == ir.Diverges {
			loops = c.Or(loops, path.R)
		}
		path.R = c.And(rest, path.R)
		if !path.R.IsFalse() && (closed.Linear || a.MaybeSat(a.Expand(path.R))) {
			g.Summary.Add(path)
		}
	}
	g.Explored, g.Bounded, g.Gaps = true, false, nil
	g.Termination.Analysed, g.Termination.Loops, g.Termination.Ends = true, loops, c.Not(loops)
	g.MayDiverge = !loops.IsFalse()
	a.SummariesChanged()
	return true
}
