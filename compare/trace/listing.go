package trace

// Listing is a source file, or the parts of it around what a run passed.
type Listing struct {
	File    string
	AtHand  bool // the text is known; else there are entries for the visited lines only, in their order
	Entries []Entry
}

// Entry is a line of a Listing, or a gap.
type Entry struct {
	Number  int
	Text    string
	Visits  []Line // in the order of the run; none for lines that it did not pass
	Differs bool   // at some visit the other run is elsewhere, or has another value
	Omitted int    // so many lines are left out here; nothing else is set then
}

// Of files that are longer, only lines near visited ones are listed.
const (
	maxWhole = 120
	context  = 6
)

// Listings are the files that the run of a version passed, in the order of its
// first visits.
func (p *Pair) Listings(v Version) []Listing {
	var order []string
	visits := map[string]map[int][]Line{}
	differs := p.differing(v)
	lines := [...]Run{p.Old, p.New}[v].Lines
	for _, l := range lines {
		if visits[l.File] == nil {
			visits[l.File] = map[int][]Line{}
			order = append(order, l.File)
		}
		visits[l.File][l.Number] = append(visits[l.File][l.Number], l)
	}
	var out []Listing
	for _, file := range order {
		text := p.Sources.Text(v, file)
		if text != nil {
			out = append(out, Listing{File: file, AtHand: true, Entries: entries(text, visits[file], differs[file])})
			continue
		}
		list := Listing{File: file}
		for _, l := range lines {
			if l.File == file {
				list.Entries = append(list.Entries, Entry{Number: l.Number, Visits: []Line{l}, Differs: differs[file][l.Number]})
			}
		}
		out = append(out, list)
	}
	return out
}

// differing are the lines, by file, of rows whose sides are not the same.
func (p *Pair) differing(v Version) map[string]map[int]bool {
	out := map[string]map[int]bool{}
	for _, r := range p.Rows {
		l := [...]*Line{r.Old, r.New}[v]
		if l == nil || r.Mark == Same {
			continue
		}
		if out[l.File] == nil {
			out[l.File] = map[int]bool{}
		}
		out[l.File][l.Number] = true
	}
	return out
}

// entries lists a text.
func entries(text []string, visits map[int][]Line, differs map[int]bool) []Entry {
	near := func(number int) bool {
		if len(text) <= maxWhole {
			return true
		}
		for n := number - context; n <= number+context; n++ {
			if visits[n] != nil {
				return true
			}
		}
		return false
	}
	var out []Entry
	for i, s := range text {
		switch n := len(out); {
		case near(i + 1):
			out = append(out, Entry{Number: i + 1, Text: s, Visits: visits[i+1], Differs: differs[i+1]})
		case n > 0 && out[n-1].Omitted > 0:
			out[n-1].Omitted++
		default:
			out = append(out, Entry{Omitted: 1})
		}
	}
	return out
}
