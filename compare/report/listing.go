package report

import "slices"

// A listing shows lines of a source, some of them marked with what is said of them (the
// template of that name).

// listedRow is a word, and what is said under it.
type listedRow struct{ Head, Says string }

// listedLine is a line, or a gap.
type listedLine struct {
	Number  int
	Text    string
	Class   string       // of its colour; none for most
	Marks   []listedMark // what is said here
	Omitted int          // so many lines are left out here; nothing else is set then
}

// listedMark is what is said of a line.
type listedMark struct {
	Kind  string // the class of its colour
	Title string
	Rows  []listedRow
}

// withContext leaves out lines of long texts that are far from what is marked.
func withContext(all []listedLine) (out []listedLine) {
	isNear := func(i int) bool {
		return slices.ContainsFunc(all[max(i-impactContext, 0):min(i+impactContext+1, len(all))], func(l listedLine) bool { return l.Class != "" || len(l.Marks) > 0 })
	}
	for i, l := range all {
		switch n := len(out); {
		case len(all) <= mostImpactLines, i == 0, isNear(i):
			out = append(out, l)
		case out[n-1].Omitted > 0:
			out[n-1].Omitted++
		default:
			out = append(out, listedLine{Omitted: 1})
		}
	}
	return out
}
