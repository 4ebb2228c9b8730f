// Package abstraction stands for calls: modular symbolic execution does not enter them
// (section 6.1 of the paper).
//
// A call of g in version i is a set of applications of uninterpreted functions of its
// inputs: one for each output, one for the kind of outcome, and one that says whether
// the call ends (Symbols; UF_g1, UF_g2, and UF_g1g2 where both versions share them).
// Under the intended meaning, where each stands for what g really does, the path
// summaries of a caller describe it exactly; so a formula that is unsatisfiable under
// every meaning describes no input. What is known of g replaces its applications case
// by case (Expand: equation 2, and the ITE of section 6.1). Where U(g1, g2) is
// everything, both versions share their symbols, and each that of an output that no
// change reaches; a shared one takes the inputs alone on which its result depends, as
// far as that is known of the pair.
//
// A formula that still holds abstract applications is never reported: Must is what it
// implies whatever they mean, May what it allows under some meaning, both by
// evaluation in three values (Definedness).
//
// Start from Abstraction, which belongs to one analysis; the Registry of the functions
// belongs to the run.
package abstraction
