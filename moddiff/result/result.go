package result

import (
	"fmt"
	"slices"
	"time"

	"semdiff/internal/source"
	"semdiff/moddiff/certificate"
	"semdiff/moddiff/reason"
	"semdiff/moddiff/summary"
	"semdiff/smtlib"
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
func (v Verdict) String() string { return AllVerdicts()[v.rank()].Name }

// Worse orders verdicts by what a user must look at: different, unknown,
// partially equivalent, equivalent.
func (v Verdict) Worse(w Verdict) Verdict {
	if w.rank() > v.rank() {
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

// PairResult is the answer for one pair, or for a procedure without partner.
type PairResult struct {
	Name      string
	Kind      string
	Old, New  string        // names; "" where a version has none
	Places    [2]source.Pos // the zero Pos where a version has none
	In        string        // of a loop: the name of what it stands in
	Reachable bool          // an entry may call it, or it is one
	// Calls are the pairs, by name, that either version calls, of a pair that a change
	// may affect.
	Calls    []string
	Status   Status
	Verdict  Verdict
	Compared bool // a pair: both versions have a body
	Modified bool
	Inputs   []*smtlib.Term
	Outputs  []*smtlib.Term
	// InputNames and OutputNames are what the versions call the Inputs and Outputs; nil
	// where they are known to both under these names.
	InputNames, OutputNames []VersionNames

	Interface []string // how the interfaces differ
	// Alone are parameters, with their types, that nothing in the other version stands for:
	// of the old version, of the new one.
	Alone [2][]string
	// Signatures are the declared ones, old and new: those of a procedure whose
	// parameters or results differ in number or type, and of one without partner.
	Signatures [2]string
	Summary    *summary.DiffSummary // nil for pairs that were not analysed
	Analysed   bool
	// AsEntry is the verdict of the pair as an entry, of which less is observed than its
	// callers see, where that was asked for since Verdict is unknown; else Unknown.
	AsEntry Verdict
	// Unimpacted are outputs that the change does not reach, of which Evidence has claims.
	Unimpacted []*smtlib.Term
	// Reasons say why something is open: those of the summary, or why there is none.
	Reasons []reason.Reason
	// Sourced is set where names are those of the source that the program was translated
	// from; Params are then what it calls the parameters of a procedure, and Inputs may
	// hold elements of memory beside variables. Of a pair that draws Params are its inputs
	// without what it draws.
	Sourced     bool
	Params      []string
	SourceNames map[*smtlib.Term]string // of the variables of the program
	// Mentions are, for an element of memory among the Inputs, the indices that its name mentions.
	Mentions map[*smtlib.Term][]*smtlib.Term
	// Invariants are what the summary's unchanged inputs rest on, for all iterations.
	Invariants []PlacedInvariant
}

// VersionNames are what the old and the new version call a variable; "" where one has none.
type VersionNames [2]string

// PlacedInvariant is an invariant with the places of the procedures or loops.
type PlacedInvariant struct {
	summary.Invariant
	Places [2]source.Pos // the zero Pos where it is about the other version alone
	Loops  bool
}

// Open reports whether something of a pair is not shown.
func (p *PairResult) Open() bool {
	return p.Status == Status(Unknown.String()) || p.Summary != nil && !p.Summary.Unknown.IsFalse()
}

// Edited reports whether the text of a pair differs, or that of a loop in it.
func (r *Result) Edited(p *PairResult) bool {
	return p.Modified || slices.ContainsFunc(r.Pairs, func(q *PairResult) bool { return q.Modified && q.In != "" && q.In == p.Name })
}

// ReportBlocked makes no pair different of which no other difference is known than where
// an assumption blocks exactly one version: what is left is equivalent where all of it is
// known to be unchanged, else unknown. Engines judge without it, since their callers rely
// on what is equal there, too.
func (r *Result) ReportBlocked() {
	verdict := Equivalent
	for _, p := range r.Pairs {
		if p.onlyBlocked() {
			p.Verdict = Unknown
			if p.Summary.Witnessed && p.Summary.Unknown.IsFalse() {
				p.Verdict = Equivalent
			}
			p.Status = Status(p.Verdict.String())
		}
		if p.Compared && slices.Contains(r.Entry, p.Name) {
			verdict = verdict.Worse(p.Verdict)
		}
	}
	if r.Verdict == Different {
		r.Verdict = verdict
	}
}

// onlyBlocked reports whether all known differences are such.
func (p *PairResult) onlyBlocked() bool {
	return p.Verdict == Different && p.Summary != nil && len(p.Summary.Differences) > 0 &&
		!slices.ContainsFunc(p.Summary.Differences, func(d *summary.Difference) bool { return !d.Blocked() })
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
	Judgement summary.Judgement
	Pairs     []*PairResult
	Notes     []string   // what was not shown, bounds that mattered, assumptions
	Proposed  []Proposed // the user's mutual summaries
	// Runtime counts unchanged procedures and loops of a translator's runtime, which Pairs
	// leaves out.
	Runtime  int
	Stats    Stats
	Evidence *certificate.Evidence // nil unless asked for
	// Text is that of a file that a version names and that is not on disk under its name;
	// nil for none.
	Text func(version int, file string) (text string, ok bool)
	// Sliced is the answer that Evidence is about, where that is for slices of both
	// versions, without what the change does not reach; nil where it is about this one.
	Sliced *Result
}

// Proposed is what became of a mutual summary that the user proposed.
type Proposed struct {
	Name   string
	Unused string // why it was of no use; "" where it was proven
}

// Note says why a mutual summary is not used.
func (p Proposed) Note() string {
	return fmt.Sprintf("mutual summary %s is not used: %s", p.Name, p.Unused)
}

// Stats counts the work of a run.
type Stats struct {
	Procedures int // pairs, added and removed procedures; loops included
	Analysed   int
	Queries    int
	ByBounds   int // queries refuted by bounds on terms and not by a solver
	Unknown    int // queries without a definite answer
	// Reused are the pairs whose answers came from the cache, for which
	// ReusedQueries of Queries were asked in an earlier run.
	Reused, ReusedQueries int
	SolverTime            time.Duration
	Time                  time.Duration
}

// AddWork adds the questions of another run about the same programs.
func (s *Stats) AddWork(of Stats) {
	s.Queries += of.Queries
	s.ByBounds += of.ByBounds
	s.Unknown += of.Unknown
	s.SolverTime += of.SolverTime
}
