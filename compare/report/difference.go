package report

import (
	"strings"

	"semdiff/compare/trace"
	"semdiff/internal/source"
	"semdiff/moddiff"
	"semdiff/smtlib"
	"semdiff/translate/interp"
)

// Difference is a condition under which the versions differ, with an input on
// which both were run and did.
type Difference struct {
	Condition Term             `json:"condition"`
	Said      Term             `json:"said,omitzero"` // a case of a long condition, that the witness is in, as people would say it
	Kind      string           `json:"kind"`          // changed, termination, blocked (an assumption blocks one version)
	Old       Run              `json:"old"`
	New       Run              `json:"new"`
	Terms     map[string]Terms `json:"terms"` // of the outputs that may differ
	Cells     []Cell           `json:"cells,omitempty"`
	Witness   map[string]Value `json:"witness"` // the inputs
	// Functions are definitions, as "name(parameters) = SMT-LIB term", of what the
	// witness fixes beside the inputs.
	Functions []string          `json:"functions,omitempty"`
	Source    *SourceDifference `json:"source,omitempty"`
	Cut       []string          `json:"cut,omitempty"` // what was too long: traces, terms, cells, condition
	Replayed  bool              `json:"replayed"`
	// Text is the same in Boogie's syntax, over the program's own names.
	Text     *DifferenceText `json:"text"`
	File     string          `json:"file,omitempty"` // where the new version's run first does another thing than the old one's
	Line     int             `json:"line,omitempty"`
	OldFile  string          `json:"old_file,omitempty"`
	OldLine  int             `json:"old_line,omitempty"`
	TraceOld []Step          `json:"trace_old"`
	TraceNew []Step          `json:"trace_new"`
}

// Run is what one version did on the witness.
type Run struct {
	Outcome string           `json:"outcome"` // normal, fails, blocked, does not end
	Values  map[string]Value `json:"values"`  // of the outputs, where it is normal
}

// Terms are what both versions return for an output.
type Terms struct {
	Old Term `json:"old"`
	New Term `json:"new"`
}

// Cell is an element in which a map differs: as terms where it does so under
// the whole condition, and in the witness.
type Cell struct {
	Output string `json:"output"`
	Element[Term]
	Witness Element[Value] `json:"witness"`
}

// Element is an element of a map, and what both versions have there. Inner are
// further indices, of maps of maps.
type Element[T any] struct {
	Index T   `json:"index,omitzero"`
	Inner []T `json:"inner,omitempty"`
	Old   T   `json:"old,omitzero"`
	New   T   `json:"new,omitzero"`
}

// Step is a line that a run passed, and the values there.
type Step struct {
	File      string           `json:"file"`
	Line      int              `json:"line"`
	Procedure string           `json:"procedure"`
	Skipped   int              `json:"skipped_iterations,omitempty"`
	Cut       bool             `json:"cut,omitempty"` // what follows is left out
	Values    map[string]Value `json:"values"`
}

func differenceOf(r *moddiff.Result, text *trace.Sources, n *smtlib.Names, p *moddiff.PairResult, d *moddiff.Difference) Difference {
	c := r.Ctx
	oldLines, newLines := trace.Lines(d.Old.Trace, r.Old), trace.Lines(d.New.Trace, r.New)
	out := Difference{
		Condition: termOf(n, d.Condition), Said: saidOf(n, d), Kind: "changed", Old: runOf(c, n, p, d.Old), New: runOf(c, n, p, d.New),
		Terms: map[string]Terms{}, Witness: witnessOf(c, n, p, d), Functions: functionsOf(n, d), Replayed: true,
		TraceOld: stepsOf(c, oldLines), TraceNew: stepsOf(c, newLines),
	}
	switch {
	case d.Termination:
		out.Kind = "termination"
	case d.Blocked():
		out.Kind = "blocked"
	}
	for i, v := range p.Outputs {
		t := Terms{termOf(n, d.Old.Term(i)), termOf(n, d.New.Term(i))}
		if t.Old.text != t.New.text && differs(d, i) {
			out.Terms[n.Name(v)] = t
		}
	}
	for _, cell := range d.Cells {
		out.Cells = append(out.Cells, cellOf(c, n, p, cell))
	}
	out.Text = out.notation()
	old, new := trace.Parting(oldLines, newLines, text)
	out.OldFile, out.OldLine = placeOf(old, p.Places[0])
	out.File, out.Line = placeOf(new, p.Places[1])
	return out
}

// saidOf is the condition of the case that is said of a difference, if there is one.
func saidOf(n *smtlib.Names, d *moddiff.Difference) Term {
	if d.Case == nil {
		return Term{}
	}
	return termOf(n, d.Case.Condition)
}

// placeOf is the place of a line, or else that of the procedure.
func placeOf(l *trace.Line, procedure source.Pos) (file string, line int) {
	if l == nil {
		return procedure.File, procedure.Line
	}
	return l.File, l.Number
}

// textsOf are the sources that the runs of a result pass.
func textsOf(r *moddiff.Result) *trace.Sources {
	var named [2][]string
	seen := [2]map[string]bool{{}, {}}
	for _, p := range r.Pairs {
		if p.Summary == nil {
			continue
		}
		for _, d := range p.Summary.Differences {
			for v, steps := range [][]interp.Step{d.Old.Trace, d.New.Trace} {
				for _, s := range steps {
					if !seen[v][s.Pos.File] {
						seen[v][s.Pos.File] = true
						named[v] = append(named[v], s.Pos.File)
					}
				}
			}
		}
	}
	return trace.NewSources([2]string{r.Old, r.New}, named, trace.Find(r.Text))
}

func runOf(c *smtlib.Context, n *smtlib.Names, p *moddiff.PairResult, b moddiff.Behaviour) Run {
	out := Run{Outcome: b.End.String(), Values: map[string]Value{}}
	for i, v := range b.Values {
		out.Values[n.Name(p.Outputs[i])] = valueOf(c, v)
	}
	return out
}

func witnessOf(c *smtlib.Context, n *smtlib.Names, p *moddiff.PairResult, d *moddiff.Difference) map[string]Value {
	out := map[string]Value{}
	for i, v := range p.Inputs {
		out[n.Name(v)] = valueOf(c, d.Witness[i])
	}
	return out
}

func cellOf(c *smtlib.Context, n *smtlib.Names, p *moddiff.PairResult, cell moddiff.Cell) Cell {
	out := Cell{Output: n.Name(p.Outputs[cell.Output])}
	if cell.Index != nil {
		out.Old, out.New = termOf(n, cell.Old), termOf(n, cell.New)
		out.indices(len(cell.Index), func(i int) Term { return termOf(n, cell.Index[i]) })
	}
	out.Witness.Old, out.Witness.New = valueOf(c, cell.OldValue), valueOf(c, cell.NewValue)
	out.Witness.indices(len(cell.At), func(i int) Value { return valueOf(c, cell.At[i]) })
	return out
}

func (e *Element[T]) indices(n int, at func(int) T) {
	e.Index = at(0)
	for i := 1; i < n; i++ {
		e.Inner = append(e.Inner, at(i))
	}
}

func stepsOf(c *smtlib.Context, lines []trace.Line) []Step {
	out := make([]Step, len(lines))
	for i, l := range lines {
		out[i] = Step{File: l.File, Line: l.Number, Procedure: l.Proc, Skipped: l.Skipped, Cut: l.Cut, Values: map[string]Value{}}
		for _, v := range l.Values {
			out[i].Values[v.Name] = valueOf(c, v.Value)
		}
	}
	return out
}

// functionsOf writes definitions as head = SMT-LIB term.
func functionsOf(n *smtlib.Names, d *moddiff.Difference) []string {
	symbols := map[string]string{}
	for _, f := range smtlib.Collect(d.Condition).Funcs {
		symbols[f.Name] = n.Func(f)
	}
	var out []string
	for _, f := range d.Functions {
		head := f.Head()
		if s := symbols[f.Name]; s != "" && s != smtlib.QuoteSymbol(f.Name) { // another one has the name
			head = s + strings.TrimPrefix(head, f.Name)
		}
		out = append(out, head+" = "+f.Body.String())
	}
	return out
}
