package crosscheck

import (
	"fmt"
	"os"
	"slices"

	"semdiff/compare/engine"
	"semdiff/compare/report"
	"semdiff/compare/symdiff"
	"semdiff/moddiff"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
	"semdiff/translate/ir"
)

// rows fills in the answers for all pairs.
func (x *crossing) rows() error {
	dir, remove, err := x.folder()
	if err != nil {
		return err
	}
	defer remove()
	for _, ours := range x.proofs.Outcome.Pairs {
		theirs := x.summaries.Counterpart(ours)
		switch {
		case theirs == nil && ours.Kind != ir.Loop.String():
			return fmt.Errorf("the analyses do not compare the same: there is no difference summary of %s", ours.Name)
		case theirs == nil && x.opts.Mutual == nil && !x.opts.Houdini && !x.opts.Assertions:
			continue // a loop of a procedure that is unchanged
		case theirs == nil: // relations may be about it
			x.result.Procedures = append(x.result.Procedures, report.CrossedPair{
				Name: ours.Name, Kind: ours.Kind, Old: ours.Old, New: ours.New, SymDiff: string(ours.Status), Contradictions: []string{},
			})
			continue
		}
		row, err := x.row(ours, theirs, dir)
		if err != nil {
			return err
		}
		x.result.Contradictions += len(row.Contradictions)
		x.result.Procedures = append(x.result.Procedures, *row)
	}
	return nil
}

// folder is where the procedures EQ_f are written, "" for nowhere.
func (x *crossing) folder() (dir string, remove func(), err error) {
	switch {
	case x.opts.Emit != "":
		return x.opts.Emit, func() {}, os.MkdirAll(x.opts.Emit, 0o777)
	case x.opts.Boogie != "":
		dir, err = os.MkdirTemp("", "semdiff-eq-")
		return dir, func() { os.RemoveAll(dir) }, err
	}
	return "", func() {}, nil
}

// row is the answer for one pair: ours by verification conditions, theirs by
// difference summaries.
func (x *crossing) row(ours, theirs *moddiff.PairResult, dir string) (*report.CrossedPair, error) {
	row := &report.CrossedPair{
		Name: theirs.Name, Kind: theirs.Kind, Old: theirs.Old, New: theirs.New, Interface: append(report.SignatureChange(theirs), theirs.Interface...),
		ModDiff: string(theirs.Status), SymDiff: string(ours.Status), Contradictions: []string{},
		Compared: theirs.Compared, SignatureChanged: theirs.SignatureChanged(),
	}
	row.Outputs = x.outputs(ours, theirs)
	others := x.others(row, ours, theirs)
	if row.Compared && (ours.Status != moddiff.StatusUnchanged || theirs.Status != moddiff.StatusUnchanged) {
		if err := x.compare(row, ours, theirs, dir); err != nil {
			return nil, err
		}
	}
	row.Verdict = together(append(others, ours, theirs)...)
	if row.Compared {
		return row, x.trace(row, ours, theirs)
	}
	return row, nil
}

// outputs are the verdicts of single outputs of a pair, where they are asked for: those
// that slices lack are the same.
func (x *crossing) outputs(ours, theirs *moddiff.PairResult) (list []report.CrossedOutput) {
	for _, o := range x.proofs.Outcome.Outputs[theirs.Name] {
		list = append(list, report.CrossedOutput{Output: o.Output, Verdict: o.Verdict.String()})
	}
	if !x.opts.SplitOutputs || x.same == nil || theirs.Status == moddiff.StatusUnchanged {
		return list
	}
	for _, v := range theirs.Outputs {
		listed := slices.ContainsFunc(list, func(o report.CrossedOutput) bool { return o.Output == v.Name() })
		if !listed && (ours.Verdict == moddiff.Equivalent || slices.Contains(x.same[theirs.Name], v.Name())) {
			list = append(list, report.CrossedOutput{Output: v.Name(), Verdict: moddiff.Equivalent.String()})
		}
	}
	return list
}

// others fills in what the further engines say of a pair, and returns it.
func (x *crossing) others(row *report.CrossedPair, ours, theirs *moddiff.PairResult) (others []*moddiff.PairResult) {
	row.AddReason("moddiff", theirs)
	row.Explain("moddiff", theirs)
	row.AddReason("symdiff", ours)
	row.Explain("symdiff", ours)
	known := []*moddiff.PairResult{theirs, ours}
	names := []string{x.summaries.Engine, x.proofs.Outcome.Engine}
	row.Engines = map[string]string{}
	for _, o := range x.more {
		p := o.Counterpart(theirs)
		if p == nil { // a loop that it leaves out
			continue
		}
		for i, q := range known {
			switch {
			case engine.Contradict(p, q):
				x.contradict(row, fmt.Sprintf("%s says %s, %s %s", names[i], q.Status, o.Engine, p.Status))
			case x.overlap(p, q):
				x.contradict(row, fmt.Sprintf("U of %s and C or T of %s have common inputs", o.Engine, names[i]))
			case x.overlap(q, p):
				x.contradict(row, fmt.Sprintf("U of %s and C or T of %s have common inputs", names[i], o.Engine))
			}
		}
		known, names = append(known, p), append(names, o.Engine)
		row.Engines[o.Engine] = string(p.Status)
		row.AddReason(o.Engine, p)
		others = append(others, p)
	}
	return others
}

// overlap reports whether inputs on which one answer says that the versions agree are
// among those on which the other says that they do not: the difference that an engine
// over-approximates must hold what another one has found. Conditions with functions are
// left out, whose models may violate axioms.
func (x *crossing) overlap(same, differ *moddiff.PairResult) bool {
	if same.Summary == nil || differ.Summary == nil || same.Summary.Unchanged == nil || differ.Summary.Changed == nil || differ.Summary.TerminationChanged == nil {
		return false
	}
	c := x.task.Old.Ctx
	both := c.And(same.Summary.Unchanged, c.Or(differ.Summary.Changed, differ.Summary.TerminationChanged))
	if both.IsFalse() || len(smtlib.Collect(both).Funcs) > 0 {
		return false
	}
	return x.task.Solver.Quick(x.ctx, []*smtlib.Term{both}, false).Answer == solver.Sat
}

// contradict adds a contradiction to a row.
func (x *crossing) contradict(row *report.CrossedPair, text string) {
	if len(x.opts.AssumeEqual) > 0 {
		text += " (or what is assumed equal is not)"
	}
	row.Contradictions = append(row.Contradictions, text)
}

// compare fills the row of a pair that a change reaches.
func (x *crossing) compare(row *report.CrossedPair, ours, theirs *moddiff.PairResult, dir string) error {
	claims, err := x.proofs.Check(theirs)
	if err != nil {
		return err
	}
	row.Sets = &report.CrossedSets{Unchanged: claims.Unchanged.String(), Changed: claims.Changed.String(), Termination: claims.Termination.String()}
	var answer *symdiff.BoogieAnswer
	if dir != "" {
		answer, err = x.askBoogie(row, theirs.Name, dir)
		if err != nil {
			return err
		}
	}
	for _, c := range symdiff.Contradictions(ours, theirs, claims, answer) {
		x.contradict(row, c)
	}
	return nil
}

// together is what is known of a pair from several analyses.
func together(answers ...*moddiff.PairResult) moddiff.Verdict {
	for _, v := range []moddiff.Verdict{moddiff.Different, moddiff.Equivalent, moddiff.PartiallyEquivalent} {
		if slices.ContainsFunc(answers, func(p *moddiff.PairResult) bool { return p.Verdict == v }) {
			return v
		}
	}
	return moddiff.Unknown
}

// trace shows counterexamples of a pair that take different paths: what both
// analyses have, then others of the verification condition.
func (x *crossing) trace(row *report.CrossedPair, ours, theirs *moddiff.PairResult) error {
	n := x.opts.Traces
	add := func(from *engine.Outcome, p *moddiff.PairResult, list []*moddiff.Difference) {
		for _, d := range list {
			if len(row.Traces) < n {
				row.AddTrace(from, p, d)
			}
		}
	}
	whole := x.same == nil || theirs.Summary == nil || len(theirs.Summary.Differences) == 0
	if ours.Summary != nil && whole { // runs of slices show less
		add(x.proofs.Outcome, ours, report.InTextOrder(ours.Summary.Differences))
	}
	if theirs.Summary != nil {
		add(x.summaries, theirs, report.InTextOrder(theirs.Summary.Differences))
	}
	if len(row.Traces) >= n || row.Verdict != moddiff.Different {
		return nil
	}
	more, err := x.proofs.Counterexamples(theirs.Name, n)
	if err != nil {
		return err
	}
	add(x.proofs.Outcome, ours, more)
	return nil
}
