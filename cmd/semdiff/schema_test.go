package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"semdiff/compare/report"
)

// checkSchema says what in an answer is not as schema semdiff/1 has it, or does not
// hold together.
func checkSchema(data []byte) string {
	var instance any
	if err := json.Unmarshal(data, &instance); err != nil {
		return err.Error()
	}
	if problem := checkAgainst(instance, report.NewSchema); problem != "" {
		return problem
	}
	var answer struct{ Procedures []map[string]any }
	if err := json.Unmarshal(data, &answer); err != nil {
		return err.Error()
	}
	for _, p := range answer.Procedures {
		if problem := incoherent(p); problem != "" {
			return fmt.Sprintf("%v: %s", p["name"], problem)
		}
	}
	return ""
}

// checkAgainst says what in a value is not as a schema has it.
func checkAgainst(instance any, newSchema func() (*jsonschema.Schema, error)) string {
	schema, err := newSchema()
	if err != nil {
		return err.Error()
	}
	resolved, err := schema.Resolve(&jsonschema.ResolveOptions{})
	if err != nil {
		return err.Error()
	}
	if err := resolved.Validate(instance); err != nil {
		return err.Error()
	}
	return ""
}

// checkClient says what in an answer of client is not as its schema has it.
func checkClient(data []byte) string {
	var instance any
	if err := json.Unmarshal(data, &instance); err != nil {
		return err.Error()
	}
	return checkAgainst(instance, report.NewClientSchema)
}

// checkDelta says what in an answer of delta is not as its schema has it.
func checkDelta(data []byte) string {
	var instance any
	if err := json.Unmarshal(data, &instance); err != nil {
		return err.Error()
	}
	return checkAgainst(instance, report.NewDeltaSchema)
}

// checkImpact says what in an answer of impact is not as its schema has it, or does
// not hold together: each reason leads to a node that is there.
func checkImpact(data []byte) string {
	var instance any
	if err := json.Unmarshal(data, &instance); err != nil {
		return err.Error()
	}
	if problem := checkAgainst(instance, report.NewImpactSchema); problem != "" {
		return problem
	}
	var answer report.Impact
	if err := json.Unmarshal(data, &answer); err != nil {
		return err.Error()
	}
	for _, p := range answer.Procedures {
		there := map[report.ImpactFrom]bool{}
		for i, v := range []report.ImpactVersion{p.Old, p.New} {
			for _, n := range v.Nodes {
				there[report.ImpactFrom{Version: []string{"old", "new"}[i], ID: n.ID}] = true
			}
		}
		for _, v := range []report.ImpactVersion{p.Old, p.New} {
			for _, n := range v.Nodes {
				if n.From != nil && !there[*n.From] {
					return fmt.Sprintf("%s: node %d comes from %v, which is not there", p.Name, n.ID, *n.From)
				}
				if cause := n.Why == "changed" || n.Why == "callee" || strings.HasPrefix(n.Why, "other-"); cause != (n.From == nil) {
					return fmt.Sprintf("%s: node %d is there because of %s, from %v", p.Name, n.ID, n.Why, n.From)
				}
			}
		}
	}
	return ""
}

// incoherent says which fields of a procedure do not go together.
func incoherent(p map[string]any) string {
	has := func(field string) bool { return p[field] != nil }
	unknown := p["status"] == "unknown" || has("unknown") && p["unknown"] != "false"
	switch {
	case unknown != has("reason"):
		return fmt.Sprintf("%v, unknown when %v, with the reason %v", p["status"], p["unknown"], p["reason"])
	case p["signature_changed"] == true && !has("signatures"):
		return "its signature changed, nobody knows how"
	}
	for _, field := range []string{"unchanged", "termination_changed", "unknown", "paths"} {
		if has("changed") != has(field) {
			return fmt.Sprintf("not all of changed and %s are there", field)
		}
	}
	return ""
}

// TestSchema checks that answers which are wrong are told from one that is right.
func TestSchema(t *testing.T) {
	const right = `{"schema":"semdiff/1","old":"a","new":"b","entry":["p"],"engine":"moddiffref","verdict":"unknown","headline":"p: unknown.","complete":false,
		"interface_differs":false,"interface":{"added":0,"removed":0,"signature_changed":0},"notes":[],
		"stats":{"procedures":1,"analysed":1,"skipped":0,"queries":1,"undecided_queries":0,"refuted_by_bounds":0,"solver_ms":0.5,"time_ms":1},
		"procedures":[{"name":"p","kind":"procedure","old":"p","new":"p","status":"unknown","modified":true,"signature_changed":false,
			"change":"edited","cause":[],"reachable":true,
			"inputs":[{"name":"x","sort":"Int"}],"outputs":[],"reason":{"id":"time","text":"time ran out"},
			"differences":[{"condition":"true","kind":"changed","old":{"outcome":"normal","values":{}},"new":{"outcome":"fails","values":{}},"terms":{},
				"cells":[{"output":"m","index":"i","old":"1","new":"2","witness":{"index":"1","old":"1","new":"2"}}],
				"witness":{"x":"1"},"replayed":true,"text":{"condition":"true","witness":{"x":"one"},"old":{},"new":{},"terms":{}},"trace_old":[{"file":"a","line":1,"procedure":"p","values":{"x":"1"}}],"trace_new":[]}],
			"refinements":0,"queries":1,"refuted_by_bounds":0,"time_ms":1.5}]}`
	if problem := checkSchema([]byte(right)); problem != "" {
		t.Fatal(problem)
	}
	for _, tt := range []struct{ old, new string }{
		{`"schema":"semdiff/1"`, `"schema":"semdiff/2"`},
		{`"engine":"moddiffref"`, `"engine":"nobody"`},
		{`"verdict":"unknown"`, `"verdict":"perhaps"`},
		{`"status":"unknown"`, `"status":"perhaps"`},
		{`"kind":"procedure"`, `"kind":"thing"`},
		{`"change":"edited"`, `"change":"rewritten"`},
		{`"outcome":"fails"`, `"outcome":"stops"`},
		{`"id":"time"`, `"id":"weather"`},
		{`"notes":[]`, `"notes":null`},
		{`"complete":false,`, ``},
		{`"line":1`, `"line":1.5`},
		{`"witness":{"x":"1"}`, `"witness":{"x":1}`},
		{`"witness":{"index":"1"`, `"witness":{"index":1`},
		{`"status":"unknown"`, `"status":"equivalent"`},
		{`"signature_changed":false,` + "\n\t\t\t", `"signature_changed":true,`},
		{`"refinements":0`, `"refinements":0,"changed":"true"`},
	} {
		if strings.Count(right, tt.old) != 1 {
			t.Fatalf("%s is not once in the answer", tt.old)
		}
		if checkSchema([]byte(strings.Replace(right, tt.old, tt.new, 1))) == "" {
			t.Errorf("%s in place of %s is not found", tt.new, tt.old)
		}
	}
}
