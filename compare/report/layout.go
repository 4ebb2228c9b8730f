package report

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"semdiff/compare/trace"
)

// LineWidth is how wide the text gets, but for words that are wider.
const LineWidth = 130

// MinWidth is how narrow the text gets.
const MinWidth = 30

// wide is a style with a width that serves: LineWidth where it has none.
func wide(s trace.Style) trace.Style {
	s.Width = max(cmp.Or(s.Width, LineWidth), MinWidth)
	return s
}

// page is text that is written line by line.
type page struct {
	sb    strings.Builder
	width int // of lines, at most; LineWidth when 0
}

// limit is how wide lines get.
func (t *page) limit() int { return cmp.Or(t.width, LineWidth) }

func (t *page) linef(format string, args ...any) {
	fmt.Fprintf(&t.sb, format, args...)
	t.sb.WriteByte('\n')
}

// row writes a line of a list: a word, and at the given place what is said of it.
func (t *page) row(at int, word, means string) {
	t.wrapf(at, "  %-*s  %s", at-4, word, means)
}

func (t *page) writeTo(w io.Writer) error {
	_, err := io.WriteString(w, t.sb.String())
	return err
}

// wrapf writes a line, broken at spaces where it gets too wide; what follows is
// indented.
func (t *page) wrapf(indent int, format string, args ...any) {
	line := fmt.Sprintf(format, args...)
	indent = min(indent, t.limit()/2)
	for len(line) > t.limit() {
		at := breakAt(line, indent, t.limit())
		if at < 0 {
			break
		}
		t.linef("%s", strings.TrimRight(line[:at], " "))
		line = strings.Repeat(" ", indent) + strings.TrimLeft(line[at:], " ")
	}
	t.linef("%s", line)
}

// breakAt is where a line that is too wide is broken: before an operator of logic
// or after a comma, else at a space; negative when there is none.
func breakAt(line string, indent, width int) int {
	at := 1 + strings.LastIndex(line[:width], ", ")
	for _, op := range []string{" && ", " || ", " else "} {
		at = max(at, strings.LastIndex(line[:width], op))
	}
	if at > max(width/2, indent) {
		return at
	}
	if at = strings.LastIndexByte(line[:width+1], ' '); at > indent {
		return at
	}
	if at = strings.IndexByte(line[width:], ' '); at >= 0 {
		return width + at
	}
	return -1
}

// cut shortens s to about most bytes.
func cut(s string, most int) string {
	if len(s) <= most {
		return s
	}
	end := most
	for end > 0 && s[end]&0xC0 == 0x80 { // inside of a rune
		end--
	}
	return s[:end] + "..."
}
