package report

import (
	"io"
	"reflect"
	"slices"

	"github.com/google/jsonschema-go/jsonschema"

	"semdiff/compare/engines"
	"semdiff/moddiff"
	"semdiff/moddiff/impact"
	"semdiff/translate/depend"
	"semdiff/translate/ir"
)

// NewSchema is the JSON Schema of Answer: its fields, and the words that they may
// have. Fields that are not listed may be there.
func NewSchema() (*jsonschema.Schema, error) {
	text := &jsonschema.Schema{Type: "string"}
	s, err := jsonschema.For[Answer](&jsonschema.ForOptions{TypeSchemas: map[reflect.Type]*jsonschema.Schema{
		reflect.TypeFor[Term]():             text,
		reflect.TypeFor[Value]():            text,
		reflect.TypeFor[moddiff.Status]():   oneOf(statusNames()),
		reflect.TypeFor[Change]():           oneOf(changeNames()),
		reflect.TypeFor[moddiff.ReasonID](): oneOf(reasonNames()),
	}})
	if err != nil {
		return nil, err
	}
	loosen(s)
	s.Schema, s.Title = "https://json-schema.org/draft/2020-12/schema", Schema
	s.Properties["schema"] = oneOf([]string{Schema})
	s.Properties["engine"] = oneOf(engines.Names())
	s.Properties["verdict"] = oneOf(verdictNames())
	pair := s.Properties["procedures"].Items
	pair.Properties["kind"] = oneOf([]string{ir.Procedure.String(), ir.Loop.String()})
	difference := pair.Properties["differences"].Items
	difference.Properties["kind"] = oneOf([]string{"changed", "termination", "blocked"})
	for _, version := range []string{"old", "new"} {
		difference.Properties[version].Properties["outcome"] = oneOf(outcomeNames())
	}
	return s, nil
}

// NewImpactSchema is the JSON Schema of Impact.
func NewImpactSchema() (*jsonschema.Schema, error) {
	s, err := jsonschema.For[Impact](nil)
	if err != nil {
		return nil, err
	}
	loosen(s)
	s.Schema, s.Title = "https://json-schema.org/draft/2020-12/schema", ImpactSchema
	s.Properties["schema"] = oneOf([]string{ImpactSchema})
	var levels, kinds, reasons []string
	for _, level := range impact.Levels() {
		levels = append(levels, string(level))
	}
	for _, why := range impact.Reasons() {
		reasons = append(reasons, why.String())
	}
	for _, kind := range depend.Kinds() {
		kinds = append(kinds, kind.String())
	}
	s.Properties["by"] = oneOf(levels)
	pair := s.Properties["procedures"].Items
	pair.Properties["kind"] = oneOf([]string{ir.Procedure.String(), ir.Loop.String()})
	for _, version := range versionNames {
		node := pair.Properties[version].Properties["nodes"].Items
		node.Properties["mark"] = oneOf([]string{markChanged, markImpacted, markNeeded})
		node.Properties["why"] = oneOf(reasons)
		node.Properties["kind"] = oneOf(kinds)
	}
	return s, nil
}

// WriteImpactSchema writes it.
func WriteImpactSchema(w io.Writer) error {
	s, err := NewImpactSchema()
	if err != nil {
		return err
	}
	return writeJSON(w, s)
}

// NewDeltaSchema is the JSON Schema of Delta.
func NewDeltaSchema() (*jsonschema.Schema, error) {
	text := &jsonschema.Schema{Type: "string"}
	s, err := jsonschema.For[Delta](&jsonschema.ForOptions{TypeSchemas: map[reflect.Type]*jsonschema.Schema{
		reflect.TypeFor[Term]():  text,
		reflect.TypeFor[Value](): text,
	}})
	if err != nil {
		return nil, err
	}
	loosen(s)
	s.Schema, s.Title = "https://json-schema.org/draft/2020-12/schema", DeltaSchema
	s.Properties["schema"] = oneOf([]string{DeltaSchema})
	s.Properties["verdict"] = oneOf(verdictNames())
	s.Properties["procedures"].Items.Properties["status"] = oneOf(statusNames())
	state := s.Properties["procedures"].Items.Properties["states"].Items
	state.Properties["old_ends"], state.Properties["new_ends"] = oneOf(outcomeNames()), oneOf(outcomeNames())
	return s, nil
}

// WriteDeltaSchema writes it.
func WriteDeltaSchema(w io.Writer) error {
	s, err := NewDeltaSchema()
	if err != nil {
		return err
	}
	return writeJSON(w, s)
}

// oneOf is the schema of a word.
func oneOf(words []string) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "string"}
	for _, w := range words {
		s.Enum = append(s.Enum, w)
	}
	return s
}

// loosen lets objects have more fields; what is there is never null.
func loosen(s *jsonschema.Schema) {
	if s == nil {
		return
	}
	if i := slices.Index(s.Types, "null"); i >= 0 && len(s.Types) == 2 {
		s.Type, s.Types = s.Types[1-i], nil
	}
	if s.AdditionalProperties != nil && s.AdditionalProperties.Not != nil {
		s.AdditionalProperties = nil
	}
	loosen(s.AdditionalProperties)
	loosen(s.Items)
	for _, p := range s.Properties {
		loosen(p)
	}
}

func verdictNames() (names []string) {
	for _, w := range moddiff.AllVerdicts() {
		names = append(names, w.Name)
	}
	return names
}

func statusNames() (names []string) {
	for _, w := range moddiff.AllStatuses() {
		names = append(names, string(w.Status))
	}
	return names
}

func changeNames() (names []string) {
	for _, c := range Changes() {
		names = append(names, string(c))
	}
	return names
}

func reasonNames() (names []string) {
	for _, w := range moddiff.AllReasons() {
		names = append(names, string(w.ID))
	}
	return names
}

func outcomeNames() (names []string) {
	for _, end := range []ir.Outcome{ir.Normal, ir.Fails, ir.Blocked, ir.Diverges} {
		names = append(names, end.String())
	}
	return names
}

// WriteSchema writes the JSON Schema of the answer.
func WriteSchema(w io.Writer) error {
	s, err := NewSchema()
	if err != nil {
		return err
	}
	return writeJSON(w, s)
}
