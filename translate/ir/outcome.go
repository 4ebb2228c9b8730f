package ir

// Outcome is how a run of a procedure ends, and how a path through it does.
type Outcome uint8

// The outcomes. The numbers of the first three are those of the result "kind" of
// an abstracted call.
const (
	Normal   Outcome = iota // it returns
	Fails                   // an assertion does not hold
	Blocked                 // an assumption does not hold: no run goes on
	Diverges                // it stays in a call and never returns
	// OutOfFuel is that of a concrete run which used up its limits: nothing is
	// known of its end.
	OutOfFuel
)

// String names the outcome as the reports do.
func (o Outcome) String() string {
	return [...]string{"normal", "fails", "blocked", "does not end", "out of fuel"}[o]
}
