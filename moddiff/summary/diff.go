package summary

import (
	"slices"
	"strings"
	"time"

	"semdiff/moddiff/readable"
	"semdiff/moddiff/reason"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
)

// DiffSummary is the difference summary of a pair (Def. 9 and 10). The four
// conditions are over the pair's inputs, without abstract applications; the
// first three under-approximate the sets of Def. 9, and together they cover
// everything.
type DiffSummary struct {
	Changed            *smtlib.Term    // C: both end, and disagree
	Unchanged          *smtlib.Term    // U: both end and agree, or neither ends
	TerminationChanged *smtlib.Term    // T: exactly one ends
	Unknown            *smtlib.Term    // none of these is shown
	Reasons            []reason.Reason // why Unknown is not empty, the most telling first
	Invariants         []Invariant     // that Unchanged rests on, for all iterations
	Differences        []*Difference
	// Witnessed is set where Changed is no more than the conditions of Differences.
	Witnessed   bool
	Paths       [2]int // path summaries of the old and the new version
	Refinements int    // explorations on demand
	Queries     int    // questions to the solver
	ByBounds    int    // of these, refuted by bounds on terms and not by a solver
	Time        time.Duration
}

// AllUnchanged is that of a pair that is equal.
func AllUnchanged(c *smtlib.Context) *DiffSummary {
	return &DiffSummary{Changed: c.False, TerminationChanged: c.False, Unchanged: c.True, Unknown: c.False}
}

// Difference is a path difference (Def. 11) with a concrete input on which both
// versions differed when the interpreter ran them.
type Difference struct {
	Condition *smtlib.Term
	// Case is a case of a long condition that the witness is in and a person can say, and
	// what the versions do there; nil where there is none.
	Case     *Difference
	Old, New Behaviour
	Witness  []interp.Value // values of the pair's inputs
	// Functions are the uninterpreted functions that the witness fixes beside
	// the inputs: the tape, functions and constants without a definition.
	Functions   []Function
	Termination bool   // exactly one version ends
	Same        []int  // outputs, by place, that are known to be equal whenever both versions return under Condition
	Cells       []Cell // where the maps among the outputs differ
	Model       WitnessModel
	Replayed    []Cell             // where the replay showed the maps to differ
	Values      readable.Valuation // of the witness; nil when it is not at hand
}

// Blocked reports whether an assumption blocks exactly one version: which runs are meant
// has changed, and not what they do.
func (d *Difference) Blocked() bool {
	return !d.Termination && (d.Old.End == ir.Blocked) != (d.New.End == ir.Blocked)
}

// Rank orders differences as people look at them: first where both versions return, then
// where one fails, then where an assumption blocks one, then where one does not end.
func (d *Difference) Rank() int {
	switch {
	case d.Termination:
		return 3
	case d.Blocked():
		return 2
	case d.Old.End != ir.Normal || d.New.End != ir.Normal:
		return 1
	}
	return 0
}

// OnlyBlocked reports whether Changed holds only inputs on which an assumption blocks
// exactly one version.
func (d *DiffSummary) OnlyBlocked() bool {
	changed := func(diff *Difference) bool { return !diff.Termination && !diff.Blocked() }
	return d.Witnessed && !slices.ContainsFunc(d.Differences, changed)
}

// Invariant is a relation between loops or recursive procedures of both versions, or
// what those of one version return.
type Invariant struct {
	Procs [2]string // "" where it is about the other version alone
	Says  string    // over what the procedures take, and results; the new version's are primed
	Given string    // for which inputs of the pair; "" for all
	Steps [2]int    // iterations of each version that are one step together; 0 for one version
	// Boundary is set where it is about no loops: Says is where what a pair calls stays
	// apart from it, in words.
	Boundary bool
}

// MayHold is false when t is known to be false on the witness.
func (d *Difference) MayHold(t *smtlib.Term) bool {
	if d.Values == nil {
		return true
	}
	v, err := d.Values(t)
	return err != nil || v.IsTrue()
}

// WitnessModel is where a witness comes from: the values of the inputs and the
// meaning of functions. Closed means that all other functions may mean anything.
type WitnessModel struct {
	*solver.Model
	Closed bool
}

// Cell is an element in which a map that both versions return differs.
type Cell struct {
	Output int // the map, by its place among the pair's outputs
	// Index leads to the element, outermost first: m[i][j] for a map of maps.
	// Old and New are what it holds: under the difference's condition they are
	// never equal. All are nil when only the witness's values are known.
	Index    []*smtlib.Term
	Old, New *smtlib.Term
	// At, OldValue and NewValue are what the replay of the witness showed.
	At                 []interp.Value
	OldValue, NewValue interp.Value
	Name               string // what people call the element; "" for the map's name and indices
}

// Function is the meaning of an uninterpreted function: Name(Params) = Body.
type Function struct {
	Name   string
	Params []*smtlib.Term
	Body   *smtlib.Term
}

// Head is the left side of the definition.
func (f Function) Head() string {
	if len(f.Params) == 0 {
		return f.Name
	}
	names := make([]string, len(f.Params))
	for i, p := range f.Params {
		names[i] = p.Name()
	}
	return f.Name + "(" + strings.Join(names, ", ") + ")"
}

// Behaviour is what one version does where the condition of a difference holds.
type Behaviour struct {
	End    ir.Outcome
	Terms  []*smtlib.Term // for each output of the pair, when End is ir.Normal; nil where they are not known
	Values []interp.Value // what the replay gave for the witness
	Trace  []interp.Step  // where the replay went
	Reads  []interp.Read  // what it read from the tape
}

// Term is the term of an output, by its place; nil where it is not known.
func (b Behaviour) Term(output int) *smtlib.Term {
	if output >= len(b.Terms) {
		return nil
	}
	return b.Terms[output]
}
