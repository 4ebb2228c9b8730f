// Package needs says what tests need beside Go. It serves tests only.
package needs

import (
	"os"
	"os/exec"
	"testing"
)

// variable is the environment variable that, when it is not empty, makes tests
// fail that would be skipped since a solver is missing. The Makefile sets it.
const variable = "SEMDIFF_NEED_SOLVERS"

// Z3 is Solvers for z3.
func Z3(t testing.TB) {
	t.Helper()
	Solvers(t, "z3")
}

// Solvers skips a test, or lets it fail, where one of its solvers is missing.
func Solvers(t testing.TB, names ...string) {
	t.Helper()
	for _, name := range names {
		_, err := exec.LookPath(name)
		switch {
		case err == nil:
		case os.Getenv(variable) != "":
			t.Fatalf("%s is set: %v", variable, err)
		default:
			t.Skipf("%v (make solvers installs it)", err)
		}
	}
}
