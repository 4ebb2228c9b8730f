package semdiff

import (
	"context"

	"semdiff/compare/engine"
	"semdiff/compare/session"
	"semdiff/moddiff"
	"semdiff/translate"
)

// Comparison is two versions that were read, and a solver that is ready.
type Comparison struct {
	session *session.Session
	engine  engine.Engine
	reports bool // the engine does not know that inputs on which an assumption blocks one version make no pair different
	entry   string
	cache   *moddiff.Cache // nil for none
	names   bool           // those of the source are wanted
}

// Open reads, type-checks, matches and lowers two versions: the first step of
// Diff. A caller has to Close what it returns.
func Open(old, new Source, opts Options) (*Comparison, error) {
	chosen, err := opts.chosen()
	if err != nil {
		return nil, err
	}
	from := session.Sources{Old: old, New: new, Match: opts.Match, Mutual: opts.Mutual, Path: opts.SourcePath, Entry: opts.Entry}
	if opts.Assume != "" {
		if from.Assume, err = translate.NewPrecondition(opts.Entry, opts.Assume); err != nil {
			return nil, inputError(err)
		}
	}
	s, err := session.Open(from, opts.meaning(), opts.solver())
	if err != nil {
		return nil, inputError(err)
	}
	cache, err := openCache(opts.Cache, s.Setup)
	if err != nil {
		s.Close()
		return nil, err
	}
	with := opts.engine(cache)
	if s.Mutual != nil {
		with.Summaries.Propose = s.Proposals
	}
	return &Comparison{session: s, engine: chosen.New(with), reports: with.Summaries.Blocked != moddiff.BlockedDiffer && !chosen.Understands("blocked"), entry: opts.Entry, cache: cache, names: opts.Names != NamesBoogie}, nil
}

// Close ends the solver.
func (c *Comparison) Close() { c.session.Close() }

// Run analyses the versions: the second step of Diff. Where solvers contradict
// each other there are both an answer and a DisputeError.
func (c *Comparison) Run(ctx context.Context) (*Result, error) {
	o, err := c.engine.Compare(ctx, c.session.Task(c.entry))
	if err != nil {
		return nil, inputError(err)
	}
	if c.reports {
		o.ReportBlocked()
	}
	o.Text = c.session.Text
	if c.names {
		o.Names = c.session.Names()
	}
	r := &Result{outcome: o, tests: c.session.Tests}
	r.Confirmed, r.Unconfirmed = c.session.Setup.Confirmed()
	if c.cache != nil {
		r.DamagedEntries = c.cache.Damaged()
		_ = c.cache.Trim() // what stays costs room only
	}
	return r, c.session.Disputes()
}
