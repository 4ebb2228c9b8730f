package moddiff

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"slices"
	"time"

	"semdiff/smtlib"
	"semdiff/smtlib/solver"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
)

// saved is the outcome of a task in a file: terms are numbers in Graph.
type saved struct {
	Graph     smtlib.Portable
	Abstract  []savedOrigin
	States    []savedState
	Pairs     []savedPair
	Notes     []string
	Unwound   bool
	Truncated bool
	Queries   int
	Unknown   int
	Analysed  int
}

type savedOrigin struct {
	Func    int
	Version int
	Name    string
	Shared  bool
	Result  int
}

// savedState is a procState.
type savedState struct {
	Version                       int
	Name                          string
	Summary                       savedPaths
	Explored, Bounded             bool
	HasBody                       bool
	Body                          savedPaths
	Calls                         []savedCall
	Settled                       bool
	Ends, Loops                   int
	MayDiverge, MayFail, MayBlock bool
	Gaps                          []Reason
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

// savedPair is a Pair.
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
	Paths                                           [2]int
	Reasons                                         []Reason
	Refinements, Queries                            int
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
	Seen        savedSighting
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

type savedSighting struct {
	Closed       bool
	Vars, Values []int
	Funcs        []int
	Params       [][]int
	Bodies       []int
}

// packer makes a saved.
type packer struct {
	*smtlib.Packer
	a *analysis
	s *saved
}

// save is what a has found out beyond what it knew at the start.
func (a *analysis) save(group []*Pair) ([]byte, error) {
	p := packer{Packer: smtlib.NewPacker(), a: a, s: &saved{
		Notes: a.notes, Unwound: a.unwound, Truncated: a.truncated,
		Queries: a.stats.Queries, Unknown: a.stats.Unknown, Analysed: a.stats.Analysed,
	}}
	for i, side := range a.sides {
		names := make([]string, 0, len(side.procs))
		for name := range side.procs {
			names = append(names, name)
		}
		slices.Sort(names)
		for _, name := range names {
			state, before := side.procs[name], a.known.procs[procKey{i, name}]
			if state.isKnown() && (before == nil || state.knowsMore(before) || before.mayDiverge != state.mayDiverge) {
				p.s.States = append(p.s.States, p.state(i, name, state))
			}
		}
	}
	for _, pair := range group {
		p.s.Pairs = append(p.s.Pairs, p.pair(pair))
	}
	p.s.Graph = p.Portable
	for i, f := range p.AllFuncs() {
		if from, ok := a.origins.find(f); ok {
			p.s.Abstract = append(p.s.Abstract, savedOrigin{i, from.proc.version, from.proc.name, from.shared, from.result})
		}
	}
	var file bytes.Buffer
	err := gob.NewEncoder(&file).Encode(p.s)
	return file.Bytes(), err
}

func (p *packer) paths(s *Summary) savedPaths {
	out := savedPaths{Full: s.Full}
	for _, path := range s.Paths {
		out.Paths = append(out.Paths, savedPath{p.Term(path.R), p.AllTerms(path.T), path.End, path.merged, path.ends})
	}
	return out
}

func (p *packer) state(version int, name string, s *procState) savedState {
	out := savedState{
		Version: version, Name: name, Summary: p.paths(&s.summary), Explored: s.explored, Bounded: s.bounded,
		Settled: s.termination.settled, Ends: p.Term(s.termination.ends), Loops: p.Term(s.termination.loops),
		MayDiverge: s.mayDiverge, MayFail: s.mayFail, MayBlock: s.mayBlock, Gaps: s.gaps,
	}
	if s.body != nil {
		out.HasBody, out.Body = true, p.paths(s.body)
		for _, call := range s.calls {
			out.Calls = append(out.Calls, savedCall{call.callee.proc.Name, p.Term(call.reached), p.AllTerms(call.args)})
		}
	}
	return out
}

func (p *packer) pair(pair *Pair) savedPair {
	out := savedPair{
		Name: pair.Name, Equal: pair.state.equal, Partial: pair.state.partial,
		EntryEqual: pair.entryState.equal, EntryPartial: pair.entryState.partial,
		Summary: p.summary(pair.summary), EntryIsTheSummary: pair.entry == pair.summary,
	}
	if pair.entry != pair.summary {
		out.Entry = p.summary(pair.entry)
	}
	return out
}

func (p *packer) summary(d *DiffSummary) *savedSummary {
	out := &savedSummary{
		Changed: p.Term(d.Changed), Unchanged: p.Term(d.Unchanged),
		TerminationChanged: p.Term(d.TerminationChanged), Unknown: p.Term(d.Unknown),
		Reasons: d.Reasons, Paths: d.Paths, Refinements: d.Refinements, Queries: d.Queries, Time: d.Time,
	}
	for _, diff := range d.Differences {
		out.Differences = append(out.Differences, p.difference(diff))
	}
	return out
}

func (p *packer) difference(d *Difference) savedDifference {
	out := savedDifference{
		Condition: p.Term(d.Condition), Ends: [2]ir.Outcome{d.Old.End, d.New.End},
		Terms: [2][]int{p.AllTerms(d.Old.Terms), p.AllTerms(d.New.Terms)}, Termination: d.Termination,
	}
	for _, f := range d.Functions {
		out.Functions = append(out.Functions, savedFunction{f.Name, p.AllTerms(f.Params), p.Term(f.Body)})
	}
	for _, cell := range d.Cells {
		c := savedCell{Output: cell.Output, Old: p.Term(cell.Old), New: p.Term(cell.New), Index: p.AllTerms(cell.Index), Shown: -1}
		if cell.Index == nil {
			c.Shown = slices.IndexFunc(d.shown, func(s Cell) bool { return samePlace(s, cell) })
		}
		out.Cells = append(out.Cells, c)
	}
	out.Seen = p.sighting(d.seen)
	return out
}

func (p *packer) sighting(s sighting) savedSighting {
	out := savedSighting{Closed: s.closed}
	for v, t := range s.model.Vars {
		out.Vars, out.Values = append(out.Vars, p.Term(v)), append(out.Values, p.Term(t))
	}
	for f, d := range s.model.Funcs {
		if _, abstract := p.a.meaningOfFunc(f); !abstract {
			out.Funcs, out.Params, out.Bodies = append(out.Funcs, p.Func(f)), append(out.Params, p.AllTerms(d.Params)), append(out.Bodies, p.Term(d.Body))
		}
	}
	return out
}

// unpacker reads a saved.
type unpacker struct {
	*smtlib.Unpacked
	a *analysis
}

// restore gives a the outcome of its task as it was saved. The witnesses of
// differences are replayed again: each is checked, and shows where it goes in the
// text as it is now.
func (a *analysis) restore(data []byte, group []*Pair) (own *knowledge, err error) {
	defer func() {
		if r := recover(); r != nil { // what no packer made
			err = fmt.Errorf("cache: %v", r)
		}
	}()
	var s saved
	if err := gob.NewDecoder(bytes.NewReader(data)).Decode(&s); err != nil {
		return nil, err
	}
	graph, err := a.c.Unpack(&s.Graph)
	if err != nil {
		return nil, err
	}
	u := unpacker{graph, a}
	for _, o := range s.Abstract {
		a.origins.add(u.Funcs[o.Func], origin{procKey{o.Version, o.Name}, o.Shared, o.Result})
	}
	own = &knowledge{procs: map[procKey]*procState{}, pairs: map[string]*Pair{}}
	for _, state := range s.States {
		own.procs[procKey{state.Version, state.Name}] = u.state(&state)
	}
	for i := range s.Pairs {
		pair := group[i]
		if pair.Name != s.Pairs[i].Name {
			return nil, fmt.Errorf("cache: pair %s instead of %s", s.Pairs[i].Name, pair.Name)
		}
		if err := u.pair(&s.Pairs[i], pair); err != nil {
			return nil, err
		}
		own.pairs[pair.Name] = pair
	}
	a.account = account{notes: s.Notes, unwound: s.Unwound, truncated: s.Truncated}
	a.stats.Queries, a.stats.Unknown, a.stats.Analysed = s.Queries, s.Unknown, s.Analysed
	a.stats.Reused, a.stats.ReusedQueries = s.Analysed, s.Queries
	return own, nil
}

func (u unpacker) paths(s savedPaths) Summary {
	out := Summary{Full: s.Full}
	for _, p := range s.Paths {
		out.Paths = append(out.Paths, &PathSummary{R: u.Term(p.R), T: u.AllTerms(p.T), End: p.End, merged: p.Merged, ends: p.Ends})
	}
	return out
}

func (u unpacker) state(s *savedState) *procState {
	out := *u.a.comparison.loaded(s.Version, s.Name)
	out.summary, out.explored, out.bounded = u.paths(s.Summary), s.Explored, s.Bounded
	out.termination = termination{settled: s.Settled, ends: u.Term(s.Ends), loops: u.Term(s.Loops)}
	out.gaps = s.Gaps
	out.mayDiverge, out.mayFail, out.mayBlock = s.MayDiverge, s.MayFail, s.MayBlock
	if s.HasBody {
		body := u.paths(s.Body)
		out.body = &body
		for _, call := range s.Calls {
			out.calls = append(out.calls, callSite{
				caller: &out, callee: u.a.comparison.loaded(s.Version, call.Callee), reached: u.Term(call.Reached), args: u.AllTerms(call.Args),
			})
		}
	}
	return &out
}

func (u unpacker) pair(s *savedPair, pair *Pair) (err error) {
	pair.state = pairState{equal: s.Equal, partial: s.Partial}
	pair.entryState = pairState{equal: s.EntryEqual, partial: s.EntryPartial}
	entry := u.a.isEntry(pair)
	if pair.summary, err = u.summary(s.Summary, pair, u.a.observed(pair, u.a.alone(pair, entry))); err != nil {
		return err
	}
	pair.entry = pair.summary
	if !s.EntryIsTheSummary {
		pair.entry, err = u.summary(s.Entry, pair, u.a.observed(pair, true))
	}
	return err
}

func (u unpacker) summary(s *savedSummary, pair *Pair, outputs []Port) (*DiffSummary, error) {
	d := &DiffSummary{
		Changed: u.Term(s.Changed), Unchanged: u.Term(s.Unchanged),
		TerminationChanged: u.Term(s.TerminationChanged), Unknown: u.Term(s.Unknown),
		Reasons: s.Reasons, Paths: s.Paths, Refinements: s.Refinements, Queries: s.Queries, Time: s.Time,
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

func (u unpacker) difference(s *savedDifference, pair *Pair, outputs []Port) (*Difference, error) {
	d := &Difference{
		Condition: u.Term(s.Condition), Termination: s.Termination, seen: u.sighting(&s.Seen),
		Old: Behaviour{End: s.Ends[0], Terms: u.AllTerms(s.Terms[0])},
		New: Behaviour{End: s.Ends[1], Terms: u.AllTerms(s.Terms[1])},
	}
	for _, f := range s.Functions {
		d.Functions = append(d.Functions, Function{f.Name, u.AllTerms(f.Params), u.Term(f.Body)})
	}
	model := u.a.modelOf(d.seen.model)
	model.Closed = d.seen.closed
	env, err := u.a.inputsOf(pair, d.Condition, d.seen.model, model)
	if err != nil {
		return nil, err
	}
	d.Witness, d.values = valuesOf(pair, env), interp.Evaluator(u.a.c, env, model)
	if err := u.a.replay(pair, outputs, d, env, model); err != nil {
		return nil, err
	}
	d.shown = concreteCells(outputs, d)
	for _, c := range s.Cells {
		cell := Cell{Output: c.Output, Index: u.AllTerms(c.Index), Old: u.Term(c.Old), New: u.Term(c.New)}
		if c.Shown >= 0 {
			cell = d.shown[c.Shown]
		} else if !observe(d.values, &cell, d) {
			return nil, fmt.Errorf("cache: the versions agree at a cell of %s", pair.Name)
		}
		d.Cells = append(d.Cells, cell)
	}
	return d, nil
}

func (u unpacker) sighting(s *savedSighting) sighting {
	m := &solver.Model{Vars: map[*smtlib.Term]*smtlib.Term{}, Funcs: map[*smtlib.Func]*solver.FuncInterp{}}
	for i, v := range s.Vars {
		m.Vars[u.Term(v)] = u.Term(s.Values[i])
	}
	for i, f := range s.Funcs {
		m.Funcs[u.Funcs[f]] = &solver.FuncInterp{Params: u.AllTerms(s.Params[i]), Body: u.Term(s.Bodies[i])}
	}
	return sighting{model: m, closed: s.Closed}
}

// resume performs a task from the cache, if that has it.
func (r *comparison) resume(t *task) bool {
	data := r.opts.Cache.get(t.key)
	if data == nil {
		return false
	}
	a := r.newAnalysis(t.deps, nil)
	group := a.group(t)
	own, err := a.restore(data, group)
	if err != nil {
		r.opts.Cache.damaged.Add(1)
		return false
	}
	t.known, t.account = join(a.known, own), a.account
	return true
}
