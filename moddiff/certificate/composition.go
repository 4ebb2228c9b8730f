package certificate

import "semdiff/smtlib"

// Composition says how an entry is composed of parts in which differences stay: regions
// of bodies as procedures, which are equal under conditions that hold whenever a run of
// the entry comes to them.
type Composition struct {
	Boundaries []string   // pairs that are equal though they call what is not
	Composed   []string   // pairs of bodies with regions that are procedures
	Contexts   []*Context // what holds of the inputs of pairs
}

// Context is a condition on the inputs of a pair that holds in every run of the entry.
type Context struct {
	Pair    string
	Inputs  []*smtlib.Term
	Cond    *smtlib.Term
	Callers [2][]string // of each version, one for each call
}

// Name is how the condition is called in claims.
func (x *Context) Name() string { return x.Pair + ContextSuffix }

// The names of regions as procedures hold the first of these, and end with the second
// where the region assumes its context; the names of contexts end with the third. No Boogie
// name holds an @.
const (
	RegionMark    = "@region"
	WithinSuffix  = "@within"
	ContextSuffix = ":context"
)
