package suite

import (
	"fmt"
	"maps"
	"slices"

	"semdiff/moddiff"
)

// Outcome is what a cell is worth.
type Outcome string

// The outcomes, from the best to the worst.
const (
	Right   Outcome = "right"
	Unknown Outcome = "unknown" // the column gave up by itself
	Timeout Outcome = "timeout"
	Memory  Outcome = "memory"
	Error   Outcome = "error" // no answer for another reason
	Wrong   Outcome = "wrong"
	Absent  Outcome = "absent" // the tool is not installed
)

// Outcomes are all of them, with what they mean.
func Outcomes() []OutcomeWords {
	return []OutcomeWords{
		{Right, "the verdict is the known truth, or a part of it that is allowed"},
		{Unknown, "the column gave up by itself"},
		{Timeout, "time ran out"},
		{Memory, "memory ran out"},
		{Error, "no answer: the input was refused, or the process failed"},
		{Wrong, "the verdict contradicts the truth"},
		{Absent, "the tool is not installed"},
	}
}

// OutcomeWords says what an outcome means.
type OutcomeWords struct {
	Outcome Outcome
	Means   string
}

func (o Outcome) rank() int {
	return slices.IndexFunc(Outcomes(), func(w OutcomeWords) bool { return w.Outcome == o })
}

// Judge holds an answer against the truth of a pair, with a word on what is wrong. A
// verdict that says less than the truth is right when it is true: partially-equivalent
// where the versions are equivalent. Where they differ it is allowed or wrong. What is
// unknown is no mistake, of the entry or of another procedure.
func Judge(p *Pair, a *Answer) (o Outcome, why string) {
	for _, name := range slices.Sorted(maps.Keys(p.Procedures)) {
		if status, ok := a.Procedures[name]; ok && !procedureFits(p.Procedures[name], status) {
			return Wrong, fmt.Sprintf("%s is %s, allowed %s", name, status, words(p.Procedures[name]))
		}
	}
	switch v := a.Verdict; {
	case a.Contradicts:
		return Wrong, a.Reason
	case v == "unknown" && a.Over == OverTime:
		return Timeout, ""
	case v == "unknown" && a.Over == OverMemory:
		return Memory, ""
	case v == "unknown":
		return Unknown, ""
	case v == p.Truth, slices.Contains(p.Allowed, v), v == "partially-equivalent" && p.Truth == "equivalent":
		return Right, ""
	}
	return Wrong, fmt.Sprintf("%s, truth %s", a.Verdict, p.Truth)
}

// procedureFits is about a status that an engine need not have found by the way of the
// one that the list was made for: unchanged is equivalent by text.
func procedureFits(allowed []moddiff.Status, status moddiff.Status) bool {
	if slices.Contains(allowed, status) {
		return true
	}
	same := []moddiff.Status{"equivalent", "partially-equivalent", "unchanged"}
	switch {
	case status == "different":
		return false
	case slices.Contains(same, status):
		return slices.ContainsFunc(allowed, func(s moddiff.Status) bool { return slices.Contains(same, s) })
	}
	return true
}
