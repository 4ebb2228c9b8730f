package report

import (
	"io"
	"reflect"

	"github.com/google/jsonschema-go/jsonschema"

	"semdiff/moddiff"
	"semdiff/moddiff/export"
	"semdiff/translate/ir"
)

// schemaOf is the JSON Schema of T under a name, in which fields that are not listed may
// be there; words says what some types may be.
func schemaOf[T any](name string, words map[reflect.Type]*jsonschema.Schema) (*jsonschema.Schema, error) {
	text := &jsonschema.Schema{Type: "string"}
	types := map[reflect.Type]*jsonschema.Schema{reflect.TypeFor[Term](): text, reflect.TypeFor[Value](): text}
	for t, s := range words {
		types[t] = s
	}
	s, err := jsonschema.For[T](&jsonschema.ForOptions{TypeSchemas: types})
	if err != nil {
		return nil, err
	}
	loosen(s)
	s.Schema, s.Title = "https://json-schema.org/draft/2020-12/schema", name
	if s.Properties["schema"] != nil {
		s.Properties["schema"] = oneOf([]string{name})
	}
	return s, nil
}

// NewCrosscheckSchema is the JSON Schema of Crosscheck.
func NewCrosscheckSchema() (*jsonschema.Schema, error) {
	s, err := schemaOf[Crosscheck](CrosscheckSchema, map[reflect.Type]*jsonschema.Schema{reflect.TypeFor[moddiff.ReasonID](): oneOf(reasonNames())})
	if err != nil {
		return nil, err
	}
	s.Properties["verdict"] = oneOf(verdictNames())
	s.Properties["procedures"].Items.Properties["kind"] = oneOf([]string{ir.Procedure.String(), ir.Loop.String()})
	return s, nil
}

// WriteCrosscheckSchema writes it.
func WriteCrosscheckSchema(w io.Writer) error { return writeSchema(w, NewCrosscheckSchema) }

// NewFilesSchema is the JSON Schema of FilesAnswer, in which answers are Answers.
func NewFilesSchema() (*jsonschema.Schema, error) {
	s, err := schemaOf[FilesAnswer[*Answer]](FilesSchema, nil)
	if err != nil {
		return nil, err
	}
	answer, err := NewSchema()
	if err != nil {
		return nil, err
	}
	answer.Schema = ""
	s.Properties["verdict"] = oneOf(verdictNames())
	file := s.Properties["files"].Items
	file.Properties["answer"] = answer
	file.Properties["status"] = oneOf([]string{string(FileCompared), string(FileAdded), string(FileRemoved), string(FileTrouble)})
	return s, nil
}

// WriteFilesSchema writes it.
func WriteFilesSchema(w io.Writer) error { return writeSchema(w, NewFilesSchema) }

// NewBaselineSchema is the JSON Schema of Baseline.
func NewBaselineSchema() (*jsonschema.Schema, error) { return schemaOf[Baseline](BaselineSchema, nil) }

// WriteBaselineSchema writes it.
func WriteBaselineSchema(w io.Writer) error { return writeSchema(w, NewBaselineSchema) }

func writeSchema(w io.Writer, newSchema func() (*jsonschema.Schema, error)) error {
	s, err := newSchema()
	if err != nil {
		return err
	}
	return writeJSON(w, s)
}

// NewVerificationSchema is the JSON Schema of Verification.
func NewVerificationSchema() (*jsonschema.Schema, error) {
	s, err := schemaOf[Verification](VerificationSchema, nil)
	if err != nil {
		return nil, err
	}
	var outcomes []string
	for _, o := range []export.Outcome{export.Agreed, export.Disagreed, export.Unknown} {
		outcomes = append(outcomes, string(o))
	}
	s.Properties["outcome"] = oneOf(outcomes)
	s.Properties["queries"].Items.Properties["outcome"] = oneOf(outcomes)
	return s, nil
}

// WriteVerificationSchema writes it.
func WriteVerificationSchema(w io.Writer) error { return writeSchema(w, NewVerificationSchema) }
