package main

import (
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"semdiff/compare/report"
)

// TestDocumentedFields checks that docs/json.md has each field of each answer, in the
// part that is about its command; what another command has too is there alone.
func TestDocumentedFields(t *testing.T) {
	page := documentation(t)["docs/json.md"]
	part := func(heading string) string {
		_, text, ok := strings.Cut(page, "\n## "+heading+"\n")
		if !ok {
			t.Fatalf("docs/json.md has no part %s", heading)
		}
		text, _, _ = strings.Cut(text, "\n## ")
		return text
	}
	diff := part("diff")
	for heading, newSchema := range map[string]func() (*jsonschema.Schema, error){
		"diff": report.NewSchema, "impact": report.NewImpactSchema, "delta": report.NewDeltaSchema, "client": report.NewClientSchema, "compare": report.NewCompareSchema,
		"crosscheck": report.NewCrosscheckSchema, "verify": report.NewVerificationSchema, "Baselines": report.NewBaselineSchema, "Several files": report.NewFilesSchema,
	} {
		schema, err := newSchema()
		if err != nil {
			t.Fatal(err)
		}
		text, name := part(heading), schema.Properties["schema"].Enum[0].(string)
		if !strings.Contains(text, "`"+name+"`") {
			t.Errorf("the part %s does not name %s", heading, name)
		}
		var walk func(s *jsonschema.Schema, within string)
		walk = func(s *jsonschema.Schema, within string) {
			if s == nil {
				return
			}
			for field, inner := range s.Properties {
				asInDiff := heading == "client" || strings.Contains(within, "answer") || strings.Contains(within, "traces") || strings.Contains(within, "differences") || strings.Contains(within, "reasons")
				if word := "`" + field + "`"; !strings.Contains(text, word) && !(asInDiff && strings.Contains(diff, word)) && within+field != "procedures.text" && !strings.Contains(within, "text.") {
					t.Errorf("the part %s does not have %s%s", heading, within, field)
				}
				walk(inner, within+field+".")
			}
			walk(s.Items, within)
			walk(s.AdditionalProperties, within)
		}
		walk(schema, "")
	}
}
