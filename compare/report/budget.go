package report

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"semdiff/smtlib"
)

// maxAnswer is how many bytes of JSON, without white space, an answer may take: with it, under a
// megabyte.
const maxAnswer = 700_000

// limit makes an answer smaller, step by step, until it takes no more than so many bytes:
// traces are cut first, then what versions return, then differences are left out of which
// others are shown, then conditions. Procedure.Cut and Difference.Cut say what. A set that
// is too long becomes smaller, down to the witnesses of its differences, and what is unknown
// becomes everything: they still cover all inputs, and hold only what is shown.
func (a *Answer) limit(most int) {
	for _, step := range []func(*Procedure){
		func(p *Procedure) { p.cutTraces(100) },
		func(p *Procedure) { p.cutTerms(4_000) },
		func(p *Procedure) { p.cutSets(40_000) },
		func(p *Procedure) { p.cutDifferences(20) },
		func(p *Procedure) { p.cutTraces(10) },
		func(p *Procedure) { p.cutTerms(400) },
		func(p *Procedure) { p.cutSets(4_000) },
		func(p *Procedure) { p.cutDifferences(4) },
		func(p *Procedure) { p.cutTraces(0) },
		func(p *Procedure) { p.cutSets(400) },
	} {
		if text, err := json.Marshal(a); err != nil || len(text) <= most {
			return
		}
		for i := range a.Procedures {
			step(&a.Procedures[i])
		}
	}
}

// note adds to what was cut.
func note(list *[]string, what string) {
	if !slices.Contains(*list, what) {
		*list = append(*list, what)
	}
}

func (p *Procedure) cutTraces(steps int) {
	for i := range p.Differences {
		d := &p.Differences[i]
		for _, t := range []*[]Step{&d.TraceOld, &d.TraceNew} {
			if len(*t) <= steps {
				continue
			}
			if *t = slices.Clone((*t)[:steps]); steps > 0 {
				(*t)[steps-1].Cut = true
			}
			note(&d.Cut, "traces")
		}
	}
}

func (p *Procedure) cutTerms(most int) {
	for i := range p.Differences {
		d := &p.Differences[i]
		for _, name := range slices.Sorted(maps.Keys(d.Terms)) {
			if t := d.Terms[name]; len(t.Old.text)+len(t.New.text) > most {
				delete(d.Terms, name)
				delete(d.Text.Terms, name)
				note(&d.Cut, "terms")
			}
		}
		d.Cells = slices.DeleteFunc(d.Cells, func(c Cell) bool {
			if len(c.Old.text)+len(c.New.text) <= most {
				return false
			}
			note(&d.Cut, "cells")
			return true
		})
		if len(d.Text.Cells) > len(d.Cells) {
			d.Text.Cells = nil
		}
	}
}

func (p *Procedure) cutDifferences(most int) {
	if more := len(p.Differences) - most; more > 0 {
		p.MoreDifferences += more
		p.Differences = p.Differences[:most]
	}
}

func (p *Procedure) cutSets(most int) {
	for i := range p.Differences {
		d := &p.Differences[i]
		if len(d.Condition.text) > most {
			d.Condition = Term{text: d.witnessed()}
			d.Text.Condition = ""
			note(&d.Cut, "condition")
		}
	}
	// The sets without Unknown have to stay shown; what they lose is unknown then.
	for _, set := range []struct {
		name string
		term *Term
		of   func(d *Difference) bool
		text *string
	}{
		{"changed", &p.Changed, func(d *Difference) bool { return d.Kind != "termination" }, p.textOf(func(t *ProcedureText) *string { return &t.Changed })},
		{"termination_changed", &p.TerminationChanged, func(d *Difference) bool { return d.Kind == "termination" }, p.textOf(func(t *ProcedureText) *string { return &t.TerminationChanged })},
		{"blocked_changed", &p.BlockedChanged, func(d *Difference) bool { return d.Kind == "blocked" }, new(string)},
		{"unchanged", &p.Unchanged, func(*Difference) bool { return false }, p.textOf(func(t *ProcedureText) *string { return &t.Unchanged })},
	} {
		if len(set.term.text) <= most {
			continue
		}
		var cases []string
		for i := range p.Differences {
			if d := &p.Differences[i]; set.of(d) && len(d.Condition.text) <= most {
				cases = append(cases, d.Condition.text)
			}
		}
		*set.term = Term{text: joined("or", "false", cases)}
		*set.text = ""
		note(&p.Cut, set.name)
	}
	if len(p.Cut) > 0 || len(p.Unknown.text) > most {
		p.Unknown = Term{text: "true"}
		*p.textOf(func(t *ProcedureText) *string { return &t.Unknown }) = "true"
		note(&p.Cut, "unknown")
	}
}

// textOf is a field of the texts of the sets.
func (p *Procedure) textOf(field func(*ProcedureText) *string) *string {
	if p.Text == nil {
		return new(string)
	}
	return field(p.Text)
}

// witnessed is a condition that the witness alone satisfies; where it fixes functions
// beside the inputs there is none but false.
func (d *Difference) witnessed() string {
	if len(d.Functions) > 0 {
		return "false"
	}
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(d.Witness)) {
		parts = append(parts, "(= "+smtlib.QuoteSymbol(name)+" "+d.Witness[name].text+")")
	}
	return joined("and", "true", parts)
}

func joined(op, none string, parts []string) string {
	switch len(parts) {
	case 0:
		return none
	case 1:
		return parts[0]
	}
	return "(" + op + " " + strings.Join(parts, " ") + ")"
}
