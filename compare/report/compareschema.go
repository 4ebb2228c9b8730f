package report

import (
	"io"
	"reflect"

	"github.com/google/jsonschema-go/jsonschema"

	"semdiff/compare/suite"
)

// NewCompareSchema is the JSON Schema of suite.Results.
func NewCompareSchema() (*jsonschema.Schema, error) {
	var outcomes []string
	for _, w := range suite.Outcomes() {
		outcomes = append(outcomes, string(w.Outcome))
	}
	s, err := jsonschema.For[suite.Results](&jsonschema.ForOptions{TypeSchemas: map[reflect.Type]*jsonschema.Schema{
		reflect.TypeFor[suite.Outcome](): oneOf(outcomes),
	}})
	if err != nil {
		return nil, err
	}
	loosen(s)
	s.Schema, s.Title = "https://json-schema.org/draft/2020-12/schema", suite.ResultsSchema
	s.Properties["schema"] = oneOf([]string{suite.ResultsSchema})
	s.Properties["columns"].Items.Properties["kind"] = oneOf([]string{suite.KindEngine, suite.KindTool})
	return s, nil
}

// WriteCompareSchema writes it.
func WriteCompareSchema(w io.Writer) error {
	s, err := NewCompareSchema()
	if err != nil {
		return err
	}
	return writeJSON(w, s)
}
