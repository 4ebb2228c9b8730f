package report

import (
	"slices"

	"semdiff/compare/engine"
	"semdiff/moddiff"
)

// SourcePair is what is said of a pair in the names of the source that the programs were
// translated from: texts for people, in which long conditions are cut.
type SourcePair struct {
	Name     string   `json:"name"`
	OldPlace string   `json:"old_place,omitempty"` // file:line
	NewPlace string   `json:"new_place,omitempty"`
	Params   []string `json:"parameters,omitempty"` // of a procedure
	// Names are what inputs and outputs are called, by the names of Procedure.Inputs and
	// Outputs.
	Names              map[string]string `json:"names,omitempty"`
	Changed            string            `json:"changed,omitempty"`
	Unchanged          string            `json:"unchanged,omitempty"`
	TerminationChanged string            `json:"termination_changed,omitempty"`
	Unknown            string            `json:"unknown,omitempty"`
}

// SourceDifference is a difference in the names of the source, as the text answer has it.
type SourceDifference struct {
	Condition string `json:"condition"`
	Witness   string `json:"witness"`
	Old       string `json:"old"` // what the versions return, as terms
	New       string `json:"new"`
	OldRun    string `json:"old_run"` // and did in the replay
	NewRun    string `json:"new_run"`
}

// addSource adds what is said in the names of the source, where these are known.
func (a *Answer) addSource(o *engine.Outcome) {
	named, rows := sourcedRows(o)
	if rows == nil {
		return
	}
	a.Headline = overviewOf(named).Headline()
	for i, p := range o.Pairs {
		if q := rows[p]; q != nil {
			a.Procedures[i].addSource(p, q)
		} else {
			a.Procedures[i].Runtime = true
		}
	}
}

// addSource adds what q says, which is p in the names of the source.
func (out *Procedure) addSource(p, q *moddiff.PairResult) {
	s := &SourcePair{Name: q.Name, OldPlace: q.Places[0].String(), NewPlace: q.Places[1].String(), Params: q.Params}
	out.Source = s
	if p.Status == moddiff.StatusUnchanged {
		return
	}
	s.Names = map[string]string{}
	n := namesOf(p)
	for _, v := range slices.Concat(p.Inputs, p.Outputs) {
		if text := q.SourceNames[v]; text != "" {
			s.Names[n.Name(v)] = text
		}
	}
	d := q.Summary
	if d == nil {
		return
	}
	s.Changed, s.Unchanged = condition(d.Changed), condition(d.Unchanged)
	s.TerminationChanged, s.Unknown = condition(d.TerminationChanged), condition(d.Unknown)
	for i, diff := range d.Differences {
		if i >= len(out.Differences) {
			break
		}
		when := conditionOf(diff)
		diff = spoken(diff)
		v, w := oldVersion(diff), newVersion(diff)
		out.Differences[i].Source = &SourceDifference{
			Condition: when, Witness: witness(q, diff),
			Old: symbolic(q, diff, v), New: symbolic(q, diff, w), OldRun: ending(q, diff, v), NewRun: ending(q, diff, w),
		}
	}
}
