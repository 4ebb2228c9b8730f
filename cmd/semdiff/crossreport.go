package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"semdiff/compare/symdiff"
	"semdiff/moddiff"
)

// crossReport is the answer; it is the JSON answer, schema semdiff-crosscheck/1.
type crossReport struct {
	Schema         string    `json:"schema"`
	Old            string    `json:"old"`
	New            string    `json:"new"`
	Entry          []string  `json:"entry"`
	Mode           string    `json:"mode"`
	Engines        []string  `json:"engines"` // that ran beside
	Verdict        string    `json:"verdict"`
	Contradictions int       `json:"contradictions"`
	Procedures     []crossed `json:"procedures"`
	ModDiffNotes   []string  `json:"moddiff_notes"`
	SymDiffNotes   []string  `json:"symdiff_notes"`
	Mutual         []mutual  `json:"mutual_summaries,omitempty"`
	NewFailures    string    `json:"new_failures,omitempty"` // the worst of all pairs
	Queries        int       `json:"queries"`
	TimeMS         float64   `json:"time_ms"`

	// InterfaceDiffers: procedures were added or removed, or signatures changed.
	InterfaceDiffers bool `json:"interface_differs"`
	interfaces       moddiff.Interface

	eqFiles  []*symdiff.EqFile
	failures moddiff.Verdict // as exit codes have it
}

// crossed is the row of one pair, or of a procedure without partner.
type crossed struct {
	Name           string                 `json:"name"`
	Kind           string                 `json:"kind"`
	Old            string                 `json:"old"`
	New            string                 `json:"new"`
	Interface      []string               `json:"interface,omitempty"`
	ModDiff        string                 `json:"moddiff"`
	SymDiff        string                 `json:"symdiff"`
	Engines        map[string]string      `json:"engines,omitempty"` // the statuses that they give
	Outputs        []crossOutput          `json:"outputs,omitempty"`
	Reasons        map[string]*jsonReason `json:"reasons,omitempty"` // why an engine leaves something open
	Sets           *crossSets             `json:"sets,omitempty"`
	Boogie         *crossBoogie           `json:"boogie,omitempty"`
	Relations      []string               `json:"relations,omitempty"` // that Houdini found
	Assertions     *crossFailure          `json:"assertions,omitempty"`
	Contradictions []string               `json:"contradictions"`
	Traces         []crossTrace           `json:"traces,omitempty"`

	SignatureChanged bool `json:"signature_changed"`

	runs    []counterexample
	others  []*moddiff.PairResult // of the further engines
	because []string              // the reasons of the two that crosscheck is about
	verdict moddiff.Verdict
	pair    bool
}

type crossOutput struct {
	Output  string `json:"output"`
	Verdict string `json:"verdict"`
}

// crossSets says what the verification condition shows of ModDiff's sets.
type crossSets struct {
	Unchanged   string `json:"unchanged"`
	Changed     string `json:"changed"`
	Termination string `json:"termination_changed"`
}

type crossBoogie struct {
	Procedure string  `json:"procedure"`
	Verdict   string  `json:"verdict"`
	Reason    string  `json:"reason,omitempty"`
	TimeMS    float64 `json:"time_ms"`
}

// verdict is the worst of all pairs.
func (r *crossReport) verdict() moddiff.Verdict {
	v := moddiff.Equivalent
	for _, row := range r.Procedures {
		if row.pair {
			v = v.Worse(row.verdict)
		}
	}
	return v
}

func (r *crossReport) writeJSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(r)
}

// saveAll saves the report, the Eq procedures and both versions in a new folder.
func (r *crossReport) saveAll(parent string, versions []string) (dir string, err error) {
	if err := os.MkdirAll(parent, 0o777); err != nil {
		return "", err
	}
	if dir, err = os.MkdirTemp(parent, "semdiff-contradiction-"); err != nil {
		return "", err
	}
	var report bytes.Buffer
	err = r.writeJSON(&report)
	save := func(name string, text []byte) {
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), text, 0o666)
		}
	}
	save("report.json", report.Bytes())
	for i, f := range r.eqFiles {
		save(fmt.Sprintf("%d-%s.bpl", i+1, f.Name), []byte(f.Text))
	}
	for i, name := range []string{"old.bpl", "new.bpl"} {
		if versions[i] == "-" {
			continue // it was read once
		}
		text, readErr := os.ReadFile(versions[i])
		if readErr != nil {
			return dir, readErr
		}
		save(name, text)
	}
	return dir, err
}
