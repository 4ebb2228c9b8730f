package result

import (
	"fmt"
	"slices"
)

// VerdictWords is what a verdict is called, and what it says of a pair.
type VerdictWords struct {
	Verdict Verdict
	Name    string // in all outputs
	Means   string
}

// AllVerdicts is the table of the verdicts, the best first.
func AllVerdicts() []VerdictWords {
	return []VerdictWords{
		{Equivalent, "equivalent", "both versions do the same for all inputs"},
		{PartiallyEquivalent, "partially-equivalent", "whenever both versions end they agree; that they end for the same inputs is not shown"},
		{Unknown, "unknown", "something is open; what was found is still reported"},
		{Different, "different", "the versions differ on an input that was run on both"},
	}
}

// VerdictNamed is the verdict of a name in outputs; false when no verdict has it.
func VerdictNamed(name string) (Verdict, bool) {
	for _, w := range AllVerdicts() {
		if w.Name == name {
			return w.Verdict, true
		}
	}
	return Unknown, false
}

// rank is the place of a verdict in the table.
func (v Verdict) rank() int {
	i := slices.IndexFunc(AllVerdicts(), func(w VerdictWords) bool { return w.Verdict == v })
	if i < 0 {
		panic(fmt.Sprintf("result: no words for the verdict %d", uint8(v)))
	}
	return i
}

// StatusWords is what a status says of a pair.
type StatusWords struct {
	Status Status
	Means  string
}

// AllStatuses is the table of the statuses: the verdicts, and why a pair has none.
func AllStatuses() []StatusWords {
	var all []StatusWords
	for _, w := range AllVerdicts() {
		all = append(all, StatusWords{Status(w.Name), w.Means})
	}
	return append(all,
		StatusWords{StatusUnchanged, "the same text, and calls only procedures that are proven equal; never analysed"},
		StatusWords{StatusAdded, "only the new version declares it"},
		StatusWords{StatusRemoved, "only the old version declares it"},
		StatusWords{StatusSignature, "its parameters or results changed, and there are no two bodies to compare"},
	)
}
