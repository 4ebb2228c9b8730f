package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"semdiff/compare/trace"
	"semdiff/translate/depend"
)

// ImpactLines are the lines of source that an answer is about.
type ImpactLines interface {
	Line(v trace.Version, file string, number int) (string, bool)
}

// WriteText writes the answer for people: of each pair which outputs are impacted, and
// the lines of source that are changed (!), impacted (>) or needed by these (<), with
// the reason.
func (a *Impact) WriteText(w io.Writer, lines ImpactLines) error {
	t := &page{}
	t.linef("%s -> %s, entry %s, by %s: %s", a.Old, a.New, strings.Join(a.Entry, ", "), a.By, a.headline())
	for i := range a.Procedures {
		t.linef("")
		a.Procedures[i].write(t, lines)
	}
	t.linef("")
	for _, list := range a.interfaces() {
		t.wrapf(2, "%s: %s", list.what, strings.Join(list.names, ", "))
	}
	t.linef("%s", a.totals())
	for _, note := range a.Notes {
		t.wrapf(2, "%s", note)
	}
	if !a.Complete {
		t.linef(timeUp)
	}
	return t.writeTo(w)
}

const timeUp = "Time was up: more counts as impacted than need be."

func (a *Impact) headline() string {
	if a.Impacted {
		return "IMPACTED"
	}
	return "nothing that can be observed is impacted"
}

// named is procedures of which something is said.
type named struct {
	what  string
	names []string
}

// interfaces lists the procedures that are not in both versions alike.
func (a *Impact) interfaces() []named {
	lists := []named{{"added", a.Added}, {"removed", a.Removed}, {"signature changed", a.Signatures}}
	return slices.DeleteFunc(lists, func(l named) bool { return len(l.names) == 0 })
}

func (a *Impact) totals() string {
	s := a.Stats
	text := fmt.Sprintf("%s, %d reached by a change, %d impacted; %s of these. %d queries, %.2f s.", count(s.Pairs, "pair", "pairs"), s.Reached, s.Impacted,
		s.Statements.text(), s.Queries, s.TimeMS/1000)
	return text
}

// text says how many statements are impacted or needed.
func (s ImpactStatements) text() string {
	of := func(c ImpactCount) string { return fmt.Sprintf("%d of %d", c.Impacted+c.Needed, c.Total) }
	if s.Old == s.New {
		return of(s.Old) + " statements"
	}
	return of(s.Old) + " old and " + of(s.New) + " new statements"
}

func (p *ImpactProcedure) write(t *page, lines ImpactLines) {
	t.linef("%s   %s", p.title(), p.place())
	t.wrapf(4, "  %s", p.summary())
	for _, text := range p.Interface {
		t.wrapf(4, "  %s", text)
	}
	if p.Opaque != "" {
		t.wrapf(4, "  not looked at: %s", p.Opaque)
	}
	var rows []impactRow
	for v, side := range []*ImpactVersion{&p.Old, &p.New} {
		rows = append(rows, p.rows(v, side)...)
	}
	var left, middle int
	for i := range rows {
		rows[i].text = rows[i].node.describe()
		if text, ok := lines.Line(rows[i].version, rows[i].file, rows[i].line); ok {
			rows[i].text = strings.TrimSpace(text)
		}
		rows[i].text = clip(rows[i].text, mostSource)
		left = max(left, len(rows[i].place()))
		middle = max(middle, len([]rune(rows[i].text)))
	}
	for _, r := range rows {
		pad := strings.Repeat(" ", middle-len([]rune(r.text)))
		t.linef("  %-*s %s %s%s   %s", left, r.place(), marks[r.node.Mark], r.text, pad, p.because(r))
	}
	p.writeTests(t)
}

func (p *ImpactProcedure) title() string {
	name := p.Name
	if p.New.Name != p.Name {
		name += " -> " + p.New.Name
	}
	if p.Kind != "procedure" {
		name += " (" + p.Kind + ")"
	}
	return name
}

func (p *ImpactProcedure) place() string {
	return fmt.Sprintf("%s:%d  %s:%d", p.Old.File, p.Old.Line, p.New.File, p.New.Line)
}

// mostSource is how much of a line of source is shown.
const mostSource = 60

func clip(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most-3]) + "..."
	}
	return text
}

var marks = map[string]string{markChanged: "!", markImpacted: ">", markNeeded: "<"}

// summary says what is impacted and what is not.
func (p *ImpactProcedure) summary() string {
	yes, no := p.reached()
	return fmt.Sprintf("impacted: %s; not: %s; %s", orNothing(yes), orNothing(no), p.Statements.text())
}

func orNothing(names []string) string { return cmp.Or(strings.Join(names, ", "), "nothing") }

// reached names the outputs that are impacted, and those that are not, with the outcome.
func (p *ImpactProcedure) reached() (yes, no []string) {
	add := func(name string, impacted bool) {
		if impacted {
			yes = append(yes, name)
		} else {
			no = append(no, name)
		}
	}
	for _, o := range p.Outputs {
		add(o.Name, o.Impacted)
	}
	add("outcome", p.Outcome)
	return yes, no
}

// impactRow is a line of source, with the node that says most of it.
type impactRow struct {
	version trace.Version
	file    string
	line    int
	node    *ImpactNode
	text    string
}

func (r impactRow) place() string { return fmt.Sprintf("%s:%d", r.file, r.line) }

// rows are the lines of a version: of each the node with the strongest mark, and of
// these one whose reason is on another line.
func (p *ImpactProcedure) rows(version int, v *ImpactVersion) []impactRow {
	type place struct {
		file string
		line int
	}
	best := map[place]*ImpactNode{}
	for i := range v.Nodes {
		n := &v.Nodes[i]
		if n.Line == 0 {
			continue
		}
		at := place{n.File, n.Line}
		if old := best[at]; old == nil || old.Mark != n.Mark && stronger(old.Mark, n.Mark) == n.Mark || old.Mark == n.Mark && p.tells(n) > p.tells(old) {
			best[at] = n
		}
	}
	var rows []impactRow
	for at, n := range best {
		rows = append(rows, impactRow{version: trace.Version(version), file: at.file, line: at.line, node: n})
	}
	slices.SortFunc(rows, func(a, b impactRow) int { return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(a.line, b.line)) })
	return rows
}

// tells orders nodes of one line by how much their reasons say.
func (p *ImpactProcedure) tells(n *ImpactNode) int {
	switch from := p.node(n.From); {
	case from == nil:
		return 2
	case from.Line == n.Line && from.File == n.File || n.Why == "partner" || n.Why == "needed-partner":
		return 0
	}
	return 1
}

// node finds a node of the procedure; nil when there is none.
func (p *ImpactProcedure) node(at *ImpactFrom) *ImpactNode {
	if at == nil {
		return nil
	}
	v := &p.Old
	if at.side() == trace.New {
		v = &p.New
	}
	i, found := slices.BinarySearchFunc(v.Nodes, at.ID, func(n ImpactNode, id int) int { return n.ID - id })
	if !found {
		return nil
	}
	return &v.Nodes[i]
}

// describe says what a node is where its source is not at hand.
func (n *ImpactNode) describe() string {
	text := n.Kind
	if n.Callee != "" {
		text += " of " + n.Callee
	}
	if n.Variable != "" {
		text += " " + n.Variable
	}
	return text
}

// side is the version that a node is of.
func (f *ImpactFrom) side() trace.Version {
	return trace.Version(slices.Index(versionNames[:], f.Version))
}

// calleeWhy is the reason that what a call calls is impacted.
const calleeWhy = "callee"

// because says why a row is there.
func (p *ImpactProcedure) because(r impactRow) string {
	n := r.node
	from := p.node(n.From)
	at := func() string {
		switch {
		case from.Line == 0:
			return strings.TrimSpace(from.Kind + " " + from.Variable)
		case from.File == n.File:
			return fmt.Sprint(from.Line)
		}
		return fmt.Sprintf("%s:%d", from.File, from.Line)
	}
	switch n.Why {
	case "changed":
		return "changed"
	case "other-definitions":
		return "reads what is set elsewhere"
	case "other-order":
		return "reads what is set in another order"
	case "other-control":
		return "other branches decide about it"
	case "other-ends":
		return "the run may end elsewhere before"
	case calleeWhy:
		return n.Callee + " is impacted"
	case "data":
		if from.Variable != "" && from.Line > 0 {
			return "reads " + from.Variable + " of " + at()
		}
		return "reads " + at()
	case "control":
		return "controlled by " + at()
	case "end":
		return "the run may end at " + at()
	case "needed-data":
		switch {
		case from.Line == 0 && from.Kind == depend.Edge.String():
			return "decides a branch"
		case from.Line == 0:
			return "gives " + at()
		}
		return "read at " + at()
	case "needed-control":
		return "controls " + at()
	}
	return "as " + at() // of a partner
}

// Sources are the files that the answer is about, as far as they are at hand.
func (a *Impact) Sources() *trace.Sources {
	var named [2][]string
	for _, p := range a.Procedures {
		for v, side := range []*ImpactVersion{&p.Old, &p.New} {
			for _, n := range side.Nodes {
				named[v] = append(named[v], n.File)
			}
		}
	}
	return trace.NewSources([2]string{a.Old, a.New}, named, nil)
}
