package suite

import (
	"testing"

	"semdiff/moddiff"
)

func TestJudge(t *testing.T) {
	type statuses = []moddiff.Status
	for _, test := range []struct {
		truth   moddiff.Status
		allowed statuses
		verdict moddiff.Status
		over    string
		p       statuses       // allowed of p
		is      moddiff.Status // p
		want    Outcome
	}{
		{"equivalent", nil, "equivalent", "", nil, "", Right},
		{"equivalent", nil, "partially-equivalent", "", nil, "", Right},
		{"equivalent", nil, "different", "", nil, "", Wrong},
		{"different", nil, "different", "", nil, "", Right},
		{"different", nil, "equivalent", "", nil, "", Wrong},
		{"different", nil, "partially-equivalent", "", nil, "", Wrong},
		{"different", statuses{"different", "partially-equivalent"}, "partially-equivalent", "", nil, "", Right},
		{"equivalent", statuses{"equivalent", "unknown"}, "unknown", "", nil, "", Unknown},
		{"equivalent", nil, "unknown", OverTime, nil, "", Timeout},
		{"equivalent", nil, "unknown", OverMemory, nil, "", Memory},
		{"vacuous", statuses{"unknown"}, "equivalent", "", nil, "", Wrong},
		{"interface", statuses{"different"}, "different", "", nil, "", Right},
		{"different", nil, "different", OverTime, nil, "", Right},
		{"different", nil, "different", "", statuses{"different"}, "equivalent", Wrong},
		{"different", nil, "different", "", statuses{"different"}, "unchanged", Wrong},
		{"different", nil, "different", "", statuses{"different"}, "unknown", Right},
		{"different", nil, "unknown", "", statuses{"unchanged"}, "equivalent", Unknown},
		{"different", nil, "unknown", "", statuses{"unchanged", "unknown"}, "different", Wrong},
		{"different", nil, "different", "", statuses{"added"}, "removed", Right},
	} {
		p := &Pair{Truth: test.truth, Allowed: test.allowed}
		a := &Answer{Verdict: test.verdict, Over: test.over, Procedures: map[string]moddiff.Status{"q": "different"}}
		if test.is != "" {
			p.Procedures, a.Procedures["p"] = map[string][]moddiff.Status{"p": test.p}, test.is
		}
		if got, why := Judge(p, a); got != test.want || (got == Wrong) != (why != "") {
			t.Errorf("%+v is %s %q", test, got, why)
		}
	}
}
