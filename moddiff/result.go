package moddiff

import (
	"strings"
	"time"

	"semdiff/moddiff/certificate"
	"semdiff/moddiff/readable"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
)

// Verdict is the answer for a pair of procedures or for a run.
type Verdict uint8

// The verdicts; the zero value claims nothing.
const (
	Unknown Verdict = iota
	Equivalent
	PartiallyEquivalent
	Different
)

// String is the verdict's name in all outputs.
func (v Verdict) String() string {
	return [...]string{"unknown", "equivalent", "partially-equivalent", "different"}[v]
}

// worse orders verdicts by what a user must look at: different, unknown,
// partially equivalent, equivalent.
func (v Verdict) worse(w Verdict) Verdict {
	rank := [...]int{Unknown: 2, Equivalent: 0, PartiallyEquivalent: 1, Different: 3}
	if rank[w] > rank[v] {
		return w
	}
	return v
}

// Status is a Verdict, or says why a pair has none.
type Status string

// The statuses beside the verdicts.
const (
	StatusUnchanged Status = "unchanged" // same text, calls only unaffected pairs; never analysed
	StatusAdded     Status = "added"
	StatusRemoved   Status = "removed"
	// StatusSignature: the parameters or results changed, and there are no two
	// bodies to compare.
	StatusSignature Status = "signature changed"
)

// DiffSummary is the difference summary of a pair (Def. 9 and 10). The four
// conditions are over the pair's inputs, without abstract applications; the
// first three under-approximate the sets of Def. 9, and together they cover
// everything.
type DiffSummary struct {
	Changed            *smtlib.Term // C: both end, and disagree
	Unchanged          *smtlib.Term // U: both end and agree, or neither ends
	TerminationChanged *smtlib.Term // T: exactly one ends
	Unknown            *smtlib.Term // none of these is shown
	Reasons            []Reason     // why Unknown is not empty, the most telling first
	Differences        []*Difference
	Paths              [2]int // path summaries of the old and the new version
	Refinements        int    // explorations on demand
	Queries            int    // questions to the solver
	Time               time.Duration
}

// Difference is a path difference (Def. 11) with a concrete input on which the
// interpreter saw both versions differ.
type Difference struct {
	Condition *smtlib.Term
	Old, New  Behaviour
	Witness   []interp.Value // values of the pair's inputs
	// Functions are the uninterpreted functions that the witness fixes beside
	// the inputs: the tape, functions and constants without a definition.
	Functions   []Function
	Termination bool   // exactly one version ends
	Cells       []Cell // where the maps among the outputs differ
	seen        sighting
	shown       []Cell // where the replay showed the maps to differ
	values      readable.Valuation
}

// sighting is where a witness comes from: the values of the inputs and the
// meaning of functions. closed means that all other functions may mean anything.
type sighting struct {
	model  *solver.Model
	closed bool
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

// Behaviour is what one version does on a difference's condition.
type Behaviour struct {
	End    ir.Outcome
	Terms  []*smtlib.Term // for each output of the pair, when End is ir.Normal; nil where they are not known
	Values []interp.Value // what the replay gave for the witness
	Trace  []interp.Step  // where the replay went
}

// Term is the term of an output, by its place; nil where it is not known.
func (b Behaviour) Term(output int) *smtlib.Term {
	if output >= len(b.Terms) {
		return nil
	}
	return b.Terms[output]
}

// PairResult is the answer for one pair, or for a procedure without partner.
type PairResult struct {
	Name      string
	Kind      string
	Old, New  string // names; "" where a version has none
	OldPos    string
	NewPos    string
	Status    Status
	Verdict   Verdict
	Compared  bool // a pair: both versions have a body
	Modified  bool
	Inputs    []*smtlib.Term
	Outputs   []*smtlib.Term
	Interface []string // how the interfaces differ
	// Signatures are the declared ones, old and new: those of a procedure whose
	// parameters or results differ in number or type, and of one without partner.
	Signatures [2]string
	Summary    *DiffSummary // nil for pairs that were not analysed
	Analysed   bool
	// Reasons say why something is open: those of the summary, or why there is none.
	Reasons []Reason
}

// Open reports whether something of a pair is not shown.
func (p *PairResult) Open() bool {
	return p.Status == Status(Unknown.String()) || p.Summary != nil && !p.Summary.Unknown.IsFalse()
}

// SignatureChanged reports whether the parameters or results of a procedure differ
// in number or type.
func (p *PairResult) SignatureChanged() bool { return p.Signatures[0] != "" && p.Signatures[1] != "" }

// Interface is how the declared procedures of two programs differ: those that only
// one has, and those whose parameters or results differ in number or type. A
// polymorphic procedure counts once, a loop not at all.
type Interface struct{ Added, Removed, Changed int }

// Differs reports whether there is any difference.
func (i Interface) Differs() bool { return i != Interface{} }

// Result is the answer for two programs.
type Result struct {
	Ctx       *smtlib.Context // of all terms below
	Old, New  string          // file names
	Entry     []string
	Verdict   Verdict
	Interface Interface
	Complete  bool // nothing is left open: the bounds of the analysis left nothing out
	CutShort  bool // time ran out, or the run was interrupted
	Pairs     []*PairResult
	Notes     []string // what was not shown, bounds that mattered, assumptions
	Stats     Stats
	Evidence  *certificate.Evidence // nil unless asked for
}

// Stats counts the work of a run.
type Stats struct {
	Procedures int // pairs, added and removed procedures; loops included
	Analysed   int
	Queries    int
	Unknown    int // queries without a definite answer
	// Reused are the pairs whose answers came from the cache, for which
	// ReusedQueries of Queries were asked in an earlier run.
	Reused, ReusedQueries int
	SolverTime            time.Duration
	Time                  time.Duration
}
