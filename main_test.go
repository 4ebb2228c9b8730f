package semdiff_test

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"testing"
)

// TestMain leaves out the examples where z3 is missing, unless it is needed (see
// package needs): examples cannot skip themselves.
func TestMain(m *testing.M) {
	flag.Parse()
	if _, err := exec.LookPath("z3"); err != nil && os.Getenv("SEMDIFF_NEED_SOLVERS") == "" {
		fmt.Println("the examples are skipped:", err)
		if err := flag.Set("test.skip", "^Example"); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}
