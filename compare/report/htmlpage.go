package report

import (
	"embed"
	"fmt"
	"html/template"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"semdiff/compare/trace"
	"semdiff/internal/source"
	"semdiff/moddiff"
	"semdiff/smtlib"
	"semdiff/translate/interp"
)

//go:embed style.html listing.html report.html impact.html delta.html client.html
var pages embed.FS

// The templates are parsed when a page is written.
var (
	reportTemplate = sync.OnceValue(func() *template.Template { return template.Must(template.ParseFS(pages, "report.html", "style.html")) })
	deltaTemplate  = sync.OnceValue(func() *template.Template {
		return template.Must(template.ParseFS(pages, "delta.html", "listing.html", "style.html"))
	})
	clientTemplate = sync.OnceValue(func() *template.Template {
		return template.Must(template.ParseFS(pages, "client.html", "listing.html", "style.html"))
	})
	impactTemplate = sync.OnceValue(func() *template.Template {
		return template.Must(template.ParseFS(pages, "impact.html", "listing.html", "style.html"))
	})
)

// The page that WriteHTML makes: what the text answer says, with runs side by side, and
// each source file once, which places and runs lead to.
type htmlReport struct {
	Old, New, Engine, Verdict string
	Headline, Advice          string
	Totals, Closing           string
	Pairs                     []htmlPair
	Places, Changes, Causes   bool // columns of the overview that say something
	Unchanged                 []string
	Sources                   []*htmlSource

	texts *trace.Sources
	files map[string]*htmlSource // by version and name
}

type htmlPair struct {
	ID, Title, Signature, Status, Kind string
	Places                             []htmlPlace
	Change                             Change
	Cause                              string
	Remarks                            []string
	Invariants                         []saidInvariant
	Differences                        []htmlDifference
	More                               int // differences that are not listed
	Same                               htmlCondition
	Unknown                            htmlCondition
	Because                            string
	Partial                            bool
	Runs                               []htmlRuns
}

// htmlPlace is a place in a version; Anchor is "" where its text is not at hand.
type htmlPlace struct{ Text, Anchor string }

// htmlCondition is a condition, shortened where it is long, and the whole of it.
type htmlCondition struct{ Text, Whole string }

type htmlDifference struct {
	What                 string
	Condition            htmlCondition
	OldResult, NewResult string
	Witness              string
	OldRun, NewRun       string
	Functions            []string
	Command              string // that replays it; "" where there is none
}

type htmlRuns struct {
	ID       string // of the heading
	Witness  string
	Programs [2]string
	Rows     []htmlRow
	Ends     [2]string
	Missing  []string
}

type htmlRow struct {
	Mark    string
	Says    string // what the mark means
	Omitted int
	Sides   [2]*htmlLine
}

type htmlLine struct {
	*trace.ShownLine
	Anchor string
	Offset int // of the values, in characters
}

// htmlSource is a source file of a version.
type htmlSource struct {
	ID, Version, Name string
	Lines             []trace.Entry
	Passed            map[int]bool // lines that a run which is shown passed

	version trace.Version
	file    string
	matter  map[int]bool
}

// maxWholeCondition is how much the page shows of a condition at most.
const maxWholeCondition = 100_000

func htmlConditionOf(t *smtlib.Term) htmlCondition {
	h := htmlCondition{Text: condition(t)}
	if whole := smtlib.Infix(t); whole != h.Text && len(whole) <= maxWholeCondition {
		h.Text, h.Whole = strings.TrimSuffix(h.Text, " ("+jsonHasIt+")"), whole
	}
	return h
}

// htmlSet is a set that the text answer shows as shown.
func htmlSet(t *smtlib.Term, shown string) htmlCondition {
	switch shown {
	case "":
		return htmlCondition{}
	case otherwise:
		h := htmlCondition{Text: shown}
		if whole := smtlib.Infix(t); len(whole) <= maxWholeCondition {
			h.Whole = whole
		}
		return h
	}
	return htmlConditionOf(t)
}

// anchor is the anchor of a line of a file, "" where its text is not at hand.
func (page *htmlReport) anchor(v trace.Version, file string, line int) string {
	if file == "" || len(page.texts.Text(v, file)) < line {
		return ""
	}
	key := fmt.Sprintf("%d:%s", v, file)
	f := page.files[key]
	if f == nil {
		f = &htmlSource{
			ID: fmt.Sprintf("s%d", len(page.Sources)+1), Version: []string{"old", "new"}[v], Name: inTree(file),
			Passed: map[int]bool{}, version: v, file: file, matter: map[int]bool{},
		}
		if page.files == nil {
			page.files = map[string]*htmlSource{}
		}
		page.files[key] = f
		page.Sources = append(page.Sources, f)
	}
	f.matter[line] = true
	return fmt.Sprintf("%s-%d", f.ID, line)
}

// list lists the sources that the page leads to.
func (page *htmlReport) list() {
	for _, f := range page.Sources {
		f.Lines = page.texts.Listing(f.version, f.file, f.matter)
	}
	slices.SortStableFunc(page.Sources, func(a, b *htmlSource) int { return int(a.version) - int(b.version) })
}

// places are those of a pair in both versions.
func (page *htmlReport) places(places [2]source.Pos) (list []htmlPlace) {
	for v, pos := range places {
		if pos.IsValid() {
			list = append(list, htmlPlace{shortPlace(pos), page.anchor(trace.Version(v), pos.File, pos.Line)})
		}
	}
	return list
}

// columns finds which columns of the overview say something.
func (page *htmlReport) columns() {
	for _, p := range page.Pairs {
		page.Places = page.Places || len(p.Places) > 0
		page.Changes = page.Changes || p.Change != ""
		page.Causes = page.Causes || p.Cause != ""
	}
}

// markSays is what a mark means, for those who do not see it.
func markSays(m trace.Mark) string {
	switch m {
	case trace.Changed:
		return "other lines"
	case trace.OldOnly:
		return "old version only"
	case trace.NewOnly:
		return "new version only"
	case trace.OtherValues:
		return "other values"
	case trace.NoText:
		return "text not at hand"
	}
	return ""
}

// add shows the runs of both versions on a difference of p.
func (page *htmlReport) add(h *htmlPair, p *moddiff.PairResult, rep replay) {
	runs := htmlRuns{
		ID: fmt.Sprintf("%s-run%d", h.ID, len(h.Runs)+1), Witness: cut(witness(p, rep.of), maxCondition),
		Programs: [2]string{filepath.Base(rep.Old.Program), filepath.Base(rep.New.Program)}, Ends: rep.Ends(), Missing: rep.Missing(),
	}
	for _, row := range rep.Shown() {
		r := htmlRow{Mark: strings.TrimSpace(string(row.Mark)), Says: markSays(row.Mark), Omitted: row.Omitted}
		for v, l := range row.Sides {
			if l == nil {
				continue
			}
			r.Sides[v] = &htmlLine{ShownLine: l, Anchor: page.anchor(trace.Version(v), l.File, l.Number), Offset: l.Indent + 2}
			if f := page.files[fmt.Sprintf("%d:%s", v, l.File)]; f != nil {
				f.Passed[l.Number] = true
			}
		}
		runs.Rows = append(runs.Rows, r)
	}
	h.Runs = append(h.Runs, runs)
}

// sourcesOf are the texts of both versions, for places and runs.
func sourcesOf(programs [2]string, results []*moddiff.Result, find trace.Find) *trace.Sources {
	var named [2][]string
	note := func(v int, file string) {
		if !slices.Contains(named[v], file) {
			named[v] = append(named[v], file)
		}
	}
	for _, r := range results {
		for _, p := range r.Pairs {
			for v, pos := range p.Places {
				if pos.IsValid() {
					note(v, pos.File)
				}
			}
			if p.Summary == nil {
				continue
			}
			for _, d := range p.Summary.Differences {
				for v, steps := range [][]interp.Step{d.Old.Trace, d.New.Trace} {
					for _, s := range steps {
						note(v, s.Pos.File)
					}
				}
			}
		}
	}
	return trace.NewSources(programs, named, find)
}
