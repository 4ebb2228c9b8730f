package main

import (
	"fmt"
	"slices"
	"strings"

	"semdiff/smtlib"
)

// lineWidth is how wide the text gets, but for words that are wider.
const lineWidth = 130

// wrapf writes a line, broken at spaces where it gets too wide; what follows is
// indented.
func (t *textReport) wrapf(indent int, format string, args ...any) {
	line := fmt.Sprintf(format, args...)
	for len(line) > lineWidth {
		at := breakAt(line, indent)
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
func breakAt(line string, indent int) int {
	at := 1 + strings.LastIndex(line[:lineWidth], ", ")
	for _, op := range []string{" && ", " || ", " else "} {
		at = max(at, strings.LastIndex(line[:lineWidth], op))
	}
	if at > lineWidth/2 {
		return at
	}
	if at = strings.LastIndexByte(line[:lineWidth+1], ' '); at > indent {
		return at
	}
	if at = strings.IndexByte(line[lineWidth:], ' '); at >= 0 {
		return lineWidth + at
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

// maxCondition is how much is shown of a condition.
const maxCondition = 400

// condition is a condition for people; of one that would fill
// the screen the parts are shown that fit, the short ones.
func condition(t *smtlib.Term) string {
	const whole = "--format json has it whole"
	s := smtlib.Infix(t)
	if len(s) <= maxCondition {
		return s
	}
	parts, op := t.Args(), " && "
	switch t.Op() {
	case smtlib.OpAnd:
	case smtlib.OpOr:
		op = " || "
	default:
		return cut(s, maxCondition) + " (" + whole + ")"
	}
	var texts []string
	for _, x := range parts {
		text := smtlib.Infix(x)
		if x.Op() == smtlib.OpAnd || x.Op() == smtlib.OpOr {
			text = "(" + text + ")"
		}
		texts = append(texts, text)
	}
	slices.SortStableFunc(texts, func(a, b string) int { return len(a) - len(b) })
	n, length := 0, 0
	for n < len(texts) && length+len(texts[n]) <= maxCondition {
		length += len(op) + len(texts[n])
		n++
	}
	if n == len(texts) {
		return s
	}
	shown := append(texts[:n:n], cut(texts[n], max(maxCondition-length, maxTerm)))
	if n++; n < len(texts) {
		shown = append(shown, fmt.Sprintf("... %d more", len(texts)-n))
	}
	return strings.Join(shown, op) + " (" + whole + ")"
}

// maxParameters is how much is shown of the inputs or the outputs of a procedure.
const maxParameters = 45

// parameters declares inputs or outputs; of a long list it shows how it begins.
func parameters(vars []*smtlib.Term) string {
	var parts []string
	length := 0
	for i, v := range vars {
		part := v.Name() + ": " + typeText(v.Sort())
		if length += len(part) + 2; i > 0 && length > maxParameters && len(vars)-i > 1 {
			parts = append(parts, fmt.Sprintf("... %d more", len(vars)-i))
			break
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, ", ")
}

// maxType is how many characters of a type are shown.
const maxType = 120

// typeText is a type as Boogie writes it, cut where it is long.
func typeText(s *smtlib.Sort) string {
	text := smtlib.BoogieType(s)
	if len(text) > maxType {
		return text[:maxType] + "..."
	}
	return text
}
