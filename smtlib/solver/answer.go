package solver

import "fmt"

// Answer is what is known about the satisfiability of a query. The zero value
// is Unknown.
type Answer int

// The answers.
const (
	Unknown Answer = iota
	Sat
	Unsat
)

func (a Answer) String() string {
	switch a {
	case Unknown:
		return "unknown"
	case Sat:
		return "sat"
	case Unsat:
		return "unsat"
	}
	return fmt.Sprintf("Answer(%d)", int(a))
}

// Reason says why an answer is Unknown.
type Reason int

// The reasons. NoReason goes with Sat and Unsat.
const (
	NoReason    Reason = iota
	Timeout            // the limit per query ran out
	ResourceOut        // out of memory or another limit of the solver
	Incomplete         // the solver gave up
	Died               // the process ended
	Garbage            // the process said what is no answer
	Cancelled          // the context was done
	Disputed           // solvers contradict each other
)

var reasonNames = [...]string{"", "timeout", "resource limit", "incomplete", "solver died", "garbled answer", "cancelled", "disputed"}

func (r Reason) String() string {
	if r < 0 || int(r) >= len(reasonNames) {
		return fmt.Sprintf("Reason(%d)", int(r))
	}
	return reasonNames[r]
}

// Repeatable reports whether the same question gets the same answer in every
// run: what stopped the solver was neither time nor a fault.
func (r Reason) Repeatable() bool { return r == NoReason || r == ResourceOut || r == Incomplete }

// Result is the outcome of a query. When a model was asked for and the answer
// is Sat, Model is not nil.
type Result struct {
	Answer Answer
	Reason Reason
	Detail string // the solver's own words, for logs
	By     string // the solver that answered; "" when none was needed
	Model  *Model
}

func (r Result) String() string {
	if r.Answer != Unknown {
		return r.Answer.String()
	}
	s := fmt.Sprintf("unknown (%s)", r.Reason)
	if r.Detail != "" {
		s += ": " + r.Detail
	}
	return s
}

func unknown(reason Reason, detail string) Result {
	return Result{Reason: reason, Detail: detail}
}
