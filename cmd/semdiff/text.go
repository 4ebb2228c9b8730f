package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"semdiff/compare/engine"
	"semdiff/compare/trace"
	"semdiff/moddiff"
	"semdiff/smtlib"
)

// maxDifferences is how many differences of one pair the text shows.
const maxDifferences = 4

// maxSame is how long a condition of equality may be that is shown: a longer one
// says less than that it is the rest.
const maxSame = 160

// writeText writes the answer for people: the verdict, then each pair that is
// not unchanged with its conditions in Boogie's syntax, old and new results
// side by side and a concrete input, then totals and what was not shown.
// Of each of the pairs it shows up to opts.traces runs of both versions.
func writeText(w io.Writer, o *engine.Outcome, opts textOptions) error {
	r := o.Result
	t := &textReport{result: r, opts: opts}
	t.linef("%s -> %s, entry %s: %s", r.Old, r.New, entryOf(o), headline(strings.ToUpper(r.Verdict.String()), r.Verdict, r.Interface))
	for _, p := range r.Pairs {
		if isNews(p) || opts.verbose {
			t.pair(p)
		}
	}
	t.linef("")
	t.linef("%s", totals(r))
	t.linef("%s", closing(r))
	_, err := io.WriteString(w, t.sb.String())
	return err
}

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

type textOptions struct {
	verbose bool // list unchanged pairs too
	traces  int
	style   trace.Style
}

type textReport struct {
	sb     strings.Builder
	result *moddiff.Result
	opts   textOptions
	shapes map[string]string // what was said of a pair, to say "exactly as" for another
}

func (t *textReport) linef(format string, args ...any) {
	fmt.Fprintf(&t.sb, format, args...)
	t.sb.WriteByte('\n')
}

func (t *textReport) pair(p *moddiff.PairResult) {
	t.linef("")
	status := string(p.Status)
	if p.Kind == "loop" {
		status += " (loop)"
	}
	ins, outs := signature(p)
	head, rest := title(p)+ins, outs+place(p)
	if len(head)+len(rest)+len(status) >= lineWidth {
		t.linef("%s", head)
		head = "   "
	}
	t.linef("%-70s %s", head+rest, status)
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

// traces shows the runs that were replayed.
func (t *textReport) traces(p *moddiff.PairResult) {
	for _, rep := range replays(t.result, p, t.opts.traces) {
		t.linef("")
		t.linef("  both runs for  %s", cut(witness(p, rep.of), maxTerm-30))
		t.linef("%s", strings.TrimSuffix(rep.Text(t.opts.style), "\n"))
	}
}

func (t *textReport) summary(p *moddiff.PairResult, d *moddiff.DiffSummary) string {
	var s textReport
	if p.Verdict == moddiff.Equivalent {
		return ""
	}
	shown := 0
	for _, diff := range d.Differences {
		if diff.Termination {
			continue
		}
		if shown++; shown > maxDifferences {
			continue
		}
		s.when("differs", condition(diff.Condition))
		s.difference(p, diff)
	}
	if shown > maxDifferences {
		s.linef("  ... and in %d more cases (--format json lists them)", shown-maxDifferences)
	}
	for _, diff := range d.Differences {
		if diff.Termination {
			s.wrapf(len("  termination changes when  "), "  termination changes when  %s    (e.g. %s: %s)", condition(diff.Condition), witness(p, diff), ends(diff))
		}
	}
	rest := len(smtlib.Infix(d.Unchanged)) > maxSame
	if !d.Unchanged.IsFalse() && !rest {
		s.when("same", condition(d.Unchanged))
	}
	switch {
	case p.Verdict == moddiff.PartiallyEquivalent:
		s.wrapf(4, "  whenever both versions end they agree; that they end for the same inputs is not shown when  %s", condition(d.Unknown))
	case !d.Unknown.IsFalse():
		s.when("unknown", condition(d.Unknown))
		s.because(p)
	}
	if rest {
		s.when("same", "otherwise") // the four sets cover everything
	}
	return s.sb.String()
}

// because says why something is unknown.
func (t *textReport) because(p *moddiff.PairResult) {
	if len(p.Reasons) > 0 {
		t.wrapf(8, "      because %s", because(p))
	}
}

// when writes one of the sets.
func (t *textReport) when(what, condition string) {
	t.wrapf(22, "  %-20s%s", what+" when", condition)
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

func totals(r *moddiff.Result) string {
	count := map[moddiff.Status]int{}
	var order []moddiff.Status
	for _, p := range r.Pairs {
		if count[p.Status] == 0 {
			order = append(order, p.Status)
		}
		count[p.Status]++
	}
	var parts []string
	for _, s := range order {
		if s != moddiff.StatusSignature {
			parts = append(parts, fmt.Sprintf("%d %s", count[s], s))
		}
	}
	if n := r.Interface.Changed; n > 0 { // whatever else is said of them
		parts = append(parts, fmt.Sprintf("%d %s", n, moddiff.StatusSignature))
	}
	noun := "procedures and loops"
	if len(r.Pairs) == 1 {
		noun = "procedure"
	}
	queries := fmt.Sprintf("%d queries", r.Stats.Queries)
	if r.Stats.Reused > 0 {
		queries += fmt.Sprintf(" (%d of them in earlier runs)", r.Stats.ReusedQueries)
	}
	if n := r.Stats.ByBounds; n > 0 {
		queries += fmt.Sprintf(", %d refuted by bounds", n)
	}
	return fmt.Sprintf("%d %s: %s. %s, %.2f s.", len(r.Pairs), noun, strings.Join(parts, ", "), queries, r.Stats.Time.Seconds())
}

// closing says what was not shown, and under which bounds and assumptions.
func closing(r *moddiff.Result) string {
	open := 0
	for _, p := range r.Pairs {
		if p.Open() {
			open++
		}
	}
	s := "Not shown: nothing."
	if open > 0 {
		s = fmt.Sprintf("Not shown: the inputs called unknown above, in %d of the pairs.", open)
	}
	if len(r.Notes) == 0 {
		return s + " Bounds that mattered: none."
	}
	return s + " Bounds and assumptions: " + strings.Join(r.Notes, "; ") + "."
}
