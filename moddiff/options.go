package moddiff

import (
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/store"
	"semdiff/moddiff/symexec"
	"semdiff/smtlib/horn"
)

// Mode says when calls are refined.
type Mode string

// The modes of the paper's section 8.
const (
	ModDiff    Mode = "moddiff"    // never: summaries up to the unwinding bound only
	ModDiffRef Mode = "moddiffref" // whenever a difference may be spurious
)

// Options are the choices of a run.
type Options struct {
	Entry  string            // "" means main, or else every root of the call graph
	Mode   Mode              // "" means ModDiffRef
	Paths  symexec.Paths     // "" means symexec.Merge
	Unwind int               // unwinding bound; at least 1
	Match  []pairing.Matched // procedures to compare whatever their names
	apart  int               // how many paths stay unmerged; 0 means symexec.MaxApart
	eager  bool              // all bodies are lowered at once
	terms  int64             // most terms that are built for a pair; 0 means what its budget says
	Jobs   int               // groups of pairs analysed at a time; at least 1
	Cache  *store.Cache      // nil for none
	// WithoutRelations leaves out the search for relations between loops where bounds
	// leave something open.
	WithoutRelations bool
	// HornSolver is the command line of a solver of Horn clauses that proposes
	// relations where runs suggest none that are proven: "" means z3, "none" none.
	HornSolver string
	// Evidence asks for the claims that make the answer checkable. Nothing is
	// taken from the cache then, which holds none.
	Evidence bool
	// Progress, when set, is called before each pair, by one goroutine at a time.
	Progress func(Progress)
}

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
	o.Unwind = max(o.Unwind, 1)
	o.Jobs = max(o.Jobs, 1)
	if o.Evidence {
		o.Cache = nil
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
	pieces int   // path differences that are investigated
	rounds int   // of refinement for one path difference
	total  int   // refinements for all path differences of the pair
	runs   int   // inputs that the solver is asked for, for concolic runs
	fuzz   int   // steps of runs on inputs that are tried where no difference is known
	deep   bool  // refinement goes beyond the unwinding bound
}

// What a pair may cost: most at the entry, whose answer is wanted; less below it, where
// callers may not need the answer; least for pairs that the given entry cannot
// reach, since they do not matter to its answer. A term takes
// about 400 bytes and, of those that are built, every other one is new; pairs
// of a few hundred lines build up to 800,000 at the entry and 300,000 below.
var (
	entryBudget = budget{terms: 2_000_000, pieces: 1_500, rounds: 4, total: 40, runs: 600, fuzz: 2_000_000, deep: true}
	innerBudget = budget{terms: 500_000, pieces: 400, rounds: 3, total: 12, runs: 300, fuzz: 20_000}
	outerBudget = budget{terms: 100_000, pieces: 100}
)

// fuzzPerQuery is how many steps of runs go for one question to the solver.
const fuzzPerQuery = 100

// How many thorough questions of one pair may remain without an answer; those
// that come then are asked quickly.
const (
	entryPatience = 12
	innerPatience = 4
)

// budgetOf says what a pair may cost.
func (o Options) budgetOf(p *pairing.Pair, entry bool) budget {
	wanted := innerBudget
	switch {
	case entry:
		wanted = entryBudget
	case o.Entry != "" && !p.Reachable:
		wanted = outerBudget
	}
	if o.Mode == ModDiff {
		wanted.rounds = 0
	}
	if o.terms > 0 {
		wanted.terms = o.terms
	}
	return wanted
}
