// Package pairing finds out which procedures and loops of two versions are compared:
// COMPUTEPROCEDUREMATCHING and lines 3-9 of Algorithm 1 of Trostanetski, Grumberg and
// Kroening (SAS 2017), "the paper" in all packages below moddiff.
//
// Start from Pairing: New pairs two lowered programs, marks the pairs whose texts
// differ (Pair.Modified) and those that a change may reach (Pair.Affected), and lists
// all as groups of mutually recursive pairs, callees first. A Version is one of the
// two programs with its call graph, a Proc a procedure or loop of it. Bodies are
// lowered where a change may matter; of the others when Load is asked for one.
//
// Procedures are paired as the options say, then by name, then by what they do where
// that leaves no doubt; loops follow their procedures. A wrong pair costs precision
// and is never a wrong answer: pairs are compared as functions of the union of their
// inputs (Def. 8), what is reported of a pair is about its two procedures, and a
// caller's calls are told apart unless the pair of the callees is proven equal, input
// by input and output by output as they were paired. Calls pass arguments by
// position, so the parameters of a pair correspond by position too, unless the
// options say otherwise or one version has more of them; at a call, each version's
// arguments stand where that version has them. Globals, constants, functions and
// types are those of one name: what was renamed is given one name before programs are
// lowered (package boogie/match).
package pairing
