package report

import (
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"semdiff/compare/trace"
	"semdiff/internal/source"
)

// sarifSchema is where the schema of SARIF 2.1.0 is kept.
const sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

// The parts of SARIF 2.1.0 that findings fill in, under its names.
type (
	sarifLog struct {
		Schema  string      `json:"$schema"`
		Version string      `json:"version"`
		Runs    []*sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool       sarifTool      `json:"tool"`
		Results    []sarifResult  `json:"results"`
		ColumnKind string         `json:"columnKind"`
		Properties map[string]any `json:"properties,omitempty"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name    string      `json:"name"`
		Version string      `json:"version,omitempty"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID               string    `json:"id"`
		Name             string    `json:"name"`
		ShortDescription sarifText `json:"shortDescription"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		RuleID              string            `json:"ruleId"`
		RuleIndex           int               `json:"ruleIndex"`
		Level               string            `json:"level"`
		Message             sarifText         `json:"message"`
		Locations           []sarifLocation   `json:"locations,omitempty"`
		RelatedLocations    []sarifLocation   `json:"relatedLocations,omitempty"`
		CodeFlows           []sarifCodeFlow   `json:"codeFlows,omitempty"`
		PartialFingerprints map[string]string `json:"partialFingerprints"`
		BaselineState       string            `json:"baselineState,omitempty"`
		Properties          map[string]any    `json:"properties,omitempty"`
	}
	sarifLocation struct {
		ID               *int           `json:"id,omitempty"`
		Message          *sarifText     `json:"message,omitempty"`
		PhysicalLocation *sarifPhysical `json:"physicalLocation,omitempty"`
		LogicalLocations []sarifLogical `json:"logicalLocations,omitempty"`
	}
	sarifPhysical struct {
		ArtifactLocation sarifArtifact `json:"artifactLocation"`
		Region           *sarifRegion  `json:"region,omitempty"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		StartLine int `json:"startLine"`
	}
	sarifLogical struct {
		Name string `json:"name"`
		Kind string `json:"kind"`
	}
	sarifCodeFlow struct {
		Message     sarifText         `json:"message"`
		ThreadFlows []sarifThreadFlow `json:"threadFlows"`
	}
	sarifThreadFlow struct {
		ID        string              `json:"id"`
		Message   sarifText           `json:"message"`
		Locations []sarifFlowLocation `json:"locations"`
	}
	sarifFlowLocation struct {
		Location sarifLocation        `json:"location"`
		State    map[string]sarifText `json:"state,omitempty"`
	}
)

// WriteSARIF writes the findings as a log of SARIF 2.1.0: a result for each finding, with
// the place in the old version beside that in the new one, and the replayed runs as code
// flows. version is that of the tool, "" for none.
func WriteSARIF(w io.Writer, version string, j *Judged) error {
	return writeJSON(w, newSARIF(sarifRunOf(j, version)))
}

func newSARIF(runs ...*sarifRun) sarifLog {
	return sarifLog{Schema: sarifSchema, Version: "2.1.0", Runs: append([]*sarifRun{}, runs...)}
}

func sarifRunOf(j *Judged, version string) *sarifRun {
	run := &sarifRun{
		Tool: sarifTool{sarifDriver{Name: "semdiff", Version: version}}, Results: []sarifResult{}, ColumnKind: "utf16CodeUnits",
		Properties: map[string]any{"headline": j.View.Headline(), "old": j.Old, "new": j.New, "verdict": j.Verdict.String()},
	}
	rules := Rules()
	for _, r := range rules {
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRule{r.ID, r.Name, sarifText{r.Means}})
	}
	for _, f := range j.shown() {
		index := slices.IndexFunc(rules, func(r RuleWords) bool { return r.ID == f.Rule })
		run.Results = append(run.Results, sarifResultOf(j, f, index))
	}
	return run
}

func sarifResultOf(j *Judged, f *Finding, rule int) sarifResult {
	r := sarifResult{
		RuleID: f.Rule, RuleIndex: rule, Level: f.Level(), Message: sarifText{f.Message},
		PartialFingerprints: map[string]string{"semdiffFinding/v1": f.Fingerprint},
		Properties:          map[string]any{"change": f.Change, "entry": f.Entry, "fails": f.Fails},
	}
	if f.Accepted {
		r.BaselineState = "unchanged"
	}
	if at := f.Place(); at.IsValid() {
		l := sarifAt(at)
		l.LogicalLocations = []sarifLogical{{f.Procedure, "function"}}
		r.Locations = []sarifLocation{l}
	}
	if f.Places[0].IsValid() && f.Places[1].IsValid() {
		l, id := sarifAt(f.Places[0]), 0
		l.ID, l.Message = &id, &sarifText{"the old version"}
		r.RelatedLocations = []sarifLocation{l}
	}
	d := f.Difference
	if d == nil {
		return r
	}
	r.Properties["condition"], r.Properties["witness"] = d.Condition, d.Witness
	flow := sarifCodeFlow{Message: sarifText{"both versions, run for " + d.Witness}}
	for v, lines := range [][]trace.Line{trace.Lines(d.Of.Old.Trace, j.Old), trace.Lines(d.Of.New.Trace, j.New)} {
		name := versionNames[v]
		if locations := sarifFlow(lines); len(locations) > 0 {
			flow.ThreadFlows = append(flow.ThreadFlows, sarifThreadFlow{name, sarifText{"the " + name + " version"}, locations})
		}
	}
	if len(flow.ThreadFlows) > 0 {
		r.CodeFlows = []sarifCodeFlow{flow}
	}
	return r
}

// sarifFlow are the lines of a run, with values.
func sarifFlow(lines []trace.Line) (list []sarifFlowLocation) {
	for _, l := range lines {
		at := sarifFlowLocation{Location: sarifAt(source.Pos{File: l.File, Line: l.Number})}
		if len(l.Values) > 0 {
			at.State = map[string]sarifText{}
		}
		for _, v := range l.Values {
			at.State[v.Name] = sarifText{v.Value.String()}
		}
		list = append(list, at)
	}
	return list
}

func sarifAt(pos source.Pos) sarifLocation {
	p := &sarifPhysical{ArtifactLocation: sarifArtifact{uriOf(pos.File)}}
	if pos.Line > 0 {
		p.Region = &sarifRegion{pos.Line}
	}
	return sarifLocation{PhysicalLocation: p}
}

// uriOf is a file's name as a URI, relative where the name is.
func uriOf(file string) string {
	path := filepath.ToSlash(strings.ReplaceAll(inTree(file), `\`, "/"))
	u := url.URL{Path: path}
	if filepath.IsAbs(path) {
		u.Scheme = "file"
	}
	return fmt.Sprint(&u)
}
