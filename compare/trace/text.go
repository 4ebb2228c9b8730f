package trace

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/clipperhouse/displaywidth"
)

// Style is how a Pair is written on a terminal.
type Style struct {
	Width int  // of both columns together
	Color bool // ANSI escapes
}

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
}

// Text writes both runs in two columns: each line that a run passed with its
// number and, below, the values there; in the gutter how the two sides compare
// (see Mark).
func (p *Pair) Text(s Style) string {
	c := &columns{style: s, width: (s.Width - len(gutter(Same))) / 2}
	c.row(cell{filepath.Base(p.Old.Program), bold}, cell{filepath.Base(p.New.Program), bold}, Same)
	last := [2]Line{}
	indent := [2]map[string]int{p.indents(Old), p.indents(New)}
	for i, r := range p.Rows {
		if n := p.folded(i); n > 0 {
			if i == 0 || p.folded(i-1) == 0 {
				c.row(cell{fmt.Sprintf("     ... %d lines, the same in both", n), gray}, cell{}, Same)
			}
			continue
		}
		var before, text, values [2][]cell
		for v, l := range []*Line{r.Old, r.New} {
			if l == nil {
				continue
			}
			before[v] = heading(last[v], *l, p.program(Version(v)))
			source, ok := p.Sources.Line(Version(v), l.File, l.Number)
			text[v] = []cell{{line(*l, source, ok, indent[v][l.File]), r.color()}}
			values[v] = c.values(*l, max(Indent(source)-indent[v][l.File], 0))
			last[v] = *l
		}
		c.cells(before, Same)
		c.cells(text, r.Mark)
		c.cells(values, Same)
	}
	c.row(cell{last[Old].end(p.Old.End), bold}, cell{last[New].end(p.New.End), bold}, Same)
	return c.sb.String()
}

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
