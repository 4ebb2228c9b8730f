package trace

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/clipperhouse/displaywidth"
)

// Style is how a Pair is written on a terminal.
type Style struct {
	Width int  // of both columns together; below SideBySide the runs follow each other
	Color bool // ANSI escapes
}

// SideBySide is how wide runs that stand side by side are at least.
const SideBySide = 60

// Escapes of a terminal.
const (
	gray   = "\x1b[90m"
	yellow = "\x1b[33m"
	bold   = "\x1b[1m"
	plain  = "\x1b[0m"
)

// maxValue is how much is shown of a value.
const maxValue = 40

// cell is one piece of text of one column.
type cell struct {
	text, color string
}

// columns writes rows of cells.
type columns struct {
	sb    strings.Builder
	style Style
	width int // of one column

	indents [2]map[string]int // of the lines of each version, by file
}

// Text writes both runs in two columns: each line that a run passed with its
// number and, below, the values there; in the gutter how the two sides compare
// (see Mark). Where there is no room for two columns the new run follows the old one.
func (p *Pair) Text(s Style) string {
	if s.Width < SideBySide {
		return p.oneByOne(s)
	}
	c := &columns{style: s, width: (s.Width - len(gutter(Same))) / 2, indents: [2]map[string]int{p.indents(Old), p.indents(New)}}
	c.row(cell{filepath.Base(p.Old.Program), bold}, cell{filepath.Base(p.New.Program), bold}, Same)
	last := [2]Line{}
	for i, r := range p.Rows {
		if n := p.folded(i); n > 0 {
			if i == 0 || p.folded(i-1) == 0 {
				c.row(cell{fmt.Sprintf("     ... %d lines, the same in both", n), gray}, cell{}, Same)
			}
			continue
		}
		var shown [2]shownLine
		for v, l := range r.sides() {
			if l != nil {
				shown[v] = p.show(c, Version(v), r, last[v])
				last[v] = *l
			}
		}
		c.cells([2][]cell{shown[Old].before, shown[New].before}, Same)
		c.cells([2][]cell{shown[Old].text, shown[New].text}, r.Mark)
		c.cells([2][]cell{shown[Old].values, shown[New].values}, Same)
	}
	c.row(cell{last[Old].end(p.Old.End), bold}, cell{last[New].end(p.New.End), bold}, Same)
	return c.sb.String()
}

// oneByOne writes the runs one after the other; the mark of a line stands before it.
func (p *Pair) oneByOne(s Style) string {
	c := &columns{style: s, width: s.Width - len(gutter(Same)), indents: [2]map[string]int{p.indents(Old), p.indents(New)}}
	for v, run := range []Run{p.Old, p.New} {
		c.single(Same, cell{filepath.Base(run.Program), bold})
		last := Line{}
		for i, r := range p.Rows {
			if n := p.folded(i); n > 0 {
				if i == 0 || p.folded(i-1) == 0 {
					c.single(Same, cell{fmt.Sprintf("     ... %d lines, the same in both", n), gray})
				}
				continue
			}
			if r.sides()[v] == nil {
				continue
			}
			shown := p.show(c, Version(v), r, last)
			c.single(Same, shown.before...)
			c.single(r.Mark, shown.text...)
			c.single(Same, shown.values...)
			last = *r.sides()[v]
		}
		c.single(Same, cell{last.end(run.End), bold})
	}
	return c.sb.String()
}

// shownLine is a line of a run as it is written: what stands before it, its text, and the
// values there.
type shownLine struct{ before, text, values []cell }

func (p *Pair) show(c *columns, v Version, r Row, last Line) shownLine {
	l := r.sides()[v]
	source, ok := p.Sources.Line(v, l.File, l.Number)
	indent := c.indents[v][l.File]
	return shownLine{
		before: heading(last, *l, p.program(v)),
		text:   []cell{{line(*l, source, ok, indent), r.color()}},
		values: c.values(*l, max(Indent(source)-indent, 0)),
	}
}

func (r Row) sides() [2]*Line { return [2]*Line{r.Old, r.New} }

// Of more than maxSame rows that are the same only those at both ends are shown.
const (
	maxSame  = 40
	keptSame = 10
)

// folded is the number of rows that are left out where row i is one of them, else
// 0.
func (p *Pair) folded(i int) int {
	from, to := i, i
	for from > 0 && p.Rows[from].Mark == Same && p.Rows[from-1].Mark == Same {
		from--
	}
	for to < len(p.Rows) && p.Rows[to].Mark == Same {
		to++
	}
	if to-from <= maxSame || i < from+keptSame || i >= to-keptSame {
		return 0
	}
	return to - from - 2*keptSame
}

func (p *Pair) program(v Version) string {
	return [...]string{p.Old.Program, p.New.Program}[v]
}

// indents are how far the lines of a run are indented at least, by file.
func (p *Pair) indents(v Version) map[string]int {
	out := map[string]int{}
	for _, l := range [...]Run{p.Old, p.New}[v].Lines {
		s, ok := p.Sources.Line(v, l.File, l.Number)
		if !ok {
			continue
		}
		n := Indent(s)
		if least, known := out[l.File]; !known || n < least {
			out[l.File] = n
		}
	}
	return out
}

// Indent is how many spaces a line begins with.
func Indent(s string) int { return len(s) - len(strings.TrimLeft(s, " ")) }

// heading is what stands before a line: where it is, when that is not where the
// line before is, and what is left out.
func heading(last, l Line, program string) []cell {
	var out []cell
	if l.Skipped > 0 {
		out = append(out, cell{fmt.Sprintf("     ... %s", More(l.Skipped)), gray})
	}
	if l.File != program && (l.File != last.File || l.Proc != last.Proc || l.Level != last.Level) {
		out = append(out, cell{fmt.Sprintf("%s%s, %s:", strings.Repeat("  ", l.Level), clean(l.File), l.Proc), gray})
	}
	return out
}

// More says how many iterations are left out.
func More(iterations int) string {
	if iterations == 1 {
		return "1 more iteration"
	}
	return fmt.Sprintf("%d more iterations", iterations)
}

// line is a line as it is shown, source when that is at hand.
func line(l Line, source string, ok bool, indent int) string {
	margin := strings.Repeat("  ", l.Level)
	if !ok {
		return fmt.Sprintf("%s%4d  (%s)", margin, l.Number, clean(l.File))
	}
	if len(source) >= indent {
		source = source[indent:]
	}
	return fmt.Sprintf("%s%4d  %s", margin, l.Number, source)
}

// values are those of a line that is indented so far, as [x = 1, y = 2], on as
// many lines as they need.
func (c *columns) values(l Line, indented int) []cell {
	if len(l.Values) == 0 {
		return nil
	}
	indent := strings.Repeat(" ", 2*l.Level+min(indented, c.width/3)+8)
	text := indent + "["
	var out []cell
	for i, v := range l.Values {
		part := v.String()
		if i < len(l.Values)-1 {
			part += ","
		} else {
			part += "]"
		}
		switch {
		case i == 0:
			text += part
		case displaywidth.String(text)+1+displaywidth.String(part) > c.width:
			out = append(out, cell{text, gray})
			text = indent + " " + part
		default:
			text += " " + part
		}
	}
	return append(out, cell{text, gray})
}

// String is name = value; a long value is cut.
func (v Value) String() string {
	value := v.Value.String()
	if r := []rune(value); len(r) > maxValue {
		value = string(r[:maxValue]) + "..."
	}
	return v.Name + " = " + value
}

// end is what follows the last line of a run.
func (l Line) end(end string) string {
	if l.Cut {
		return "      ... in the end it " + end
	}
	return "      " + end
}

func (r Row) color() string {
	switch r.Mark {
	case Changed, OldOnly, NewOnly:
		return yellow
	}
	return ""
}

// cells writes the cells of both columns beside each other.
func (c *columns) cells(side [2][]cell, m Mark) {
	for i := range max(len(side[0]), len(side[1])) {
		var row [2]cell
		for v := range side {
			if i < len(side[v]) {
				row[v] = side[v][i]
			}
		}
		c.row(row[0], row[1], m)
	}
}

func gutter(m Mark) string { return " " + string(m) + " " }

// single writes cells of one run below each other.
func (c *columns) single(m Mark, cells ...cell) {
	for _, x := range cells {
		text := displaywidth.TruncateString(x.text, c.width, "...")
		c.sb.WriteString(strings.TrimRight(gutter(m)+c.paint(text, x.color), " ") + "\n")
	}
}

func (c *columns) row(old, new cell, m Mark) {
	left, right := displaywidth.TruncateString(old.text, c.width, "..."), displaywidth.TruncateString(new.text, c.width, "...")
	pad := strings.Repeat(" ", max(c.width-displaywidth.String(left), 0))
	line := c.paint(left, old.color) + pad + gutter(m) + c.paint(right, new.color)
	c.sb.WriteString(strings.TrimRight(line, " ") + "\n")
}

func (c *columns) paint(text, color string) string {
	if !c.style.Color || color == "" || text == "" {
		return text
	}
	return color + text + plain
}
