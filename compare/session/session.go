package session

import (
	"cmp"
	"errors"
	"os/exec"
	"slices"
	"time"

	"semdiff/compare/engine"
	"semdiff/internal/closest"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
	"semdiff/translate"
)

// Session is two versions and a solver that is ready for questions about them.
type Session struct {
	*Versions
	Context *smtlib.Context
	Setup   *solver.Setup
	Solver  solver.Solver
}

// Open finds the solvers, starts one, and loads both versions meanwhile.
func Open(from Sources, meaning translate.Options, config solver.Config) (*Session, error) {
	if err := cmp.Or(checkMeaning(meaning), checkSolver(config)); err != nil {
		return nil, err
	}
	setup, err := solver.NewSetup(config)
	if errors.Is(err, exec.ErrNotFound) && slices.Contains(solver.Known(), config.Solver) {
		return withoutSolver(from, meaning, err)
	}
	if err != nil {
		return nil, err
	}
	s := &Session{Context: smtlib.NewContext(), Setup: setup}
	s.Solver = setup.Open(s.Context)
	if s.Versions, err = Load(s.Context, from, meaning); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// withoutSolver loads both versions where no solver is there, if they are identical: then
// nothing is asked.
func withoutSolver(from Sources, meaning translate.Options, missing error) (*Session, error) {
	s := &Session{Context: smtlib.NewContext(), Setup: solver.None()}
	var err error
	if s.Versions, err = Load(s.Context, from, meaning); err != nil {
		return nil, err
	}
	if !s.identical() || !from.Match.IsZero() || !from.Mutual.IsZero() {
		return nil, missing
	}
	s.Solver = s.Setup.Open(s.Context)
	return s, nil
}

// Close ends the solver's process.
func (s *Session) Close() { s.Solver.Close() }

// Task is what engines are asked about the versions.
func (s *Session) Task(entry string) engine.Task {
	return engine.Task{Old: s.Old, New: s.New, Entry: entry, Match: s.Given, Solver: s.Solver}
}

// OptionError is an option with a value that it cannot have.
type OptionError struct {
	Option  string // its name as a flag, without dashes
	Problem string
}

func (e *OptionError) Error() string { return e.Option + " " + e.Problem }

// NotNegative is an error for an option below zero.
func NotNegative[T int | time.Duration](option string, value T) error {
	if value < 0 {
		return &OptionError{option, "must not be negative"}
	}
	return nil
}

// OneOf is an error where the value of an option is none of those that it can have.
func OneOf[T ~string](option string, value T, of ...T) error {
	known := make([]string, len(of))
	for i, v := range of {
		known[i] = string(v)
	}
	if problem := closest.Problem(string(value), known); problem != "" {
		return &OptionError{option, problem}
	}
	return nil
}

// checkMeaning is an error where a reading of the versions is not one that there is.
func checkMeaning(o translate.Options) error {
	return cmp.Or(
		OneOf("asserts", cmp.Or(o.Asserts, translate.AssertsOutcome), translate.AssertsOutcome, translate.AssertsAssume, translate.AssertsIgnore),
		OneOf("externals", cmp.Or(o.Externals, translate.ExternalsFunction), translate.ExternalsFunction, translate.ExternalsHavoc))
}

func checkSolver(c solver.Config) error {
	return cmp.Or(NotNegative("solver-timeout", c.Timeout), NotNegative("solver-resources", c.Resources), NotNegative("solver-memory", c.Memory))
}
