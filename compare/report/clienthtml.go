package report

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"

	"semdiff/compare/trace"
	"semdiff/moddiff"
)

// The page that ClientAnswer.WriteHTML makes: what the text answer says, and the source of
// each client, in which calls of what changed and boundaries are marked.
type clientPage struct {
	Old, New, Headline, State string
	Changed                   []listedRow
	Index                     bool // there are several clients
	Clients                   []clientSection
	Totals                    string
	Notes                     []string
}

type clientSection struct {
	ID, Name, Place, Headline, State string
	Rows                             []listedRow
	Boundaries                       []clientBoundary
	Sides                            []clientSource
}

type clientBoundary struct {
	Title string
	Rows  []listedRow
}

// clientSource is what a file has of a client.
type clientSource struct {
	File  string
	Lines []listedLine
}

// WriteHTML writes the answer as a page without anything from outside.
func (a *ClientAnswer) WriteHTML(w io.Writer) error { return a.shown.writeHTML(w) }

func (a *clientView) writeHTML(w io.Writer) error {
	page := clientPage{
		Old: a.Old, New: a.New, Headline: noClient, State: moddiff.Equivalent.String(), Changed: a.changed(), Index: len(a.Clients) > 1, Totals: a.totals(), Notes: a.notes(),
	}
	if len(a.Clients) > 0 {
		page.Headline, page.State = count(len(a.Clients), "client", "clients"), a.Verdict
	}
	if len(a.Clients) == 1 {
		page.Headline = a.Clients[0].headline()
	}
	for i := range a.Clients {
		c := &a.Clients[i]
		s := clientSection{
			ID: fmt.Sprintf("p%d", i+1), Name: c.Name, Place: fmt.Sprintf("%s:%d", c.File, c.Line), Headline: c.headline(), State: c.state(),
			Rows: append(a.rowsOf(c), a.unknownOf(c)...), Sides: a.sources(c),
		}
		for k := range c.Boundaries {
			s.Boundaries = append(s.Boundaries, clientBoundary{"boundary: " + c.Boundaries[k].title(c), c.Boundaries[k].rows(c)})
		}
		page.Clients = append(page.Clients, s)
	}
	return clientTemplate().Execute(w, page)
}

// state is the class of a verdict's colour.
func (c *Client) state() string {
	switch c.Verdict {
	case ClientAffected:
		return moddiff.Different.String()
	case ClientUnaffected, ClientIfBothEnd:
		return moddiff.Equivalent.String()
	}
	return moddiff.Unknown.String()
}

// sources are the lines of a client's files from the first to the last that is marked:
// those of the old version, which the new one has too, unless the client's own text changed.
func (a *clientView) sources(c *Client) (list []clientSource) {
	files := []string{c.File}
	marked := map[string]map[int]*listedLine{c.File: {}}
	lineOf := func(file string, line int) *listedLine {
		if marked[file] == nil {
			marked[file] = map[int]*listedLine{}
			files = append(files, file)
		}
		if marked[file][line] == nil {
			marked[file][line] = &listedLine{}
		}
		return marked[file][line]
	}
	for i := range c.Boundaries {
		b := &c.Boundaries[i]
		for line := b.Lines[0]; line <= b.Lines[1]; line++ {
			lineOf(b.File, line).Class = "held"
		}
		mark := listedMark{Kind: "held", Title: "boundary: " + part(b.Region, at(b.Lines)+elsewhere(b.File, c))}
		if b.Text != "" {
			mark.Title += ", under " + b.Text
		}
		for _, r := range b.rows(c) {
			if r.Head != "smaller" {
				mark.Rows = append(mark.Rows, r)
			}
		}
		first := lineOf(b.File, b.Lines[0])
		first.Marks = append(first.Marks, mark)
		for _, s := range b.Sites {
			lineOf(s.File, s.Line).Class = "call"
		}
	}
	for i := range c.Via {
		v := &c.Via[i]
		line := lineOf(v.File, v.Line)
		line.Class = "call"
		line.Marks = append(line.Marks, listedMark{"call", "the difference gets in here", []listedRow{{"via", v.words(c)}}})
	}
	onDisk := make([]string, len(files))
	for i, file := range files {
		onDisk[i] = cmp.Or(a.files[file], file)
	}
	texts := trace.NewSources([2]string{a.Old, a.New}, [2][]string{onDisk, onDisk}, a.found.Text)
	for i, file := range files {
		numbers := slices.Collect(maps.Keys(marked[file]))
		if file == c.File {
			numbers = append(numbers, c.Line)
		}
		var all []listedLine
		for number := slices.Min(numbers); number <= slices.Max(numbers)+impactContext && number > 0; number++ {
			text, ok := texts.Line(trace.Old, onDisk[i], number)
			if !ok {
				break
			}
			var line listedLine
			if m := marked[file][number]; m != nil {
				line = *m
			}
			line.Number, line.Text = number, text
			all = append(all, line)
		}
		if len(all) > 0 {
			list = append(list, clientSource{file, withContext(all)})
		}
	}
	return list
}
