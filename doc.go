// Package semdiff tells what a change to a Boogie program really does: for which
// inputs two versions differ, for which they do the same, and what is unknown.
//
//	result, err := semdiff.Diff(ctx, semdiff.File("old.bpl"), semdiff.File("new.bpl"), semdiff.Options{})
//	if err != nil {
//		return err // bad input, no solver, solvers that contradict each other
//	}
//	if result.Verdict() == semdiff.Different {
//		for _, p := range result.Answer().Procedures {
//			fmt.Println(p.Name, "differs when", p.Changed.Infix())
//		}
//	}
//
// The files of the package:
//
//	semdiff.go  Diff: one call
//	options.go  Options: what is compared, how far, by whom
//	open.go     Comparison: the same in two steps, reading and analysis
//	result.go   Result: the verdict, the answer as data and in all its forms
//	errors.go   what can go wrong
//	cache.go    the folder that keeps what was found out
//
// docs/api.md has examples.
package semdiff
