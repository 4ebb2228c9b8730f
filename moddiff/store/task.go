package store

import (
	"bytes"
	"cmp"
	"encoding/gob"
	"fmt"
	"slices"
	"strings"
	"time"

	"semdiff/moddiff/abstraction"
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/query"
	"semdiff/moddiff/reason"
	"semdiff/moddiff/relation"
	"semdiff/moddiff/summary"
	"semdiff/moddiff/witness"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
	"semdiff/smtlib/wire"
	"semdiff/translate/ir"
)

// saved is the outcome of a task in a file: terms are numbers in Graph.
type saved struct {
	Graph     []byte // as package wire writes it
	Abstract  []savedOrigin
	States    []savedState
	Pairs     []savedPair
	Relations []savedRelation
	Notes     []string
	Unwound   bool
	Truncated bool
	Queries   int
	ByBounds  int
	Unknown   int
	Analysed  int
}

type savedOrigin struct {
	Func    int
	Version int
	Name    string
	Shared  bool
	Result  int
	Over    []int // inputs, where Some
	Some    bool
}

// savedState is a summary.Proc.
type savedState struct {
	Version           int
	Name              string
	Summary           savedPaths
	Explored, Bounded bool
	HasBody           bool
	Body              savedPaths
	Calls             []savedCall
	Settled           bool
	Ends, Loops       int
	MayDiverge        bool
	Closed            bool
	Results           []int
	Gaps              []reason.Reason
}

// savedRelation is a summary.Related.
type savedRelation struct {
	Procs         [2]string
	Pre, Post     []savedPredicate
	Outcome, Ends bool
}

type savedPredicate struct {
	Body  int
	Vars  []int
	Slots []relation.Slot
}

type savedPaths struct {
	Paths []savedPath
	Full  bool
}

type savedPath struct {
	R            int
	T            []int
	End          ir.Outcome
	Merged, Ends bool
}

type savedCall struct {
	Callee  string
	Reached int
	Args    []int
}

// savedPair is a summary.Pair.
type savedPair struct {
	Name                     string
	Equal, Partial           bool
	EntryEqual, EntryPartial bool
	Summary, Entry           *savedSummary
	EntryIsTheSummary        bool
}

type savedSummary struct {
	Changed, Unchanged, TerminationChanged, Unknown int
	Differences                                     []savedDifference
	Witnessed                                       bool
	Paths                                           [2]int
	Reasons                                         []reason.Reason
	Invariants                                      []summary.Invariant
	Refinements, Queries, ByBounds                  int
	Time                                            time.Duration
}

// savedDifference is a Difference without what the replay of its witness shows.
type savedDifference struct {
	Condition   int
	Ends        [2]ir.Outcome
	Terms       [2][]int
	Termination bool
	Functions   []savedFunction
	Cells       []savedCell
	Model       savedModel
}

type savedFunction struct {
	Name   string
	Params []int
	Body   int
}

// savedCell is a Cell: one with terms, or one of those that the replay shows.
type savedCell struct {
	Output, Old, New int
	Index            []int
	Shown            int
}

type savedModel struct {
	Closed       bool
	Vars, Values []int
	Funcs        []int
	Params       [][]int
	Bodies       []int
}

// encoder makes a saved.
type encoder struct {
	*wire.Encoder
	registry *abstraction.Registry
	s        *saved
}

// Task is the outcome of the analysis of a group of pairs, beside its summaries.
type Task struct {
	Group    []*pairing.Pair
	Account  query.Account
	Analysed int // pairs
}

// Encode writes what an analysis has found out beyond what it knew at the start.
func Encode(a *abstraction.Abstraction, t Task) ([]byte, error) {
	n := t.Account
	p := &encoder{Encoder: wire.NewEncoder(), registry: a.Registry, s: &saved{
		Notes: n.Notes, Unwound: n.Unwound, Truncated: n.Truncated, Queries: n.Queries, ByBounds: n.ByBounds, Unknown: n.Unknown, Analysed: t.Analysed,
	}}
	news := a.State.News()
	slices.SortFunc(news, func(x, y *pairing.Proc) int {
		return cmp.Or(x.Version.Index-y.Version.Index, strings.Compare(x.Name, y.Name))
	})
	for _, q := range news {
		p.s.States = append(p.s.States, p.state(q, a.State.Of(q)))
	}
	for _, pair := range t.Group {
		p.s.Pairs = append(p.s.Pairs, p.pair(pair, a.State.OfPair(pair)))
	}
	for _, rel := range a.State.NewRelations() {
		p.s.Relations = append(p.s.Relations, savedRelation{rel.Procs, p.predicates(rel.Pre), p.predicates(rel.Post), rel.Outcome, rel.Ends})
	}
	p.s.Graph = p.Bytes()
	for i, f := range p.Funcs() {
		if m, ok := a.Registry.MeaningOf(f); ok {
			p.s.Abstract = append(p.s.Abstract, savedOrigin{i, m.Proc.Version.Index, m.Proc.Name, m.Shared, m.Result, m.Over, m.Over != nil})
		}
	}
	var file bytes.Buffer
	err := gob.NewEncoder(&file).Encode(p.s)
	return file.Bytes(), err
}

func (p *encoder) predicates(list []*relation.Predicate) (out []savedPredicate) {
	for _, q := range list {
		out = append(out, savedPredicate{p.Term(q.Body), p.Terms(q.Vars), q.Slots})
	}
	return out
}

func (p *encoder) paths(s *summary.Summary) savedPaths {
	out := savedPaths{Full: s.Full}
	for _, path := range s.Paths {
		out.Paths = append(out.Paths, savedPath{p.Term(path.R), p.Terms(path.T), path.End, path.Merged, path.Ends})
	}
	return out
}

func (p *encoder) state(q *pairing.Proc, s *summary.Proc) savedState {
	t := s.Termination
	out := savedState{
		Version: q.Version.Index, Name: q.Name, Summary: p.paths(&s.Summary), Explored: s.Explored, Bounded: s.Bounded,
		Settled: t.Analysed, Ends: p.Term(t.Ends), Loops: p.Term(t.Loops), MayDiverge: s.MayDiverge, Closed: s.Closed, Gaps: s.Gaps, Results: p.Terms(s.Results),
	}
	if s.Body != nil {
		out.HasBody, out.Body = true, p.paths(s.Body)
		for _, call := range s.Calls {
			out.Calls = append(out.Calls, savedCall{call.Callee.Name, p.Term(call.Reached), p.Terms(call.Args)})
		}
	}
	return out
}

func (p *encoder) pair(pair *pairing.Pair, s *summary.Pair) savedPair {
	out := savedPair{
		Name: pair.Name, Equal: s.Equal, Partial: s.Partial,
		EntryEqual: s.EntryEquality.Equal, EntryPartial: s.EntryEquality.Partial,
		Summary: p.summary(s.Summary), EntryIsTheSummary: s.Entry == s.Summary,
	}
	if s.Entry != s.Summary {
		out.Entry = p.summary(s.Entry)
	}
	return out
}

func (p *encoder) summary(d *summary.DiffSummary) *savedSummary {
	out := &savedSummary{
		Changed: p.Term(d.Changed), Unchanged: p.Term(d.Unchanged),
		TerminationChanged: p.Term(d.TerminationChanged), Unknown: p.Term(d.Unknown), Witnessed: d.Witnessed,
		Reasons: d.Reasons, Invariants: d.Invariants, Paths: d.Paths, Refinements: d.Refinements, Queries: d.Queries, ByBounds: d.ByBounds, Time: d.Time,
	}
	for _, diff := range d.Differences {
		out.Differences = append(out.Differences, p.difference(diff))
	}
	return out
}

func (p *encoder) difference(d *summary.Difference) savedDifference {
	out := savedDifference{
		Condition: p.Term(d.Condition), Ends: [2]ir.Outcome{d.Old.End, d.New.End},
		Terms: [2][]int{p.Terms(d.Old.Terms), p.Terms(d.New.Terms)}, Termination: d.Termination,
	}
	for _, f := range d.Functions {
		out.Functions = append(out.Functions, savedFunction{f.Name, p.Terms(f.Params), p.Term(f.Body)})
	}
	for _, cell := range d.Cells {
		c := savedCell{Output: cell.Output, Old: p.Term(cell.Old), New: p.Term(cell.New), Index: p.Terms(cell.Index), Shown: -1}
		if cell.Index == nil {
			c.Shown = slices.IndexFunc(d.Replayed, func(s summary.Cell) bool { return witness.SamePlace(s, cell) })
		}
		out.Cells = append(out.Cells, c)
	}
	out.Model = p.model(d.Model)
	return out
}

func (p *encoder) model(s summary.WitnessModel) savedModel {
	out := savedModel{Closed: s.Closed}
	for v, t := range s.Vars {
		out.Vars, out.Values = append(out.Vars, p.Term(v)), append(out.Values, p.Term(t))
	}
	for f, d := range s.Funcs {
		if _, abstract := p.registry.MeaningOf(f); !abstract {
			out.Funcs, out.Params, out.Bodies = append(out.Funcs, p.Func(f)), append(out.Params, p.Terms(d.Params)), append(out.Bodies, p.Term(d.Body))
		}
	}
	return out
}

// decoder reads a saved.
type decoder struct {
	*wire.Graph
	finder *witness.Finder
	p      *pairing.Pairing
}

// Decode reads what Encode wrote for the group of a task. The witnesses of
// differences are replayed: so each is checked, and its trace has the positions of
// the text as it is now. alone reports whether a pair is compared as the entry only.
func Decode(f *witness.Finder, data []byte, group []*pairing.Pair, alone func(*pairing.Pair) bool) (own *summary.Knowledge, t Task, err error) {
	defer func() {
		if r := recover(); r != nil { // what no encoder made
			err = fmt.Errorf("cache: %v", r)
		}
	}()
	var s saved
	if err := gob.NewDecoder(bytes.NewReader(data)).Decode(&s); err != nil {
		return nil, t, err
	}
	graph, err := wire.Decode(f.Ctx, s.Graph)
	if err != nil {
		return nil, t, err
	}
	u := &decoder{graph, f, f.Pairing}
	for _, o := range s.Abstract {
		if err := u.declare(o); err != nil {
			return nil, t, err
		}
	}
	own = &summary.Knowledge{Procs: map[*pairing.Proc]*summary.Proc{}, Pairs: map[*pairing.Pair]*summary.Pair{}}
	for _, state := range s.States {
		own.Procs[u.p.Find(state.Version, state.Name)] = u.state(&state)
	}
	for i := range s.Pairs {
		pair := group[i]
		if pair.Name != s.Pairs[i].Name {
			return nil, t, fmt.Errorf("cache: pair %s instead of %s", s.Pairs[i].Name, pair.Name)
		}
		if own.Pairs[pair], err = u.pair(&s.Pairs[i], pair, alone(pair)); err != nil {
			return nil, t, err
		}
	}
	for _, rel := range s.Relations {
		known, err := u.relation(rel)
		if err != nil {
			return nil, t, err
		}
		own.Relations = append(own.Relations, summary.Related{Relation: known})
	}
	if err := graph.Err(); err != nil {
		return nil, t, err
	}
	n := query.Account{Notes: s.Notes, Unwound: s.Unwound, Truncated: s.Truncated, Queries: s.Queries, ByBounds: s.ByBounds, Unknown: s.Unknown}
	return own, Task{Group: group, Account: n, Analysed: s.Analysed}, nil
}

// declare makes a function abstract again.
func (u *decoder) declare(o savedOrigin) error {
	p := u.p.Versions[o.Version].At(o.Name)
	if p == nil {
		p = u.p.Find(o.Version, o.Name)
	}
	var f *smtlib.Func
	switch {
	case o.Some:
		f = u.finder.SharedOver(p.Pair, o.Result, append([]int{}, o.Over...))
	case o.Shared:
		f = u.finder.Shared(p.Pair).Func(o.Result)
	default:
		f = u.finder.Own(p).Func(o.Result)
	}
	if f != u.Func(o.Func) {
		return fmt.Errorf("cache: another function stands for %s", o.Name)
	}
	return nil
}

// relation reads a relation, whose slots have to be those of its procedures.
func (u *decoder) relation(s savedRelation) (*relation.Relation, error) {
	var procs [2]*ir.Proc
	for v, name := range s.Procs {
		p := u.p.Versions[v].At(name)
		if p == nil {
			p = u.p.Find(v, name)
		}
		procs[v] = p.Proc
	}
	predicates := func(list []savedPredicate) (out []*relation.Predicate, err error) {
		for _, q := range list {
			vars := u.Terms(q.Vars)
			for i, slot := range q.Slots {
				if u.Err() == nil && slot.Sort(procs[slot.Version]) != vars[i].Sort() {
					return nil, fmt.Errorf("cache: a relation of %s and %s is about other values", s.Procs[0], s.Procs[1])
				}
			}
			out = append(out, &relation.Predicate{Body: u.Term(q.Body), Vars: vars, Slots: q.Slots})
		}
		return out, nil
	}
	rel := &relation.Relation{Procs: s.Procs, Outcome: s.Outcome, Ends: s.Ends}
	var err error
	if rel.Pre, err = predicates(s.Pre); err == nil {
		rel.Post, err = predicates(s.Post)
	}
	return rel, err
}

func (u *decoder) paths(s savedPaths) summary.Summary {
	out := summary.Summary{Full: s.Full}
	for _, p := range s.Paths {
		out.Paths = append(out.Paths, &summary.Path{R: u.Term(p.R), T: u.Terms(p.T), End: p.End, Merged: p.Merged, Ends: p.Ends})
	}
	return out
}

func (u *decoder) state(s *savedState) *summary.Proc {
	out := &summary.Proc{
		Summary: u.paths(s.Summary), Explored: s.Explored, Bounded: s.Bounded, Gaps: s.Gaps, MayDiverge: s.MayDiverge, Closed: s.Closed, Results: u.Terms(s.Results),
		Termination: summary.Termination{Analysed: s.Settled, Ends: u.Term(s.Ends), Loops: u.Term(s.Loops)},
	}
	if s.HasBody {
		body := u.paths(s.Body)
		out.Body = &body
		caller := u.p.Find(s.Version, s.Name)
		for _, call := range s.Calls {
			out.Calls = append(out.Calls, summary.Call{Caller: caller, Callee: u.p.Find(s.Version, call.Callee), Reached: u.Term(call.Reached), Args: u.Terms(call.Args)})
		}
	}
	return out
}

func (u *decoder) pair(s *savedPair, pair *pairing.Pair, alone bool) (out *summary.Pair, err error) {
	out = &summary.Pair{
		Equality:      summary.Equality{Equal: s.Equal, Partial: s.Partial},
		EntryEquality: summary.Equality{Equal: s.EntryEqual, Partial: s.EntryPartial},
	}
	if out.Summary, err = u.summary(s.Summary, pair, pair.Observed(u.finder.Ctx, alone)); err != nil {
		return nil, err
	}
	out.Entry = out.Summary
	if !s.EntryIsTheSummary {
		out.Entry, err = u.summary(s.Entry, pair, pair.Observed(u.finder.Ctx, true))
	}
	return out, err
}

func (u *decoder) summary(s *savedSummary, pair *pairing.Pair, outputs []pairing.Port) (*summary.DiffSummary, error) {
	d := &summary.DiffSummary{
		Changed: u.Term(s.Changed), Unchanged: u.Term(s.Unchanged),
		TerminationChanged: u.Term(s.TerminationChanged), Unknown: u.Term(s.Unknown), Witnessed: s.Witnessed,
		Reasons: s.Reasons, Invariants: s.Invariants, Paths: s.Paths, Refinements: s.Refinements, Queries: s.Queries, ByBounds: s.ByBounds, Time: s.Time,
	}
	for i := range s.Differences {
		diff, err := u.difference(&s.Differences[i], pair, outputs)
		if err != nil {
			return nil, err
		}
		d.Differences = append(d.Differences, diff)
	}
	return d, nil
}

func (u *decoder) difference(s *savedDifference, pair *pairing.Pair, outputs []pairing.Port) (*summary.Difference, error) {
	d := &summary.Difference{
		Condition: u.Term(s.Condition), Termination: s.Termination, Model: u.model(&s.Model),
		Old: summary.Behaviour{End: s.Ends[0], Terms: u.Terms(s.Terms[0])},
		New: summary.Behaviour{End: s.Ends[1], Terms: u.Terms(s.Terms[1])},
	}
	for _, f := range s.Functions {
		d.Functions = append(d.Functions, summary.Function{Name: f.Name, Params: u.Terms(f.Params), Body: u.Term(f.Body)})
	}
	if err := u.finder.Again(pair, outputs, d); err != nil {
		return nil, err
	}
	d.Replayed = witness.ConcreteCells(outputs, d)
	for _, c := range s.Cells {
		cell := summary.Cell{Output: c.Output, Index: u.Terms(c.Index), Old: u.Term(c.Old), New: u.Term(c.New)}
		if c.Shown >= 0 {
			cell = d.Replayed[c.Shown]
		} else if !witness.Observe(d.Values, &cell, d) {
			return nil, fmt.Errorf("cache: the versions agree at a cell of %s", pair.Name)
		}
		d.Cells = append(d.Cells, cell)
	}
	return d, nil
}

func (u *decoder) model(s *savedModel) summary.WitnessModel {
	m := &solver.Model{Vars: map[*smtlib.Term]*smtlib.Term{}, Funcs: map[*smtlib.Func]*solver.FuncInterp{}}
	for i, v := range s.Vars {
		m.Vars[u.Term(v)] = u.Term(s.Values[i])
	}
	for i, f := range s.Funcs {
		m.Funcs[u.Func(f)] = &solver.FuncInterp{Params: u.Terms(s.Params[i]), Body: u.Term(s.Bodies[i])}
	}
	return summary.WitnessModel{Model: m, Closed: s.Closed}
}
