package solver

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"semdiff/smtlib"
)

// logged is a Solver whose queries are written to files.
type logged struct {
	Solver
	setup *Setup
}

func (l *logged) Check(ctx context.Context, assertions []*smtlib.Term, wantModel bool) Result {
	list, r, done := trivial(assertions, wantModel)
	if done {
		return r
	}
	r = l.Solver.Check(ctx, list, wantModel)
	l.setup.log(list, r, wantModel)
	return r
}

func (l *logged) Quick(ctx context.Context, assertions []*smtlib.Term, wantModel bool) Result {
	list, r, done := trivial(assertions, wantModel)
	if done {
		return r
	}
	r = l.Solver.Quick(ctx, list, wantModel)
	l.setup.log(list, r, wantModel)
	return r
}

func (l *logged) Fork() Solver { return &logged{Solver: l.Solver.Fork(), setup: l.setup} }

// log writes a query and what was answered as the next file.
func (s *Setup) log(list []*smtlib.Term, r Result, wantModel bool) {
	s.mu.Lock()
	s.logged++
	name := filepath.Join(s.config.LogDir, fmt.Sprintf("%06d.smt2", s.logged))
	s.mu.Unlock()
	comment := r.String()
	if r.By != "" {
		comment = r.By + ": " + comment
	}
	f, err := os.Create(name)
	if err == nil {
		err = smtlib.WriteScript(f, smtlib.Script{
			Comment: comment, Logic: "ALL", Status: r.Answer.String(), Asserts: list, GetModel: wantModel && r.Answer == Sat,
		})
		if e := f.Close(); err == nil {
			err = e
		}
	}
	if err != nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.logErr == nil {
			s.logErr = fmt.Errorf("solver: queries are not all logged: %w", err)
		}
	}
}

// LogError is what went wrong first in writing queries to files.
func (s *Setup) LogError() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.logErr
}
