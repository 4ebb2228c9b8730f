package semdiff

import (
	"cmp"

	"semdiff/compare/engine"
	"semdiff/compare/engines"
	"semdiff/compare/session"
	"semdiff/compare/symdiff"
	"semdiff/moddiff"
	"semdiff/smtlib/solver"
	"semdiff/translate"
)

// Options are the choices of a comparison; docs/commands.md describes those that
// are flags of semdiff diff. The zero Options are its defaults.
type Options struct {
	Entry string // procedure that the verdict is about; "" means main, or else every root of the call graph
	Match Source // a matching file; may be none
	// Mutual is a file of mutual summaries, relations between calls of both versions: each
	// is proven before it is used; may be none.
	Mutual Source

	// SourcePath are folders with files that the versions name, for runs shown in them.
	SourcePath []string

	Asserts   translate.Asserts   // "" means translate.AssertsOutcome
	Externals translate.Externals // "" means translate.ExternalsFunction
	// Pure names procedures without a body, with commas between them, that have no
	// effects and whose results are functions of their inputs.
	Pure string
	// Observe says what callers of the entry see: translate.ObserveSource, which ""
	// means, ObserveResults, ObserveAll, or names with commas between them. With Proofs
	// "" means ObserveAll, and ObserveSource is an error.
	Observe string
	// Assume is a condition under which the entry is meant to run, in Boogie's syntax and
	// the names of the program or of what it was translated from; "" for none.
	Assume string

	Engine string // a name that semdiff help engines lists; "" means moddiffref
	Paths  moddiff.Paths
	Unwind int // unwinding bound; 0 means DefaultUnwind
	Jobs   int // pairs that are analysed at a time; 0 means 1
	// Without leaves out sources of what is shown of loops for all iterations.
	Without moddiff.ProofSources
	// WithoutImpact compares whole versions, and not what the change reaches alone.
	WithoutImpact bool
	// Blocked says what it is that an assumption blocks exactly one version; "" means
	// moddiff.BlockedReport.
	Blocked moddiff.Blocked
	// Until says when the run is done: moddiff.UntilSummary, which "" means, or
	// moddiff.UntilVerdict.
	Until moddiff.Until
	// IgnoreTermination asks for partial equivalence.
	IgnoreTermination bool
	// HornSolver is the command line of a solver of Horn clauses that proposes
	// relations where runs suggest none that are proven: "" means z3, "none" none.
	HornSolver string
	// Relations takes relations between loops from abstract interpretation of both versions
	// where nothing else gives any.
	Relations bool
	// WithoutClients does not compare entries that did not change by regions in which the
	// differences of what they call stay.
	WithoutClients bool

	Solver solver.Config // who answers; a zero one means DefaultSolver
	Cache  string        // folder that keeps what was found out; "" for none
	Proofs bool          // collect what Result.WriteProofs writes

	// Names says whose names answers have: NamesSource, which "" means (the names of the
	// source that the program was translated from, where they are known), or NamesBoogie.
	Names string

	// Progress, when set, is called before each pair, by one goroutine at a time.
	Progress func(moddiff.Progress)
}

// The values of Options.Names.
const (
	NamesSource = "source"
	NamesBoogie = "boogie"
)

// DefaultUnwind is the unwinding bound unless another one is asked for.
const DefaultUnwind = 5

// DefaultSolver is z3, with the limits that serve most programs.
func DefaultSolver() solver.Config {
	return solver.Config{Solver: "z3", Search: true, Options: solver.Default}
}

// chosen is the engine of the options.
func (o Options) chosen() (engines.Entry, error) {
	e, ok := engines.Find(cmp.Or(o.Engine, engine.ModDiffRef))
	if !ok {
		return e, session.OneOf("engine", o.Engine, engines.Names()...)
	}
	if o.Proofs && o.Observe == translate.ObserveSource {
		return e, &OptionError{Option: "observe", Problem: "must be all, results or names for proofs, which are about whole maps, not source"}
	}
	return e, cmp.Or(
		session.OneOf("paths", cmp.Or(o.Paths, moddiff.MergePaths), moddiff.MergePaths, moddiff.EnumeratePaths),
		session.OneOf("blocked", cmp.Or(o.Blocked, moddiff.BlockedReport), moddiff.BlockedIgnore, moddiff.BlockedReport, moddiff.BlockedDiffer),
		session.OneOf("until", cmp.Or(o.Until, moddiff.UntilSummary), moddiff.UntilSummary, moddiff.UntilVerdict),
		session.NotNegative("unwind", o.Unwind), session.NotNegative("jobs", o.Jobs))
}

// meaning is the reading of the versions.
func (o Options) meaning() translate.Options {
	m := translate.Options{Asserts: o.Asserts, Externals: o.Externals, Pure: o.Pure, Observe: o.Observe}
	if o.Proofs {
		m.Observe = cmp.Or(o.Observe, translate.ObserveAll)
	}
	return m
}

// solver is who answers.
func (o Options) solver() solver.Config {
	if o.Solver == (solver.Config{}) {
		return DefaultSolver()
	}
	return o.Solver
}

// engine are the options of all engines.
func (o Options) engine(cache *moddiff.Cache) engines.Options {
	return engines.Options{
		Summaries: moddiff.Options{
			Blocked: cmp.Or(o.Blocked, moddiff.BlockedReport), Until: o.Until, IgnoreTermination: o.IgnoreTermination,
			Paths: o.Paths, Unwind: cmp.Or(o.Unwind, DefaultUnwind), Jobs: cmp.Or(o.Jobs, 1), Cache: cache,
			Without: o.Without, WithoutImpact: o.WithoutImpact, HornSolver: o.HornSolver, Evidence: o.Proofs, Progress: o.Progress,
		},
		Conditions: symdiff.Options{},
		Relations:  o.Relations,
		Clients:    !o.WithoutClients,
	}
}
