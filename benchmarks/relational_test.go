package benchmarks

import (
	"encoding/json"
	"errors"
	"os/exec"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"semdiff/internal/needs"
	"semdiff/moddiff"
)

// relationalTimeout is what semdiff diff is given for a pair.
const relationalTimeout = 10 * time.Second

// TestRelational runs semdiff diff over pairs of suite relational: no verdict is wrong, and as many as the suite
// says are decided.
func TestRelational(t *testing.T) {
	needs.Z3(t)
	command := buildCommand(t)
	m := readSuite(t, "relational")
	pairs := sample(m.Pairs, 16)
	var decided atomic.Int64
	t.Run("pairs", func(t *testing.T) {
		for _, p := range pairs {
			t.Run(p.Name, func(t *testing.T) {
				t.Parallel()
				switch v, _ := commandVerdict(t, &p, command); {
				case !p.Fits(v):
					t.Errorf("verdict %s, truth %s, allowed %s", v, p.Truth, p.Allowed)
				case v != "unknown":
					decided.Add(1)
					if p.MayBeUnknown() {
						t.Logf("%s, which may be unknown", v)
					}
				}
			})
		}
	})
	floor := m.Floor * len(pairs) / len(m.Pairs)
	if n := int(decided.Load()); !testing.Short() && !t.Failed() && n < floor {
		t.Errorf("%d pairs are decided, at least %d were before", n, floor)
	}
}

// commandVerdict is the verdict of semdiff diff, with more flags, as a process, and the
// time that takes.
func commandVerdict(t *testing.T, p *pair, command string, flags ...string) (moddiff.Status, time.Duration) {
	t.Helper()
	args := slices.Concat([]string{"diff", "--format", "json", "--timeout", relationalTimeout.String(), "--entry", p.Entry}, p.Flags, flags,
		[]string{filepath.Join(p.Dir, "old.bpl"), filepath.Join(p.Dir, "new.bpl")})
	start := time.Now()
	out, err := exec.Command(command, args...).Output()
	if exit := (*exec.ExitError)(nil); err != nil && (!errors.As(err, &exit) || exit.ExitCode() == 2) {
		t.Fatalf("%s: %v\n%s", p.Dir, err, exit.Stderr)
	}
	var answer struct{ Verdict moddiff.Status }
	if err := json.Unmarshal(out, &answer); err != nil {
		t.Fatalf("%s: %v", p.Dir, err)
	}
	return answer.Verdict, time.Since(start)
}
