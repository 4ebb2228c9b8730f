package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"semdiff/compare/clever"
	"semdiff/moddiff"
	"semdiff/smtlib"
	"semdiff/translate/interp"
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
	return a.shown.writeText(w, opts)
}

func (a *clientView) writeText(w io.Writer, opts TextOptions) error {
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

func (a *clientView) writeHead(t *page) {
	switch len(a.Clients) {
	case 0:
		t.linef("%s -> %s: %s", a.Old, a.New, noClient)
	case 1:
		t.linef("%s -> %s, client %s%s: %s", a.Old, a.New, a.Clients[0].Name, a.placeOf(&a.Clients[0]), a.Clients[0].headline())
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

// placeOf says where a client is in the source that the programs were translated from.
func (a *clientView) placeOf(c *Client) string {
	if a.files == nil {
		return ""
	}
	return fmt.Sprintf(" (%s:%d)", c.File, c.Line)
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

func (a *clientView) client(name string) *Client {
	for i := range a.Clients {
		if a.Clients[i].Name == name {
			return &a.Clients[i]
		}
	}
	return nil
}

// changedWords says in one line how a changed procedure differs.
func changedWords(p *moddiff.PairResult) string {
	if p.Summary == nil || len(p.Summary.Differences) == 0 {
		if p.Status == moddiff.Status(moddiff.Unknown.String()) {
			return "not known whether it differs"
		}
		return string(p.Status)
	}
	return "differs e.g. " + exampleText(p, p.Summary.Differences[0])
}

// exampleText is an input on which versions differ, and what each gives there.
func exampleText(p *moddiff.PairResult, d *moddiff.Difference) string {
	d = spoken(d)
	return fmt.Sprintf("%s: old %s, new %s", witness(p, d), concrete(p, d, oldVersion(d)), concrete(p, d, newVersion(d)))
}

// valuesText are values of variables.
func valuesText(vars []*smtlib.Term, values []interp.Value) string {
	var parts []string
	for i, v := range values {
		parts = append(parts, vars[i].Name()+" = "+shorten(v))
	}
	return list(parts, "any state")
}

// passageText is what a call reads, and what it gives in each version: of results that are
// the same in both nothing, where some are not.
func passageText(p *clever.Passage) (given, old, new string) {
	var vars []*smtlib.Term
	var values [2][]interp.Value
	for i, out := range p.Outputs {
		if p.Values[0] == nil || p.Values[1] == nil || p.Values[0][i].String() != p.Values[1][i].String() {
			vars = append(vars, out)
			for v := range values {
				if p.Values[v] != nil {
					values[v] = append(values[v], p.Values[v][i])
				}
			}
		}
	}
	gave := func(v int) string {
		if p.Values[v] == nil {
			return "does not return"
		}
		if len(vars) == 0 {
			return returns
		}
		return valuesText(vars, values[v])
	}
	return valuesText(p.Inputs, p.Args), gave(0), gave(1)
}

func (a *clientView) writeClient(t *page, c *Client) {
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
func (a *clientView) rowsOf(c *Client) (rows []listedRow) {
	if p := a.found.Pair(c.Name); p != nil && p.Summary != nil && c.Verdict == ClientAffected {
		for _, d := range p.Summary.Differences {
			rows = append(rows, listedRow{"differs", exampleText(p, d) + "   replayed"})
		}
	}
	for _, v := range c.Via {
		rows = append(rows, listedRow{"via", v.words(c)})
	}
	return rows
}

// unknownOf say why it is not known whether a client differs.
func (a *clientView) unknownOf(c *Client) (rows []listedRow) {
	if p := a.procedure(c.Name); p != nil && c.Verdict == moddiff.Unknown.String() {
		for _, r := range p.Reasons {
			rows = append(rows, listedRow{"unknown", r.Text})
		}
	}
	return rows
}

// changed are the procedures that differ, but for the clients, and how.
func (a *clientView) changed() (rows []listedRow) {
	for _, p := range a.found.Pairs {
		if a.client(p.Name) != nil || p.Status == moddiff.StatusUnchanged {
			continue
		}
		head := p.Name
		if p.Sourced {
			head += fmt.Sprintf("   %s  %s", p.Places[0], p.Places[1])
		}
		rows = append(rows, listedRow{head, changedWords(p)})
	}
	return rows
}

// words are a passage in words.
func (v *Passage) words(c *Client) string {
	where := at([2]int{v.Line, v.Line}) + elsewhere(v.File, c)
	if v.Procedure != c.Name {
		where = v.Procedure + ", " + where
	}
	text := fmt.Sprintf("%s, call %d of %s there, with %s: old %s, new %s", where, v.Nth, v.Callee, v.given, v.old, v.new)
	if v.Hidden > 0 {
		text += fmt.Sprintf("; the difference of %s before was hidden", count(v.Hidden, "call", "calls"))
	}
	return text
}

func (a *clientView) procedure(name string) *Procedure {
	for i := range a.Procedures {
		if a.Procedures[i].Name == name {
			return &a.Procedures[i]
		}
	}
	return nil
}

// elsewhere names a file that is not the client's.
func elsewhere(file string, c *Client) string {
	if file == c.File {
		return ""
	}
	return " of " + file
}

// at is where lines of a file are.
func at(lines [2]int) string {
	if lines[0] == lines[1] {
		return fmt.Sprintf("line %d", lines[0])
	}
	return fmt.Sprintf("lines %d-%d", lines[0], lines[1])
}

// part is a part of a client in words.
func part(region, where string) string {
	switch region {
	case "call":
		return "the call in " + where
	case "region":
		return where
	case "loop":
		return "one activation of the loop in " + where
	case "procedure":
		return "the procedure, " + where
	}
	return "the client as a whole, " + where
}

func (b *Boundary) write(t *page, c *Client) {
	t.wrapf(clientIndent+2, "  %-*s%s", clientIndent-2, "boundary", b.title(c))
	for _, r := range b.rows(c) {
		t.wrapf(boundaryIndent, "      %-*s%s", boundaryIndent-6, r.Head, r.Says)
	}
}

// title says where a boundary is, and what it holds back.
func (b *Boundary) title(c *Client) string {
	var calls []string
	for _, s := range b.Sites {
		calls = append(calls, fmt.Sprintf("%s in line %d%s", s.Callee, s.Line, elsewhere(s.File, c)))
	}
	in := ""
	if b.Procedure != c.Name {
		in = b.Procedure + ", "
	}
	return fmt.Sprintf("%s%s: what %s differs in ends here", in, part(b.Region, at(b.Lines)+elsewhere(b.File, c)), strings.Join(calls, ", "))
}

// rows say what a boundary rests on, and why smaller parts are none.
func (b *Boundary) rows(c *Client) (rows []listedRow) {
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
		where := part(s.Region, at(s.Lines)+elsewhere(s.file, c))
		if s.Procedure != b.Procedure {
			where = s.Procedure + ", " + where
		}
		if s.Refuted {
			say("smaller", fmt.Sprintf("%s: refuted, %s: old %s, new %s", where, s.given, s.old, s.new))
		} else {
			say("smaller", where+": not proven")
		}
	}
	return rows
}

// source is what is said of a client, for JSON.
func (a *clientView) source(c *Client) *SourceClient {
	out := &SourceClient{Name: c.Name, Place: fmt.Sprintf("%s:%d", c.File, c.Line), Says: []string{}}
	say := func(r listedRow) { out.Says = append(out.Says, strings.TrimSpace(r.Head+" "+r.Says)) }
	for _, r := range a.rowsOf(c) {
		say(r)
	}
	for i := range c.Boundaries {
		say(listedRow{"boundary", c.Boundaries[i].title(c)})
		for _, r := range c.Boundaries[i].rows(c) {
			say(r)
		}
	}
	return out
}

func (a *clientView) writeEnd(t *page) {
	t.linef("%s", a.totals())
	for _, note := range a.notes() {
		t.wrapf(2, "%s", note)
	}
}

// totals says what was tried.
func (a *clientView) totals() string {
	return folded(a.found.Result) + fmt.Sprintf("%s tried, %d refuted by runs, %d with a context. %d queries, %.2f s.", count(a.Search.Candidates, "region", "regions"),
		a.Search.Refuted, a.Search.Contexts, a.Stats.Queries, a.Stats.TimeMS/1000)
}

// notes are what else is to be said, with what was meant.
func (a *clientView) notes() []string {
	if len(a.Clients) == 0 {
		return a.Notes
	}
	return append(slices.Clone(a.Notes), "One call of each client, from equal states, was meant.")
}
