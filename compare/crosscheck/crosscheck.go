package crosscheck

import (
	"context"
	"errors"
	"fmt"
	"time"

	"semdiff/compare/engine"
	"semdiff/compare/engines"
	"semdiff/compare/report"
	"semdiff/compare/symdiff"
	"semdiff/internal/limits"
	"semdiff/moddiff"
	"semdiff/translate/sourcenames"
)

// Options are the choices of a crosscheck.
type Options struct {
	Mode             symdiff.Mode
	Unwind           int      // bound, in difference summaries
	UnwindConditions int      // depth, in verification conditions
	Engines          []string // more of them, by name
	AssumeEqual      []string
	SplitOutputs     bool
	Mutual           *symdiff.MutualFile // mutual summaries to prove and use; nil for none
	Houdini          bool                // find relations between calls
	Assertions       bool                // tell which assertions fail in the new version only
	Traces           int                 // counterexamples that are shown of each pair, at most
	// WithoutImpact compares whole versions, and not slices of what the change reaches.
	// Relations and assertions are asked of whole versions in any case.
	WithoutImpact bool

	// Progress and Phase, when set, are told how far the difference summaries are, and what is
	// done after them.
	Progress func(moddiff.Progress)
	Phase    func(what string)

	Boogie        string // path of the program to ask too; "" for none
	BoogieTimeout time.Duration
	Emit          string                // folder for the procedures EQ_f; "" for none
	Stems         [2]string             // what these call the versions
	Names         [2]*sourcenames.Names // what people read is in these names; nil for the program's own
	// Text is that of files of the versions that are not on disk under their names; may be nil.
	Text func(version int, file string) (text string, ok bool)
}

// Result is the answer, and the procedures EQ_f that were written.
type Result struct {
	*report.Crosscheck
	EqFiles []*symdiff.EqFile
}

// Run runs the analyses and holds them against each other. The summaries get half
// of the time that ctx leaves.
func Run(ctx context.Context, task engine.Task, opts Options) (*Result, error) {
	start := time.Now()
	x := &crossing{opts: opts, ctx: ctx, task: task}
	if err := x.analyse(task); err != nil {
		return nil, err
	}
	x.summaries.Text, x.proofs.Outcome.Text = opts.Text, opts.Text
	symNotes := x.proofs.Outcome.Notes
	if over := (*limits.Over)(nil); errors.As(context.Cause(ctx), &over) {
		symNotes = append(symNotes, fmt.Sprintf("the run was cut short (%v)", over))
	}
	s := x.summaries
	x.result.Crosscheck = &report.Crosscheck{
		Schema: report.CrosscheckSchema, Old: s.Old, New: s.New, Entry: s.Entry, Mode: string(opts.Mode),
		Engines: nonNil(opts.Engines), ModDiffNotes: nonNil(s.Notes), SymDiffNotes: nonNil(symNotes), Procedures: []report.CrossedPair{},
		Interfaces: s.Interface, InterfaceDiffers: s.Interface.Differs(),
	}
	x.phase("answers held against each other")
	if err := x.rows(); err != nil {
		return nil, err
	}
	x.relations()
	r := &x.result
	r.Summarize(s.Result)
	r.Queries = s.Stats.Queries + x.proofs.Queries()
	for _, o := range x.more {
		r.Queries += o.Stats.Queries
	}
	r.TimeMS = report.Milliseconds(time.Since(start))
	s.Names = opts.Names
	r.NameSource(s)
	return r, nil
}

func nonNil(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

// crossing is a crosscheck in progress.
type crossing struct {
	opts      Options
	ctx       context.Context
	summaries *engine.Outcome
	proofs    *symdiff.Analysis
	more      []*engine.Outcome
	result    Result
	same      map[string][]string // outputs of pairs, by name, that no change reaches
	task      engine.Task
}

// analyse runs all engines.
func (x *crossing) analyse(task engine.Task) error {
	x.phase("difference summaries")
	ctx, cancel := partOf(x.ctx, 2)
	defer cancel()
	var err error
	if x.summaries, err = (engine.Summaries{Options: x.summarizing()}).Compare(ctx, task); err != nil {
		return err
	}
	if err := x.further(task); err != nil {
		return err
	}
	if task, err = x.sliced(task); err != nil {
		return err
	}
	x.phase("verification conditions")
	x.proofs, err = symdiff.Prove(x.ctx, task, symdiff.Options{
		Mode: x.opts.Mode, Unwind: x.opts.UnwindConditions, AssumeEqual: x.opts.AssumeEqual, SplitOutputs: x.opts.SplitOutputs,
		Mutual: x.opts.Mutual, Houdini: x.opts.Houdini, Assertions: x.opts.Assertions,
	})
	return err
}

func (x *crossing) phase(what string) {
	if x.opts.Phase != nil {
		x.opts.Phase(what)
	}
}

// summarizing are the options of the difference summaries, which tell how far they are.
func (x *crossing) summarizing() moddiff.Options {
	o := x.options()
	o.Progress = x.opts.Progress
	return o
}

// options are those of difference summaries.
func (x *crossing) options() moddiff.Options {
	return moddiff.Options{Unwind: x.opts.Unwind, WithoutImpact: x.opts.WithoutImpact}
}

// sliced is what verification conditions are about: slices, unless something asks for
// whole versions.
func (x *crossing) sliced(t engine.Task) (engine.Task, error) {
	if o := x.opts; o.WithoutImpact || o.Mutual != nil || o.Houdini || o.Assertions {
		return t, nil
	}
	s, err := moddiff.Slices(t.Old, t.New, t.Match, t.Entry)
	if s == nil || err != nil {
		return t, err
	}
	t.Old, t.New, t.Match, x.same = s.Old, s.New, s.Match, s.Same
	return t, nil
}

// further runs the further engines, each in its part of half of the time.
func (x *crossing) further(t engine.Task) error {
	for i, name := range x.opts.Engines {
		g, ok := engines.Find(name)
		if !ok {
			return fmt.Errorf("there is no engine %q, but %v", name, engines.Names())
		}
		x.phase("engine " + name)
		part, cancel := partOf(x.ctx, 2*(len(x.opts.Engines)-i))
		o, err := g.New(engines.Options{
			Summaries:  x.options(),
			Conditions: symdiff.Options{Unwind: x.opts.UnwindConditions},
		}).Compare(part, t)
		cancel()
		if err != nil {
			return err
		}
		x.more = append(x.more, o)
	}
	return nil
}

// partOf is a context with a part of the time that is left.
func partOf(ctx context.Context, parts int) (context.Context, context.CancelFunc) {
	deadline, limited := ctx.Deadline()
	if !limited {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, time.Until(deadline)/time.Duration(parts))
}
