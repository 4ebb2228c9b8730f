package benchmarks

import (
	"encoding/json"
	"errors"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"semdiff/compare/report"
	"semdiff/internal/needs"
)

// clientTimeout is what semdiff client is given for a pair.
const clientTimeout = 10 * time.Second

// clientVerdict is the verdict that fits a truth.
var clientVerdict = map[string]string{"equivalent": report.ClientUnaffected, "different": report.ClientAffected}

// TestClient runs semdiff client over suite client.
func TestClient(t *testing.T) {
	needs.Z3(t)
	command := buildCommand(t)
	for _, p := range sample(readSuite(t, "client").Pairs, 3) {
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			if v := askClient(t, &p, command); v.Verdict != clientVerdict[string(p.Truth)] {
				t.Errorf("verdict %s, truth %s", v.Verdict, p.Truth)
			}
		})
	}
}

// clientAnswer is what semdiff client says of a client.
type clientAnswer struct {
	Verdict    string
	Boundaries []struct {
		Region  string
		Lines   [2]int
		Context string
	}
}

// askClient is the answer of semdiff client, with more flags.
func askClient(t *testing.T, p *pair, command string, flags ...string) clientAnswer {
	t.Helper()
	args := slices.Concat([]string{"client", "--format", "json", "--timeout", clientTimeout.String(), "--client", p.Entry}, p.Flags, flags,
		[]string{filepath.Join(p.Dir, "old.bpl"), filepath.Join(p.Dir, "new.bpl")})
	out, err := exec.Command(command, args...).Output()
	if exit := (*exec.ExitError)(nil); err != nil && (!errors.As(err, &exit) || exit.ExitCode() == 2) {
		t.Fatalf("%s: %v\n%s", p.Dir, err, exit.Stderr)
	}
	var answer struct{ Clients []clientAnswer }
	if err := json.Unmarshal(out, &answer); err != nil || len(answer.Clients) != 1 {
		t.Fatalf("%s: %v", p.Dir, err)
	}
	return answer.Clients[0]
}

// TestBoundaries checks where differences end, on pairs of which that is known.
func TestBoundaries(t *testing.T) {
	needs.Z3(t)
	command := buildCommand(t)
	m := readSuite(t, "client")
	for _, tt := range []struct {
		pair, region string
		lines        [2]int
		context      bool
	}{
		{"zero-primes", "region", [2]int{7, 8}, false},
		{"guard-primes-small", "call", [2]int{7, 7}, true},
		{"induction-up", "call", [2]int{7, 7}, true},
		{"sign-hard", "region", [2]int{4, 5}, false},
		{"cancel-difference", "region", [2]int{4, 6}, false},
		{"recursion-context", "call", [2]int{10, 10}, true},
	} {
		t.Run(tt.pair, func(t *testing.T) {
			t.Parallel()
			i := slices.IndexFunc(m.Pairs, func(p pair) bool { return p.Name == tt.pair })
			c := askClient(t, &m.Pairs[i], command)
			if len(c.Boundaries) != 1 {
				t.Fatalf("%s: %d boundaries", c.Verdict, len(c.Boundaries))
			}
			if b := c.Boundaries[0]; b.Region != tt.region || b.Lines != tt.lines || (b.Context != "") != tt.context {
				t.Errorf("%s in lines %v under %q", b.Region, b.Lines, b.Context)
			}
		})
	}
}
