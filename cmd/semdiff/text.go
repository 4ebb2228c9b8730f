package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"semdiff/moddiff"
	"semdiff/smtlib"
	"semdiff/translate/interp"
)

// maxDifferences is how many differences of one pair the text shows.
const maxDifferences = 4

// writeText writes the answer for people: the verdict, then each pair that is
// not unchanged with its conditions in Boogie's syntax, old and new results
// side by side and a concrete input, then totals and what was not shown.
func writeText(w io.Writer, r *moddiff.Result, verbose bool) error {
	t := &textReport{}
	t.linef("%s -> %s, entry %s: %s", r.Old, r.New, strings.Join(r.Entry, ", "), strings.ToUpper(r.Verdict.String()))
	for _, p := range r.Pairs {
		if p.Status != moddiff.StatusUnchanged || verbose {
			t.pair(p)
		}
	}
	t.linef("")
	t.linef("%s", totals(r))
	t.linef("%s", closing(r))
	_, err := io.WriteString(w, t.sb.String())
	return err
}

type textReport struct {
	sb     strings.Builder
	shapes map[string]string // what was said of a pair, to say "exactly as" for another
}

func (t *textReport) linef(format string, args ...any) {
	fmt.Fprintf(&t.sb, format, args...)
	t.sb.WriteByte('\n')
}

func (t *textReport) pair(p *moddiff.PairResult) {
	t.linef("")
	head := signature(p) + place(p)
	status := string(p.Status)
	if p.Kind == "loop" {
		status += " (loop)"
	}
	t.linef("%-70s %s", head, status)
	for _, name := range p.Interface {
		t.linef("  %s: such procedures are never called equal", name)
	}
	d := p.Summary
	if d == nil {
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
		s.linef("  differs when        %s", condition(diff.Condition))
		s.difference(p, diff)
	}
	if shown > maxDifferences {
		s.linef("  ... and in %d more cases (--format json lists them)", shown-maxDifferences)
	}
	for _, diff := range d.Differences {
		if diff.Termination {
			s.linef("  termination changes when  %s    (e.g. %s: %s)", condition(diff.Condition), witness(p, diff), ends(diff))
		}
	}
	if !d.Unchanged.IsFalse() {
		s.linef("  same when           %s", condition(d.Unchanged))
	}
	switch {
	case p.Verdict == moddiff.PartiallyEquivalent:
		s.linef("  whenever both versions end they agree; that they end for the same inputs is not shown when  %s", condition(d.Unknown))
	case !d.Unknown.IsFalse():
		s.linef("  unknown when        %s", condition(d.Unknown))
	}
	return s.sb.String()
}

// condition is a condition for people; one that would fill the screen is cut.
func condition(t *smtlib.Term) string {
	const most = 300
	s := smtlib.Infix(t)
	if len(s) > most {
		return s[:most] + " ... (--format json has it whole)"
	}
	return s
}

// difference shows both results, symbolic on the left, replayed on the right.
func (t *textReport) difference(p *moddiff.PairResult, d *moddiff.Difference) {
	oldSym, newSym := symbolic(p, d.Old, d.New), symbolic(p, d.New, d.Old)
	oldVal, newVal := concrete(p, d.Old, d.New), concrete(p, d.New, d.Old)
	width := max(len(oldSym), len(newSym), 20)
	eg := "e.g. " + witness(p, d)
	if len(p.Inputs) == 0 {
		eg = "always"
	}
	t.linef("      old  %-*s  %s   old  %s", width, oldSym, eg, oldVal)
	t.linef("      new  %-*s  %s   new  %s   replayed", width, newSym, strings.Repeat(" ", len(eg)), newVal)
	for _, f := range d.Functions {
		t.linef("      where  %s = %s", f.Head(), condition(f.Body))
	}
}

// symbolic lists the outputs that differ as terms over the inputs.
func symbolic(p *moddiff.PairResult, b, other moddiff.Behaviour) string {
	if b.End != moddiff.Normal {
		return outcome(b)
	}
	var parts []string
	for i, v := range p.Outputs {
		if other.End == moddiff.Normal && b.Terms[i] == other.Terms[i] {
			continue
		}
		parts = append(parts, v.Name()+" = "+condition(b.Terms[i]))
	}
	return list(parts, "returns")
}

// concrete lists the outputs that the replay gave and that differ.
func concrete(p *moddiff.PairResult, b, other moddiff.Behaviour) string {
	if b.End != moddiff.Normal {
		return outcome(b)
	}
	var parts []string
	for i, v := range b.Values {
		if i < len(other.Values) && v.String() == other.Values[i].String() {
			continue
		}
		parts = append(parts, p.Outputs[i].Name()+" = "+v.String())
	}
	return list(parts, "returns")
}

func list(parts []string, none string) string {
	if len(parts) == 0 {
		return none
	}
	return strings.Join(parts, ", ")
}

func outcome(b moddiff.Behaviour) string {
	switch b.End {
	case moddiff.Fails:
		return "fails an assertion"
	case moddiff.Blocked:
		return "is blocked by an assumption"
	}
	return b.End.String()
}

func ends(d *moddiff.Difference) string {
	word := func(b moddiff.Behaviour) string {
		if b.End == moddiff.Normal {
			return "returns"
		}
		return outcome(b)
	}
	return "old " + word(d.Old) + ", new " + word(d.New)
}

func witness(p *moddiff.PairResult, d *moddiff.Difference) string {
	var parts []string
	for i, v := range p.Inputs {
		parts = append(parts, v.Name()+" = "+shorten(d.Witness[i]))
	}
	return strings.Join(parts, ", ")
}

// shorten keeps big maps from filling the screen.
func shorten(v interp.Value) string {
	const most = 60
	s := v.String()
	if len(s) > most {
		return s[:most] + "..."
	}
	return s
}

func signature(p *moddiff.PairResult) string {
	params := func(vars []*smtlib.Term) string {
		parts := make([]string, len(vars))
		for i, v := range vars {
			parts[i] = v.Name() + ": " + smtlib.BoogieType(v.Sort())
		}
		return strings.Join(parts, ", ")
	}
	s := p.Name + "(" + params(p.Inputs) + ")"
	if len(p.Outputs) > 0 {
		s += " returns (" + params(p.Outputs) + ")"
	}
	return s
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
		parts = append(parts, fmt.Sprintf("%d %s", count[s], s))
	}
	noun := "procedures and loops"
	if len(r.Pairs) == 1 {
		noun = "procedure"
	}
	return fmt.Sprintf("%d %s: %s. %d queries, %.2f s.", len(r.Pairs), noun, strings.Join(parts, ", "), r.Stats.Queries, r.Stats.Time.Seconds())
}

// closing says what was not shown, and under which bounds and assumptions.
func closing(r *moddiff.Result) string {
	open := 0
	for _, p := range r.Pairs {
		if p.Status == moddiff.Status(moddiff.Unknown.String()) || p.Summary != nil && !p.Summary.Unknown.IsFalse() {
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
