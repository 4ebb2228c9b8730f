package certificate

import "fmt"

// Why a claim has no assertions.
const (
	MissingRuns       = "the interpreter ran both versions on the inputs of the differences; the summaries are not known to reach as far"
	MissingPaths      = "not all paths were explored"
	MissingBlocked    = "an assumption in the region itself may block it, too"
	MissingDependence = "it rests on dependence alone: the change reaches nothing on which it depends"
	MissingNeeds      = "it rests on dependence alone: in both versions nothing else is read on the way"
	MissingAxioms     = "the axioms are assumed to be consistent: the solver cannot tell"
	// Of axioms that a witness shares no function with, and no type.
	MissingContradiction = "the axioms contradict each other; no difference depends on them"
)

// MissingValue is why a witness has none that gives an input a value which
// cannot be written down.
func MissingValue(input string) string {
	return fmt.Sprintf("the value of %s is no term; the interpreter replayed the input on both versions", input)
}
