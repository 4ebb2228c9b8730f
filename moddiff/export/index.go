package export

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Schema names the form of an index; fields may be added, never renamed.
const Schema = "semdiff-export/1"

// IndexFile is the name of the index in the folder of an export.
const IndexFile = "index.json"

// ignored is what does not count as a difference.
const ignored = "ignore"

// Index says what the files of an export are.
type Index struct {
	Schema  string   `json:"schema"`
	Old     string   `json:"old"`
	New     string   `json:"new"`
	Entry   []string `json:"entry"`
	Verdict string   `json:"verdict"`
	// Blocked says what it is that an assumption blocks exactly one version: "" a
	// difference, report or ignore none.
	Blocked string `json:"blocked,omitempty"`
	// Termination is ignore where it is no difference that exactly one version ends.
	Termination string `json:"termination,omitempty"`
	Complete    bool   `json:"complete"`  // nothing is left open
	CutShort    bool   `json:"cut_short"` // time ran out, or the run was interrupted
	// Notes are what was not shown, bounds that mattered, assumptions.
	Notes []string `json:"notes"`
	// Trusted is what the queries take for granted.
	Trusted     string        `json:"trusted"`
	Pairs       []Pair        `json:"pairs"`
	Queries     []Query       `json:"queries"`
	NotExported []NotExported `json:"not_exported"`
	// Composition is set where the claims are about versions with regions as procedures.
	Composition *Composition `json:"composition,omitempty"`
}

// Pair is a pair of procedures and the files that define its four sets.
type Pair struct {
	Name    string   `json:"name"`
	Kind    string   `json:"kind"`
	Old     string   `json:"old"`
	New     string   `json:"new"`
	Status  string   `json:"status"`
	Inputs  []string `json:"inputs"`  // their symbols in the files
	Outputs []string `json:"outputs"` // those that are compared
	// Unimpacted are outputs that the change does not reach: each has a claim. Those of
	// slices are not compared, and inputs on which nothing else depends are not listed.
	Unimpacted []string `json:"unimpacted,omitempty"`
	Sets       []Set    `json:"sets,omitempty"`
	// Differences is how many were found; each has a witness.
	Differences int `json:"differences,omitempty"`
}

// Set is a file that defines a set of inputs, with what both versions do.
type Set struct {
	Name   string `json:"name"` // changed, unchanged, termination_changed, unknown
	File   string `json:"file"`
	Symbol string `json:"symbol"` // of the condition
	Logic  string `json:"logic"`
	SHA256 string `json:"sha256"`
}

// Query is a file whose check-sat shows a claim.
type Query struct {
	ID     string `json:"id"` // the pair and the claim
	Pair   string `json:"pair"`
	Claim  string `json:"claim"`
	Says   string `json:"says"`
	Proof  string `json:"proof"`
	File   string `json:"file"`
	Logic  string `json:"logic"`
	Status string `json:"status"` // what check-sat has to answer
	// RestsOn are the claims by which the definitions of the file are true of
	// the programs; With are those that hold together with this one, by
	// induction over the depth of calls.
	RestsOn []string `json:"rests_on"`
	With    []string `json:"with,omitempty"`
	SHA256  string   `json:"sha256"`
}

// NotExported is a claim without a query.
type NotExported struct {
	ID      string   `json:"id"`
	Pair    string   `json:"pair"`
	Claim   string   `json:"claim"`
	Says    string   `json:"says"`
	Reason  string   `json:"reason"`
	RestsOn []string `json:"rests_on"`
}

// ReadIndex reads the index of an export. What it says may be wrong.
func ReadIndex(dir string) (*Index, error) {
	text, err := os.ReadFile(filepath.Join(dir, IndexFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s is not the folder of an export: %w", dir, err)
	}
	if err != nil {
		return nil, err
	}
	var x Index
	if err := json.Unmarshal(text, &x); err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Join(dir, IndexFile), err)
	}
	if x.Schema != Schema {
		return nil, fmt.Errorf("%s: schema %q, want %q", filepath.Join(dir, IndexFile), x.Schema, Schema)
	}
	return &x, nil
}
