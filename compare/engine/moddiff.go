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
