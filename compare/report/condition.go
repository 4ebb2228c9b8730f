package report

import (
	"fmt"
	"slices"
	"strings"

	"semdiff/moddiff"
	"semdiff/smtlib"
)

// How much is shown, in characters.
const (
	maxCondition = 400
	maxTerm      = 140 // of what a version returns
	maxSaid      = 200 // of a condition for which no case of it is said
)

// jsonHasIt stands behind what is cut.
const jsonHasIt = "--format json has it whole"

// condition is a condition for people; of one that would fill
// the screen the parts are shown that fit, the short ones.
func condition(t *smtlib.Term) string {
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
		return cut(s, maxCondition) + " (" + jsonHasIt + ")"
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
	return strings.Join(shown, op) + " (" + jsonHasIt + ")"
}

// spoken is what people read of a difference: of one whose condition is long a case that
// can be said.
func spoken(d *moddiff.Difference) *moddiff.Difference {
	if d.Case == nil || len(smtlib.Infix(d.Condition)) <= maxSaid {
		return d
	}
	return d.Case
}

// conditionOf is the condition of what is read of a difference.
func conditionOf(d *moddiff.Difference) string {
	text := condition(spoken(d).Condition)
	if spoken(d) != d {
		text += amongOthers
	}
	return text
}

// amongOthers stands behind a case of a condition.
const amongOthers = ", among others (" + jsonHasIt + ")"

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
