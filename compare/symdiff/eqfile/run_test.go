package eqfile

import (
	"testing"

	"semdiff/compare/engine"
)

// TestReadBoogie checks how Boogie's texts are read.
func TestReadBoogie(t *testing.T) {
	f := &File{Asserts: map[int]Assertion{3: {Kind: AssertFalse}, 10: {Kind: AssertKind}, 11: {Kind: AssertOutput}, 12: {Kind: AssertEnds}}}
	plain := &File{Asserts: map[int]Assertion{10: {Kind: AssertKind}, 12: {Kind: AssertEnds}}}
	fails := func(line string) string {
		return "f.bpl(" + line + ",3): Error BP5001: This assertion might not hold.\n"
	}
	end := func(s string) string { return "\nBoogie program verifier finished with " + s + "\n" }
	for _, tt := range []struct {
		name, text string
		file       *File
		verdict    engine.Verdict
		answered   bool
	}{
		{"verified", end("1 verified, 0 errors"), plain, engine.Equivalent, true},
		{"noise", "unknown parameter 'model_compress'\n" + fails("3") + end("1 verified, 1 error"), f, engine.Equivalent, true},
		{"ends open", fails("3") + fails("12") + end("0 verified, 2 errors"), f, engine.PartiallyEquivalent, true},
		{"output open", fails("3") + fails("11") + end("0 verified, 2 errors"), f, engine.Unknown, true},
		{"axioms", end("2 verified, 0 errors"), f, engine.Unknown, false},
		{"time out", end("0 verified, 0 errors, 1 time out"), plain, engine.Unknown, false},
		{"syntax", "f.bpl(1,1): error: syntax\n1 parse errors detected\n", plain, engine.Unknown, false},
		{"elsewhere", fails("99") + end("0 verified, 1 error"), plain, engine.Unknown, false},
		{"prover", end("0 verified, 1 error"), plain, engine.Unknown, false},
		{"nothing", "", plain, engine.Unknown, false},
	} {
		a := ReadAnswer(tt.text, tt.file)
		if a.Verdict != tt.verdict || (a.Reason == "") != tt.answered {
			t.Errorf("%s: %s %q", tt.name, a.Verdict, a.Reason)
		}
	}
}
