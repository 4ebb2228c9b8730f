package report

import (
	"cmp"
	"slices"
	"strings"

	"semdiff/moddiff"
	"semdiff/translate/ir"
)

// Change says what became of a procedure or loop in the new version.
type Change string

// The changes.
const (
	Edited    Change = "edited"   // its own text, or that of a loop in it, or of what it names
	Affected  Change = "affected" // it can reach something that was edited
	Added     Change = "added"
	Removed   Change = "removed"
	Untouched Change = "unchanged"
)

// Changes lists them.
func Changes() []Change { return []Change{Edited, Affected, Added, Removed, Untouched} }

// Overview is what an answer says of two programs at a glance: a row for each pair
// in which there is anything to see, in the order in which people read them.
type Overview struct {
	result    *moddiff.Result
	verdict   moddiff.Verdict         // of the entries
	list      []*OverviewRow          // of all pairs, in the result's order
	all       map[string]*OverviewRow // those that are compared
	rows      []*OverviewRow          // procedures, and loops that stand in none of them
	unchanged int
}

// OverviewRow is the row of a pair, and of the loops in it.
type OverviewRow struct {
	*moddiff.PairResult
	Change  Change
	Verdict moddiff.Verdict // of all engines
	Cause   []string        // the edited procedures that it differs, or may differ, through
	Loops   []*OverviewRow
	Entry   bool
}

// NewOverview is that of a result, in which pairs have the verdicts that verdict gives.
func NewOverview(r *moddiff.Result, verdict func(*moddiff.PairResult) moddiff.Verdict) *Overview {
	o := &Overview{result: r, verdict: moddiff.Equivalent, all: map[string]*OverviewRow{}}
	for _, p := range r.Pairs {
		row := &OverviewRow{PairResult: p, Change: changeOf(p), Verdict: verdict(p), Entry: p.Compared && slices.Contains(r.Entry, p.Name)}
		o.list = append(o.list, row)
		if p.Compared { // a row of one version alone may have the name of a pair
			o.all[p.Name] = row
		}
		if row.Entry {
			o.verdict = o.verdict.Worse(row.Verdict)
		}
	}
	for _, row := range o.list {
		if in := o.all[row.In]; row.Kind == ir.Loop.String() && !row.Entry && in != nil {
			if row.Change != Affected && row.Change != Untouched && in.Change != Edited {
				in.Change = Edited
			}
		}
	}
	for _, row := range o.list {
		row.Cause = o.cause(row)
		in := o.all[row.In]
		switch {
		case !isNews(row.PairResult):
			o.unchanged++
		case row.Kind == ir.Loop.String() && !row.Entry && in != nil && isNews(in.PairResult):
			in.Loops = append(in.Loops, row)
		default:
			o.rows = append(o.rows, row)
		}
	}
	slices.SortStableFunc(o.rows, func(a, b *OverviewRow) int { return slices.Compare(a.rank(), b.rank()) })
	return o
}

func changeOf(p *moddiff.PairResult) Change {
	switch {
	case p.Status == moddiff.StatusAdded:
		return Added
	case p.Status == moddiff.StatusRemoved:
		return Removed
	case p.Modified || p.SignatureChanged():
		return Edited
	case p.Status == moddiff.StatusUnchanged:
		return Untouched
	}
	return Affected
}

// rank orders rows: what was edited, then what one version has alone, then what a change
// reaches, the entry first of these; what differs before what does not.
func (r *OverviewRow) rank() []int {
	entry := 1
	if r.Entry {
		entry = 0
	}
	news := slices.Index([]moddiff.Verdict{moddiff.Different, moddiff.Unknown, moddiff.PartiallyEquivalent, moddiff.Equivalent}, r.Verdict)
	return []int{slices.Index([]Change{Edited, Added, Removed, Affected, Untouched}, r.Change), entry, news}
}

// cause are the edited procedures, other than itself, that a row can reach through pairs
// that are not known to be equal.
func (o *Overview) cause(row *OverviewRow) (through []string) {
	if row.Verdict == moddiff.Equivalent || !row.Compared {
		return nil
	}
	seen := map[string]bool{row.Name: true}
	for work := []*OverviewRow{row}; len(work) > 0; work = work[1:] {
		for _, name := range work[0].Calls {
			q := o.all[name]
			if q == nil || seen[name] {
				continue
			}
			if seen[name] = true; q.Verdict == moddiff.Equivalent {
				continue
			}
			work = append(work, q)
			procedure := cmp.Or(q.In, q.Name)
			if q.Change == Edited && procedure != cmp.Or(row.In, row.Name) && !slices.Contains(through, procedure) {
				through = append(through, procedure)
			}
		}
	}
	return through
}

// Rows are all rows, those of loops after that of the procedure which they stand in.
func (o *Overview) Rows() (list []*OverviewRow) {
	for _, row := range o.rows {
		list = append(append(list, row), row.Loops...)
	}
	return list
}

// Verdict is that of the entries, the worst.
func (o *Overview) Verdict() moddiff.Verdict { return o.verdict }

// Headline says in a line what the entries' verdict is and what is behind it: where a
// difference comes from, what differs below an entry that is equal, how the interface
// differs.
func (o *Overview) Headline() string {
	s := o.subject() + ": " + o.verdict.String()
	switch o.verdict {
	case moddiff.Different:
		s += o.origin()
	case moddiff.Unknown:
		s += o.whyUnknown()
	default:
		s += unlessBlocked(o.result)
	}
	sentences := append([]string{s}, o.inner()...)
	if o.result.Interface.Differs() {
		sentences = append(sentences, "The interface differs: "+interfaceText(o.result.Interface))
	}
	return strings.Join(sentences, ". ") + "."
}

// maxNames is how many names a line lists.
const maxNames = 3

// subject names the entries.
func (o *Overview) subject() string {
	if len(o.result.Entry) <= maxNames {
		return strings.Join(o.result.Entry, ", ")
	}
	return strings.Join(o.result.Entry[:maxNames], ", ") + " and " + count(len(o.result.Entry)-maxNames, "more entry", "more entries")
}

// namesText lists names, of many the first.
func namesText(names []string) string {
	if len(names) <= maxNames {
		return strings.Join(names, ", ")
	}
	return strings.Join(names[:maxNames], ", ") + " and " + count(len(names)-maxNames, "more", "more")
}

// origin says which entries differ, of several, and through what.
func (o *Overview) origin() (s string) {
	var differ, through []string
	edited := false
	for _, name := range o.result.Entry {
		if row := o.all[name]; row != nil && row.Verdict == moddiff.Different {
			differ = append(differ, name)
			edited = edited || row.Change == Edited
			for _, c := range row.Cause {
				if !slices.Contains(through, c) {
					through = append(through, c)
				}
			}
		}
	}
	if len(differ) < len(o.result.Entry) {
		s = " (" + namesText(differ) + ")"
	}
	if len(through) > 0 && !edited {
		s += ", through " + namesText(through)
	}
	return s
}

// whyUnknown is the first reason of an entry that is open.
func (o *Overview) whyUnknown() string {
	for _, name := range o.result.Entry {
		if row := o.all[name]; row != nil && row.Verdict == moddiff.Unknown && len(row.Reasons) > 0 {
			return " because " + cut(row.Reasons[0].String(), maxTerm)
		}
	}
	return ""
}

// inner says what the entries' verdict hides: what differs or is open in procedures that
// an entry may call, and in others.
func (o *Overview) inner() (sentences []string) {
	var differ, open, apart int
	news := 0
	for _, row := range o.list {
		if isNews(row.PairResult) {
			news++
		}
		switch {
		case row.Entry || !row.Compared || row.Kind == ir.Loop.String():
		case !row.Reachable:
			if row.Verdict == moddiff.Different {
				apart++
			}
		case row.Verdict == moddiff.Different:
			differ++
		case row.Verdict == moddiff.Unknown:
			open++
		}
	}
	differs := func(n int, what string) string {
		return count(n, what+"procedure differs", what+"procedures differ")
	}
	equal := o.verdict == moddiff.Equivalent || o.verdict == moddiff.PartiallyEquivalent
	switch {
	case differ > 0 && equal:
		sentences = append(sentences, differs(differ, "inner ")+", masked by "+plural(differ, "its callers", "their callers"))
	case differ > 0 && o.verdict == moddiff.Unknown:
		sentences = append(sentences, differs(differ, "inner "))
	}
	if open > 0 && equal {
		sentences = append(sentences, count(open, "inner procedure is unknown, without", "inner procedures are unknown, without")+" effect on "+plural(len(o.result.Entry), "the entry", "the entries"))
	}
	if apart > 0 {
		sentences = append(sentences, differs(apart, "")+" that no entry calls")
	}
	if news == 0 && !o.result.Interface.Differs() {
		sentences = append(sentences, "Nothing changed")
	}
	return sentences
}

func plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}
