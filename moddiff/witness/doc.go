// Package witness finds concrete inputs on which versions differ, and shows that they
// do: each comes from a model of the solver and is replayed by the interpreter on both
// versions. A difference that no replay confirms is not reported.
//
// Start from Finder: Find takes the condition of a path difference, Separate splits one
// into the cases that single runs lead to, Explain names the elements in which maps
// differ. AtInput takes the input alone for the condition. Witnesses with large numbers are
// made smaller as far as the condition holds of them (smaller.go).
package witness
