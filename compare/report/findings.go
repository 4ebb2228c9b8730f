package report

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"semdiff/compare/engine"
	"semdiff/internal/source"
	"semdiff/moddiff"
	"semdiff/translate/ir"
)

// The kinds of findings, which Policy.FailOn names; OnEdited stands for differences of
// edited procedures, whatever their callers make of them.
const (
	OnDifferent = "different"
	OnUnknown   = "unknown"
	OnEdited    = "edited"
	OnInterface = "interface"
)

// FailOn are the words that Policy.FailOn may have.
func FailOn() []string { return []string{OnDifferent, OnUnknown, OnEdited, OnInterface} }

// Finding is something that a reader of the answer may have to act on: a procedure that
// differs, is unknown, or whose interface differs.
type Finding struct {
	Rule        string        // of the table Rules
	Kind        string        // OnDifferent, OnUnknown or OnInterface
	Procedure   string        // by both names where they are not the same
	Entry       bool          // the verdict of the run is about it
	Change      Change        // what became of it
	Places      [2]source.Pos // in the old and the new version; the zero Pos where it has none
	Message     string        // a sentence
	Fingerprint string        // the same however lines move
	Accepted    bool          // by the baseline
	Fails       bool          // makes the exit code 1
	Difference  *PathFinding  // the first one, for OnDifferent
	row         *OverviewRow
}

// PathFinding is a difference with its runs.
type PathFinding struct {
	Condition, Witness string
	Of                 *moddiff.Difference
}

// Policy says which findings count.
type Policy struct {
	FailOn []string                      // nil stands for what differs at the entry and, unless one was named, in the interface
	Named  bool                          // an entry was named
	Known  func(fingerprint string) bool // accepted by a baseline; nil for nothing
}

func (p Policy) failsOn(what string) bool {
	if p.FailOn == nil {
		return what == OnDifferent || what == OnInterface && !p.Named
	}
	return slices.Contains(p.FailOn, what)
}

// Judged is an outcome with its findings.
type Judged struct {
	*engine.Outcome
	View     *Overview
	Findings []Finding
	// Open: something that a finding would count for is unknown.
	Open   bool
	policy Policy

	original *engine.Outcome                             // in the names of the programs
	found    map[*moddiff.PairResult]*moddiff.PairResult // pairs as they were found, by those in the names of the source
}

// Judge finds what is to be acted on, in the order of the overview and the names of the
// source.
func Judge(o *engine.Outcome, p Policy) *Judged {
	named, rows := sourcedRows(o)
	j := &Judged{Outcome: named, View: overviewOf(named), policy: p, original: o, found: map[*moddiff.PairResult]*moddiff.PairResult{}}
	for found, p := range rows {
		if p != nil {
			j.found[p] = found
		}
	}
	for _, row := range j.View.list {
		j.judge(row, p)
	}
	slices.SortStableFunc(j.Findings, func(a, b Finding) int { return slices.Compare(a.row.rank(), b.row.rank()) })
	return j
}

func (j *Judged) judge(row *OverviewRow, p Policy) {
	if row.Kind == ir.Loop.String() && !row.Entry {
		return
	}
	base := Finding{Procedure: title(row.PairResult), Entry: row.Entry, Change: row.Change, Places: row.Places, row: row}
	edited := row.Change == Edited && p.failsOn(OnEdited)
	found := cmp.Or(j.found[row.PairResult], row.PairResult)
	add := func(f Finding, fails bool, identity ...string) {
		f.Fingerprint = fingerprint(append([]string{f.Rule, found.Old, found.New}, identity...)...)
		f.Accepted = p.Known != nil && f.Kind != OnUnknown && p.Known(f.Fingerprint)
		f.Fails = fails && !f.Accepted
		j.Findings = append(j.Findings, f)
	}
	if row.Compared {
		switch f := base; row.Verdict {
		case moddiff.Different:
			f.Rule, f.Kind = OnDifferent, OnDifferent
			f.Message, f.Difference = j.describe(row)
			add(f, row.Entry && p.failsOn(OnDifferent) || edited, identity(found.Summary)...)
		case moddiff.Unknown:
			f.Kind, f.Rule = OnUnknown, OnUnknown
			f.Message = f.Procedure + " is unknown"
			if len(row.Reasons) > 0 {
				f.Rule += "/" + string(row.Reasons[0].ID)
				f.Message += " because " + cut(row.Reasons[0].String(), maxCondition)
			}
			counts := row.Entry || edited
			j.Open = j.Open || counts
			add(f, counts && p.failsOn(OnUnknown))
		}
	}
	if row.Change == Added || row.Change == Removed || row.SignatureChanged() {
		f := base
		f.Rule, f.Kind = string(row.Change), OnInterface
		f.Message = f.Procedure + " was " + string(row.Change)
		if row.SignatureChanged() {
			f.Rule, f.Message = "signature-changed", f.Procedure+": "+strings.Join(SignatureChange(row.PairResult), ", ")
		}
		add(f, p.failsOn(OnInterface), row.Signatures[0], row.Signatures[1])
	}
}

// identity is what a difference summary says: conditions, and what both versions do there.
func identity(d *moddiff.DiffSummary) (parts []string) {
	if d == nil {
		return nil
	}
	for _, diff := range InTextOrder(d.Differences) {
		parts = append(parts, diff.Condition.String())
		for _, b := range []moddiff.Behaviour{diff.Old, diff.New} {
			parts = append(parts, b.End.String())
			for _, t := range b.Terms {
				if t != nil {
					parts = append(parts, t.String())
				}
			}
		}
	}
	return parts
}

// describe says in a sentence how a pair differs.
func (j *Judged) describe(row *OverviewRow) (string, *PathFinding) {
	s := title(row.PairResult) + " differs"
	if len(row.Cause) > 0 {
		s += " through " + namesText(row.Cause)
	}
	if row.Summary == nil || len(row.Summary.Differences) == 0 {
		return s, nil
	}
	d := InTextOrder(row.Summary.Differences)[0]
	f := &PathFinding{Condition: conditionOf(d), Witness: witness(row.PairResult, d), Of: d}
	what := ""
	if d.Termination {
		what = " in termination"
	}
	when := "when " + f.Condition
	if d.Condition.IsTrue() {
		when = "for all inputs"
	}
	s += fmt.Sprintf("%s %s: for %s the old version %s, the new one %s", what, when, f.Witness,
		ending(row.PairResult, d, oldVersion(d)), ending(row.PairResult, d, newVersion(d)))
	if n := len(row.Summary.Differences); n > 1 {
		s += fmt.Sprintf(" (and in %s)", count(n-1, "more case", "more cases"))
	}
	return s, f
}

// ExitCode is 1 where a finding fails, 3 where what one would count for is unknown, else
// 0. By default an interface counts where everything else agrees.
func (j *Judged) ExitCode() int {
	fails := func(f Finding) bool { return f.Fails && !(j.Open && j.policy.FailOn == nil && f.Kind == OnInterface) }
	switch {
	case slices.ContainsFunc(j.Findings, fails):
		return 1
	case j.Open:
		return 3
	}
	return 0
}

// Level is how much a finding weighs: error where it fails, note where it only passes on
// what another one says, else warning.
func (f *Finding) Level() string {
	switch {
	case f.Fails:
		return "error"
	case f.Accepted, f.Change == Affected && !f.Entry:
		return "note"
	}
	return "warning"
}

// shown are the findings that a reader asked to be shown.
func (j *Judged) shown() (list []*Finding) {
	for i, f := range j.Findings {
		if j.Shown(f.row.PairResult) {
			list = append(list, &j.Findings[i])
		}
	}
	return list
}

// Place is that in the new version, or else in the old one.
func (f *Finding) Place() source.Pos {
	if f.Places[1].IsValid() {
		return f.Places[1]
	}
	return f.Places[0]
}

func fingerprint(parts ...string) string {
	return fmt.Sprintf("%x", sha256.Sum256([]byte(strings.Join(parts, "\x00"))))[:32]
}

// RuleWords says what a finding of a rule means.
type RuleWords struct{ ID, Name, Means string }

// Rules is the table of rules: what differs, the reasons why something is unknown, and
// how interfaces differ.
func Rules() []RuleWords {
	var rules []RuleWords
	for _, v := range moddiff.AllVerdicts() {
		if v.Verdict == moddiff.Different || v.Verdict == moddiff.Unknown {
			rules = append(rules, RuleWords{v.Name, "Procedure" + strings.ToUpper(v.Name[:1]) + v.Name[1:], v.Means})
		}
	}
	for _, s := range moddiff.AllStatuses() {
		switch s.Status {
		case moddiff.StatusAdded, moddiff.StatusRemoved:
			rules = append(rules, RuleWords{string(s.Status), "Procedure" + strings.ToUpper(string(s.Status)[:1]) + string(s.Status)[1:], s.Means})
		}
	}
	rules = append(rules, RuleWords{"signature-changed", "SignatureChanged", "its parameters or results changed in number or type"})
	for _, r := range moddiff.AllReasons() {
		rules = append(rules, RuleWords{OnUnknown + "/" + string(r.ID), "Unknown", strings.ReplaceAll(r.Text, "%s", "NAME")})
	}
	return rules
}
