package report

import (
	"cmp"
	"fmt"
	"io"

	"semdiff/moddiff"
)

// CrosscheckSchema names the form of the JSON answer of a crosscheck: fields may be
// added, never renamed.
const CrosscheckSchema = "semdiff-crosscheck/1"

// Crosscheck is the answer of a crosscheck as data. It is the JSON answer.
type Crosscheck struct {
	Schema         string        `json:"schema"`
	Old            string        `json:"old"`
	New            string        `json:"new"`
	Entry          []string      `json:"entry"`
	Mode           string        `json:"mode"`
	Engines        []string      `json:"engines"` // that ran beside
	Verdict        string        `json:"verdict"` // the worst of all pairs
	Headline       string        `json:"headline"`
	Contradictions int           `json:"contradictions"`
	Procedures     []CrossedPair `json:"procedures"`
	ModDiffNotes   []string      `json:"moddiff_notes"`
	SymDiffNotes   []string      `json:"symdiff_notes"`
	Mutual         []Mutual      `json:"mutual_summaries,omitempty"`
	NewFailures    string        `json:"new_failures,omitempty"` // the worst of all pairs
	Queries        int           `json:"queries"`
	TimeMS         float64       `json:"time_ms"`

	// InterfaceDiffers: procedures were added or removed, or signatures changed.
	InterfaceDiffers bool `json:"interface_differs"`

	Interfaces moddiff.Interface `json:"-"`
	Failures   moddiff.Verdict   `json:"-"` // what NewFailures says, as a verdict
	Overview   *Overview         `json:"-"`

	shown   *Crosscheck // what people read, where that has other names
	runtime int         // procedures of the translator's that are left out
}

// Summarize fills in the headline, that of the difference summaries with what the engines
// together say of each pair.
func (r *Crosscheck) Summarize(summaries *moddiff.Result) {
	r.Verdict = r.Worst().String()
	together := map[string]moddiff.Verdict{}
	for _, row := range r.Procedures {
		if row.Compared {
			together[row.Name] = row.Verdict
		}
	}
	r.Overview = NewOverview(summaries, func(p *moddiff.PairResult) moddiff.Verdict {
		if v, ok := together[p.Name]; ok && p.Compared {
			return v
		}
		return p.Verdict
	})
	r.Headline = r.Overview.Headline()
}

// CrossedPair is the row of one pair, or of a procedure without partner.
type CrossedPair struct {
	Name           string             `json:"name"`
	Kind           string             `json:"kind"`
	Old            string             `json:"old"`
	New            string             `json:"new"`
	Interface      []string           `json:"interface,omitempty"`
	ModDiff        string             `json:"moddiff"`
	SymDiff        string             `json:"symdiff"`
	Engines        map[string]string  `json:"engines,omitempty"` // the statuses that they give
	Outputs        []CrossedOutput    `json:"outputs,omitempty"`
	Reasons        map[string]*Reason `json:"reasons,omitempty"` // why an engine leaves something open
	Sets           *CrossedSets       `json:"sets,omitempty"`
	Boogie         *CrossedBoogie     `json:"boogie,omitempty"`
	Relations      []string           `json:"relations,omitempty"` // that Houdini found
	Assertions     *CrossedFailure    `json:"assertions,omitempty"`
	Contradictions []string           `json:"contradictions"`
	Traces         []CrossedTrace     `json:"traces,omitempty"`

	SignatureChanged bool `json:"signature_changed"`

	Compared bool            `json:"-"` // a pair: both versions have a body
	Verdict  moddiff.Verdict `json:"-"` // of all engines together

	// Source is where the pair is in the source that the programs were translated from, where
	// that is known.
	Source *SourceRow `json:"source,omitempty"`

	runs    []counterexample
	because []explained // the reasons that the text gives
}

// explained is a pair that is unknown to an engine.
type explained struct {
	engine string
	pair   *moddiff.PairResult
}

func (e explained) String() string {
	return fmt.Sprintf("%s: unknown because %s", e.engine, because(e.pair))
}

// SourceRow is a pair in the names of the source.
type SourceRow struct {
	Name     string `json:"name"`
	OldPlace string `json:"old_place,omitempty"` // file:line
	NewPlace string `json:"new_place,omitempty"`
}

// place is that of the new version, or else of the old one.
func (s *SourceRow) place() string {
	if s == nil {
		return ""
	}
	return cmp.Or(s.NewPlace, s.OldPlace)
}

// CrossedOutput is the verdict of an output.
type CrossedOutput struct {
	Output  string `json:"output"`
	Verdict string `json:"verdict"`
}

// CrossedSets says what the verification condition shows of ModDiff's sets.
type CrossedSets struct {
	Unchanged   string `json:"unchanged"`
	Changed     string `json:"changed"`
	Termination string `json:"termination_changed"`
}

// CrossedBoogie is what Boogie says.
type CrossedBoogie struct {
	Procedure string  `json:"procedure"`
	Verdict   string  `json:"verdict"`
	Reason    string  `json:"reason,omitempty"`
	TimeMS    float64 `json:"time_ms"`
}

// Worst is the worst verdict of all pairs.
func (r *Crosscheck) Worst() moddiff.Verdict {
	v := moddiff.Equivalent
	for _, row := range r.Procedures {
		if row.Compared {
			v = v.Worse(row.Verdict)
		}
	}
	return v
}

// WriteJSON writes the answer as JSON.
func (r *Crosscheck) WriteJSON(w io.Writer) error { return writeJSON(w, r) }

// AddReason keeps why an engine leaves something of the pair open, if it does.
func (row *CrossedPair) AddReason(engine string, p *moddiff.PairResult) {
	if first, _ := reasonsOf(p); first != nil {
		if row.Reasons == nil {
			row.Reasons = map[string]*Reason{}
		}
		row.Reasons[engine] = first
	}
}

// Explain makes the text say why the pair is unknown to an engine, if it is.
func (row *CrossedPair) Explain(engine string, p *moddiff.PairResult) {
	if p.Status == moddiff.Status(moddiff.Unknown.String()) {
		row.because = append(row.because, explained{engine, p})
	}
}
