package main

import (
	"encoding/json"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"semdiff/compare/engine"
	"semdiff/compare/trace"
	"semdiff/moddiff"
	"semdiff/smtlib"
	"semdiff/translate/interp"
)

// The JSON answer, schema semdiff/1: fields may be added, never renamed.
type jsonResult struct {
	Schema   string   `json:"schema"`
	Old      string   `json:"old"`
	New      string   `json:"new"`
	Entry    []string `json:"entry"`
	Engine   string   `json:"engine"`
	Verdict  string   `json:"verdict"`
	Complete bool     `json:"complete"`
	// InterfaceDiffers is set when Interface counts anything.
	InterfaceDiffers bool          `json:"interface_differs"`
	Interface        jsonInterface `json:"interface"`
	Procedures       []jsonPair    `json:"procedures"`
	Notes            []string      `json:"notes"`
	Stats            jsonStats     `json:"stats"`
}

// jsonInterface counts procedures that one version has alone, and those whose
// parameters or results differ in number or type.
type jsonInterface struct {
	Added            int `json:"added"`
	Removed          int `json:"removed"`
	SignatureChanged int `json:"signature_changed"`
}

// jsonSignatures are declared signatures as Boogie writes them.
type jsonSignatures struct {
	Old string `json:"old,omitempty"`
	New string `json:"new,omitempty"`
}

type jsonPair struct {
	Name               string           `json:"name"`
	Kind               string           `json:"kind"`
	Old                string           `json:"old"`
	New                string           `json:"new"`
	Status             string           `json:"status"`
	Modified           bool             `json:"modified"`
	SignatureChanged   bool             `json:"signature_changed"`
	Signatures         *jsonSignatures  `json:"signatures,omitempty"` // of what changed, was added or removed
	Interface          []string         `json:"interface,omitempty"`
	Inputs             []jsonVar        `json:"inputs"`
	Outputs            []jsonVar        `json:"outputs"`
	Changed            string           `json:"changed,omitempty"`
	Unchanged          string           `json:"unchanged,omitempty"`
	TerminationChanged string           `json:"termination_changed,omitempty"`
	Unknown            string           `json:"unknown,omitempty"`
	Reason             *jsonReason      `json:"reason,omitempty"`  // of what is unknown, the most telling
	Reasons            []jsonReason     `json:"reasons,omitempty"` // where there are several
	Differences        []jsonDifference `json:"differences"`
	Paths              *jsonPaths       `json:"paths,omitempty"`
	Refinements        int              `json:"refinements"`
	Queries            int              `json:"queries"`
	ByBounds           int              `json:"refuted_by_bounds"` // of queries
	TimeMS             float64          `json:"time_ms"`
}

type jsonVar struct {
	Name string `json:"name"` // as conditions have it, without bars
	Sort string `json:"sort"`

	Declared string `json:"declared,omitempty"` // the program's, where that is another
}

type jsonPaths struct {
	Old int `json:"old"`
	New int `json:"new"`
}

type jsonDifference struct {
	Condition string              `json:"condition"`
	Old       jsonOutcome         `json:"old"`
	New       jsonOutcome         `json:"new"`
	Terms     map[string]jsonTerm `json:"terms"`
	Cells     []jsonCell          `json:"cells,omitempty"`
	Witness   map[string]string   `json:"witness"`
	Functions []string            `json:"functions,omitempty"`
	Replayed  bool                `json:"replayed"`
	TraceOld  []jsonStep          `json:"trace_old"`
	TraceNew  []jsonStep          `json:"trace_new"`
}

// jsonCell is an element in which a map differs: as terms where it does so under
// the whole condition, and in the witness. Inner are further indices, of maps of
// maps.
type jsonCell struct {
	Output string `json:"output"`
	jsonElement
	Witness jsonElement `json:"witness"`
}

type jsonElement struct {
	Index string   `json:"index,omitempty"`
	Inner []string `json:"inner,omitempty"`
	Old   string   `json:"old,omitempty"`
	New   string   `json:"new,omitempty"`
}

type jsonStep struct {
	File      string            `json:"file"`
	Line      int               `json:"line"`
	Procedure string            `json:"procedure"`
	Skipped   int               `json:"skipped_iterations,omitempty"`
	Cut       bool              `json:"cut,omitempty"`
	Values    map[string]string `json:"values"`
}

type jsonOutcome struct {
	Outcome string            `json:"outcome"`
	Values  map[string]string `json:"values"`
}

type jsonTerm struct {
	Old string `json:"old"`
	New string `json:"new"`
}

type jsonStats struct {
	Procedures int     `json:"procedures"`
	Analysed   int     `json:"analysed"`
	Skipped    int     `json:"skipped"`
	Queries    int     `json:"queries"`
	Undecided  int     `json:"undecided_queries"`
	ByBounds   int     `json:"refuted_by_bounds"` // of queries
	SolverMS   float64 `json:"solver_ms"`
	// Cache is set when some of the answers came from the cache: queries counts theirs too.
	Cache  *jsonCache `json:"cache,omitempty"`
	TimeMS float64    `json:"time_ms"`
}

type jsonCache struct {
	Pairs   int `json:"pairs"`
	Queries int `json:"queries"`
}

func writeJSON(w io.Writer, o *engine.Outcome) error {
	r := o.Result
	out := jsonResult{
		Schema: "semdiff/1", Old: r.Old, New: r.New, Entry: r.Entry, Engine: o.Engine, Verdict: r.Verdict.String(),
		Complete: r.Complete, Notes: r.Notes, Procedures: []jsonPair{},
		InterfaceDiffers: r.Interface.Differs(),
		Interface:        jsonInterface{r.Interface.Added, r.Interface.Removed, r.Interface.Changed},
		Stats: jsonStats{
			Procedures: r.Stats.Procedures, Analysed: r.Stats.Analysed, Skipped: r.Stats.Procedures - r.Stats.Analysed,
			Queries: r.Stats.Queries, Undecided: r.Stats.Unknown, ByBounds: r.Stats.ByBounds, SolverMS: ms(r.Stats.SolverTime), TimeMS: ms(r.Stats.Time),
		},
	}
	if r.Stats.Reused > 0 {
		out.Stats.Cache = &jsonCache{Pairs: r.Stats.Reused, Queries: r.Stats.ReusedQueries}
	}
	if out.Notes == nil {
		out.Notes = []string{}
	}
	for _, p := range r.Pairs {
		out.Procedures = append(out.Procedures, pairJSON(r, p))
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(out)
}

func ms(d time.Duration) float64 { return math.Round(d.Seconds()*1e5) / 100 }

// pairNames gives the inputs and outputs of a pair, and the functions in what is
// said of it, names that are the same in all of that.
func pairNames(p *moddiff.PairResult) *smtlib.Names {
	n := smtlib.NewNames()
	for _, v := range slices.Concat(p.Inputs, p.Outputs) {
		n.Var(v)
	}
	if d := p.Summary; d != nil {
		for _, t := range []*smtlib.Term{d.Changed, d.Unchanged, d.TerminationChanged, d.Unknown} {
			n.Term(t)
		}
	}
	return n
}

func pairJSON(r *moddiff.Result, p *moddiff.PairResult) jsonPair {
	c, n := r.Ctx, pairNames(p)
	j := jsonPair{
		Name: p.Name, Kind: p.Kind, Old: p.Old, New: p.New, Status: string(p.Status), Modified: p.Modified,
		SignatureChanged: p.SignatureChanged(), Interface: p.Interface,
		Inputs: varsJSON(n, p.Inputs), Outputs: varsJSON(n, p.Outputs), Differences: []jsonDifference{},
	}
	if p.Signatures != [2]string{} {
		j.Signatures = &jsonSignatures{Old: p.Signatures[0], New: p.Signatures[1]}
	}
	j.Reason, j.Reasons = reasonsJSON(p)
	d := p.Summary
	if d == nil {
		if p.Status == moddiff.StatusUnchanged {
			j.Changed, j.Unchanged, j.TerminationChanged, j.Unknown = "false", "true", "false", "false"
			j.Paths = &jsonPaths{}
		}
		return j
	}
	j.Changed, j.Unchanged = n.Term(d.Changed), n.Term(d.Unchanged)
	j.TerminationChanged, j.Unknown = n.Term(d.TerminationChanged), n.Term(d.Unknown)
	j.Paths = &jsonPaths{Old: d.Paths[0], New: d.Paths[1]}
	j.Refinements, j.Queries, j.ByBounds, j.TimeMS = d.Refinements, d.Queries, d.ByBounds, ms(d.Time)
	for _, diff := range d.Differences {
		jd := jsonDifference{
			Condition: n.Term(diff.Condition), Old: outcomeJSON(c, n, p, diff.Old), New: outcomeJSON(c, n, p, diff.New),
			Terms: map[string]jsonTerm{}, Witness: map[string]string{}, Functions: functionsJSON(n, diff), Replayed: true,
			TraceOld: traceJSON(c, diff.Old.Trace, r.Old), TraceNew: traceJSON(c, diff.New.Trace, r.New),
		}
		for i, v := range p.Outputs {
			var t jsonTerm
			if old := diff.Old.Term(i); old != nil {
				t.Old = n.Term(old)
			}
			if new := diff.New.Term(i); new != nil {
				t.New = n.Term(new)
			}
			if t.Old != t.New {
				jd.Terms[n.Name(v)] = t
			}
		}
		jd.Cells = cellsJSON(c, n, p, diff.Cells)
		for i, v := range p.Inputs {
			jd.Witness[n.Name(v)] = valueJSON(c, diff.Witness[i])
		}
		j.Differences = append(j.Differences, jd)
	}
	return j
}

func cellsJSON(c *smtlib.Context, n *smtlib.Names, p *moddiff.PairResult, cells []moddiff.Cell) []jsonCell {
	var out []jsonCell
	for _, cell := range cells {
		j := jsonCell{Output: n.Name(p.Outputs[cell.Output])}
		if cell.Index != nil {
			j.Old, j.New = n.Term(cell.Old), n.Term(cell.New)
			j.indices(len(cell.Index), func(i int) string { return n.Term(cell.Index[i]) })
		}
		j.Witness = jsonElement{Old: valueJSON(c, cell.OldValue), New: valueJSON(c, cell.NewValue)}
		j.Witness.indices(len(cell.At), func(i int) string { return valueJSON(c, cell.At[i]) })
		out = append(out, j)
	}
	return out
}

func (e *jsonElement) indices(n int, text func(int) string) {
	e.Index = text(0)
	for i := 1; i < n; i++ {
		e.Inner = append(e.Inner, text(i))
	}
}

func traceJSON(c *smtlib.Context, steps []interp.Step, program string) []jsonStep {
	lines := trace.Lines(steps, program)
	out := make([]jsonStep, len(lines))
	for i, l := range lines {
		out[i] = jsonStep{File: l.File, Line: l.Number, Procedure: l.Proc, Skipped: l.Skipped, Cut: l.Cut, Values: map[string]string{}}
		for _, v := range l.Values {
			out[i].Values[v.Name] = valueJSON(c, v.Value)
		}
	}
	return out
}

// functionsJSON writes definitions as head = SMT-LIB term.
func functionsJSON(n *smtlib.Names, d *moddiff.Difference) []string {
	symbols := map[string]string{}
	for _, f := range smtlib.Collect(d.Condition).Funcs {
		symbols[f.Name] = n.Func(f)
	}
	var out []string
	for _, f := range d.Functions {
		head := f.Head()
		if s := symbols[f.Name]; s != smtlib.QuoteSymbol(f.Name) { // another one has the name
			head = s + strings.TrimPrefix(head, f.Name)
		}
		out = append(out, head+" = "+f.Body.String())
	}
	return out
}

func varsJSON(n *smtlib.Names, vars []*smtlib.Term) []jsonVar {
	out := make([]jsonVar, len(vars))
	for i, v := range vars {
		out[i] = jsonVar{Name: n.Name(v), Sort: v.Sort().String()}
		if v.Name() != out[i].Name {
			out[i].Declared = v.Name()
		}
	}
	return out
}

func outcomeJSON(c *smtlib.Context, n *smtlib.Names, p *moddiff.PairResult, b moddiff.Behaviour) jsonOutcome {
	o := jsonOutcome{Outcome: b.End.String(), Values: map[string]string{}}
	for i, v := range b.Values {
		o.Values[n.Name(p.Outputs[i])] = valueJSON(c, v)
	}
	return o
}

// valueJSON is a value as an SMT-LIB term, or as text where it has none.
func valueJSON(c *smtlib.Context, v interp.Value) string {
	if t, ok := v.Term(c); ok {
		return t.String()
	}
	return v.String()
}
