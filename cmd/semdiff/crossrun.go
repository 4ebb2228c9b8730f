package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"

	"semdiff/compare/engine"
	"semdiff/compare/engines"
	"semdiff/compare/symdiff"
	"semdiff/internal/limits"
	"semdiff/moddiff"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// crosscheck runs both analyses and holds them against each other; trusted is
// false when the solvers gave reason to doubt the answers.
func (f *crosscheckFlags) crosscheck(e env, oldName, newName string) (report *crossReport, trusted bool, err error) {
	start := time.Now()
	if err := f.check(); err != nil {
		return nil, false, err
	}
	program, err := f.boogieProgram()
	if err != nil {
		return nil, false, err
	}
	opts, err := f.options()
	if err != nil {
		return nil, false, err
	}
	solvers, err := f.solvers.setup()
	if err != nil {
		return nil, false, err
	}
	e, watch, err := f.limits.watch(e, oldName, newName)
	if err != nil {
		return nil, false, err
	}
	defer watch.Stop()
	c := smtlib.NewContext()
	s := solvers.Open(c) // it starts while the files are read
	defer s.Close()
	v, err := lowerRelated(e, c, oldName, newName, f.match, f.mutual, opts)
	if err != nil {
		return nil, false, err
	}
	task := engine.Task{Old: v.old, New: v.new, Entry: f.entry, Match: v.given, Solver: s}
	watch.Analyse()
	ctx, cancel := partOf(e.ctx, 2)
	defer cancel()
	summaries, err := engine.Summaries{Options: moddiff.Options{Unwind: f.unwind}}.Compare(ctx, task)
	if err != nil {
		return nil, false, err
	}
	more, err := f.more(e.ctx, task)
	if err != nil {
		return nil, false, err
	}
	proofs, err := symdiff.Prove(e.ctx, task, symdiff.Options{
		Mode: symdiff.Mode(f.mode), Unroll: f.unroll, AssumeEqual: f.assume, SplitOutputs: f.split,
		Mutual: v.mutual, Houdini: f.houdini, Assertions: f.dac,
	})
	if err != nil {
		return nil, false, err
	}
	symNotes := proofs.Outcome.Notes
	if over := (*limits.Over)(nil); errors.As(context.Cause(e.ctx), &over) {
		symNotes = append(symNotes, fmt.Sprintf("the run was cut short (%v)", over))
	}
	x := &crossing{f: f, ctx: e.ctx, summaries: summaries, proofs: proofs, more: more, boogie: program, stems: [2]string{stem(oldName, "v1"), stem(newName, "v2")}}
	report = &crossReport{
		Schema: "semdiff-crosscheck/1", Old: summaries.Old, New: summaries.New, Entry: summaries.Entry, Mode: f.mode,
		Engines: nonNil(f.engines), ModDiffNotes: nonNil(summaries.Notes), SymDiffNotes: nonNil(symNotes), Procedures: []crossed{},
	}
	if err := x.rows(report); err != nil {
		return nil, false, err
	}
	x.relations(report)
	report.Verdict = report.verdict().String()
	report.interfaces, report.InterfaceDiffers = summaries.Interface, summaries.Interface.Differs()
	report.Queries = summaries.Stats.Queries + proofs.Queries()
	for _, o := range more {
		report.Queries += o.Stats.Queries
	}
	report.TimeMS = ms(time.Since(start))
	return report, f.solvers.audit(e, solvers), nil
}

func nonNil(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

// more runs the further engines, each in its part of half of the time.
func (f *crosscheckFlags) more(ctx context.Context, t engine.Task) (list []*engine.Outcome, err error) {
	for i, name := range f.engines {
		g, _ := engines.Find(name)
		part, cancel := partOf(ctx, 2*(len(f.engines)-i))
		o, err := g.New(engines.Options{
			Summaries:  moddiff.Options{Unwind: f.unwind},
			Conditions: symdiff.Options{Unroll: f.unroll},
		}).Compare(part, t)
		cancel()
		if err != nil {
			return nil, err
		}
		list = append(list, o)
	}
	return list, nil
}

// partOf is a context with a part of the time that is left.
func partOf(ctx context.Context, parts int) (context.Context, context.CancelFunc) {
	deadline, limited := ctx.Deadline()
	if !limited {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, time.Until(deadline)/time.Duration(parts))
}

// boogieProgram is the Boogie to run, "" for none.
func (f *crosscheckFlags) boogieProgram() (string, error) {
	switch f.boogie {
	case "never":
		return "", nil
	case "auto":
		path, err := exec.LookPath("boogie")
		if err != nil {
			return "", nil
		}
		return path, nil
	}
	return exec.LookPath(f.boogie)
}

// crossing is a crosscheck in progress.
type crossing struct {
	f         *crosscheckFlags
	ctx       context.Context
	summaries *engine.Outcome
	proofs    *symdiff.Analysis
	more      []*engine.Outcome
	boogie    string
	stems     [2]string
}

func (x *crossing) rows(report *crossReport) error {
	dir := x.f.emit
	if dir == "" && x.boogie != "" {
		temp, err := os.MkdirTemp("", "semdiff-eq-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(temp)
		dir = temp
	} else if dir != "" {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return err
		}
	}
	for _, ours := range x.proofs.Outcome.Pairs {
		theirs := x.summaries.Counterpart(ours)
		switch {
		case theirs == nil && ours.Kind != ir.Loop.String():
			return fmt.Errorf("the analyses do not compare the same: there is no difference summary of %s", ours.Name)
		case theirs == nil && x.f.mutual == "" && !x.f.houdini && !x.f.dac:
			continue // a loop of a procedure that is unchanged
		case theirs == nil: // relations may be about it
			report.Procedures = append(report.Procedures, crossed{
				Name: ours.Name, Kind: ours.Kind, Old: ours.Old, New: ours.New, SymDiff: string(ours.Status), Contradictions: []string{},
			})
			continue
		}
		row := crossed{
			Name: theirs.Name, Kind: theirs.Kind, Old: theirs.Old, New: theirs.New, Interface: append(signatureChange(theirs), theirs.Interface...),
			ModDiff: string(theirs.Status), SymDiff: string(ours.Status), Contradictions: []string{},
			pair: theirs.Compared, SignatureChanged: theirs.SignatureChanged(),
		}
		for _, o := range x.proofs.Outcome.Outputs[theirs.Name] {
			row.Outputs = append(row.Outputs, crossOutput{o.Output, o.Verdict.String()})
		}
		x.others(&row, ours, theirs)
		if row.pair && (ours.Status != moddiff.StatusUnchanged || theirs.Status != moddiff.StatusUnchanged) {
			if err := x.compare(&row, ours, theirs, dir, report); err != nil {
				return err
			}
		}
		row.verdict = together(append(row.others, ours, theirs)...)
		if n := x.f.shown(); n > 0 && row.pair {
			if err := x.trace(&row, ours, theirs, n); err != nil {
				return err
			}
		}
		report.Contradictions += len(row.Contradictions)
		report.Procedures = append(report.Procedures, row)
	}
	return nil
}

// others fills in what the further engines say of a pair.
func (x *crossing) others(row *crossed, ours, theirs *moddiff.PairResult) {
	row.Reasons = map[string]*jsonReason{}
	for _, n := range []struct {
		name string
		pair *moddiff.PairResult
	}{{"moddiff", theirs}, {"symdiff", ours}} {
		row.addReason(n.name, n.pair)
		if n.pair.Status == moddiff.Status(moddiff.Unknown.String()) {
			row.because = append(row.because, fmt.Sprintf("%s: unknown because %s", n.name, because(n.pair)))
		}
	}
	known := []*moddiff.PairResult{theirs, ours}
	names := []string{x.summaries.Engine, x.proofs.Outcome.Engine}
	row.Engines = map[string]string{}
	for _, o := range x.more {
		p := o.Counterpart(theirs)
		if p == nil { // a loop that it leaves out
			continue
		}
		for i, q := range known {
			if engine.Contradict(p, q) {
				x.contradict(row, fmt.Sprintf("%s says %s, %s %s", names[i], q.Status, o.Engine, p.Status))
			}
		}
		known, names = append(known, p), append(names, o.Engine)
		row.Engines[o.Engine] = string(p.Status)
		row.addReason(o.Engine, p)
		row.others = append(row.others, p)
	}
}

// addReason keeps why an engine leaves something of a pair open, if it does.
func (row *crossed) addReason(name string, p *moddiff.PairResult) {
	if first, _ := reasonsJSON(p); first != nil {
		row.Reasons[name] = first
	}
}

// contradict adds a contradiction to a row.
func (x *crossing) contradict(row *crossed, text string) {
	if len(x.f.assume) > 0 {
		text += " (or what is assumed equal is not)"
	}
	row.Contradictions = append(row.Contradictions, text)
}

// compare fills the row of a pair that a change reaches.
func (x *crossing) compare(row *crossed, ours, theirs *moddiff.PairResult, dir string, report *crossReport) error {
	claims, err := x.proofs.Check(theirs)
	if err != nil {
		return err
	}
	row.Sets = &crossSets{claims.Unchanged.String(), claims.Changed.String(), claims.Termination.String()}
	var answer *symdiff.BoogieAnswer
	if dir != "" {
		answer, err = x.askBoogie(row, theirs.Name, dir, report)
		if err != nil {
			return err
		}
	}
	for _, c := range symdiff.Contradictions(ours, theirs, claims, answer) {
		x.contradict(row, c)
	}
	return nil
}

// askBoogie emits the Eq procedure of a pair and, when there is a Boogie, asks it.
func (x *crossing) askBoogie(row *crossed, pair, dir string, report *crossReport) (*symdiff.BoogieAnswer, error) {
	eq, err := x.proofs.EqFile(pair, x.stems)
	if err != nil {
		row.Boogie = &crossBoogie{Verdict: moddiff.Unknown.String(), Reason: err.Error()}
		return nil, nil
	}
	path := filepath.Join(dir, eq.Name+".bpl")
	for _, f := range report.eqFiles {
		if f.Name == eq.Name { // instances of one procedure
			path = filepath.Join(dir, fmt.Sprintf("%s-%d.bpl", eq.Name, len(report.eqFiles)))
		}
	}
	report.eqFiles = append(report.eqFiles, eq)
	if err := os.WriteFile(path, []byte(eq.Text), 0o666); err != nil {
		return nil, err
	}
	if x.boogie == "" {
		return nil, nil
	}
	a := symdiff.RunBoogie(x.ctx, x.boogie, path, eq, x.f.boogieTimeout)
	row.Boogie = &crossBoogie{Procedure: eq.Name, Verdict: a.Verdict.String(), Reason: a.Reason, TimeMS: ms(a.Time)}
	return &a, nil
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
