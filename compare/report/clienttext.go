package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"semdiff/moddiff"
)

// The places at which what is said of a client and of a boundary stands.
const (
	clientIndent   = 12
	boundaryIndent = 16
)

// WriteText writes the answer for people: the changed procedures, then of each client
// whether the change reaches it, and where that stops or an input that shows it; of an
// affected one up to opts.Traces runs of both versions.
func (a *ClientAnswer) WriteText(w io.Writer, opts TextOptions) error {
	opts.Style = wide(opts.Style)
	runs := &textAnswer{outcome: a.found, result: a.found.Result, opts: opts}
	t := &runs.page
	a.writeHead(t)
	for _, r := range a.changed() {
		t.wrapf(clientIndent+2, "  %-*s%s   %s", clientIndent-2, "changed", r.Head, r.Says)
	}
	for i := range a.Clients {
		a.writeClient(t, &a.Clients[i])
		if p := a.found.Pair(a.Clients[i].Name); p != nil && a.Clients[i].Verdict == ClientAffected {
			runs.traces(p)
		}
	}
	t.linef("")
	a.writeEnd(t)
	if len(runs.missing) > 0 {
		t.wrapf(2, "%s", noSource(runs.missing))
	}
	return t.writeTo(w)
}

// noClient is said where there is nothing to ask.
const noClient = "no root of the call graph leads to a change"

func (a *ClientAnswer) writeHead(t *page) {
	switch len(a.Clients) {
	case 0:
		t.linef("%s -> %s: %s", a.Old, a.New, noClient)
	case 1:
		t.linef("%s -> %s, client %s: %s", a.Old, a.New, a.Clients[0].Name, a.Clients[0].headline())
	default:
		t.linef("%s -> %s, %d clients", a.Old, a.New, len(a.Clients))
		t.linef("")
		width := 0
		for _, c := range a.Clients {
			width = max(width, len(c.Name))
		}
		for _, c := range a.Clients {
			t.linef("  %-*s  %s:%-5d  %s", width, c.Name, c.File, c.Line, c.headline())
		}
	}
	t.linef("")
}

// headline is the verdict of a client, and what a reader must know of it first.
func (c *Client) headline() string {
	words := strings.ToUpper(c.Verdict)
	if c.Verdict == ClientIfBothEnd {
		words = c.Verdict
	}
	switch {
	case c.NotReached:
		words = ClientUnaffected + ": not reached"
	case c.TextChanged:
		words += " (its own text changed)"
	}
	return words
}

func (a *ClientAnswer) client(name string) *Client {
	for i := range a.Clients {
		if a.Clients[i].Name == name {
			return &a.Clients[i]
		}
	}
	return nil
}

// changedWords says in one line how a changed procedure differs.
func (p *Procedure) changedWords() string {
	if len(p.Differences) == 0 {
		if p.Status == moddiff.Status(moddiff.Unknown.String()) {
			return "not known whether it differs"
		}
		return string(p.Status)
	}
	d := &p.Differences[0]
	return fmt.Sprintf("differs e.g. %s: old %s, new %s", assignments(d.Witness), d.Old.text(), d.New.text())
}

func (a *ClientAnswer) writeClient(t *page, c *Client) {
	if len(a.Clients) > 1 {
		t.linef("")
		t.linef("%s: %s", c.Name, c.headline())
	}
	for _, r := range a.rowsOf(c) {
		t.wrapf(clientIndent+2, "  %-*s%s", clientIndent-2, r.Head, r.Says)
	}
	for i := range c.Boundaries {
		c.Boundaries[i].write(t, c)
	}
	for _, r := range a.unknownOf(c) {
		t.wrapf(clientIndent+2, "  %-*s%s", clientIndent-2, r.Head, r.Says)
	}
}

// rowsOf say on which inputs a client differs, and how the difference gets in.
func (a *ClientAnswer) rowsOf(c *Client) (rows []listedRow) {
	if p := a.procedure(c.Name); p != nil && c.Verdict == ClientAffected {
		for i := range p.Differences {
			d := &p.Differences[i]
			rows = append(rows, listedRow{"differs", fmt.Sprintf("%s: old %s, new %s   replayed", assignments(d.Witness), d.Old.text(), d.New.text())})
		}
	}
	for _, v := range c.Via {
		rows = append(rows, listedRow{"via", v.words(c)})
	}
	return rows
}

// unknownOf say why it is not known whether a client differs.
func (a *ClientAnswer) unknownOf(c *Client) (rows []listedRow) {
	if p := a.procedure(c.Name); p != nil && c.Verdict == moddiff.Unknown.String() {
		for _, r := range p.Reasons {
			rows = append(rows, listedRow{"unknown", r.Text})
		}
	}
	return rows
}

// changed are the procedures that differ, but for the clients, and how.
func (a *ClientAnswer) changed() (rows []listedRow) {
	for i := range a.Procedures {
		if p := &a.Procedures[i]; a.client(p.Name) == nil {
			rows = append(rows, listedRow{p.Name, p.changedWords()})
		}
	}
	return rows
}

// words are a passage in words.
func (v *Passage) words(c *Client) string {
	where := fmt.Sprintf("line %d", v.Line)
	if v.Procedure != c.Name {
		where = v.Procedure + ", " + where
	}
	gave := func(values map[string]Value) string {
		if len(values) == 0 {
			return "does not return"
		}
		return assignments(values)
	}
	text := fmt.Sprintf("%s, call %d of %s there, with %s: old %s, new %s", where, v.Nth, v.Callee, assignments(v.State), gave(v.Old), gave(v.New))
	if v.Hidden > 0 {
		text += fmt.Sprintf("; the difference of %s before was hidden", count(v.Hidden, "call", "calls"))
	}
	return text
}

func (a *ClientAnswer) procedure(name string) *Procedure {
	for i := range a.Procedures {
		if a.Procedures[i].Name == name {
			return &a.Procedures[i]
		}
	}
	return nil
}

// at is where lines of a file are.
func at(lines [2]int) string {
	if lines[0] == lines[1] {
		return fmt.Sprintf("line %d", lines[0])
	}
	return fmt.Sprintf("lines %d-%d", lines[0], lines[1])
}

// part is a part of a client in words.
func part(region string, lines [2]int) string {
	switch region {
	case "call":
		return "the call in " + at(lines)
	case "region":
		return at(lines)
	case "loop":
		return "one activation of the loop in " + at(lines)
	case "procedure":
		return "the procedure, " + at(lines)
	}
	return "the client as a whole, " + at(lines)
}

func (b *Boundary) write(t *page, c *Client) {
	t.wrapf(clientIndent+2, "  %-*s%s", clientIndent-2, "boundary", b.title(c))
	for _, r := range b.rows() {
		t.wrapf(boundaryIndent, "      %-*s%s", boundaryIndent-6, r.Head, r.Says)
	}
}

// title says where a boundary is, and what it holds back.
func (b *Boundary) title(c *Client) string {
	var calls []string
	for _, s := range b.Sites {
		calls = append(calls, fmt.Sprintf("%s in line %d", s.Callee, s.Line))
	}
	in := ""
	if b.Procedure != c.Name {
		in = b.Procedure + ", "
	}
	return fmt.Sprintf("%s%s: what %s differs in ends here", in, part(b.Region, b.Lines), strings.Join(calls, ", "))
}

// rows say what a boundary rests on, and why smaller parts are none.
func (b *Boundary) rows() (rows []listedRow) {
	say := func(word, text string) { rows = append(rows, listedRow{word, text}) }
	if b.Text != "" {
		say("under", b.Text)
	}
	for _, r := range b.Relation {
		if b.RelationOf != "" {
			say("because", fmt.Sprintf("%s, of %s, which is all that is asked of it", r, b.RelationOf))
			break
		}
		say("because", r)
	}
	if b.Partial {
		say("", "shown where both versions end")
	}
	for _, s := range b.Smaller {
		if s.Refuted {
			say("smaller", fmt.Sprintf("%s: refuted, %s: old %s, new %s", part(s.Region, s.Lines), assignments(s.State), s.Old.text(), s.New.text()))
		} else {
			say("smaller", part(s.Region, s.Lines)+": not proven")
		}
	}
	return rows
}

func (a *ClientAnswer) writeEnd(t *page) {
	t.linef("%s", a.totals())
	for _, note := range a.notes() {
		t.wrapf(2, "%s", note)
	}
}

// totals says what was tried.
func (a *ClientAnswer) totals() string {
	return fmt.Sprintf("%s tried, %d refuted by runs, %d with a context. %d queries, %.2f s.", count(a.Search.Candidates, "region", "regions"),
		a.Search.Refuted, a.Search.Contexts, a.Stats.Queries, a.Stats.TimeMS/1000)
}

// notes are what else is to be said, with what was meant.
func (a *ClientAnswer) notes() []string {
	if len(a.Clients) == 0 {
		return a.Notes
	}
	return append(slices.Clone(a.Notes), "One call of each client, from equal states, was meant.")
}
