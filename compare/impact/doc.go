// Package impact asks what a change reaches (package moddiff/impact) for a whole
// comparison: which pairs are entries, what else changed in the interface, and, where
// there is a solver, its session.
//
//	impact.go Run, where to start, and its Result
//	inputs.go Test: inputs that get to what is impacted
//	boogie.go both slices as Boogie files
package impact
