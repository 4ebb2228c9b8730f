package trace

import (
	"fmt"
	"strings"
)

// Mark says how the two sides of a row compare, much as the gutter of diff -y does.
type Mark byte

// The marks.
const (
	Same        Mark = ' '
	OtherValues Mark = '!' // the same text, but some expression has another value
	NoText      Mark = '?' // whether the text is the same is not known
	Changed     Mark = '|'
	OldOnly     Mark = '<'
	NewOnly     Mark = '>'
)

// Row is what stands side by side; one side may be nil.
type Row struct {
	Old, New *Line
	Mark     Mark
}

// align puts two runs side by side so that as many lines as possible stand
// beside one of the same text: a longest common subsequence, in which lines count
// more where values are the same, and by far where iterations are left out.
// Without text the numbers of lines are compared.
func align(old, new []Line, text *Sources) []Row {
	a := &alignment{
		old: old, new: new, oldKeys: keys(old, Old, text), newKeys: keys(new, New, text),
		oldValues: valueTexts(old), newValues: valueTexts(new),
	}
	a.rate()
	var rows []Row
	i, j := 0, 0
	for i < len(old) || j < len(new) {
		if a.beside(i, j) {
			rows = append(rows, a.row(i, j))
			i, j = i+1, j+1
			continue
		}
		fromI, fromJ := i, j
		for i < len(old) && !a.beside(i, j) && a.score[i+1][j] == a.score[i][j] {
			i++
		}
		for j < len(new) && !a.beside(i, j) && a.score[i][j+1] == a.score[i][j] {
			j++
		}
		rows = append(rows, a.apart(fromI, i, fromJ, j)...)
	}
	return rows
}

// alignment is the search for the best subsequence; score has that of the rests
// old[i:] and new[j:].
type alignment struct {
	old, new             []Line
	oldKeys, newKeys     []string
	oldValues, newValues []map[string]string // by name
	score                [][]int
}

func valueTexts(lines []Line) []map[string]string {
	out := make([]map[string]string, len(lines))
	for i, l := range lines {
		out[i] = map[string]string{}
		for _, v := range l.Values {
			out[i][v.Name] = v.Value.String()
		}
	}
	return out
}

func (a *alignment) rate() {
	a.score = make([][]int, len(a.old)+1)
	for i := range a.score {
		a.score[i] = make([]int, len(a.new)+1)
	}
	for i := len(a.old) - 1; i >= 0; i-- {
		for j := len(a.new) - 1; j >= 0; j-- {
			a.score[i][j] = max(a.score[i+1][j], a.score[i][j+1])
			if a.oldKeys[i] == a.newKeys[j] {
				a.score[i][j] = max(a.score[i][j], a.score[i+1][j+1]+a.weight(i, j))
			}
		}
	}
}

// What it counts that lines of one text stand beside each other.
const (
	sameText   = 4
	sameValues = 1
	sameGap    = 100
)

func (a *alignment) weight(i, j int) int {
	w := sameText
	if a.row(i, j).Mark == Same {
		w += sameValues
	}
	if a.old[i].Skipped > 0 && a.new[j].Skipped > 0 {
		w += sameGap
	}
	return w
}

// beside reports whether the best subsequence of the rests begins with the first
// lines of both.
func (a *alignment) beside(i, j int) bool {
	return i < len(a.old) && j < len(a.new) && a.oldKeys[i] == a.newKeys[j] &&
		a.score[i][j] == a.score[i+1][j+1]+a.weight(i, j)
}

// row puts two lines of one text beside each other.
func (a *alignment) row(i, j int) Row {
	for name, value := range a.oldValues[i] {
		if other, ok := a.newValues[j][name]; ok && other != value {
			return Row{&a.old[i], &a.new[j], OtherValues}
		}
	}
	if !a.hasText(i, j) {
		return Row{&a.old[i], &a.new[j], NoText}
	}
	return Row{&a.old[i], &a.new[j], Same}
}

// noText begins the keys of lines whose text is not at hand.
const noText = "\x00"

func (a *alignment) hasText(i, j int) bool {
	return !strings.HasPrefix(a.oldKeys[i], noText) && !strings.HasPrefix(a.newKeys[j], noText)
}

// keys are what lines are compared by.
func keys(lines []Line, v Version, text *Sources) []string {
	out := make([]string, 0, len(lines))
	for _, l := range lines {
		s, ok := text.Line(v, l.File, l.Number)
		if !ok {
			s = fmt.Sprintf("%s%d", noText, l.Number)
		}
		out = append(out, strings.Join(strings.Fields(s), " "))
	}
	return out
}

// apart puts lines of which none has a partner beside each other: old[i:toI] and
// new[j:toJ].
func (a *alignment) apart(i, toI, j, toJ int) []Row {
	var rows []Row
	for ; i < toI || j < toJ; i, j = i+1, j+1 {
		switch {
		case i >= toI:
			rows = append(rows, Row{New: &a.new[j], Mark: NewOnly})
		case j >= toJ:
			rows = append(rows, Row{Old: &a.old[i], Mark: OldOnly})
		case !a.hasText(i, j):
			rows = append(rows, Row{&a.old[i], &a.new[j], NoText})
		default:
			rows = append(rows, Row{&a.old[i], &a.new[j], Changed})
		}
	}
	return rows
}
