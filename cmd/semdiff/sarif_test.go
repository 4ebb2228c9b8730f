package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	sarif210 "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	"github.com/rogpeppe/go-internal/testscript"
	"github.com/xeipuuv/gojsonschema"
)

// against is the command of a schema.
func against(newSchema func() (*jsonschema.Schema, error)) func(ts *testscript.TestScript, neg bool, args []string) {
	return func(ts *testscript.TestScript, neg bool, args []string) {
		var instance any
		ts.Check(json.Unmarshal([]byte(ts.ReadFile("stdout")), &instance))
		if problem := checkAgainst(instance, newSchema); problem != "" {
			ts.Fatalf("%s", problem)
		}
	}
}

// sarif checks standard output by the schema that OASIS publishes, and by the rules below.
func sarif(ts *testscript.TestScript, neg bool, args []string) {
	schema, err := sarifSchema()
	ts.Check(err)
	if problem := againstSARIF(schema, ts.ReadFile("stdout")); problem != "" {
		ts.Fatalf("%s", problem)
	}
	if problem := checkSARIF([]byte(ts.ReadFile("stdout"))); problem != "" {
		ts.Fatalf("%s", problem)
	}
}

// sarifSchema is sarif-schema-2.1.0.json of OASIS. Package sarif of go-sarif has it as a
// constant that is not exported, and applies it to what it read itself, but not to text.
func sarifSchema() (*gojsonschema.Schema, error) {
	pkg, err := build.Import(reflect.TypeFor[sarif210.Report]().PkgPath(), ".", build.FindOnly)
	if err != nil {
		return nil, err
	}
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(pkg.Dir, "schema.go"), nil, 0)
	if err != nil {
		return nil, err
	}
	for node := range ast.Preorder(file) {
		literal, ok := node.(*ast.BasicLit)
		if !ok || literal.Kind != token.STRING {
			continue
		}
		text, err := strconv.Unquote(literal.Value)
		if err != nil {
			return nil, err
		}
		return gojsonschema.NewSchema(gojsonschema.NewStringLoader(text))
	}
	return nil, errors.New("there is no schema")
}

// againstSARIF says what in a log is not as the schema has it.
func againstSARIF(schema *gojsonschema.Schema, log string) string {
	result, err := schema.Validate(gojsonschema.NewStringLoader(log))
	if err != nil {
		return err.Error()
	}
	var problems []string
	for _, p := range result.Errors() {
		problems = append(problems, p.String())
	}
	return strings.Join(problems, "\n")
}

// TestSARIFSchema checks that the schema refuses what is no SARIF.
func TestSARIFSchema(t *testing.T) {
	schema, err := sarifSchema()
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		log   string
		valid bool
	}{
		{`{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "semdiff"}}}]}`, true},
		{`{"version": "2.1.0", "runs": [{"tool": {"driver": {}}}]}`, false},
		{`{"version": "2.2.0", "runs": []}`, false},
		{`{"version": "2.1.0", "runs": [], "unknown": 1}`, false},
		{`{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "semdiff"}}, "results": [{"message": {"text": "m"}, "level": "bad"}]}]}`, false},
		{`{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "semdiff"}}, "results": [{"message": {"text": "m"}, "locations": [{"physicalLocation": {"artifactLocation": {"uri": "a"}, "region": {"startLine": 0}}}]}]}]}`, false},
	} {
		if problem := againstSARIF(schema, test.log); (problem == "") != test.valid {
			t.Errorf("%s: %q", test.log, problem)
		}
	}
}

// sarifPlace is a location of SARIF, with what it has to have.
type sarifPlace struct {
	PhysicalLocation *struct {
		ArtifactLocation struct{ URI string }
		Region           *struct{ StartLine int }
	}
}

func (p sarifPlace) problem() string {
	switch {
	case p.PhysicalLocation == nil || p.PhysicalLocation.ArtifactLocation.URI == "":
		return "a location without a file"
	case p.PhysicalLocation.Region != nil && p.PhysicalLocation.Region.StartLine < 1:
		return "a region before the first line"
	}
	return ""
}

// checkSARIF says what is wrong with a log by the rules of SARIF 2.1.0 for what it has:
// sections 3.13 (log), 3.14 (run), 3.19 (tool component), 3.27 (result), 3.28 to 3.30
// (locations), 3.36 to 3.38 (code flows).
func checkSARIF(data []byte) string {
	var log struct {
		Schema  string `json:"$schema"`
		Version string
		Runs    []struct {
			Tool struct {
				Driver struct {
					Name  string
					Rules []struct {
						ID               string
						ShortDescription struct{ Text string }
					}
				}
			}
			Results []struct {
				RuleID              string
				RuleIndex           int
				Level               string
				BaselineState       string
				Message             struct{ Text string }
				Locations           []sarifPlace
				RelatedLocations    []sarifPlace
				PartialFingerprints map[string]string
				CodeFlows           []struct {
					ThreadFlows []struct {
						Locations []struct{ Location sarifPlace }
					}
				}
			}
		}
	}
	if err := json.Unmarshal(data, &log); err != nil {
		return err.Error()
	}
	if log.Version != "2.1.0" || log.Schema == "" || len(log.Runs) == 0 {
		return "no log of version 2.1.0"
	}
	for _, run := range log.Runs {
		if run.Tool.Driver.Name == "" {
			return "a tool without a name"
		}
		var ids []string
		for _, r := range run.Tool.Driver.Rules {
			if slices.Contains(ids, r.ID) || r.ShortDescription.Text == "" {
				return fmt.Sprintf("the rule %s is there twice, or says nothing", r.ID)
			}
			ids = append(ids, r.ID)
		}
		for _, r := range run.Results {
			places := append(slices.Clone(r.Locations), r.RelatedLocations...)
			for _, flow := range r.CodeFlows {
				if len(flow.ThreadFlows) == 0 {
					return "a code flow without thread flows"
				}
				for _, thread := range flow.ThreadFlows {
					if len(thread.Locations) == 0 {
						return "a thread flow without locations"
					}
					for _, l := range thread.Locations {
						places = append(places, l.Location)
					}
				}
			}
			for _, p := range places {
				if problem := p.problem(); problem != "" {
					return problem
				}
			}
			switch {
			case r.RuleIndex < 0 || r.RuleIndex >= len(ids) || ids[r.RuleIndex] != r.RuleID:
				return fmt.Sprintf("rule %d is not %s", r.RuleIndex, r.RuleID)
			case !slices.Contains([]string{"none", "note", "warning", "error"}, r.Level):
				return "no level " + r.Level
			case !slices.Contains([]string{"", "new", "unchanged", "updated", "absent"}, r.BaselineState):
				return "no baseline state " + r.BaselineState
			case r.Message.Text == "":
				return "a result without a message"
			case len(r.PartialFingerprints) == 0:
				return "a result without a fingerprint"
			}
		}
	}
	return ""
}
