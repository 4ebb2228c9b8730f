package eqfile

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"

	"semdiff/compare/engine"
	"semdiff/internal/lazyregexp"
)

// Answer is what Boogie says of a file.
type Answer struct {
	// Verdict is Equivalent when all assertions are proven, PartiallyEquivalent
	// when all but that both end or neither does; Unknown otherwise: an assertion
	// that is not proven may still hold.
	Verdict engine.Verdict
	Failed  []Assertion
	Reason  string // why the answer is no answer
	Time    time.Duration
}

var (
	boogieError  = lazyregexp.New(`(?m)^[^\n]*\((\d+),\d+\): Error[^\n]*: This assertion might not hold`)
	boogieFinish = lazyregexp.New(`Boogie program verifier finished with (\d+) verified, (\d+) errors?([^\n]*)`)
)

// Run runs Boogie, the given program, on a file in path. Boogie's exit
// code says nothing; its text does.
func Run(ctx context.Context, program, path string, f *File, limit time.Duration) Answer {
	start := time.Now()
	// Boogie's own limit is for one procedure; the process gets some more.
	ctx, cancel := context.WithTimeout(ctx, 2*limit+5*time.Second)
	defer cancel()
	seconds := max(1, int(limit.Seconds()))
	cmd := exec.CommandContext(ctx, program, "/nologo", "/useArrayTheory", "/errorLimit:50", "/timeLimit:"+strconv.Itoa(seconds), path)
	cmd.WaitDelay = time.Second
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	a := ReadAnswer(out.String(), f)
	a.Time = time.Since(start)
	switch {
	case ctx.Err() != nil:
		a = Answer{Reason: "time out", Time: a.Time}
	case err != nil && !errors.As(err, new(*exec.ExitError)):
		a = Answer{Reason: err.Error(), Time: a.Time}
	}
	return a
}

// ReadAnswer reads what Boogie printed of a file.
func ReadAnswer(text string, f *File) Answer {
	finish := boogieFinish.FindStringSubmatch(text)
	if finish == nil {
		return Answer{Reason: "Boogie did not finish: " + firstProblem(text)}
	}
	if rest := finish[3]; strings.Contains(rest, "time out") || strings.Contains(rest, "inconclusive") || strings.Contains(rest, "out of") {
		return Answer{Reason: strings.Trim(rest, ", .")}
	}
	var a Answer
	failed := map[int]bool{}
	for _, m := range boogieError.FindAllStringSubmatch(text, -1) {
		line, _ := strconv.Atoi(m[1])
		failed[line] = true
	}
	reported, _ := strconv.Atoi(finish[2])
	a.Verdict = engine.Equivalent
	for _, line := range slices.Sorted(maps.Keys(f.Asserts)) {
		what := f.Asserts[line]
		switch {
		case what.Kind == AssertFalse && !failed[line]:
			return Answer{Reason: "the axioms contradict each other"}
		case what.Kind == AssertFalse, !failed[line]:
		case what.Kind == AssertEnds && a.Verdict == engine.Equivalent:
			a.Verdict = engine.PartiallyEquivalent
			a.Failed = append(a.Failed, what)
		default:
			if what.Kind != AssertEnds {
				a.Verdict = engine.Unknown
			}
			a.Failed = append(a.Failed, what)
		}
		delete(failed, line)
	}
	if len(failed) > 0 || reported > 0 && len(a.Failed) == 0 && !hasAxioms(f) {
		return Answer{Reason: "errors elsewhere than at the assertions: " + firstProblem(text)}
	}
	return a
}

func hasAxioms(f *File) bool {
	for _, what := range f.Asserts {
		if what.Kind == AssertFalse {
			return true
		}
	}
	return false
}

// firstProblem is the first line of a text that tells of an error.
func firstProblem(text string) string {
	for line := range strings.Lines(text) {
		if l := strings.ToLower(line); strings.Contains(l, "error") && !strings.Contains(l, "unknown parameter") {
			return strings.TrimSpace(line)
		}
	}
	return fmt.Sprintf("%.200q", text)
}
