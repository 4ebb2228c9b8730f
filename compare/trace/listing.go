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
			out = append(out, Listing{File: file, AtHand: true, Entries: entries(text, visits[file])})
			continue
		}
		list := Listing{File: file}
		for _, l := range lines {
			if l.File == file {
				list.Entries = append(list.Entries, Entry{Number: l.Number, Visits: []Line{l}})
			}
		}
		out = append(out, list)
	}
	return out
}

// entries lists a text.
func entries(text []string, visits map[int][]Line) []Entry {
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
			out = append(out, Entry{Number: i + 1, Text: s, Visits: visits[i+1]})
		case n > 0 && out[n-1].Omitted > 0:
			out[n-1].Omitted++
		default:
			out = append(out, Entry{Omitted: 1})
		}
	}
	return out
}
