package semdiff

import (
	"context"

	"semdiff/compare/engine"
	"semdiff/compare/session"
	"semdiff/moddiff"
)

// Comparison is two versions that were read, and a solver that is ready.
type Comparison struct {
	session *session.Session
	engine  engine.Engine
	entry   string
	cache   *moddiff.Cache // nil for none
}

// Open reads, type-checks, matches and lowers two versions: the first step of
// Diff. A caller has to Close what it returns.
func Open(old, new Source, opts Options) (*Comparison, error) {
	chosen, err := opts.chosen()
	if err != nil {
		return nil, err
	}
	s, err := session.Open(session.Sources{Old: old, New: new, Match: opts.Match}, opts.meaning(), opts.solver())
	if err != nil {
		return nil, inputError(err)
	}
	cache, err := openCache(opts.Cache, s.Setup)
	if err != nil {
		s.Close()
		return nil, err
	}
	return &Comparison{session: s, engine: chosen.New(opts.engine(cache)), entry: opts.Entry, cache: cache}, nil
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
	r := &Result{outcome: o}
	r.Confirmed, r.Unconfirmed = c.session.Setup.Confirmed()
	if c.cache != nil {
		r.DamagedEntries = c.cache.Damaged()
		_ = c.cache.Trim() // what stays costs room only
	}
	return r, c.session.Disputes()
}
