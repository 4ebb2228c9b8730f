package engine

import (
	"context"

	"semdiff/moddiff"
)

// The names of Summaries by its mode.
const (
	ModDiff    = string(moddiff.ModDiff)
	ModDiffRef = string(moddiff.ModDiffRef)
)

// Summaries is ModDiff as an Engine: modular difference summaries.
type Summaries struct {
	// Options are those of the analysis; entry and matching come from the task.
	Options moddiff.Options
}

// Name implements Engine.
func (s Summaries) Name() string {
	if s.Options.Mode == moddiff.ModDiff {
		return ModDiff
	}
	return ModDiffRef
}

// Impact is the name of Slices.
const Impact = "impact"

// Slices are difference summaries of what a change reaches, and of nothing else: what
// slices do not tell of is unknown.
type Slices struct {
	// Options are those of the analysis; entry and matching come from the task.
	Options moddiff.Options
}

// Name implements Engine.
func (Slices) Name() string { return Impact }

// Compare implements Engine.
func (s Slices) Compare(ctx context.Context, t Task) (*Outcome, error) {
	s.Options.WithoutImpact, s.Options.SlicesAlone = false, true
	o, err := Summaries(s).Compare(ctx, t)
	if err != nil {
		return nil, err
	}
	o.Engine = Impact
	return o, nil
}

// Compare implements Engine.
func (s Summaries) Compare(ctx context.Context, t Task) (*Outcome, error) {
	opts := s.Options
	opts.Entry, opts.Match = t.Entry, t.Match
	r, err := moddiff.Analyze(ctx, t.Old, t.New, t.Solver, opts)
	if err != nil {
		return nil, err
	}
	return &Outcome{Engine: s.Name(), Result: r}, nil
}
