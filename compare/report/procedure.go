package report

import (
	"slices"

	"semdiff/compare/trace"
	"semdiff/moddiff"
	"semdiff/smtlib"
)

// Procedure is the answer for a pair of procedures or loops, or for a procedure
// that only one version has. The four sets, of which the first three hold only
// inputs for which that is shown, cover all inputs together; a pair that was not
// analysed has none.
type Procedure struct {
	Name               string         `json:"name"`
	Kind               string         `json:"kind"` // procedure or loop
	Old                string         `json:"old"`  // its name there, "" where a version has none
	New                string         `json:"new"`
	Status             moddiff.Status `json:"status"`
	Modified           bool           `json:"modified"`
	SignatureChanged   bool           `json:"signature_changed"`
	Signatures         *Signatures    `json:"signatures,omitempty"` // of what changed, was added or removed
	Interface          []string       `json:"interface,omitempty"`  // how the interfaces differ
	Change             Change         `json:"change"`
	Cause              []string       `json:"cause"`              // the edited procedures that it differs, or may differ, through
	Reachable          bool           `json:"reachable"`          // an entry may call it
	AsEntry            string         `json:"as_entry,omitempty"` // the verdict as an entry, where it is asked for since the status is unknown
	File               string         `json:"file,omitempty"`     // in the new version, or else in the old one
	Line               int            `json:"line,omitempty"`
	OldFile            string         `json:"old_file,omitempty"`
	OldLine            int            `json:"old_line,omitempty"`
	Inputs             []Variable     `json:"inputs"`
	Outputs            []Variable     `json:"outputs"`
	Changed            Term           `json:"changed,omitzero"`             // both versions end, and disagree
	BlockedChanged     Term           `json:"blocked_changed,omitzero"`     // of these an assumption blocks exactly one version
	Unchanged          Term           `json:"unchanged,omitzero"`           // both end and agree, or neither ends
	TerminationChanged Term           `json:"termination_changed,omitzero"` // exactly one version ends
	Unknown            Term           `json:"unknown,omitzero"`             // none of these is shown
	Text               *ProcedureText `json:"text,omitempty"`               // the sets again, in Boogie's syntax
	Reason             *Reason        `json:"reason,omitempty"`             // of what is unknown, the most telling
	Reasons            []Reason       `json:"reasons,omitempty"`            // where there are several
	Because            []Invariant    `json:"because,omitempty"`            // why inputs are unchanged for all iterations
	Differences        []Difference   `json:"differences"`
	MoreDifferences    int            `json:"more_differences,omitempty"` // that are left out
	Cut                []string       `json:"cut,omitempty"`              // sets that were too long, and are shown in part
	Source             *SourcePair    `json:"source,omitempty"`
	Runtime            bool           `json:"runtime,omitempty"` // it belongs to the translator
	Paths              *Paths         `json:"paths,omitempty"`
	Refinements        int            `json:"refinements"`
	Queries            int            `json:"queries"`
	ByBounds           int            `json:"refuted_by_bounds"` // of queries
	TimeMS             float64        `json:"time_ms"`
}

// Signatures are declared signatures as Boogie writes them.
type Signatures struct {
	Old string `json:"old,omitempty"`
	New string `json:"new,omitempty"`
}

// Variable is an input or an output.
type Variable struct {
	Name string `json:"name"` // as terms have it, without bars
	Sort string `json:"sort"`

	Declared string `json:"declared,omitempty"` // the program's, where that is another

	// The versions' own names, where they are not the program's; "" where a version has none.
	Old *string `json:"old,omitempty"`
	New *string `json:"new,omitempty"`
}

// Paths counts the path summaries of the versions.
type Paths struct {
	Old int `json:"old"`
	New int `json:"new"`
}

func procedureOf(r *moddiff.Result, text *trace.Sources, p *moddiff.PairResult, row *OverviewRow) Procedure {
	n := namesOf(p)
	out := Procedure{
		Name: p.Name, Kind: p.Kind, Old: p.Old, New: p.New, Status: p.Status, Modified: p.Modified,
		Change: row.Change, Cause: row.Cause, Reachable: p.Reachable,
		OldFile: p.Places[0].File, OldLine: p.Places[0].Line, File: p.Places[1].File, Line: p.Places[1].Line,
		SignatureChanged: p.SignatureChanged(), Interface: p.Interface,
		Inputs: variables(n, p.Inputs, p.InputNames), Outputs: variables(n, p.Outputs, p.OutputNames), Differences: []Difference{},
	}
	if p.AsEntry != moddiff.Unknown {
		out.AsEntry = p.AsEntry.String()
	}
	if out.Line == 0 {
		out.File, out.Line = out.OldFile, out.OldLine
	}
	if out.Cause == nil {
		out.Cause = []string{}
	}
	if p.Signatures != [2]string{} {
		out.Signatures = &Signatures{Old: p.Signatures[0], New: p.Signatures[1]}
	}
	out.Reason, out.Reasons = reasonsOf(p)
	out.Because = invariantsOf(p)
	d := p.Summary
	if d == nil && p.Status != moddiff.StatusUnchanged {
		return out
	}
	sets := setsOf(r, p)
	out.Changed, out.Unchanged = termOf(n, sets[0]), termOf(n, sets[1])
	out.TerminationChanged, out.Unknown = termOf(n, sets[2]), termOf(n, sets[3])
	out.Text = out.notation()
	out.Paths = &Paths{}
	if d == nil {
		return out
	}
	out.Paths = &Paths{Old: d.Paths[0], New: d.Paths[1]}
	out.Refinements, out.Queries, out.ByBounds, out.TimeMS = d.Refinements, d.Queries, d.ByBounds, Milliseconds(d.Time)
	var blocked []*smtlib.Term
	for _, diff := range d.Differences {
		out.Differences = append(out.Differences, differenceOf(r, text, n, p, diff))
		if diff.Blocked() {
			blocked = append(blocked, diff.Condition)
		}
	}
	if len(blocked) > 0 {
		out.BlockedChanged = termOf(n, r.Ctx.Or(blocked...))
	}
	return out
}

// setsOf are the four sets of a pair; of one that was not analysed all is
// unchanged, or unknown.
func setsOf(r *moddiff.Result, p *moddiff.PairResult) [4]*smtlib.Term {
	c, d := r.Ctx, p.Summary
	switch {
	case d != nil:
		return [4]*smtlib.Term{d.Changed, d.Unchanged, d.TerminationChanged, d.Unknown}
	case p.Status == moddiff.StatusUnchanged:
		return [4]*smtlib.Term{c.False, c.True, c.False, c.False}
	}
	return [4]*smtlib.Term{c.False, c.False, c.False, c.True}
}

// namesOf gives the inputs and outputs of a pair, and the functions in what is
// said of it, names that are the same in all of that.
func namesOf(p *moddiff.PairResult) *smtlib.Names {
	n := smtlib.NewNames()
	for _, v := range slices.Concat(p.Inputs, p.Outputs) {
		n.Var(v)
	}
	if d := p.Summary; d != nil {
		for _, t := range []*smtlib.Term{d.Changed, d.Unchanged, d.TerminationChanged, d.Unknown} {
			n.Term(t)
		}
	}
	return n
}

func variables(n *smtlib.Names, vars []*smtlib.Term, names []moddiff.VersionNames) []Variable {
	out := make([]Variable, len(vars))
	for i, v := range vars {
		out[i] = Variable{Name: n.Name(v), Sort: v.Sort().String()}
		if v.Name() != out[i].Name {
			out[i].Declared = v.Name()
		}
		if i >= len(names) {
			continue
		}
		for version, name := range []**string{&out[i].Old, &out[i].New} {
			if names[i][version] != v.Name() {
				*name = &names[i][version]
			}
		}
	}
	return out
}
