package report

import (
	"path/filepath"
	"strings"

	"semdiff/compare/engine"
	"semdiff/moddiff"
)

// entryOf names what was asked for: the entries, and the engine where it is not
// the default.
func entryOf(o *engine.Outcome) string {
	s := strings.Join(o.Entry, ", ")
	if o.Engine != engine.ModDiff && o.Engine != engine.ModDiffRef {
		s += ", engine " + o.Engine
	}
	return s
}

// isNews reports whether there is anything to say of a pair.
func isNews(p *moddiff.PairResult) bool {
	return p.Status != moddiff.StatusUnchanged || p.SignatureChanged()
}

// title names a pair: by both names where they are not the same.
func title(p *moddiff.PairResult) string {
	if p.Old != "" && p.New != "" && p.Old != p.New {
		return p.Old + " -> " + p.New
	}
	return p.Name
}

func place(p *moddiff.PairResult) string {
	var parts []string
	for _, pos := range []string{p.OldPos, p.NewPos} {
		if pos != "" {
			parts = append(parts, filepath.Base(pos))
		}
	}
	return "   " + strings.Join(parts, "  ")
}
