package main

import (
	"fmt"
	"strings"

	"semdiff/internal/closest"
	"semdiff/moddiff"
)

// proofSourceFlags are the sources that --proofs names.
var proofSourceFlags = []struct {
	name string
	of   func(*moddiff.ProofSources) *bool
}{
	{"runs", func(s *moddiff.ProofSources) *bool { return &s.Runs }},
	{"horn", func(s *moddiff.ProofSources) *bool { return &s.Horn }},
	{"closed-forms", func(s *moddiff.ProofSources) *bool { return &s.ClosedForms }},
	{"conditions", func(s *moddiff.ProofSources) *bool { return &s.Conditions }},
}

func proofSources() (names []string) {
	for _, s := range proofSourceFlags {
		names = append(names, s.name)
	}
	return names
}

// withoutProofs are the sources that a value of --proofs leaves out.
func withoutProofs(value string) (without moddiff.ProofSources, err error) {
	switch value {
	case "on", "":
		return without, nil
	case "off":
		return moddiff.NoProofs, nil
	}
	without = moddiff.NoProofs
	for _, name := range strings.Split(value, ",") {
		known := false
		for _, s := range proofSourceFlags {
			if s.name == name {
				*s.of(&without), known = false, true
			}
		}
		if !known {
			return without, fmt.Errorf("--proofs must be on, off, or some of %s, not %q%s", strings.Join(proofSources(), ", "), name,
				closest.Question(name, append(proofSources(), "on", "off")))
		}
	}
	return without, nil
}
