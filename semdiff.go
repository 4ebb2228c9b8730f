package semdiff

import (
	"context"
	"io"

	"semdiff/compare/engine"
	"semdiff/compare/session"
)

// Source is where a text comes from. The zero Source is none.
type Source = session.Source

// File is a file, which is read when it is needed.
func File(name string) Source { return session.File(name) }

// Text is a text; name is what messages call it.
func Text(name, text string) Source { return session.Text(name, text) }

// Reader is what r gives; name is what messages call it. It can be read once.
func Reader(name string, r io.Reader) Source { return session.Reader(name, r) }

// Verdict is the answer for a pair of procedures, or for two programs.
type Verdict = engine.Verdict

// The verdicts.
const (
	Unknown             = engine.Unknown             // something is open
	Equivalent          = engine.Equivalent          // the same for all inputs
	PartiallyEquivalent = engine.PartiallyEquivalent // whenever both versions end they agree
	Different           = engine.Different           // on an input that was run
)

// Diff compares two versions of a program. When ctx ends, the result holds what
// was found by then, and says so. Whatever is wrong with the input or the options
// is an error: see InputError, OptionError, DisputeError. There is no answer
// without a solver: errors.Is(err, exec.ErrNotFound) tells that there is none. A
// solver that is there and fails leaves procedures unknown.
func Diff(ctx context.Context, old, new Source, opts Options) (*Result, error) {
	c, err := Open(old, new, opts)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	return c.Run(ctx)
}
