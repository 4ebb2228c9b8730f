// Package enginetest makes the tasks that tests give to engines. It serves tests only.
package enginetest

import (
	"testing"

	"semdiff/compare/engine"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
	"semdiff/translate"
)

// Task is two versions given as text, with z3, which has to be there, as their solver.
func Task(t testing.TB, oldText, newText string) engine.Task {
	t.Helper()
	var sources [2]translate.Source
	for i, text := range []string{oldText, newText} {
		var err error
		if sources[i], err = translate.Parse([]string{"old.bpl", "new.bpl"}[i], []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	c := smtlib.NewContext()
	old, new, err := translate.LowerPair(c, sources[0], sources[1], translate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := solver.New(c, "z3", solver.Default)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return engine.Task{Old: old, New: new, Solver: s}
}
