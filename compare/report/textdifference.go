package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"semdiff/moddiff"
	"semdiff/smtlib"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
)

// Limits on what the text shows of one difference.
const (
	maxFunctions = 4
	maxFunction  = 100 // characters of a definition
	maxValue     = 60  // characters of a map
)

// returns is said of a version that returns, where it is not known what.
const returns = "returns"

// version is one side of a difference.
type version struct {
	moddiff.Behaviour
	term  func(moddiff.Cell) *smtlib.Term
	value func(moddiff.Cell) interp.Value
}

func oldVersion(d *moddiff.Difference) version {
	return version{d.Old, func(c moddiff.Cell) *smtlib.Term { return c.Old }, func(c moddiff.Cell) interp.Value { return c.OldValue }}
}

func newVersion(d *moddiff.Difference) version {
	return version{d.New, func(c moddiff.Cell) *smtlib.Term { return c.New }, func(c moddiff.Cell) interp.Value { return c.NewValue }}
}

// difference shows both results, symbolic on the left, replayed on the right, or
// below where that gets too wide.
func (t *page) difference(p *moddiff.PairResult, d *moddiff.Difference) {
	d = spoken(d)
	v, w := oldVersion(d), newVersion(d)
	oldSym, newSym := symbolic(p, d, v), symbolic(p, d, w)
	oldVal, newVal := concrete(p, d, v), concrete(p, d, w)
	width := max(len(oldSym), len(newSym), 20)
	eg := "e.g. " + witness(p, d)
	if len(p.Inputs) == 0 {
		eg = "always"
	}
	if oldSym == returns && newSym == returns { // in what they differ is known of the replay alone
		t.replayed(eg, oldVal, newVal)
		t.functions(p, d)
		return
	}
	if len("      old    ")+width+len(eg)+len("   old  ")+max(len(oldVal), len(newVal)) <= t.limit() {
		t.linef("      old  %-*s  %s   old  %s", width, oldSym, eg, oldVal)
		t.linef("      new  %-*s  %s   new  %s   replayed", width, newSym, strings.Repeat(" ", len(eg)), newVal)
	} else {
		t.wrapf(11, "      old  %s", oldSym)
		t.wrapf(11, "      new  %s", newSym)
		t.wrapf(11, "      %s", eg)
		t.wrapf(16, "           old  %s", oldVal)
		t.wrapf(16, "           new  %s   replayed", newVal)
	}
	t.functions(p, d)
}

// replayed shows what both versions gave for an input.
func (t *page) replayed(eg, oldVal, newVal string) {
	if len("      ")+len(eg)+len("   old  ")+max(len(oldVal), len(newVal)+len("   replayed")) <= t.limit() {
		t.linef("      %s   old  %s", eg, oldVal)
		t.linef("      %s   new  %s   replayed", strings.Repeat(" ", len(eg)), newVal)
		return
	}
	t.wrapf(11, "      %s", eg)
	t.wrapf(16, "           old  %s", oldVal)
	t.wrapf(16, "           new  %s   replayed", newVal)
}

// functions shows what the functions mean that the difference depends on.
func (t *page) functions(p *moddiff.PairResult, d *moddiff.Difference) {
	matters := relevant(p, d)
	shown, more := 0, 0
	for _, f := range d.Functions {
		switch {
		case !matters.functions[f.Name]:
		case shown == maxFunctions:
			more++
		default:
			shown++
			t.wrapf(13, "      where  %s = %s", cut(f.Head(), maxFunction), cut(smtlib.Infix(f.Body), maxFunction))
		}
	}
	if more > 0 {
		t.linef("      where  ... and %d more functions (--format json has them)", more)
	}
}

// symbolic lists the outputs that differ as terms over the inputs; of maps the
// cells that differ.
func symbolic(p *moddiff.PairResult, d *moddiff.Difference, v version) string {
	if v.End != ir.Normal {
		return outcome(v.End)
	}
	var parts []string
	more, open := 0, 0
	for i, out := range p.Outputs {
		if !differs(d, i) {
			continue
		}
		cells := cellsOf(d, i)
		for _, c := range cells {
			if c.Index != nil {
				parts = append(parts, equation(cmp.Or(c.Name, out.Name()+indices(c.Index, smtlib.Infix)), smtlib.Infix(v.term(c))))
			}
		}
		if len(cells) > 0 && cells[0].Index != nil {
			continue
		}
		term := v.Term(i)
		if term == nil { // that it ends is known, not with what
			open++
			continue
		}
		text := smtlib.Infix(term)
		if len(text) > maxTerm && sameValue(d, i) {
			more++
			continue
		}
		if p.Sourced && out.Sort().Kind == smtlib.ArrayKind && len(p.Outputs) > 1 {
			continue // memory: the cells of the witness say what differs
		}
		if out.Sort().Kind == smtlib.ArrayKind && len(text) > maxValue {
			text = "..." // the cells of the witness say more
		}
		parts = append(parts, equation(out.Name(), text))
	}
	if more > 0 {
		parts = append(parts, fmt.Sprintf("... (%d more may differ)", more))
	}
	if open > 0 && len(parts) > 0 {
		parts = append(parts, fmt.Sprintf("... (%d more depend on calls)", open))
	}
	return list(parts, returns)
}

// equation says what is in an output at the end, which may be what was there before.
func equation(output, term string) string {
	if output == term {
		return output + " unchanged"
	}
	return output + " = " + cut(term, maxTerm)
}

// differs reports whether an output may differ where both versions return, or is
// returned by one alone.
func differs(d *moddiff.Difference, i int) bool {
	if d.Old.End == ir.Normal && d.New.End == ir.Normal && slices.Contains(d.Same, i) {
		return false
	}
	return d.Old.End != ir.Normal || d.New.End != ir.Normal || d.Old.Term(i) == nil || d.Old.Term(i) != d.New.Term(i)
}

// sameValue reports whether both versions return one value for an output in the
// replay.
func sameValue(d *moddiff.Difference, i int) bool {
	return i < len(d.Old.Values) && i < len(d.New.Values) && d.Old.Values[i].String() == d.New.Values[i].String()
}

// cellsOf are the cells of one output in which it differs; those that are known
// as terms come first.
func cellsOf(d *moddiff.Difference, output int) []moddiff.Cell {
	var out []moddiff.Cell
	for _, c := range d.Cells {
		if c.Output == output {
			out = append(out, c)
		}
	}
	return out
}

func indices[T any](path []T, text func(T) string) string {
	var sb strings.Builder
	for _, i := range path {
		sb.WriteString("[" + text(i) + "]")
	}
	return sb.String()
}

// concrete lists the outputs that the replay gave and that differ.
func concrete(p *moddiff.PairResult, d *moddiff.Difference, v version) string {
	if v.End != ir.Normal {
		return outcome(v.End)
	}
	var parts []string
	for i, value := range v.Values {
		if sameValue(d, i) {
			continue
		}
		cells := cellsOf(d, i)
		for _, c := range cells {
			parts = append(parts, cmp.Or(c.Name, p.Outputs[i].Name()+indices(c.At, interp.Value.String))+" = "+shorten(v.value(c)))
		}
		if len(cells) == 0 {
			parts = append(parts, p.Outputs[i].Name()+" = "+shorten(value))
		}
	}
	return list(parts, returns)
}

func list(parts []string, none string) string {
	if len(parts) == 0 {
		return none
	}
	return strings.Join(parts, ", ")
}

func outcome(e ir.Outcome) string {
	switch e {
	case ir.Fails:
		return "fails an assertion"
	case ir.Blocked:
		return "is blocked by an assumption"
	}
	return e.String()
}

func ends(d *moddiff.Difference) string {
	word := func(b moddiff.Behaviour) string {
		if b.End == ir.Normal {
			return "returns"
		}
		return outcome(b.End)
	}
	return "old " + word(d.Old) + ", new " + word(d.New)
}

// relevance is what a difference depends on.
type relevance struct {
	inputs    map[*smtlib.Term]bool
	functions map[string]bool
}

// relevant are the inputs and functions in the condition of a difference and in
// what the versions return there: whatever the others are, the versions differ
// in the same way.
func relevant(p *moddiff.PairResult, d *moddiff.Difference) relevance {
	r := relevance{inputs: map[*smtlib.Term]bool{}, functions: map[string]bool{}}
	smtlib.VisitAll(mattering(p, d), func(t *smtlib.Term) {
		switch t.Op() {
		case smtlib.OpVar:
			r.inputs[t] = true
			for _, v := range p.Mentions[t] {
				r.inputs[v] = true
			}
		case smtlib.OpApp:
			r.functions[t.Func().Name] = true
		}
	})
	return r
}

// mattering are the condition of a difference and what the versions return there.
func mattering(p *moddiff.PairResult, d *moddiff.Difference) []*smtlib.Term {
	ts := []*smtlib.Term{d.Condition}
	for i := range p.Outputs {
		cells := cellsOf(d, i)
		if slices.Contains(d.Same, i) {
			continue
		}
		if len(cells) > 0 && cells[len(cells)-1].Index != nil { // all are known as terms
			for _, c := range cells {
				ts = append(append(ts, c.Old, c.New), c.Index...)
			}
			continue
		}
		for _, b := range []moddiff.Behaviour{d.Old, d.New} {
			switch t := b.Term(i); {
			case t != nil && differs(d, i):
				ts = append(ts, t)
			case t == nil && b.End == ir.Normal: // it may depend on all of them
				ts = append(ts, p.Inputs...)
			}
		}
	}
	return ts
}

// witness lists the values of the inputs that matter.
func witness(p *moddiff.PairResult, d *moddiff.Difference) string {
	d = spoken(d)
	matters := relevant(p, d)
	var parts []string
	for i, v := range p.Inputs {
		if matters.inputs[v] && d.Witness[i].Sort() != nil {
			parts = append(parts, v.Name()+" = "+given(p, d, i))
		}
	}
	switch more := len(p.Inputs) - len(parts); {
	case p.Sourced && len(parts) > 0: // what does not matter are not all of the source's
	case len(parts) == 0:
		return "any input"
	case more == 1:
		return strings.Join(parts, ", ") + " (1 input does not matter)"
	case more > 1:
		return strings.Join(parts, ", ") + fmt.Sprintf(" (%d inputs do not matter)", more)
	}
	return strings.Join(parts, ", ")
}
