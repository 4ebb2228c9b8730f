package report

// ProcedureText has the sets of a pair in Boogie's syntax, over the program's own names.
type ProcedureText struct {
	Changed            string `json:"changed"`
	Unchanged          string `json:"unchanged"`
	TerminationChanged string `json:"termination_changed"`
	Unknown            string `json:"unknown"`
}

func (p *Procedure) notation() *ProcedureText {
	return &ProcedureText{p.Changed.Infix(), p.Unchanged.Infix(), p.TerminationChanged.Infix(), p.Unknown.Infix()}
}

// DifferenceText has the condition, terms and values of a difference in Boogie's syntax.
type DifferenceText struct {
	Condition string               `json:"condition"`
	Said      string               `json:"said,omitempty"`
	Witness   map[string]string    `json:"witness"`
	Old       map[string]string    `json:"old"` // values of outputs
	New       map[string]string    `json:"new"`
	Terms     map[string]TermsText `json:"terms"`
	Cells     []CellText           `json:"cells,omitempty"`
}

// TermsText is Terms in Boogie's syntax.
type TermsText struct {
	Old string `json:"old"`
	New string `json:"new"`
}

// CellText is Cell in Boogie's syntax.
type CellText struct {
	Output string `json:"output"`
	Element[string]
	Witness Element[string] `json:"witness"`
}

func (d *Difference) notation() *DifferenceText {
	out := &DifferenceText{
		Condition: d.Condition.Infix(), Said: d.Said.Infix(), Witness: valueTexts(d.Witness), Old: valueTexts(d.Old.Values), New: valueTexts(d.New.Values),
		Terms: map[string]TermsText{},
	}
	for name, t := range d.Terms {
		out.Terms[name] = TermsText{t.Old.Infix(), t.New.Infix()}
	}
	for _, c := range d.Cells {
		out.Cells = append(out.Cells, CellText{c.Output, elementText(c.Element, Term.Infix), elementText(c.Witness, Value.String)})
	}
	return out
}

func valueTexts(values map[string]Value) map[string]string {
	out := map[string]string{}
	for name, v := range values {
		out[name] = v.String()
	}
	return out
}

func elementText[T any](e Element[T], text func(T) string) Element[string] {
	out := Element[string]{Index: text(e.Index), Old: text(e.Old), New: text(e.New)}
	for _, i := range e.Inner {
		out.Inner = append(out.Inner, text(i))
	}
	return out
}
