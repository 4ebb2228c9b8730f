package report

import (
	"path/filepath"
	"slices"
	"strings"

	"semdiff/compare/engine"
	"semdiff/internal/source"
	"semdiff/moddiff"
)

// byEngine names the engine where it is not the default.
func byEngine(o *engine.Outcome) string {
	if o.Engine == engine.ModDiff || o.Engine == engine.ModDiffRef {
		return ""
	}
	return ", engine " + o.Engine
}

// overviewOf is the overview of an engine's outcome.
func overviewOf(o *engine.Outcome) *Overview {
	view := NewOverview(o.Result, func(p *moddiff.PairResult) moddiff.Verdict { return p.Verdict })
	view.rows = slices.DeleteFunc(view.rows, func(row *OverviewRow) bool { return !o.Shown(row.PairResult) })
	return view
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

// shortPlace is a place by the last part of its file's name.
func shortPlace(pos source.Pos) string {
	pos.File = inTree(pos.File)
	return filepath.Base(pos.String())
}

// inTree is the name of a file in its folder tree, without the revision that it is of.
func inTree(file string) string {
	if rest, ok := strings.CutPrefix(file, "git:"); ok {
		if _, path, ok := strings.Cut(rest, ":"); ok {
			return path
		}
	}
	return file
}

func place(p *moddiff.PairResult) string {
	var parts []string
	for _, pos := range p.Places {
		if pos.IsValid() {
			parts = append(parts, shortPlace(pos))
		}
	}
	return "   " + strings.Join(parts, "  ")
}
