// Package vc makes verification conditions: it says as terms what procedures of
// two versions do, whole or one activation at a time, and when two of them agree.
// It is what SymDiff's conditions, relations between calls and Horn clauses have
// in common; it knows the IR, and neither solvers nor engines.
//
//	vc.go         Encoder, where to start; Effect, Ends, Activation
//	body.go       a body, block by block
//	join.go       what holds where control flow joins
//	frame.go      Frame and Site: calls, for those who decide what becomes of them
//	open.go       Open and Recorder: calls left open, one by one
//	symbols.go    Symbols: calls as uninterpreted functions
//	pair.go       Pair: what stands for each other; Known: what is proven of a pair
//	agreement.go  Agreement: what the procedure Eq asserts
//
// # How to use it
//
// Say what becomes of calls, make an Encoder, and encode:
//
//	symbols := vc.NewSymbols(c, mayEnd, declare)
//	e := &vc.Encoder{Ctx: c, Programs: programs, Calls: vc.CallsFunc(func(s *vc.Site) vc.Effect {
//		return symbols.Call(s.In.Version, s.Callee, s.Args, nil, nil) // or s.Inline(s.Frame())
//	})}
//	runs := e.Both(pair)                             // on the same inputs; e.Apart: on inputs of their own
//	wrong := vc.Agree(c, runs, pair.Outputs).Differ() // without a model: partially equivalent
//
// For one activation of a loop or procedure with its calls as premises, put a
// Recorder around Open: each call it made has a condition, a callee, arguments and
// results (see the example of Open). To encode deeper, inline; the Frames tell how
// deep one is.
//
// # The encoding
//
// Bodies are acyclic: loops are procedures that call themselves. So what a body
// does is a term over its arguments: each output, and the conditions under which
// it returns, fails, is blocked, or does not end. It is built forwards, by
// substitution. Where control flow joins, values join with if-then-else; the
// condition is relative to the nearest dominator, so that a branch leaves no trace
// behind its join. Paths are not enumerated, and the terms, which share what is
// equal, grow linearly with the body (as do the conditions of Flanagan and Saxe:
// Avoiding exponential explosion, POPL 2001, and of Barnett and Leino: Weakest-
// precondition of unstructured programs, PASTE 2005, which name intermediate
// states where these terms share them).
//
// The agreement of two bodies is the assertion of the procedure Eq.f1.f2 (Lahiri,
// Hawblitzel, Kawaguchi, Rebêlo: SYMDIFF, CAV 2012, Figure 2), made exact for runs
// that do not return: they agree if both fail, both are blocked, or neither ends.
//
// # Why it is sound
//
// An encoding with all calls inlined is exact: exactly one of the ends holds of an
// input, that of the run on it, and outputs are its values where it returns. This
// is what the tests compare with the interpreter.
//
// A call that is not inlined stands for whatever it may give. Open: variables, of
// which each value is possible. Symbols: functions of the arguments, which fits
// since procedures are functions of their inputs (globals and the input tape are
// among them); one for each output, one for how the call ends, one for whether it
// ends. For one interpretation, what callees really do, the terms are exact; so
// what is valid holds of all runs. A model is no run yet: it may choose others.
//
// Both versions share a function only where something Known says that it can mean
// the same for both: outputs and outcomes of calls that end when the pair is
// partially equivalent, whether they end when it is equivalent. A function is
// never shared where the versions take different inputs.
//
// Where a Frame is Pruned, blocks are left out that no input reaches under the
// condition of the frame: the effect holds under that condition only.
package vc
