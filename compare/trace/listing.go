package trace

// Shown is a row of two runs for a page: what stands side by side, or a gap.
type Shown struct {
	Mark    Mark
	Sides   [2]*ShownLine // nil where a run has nothing
	Omitted int           // so many rows, the same in both, are left out here; nothing else is set then
}

// ShownLine is a line of a run for a page.
type ShownLine struct {
	File    string
	Number  int
	Heading []string // where it is, when that is not where the line before is; what is left out
	Text    string   // "" where it is not at hand
	Indent  int      // of the text, in characters
	Values  []string
	Level   int
}

// Shown are both runs, without what Text leaves out too.
func (p *Pair) Shown() (rows []Shown) {
	last, indents := [2]Line{}, [2]map[string]int{p.indents(Old), p.indents(New)}
	for i, r := range p.Rows {
		if n := p.folded(i); n > 0 {
			if i == 0 || p.folded(i-1) == 0 {
				rows = append(rows, Shown{Omitted: n})
			}
			continue
		}
		row := Shown{Mark: r.Mark}
		for v, l := range r.sides() {
			if l == nil {
				continue
			}
			source, _ := p.Sources.Line(Version(v), l.File, l.Number)
			s := &ShownLine{File: l.File, Number: l.Number, Level: l.Level}
			s.Indent = max(Indent(source)-indents[v][l.File], 0)
			s.Text = source[min(len(source), indents[v][l.File]):]
			for _, c := range heading(last[v], *l, p.program(Version(v))) {
				s.Heading = append(s.Heading, c.text)
			}
			for _, value := range l.Values {
				s.Values = append(s.Values, value.String())
			}
			row.Sides[v], last[v] = s, *l
		}
		rows = append(rows, row)
	}
	return rows
}

// Ends say how the runs ended.
func (p *Pair) Ends() (ends [2]string) {
	for v, run := range []Run{p.Old, p.New} {
		ends[v] = run.End
		if n := len(run.Lines); n > 0 && run.Lines[n-1].Cut {
			ends[v] = "... in the end it " + run.End
		}
	}
	return ends
}

// Entry is a line of a source file, or a gap.
type Entry struct {
	Number  int
	Text    string
	Omitted int // so many lines are left out here; nothing else is set then
}

// Of files that are longer, only lines near those that matter are listed.
const (
	maxWhole = 400
	context  = 6
)

// Listing is a file of a version, or of a long one what is near the lines that matter; nil
// where it is not at hand.
func (s *Sources) Listing(v Version, file string, matter map[int]bool) (out []Entry) {
	text := s.Text(v, file)
	near := func(number int) bool {
		for n := number - context; n <= number+context; n++ {
			if matter[n] {
				return true
			}
		}
		return len(text) <= maxWhole
	}
	for i, line := range text {
		switch n := len(out); {
		case near(i + 1):
			out = append(out, Entry{Number: i + 1, Text: line})
		case n > 0 && out[n-1].Omitted > 0:
			out[n-1].Omitted++
		default:
			out = append(out, Entry{Omitted: 1})
		}
	}
	return out
}
