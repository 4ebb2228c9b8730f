package report

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// largeAnswer has differences whose conditions, terms and traces have about so many bytes.
func largeAnswer(differences, size int) *Answer {
	long := func(name string) Term {
		return Term{text: "(not " + strings.Repeat("(not ", size/6) + name + strings.Repeat(")", size/6) + ")"}
	}
	p := Procedure{
		Name: "p", Changed: long("c"), Unchanged: long("u"), TerminationChanged: Term{text: "false"}, Unknown: Term{text: "false"},
		Text: &ProcedureText{Changed: "c", Unchanged: "u", TerminationChanged: "false", Unknown: "false"},
	}
	for i := range differences {
		d := Difference{
			Condition: long("c"), Kind: "changed", Witness: map[string]Value{"x y": {text: fmt.Sprint(i)}},
			Terms: map[string]Terms{"r": {long("o"), long("n")}},
			Text:  &DifferenceText{Condition: "c", Terms: map[string]TermsText{"r": {"o", "n"}}},
		}
		for range size / 20 {
			d.TraceOld = append(d.TraceOld, Step{File: "a.c", Line: 1})
		}
		p.Differences = append(p.Differences, d)
	}
	return &Answer{Procedures: []Procedure{p}}
}

// TestLimit checks that answers get as small as they should, and that what is cut claims
// no more than before.
func TestLimit(t *testing.T) {
	for _, tt := range []struct {
		differences, size int
		cut, inner        []string
		more              int
		changed, unknown  string
	}{
		{2, 60, nil, nil, 0, "", "false"},
		{2, 90_000, []string{"changed", "unchanged", "unknown"}, []string{"traces", "terms", "condition"}, 0, "(or (= |x y| 0) (= |x y| 1))", "true"},
		{900, 600, nil, nil, 880, "", "false"},
		{1, 3_000_000, []string{"changed", "unchanged", "unknown"}, []string{"traces", "terms", "condition"}, 0, "(= |x y| 0)", "true"},
	} {
		t.Run(fmt.Sprint(tt.differences, tt.size), func(t *testing.T) {
			a := largeAnswer(tt.differences, tt.size)
			before := a.Procedures[0].Changed.text
			a.limit(maxAnswer / 4)
			text, err := json.Marshal(a)
			p := a.Procedures[0]
			if err != nil || len(text) > maxAnswer/4 {
				t.Errorf("%d bytes, %v", len(text), err)
			}
			if !slices.Equal(p.Cut, tt.cut) || !slices.Equal(p.Differences[0].Cut, tt.inner) || p.MoreDifferences != tt.more {
				t.Errorf("cut %v, %v, %d more", p.Cut, p.Differences[0].Cut, p.MoreDifferences)
			}
			if tt.changed == "" {
				tt.changed = before
			}
			if p.Changed.text != tt.changed || p.Unknown.text != tt.unknown {
				t.Errorf("changed %.100s, unknown %s", p.Changed.text, p.Unknown.text)
			}
		})
	}
	// A witness that fixes functions says nothing of other functions.
	a := largeAnswer(1, 200_000)
	a.Procedures[0].Differences[0].Functions = []string{"f(x) = x"}
	a.limit(20_000)
	if p := a.Procedures[0]; p.Changed.text != "false" || p.Differences[0].Condition.text != "false" {
		t.Errorf("changed %.80s", p.Changed.text)
	}
}
