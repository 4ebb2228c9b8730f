package moddiff

import (
	"context"
	"slices"

	"semdiff/moddiff/concolic"
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/reason"
	"semdiff/moddiff/slice"
	"semdiff/moddiff/summary"
	"semdiff/moddiff/symexec"
	"semdiff/moddiff/witness"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
)

// liftedAgain is in how many pairs differences that were lost are looked for again.
const liftedAgain = 4

// lifting turns answers for pairs of slices into answers for the whole pairs. Conditions
// stay as they are, over fewer inputs; differences are replayed on the whole versions.
type lifting struct {
	x      *subject
	cut    *slice.Slices
	finder *witness.Finder
	// runs look again for differences that were lost, in few pairs: time may be up.
	runs  *concolic.Runner
	again int // pairs that may still be looked at
	judge summary.Judgement
	// whole are the whole pairs, by pair of slices.
	whole map[*pairing.Pair]*wholePair
	// dropped: of pairs that end alike slices may lack what may end a run.
	dropped bool
}

// wholePair is a whole pair, with the place in it of each output of its slices.
type wholePair struct {
	*pairing.Pair
	outputs []int
}

func (x *subject) newLifting(ctx context.Context, s solver.Solver, cut *slice.Slices, judge summary.Judgement) *lifting {
	a := x.NewAnalysis(context.WithoutCancel(ctx), s, symexec.Options{})
	return &lifting{
		x: x, cut: cut, finder: a.Finder, runs: a.Runs, again: liftedAgain, judge: judge, whole: map[*pairing.Pair]*wholePair{},
	}
}

// wholeOf is the whole pair of a pair of slices, if what is shown of the slices holds of
// it: inputs and outputs correspond in the same way, under the same names, callers see
// as much of them, and the slices have all outputs that may differ, and all that may end
// a run. Else it is nil.
func (l *lifting) wholeOf(p *pairing.Pair) *wholePair {
	q := l.x.Pairing.Like(p)
	if q == nil || !q.Affected || !slices.Equal(p.Interface, q.Interface) {
		return nil
	}
	w := &wholePair{Pair: q}
	var faces [2]slice.Interface
	for v := range 2 {
		face, ok := l.cut.Of(q.Proc(v))
		if !ok || !face.Outcome && !(l.dropped && q.SameEnd) {
			return nil
		}
		faces[v] = face
	}
	for _, in := range p.Inputs {
		if !slices.ContainsFunc(q.Inputs, func(port pairing.Port) bool {
			return port.Var == in.Var && fits(in.Old, port.Old, faces[0].Inputs) && fits(in.New, port.New, faces[1].Inputs)
		}) {
			return nil
		}
	}
	for _, out := range p.Outputs {
		at := slices.IndexFunc(q.Outputs, func(port pairing.Port) bool {
			return port.Var == out.Var && (out.Old < 0) == (port.Old < 0) && (out.New < 0) == (port.New < 0) && out.Unmatched == port.Unmatched &&
				fits(out.Old, port.Old, faces[0].Outputs) && fits(out.New, port.New, faces[1].Outputs)
		})
		if at < 0 || l.x.isEntry(q) && !p.SeesAlike(q, out.Var) {
			return nil
		}
		w.outputs = append(w.outputs, at)
	}
	for i, port := range q.Outputs {
		if !port.Same && !slices.Contains(w.outputs, i) {
			return nil
		}
	}
	return w
}

// markNeeds takes over on which inputs outputs depend: those of slices on no others than
// those of the whole pair, since slices do what that does. Pairs that no change reaches
// are as they were.
func (l *lifting) markNeeds(y *subject) {
	for _, q := range l.x.settled.distant {
		if !q.Affected {
			root := q.Old.Version.Root(q.Old)
			if r := y.Pairing.Versions[0].At(root.Name); r == nil || y.Pairing.Load(r) != nil {
				continue
			}
		}
		p := y.Pairing.Like(q)
		if p == nil {
			continue
		}
		w := l.whole[p]
		if w == nil && (q.Affected || !slices.EqualFunc(p.Inputs, q.Inputs, pairing.Port.InPlace) || !slices.EqualFunc(p.Outputs, q.Outputs, pairing.Port.InPlace)) {
			continue
		}
		p.MarkNeeds(func(out int) []bool {
			if out >= 0 && w != nil {
				out = w.outputs[out]
			}
			var needs []bool
			for _, in := range p.Inputs {
				k := slices.IndexFunc(q.Inputs, func(port pairing.Port) bool { return port.Var == in.Var })
				needs = append(needs, q.Needs(out)[k])
			}
			return needs
		})
	}
}

// fits reports whether an index in a slice is that in the whole, by what is kept; a
// slice may lack what it does not need.
func fits(inSlice, inWhole int, kept []int) bool {
	return inSlice < 0 || kept[inSlice] == inWhole
}

// pair is what is known of a whole pair when its slices have been compared.
func (l *lifting) pair(known *summary.Pair, p *pairing.Pair, w *wholePair) *summary.Pair {
	if known.Summary == nil {
		return allUnchanged(l.x.Pairing)
	}
	q := &summary.Pair{Equality: known.Equality, EntryEquality: known.EntryEquality}
	entry := l.x.isEntry(w.Pair)
	q.Summary = l.summary(known.Summary, p, w, l.x.alone(w.Pair, entry))
	q.Entry = q.Summary
	if known.Entry != known.Summary {
		q.Entry = l.summary(known.Entry, p, w, true)
	}
	return q
}

// summary is the difference summary of a whole pair. A difference that no run of the
// whole versions confirms is unknown: these may depend on what slices do not, so that of
// an edited pair another one is looked for.
func (l *lifting) summary(d *summary.DiffSummary, p *pairing.Pair, w *wholePair, entry bool) *summary.DiffSummary {
	c := l.x.Pairing.Ctx
	again := *d
	again.Differences = nil
	outputs := l.observed(p, w, entry)
	for _, diff := range d.Differences {
		e, err := l.difference(diff, w, w.Observed(c, entry), outputs)
		if err == nil {
			again.Differences = append(again.Differences, e)
			continue
		}
		set := &again.Changed
		if diff.Termination {
			set = &again.TerminationChanged
		}
		*set = c.And(*set, c.Not(diff.Condition))
		again.Unknown = c.Or(again.Unknown, diff.Condition)
		again.Reasons = append(slices.Clip(again.Reasons), reason.Of(reason.Replay, "", err.Error()))
	}
	if l.again > 0 && len(again.Differences) < len(d.Differences) && w.Edited() && !slices.ContainsFunc(again.Differences, l.judge.Counts) {
		l.again--
		outputs := w.Observed(c, entry)
		if diff := l.runs.FuzzOpen(w.Pair, outputs, fuzzEdited, l.judge); diff != nil {
			shown := finisher{l.finder}.oneDifference(outputs, diff)
			again.Differences = append(shown.Differences, again.Differences...)
			again.Changed, again.Unknown = c.Or(again.Changed, shown.Changed), c.And(again.Unknown, c.Not(shown.Changed))
		}
	}
	return &again
}

// observed are for each observed output of a whole pair its place among those of the
// slices, -1 where these lack it.
func (l *lifting) observed(p *pairing.Pair, w *wholePair, entry bool) (places []int) {
	c := l.x.Pairing.Ctx
	inSlices := p.Observed(c, entry)
	for _, port := range w.Observed(c, entry) {
		places = append(places, slices.IndexFunc(inSlices, func(s pairing.Port) bool { return s.Var == port.Var }))
	}
	return places
}

// difference is one of the whole versions, which differ on its witness when they are
// run. places are those of the outputs among the outputs of the slices.
func (l *lifting) difference(d *summary.Difference, w *wholePair, outputs []pairing.Port, places []int) (*summary.Difference, error) {
	e := &summary.Difference{
		Condition: d.Condition, Termination: d.Termination, Functions: d.Functions, Model: d.Model,
		Old: summary.Behaviour{End: d.Old.End}, New: summary.Behaviour{End: d.New.End},
	}
	if err := l.finder.Again(w.Pair, outputs, e); err != nil {
		return nil, err
	}
	for i, k := range places {
		if k < 0 || slices.Contains(d.Same, k) {
			e.Same = append(e.Same, i)
		}
	}
	e.Old.Terms, e.New.Terms = l.terms(d.Old, places), l.terms(d.New, places)
	e.Replayed = witness.ConcreteCells(outputs, e)
	for _, cell := range d.Cells {
		cell.Output, cell.At = slices.Index(places, cell.Output), nil
		if cell.Index != nil && !witness.Observe(e.Values, &cell, e) {
			continue
		}
		if cell.Index != nil {
			e.Cells = append(e.Cells, cell)
		}
	}
	for _, cell := range e.Replayed {
		if !slices.ContainsFunc(e.Cells, func(x summary.Cell) bool { return witness.SamePlace(x, cell) }) {
			e.Cells = append(e.Cells, cell)
		}
	}
	if d.Case != nil && e.MayHold(d.Case.Condition) {
		said := *e
		said.Condition, said.Old.Terms, said.New.Terms = d.Case.Condition, l.terms(d.Case.Old, places), l.terms(d.Case.New, places)
		e.Case = &said
	}
	return e, nil
}

// terms are what a version returns, as far as slices say it.
func (l *lifting) terms(b summary.Behaviour, places []int) (terms []*smtlib.Term) {
	if len(b.Terms) == 0 {
		return nil
	}
	for _, k := range places {
		var t *smtlib.Term
		if k >= 0 {
			t = b.Term(k)
		}
		terms = append(terms, t)
	}
	return terms
}
