package summary

import "slices"

// Blocked says what it is that an assumption blocks exactly one version.
type Blocked string

// The readings of that.
const (
	BlockedIgnore Blocked = "ignore" // nothing: it is left out
	BlockedReport Blocked = "report" // listed, and no difference: an assumption says which runs are meant
	BlockedDiffer Blocked = "differ" // a difference
)

// Judgement says which differences make a pair different.
type Judgement struct {
	Blocked Blocked // "" means BlockedDiffer
	// IgnoreTermination asks for partial equivalence: that exactly one version ends is
	// listed, and makes no pair different.
	IgnoreTermination bool
}

// BlockedCounts reports whether it is a difference that an assumption blocks exactly one
// version.
func (j Judgement) BlockedCounts() bool {
	return j.Blocked != BlockedIgnore && j.Blocked != BlockedReport
}

// Counts reports whether d makes its pair different.
func (j Judgement) Counts(d *Difference) bool {
	if d.Blocked() {
		return j.BlockedCounts()
	}
	return !d.Termination || !j.IgnoreTermination
}

// Listed are the differences of a pair without those that are left out.
func (j Judgement) Listed(differences []*Difference) []*Difference {
	if j.Blocked != BlockedIgnore || !slices.ContainsFunc(differences, (*Difference).Blocked) {
		return differences
	}
	return slices.DeleteFunc(slices.Clone(differences), (*Difference).Blocked)
}
