package symdiff

import (
	"context"
	"fmt"
	"time"

	"semdiff/compare/engine"
)

// Engine is SymDiff as an engine.
type Engine struct{ Options Options }

// Name implements engine.Engine.
func (g Engine) Name() string { return NameOf(g.Options.Mode) }

// Compare implements engine.Engine.
func (g Engine) Compare(ctx context.Context, t engine.Task) (*engine.Outcome, error) {
	a, err := Prove(ctx, t, g.Options)
	if err != nil {
		return nil, err
	}
	return a.Outcome, nil
}

// Analysis is a finished run, which can be asked more.
type Analysis struct {
	Outcome *engine.Outcome
	Mutual  []MutualResult
	// Found are the relations that Houdini found, Assertions the answers of
	// differential assertion checking; both by the names of pairs.
	Found      map[string][]string
	Assertions map[string]AssertionAnswer
	run        *run
}

// Queries is how many questions the solver was asked so far.
func (a *Analysis) Queries() int { return a.run.v.queries() }

// pair is the pair of that name.
func (a *Analysis) pair(name string) (*pair, error) {
	if p := a.run.v.named(name); p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("no pair %s", name)
}

// Prove compares two versions: pairs in turn, callees first.
func Prove(ctx context.Context, t engine.Task, opts Options) (*Analysis, error) {
	start := time.Now()
	if opts.Mode == "" {
		opts.Mode = Modular
	}
	r, err := newRun(ctx, t, opts)
	if err != nil {
		return nil, err
	}
	if err := r.assume(); err != nil {
		return nil, err
	}
	if err := r.relations.read(opts.Mutual); err != nil {
		return nil, err
	}
	for i, g := range r.v.groups {
		r.relate(i)
		r.prove(g)
	}
	r.relate(len(r.v.groups))
	a := &Analysis{run: r}
	if opts.Houdini {
		a.Found = r.relations.find()
		r.again()
	}
	a.Mutual = r.relations.results()
	if opts.Assertions {
		a.Assertions = r.checkAssertions()
	}
	r.notes()
	a.Outcome = &engine.Outcome{
		Engine: NameOf(opts.Mode), Result: r.v.result(ctx, r.entries, r.answers, start), Outputs: r.outputs,
	}
	return a, nil
}

// AssertionsVerdict is the answer for all pairs as the verdict of a run:
// different where a pair has a new failure, unknown where one may have.
func (a *Analysis) AssertionsVerdict() engine.Verdict {
	v := engine.Equivalent
	for _, answer := range a.Assertions {
		switch {
		case answer.Verdict == NewFailure:
			v = v.Worse(engine.Different)
		case answer.Verdict == FailuresUnknown:
			v = v.Worse(engine.Unknown)
		case answer.Partial:
			v = v.Worse(engine.PartiallyEquivalent)
		}
	}
	return v
}
