package main

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"path/filepath"
	"strings"

	"semdiff/compare/engine"
	"semdiff/compare/trace"
	"semdiff/moddiff"
	"semdiff/smtlib"
)

//go:embed report.html
var reportPage string

var reportTemplate = template.Must(template.New("report").Parse(reportPage))

// The page that writeHTML makes: what the text answer says and, for each
// difference shown, the source of both versions with the path of its run.
type htmlReport struct {
	Old, New, Entry, Verdict string
	Headline                 string
	Totals, Closing          string
	Pairs                    []htmlPair
	Unchanged                []string
}

type htmlPair struct {
	ID, Title, Signature, Place, Status, Kind string
	Remarks                                   []string
	Differences                               []htmlDifference
	More                                      int // differences that are not listed
	Same, Unknown, Because                    string
	Partial                                   bool
	Runs                                      []htmlRuns
}

type htmlDifference struct {
	What, Condition      string
	OldResult, NewResult string
	Witness              string
	OldRun, NewRun       string
	Functions            []string
}

type htmlRuns struct {
	ID      string // of the heading
	Witness string
	Sides   []htmlSide
}

type htmlSide struct {
	Version, Program string
	Files            []htmlFile
	End              string
	Cut              bool
}

type htmlFile struct {
	Name   string
	AtHand bool
	Lines  []htmlLine
}

type htmlLine struct {
	Number  int
	Text    string
	Times   int // how often the run passed it
	Differs bool
	Indent  int      // of the values, in characters
	Values  []string // of each visit, and what is left out between visits
	Omitted int
}

// maxVisits is how many visits of one line the page shows the values of.
const maxVisits = 6

// writeHTML writes the answer as one page without anything from outside, with
// up to traces runs of each pair.
func writeHTML(w io.Writer, o *engine.Outcome, traces int) error {
	r := o.Result
	page := htmlReport{
		Old: r.Old, New: r.New, Entry: entryOf(o), Verdict: r.Verdict.String(),
		Headline: headline(r.Verdict.String(), r.Verdict, r.Interface),
		Totals:   totals(r), Closing: closing(r),
	}
	for i, p := range r.Pairs {
		if !isNews(p) {
			page.Unchanged = append(page.Unchanged, title(p))
		} else {
			page.Pairs = append(page.Pairs, htmlPairOf(r, p, fmt.Sprintf("p%d", i+1), traces))
		}
	}
	return reportTemplate.Execute(w, page)
}

func htmlPairOf(r *moddiff.Result, p *moddiff.PairResult, id string, traces int) htmlPair {
	ins, outs := signature(p)
	h := htmlPair{
		ID: id, Title: title(p), Signature: ins + outs, Place: strings.TrimSpace(place(p)),
		Status: string(p.Status), Kind: p.Kind, Remarks: remarks(p),
	}
	if len(p.Reasons) > 0 {
		h.Because = because(p)
	}
	d := p.Summary
	if d == nil || p.Verdict == moddiff.Equivalent {
		return h
	}
	shown := 0
	for _, diff := range inTextOrder(d.Differences) {
		if !diff.Termination {
			if shown++; shown > maxDifferences {
				h.More++
				continue
			}
		}
		h.Differences = append(h.Differences, htmlDifferenceOf(p, diff))
	}
	if !d.Unchanged.IsFalse() {
		h.Same = "otherwise"
		if len(smtlib.Infix(d.Unchanged)) <= maxSame {
			h.Same = condition(d.Unchanged)
		}
	}
	if !d.Unknown.IsFalse() {
		h.Unknown, h.Partial = condition(d.Unknown), p.Verdict == moddiff.PartiallyEquivalent
	}
	for i, rep := range replays(r, p, traces) {
		h.Runs = append(h.Runs, htmlRuns{
			ID: fmt.Sprintf("%s-run%d", id, i+1), Witness: cut(witness(p, rep.of), maxCondition),
			Sides: []htmlSide{htmlSideOf(rep.Pair, trace.Old), htmlSideOf(rep.Pair, trace.New)},
		})
	}
	return h
}

func htmlDifferenceOf(p *moddiff.PairResult, d *moddiff.Difference) htmlDifference {
	h := htmlDifference{What: "differs", Condition: condition(d.Condition), Witness: witness(p, d)}
	if len(p.Inputs) == 0 {
		h.Witness = "any input"
	}
	v, w := oldVersion(d), newVersion(d)
	h.OldRun, h.NewRun = ending(p, d, v), ending(p, d, w)
	if d.Termination {
		h.What = "termination changes"
		return h
	}
	h.OldResult, h.NewResult = symbolic(p, d, v), symbolic(p, d, w)
	matters := relevant(p, d)
	for _, f := range d.Functions {
		if matters.functions[f.Name] && len(h.Functions) < maxFunctions {
			h.Functions = append(h.Functions, cut(f.Head(), maxFunction)+" = "+cut(smtlib.Infix(f.Body), maxFunction))
		}
	}
	return h
}

func htmlSideOf(p *trace.Pair, v trace.Version) htmlSide {
	run, name := p.Old, "old"
	if v == trace.New {
		run, name = p.New, "new"
	}
	h := htmlSide{Version: name, Program: filepath.Base(run.Program), End: run.End}
	if n := len(run.Lines); n > 0 {
		h.Cut = run.Lines[n-1].Cut
	}
	for _, list := range p.Listings(v) {
		f := htmlFile{Name: list.File, AtHand: list.AtHand}
		for _, e := range list.Entries {
			f.Lines = append(f.Lines, htmlLineOf(e))
		}
		h.Files = append(h.Files, f)
	}
	return h
}

func htmlLineOf(e trace.Entry) htmlLine {
	h := htmlLine{
		Number: e.Number, Text: e.Text, Times: len(e.Visits), Differs: e.Differs, Omitted: e.Omitted,
		Indent: trace.Indent(e.Text) + 2,
	}
	for i, l := range e.Visits {
		if i == maxVisits {
			h.Values = append(h.Values, fmt.Sprintf("... passed %d more times", len(e.Visits)-i))
			break
		}
		if l.Skipped > 0 {
			h.Values = append(h.Values, "... "+trace.More(l.Skipped))
		}
		if len(l.Values) == 0 {
			continue
		}
		parts := make([]string, len(l.Values))
		for k, v := range l.Values {
			parts[k] = v.String()
		}
		h.Values = append(h.Values, "["+strings.Join(parts, ", ")+"]")
	}
	return h
}
