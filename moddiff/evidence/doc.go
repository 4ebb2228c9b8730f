// Package evidence records why the answers of an analysis are right, as claims that a
// solver can check by itself (package certificate): each with the functions that it
// speaks of defined step by step.
//
// Start from Recorder, which is told of what is shown: the sets of a pair (ShowPair),
// equality by induction (ShowInduction), termination. The definitions of a claim
// (definitions.go) say one level of what abstraction.Expand says of whole terms, at the
// time when they are made; a claim names the claims that its definitions rest on. Claims
// about an entry that is composed of regions (composition.go) are recorded by whoever
// outlined them.
package evidence
