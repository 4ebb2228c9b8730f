package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"semdiff/compare/trace"
)

// The page that Delta.WriteHTML makes: the states of the text answer, and both sources, in
// which lines are marked that one version alone has, and those of loops and points with
// what relates the versions there.
type deltaPage struct {
	Old, New, Entry, Headline, State string
	Sections                         []deltaSection
	Totals                           string
	Notes                            []string
}

type deltaSection struct {
	ID, Title, Place, Status string
	States                   []deltaRows
	Inputs                   []string // that were replayed
	Why                      []string
	Sides                    []deltaSide
}

// deltaRows is a state: what it is about, then what holds.
type deltaRows struct {
	What string // "differs", "may" or "agree": the class of the row
	Rows []listedRow
}

type deltaSide struct {
	Version, File string
	Lines         []listedLine
}

// WriteHTML writes the answer as a page without anything from outside.
func (a *Delta) WriteHTML(w io.Writer) error { return a.shown.writeHTML(w) }

func (a *Delta) writeHTML(w io.Writer) error {
	page := deltaPage{
		Old: a.Old, New: a.New, Entry: strings.Join(a.Entry, ", "), Headline: a.Verdict, State: a.Verdict, Totals: a.totals(), Notes: slices.Clone(a.Notes),
	}
	if !a.Complete {
		page.Notes = append([]string{deltaIncomplete}, page.Notes...)
	}
	for i := range a.Procedures {
		page.Sections = append(page.Sections, a.section(fmt.Sprintf("p%d", i+1), &a.Procedures[i]))
	}
	return deltaTemplate().Execute(w, page)
}

func (a *Delta) section(id string, p *DeltaProcedure) deltaSection {
	s := deltaSection{ID: id, Title: p.title(), Place: p.place(), Status: p.Status, Inputs: p.examples, Why: p.Why}
	for i := range p.States {
		x := &p.States[i]
		rows := deltaRows{What: "agree", Rows: append([]listedRow{{x.head(), conjunction(x.Requires)}}, x.rows()...)}
		switch {
		case x.Certain:
			rows.What = "differs"
		case x.Differs:
			rows.What = "may"
		}
		s.States = append(s.States, rows)
	}
	s.Sides = a.sides(p)
	return s
}

// sides are the texts of a procedure in both versions, where they are at hand.
func (a *Delta) sides(p *DeltaProcedure) []deltaSide {
	versions := [2]*DeltaVersion{&p.Old, &p.New}
	var texts [2][]string
	for v, at := range versions {
		for number := at.Line; number <= at.last && number > 0; number++ {
			text, ok := a.texts.Line(trace.Version(v), at.path, number)
			if !ok {
				break
			}
			texts[v] = append(texts[v], text)
		}
		if len(texts[v]) == 0 {
			return nil
		}
	}
	alone := linesAlone(texts)
	var sides []deltaSide
	for v, at := range versions {
		marks := p.marks(v)
		all := make([]listedLine, len(texts[v]))
		for i, text := range texts[v] {
			all[i] = listedLine{Number: at.Line + i, Text: text, Marks: marks[at.Line+i]}
			if alone[v][i] {
				all[i].Class = "alone"
			}
		}
		sides = append(sides, deltaSide{versionNames[v], at.File, withContext(all)})
	}
	return sides
}

// marks are what relates the versions, by lines of one of them.
func (p *DeltaProcedure) marks(version int) map[int][]listedMark {
	out := map[int][]listedMark{}
	for i := range p.Loops {
		l := &p.Loops[i]
		at := [2]DeltaVersion{l.Old, l.New}[version]
		out[at.Line] = append(out[at.Line], listedMark{"loop", l.title(), l.rows()})
	}
	for i := range p.Points {
		d := &p.Points[i]
		m := listedMark{Kind: "point", Title: "at " + d.title()}
		for k := range d.States {
			m.Rows = append(append(m.Rows, listedRow{d.States[k].head(), conjunction(d.States[k].Requires)}), d.States[k].rows()...)
		}
		for _, line := range d.Lines[version] {
			out[line] = append(out[line], m)
		}
	}
	return out
}

// mostCompared is how many lines of a procedure are compared one by one.
const mostCompared = 2_000

// linesAlone finds the lines that are not in a longest common subsequence of both texts.
func linesAlone(texts [2][]string) (alone [2][]bool) {
	old, new := texts[0], texts[1]
	alone = [2][]bool{make([]bool, len(old)), make([]bool, len(new))}
	if len(old) > mostCompared || len(new) > mostCompared {
		return alone
	}
	same := func(i, j int) bool { return strings.TrimSpace(old[i]) == strings.TrimSpace(new[j]) }
	longest := make([][]int, len(old)+1)
	for i := range longest {
		longest[i] = make([]int, len(new)+1)
	}
	for i := len(old) - 1; i >= 0; i-- {
		for j := len(new) - 1; j >= 0; j-- {
			longest[i][j] = max(longest[i+1][j], longest[i][j+1])
			if same(i, j) {
				longest[i][j] = longest[i+1][j+1] + 1
			}
		}
	}
	i, j := 0, 0
	for i < len(old) || j < len(new) {
		switch {
		case i < len(old) && j < len(new) && same(i, j):
			i, j = i+1, j+1
		case j == len(new) || i < len(old) && longest[i+1][j] >= longest[i][j+1]:
			alone[0][i] = true
			i++
		default:
			alone[1][j] = true
			j++
		}
	}
	return alone
}
