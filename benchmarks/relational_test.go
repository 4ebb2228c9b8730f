package benchmarks

import (
	"encoding/json"
	"errors"
	"fmt"
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
const relationalTimeout = "10s"

// TestRelational runs semdiff diff over the pairs of suite relational: no verdict is
// wrong, and as many as the manifest says are decided.
func TestRelational(t *testing.T) {
	needs.Z3(t)
	command := buildCommand(t)
	m := readManifest(t, "relational")
	var decided atomic.Int64
	t.Run("pairs", func(t *testing.T) {
		for _, p := range sample(m.Pairs) {
			t.Run(p.Name, func(t *testing.T) {
				t.Parallel()
				switch v, _ := commandVerdict(t, &p, command); {
				case !p.fits(v):
					t.Errorf("verdict %s, truth %s, allowed %s", v, p.Truth, p.Allowed)
				case v != "unknown":
					decided.Add(1)
					if p.mayBeUnknown() {
						t.Logf("%s, which may be unknown", v)
					}
				}
			})
		}
	})
	if n := int(decided.Load()); !testing.Short() && !t.Failed() && n < m.Floor {
		t.Errorf("%d pairs are decided, at least %d were before", n, m.Floor)
	}
}

// commandVerdict is the verdict of semdiff diff as a process, and the time that takes.
func commandVerdict(t *testing.T, p *pair, command string) (moddiff.Status, time.Duration) {
	t.Helper()
	args := slices.Concat([]string{"diff", "--format", "json", "--timeout", relationalTimeout, "--entry", p.Entry}, p.Flags,
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

// relationalScore counts the verdicts for the pairs of one truth.
type relationalScore struct{ decided, unknown, wrong, of int }

func (s *relationalScore) add(p *pair, v moddiff.Status) {
	s.of++
	switch {
	case v == "unknown":
		s.unknown++
	case p.fits(v):
		s.decided++
	default:
		s.wrong++
	}
}

func (s *relationalScore) cells() []string {
	return []string{fmt.Sprintf("%d/%d", s.decided, s.of), fmt.Sprint(s.unknown), fmt.Sprint(s.wrong)}
}

// TestRelationalReport prints for each family of suite relational how many pairs are
// decided, and in what time (make bench).
func TestRelationalReport(t *testing.T) {
	needBench(t)
	command := buildCommand(t)
	pairs := readSuite(t, "relational")
	table := reportTable("wnnnnnnnn", "family", "equal", "unknown", "wrong", "different", "unknown", "wrong", "median s", "all s")
	var all [2]relationalScore
	var allSeconds []float64
	row := func(name string, scores *[2]relationalScore, seconds []float64) []string {
		total := 0.0
		for _, s := range seconds {
			total += s
		}
		return slices.Concat([]string{name}, scores[0].cells(), scores[1].cells(), []string{fmt.Sprintf("%.2f", median(seconds)), fmt.Sprintf("%.1f", total)})
	}
	for i := 0; i < len(pairs); {
		var scores [2]relationalScore
		var seconds []float64
		family := pairs[i].Family
		for ; i < len(pairs) && pairs[i].Family == family; i++ {
			p, kind := &pairs[i], 0
			if p.Truth == "different" {
				kind = 1
			}
			v, took := commandVerdict(t, p, command)
			scores[kind].add(p, v)
			all[kind].add(p, v)
			seconds = append(seconds, took.Seconds())
		}
		allSeconds = append(allSeconds, seconds...)
		if err := table.Append(row(family, &scores, seconds)); err != nil {
			t.Fatal(err)
		}
	}
	table.Footer(row("all", &all, allSeconds))
	fmt.Printf("Suite relational by semdiff diff --timeout %s: pairs decided, of those that there are, and left unknown.\n\n", relationalTimeout)
	if err := table.Render(); err != nil {
		t.Fatal(err)
	}
	if n := all[0].wrong + all[1].wrong; n > 0 {
		t.Errorf("%d verdicts are wrong", n)
	}
}
