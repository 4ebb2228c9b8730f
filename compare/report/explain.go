package report

import (
	"fmt"
	"slices"
	"strings"

	"semdiff/compare/trace"
	"semdiff/moddiff"
)

// explain says where the replays of a difference part, and by which calls an entry gets
// there.
func (t *textAnswer) explain(p *moddiff.PairResult, d *moddiff.Difference) {
	if !t.opts.Explain {
		return
	}
	if t.texts == nil {
		t.texts = textsOf(t.result)
	}
	lines := [2][]trace.Line{trace.Lines(d.Old.Trace, t.result.Old), trace.Lines(d.New.Trace, t.result.New)}
	old, new := trace.Parting(lines[0], lines[1], t.texts)
	var parts []string
	for v, at := range []*trace.Line{old, new} {
		if at != nil {
			parts = append(parts, versionNames[v]+" at "+lineText(at))
		}
	}
	if len(parts) == 0 {
		return
	}
	t.wrapf(10, "      the runs part: %s", strings.Join(parts, ", "))
	if at := slices.IndexFunc(lines[1], func(l trace.Line) bool {
		return new != nil && l.File == new.File && l.Number == new.Number && l.Proc == new.Proc
	}); at >= 0 {
		path := append(t.callsTo(p), callsOf(lines[1][:at+1])...)
		t.wrapf(10, "      calls: %s", strings.Join(slices.Compact(path), " > "))
	}
}

func lineText(l *trace.Line) string {
	text := fmt.Sprintf("%s:%d", l.File, l.Number)
	for i, v := range l.Values {
		if i == 3 {
			text += ", ..."
			break
		}
		text += map[bool]string{true: " with ", false: ", "}[i == 0] + v.String()
	}
	return text
}

// callsOf are the procedures that are open at the last of some lines.
func callsOf(lines []trace.Line) (path []string) {
	for _, l := range lines {
		path = append(path[:min(l.Level, len(path))], l.Proc)
	}
	return path
}

// callsTo is a shortest path of calls from an entry to a pair, without it.
func (t *textAnswer) callsTo(p *moddiff.PairResult) []string {
	calls := map[string][]string{}
	for _, q := range t.result.Pairs {
		calls[q.Name] = q.Calls
	}
	from := map[string]string{}
	work := slices.Clone(t.result.Entry)
	for _, name := range work {
		from[name] = name
	}
	for ; len(work) > 0; work = work[1:] {
		for _, callee := range calls[work[0]] {
			if from[callee] == "" {
				from[callee] = work[0]
				work = append(work, callee)
			}
		}
	}
	var path []string
	for name := p.Name; from[name] != "" && from[name] != name; name = from[name] {
		path = append(path, from[name])
	}
	slices.Reverse(path)
	return path
}
