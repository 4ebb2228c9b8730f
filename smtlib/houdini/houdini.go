// Package houdini finds the largest inductive subset of a set of candidates
// (Flanagan, Leino: Houdini, an annotation assistant for ESC/Java, FME 2001):
// invariants of a loop, relations between calls, conditions that a recursive
// call preserves.
package houdini

// LargestInductiveSubset returns the candidates that are left when those that do
// not hold are dropped again and again. holds reports whether x is proven when
// all of assumed, x among them, are taken to hold where the induction allows it.
//
// Each candidate of the answer was proven under the assumption of exactly the
// answer. It is the largest such set if holds is monotone: what is proven is also
// proven when more is assumed. The order of the candidates is kept.
func LargestInductiveSubset[T any](candidates []T, holds func(x T, assumed []T) bool) []T {
	for {
		var left []T
		for _, x := range candidates {
			if holds(x, candidates) {
				left = append(left, x)
			}
		}
		if len(left) == len(candidates) {
			return left
		}
		candidates = left
	}
}
