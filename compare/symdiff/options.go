package symdiff

import (
	"semdiff/compare/symdiff/mutual"
	"semdiff/moddiff"
)

// Mode says what becomes of calls.
type Mode string

// The modes of the paper's section 2, and refinement.
const (
	Modular      Mode = "modular"      // they stay uninterpreted functions
	Inline       Mode = "inline"       // every callee is inlined
	Unproven     Mode = "unproven"     // callees not proven equal are
	Differential Mode = "differential" // only what these do where they differ is
	Refine       Mode = "refine"       // only the callees that a counterexample depends on are
)

// Modes lists all modes.
func Modes() []Mode { return []Mode{Modular, Inline, Unproven, Differential, Refine} }

// Options are the choices of a run.
type Options struct {
	Mode Mode // "" means Modular
	// Unwind is the depth to which loops, and in the inlining modes recursive
	// procedures, are inlined; 0 leaves them procedures. Iterations that the
	// conditions so far force are free.
	Unwind int
	// AssumeEqual names procedures of either version that are taken as equal.
	AssumeEqual []string
	// SplitOutputs asks for a verdict for each output, and lets callers rely on
	// single ones.
	SplitOutputs bool
	// Mutual are mutual summaries to prove and to use, nil for none.
	Mutual *mutual.File
	// Houdini asks for relations between calls to be found.
	Houdini bool
	// Assertions asks which assertions fail in the new version only.
	Assertions bool
}

// StatusAssumed is the status of a pair that the user said is equal.
const StatusAssumed moddiff.Status = "assumed-equal"

// NameOf is the name of the engine in a mode.
func NameOf(m Mode) string {
	if m == "" || m == Modular {
		return "symdiff"
	}
	return "symdiff-" + string(m)
}
