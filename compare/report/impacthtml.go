package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// The page that Impact.WriteHTML makes: both sources with the marks of the text
// answer, and behind each marked line the way from it back to the change.
type impactPage struct {
	Old, New, Entry, By string
	Headline, State     string
	Sections            []impactSection
	Lists               []string // of procedures that are not in both versions alike
	Totals              string
	Notes               []string
}

type impactSection struct {
	ID, Title, Place, Summary string
	State, Reached            string // which outputs are impacted
	Remarks                   []string
	Tests                     []ImpactTest
	Sides                     []impactSide
}

type impactSide struct {
	Version string
	Files   []impactFile
}

type impactFile struct {
	Name  string
	Lines []impactLine
}

type impactLine struct {
	ID         string // what links lead to
	Number     int
	Text       string
	Mark, Sign string // none for lines that are not in a set
	Chain      []impactLink
	Omitted    int // so many lines are left out here; nothing else is set then
}

// impactLink is a step from a line back to the change.
type impactLink struct {
	To, Place, Text string // none for the line itself
	Why             string
	Section         string // of the callee, where that is the reason
}

// What the page shows of long procedures, and of long ways.
const (
	mostImpactLines   = 80 // of a procedure, all are shown up to so many
	impactContext     = 3  // lines before and after marked ones
	mostImpactedLinks = 12
)

// WriteHTML writes the answer as a page without anything from outside.
func (a *Impact) WriteHTML(w io.Writer, lines ImpactLines) error {
	page := impactPage{
		Old: a.Old, New: a.New, Entry: strings.Join(a.Entry, ", "), By: a.By, Headline: a.headline(), State: stateOf(a.Impacted),
		Totals: a.totals(), Notes: slices.Clone(a.Notes),
	}
	if !a.Complete {
		page.Notes = append(page.Notes, timeUp)
	}
	for _, list := range a.interfaces() {
		page.Lists = append(page.Lists, list.what+": "+strings.Join(list.names, ", "))
	}
	for i := range a.Procedures {
		b := &impactBuilder{a: a, p: &a.Procedures[i], id: fmt.Sprintf("p%d", i+1), lines: lines, files: map[string]int{}}
		page.Sections = append(page.Sections, b.section())
	}
	return impactTemplate().Execute(w, page)
}

func stateOf(impacted bool) string {
	if impacted {
		return "some"
	}
	return "none"
}

// impactBuilder makes the section of a procedure.
type impactBuilder struct {
	a     *Impact
	p     *ImpactProcedure
	id    string
	lines ImpactLines
	files map[string]int // numbers of files, for links
}

func (b *impactBuilder) section() impactSection {
	impacted, _ := b.p.reached()
	s := impactSection{
		ID: b.id, Title: b.p.title(), Place: b.p.place(), Summary: b.p.summary(),
		State: stateOf(len(impacted) > 0), Reached: orNothing(impacted), Remarks: slices.Clone(b.p.Interface), Tests: b.p.Tests,
	}
	if b.p.Opaque != "" {
		s.Remarks = append(s.Remarks, "not looked at: "+b.p.Opaque)
	}
	for v, side := range []*ImpactVersion{&b.p.Old, &b.p.New} {
		s.Sides = append(s.Sides, b.side(v, side))
	}
	return s
}

func (b *impactBuilder) side(version int, v *ImpactVersion) impactSide {
	s := impactSide{Version: versionNames[version]}
	rows := b.p.rows(version, v)
	for len(rows) > 0 {
		n := slices.IndexFunc(rows, func(r impactRow) bool { return r.file != rows[0].file })
		if n < 0 {
			n = len(rows)
		}
		first := rows[0].line
		if v.File == rows[0].file && v.Line > 0 {
			first = min(first, v.Line)
		}
		s.Files = append(s.Files, impactFile{Name: rows[0].file, Lines: b.listing(rows[:n], first)})
		rows = rows[n:]
	}
	return s
}

// listing is the lines of a file from the first one on, with rows of the same file.
func (b *impactBuilder) listing(rows []impactRow, first int) (out []impactLine) {
	last := rows[len(rows)-1].line
	whole := last-first < mostImpactLines
	add := func(line impactLine) {
		if n := len(out); line.Omitted > 0 && n > 0 && out[n-1].Omitted > 0 {
			out[n-1].Omitted++
			return
		}
		out = append(out, line)
	}
	for i, number := 0, first; number <= last; number++ {
		text, atHand := b.lines.Line(rows[0].version, rows[0].file, number)
		switch {
		case rows[i].line == number:
			add(b.marked(rows[i], text, atHand))
			i++
		case !atHand:
		case whole || number == first || rows[i].line-number <= impactContext || i > 0 && number-rows[i-1].line <= impactContext:
			add(impactLine{Number: number, Text: text})
		default:
			add(impactLine{Omitted: 1})
		}
	}
	return out
}

func (b *impactBuilder) marked(r impactRow, text string, atHand bool) impactLine {
	if !atHand {
		text = r.node.describe()
	}
	return impactLine{
		ID: b.lineID(r), Number: r.line, Text: text, Mark: r.node.Mark, Sign: marks[r.node.Mark], Chain: b.chain(r),
	}
}

func (b *impactBuilder) lineID(r impactRow) string {
	file, known := b.files[r.file]
	if !known {
		file = len(b.files) + 1
		b.files[r.file] = file
	}
	return fmt.Sprintf("%s-%s%d-%d", b.id, versionNames[r.version], file, r.line)
}

// chain leads from a row back to the change.
func (b *impactBuilder) chain(r impactRow) []impactLink {
	var links []impactLink
	for {
		link := impactLink{Why: b.p.because(r)}
		if len(links) > 0 {
			link.To, link.Place, link.Text = b.linkTo(r)
		}
		if r.node.Why == calleeWhy {
			link.Section = b.sectionOf(r)
		}
		links = append(links, link)
		from := b.p.node(r.node.From)
		if from == nil {
			return shortened(links)
		}
		r = impactRow{version: r.node.From.side(), file: from.File, line: from.Line, node: from}
	}
}

// linkTo is where a row is, and its text; that of an input or output is what it is.
func (b *impactBuilder) linkTo(r impactRow) (to, place, text string) {
	source, ok := b.lines.Line(r.version, r.file, r.line)
	if text = strings.TrimSpace(source); !ok {
		text = r.node.describe()
	}
	if r.line == 0 {
		return "", "", text
	}
	return b.lineID(r), fmt.Sprintf("%s %d", versionNames[r.version], r.line), clip(text, mostSource)
}

// sectionOf is the section of the procedure that a row calls, if there is one.
func (b *impactBuilder) sectionOf(r impactRow) string {
	i := slices.IndexFunc(b.a.Procedures, func(p ImpactProcedure) bool {
		return []ImpactVersion{p.Old, p.New}[r.version].Name == r.node.Callee
	})
	if i < 0 {
		return ""
	}
	return fmt.Sprintf("p%d", i+1)
}

// shortened leaves out the middle of a long way.
func shortened(links []impactLink) []impactLink {
	over := len(links) - mostImpactedLinks
	if over <= 0 {
		return links
	}
	half := mostImpactedLinks / 2
	gap := impactLink{Why: fmt.Sprintf("... %d more steps", over)}
	return slices.Concat(links[:half], []impactLink{gap}, links[half+over:])
}
