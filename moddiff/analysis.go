package moddiff

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"semdiff/smtlib"
	"semdiff/smtlib/solver"
	"semdiff/translate/ir"
)

// Mode says when calls are refined.
type Mode string

// The modes of the paper's section 8.
const (
	ModDiff    Mode = "moddiff"    // never: summaries up to the unwinding bound only
	ModDiffRef Mode = "moddiffref" // whenever a difference may be spurious
)

// Paths says what becomes of the paths of a procedure.
type Paths string

// The ways to treat paths.
const (
	MergePaths     Paths = "merge"     // where there are many, they join with ITE where control flow joins
	EnumeratePaths Paths = "enumerate" // each has a path summary
)

// maxApart is how many paths of a procedure stay apart: their conditions are
// conjunctions, which are easy to read and to solve.
const maxApart = 24

// What a pair may cost: much at the entry, where the answer is wanted, little
// below, where a caller may not need it.
var (
	entryDemand = demand{pieces: 1_500, rounds: 4, total: 40, deep: true}
	innerDemand = demand{pieces: 400, rounds: 3, total: 12}
)

// How many thorough questions of one pair may remain without an answer; those
// that come then are asked quickly.
const (
	entryPatience = 12
	innerPatience = 4
)

// Options are the choices of a run.
type Options struct {
	Entry  string    // "" means main, or else every root of the call graph
	Mode   Mode      // "" means ModDiffRef
	Paths  Paths     // "" means MergePaths
	Unwind int       // unwinding bound; at least 1
	Match  []Matched // procedures to compare whatever their names
	apart  int       // up to so many paths are not merged; 0 means maxApart
	// Progress, when set, is called before each pair.
	Progress func(Progress)
}

// Progress is how far a run has come.
type Progress struct {
	Pair        string // that comes next
	Done, Total int    // pairs that are or may be affected
	Queries     int    // questions to the solver so far
}

// analysis is the state of one run.
type analysis struct {
	run     context.Context // of the whole run
	ctx     context.Context // of the pair at hand
	c       *smtlib.Context
	solver  solver.Solver
	opts    Options
	sides   [2]*side
	partner map[string]string // old to new names
	callers map[string][]string
	pairs   []*Pair
	axioms  *axiomSet

	meaning     map[*smtlib.Func]meaning
	abstract    map[*smtlib.Term]bool
	expanded    map[*smtlib.Term]*smtlib.Term
	answers     map[*smtlib.Term]solver.Answer
	gaveUp      map[*smtlib.Term]bool // hints that were not to be had
	expanding   int                   // nesting of calls being expanded
	expansions  int                   // calls expanded for the outermost one
	faults      int                   // questions that the solver failed on before its first answer
	refinements int
	patience    int                // thorough questions that may still remain without an answer
	cuts        map[*procState]int // explorations for the current pair that a bound cut short
	stats       Stats
	notes       []string
	unwound     bool // the unwinding bound left something out
	truncated   bool // so did the bounds on paths
	// withoutSummaries keeps assumed calls abstract during an inductive proof.
	withoutSummaries bool
}

// Analyze is Algorithm 1, DIFFSUMMARIZE: it computes difference summaries for
// all pairs that a change can affect, callees first. Both programs must be
// lowered in one Context. It is an anytime algorithm: when ctx ends, the answer
// holds what was found so far and Complete is false. The error is about a
// missing entry.
//
// Differs from the paper: pairs are visited bottom-up over the strongly
// connected components of the call graph, each group once. A difference
// summary changes only when its pair is visited, so no caller is visited
// before its callees are done, and nothing returns to the work set.
func Analyze(ctx context.Context, old, new *ir.Program, s solver.Solver, opts Options) (*Result, error) {
	start := time.Now()
	a, entries, err := analyze(ctx, old, new, s, opts)
	if err != nil {
		return nil, err
	}
	r := a.result(entries)
	r.Stats.Time = time.Since(start)
	return r, nil
}

func analyze(ctx context.Context, old, new *ir.Program, s solver.Solver, opts Options) (*analysis, []*Pair, error) {
	if opts.Mode == "" {
		opts.Mode = ModDiffRef
	}
	if opts.Paths == "" {
		opts.Paths = MergePaths
	}
	if opts.apart == 0 {
		opts.apart = maxApart
	}
	opts.Unwind = max(opts.Unwind, 1)
	c := old.Ctx
	new = separate(c, old, new)
	a := &analysis{
		run: ctx, ctx: ctx, c: c, solver: s, opts: opts,
		sides:    [2]*side{newSide(0, old), newSide(1, new)},
		meaning:  map[*smtlib.Func]meaning{},
		abstract: map[*smtlib.Term]bool{},
		expanded: map[*smtlib.Term]*smtlib.Term{},
		answers:  map[*smtlib.Term]solver.Answer{},
		gaveUp:   map[*smtlib.Term]bool{},
	}
	a.axioms = newAxiomSet(c, a.sides)
	if old.OverTypes || new.OverTypes {
		a.note("axioms over types are taken at the types that the versions use")
	}
	if err := a.match(); err != nil {
		return nil, nil, err
	}
	groups := a.markAffected()
	entries, err := a.entries(groups)
	if err != nil {
		return nil, nil, err
	}
	a.diffSummarize(groups, entries)
	return a, entries, nil
}

// instancesOf are the pairs of a polymorphic procedure, which are named p<int>
// and the like.
func (a *analysis) instancesOf(name string) []*Pair {
	var out []*Pair
	for _, p := range a.pairs {
		if p.old.proc.Kind == ir.Procedure && strings.HasPrefix(p.Name, name+"<") {
			out = append(out, p)
		}
	}
	return out
}

// entries are the pairs whose verdicts make the run's.
func (a *analysis) entries(groups [][]*Pair) ([]*Pair, error) {
	name := a.opts.Entry
	old, new := a.sides[0].procs, a.sides[1].procs
	if name == "" && (old["main"] != nil || new["main"] != nil) {
		name = "main"
	}
	if name != "" {
		for _, procs := range []map[string]*procState{old, new} {
			if p := procs[name]; p != nil && p.pair != nil {
				return []*Pair{p.pair}, nil
			}
		}
		if instances := a.instancesOf(name); len(instances) > 0 {
			return instances, nil
		}
		for i, s := range a.sides {
			if s.procs[name] == nil {
				return nil, fmt.Errorf("entry procedure %s is not in %s", name, a.sides[i].prog.File)
			}
		}
		return nil, fmt.Errorf("entry procedure %s has no partner", name)
	}
	// The roots: groups that no other group calls.
	group := map[string]int{}
	for i, g := range groups {
		for _, p := range g {
			group[p.Name] = i
		}
	}
	var roots []*Pair
	for i, g := range groups {
		called := false
		for _, p := range g {
			for _, caller := range a.callers[p.Name] {
				called = called || group[caller] != i
			}
		}
		for _, p := range g {
			if !called && p.old.proc.Kind == ir.Procedure {
				roots = append(roots, p)
			}
		}
	}
	if len(roots) == 0 {
		return nil, fmt.Errorf("the versions have no procedure in common")
	}
	slices.SortFunc(roots, func(x, y *Pair) int {
		return slices.Index(a.sides[0].prog.Order, x.Name) - slices.Index(a.sides[0].prog.Order, y.Name)
	})
	return roots, nil
}

// diffSummarize is the main loop of Algorithm 1, lines 17-31.
func (a *analysis) diffSummarize(groups [][]*Pair, entries []*Pair) {
	total, done := 0, 0
	for _, p := range a.pairs { // lines 9-16
		p.state.equal, p.state.partial = !p.affected, !p.affected
		if p.affected {
			total++
		}
	}
	for _, g := range groups {
		if a.unaffected(g) {
			for _, p := range g {
				p.state.equal, p.state.partial = true, true
			}
			continue
		}
		for _, p := range g {
			if a.run.Err() != nil {
				return
			}
			if a.opts.Progress != nil {
				a.opts.Progress(Progress{Pair: p.Name, Done: done, Total: total, Queries: a.stats.Queries})
			}
			entry := slices.Contains(entries, p)
			stop := a.startPair(entry, total-done)
			a.analysePair(g, p, entry)
			stop()
			done++
		}
	}
}

// startPair gives a pair its share of what is left: of the time, where that is
// limited, twice the average of the pairs that are left, so that no pair starves
// the entry, which gets all; and of patience with hard questions. What it
// returns ends the share.
func (a *analysis) startPair(entry bool, left int) func() {
	a.ctx, a.patience = a.run, innerPatience
	if entry {
		a.patience = entryPatience
	}
	deadline, limited := a.run.Deadline()
	if entry || !limited || left < 2 {
		return func() {}
	}
	ctx, cancel := context.WithTimeout(a.run, 2*time.Until(deadline)/time.Duration(left+1))
	a.ctx = ctx
	return func() {
		if ctx.Err() != nil {
			a.truncated = true
		}
		cancel()
		a.ctx = a.run
	}
}

// unaffected is line 19 of Algorithm 1 for a group of mutually recursive
// pairs: no text changed, and all callees outside of the group are equal.
func (a *analysis) unaffected(g []*Pair) bool {
	for _, p := range g {
		if p.Modified {
			return false
		}
		for _, s := range []*procState{p.old, p.new} {
			for _, callee := range s.side.graph.Callees[s.proc.Name] {
				q := s.side.procs[callee].pair
				if q == nil || !q.state.equal && !slices.Contains(g, q) {
					return false
				}
			}
		}
	}
	return true
}

// analysePair fills p.summary. The first pair of a recursive group that is
// visited tries the inductive proof for the whole group.
func (a *analysis) analysePair(g []*Pair, p *Pair, entry bool) {
	start, queries := time.Now(), a.stats.Queries
	recursive := a.sides[0].graph.Recursive(p.old.proc.Name) || a.sides[1].graph.Recursive(p.new.proc.Name)
	if recursive && p == g[0] {
		patience := a.patience
		a.proveGroup(g)
		a.patience = patience
	}
	if recursive && entry && !p.state.equal {
		a.settle(p.old)
		a.settle(p.new)
	}
	wanted := innerDemand
	if entry {
		wanted = entryDemand
	}
	if a.opts.Mode == ModDiff {
		wanted.rounds = 0
	}
	if p.state.equal {
		p.summary = &DiffSummary{Changed: a.c.False, TerminationChanged: a.c.False, Unchanged: a.c.True, Unknown: a.c.False}
	} else {
		a.explore(p.old)
		a.explore(p.new)
		p.summary = a.constProcDiffSum(p, a.observed(p, false), wanted)
		a.summariesChanged()
	}
	p.entry = p.summary
	if entry && len(a.observed(p, true)) < len(a.observed(p, false)) && !p.state.equal {
		// At the entry the position on the tape is not observed; callers of
		// this pair, if any, go on relying on p.summary.
		state := p.state
		p.entry = a.constProcDiffSum(p, a.observed(p, true), wanted)
		p.entryState = p.state
		p.state = state
	} else {
		p.entryState = p.state
	}
	p.summary.Time, p.summary.Queries = time.Since(start), a.stats.Queries-queries
	p.entry.Time, p.entry.Queries = p.summary.Time, p.summary.Queries
	a.stats.Analysed++
}

func (a *analysis) note(format string, args ...any) {
	s := fmt.Sprintf(format, args...)
	if !slices.Contains(a.notes, s) {
		a.notes = append(a.notes, s)
	}
}

// verdict judges a difference summary.
func verdict(d *DiffSummary, s pairState) Verdict {
	switch {
	case d == nil:
		return Unknown
	case len(d.Differences) > 0:
		return Different
	case d.Unchanged.IsTrue():
		return Equivalent
	case s.partial:
		return PartiallyEquivalent
	}
	return Unknown
}

// result puts together what was found.
func (a *analysis) result(entries []*Pair) *Result {
	old, new := a.sides[0], a.sides[1]
	r := &Result{Ctx: a.c, Old: old.prog.File, New: new.prog.File, Complete: a.run.Err() == nil, Verdict: Equivalent}
	for _, p := range entries {
		r.Entry = append(r.Entry, p.Name)
	}
	for _, p := range a.pairs {
		pr := &PairResult{
			Name: p.Name, Kind: p.old.proc.Kind.String(), Old: p.old.proc.Name, New: p.new.proc.Name,
			OldPos: p.old.proc.Pos.String(), NewPos: p.new.proc.Pos.String(),
			Modified: p.Modified, Interface: p.Interface,
		}
		for _, in := range p.Inputs {
			pr.Inputs = append(pr.Inputs, in.Var)
		}
		entry := slices.Contains(entries, p)
		for _, out := range a.observed(p, entry) {
			pr.Outputs = append(pr.Outputs, out.Var)
		}
		switch {
		case p.summary == nil && p.state.equal:
			pr.Status, pr.Verdict = StatusUnchanged, Equivalent
		default:
			d, state := p.summary, p.state
			if entry {
				d, state = p.entry, p.entryState
			}
			pr.Summary, pr.Analysed = d, d != nil
			pr.Verdict = verdict(d, state)
			pr.Status = Status(pr.Verdict.String())
		}
		if entry {
			r.Verdict = r.Verdict.worse(pr.Verdict)
		}
		r.Pairs = append(r.Pairs, pr)
	}
	for i, s := range a.sides {
		for _, name := range s.prog.Order {
			if s.procs[name].pair != nil {
				continue
			}
			proc := s.procs[name].proc
			pr := &PairResult{Name: name, Kind: proc.Kind.String(), Inputs: proc.Inputs, Outputs: proc.Outputs, Modified: true}
			if i == 0 {
				pr.Old, pr.OldPos, pr.Status = name, proc.Pos.String(), StatusRemoved
			} else {
				pr.New, pr.NewPos, pr.Status = name, proc.Pos.String(), StatusAdded
			}
			r.Pairs = append(r.Pairs, pr)
		}
	}
	a.stats.Procedures = len(r.Pairs)
	a.stats.SolverTime = a.solver.Stats().Time
	r.Stats = a.stats
	r.Notes = a.closingNotes()
	return r
}

// closingNotes says what was not shown and under which bounds.
func (a *analysis) closingNotes() []string {
	notes := slices.Clone(a.notes)
	if a.run.Err() != nil {
		notes = append(notes, "the run was cut short: pairs without an answer are unknown")
	}
	if a.unwound {
		notes = append(notes, fmt.Sprintf("unwinding stopped after %d choices (--unwind)", a.opts.Unwind))
	}
	if a.truncated && a.run.Err() == nil {
		notes = append(notes, "not all paths of a procedure, or pairs of paths, were explored")
	}
	if a.stats.Unknown > 0 {
		notes = append(notes, fmt.Sprintf("%d queries had no definite answer", a.stats.Unknown))
	}
	var ext []string
	for _, s := range a.sides {
		for _, name := range s.prog.Externals {
			if !slices.Contains(ext, name) {
				ext = append(ext, name)
			}
		}
	}
	if len(ext) > 0 {
		slices.Sort(ext)
		notes = append(notes, fmt.Sprintf("procedures without a body are taken as functions of their inputs: %s", join(ext)))
	}
	return notes
}

func join(names []string) string {
	const most = 8
	s := ""
	for i, n := range names {
		if i == most {
			return fmt.Sprintf("%s and %d more", s, len(names)-most)
		}
		if i > 0 {
			s += ", "
		}
		s += n
	}
	return s
}
