package report

import (
	"embed"
	"fmt"
	"html/template"
	"path/filepath"
	"strings"

	"semdiff/compare/trace"
	"semdiff/moddiff"
)

//go:embed style.html report.html impact.html
var pages embed.FS

var (
	reportTemplate = template.Must(template.ParseFS(pages, "report.html", "style.html"))
	impactTemplate = template.Must(template.ParseFS(pages, "impact.html", "style.html"))
)

// The page that WriteHTML makes: what the text answer says and, for each
// difference shown, the source of both versions with the path of its run.
type htmlReport struct {
	Old, New, Engine, Verdict string
	Headline                  string
	Totals, Closing           string
	Pairs                     []htmlPair
	Unchanged                 []string
}

type htmlPair struct {
	ID, Title, Signature, Place, Status, Kind string
	Change                                    Change
	Cause                                     string
	Remarks                                   []string
	Invariants                                []saidInvariant
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

// add shows the runs of both versions on a difference of p.
func (h *htmlPair) add(p *moddiff.PairResult, rep replay) {
	h.Runs = append(h.Runs, htmlRuns{
		ID: fmt.Sprintf("%s-run%d", h.ID, len(h.Runs)+1), Witness: cut(witness(p, rep.of), maxCondition),
		Sides: []htmlSide{htmlSideOf(rep.Pair, trace.Old), htmlSideOf(rep.Pair, trace.New)},
	})
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
