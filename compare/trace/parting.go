package trace

import "strings"

// Parting is the first line of each of two runs at which they do not do the same: another
// text, another value, or one run has ended. Where there is none it is the last line of
// each; nil for a run without lines.
func Parting(old, new []Line, text *Sources) (*Line, *Line) {
	last := func(lines []Line, i int) *Line {
		if len(lines) == 0 {
			return nil
		}
		return &lines[min(i, len(lines)-1)]
	}
	n := min(len(old), len(new))
	a := &alignment{
		old: old, new: new, oldKeys: keys(old[:n], Old, text), newKeys: keys(new[:n], New, text),
		oldValues: valueTexts(old[:n]), newValues: valueTexts(new[:n]),
	}
	for i := range n {
		same := a.oldKeys[i] == a.newKeys[i]
		if !a.hasText(i, i) {
			same = strings.HasPrefix(a.oldKeys[i], noText) == strings.HasPrefix(a.newKeys[i], noText)
		}
		if !same || a.row(i, i).Mark == OtherValues {
			return last(old, i), last(new, i)
		}
	}
	return last(old, n), last(new, n)
}
