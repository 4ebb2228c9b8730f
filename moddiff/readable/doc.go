// Package readable writes conditions, and terms under conditions, as a person would
// rather read them, with the help of a solver and within a budget of questions.
// What it returns is equivalent to what it was given, or implies it where the
// function says so.
//
//	Simplify    a condition as a list of cases or exceptions
//	Shorten     one case without what does not matter
//	Resolver    terms where a condition holds
//	Implicant   the case of a condition that one input is in
//	Said        a case that one input is in and that a person can say
//	Joiner      cases joined without a solver
//
// Start from Simplify. Nothing is rewritten but by rules that keep the meaning
// (cases.go, maps.go, uniform.go), or where a query has no model; a question without an answer
// leaves the condition as it is.
package readable
