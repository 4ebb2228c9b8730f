package moddiff

import (
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/reason"
	"semdiff/moddiff/store"
	"semdiff/moddiff/summary"
	"semdiff/moddiff/symexec"
)

// What results are made of, by the names of the packages that make it.
type (
	DiffSummary = summary.DiffSummary
	Difference  = summary.Difference
	Behaviour   = summary.Behaviour
	Cell        = summary.Cell
	Function    = summary.Function
	Reason      = reason.Reason
	ReasonID    = reason.ID
	ReasonWords = reason.Words
	Pair        = pairing.Pair
	Port        = pairing.Port
	Matched     = pairing.Matched
	Cache       = store.Cache
	Paths       = symexec.Paths
)

// The ways to treat paths.
const (
	MergePaths     = symexec.Merge
	EnumeratePaths = symexec.Enumerate
)

// Functions of those packages.
var (
	AllReasons = reason.All
	BecauseOf  = reason.Of
	EndOf      = reason.OfEnd
	OpenCache  = store.Open
	IsIn       = pairing.IsIn
)
