// Package enginetest makes the tasks that tests give to engines. It serves tests only.
package enginetest

import (
	"testing"

	"semdiff/compare/engine"
	"semdiff/internal/needs"
	"semdiff/internal/pairtest"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
)

// Task is two versions given as text, with z3 as their solver until the test ends.
func Task(t testing.TB, oldText, newText string) engine.Task {
	t.Helper()
	task := Open(t, oldText, newText)
	t.Cleanup(func() { task.Solver.Close() })
	return task
}

// Open is Task for a test that looks at many pairs: it closes the solver of each itself,
// after which nothing is left of it.
func Open(t testing.TB, oldText, newText string) engine.Task {
	t.Helper()
	needs.Z3(t)
	c := smtlib.NewContext()
	old, new := pairtest.Lower(t, c, oldText, newText)
	s, err := solver.New(c, "z3", solver.Default)
	if err != nil {
		t.Fatal(err)
	}
	return engine.Task{Old: old, New: new, Solver: s}
}
