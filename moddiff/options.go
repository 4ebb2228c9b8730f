package moddiff

import (
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/product"
	"semdiff/moddiff/query"
	"semdiff/moddiff/relation"
	"semdiff/moddiff/store"
	"semdiff/moddiff/summary"
	"semdiff/moddiff/symexec"
	"semdiff/smtlib/horn"
	"semdiff/translate/ir"
)

// Mode says when calls are refined.
type Mode string

// The modes of the paper's section 8.
const (
	ModDiff    Mode = "moddiff"    // never: summaries up to the unwinding bound only
	ModDiffRef Mode = "moddiffref" // whenever a difference may be spurious
)

// Blocked says what it is that an assumption blocks exactly one version.
type Blocked = summary.Blocked

// The readings of that.
const (
	BlockedIgnore = summary.BlockedIgnore
	BlockedReport = summary.BlockedReport
	BlockedDiffer = summary.BlockedDiffer
)

// Options are the choices of a run.
type Options struct {
	Entry  string               // "" means main, or else every root of the call graph
	Mode   Mode                 // "" means ModDiffRef
	Paths  symexec.Paths        // "" means symexec.Merge
	Unwind int                  // unwinding bound; at least 1
	Match  []pairing.Matched    // procedures to compare whatever their names
	apart  int                  // how many paths stay unmerged; 0 means symexec.MaxApart
	eager  bool                 // all bodies are lowered at once
	terms  int64                // most terms that are built for a pair; 0 means what its budget says
	proven func(*product.Proof) // when set, is told of proofs by relations
	Jobs   int                  // groups of pairs analysed at a time; at least 1
	Cache  *store.Cache         // nil for none
	// Without leaves out sources of what is shown for all iterations; the zero value uses
	// all.
	Without ProofSources
	// Propose gives relations between calls of both versions, lowered, of which the
	// functions named as separated mean something else in each; nil for none. Each is
	// proven before it is used.
	Propose func(programs [2]*ir.Program, separated []string) ([]Proposal, error)
	// Blocked says what it is that an assumption blocks exactly one version: "" means
	// BlockedDiffer.
	Blocked Blocked
	// Until says when the run is done: "" means UntilSummary.
	Until Until
	brief bool // of pairs that are known to differ nothing more is asked
	// unshared: no pair has a share of the time, since it is the first that is tried.
	unshared bool
	// IgnoreTermination asks for partial equivalence: that exactly one version ends is
	// listed, and makes no pair different.
	IgnoreTermination bool
	// HornSolver is the command line of a solver of Horn clauses that proposes
	// relations where runs suggest none that are proven: "" means z3, "none" none.
	HornSolver string
	// Related, when set, is told in the end of relations between results of pairs that
	// differ, which were proven for callers.
	Related func([]*relation.Relation)
	// Relations proposes relations between the loops of both versions where nothing else
	// suggests any that are proven; nil for none.
	Relations product.Proposer
	// Clients proves that entries which did not change are equal though what they call is
	// not, where summaries cost much or leave something open; nil for nothing.
	Clients ClientProver
	// Inner names pairs that are compared in place of an entry, or beside one that is named;
	// all are compared as callers see them.
	Inner []string
	// Equal names pairs that are proven equal elsewhere, as callers see them.
	Equal []string
	// Resources are the most units of the solver's resources that an entry may use; 0
	// means no bound.
	Resources int64
	// WithoutImpact compares whole versions. Else what no change reaches counts as the
	// same, and slices without it are compared where that is as good.
	WithoutImpact bool
	// SlicesAlone compares slices alone: what these do not tell of is left open.
	SlicesAlone bool
	// Evidence asks for the claims that make the answer checkable. Nothing is
	// taken from the cache then, which holds none.
	Evidence bool
	// Progress, when set, is called before each pair, by one goroutine at a time.
	Progress func(Progress)
}

// ProofSources are sources of what is shown of loops for all iterations. What they give
// is proven in any case.
type ProofSources struct {
	Runs        bool // relations between the loops of both versions, guessed from runs
	Horn        bool // such relations, from models of Horn clauses
	ClosedForms bool // what counted loops do, by recurrences
	Conditions  bool // relations guessed from runs that hold on some of the inputs
}

// NoProofs are all sources of proofs, to leave them out.
var NoProofs = ProofSources{Runs: true, Horn: true, ClosedForms: true, Conditions: true}

// withDefaults gives options that are not set their defaults.
func (o Options) withDefaults() Options {
	if o.Mode == "" {
		o.Mode = ModDiffRef
	}
	if o.Paths == "" {
		o.Paths = symexec.Merge
	}
	if o.apart == 0 {
		o.apart = symexec.MaxApart
	}
	switch o.HornSolver {
	case "":
		o.HornSolver = horn.DefaultSolver
	case "none":
		o.HornSolver = ""
	}
	if o.Without.Horn {
		o.HornSolver = ""
	}
	o.Unwind = max(o.Unwind, 1)
	o.Jobs = max(o.Jobs, 1)
	if o.Evidence {
		o.Cache = nil
	}
	if o.Propose != nil { // relations are about whole versions, and no cache has them
		o.Cache, o.WithoutImpact = nil, true
	}
	return o
}

// Progress is how far a run has come.
type Progress struct {
	Pair        string // the next one
	Done, Total int    // pairs that are or may be affected
	Queries     int    // questions to the solver so far
}

// budget says how much a pair may cost.
type budget struct {
	terms  int64 // that are built for it
	solver int64 // resource units
	pieces int   // path differences that are investigated
	rounds int   // of refinement for one path difference
	total  int   // refinements for all path differences of the pair
	runs   int   // inputs that the solver is asked for, for concolic runs
	fuzz   int   // steps of runs on inputs that are tried where no difference is known
	proofs int64 // resource units for all searches for proofs by relations
	deep   bool  // refinement goes beyond the unwinding bound
}

// What a pair may cost: most at the entry, whose answer is wanted; less below it, where
// callers may not need the answer. z3 uses up to a million resource units a second. A
// term takes about 400 bytes and, of those that are built, every other one is new; pairs
// of a few hundred lines build up to 800,000 at the entry and 300,000 below.
var (
	entryBudget = budget{terms: 2_000_000, solver: query.Unlimited, pieces: 1_500, rounds: 4, total: 40, runs: 600, fuzz: 2_000_000, proofs: 9_000_000, deep: true}
	innerBudget = budget{terms: 500_000, solver: 800_000, pieces: 400, rounds: 3, total: 12, runs: 300, fuzz: 20_000, proofs: 1_000_000}
)

// briefBudget is what a pair below the entry may cost where only the entry's verdict is
// asked for.
var briefBudget = budget{terms: 300_000, solver: 400_000, pieces: 100, rounds: 2, total: 6, runs: 50, proofs: 700_000}

// min is the smaller of two budgets in each part.
func (b budget) min(c budget) budget {
	return budget{
		terms: min(b.terms, c.terms), solver: min(b.solver, c.solver), pieces: min(b.pieces, c.pieces), rounds: min(b.rounds, c.rounds),
		total: min(b.total, c.total), runs: min(b.runs, c.runs), fuzz: min(b.fuzz, c.fuzz), proofs: min(b.proofs, c.proofs), deep: b.deep && c.deep,
	}
}

// judgement is what makes a pair different.
func (o Options) judgement() summary.Judgement {
	return summary.Judgement{Blocked: o.Blocked, IgnoreTermination: o.IgnoreTermination}
}

// fuzzPerQuery is how many steps of runs go for one question to the solver. What was edited
// gets at least fuzzEdited; where it depends on what the versions leave open it gets that before
// any query, and fuzzModified where this shows no difference.
const (
	fuzzPerQuery = 100
	fuzzEdited   = 600_000
	fuzzModified = 6_000_000
)

// How many thorough questions of one pair may remain without an answer; those
// that come then are asked quickly.
const (
	entryPatience = 12
	innerPatience = 4
)

// budgetOf says what a pair may cost.
func (o Options) budgetOf(entry bool) budget {
	wanted := innerBudget
	if entry {
		wanted = entryBudget
	}
	if o.Mode == ModDiff {
		wanted.rounds = 0
	}
	if o.brief && !entry {
		wanted = wanted.min(briefBudget)
	}
	if o.terms > 0 {
		wanted.terms = o.terms
	}
	if o.Resources > 0 {
		wanted.solver = min(wanted.solver, o.Resources)
	}
	return wanted
}
