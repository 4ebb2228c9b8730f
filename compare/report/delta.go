package report

import (
	"io"

	"semdiff/compare/dizy"
	"semdiff/compare/trace"
	"semdiff/internal/source"
	"semdiff/moddiff"
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/reason"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// DeltaSchema is the value of "schema" in the JSON answer of delta.
const DeltaSchema = "semdiff-delta/1"

// Delta is the answer of semdiff delta.
type Delta struct {
	Schema     string           `json:"schema"`
	Old        string           `json:"old"`
	New        string           `json:"new"`
	Entry      []string         `json:"entry"`
	Verdict    string           `json:"verdict"`
	Complete   bool             `json:"complete"` // false when time was up, or a budget: states may be larger than need be
	Procedures []DeltaProcedure `json:"procedures"`
	Notes      []string         `json:"notes"`
	Stats      DeltaStats       `json:"stats"`

	texts *trace.Sources
	shown *Delta // what people read: in the names of the source, where these are known
	folds string // what of the translator is left out
}

// DeltaStats counts.
type DeltaStats struct {
	Procedures int     `json:"procedures"`
	States     int     `json:"states"` // at the ends of procedures
	Queries    int     `json:"queries"`
	TimeMS     float64 `json:"time_ms"`
}

// DeltaProcedure is how the versions of a pair may differ, where both end.
type DeltaProcedure struct {
	Name   string       `json:"name"`
	Entry  bool         `json:"entry"`
	Old    DeltaVersion `json:"old"`
	New    DeltaVersion `json:"new"`
	Status string       `json:"status"`
	// MayDiffer holds of all inputs on which both versions end and disagree, Changed
	// of inputs on which they do.
	MayDiffer   Term            `json:"may_differ"`
	Changed     Term            `json:"changed"`
	Unchanged   Term            `json:"unchanged"`
	States      []DeltaState    `json:"states"`
	Loops       []DeltaLoop     `json:"loops"`
	Points      []DeltaPoint    `json:"points"` // where the versions may differ, of those that were asked for
	Reasons     []reason.Reason `json:"-"`
	Why         []string        `json:"reasons"` // why something is unknown
	Queries     int             `json:"queries"`
	Differences []Difference    `json:"differences"` // inputs that were replayed
	// Source is what the text answer says in the names of the source that the programs were
	// translated from, where these are known.
	Source *SourceDelta `json:"source,omitempty"`

	of       *pairing.Pair
	examples []string // Differences as text
}

// SourceDelta is a pair in the names of the source.
type SourceDelta struct {
	Name     string   `json:"name"`
	OldPlace string   `json:"old_place"` // file:line
	NewPlace string   `json:"new_place"`
	Says     []string `json:"says"` // the lines of the text answer
}

// DeltaVersion is one version of a pair.
type DeltaVersion struct {
	Name string `json:"name"`
	File string `json:"file"`
	Line int    `json:"line"`

	of   *pairing.Proc
	path string // of the file, with its folders
	last int    // line of its text, as far as that is known
}

// DeltaState is the runs whose outputs compare in one way: conjunctions that hold of
// all of them, over the inputs and the outputs, those of the new version primed.
type DeltaState struct {
	Differs  bool   `json:"differs"`
	Certain  bool   `json:"certain"`            // all inputs that are required differ
	OldEnds  string `json:"old_ends,omitempty"` // how runs end, where they do so in one way
	NewEnds  string `json:"new_ends,omitempty"`
	Requires []Term `json:"requires"` // of the inputs
	OldSide  []Term `json:"old"`      // of the old version's outputs: values that are removed
	NewSide  []Term `json:"new"`      // of the new version's: values that are added
	Related  []Term `json:"always_related"`
	Replayed bool   `json:"replayed"` // a run of both versions has this difference
}

// DeltaPoint is a visit of a point: the n-th of each version, outside of loops or in one
// step of a loop.
type DeltaPoint struct {
	What   string            `json:"what"`
	In     string            `json:"in,omitempty"` // the procedure
	Visit  int               `json:"visit"`
	Lines  [2][]int          `json:"lines"` // of the old version, of the new one
	Loop   *[2]DeltaVersion  `json:"loop"`  // null outside of loops
	States []DeltaPointState `json:"states"`
}

// DeltaPointState is the runs of which the values at a point compare in one way, and not
// all are equal, or that one version alone brings there.
type DeltaPointState struct {
	Only     string `json:"only,omitempty"` // the version that alone comes there
	Requires []Term `json:"requires"`       // of the inputs, or of what a step of the loop starts with
	OldSide  []Term `json:"old"`            // values that are removed
	NewSide  []Term `json:"new"`            // values that are added
	Related  []Term `json:"always_related"`
}

// DeltaLoop is a pair of loops or recursive procedures: what holds before each step
// and after the last one, one of several conjunctions.
type DeltaLoop struct {
	Old    DeltaVersion `json:"old"`
	New    DeltaVersion `json:"new"`
	Steps  [2]int       `json:"steps"`  // iterations of each version that are one step
	Before [2]int       `json:"before"` // iterations before the first step
	Heads  [][]Term     `json:"heads"`
	Exits  [][]Term     `json:"exits"`
	Proven bool         `json:"proven"`
}

// NewDelta is the answer of what was found.
func NewDelta(r *dizy.Result) *Delta {
	a := newDelta(r, r.DeltaOf)
	a.shown = a
	named, deltas := sourcedDeltas(r)
	if named == nil {
		return a
	}
	a.shown = newDelta(named, func(p *moddiff.PairResult) *dizy.Delta { return deltas.of[p] })
	deltas.placed(a.shown)
	a.addSource()
	return a
}

// addSource adds what people read of each pair.
func (a *Delta) addSource() {
	for i, k := 0, 0; i < len(a.Procedures) && k < len(a.shown.Procedures); i++ {
		p, shown := &a.Procedures[i], &a.shown.Procedures[k]
		if shown.of == p.of {
			p.Source = shown.source()
			k++
		}
	}
}

// newDelta is the answer in the names that are used in the deltas of pairs.
func newDelta(r *dizy.Result, deltaOf func(*moddiff.PairResult) *dizy.Delta) *Delta {
	a := &Delta{
		Schema: DeltaSchema, Old: r.Old, New: r.New, Entry: orEmpty(r.Entry), Verdict: r.Verdict.String(), Complete: !r.CutShort,
		Procedures: []DeltaProcedure{}, Notes: orEmpty(r.Notes), folds: folded(r.Result),
		Stats: DeltaStats{Procedures: len(r.Pairs), Queries: r.Stats.Queries, TimeMS: Milliseconds(r.Stats.Time)},
	}
	text := textsOf(r.Result)
	a.texts = text
	for _, p := range r.Pairs {
		d := deltaOf(p)
		if d == nil {
			continue
		}
		a.Complete = a.Complete && !d.Hurried
		a.Stats.States += len(d.States)
		a.Procedures = append(a.Procedures, newDeltaProcedure(r, text, p, d))
	}
	return a
}

func newDeltaProcedure(r *dizy.Result, text *trace.Sources, p *moddiff.PairResult, d *dizy.Delta) DeltaProcedure {
	names := smtlib.NewNames()
	s := d.Answer.Summary
	out := DeltaProcedure{
		of: d.Pair, Name: p.Name, Old: deltaVersion(d.Pair.Old), New: deltaVersion(d.Pair.New), Status: string(p.Status),
		MayDiffer: termOf(names, d.Difference), Changed: termOf(names, s.Changed), Unchanged: termOf(names, s.Unchanged),
		States: []DeltaState{}, Loops: []DeltaLoop{}, Points: []DeltaPoint{}, Reasons: p.Reasons, Why: []string{}, Queries: d.Queries, Differences: []Difference{},
	}
	if p.Sourced {
		out.Old.Name, out.New.Name = p.Old, p.New
	}
	for _, e := range r.Entry {
		out.Entry = out.Entry || e == p.Name
	}
	for _, state := range d.States {
		x := DeltaState{
			Differs: state.Differs, Certain: state.Certain, Requires: termsOf(names, state.Requires), OldSide: termsOf(names, state.Old), NewSide: termsOf(names, state.New),
			Related: termsOf(names, state.Relations), Replayed: state.Witness != nil,
		}
		if state.Ends != nil {
			x.OldEnds, x.NewEnds = state.Ends[0].String(), state.Ends[1].String()
		}
		out.States = append(out.States, x)
	}
	for _, l := range d.Loops {
		out.Loops = append(out.Loops, DeltaLoop{
			Old: deltaVersion(l.Procs[0]), New: deltaVersion(l.Procs[1]), Steps: l.Steps, Before: l.Peel, Proven: l.Proven,
			Heads: conjunctions(names, l.Heads), Exits: conjunctions(names, l.Exits),
		})
	}
	for _, at := range d.Points {
		out.Points = append(out.Points, newDeltaPoint(names, at))
	}
	if !d.WholePoints {
		out.Why = append(out.Why, "what loops or procedures without a partner do at points is not compared")
	}
	for _, why := range p.Reasons {
		out.Why = append(out.Why, why.String())
	}
	for _, diff := range s.Differences {
		out.Differences = append(out.Differences, differenceOf(r.Result, text, names, p, diff))
		out.examples = append(out.examples, exampleText(p, diff))
	}
	return out
}

func newDeltaPoint(names *smtlib.Names, at *dizy.PointDelta) DeltaPoint {
	out := DeltaPoint{What: at.What, In: at.In, Visit: at.Visit, Lines: [2][]int{append([]int{}, at.Lines[0]...), append([]int{}, at.Lines[1]...)}, States: []DeltaPointState{}}
	if at.Loop != nil {
		out.Loop = &[2]DeltaVersion{deltaVersion(at.Loop.Procs[0]), deltaVersion(at.Loop.Procs[1])}
	}
	for _, s := range at.States {
		x := DeltaPointState{Requires: termsOf(names, s.Requires), OldSide: termsOf(names, s.Old), NewSide: termsOf(names, s.New), Related: termsOf(names, s.Relations)}
		if v := at.Only(s); v >= 0 {
			x.Only = versionNames[v]
		}
		out.States = append(out.States, x)
	}
	return out
}

func deltaVersion(p *pairing.Proc) DeltaVersion {
	v := DeltaVersion{Name: p.Name, File: p.Pos.File, Line: p.Pos.Line, of: p, path: p.Pos.File, last: p.Pos.Line}
	v.reach()
	return v
}

// reach finds where the text of the version ends.
func (v *DeltaVersion) reach() {
	see := func(at source.Pos) {
		if at.File == v.path {
			v.last = max(v.last, at.Line)
		}
	}
	for _, q := range append([]*ir.Proc{v.of.Proc}, v.of.Loops...) {
		for _, b := range q.Blocks {
			see(b.Pos)
			for _, in := range b.Instrs {
				see(in.Place())
			}
		}
	}
}

func termsOf(n *smtlib.Names, list []*smtlib.Term) []Term {
	out := make([]Term, len(list))
	for i, t := range list {
		out[i] = termOf(n, t)
	}
	return out
}

func conjunctions(n *smtlib.Names, list [][]*smtlib.Term) [][]Term {
	out := make([][]Term, len(list))
	for i, conj := range list {
		out[i] = termsOf(n, conj)
	}
	return out
}

// WriteJSON writes the answer.
func (a *Delta) WriteJSON(w io.Writer) error { return writeJSON(w, a) }
