package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"semdiff/moddiff"
)

// WriteText writes the answer for people: of each pair when the versions may differ,
// what each returns then, and what always relates them; loops where loops is set.
func (a *Delta) WriteText(w io.Writer, loops bool) error {
	t := &page{}
	verdict := a.Verdict
	if verdict != moddiff.PartiallyEquivalent.String() {
		verdict = strings.ToUpper(verdict)
	}
	t.linef("%s -> %s, entry %s: %s", a.Old, a.New, strings.Join(a.Entry, ", "), verdict)
	for i := range a.Procedures {
		t.linef("")
		a.Procedures[i].write(t, loops)
	}
	t.linef("")
	t.linef("%s, %s. %d queries, %.2f s.", count(a.Stats.Procedures, "procedure", "procedures"), count(a.Stats.States, "state", "states"), a.Stats.Queries, a.Stats.TimeMS/1000)
	if !a.Complete {
		t.wrapf(2, "Time or another bound was used up: more may seem to differ than does.")
	}
	for _, note := range a.Notes {
		t.wrapf(2, "%s", note)
	}
	return t.writeTo(w)
}

func (p *DeltaProcedure) write(t *page, loops bool) {
	name := p.Name
	if p.New.Name != p.Name {
		name += " -> " + p.New.Name
	}
	t.linef("%s   %s:%d  %s:%d   %s", name, p.Old.File, p.Old.Line, p.New.File, p.New.Line, p.Status)
	for _, s := range p.States {
		head := "else"
		if s.Differs {
			head = "may differ when"
			if s.Certain {
				head = "differs when"
			}
		}
		if requires := conjunction(s.Requires); s.Differs || requires != "true" {
			t.wrapf(22, "  %-16s  %s", head, requires)
		} else {
			t.linef("  %s", head)
		}
		s.write(t)
	}
	for _, d := range p.Differences {
		t.wrapf(22, "  %-16s  %s: old %s, new %s", "e.g.", assignments(d.Witness), d.Old.text(), d.New.text())
	}
	for i := range p.Points {
		p.Points[i].write(t)
	}
	if loops {
		for i := range p.Loops {
			p.Loops[i].write(t)
		}
	}
	for _, why := range p.Why {
		t.wrapf(22, "  %-16s  %s", "unknown", why)
	}
}

func (s *DeltaState) write(t *page) {
	if s.OldEnds != s.NewEnds || s.OldEnds != "" && s.OldEnds != "normal" {
		t.linef("      %-14s  old %s, new %s", "ends", s.OldEnds, s.NewEnds)
	}
	for _, side := range []struct {
		name string
		list []Term
	}{{"old", s.OldSide}, {"new", s.NewSide}, {"always related", s.Related}} {
		if len(side.list) > 0 {
			t.wrapf(22, "      %-14s  %s", side.name, conjunction(side.list))
		}
	}
}

func (d *DeltaPoint) write(t *page) {
	head := d.What
	if d.In != "" {
		head += " in " + d.In
	}
	if d.Visit > 1 {
		head += fmt.Sprintf(", visit %d", d.Visit)
	}
	if d.Loop != nil {
		head += fmt.Sprintf(", in a step of the loops %s:%d and %s:%d", d.Loop[0].File, d.Loop[0].Line, d.Loop[1].File, d.Loop[1].Line)
	}
	t.linef("  at %s", head)
	for _, s := range d.States {
		what := "may differ when"
		if s.Only != "" {
			what = "only " + s.Only + " when"
		}
		t.wrapf(22, "    %-16s  %s", what, conjunction(s.Requires))
		(&DeltaState{OldSide: s.OldSide, NewSide: s.NewSide, Related: s.Related}).write(t)
	}
}

func (l *DeltaLoop) write(t *page) {
	steps := "step by step"
	if l.Steps != [2]int{1, 1} {
		steps = fmt.Sprintf("%d old and %d new iterations a step", l.Steps[0], l.Steps[1])
	}
	if l.Before != [2]int{} {
		steps += fmt.Sprintf(", after %d and %d", l.Before[0], l.Before[1])
	}
	if !l.Proven {
		steps += ", not proven"
	}
	t.linef("  loops %s:%d and %s:%d, %s", l.Old.File, l.Old.Line, l.New.File, l.New.Line, steps)
	for i, head := range l.Heads {
		t.wrapf(22, "      %-14s  %s", [...]string{"before a step", "or"}[min(i, 1)], conjunction(head))
	}
	for i, exit := range l.Exits {
		t.wrapf(22, "      %-14s  %s", [...]string{"in the end", "or"}[min(i, 1)], conjunction(exit))
	}
}

// conjunction is a conjunction in Boogie's syntax.
func conjunction(list []Term) string {
	if len(list) == 0 {
		return "true"
	}
	parts := make([]string, len(list))
	for i, x := range list {
		parts[i] = x.Infix()
		if strings.Contains(parts[i], " || ") && len(list) > 1 {
			parts[i] = "(" + parts[i] + ")"
		}
	}
	return strings.Join(parts, " && ")
}

// assignments are values by name.
func assignments(values map[string]Value) string {
	var parts []string
	for name, v := range values {
		parts = append(parts, name+" = "+v.String())
	}
	slices.Sort(parts)
	return strings.Join(parts, ", ")
}

func (r Run) text() string {
	if r.Outcome != "normal" {
		return r.Outcome
	}
	return assignments(r.Values)
}
