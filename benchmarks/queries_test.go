package benchmarks

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// queriesLimit is the time for a pair; what it cuts short counts with what it did until then.
const queriesLimit = 30 * time.Second

const queriesCaption = `Processes of semdiff diff (%s for a pair) of the revision in SEMDIFF_BEFORE and of this one, in turns. queries:
of the whole answers, with the solver. CPU: seconds of the processes and their solvers. decided: entries that are called
equivalent, partially equivalent or different. whole: answers that leave nothing open.
`

// queriesOf is what the answers for some pairs took.
type queriesOf struct {
	queries, decided, whole int
	cpu                     time.Duration
}

// TestQueriesReport prints how many queries and how much CPU time two revisions of semdiff
// take for table1, and for tcas and replace in SEMDIFF_SIEMENS and space in the folder
// beside it, as many versions as -versions says. SEMDIFF_BEFORE is the binary of the other
// revision. It fails when the two contradict each other.
func TestQueriesReport(t *testing.T) {
	before := os.Getenv("SEMDIFF_BEFORE")
	if before == "" {
		t.Skip("set SEMDIFF_BEFORE to the binary of another revision")
	}
	commands := [2]string{before, buildCommand(t)}
	table := reportTable("wnnnnnnnnn", "program", "pairs", "queries before", "now", "CPU s before", "now", "decided before", "now", "whole before", "now")
	row := func(name string, pairs [][]string) {
		var sums [2]queriesOf
		for _, args := range pairs {
			var verdicts [2]string
			for i, command := range commands {
				verdicts[i] = sums[i].add(t, command, args)
			}
			if contradict(verdicts[0], verdicts[1]) {
				t.Errorf("%s: %s before, now %s", strings.Join(args, " "), verdicts[0], verdicts[1])
			}
		}
		b, n := sums[0], sums[1]
		cells := []any{name, len(pairs), b.queries, n.queries, seconds(b.cpu), seconds(n.cpu), b.decided, n.decided, b.whole, n.whole}
		if err := table.Append(cells...); err != nil {
			t.Fatal(err)
		}
	}
	var pairs [][]string
	for _, p := range pairsOf(t, "table1") {
		pairs = append(pairs, []string{"--entry", p.Entry, filepath.Join(p.Dir, "old.bpl"), filepath.Join(p.Dir, "new.bpl")})
	}
	row("table1", pairs)
	if folder := os.Getenv("SEMDIFF_SIEMENS"); folder != "" {
		for _, program := range []string{"tcas", "replace", "../space"} {
			var pairs [][]string
			for _, version := range versionsOf(t, filepath.Join(folder, program)) {
				pairs = append(pairs, []string{filepath.Join(folder, program, "source.bpl"), version})
			}
			row(filepath.Base(program), pairs)
		}
	}
	fmt.Printf(queriesCaption+"\n", queriesLimit)
	if err := table.Render(); err != nil {
		t.Fatal(err)
	}
}

// add runs a pair and returns the verdict.
func (q *queriesOf) add(t *testing.T, command string, args []string) string {
	t.Helper()
	cmd := exec.Command(command, append([]string{"diff", "--format", "json", "--timeout", queriesLimit.String()}, args...)...)
	out, err := cmd.Output()
	if exit := (*exec.ExitError)(nil); err != nil && (!errors.As(err, &exit) || exit.ExitCode() == 2) {
		t.Fatalf("%s %s: %v", command, strings.Join(args, " "), err)
	}
	var answer struct {
		Verdict  string
		Complete bool
		Stats    struct{ Queries int }
	}
	if err := json.Unmarshal(out, &answer); err != nil {
		t.Fatalf("%s %s: %v", command, strings.Join(args, " "), err)
	}
	q.queries += answer.Stats.Queries
	q.cpu += cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	if answer.Complete {
		q.whole++
	}
	if answer.Verdict != "unknown" {
		q.decided++
	}
	return answer.Verdict
}

// contradict reports whether two verdicts cannot both be right.
func contradict(x, y string) bool {
	equal := func(v string) bool { return v == "equivalent" }
	return equal(x) && y == "different" || equal(y) && x == "different"
}
