package needs

import (
	"fmt"
	"testing"
)

// recorder keeps how a test was ended.
type recorder struct {
	testing.TB
	ended string
}

func (r *recorder) Helper()                     {}
func (r *recorder) Skipf(f string, args ...any) { r.ended = "skipped" }
func (r *recorder) Fatalf(f string, args ...any) {
	r.ended = "failed: " + fmt.Sprintf(f, args...)
}

func TestSolvers(t *testing.T) {
	const missing = `failed: SEMDIFF_NEED_SOLVERS is set: exec: "no-such-solver": executable file not found in $PATH`
	for _, test := range []struct{ name, value, want string }{
		{"sh", "", ""},
		{"sh", "1", ""},
		{"no-such-solver", "", "skipped"},
		{"no-such-solver", "1", missing},
	} {
		t.Setenv(variable, test.value)
		r := &recorder{TB: t}
		Solvers(r, test.name)
		if r.ended != test.want {
			t.Errorf("%s, variable %q: got %q, want %q", test.name, test.value, r.ended, test.want)
		}
	}
}
