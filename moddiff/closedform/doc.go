// Package closedform finds what counted loops do, for all numbers of iterations: path
// summaries whose terms are over the inputs alone.
//
//	while (i < n) { s := s + 2; i := i + 1; }
//
// returns s and i as they are where i >= n, and elsewhere, after n - i iterations,
// s + 2*(n - i) and n. Start from Analysis, whose Find gives the Form of a procedure.
//
//	closedform.go  Analysis, where to start; Form: the answer as path summaries
//	loop.go        loop: one activation of a tail-recursive procedure
//	count.go       how often a loop goes round, and for which inputs for ever
//	state.go       the state after n iterations
//	prove.go       why a form is right: the steps that a solver confirms
//
// # What is recognised
//
// Loops are procedures that call themselves. One activation, executed symbolically,
// gives the condition goesOn under which it calls itself, the arguments s(x) of that
// call for inputs x, and exits: conditions with the values returned, or the assertion
// that fails. All such calls have to be tail calls. Where there are several with different
// arguments, as of a loop with branches, goesOn is taken for what their conditions share,
// and a variable that they give different values may become anything.
//
// The number of iterations N comes from the literals of goesOn. Each has to be a
// comparison with a difference e of integers that every iteration changes by a constant
// (count.go), or to mean the same after each iteration. Of several, the first to fail
// counts. An e that moves away from the bound, or steps over what it must differ from,
// never fails: where that is so of all, the loop does not end.
//
// The state after n iterations, n >= 1, is found variable by variable (state.go). With
// d the change that an iteration makes and d' the change of d:
//
//	the variable          after n iterations
//	stays                 x
//	d' = 0                x + n*d
//	d' a number           x + n*d + d'*n*(n-1)/2
//	is computed anew      its expression, over the state after n-1 iterations
//
// Bit-vectors are no counters: they wrap. Where some variables are not understood, the
// outputs that depend on others alone are known all the same wherever the loop returns:
// these are the Results of a form.
//
// # Why it is right
//
// Where a form comes from does not matter: each is a guess until a solver has refuted
// the negation of every step of an induction (prove.go). With V(x, n) the guessed state
// and loops the guessed condition that the loop does not end:
//
//	goesOn(x) is the condition of some call
//	V(x, 1) = s(x), and V(s(x), n) = V(x, n+1) for n >= 1
//	goesOn(x) and not loops(x):  N(x) >= 1, not loops(s(x)), and
//	                             if goesOn(s(x)) then N(s(x)) = N(x) - 1 else N(x) = 1
//	loops(x):                    goesOn(x) and loops(s(x))
//
// So by induction V(x, n) is the state after n iterations, a run from x makes N(x) of
// them where loops does not hold, ends in V(x, N(x)) where goesOn fails, and takes the
// exit that is open there; where loops holds it is never left. Exits exclude each other
// and cover what goesOn leaves, so the paths of a Form exclude each other and cover all
// inputs. A step without an answer is none, and the form is dropped.
package closedform
