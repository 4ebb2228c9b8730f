// Package abstract computes best abstractions of conditions with a solver: the
// smallest convex set, among those that affine equations, bounds on given linear
// forms and given facts can describe, that holds all models of a condition (Reps,
// Sagiv, Yorsh: Symbolic implementation of the best transformer, VMCAI 2004; Thakur,
// Elder, Reps: Bilateral algorithms for symbolic abstraction, SAS 2012). The
// equations are Karr's domain (Affine relationships among variables of a program,
// 1976), the bounds that of template polyhedra (Sankaranarayanan, Sipma, Manna:
// Scalable analysis of linear systems using mathematical programming, VMCAI 2005),
// of which octagons and intervals are cases.
//
//	linear.go    Linear: sums of multiples of variables
//	space.go     Space, where to start: what elements speak of
//	equations.go affine equations, and their join with a point
//	element.go   Element: a convex set, and its join with a point
//	grow.go      Element.Grow: an element joined with all models of a condition
//	tighten.go   Element.Tighten: bounds made exact by bisection
//	together.go  GrowAll, TightenAll: several elements by questions about all of them
//	minimal.go   conditions without redundant ones, for people
//
// An element starts empty (Space.Empty). Grow asks for a model of the condition that
// is not in the element, and joins it; once there is none, the element holds all. A
// bound that keeps rising is extrapolated, by how the Policy says. Sets never shrink
// but by Tighten.
//
// # Why it is sound
//
// What an element claims of a condition was answered unsat: that the condition holds
// and the element does not. Models only suggest how to widen; one that is no model
// costs precision. Where the solver gives no answer, what the question was about is
// dropped: an equation or a fact, or a bound, which becomes infinite. All numbers
// are exact rationals.
package abstract
