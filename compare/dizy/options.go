package dizy

import (
	"slices"

	"semdiff/compare/points"
	"semdiff/moddiff/product"
	"semdiff/smtlib/abstract"
)

// Options say how precise the analysis is. The zero value has the defaults.
type Options struct {
	Domain    Domain
	Partition Partition
	MaxStates int               // of one place; 0 means DefaultStates
	Schedule  *product.Schedule // of all loops; nil means that it is searched for
	Explain   bool              // states are described for people, which takes more questions
	Templates []Template        // of which bounds are kept, beside those of the domain
	Points    []points.Point    // that are marked, beside the ends of runs
	// WithoutGhosts leaves out of states how they relate to the inputs of the pair, for those
	// who use relations for other calls.
	WithoutGhosts bool
	Sequential    bool // loops run one after the other: nothing is related while they do
}

// DefaultStates is how many states one place has at most.
const DefaultStates = 32

// Domain is what elements say of numbers beside affine equations.
type Domain string

// The domains, the smallest first.
const (
	Equalities Domain = "equalities" // nothing
	Intervals  Domain = "intervals"  // bounds on each
	Octagons   Domain = "octagons"   // and on sums and differences of two
)

// Domains lists the domains.
func Domains() []Domain { return []Domain{Equalities, Intervals, Octagons} }

// Partition is what keeps states apart.
type Partition string

// The partitions.
const (
	Together    Partition = "none"        // nothing
	Equivalence Partition = "equivalence" // which variables are equal, smaller or larger in the new version
	Paths       Partition = "paths"       // which branches are taken, and whether the versions agree
)

// Partitions lists the partitions.
func Partitions() []Partition { return []Partition{Equivalence, Paths, Together} }

// templates are those of the domain.
func (d Domain) templates(dims []int) []abstract.Linear {
	switch d {
	case Equalities:
		return nil
	case Intervals:
		return abstract.Intervals(dims)
	}
	return abstract.Octagons(dims)
}

// withDefaults fills in what is not given.
func (o Options) withDefaults() Options {
	if !slices.Contains(Domains(), o.Domain) {
		o.Domain = Octagons
	}
	if !slices.Contains(Partitions(), o.Partition) {
		o.Partition = Equivalence
	}
	if o.MaxStates <= 0 {
		o.MaxStates = DefaultStates
	}
	return o
}
