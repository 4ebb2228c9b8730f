package report

import (
	"fmt"
	"io"
	"strings"

	"semdiff/moddiff"
)

// WriteText writes the answer for people: of each pair when the versions may differ,
// what each returns then, and what always relates them; loops where loops is set.
func (a *Delta) WriteText(w io.Writer, loops bool) error { return a.shown.writeText(w, loops) }

func (a *Delta) writeText(w io.Writer, loops bool) error {
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
	t.linef("%s", a.totals())
	if !a.Complete {
		t.wrapf(2, "%s", deltaIncomplete)
	}
	for _, note := range a.Notes {
		t.wrapf(2, "%s", note)
	}
	return t.writeTo(w)
}

const deltaIncomplete = "Time or another bound was used up: more may seem to differ than does."

func (a *Delta) totals() string {
	return fmt.Sprintf("%s, %s. %s%d queries, %.2f s.", count(a.Stats.Procedures, "procedure", "procedures"), count(a.Stats.States, "state", "states"), a.folds, a.Stats.Queries, a.Stats.TimeMS/1000)
}

func (p *DeltaProcedure) title() string {
	if p.New.Name != p.Name {
		return p.Name + " -> " + p.New.Name
	}
	return p.Name
}

func (p *DeltaProcedure) place() string {
	return fmt.Sprintf("%s:%d  %s:%d", p.Old.File, p.Old.Line, p.New.File, p.New.Line)
}

func (p *DeltaProcedure) write(t *page, loops bool) {
	t.linef("%s   %s   %s", p.title(), p.place(), p.Status)
	for i := range p.States {
		s := &p.States[i]
		if requires := conjunction(s.Requires); s.Differs || requires != "true" {
			t.wrapf(22, "  %-16s  %s", s.head(), requires)
		} else {
			t.linef("  %s", s.head())
		}
		t.rows(s.rows())
	}
	for _, text := range p.examples {
		t.wrapf(22, "  %-16s  %s", "e.g.", text)
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

// rows are lines below a condition.
func (t *page) rows(list []listedRow) {
	for _, r := range list {
		t.wrapf(22, "      %-14s  %s", r.Head, r.Says)
	}
}

func (s *DeltaState) head() string {
	switch {
	case s.Certain:
		return "differs when"
	case s.Differs:
		return "may differ when"
	}
	return "else"
}

func (s *DeltaState) rows() (rows []listedRow) {
	if s.OldEnds != s.NewEnds || s.OldEnds != "" && s.OldEnds != "normal" {
		rows = append(rows, listedRow{"ends", fmt.Sprintf("old %s, new %s", s.OldEnds, s.NewEnds)})
	}
	for _, side := range []struct {
		name string
		list []Term
	}{{"old", s.OldSide}, {"new", s.NewSide}, {"always related", s.Related}} {
		if len(side.list) > 0 {
			rows = append(rows, listedRow{side.name, conjunction(side.list)})
		}
	}
	return rows
}

func (s *DeltaPointState) head() string {
	if s.Only != "" {
		return "only " + s.Only + " when"
	}
	return "may differ when"
}

func (s *DeltaPointState) rows() []listedRow {
	return (&DeltaState{OldSide: s.OldSide, NewSide: s.NewSide, Related: s.Related}).rows()
}

func (d *DeltaPoint) title() string {
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
	return head
}

func (d *DeltaPoint) write(t *page) {
	t.linef("  at %s", d.title())
	for i := range d.States {
		t.wrapf(22, "    %-16s  %s", d.States[i].head(), conjunction(d.States[i].Requires))
		t.rows(d.States[i].rows())
	}
}

func (l *DeltaLoop) title() string {
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
	return fmt.Sprintf("loops %s:%d and %s:%d, %s", l.Old.File, l.Old.Line, l.New.File, l.New.Line, steps)
}

func (l *DeltaLoop) rows() (rows []listedRow) {
	for i, head := range l.Heads {
		rows = append(rows, listedRow{[...]string{"before a step", "or"}[min(i, 1)], conjunction(head)})
	}
	for i, exit := range l.Exits {
		rows = append(rows, listedRow{[...]string{"in the end", "or"}[min(i, 1)], conjunction(exit)})
	}
	return rows
}

func (l *DeltaLoop) write(t *page) {
	t.linef("  %s", l.title())
	t.rows(l.rows())
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

// source is what is said of a pair, for JSON.
func (p *DeltaProcedure) source() *SourceDelta {
	t := &page{}
	p.write(t, true)
	var out strings.Builder
	_ = t.writeTo(&out) // to memory
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	return &SourceDelta{
		Name: p.title(), OldPlace: fmt.Sprintf("%s:%d", p.Old.File, p.Old.Line), NewPlace: fmt.Sprintf("%s:%d", p.New.File, p.New.Line),
		Says: lines[1:], // the first is the title
	}
}
