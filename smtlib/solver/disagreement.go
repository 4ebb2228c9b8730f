package solver

import (
	"fmt"
	"os"

	"semdiff/smtlib"
)

// Disagreement is a query whose answers cannot all be right: one of two solvers
// lies, or a model is none.
type Disagreement struct {
	Claims string // who says what
	File   string // the query, to be asked again by hand
}

func (d Disagreement) String() string { return d.Claims + ": " + d.File }

// Disagreements are those that the sessions of s have met so far.
func (s *Setup) Disagreements() []Disagreement {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Disagreement(nil), s.disagreements...)
}

// dispute records a disagreement about list and is the answer that is left.
func (s *Setup) dispute(list []*smtlib.Term, claims string) Result {
	d := Disagreement{Claims: claims, File: "not saved"}
	f, err := os.CreateTemp(s.config.LogDir, "disagreement-*.smt2") // "" is the system's folder for such files
	if err == nil {
		d.File = f.Name()
		err = smtlib.WriteScript(f, smtlib.Script{Comment: claims, Logic: "ALL", Status: Unknown.String(), Asserts: list})
		if e := f.Close(); err == nil {
			err = e
		}
	}
	if err != nil {
		d.File += fmt.Sprintf(" (%v)", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.disagreements = append(s.disagreements, d)
	return unknown(Disputed, d.String())
}
