package moddiff

import (
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/reason"
	"semdiff/moddiff/result"
	"semdiff/moddiff/store"
	"semdiff/moddiff/summary"
	"semdiff/moddiff/symexec"
)

// What results are made of, by the names of the packages that make it.
type (
	Result       = result.Result
	PairResult   = result.PairResult
	Verdict      = result.Verdict
	Status       = result.Status
	Stats        = result.Stats
	Interface    = result.Interface
	Answer       = result.Answer
	DiffSummary  = summary.DiffSummary
	Difference   = summary.Difference
	Behaviour    = summary.Behaviour
	Cell         = summary.Cell
	Invariant    = summary.Invariant
	Reason       = reason.Reason
	ReasonID     = reason.ID
	Pair         = pairing.Pair
	Port         = pairing.Port
	Matched      = pairing.Matched
	Cache        = store.Cache
	Paths        = symexec.Paths
	VersionNames = result.VersionNames
)

// The verdicts, the statuses beside them, and the ways to treat paths.
const (
	Unknown             = result.Unknown
	Equivalent          = result.Equivalent
	PartiallyEquivalent = result.PartiallyEquivalent
	Different           = result.Different

	StatusUnchanged = result.StatusUnchanged
	StatusAdded     = result.StatusAdded
	StatusRemoved   = result.StatusRemoved
	StatusSignature = result.StatusSignature

	MergePaths     = symexec.Merge
	EnumeratePaths = symexec.Enumerate
)

// Functions of those packages.
var (
	NewResult    = result.New
	AllVerdicts  = result.AllVerdicts
	VerdictNamed = result.VerdictNamed
	AllStatuses  = result.AllStatuses
	AllReasons   = reason.All
	OpenCache    = store.Open
	IsIn         = pairing.IsIn
)
