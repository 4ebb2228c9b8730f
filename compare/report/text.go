package report

import (
	"io"
	"slices"
	"strings"

	"semdiff/compare/engine"
	"semdiff/compare/trace"
	"semdiff/moddiff"
	"semdiff/smtlib"
)

// maxDifferences is how many differences of one pair the text shows.
const maxDifferences = 4

// maxRest is how long the condition of what is no difference may be that is shown: a longer
// one says less than that it is the rest.
const maxRest = 160

// WriteText writes the answer for people: the verdict, a table of what changed and
// what came of it, then of what was edited, and of the entries, the conditions in
// Boogie's syntax, old and new results side by side and a concrete input, a line of
// each of the others, then totals and what was not shown. Of each pair it shows up
// to opts.Traces runs of both versions.
func WriteText(w io.Writer, o *engine.Outcome, opts TextOptions) error {
	o = sourced(o)
	r := o.Result
	opts.Style = wide(opts.Style)
	t := &textAnswer{outcome: o, result: r, opts: opts}
	t.width = min(opts.Style.Width, LineWidth)
	view := overviewOf(o)
	t.sentence("%s", t.painted(view))
	t.linef("%s -> %s%s", r.Old, r.New, byEngine(o))
	t.overview(view)
	t.details(view)
	t.linef("")
	if advice := view.Advice(); advice != "" {
		t.sentence("%s", advice)
	}
	if len(t.missing) > 0 {
		t.sentence("%s", noSource(t.missing))
	}
	t.sentence("%s", totals(r))
	t.sentence("%s", closing(r))
	return t.writeTo(w)
}

// TextOptions are the choices of the text answer.
type TextOptions struct {
	Verbose bool        // show all of each pair, and list unchanged ones too
	Traces  int         // runs of both versions that are shown of each pair, at most
	Explain bool        // say of each difference where the replays part, and by which calls
	Style   trace.Style // of the runs; a Width of 0 means LineWidth
}

type textAnswer struct {
	page
	outcome *engine.Outcome
	result  *moddiff.Result
	opts    TextOptions
	texts   *trace.Sources    // nil until it is needed
	shapes  map[string]string // what was said of a pair, to say "exactly as" for another
	missing []string          // source files that traces could not find
}

func (t *textAnswer) pair(row *OverviewRow) {
	p := row.PairResult
	t.linef("")
	status := string(p.Status)
	if p.Kind == "loop" {
		status += " (loop)"
	}
	head, outs := declaration(p)
	rest := outs + place(p)
	if len(head)+len(rest)+len(status) >= t.limit() {
		t.linef("%s", head)
		head = "   "
	}
	t.linef("%-*s %s", min(70, t.limit()-30), head+rest, t.paint(p.Verdict, p.Compared, status))
	for _, remark := range remarks(p) {
		t.wrapf(4, "  %s", remark)
	}
	d := p.Summary
	if d == nil {
		t.because(p)
		return
	}
	body := t.summary(p, d)
	if t.shapes == nil {
		t.shapes = map[string]string{}
	}
	if same := t.shapes[body]; same != "" && body != "" {
		t.linef("  exactly as %s", same)
		return
	}
	t.shapes[body] = p.Name
	t.sb.WriteString(body)
	t.traces(p)
}

// sentence writes a line that is broken only where the terminal is narrow.
func (t *textAnswer) sentence(format string, args ...any) {
	if t.limit() < LineWidth {
		t.wrapf(2, format, args...)
		return
	}
	t.linef(format, args...)
}

// traces shows the runs that were replayed.
func (t *textAnswer) traces(p *moddiff.PairResult) {
	for _, rep := range replays(t.result, p, t.opts.Traces) {
		t.linef("")
		t.wrapf(4, "  both runs for  %s", cut(witness(p, rep.of), maxTerm-30))
		t.linef("%s", strings.TrimSuffix(rep.Text(t.opts.Style), "\n"))
		t.missing = union(t.missing, rep.Missing())
	}
}

// union is a list with what more has beside it.
func union(list, more []string) []string {
	for _, s := range more {
		if !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	return list
}

// noSource says that files were not found, and what would find them.
func noSource(files []string) string {
	return "No text of " + strings.Join(files, ", ") + ": traces look beside the Boogie file and in the working directory; --source-path FOLDER names another folder."
}

func (t *textAnswer) summary(p *moddiff.PairResult, d *moddiff.DiffSummary) string {
	s := textAnswer{result: t.result, opts: t.opts}
	s.width = t.width
	if p.Verdict == moddiff.Equivalent && len(d.Differences) == 0 {
		s.invariants(p)
		return s.sb.String()
	}
	shown := 0
	for _, blocked := range []bool{false, true} { // the others first
		for _, diff := range d.Differences {
			if diff.Termination || diff.Blocked() != blocked {
				continue
			}
			if shown++; shown > maxDifferences {
				continue
			}
			s.when(kindOf(diff), conditionOf(diff))
			s.difference(p, diff)
			s.explain(p, diff)
		}
	}
	if shown > maxDifferences {
		s.linef("  ... and in %d more cases (--format json lists them)", shown-maxDifferences)
	}
	for _, diff := range d.Differences {
		if diff.Termination {
			s.wrapf(len("  termination changes when  "), "  termination changes when  %s    (e.g. %s: %s)", conditionOf(diff), witness(p, diff), ends(diff))
			s.explain(p, diff)
		}
	}
	same, unknown := shownSets(d)
	if same != "" && same != otherwise {
		s.when("same", same)
	}
	switch {
	case p.Verdict == moddiff.PartiallyEquivalent && !d.Unknown.IsFalse():
		s.wrapf(4, "  whenever both versions end they agree; that they end for the same inputs is not shown when  %s", condition(d.Unknown))
	case unknown != "":
		s.when("unknown", unknown)
		s.because(p)
	}
	if same == otherwise {
		s.when("same", same)
	}
	s.invariants(p)
	return s.sb.String()
}

// otherwise says that a set is what the others leave: the four sets cover everything.
const otherwise = "otherwise"

// shownSets are U and the unknown inputs as they are shown; "" for an empty set. One of them
// is what the others leave, if its condition is long.
func shownSets(d *moddiff.DiffSummary) (same, unknown string) {
	long := func(set *smtlib.Term) bool { return len(smtlib.Infix(set)) > maxRest }
	shown := func(set *smtlib.Term) string {
		if set.IsFalse() {
			return ""
		}
		return condition(set)
	}
	switch {
	case long(d.Unchanged):
		return otherwise, shown(d.Unknown)
	case long(d.Unknown):
		return shown(d.Unchanged), otherwise
	}
	return shown(d.Unchanged), shown(d.Unknown)
}

// kindOf is what a difference other than in termination is.
func kindOf(d *moddiff.Difference) string {
	if d.Blocked() {
		return "blocked changes"
	}
	return "differs"
}

// unlessBlocked says so where a verdict is about the inputs on which an assumption
// blocks neither version.
func unlessBlocked(r *moddiff.Result) string {
	blocked := func(p *moddiff.PairResult) bool {
		return slices.Contains(r.Entry, p.Name) && p.Summary != nil && p.Summary.OnlyBlocked() && !p.Summary.Changed.IsFalse()
	}
	if r.Verdict == moddiff.Different || r.Verdict == moddiff.Unknown || !slices.ContainsFunc(r.Pairs, blocked) {
		return ""
	}
	return " where neither is blocked"
}

// invariants says why versions are the same beyond all bounds.
func (t *textAnswer) invariants(p *moddiff.PairResult) {
	for _, inv := range invariants(p) {
		t.wrapf(11, "  because  %s", strings.TrimSpace(inv.Says+"  "+inv.Where))
	}
}

// because says why something is unknown.
func (t *textAnswer) because(p *moddiff.PairResult) {
	if len(p.Reasons) > 0 {
		t.wrapf(8, "      because %s", because(p))
	}
}

// when writes one of the sets.
func (t *textAnswer) when(what, condition string) {
	t.wrapf(22, "  %-20s%s", what+" when ", condition)
}
