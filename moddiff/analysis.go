package moddiff

import (
	"context"
	"fmt"
	"slices"
	"time"

	"semdiff/moddiff/certificate"
	"semdiff/moddiff/query"
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
// below, where a caller may not need it, and least where the entry that was
// asked for does not lead: what is found there changes no answer. A term takes
// about 400 bytes and, of those that are built, every other one is new; pairs
// of a few hundred lines build up to 800,000 at the entry and 300,000 below.
var (
	entryDemand = demand{terms: 2_000_000, pieces: 1_500, rounds: 4, total: 40, runs: 600, deep: true}
	innerDemand = demand{terms: 500_000, pieces: 400, rounds: 3, total: 12, runs: 300}
	outerDemand = demand{terms: 100_000, pieces: 100}
)

// How many thorough questions of one pair may remain without an answer; those
// that come then are asked quickly.
const (
	entryPatience = 12
	innerPatience = 4
)

// Options are the choices of a run.
type Options struct {
	Entry  string      // "" means main, or else every root of the call graph
	Mode   Mode        // "" means ModDiffRef
	Paths  Paths       // "" means MergePaths
	Unwind int         // unwinding bound; at least 1
	Match  []Matched   // procedures to compare whatever their names
	apart  int         // up to so many paths are not merged; 0 means maxApart
	terms  int64       // that are built for a pair at most; 0 means what its demand says
	before *comparison // of the same programs under a smaller bound; nil for none
	eager  bool        // all bodies are lowered at once
	Jobs   int         // groups of pairs analysed at a time; at least 1
	Cache  *Cache      // nil for none
	// Evidence asks for the claims that make the answer checkable. Nothing is
	// taken from the cache then, which holds none.
	Evidence bool
	// Progress, when set, is called before each pair, by one goroutine at a time.
	Progress func(Progress)
}

// Progress is how far a run has come.
type Progress struct {
	Pair        string // that comes next
	Done, Total int    // pairs that are or may be affected
	Queries     int    // questions to the solver so far
}

// analysis is the state of the analysis of one group of mutually recursive
// pairs: what it knows depends on the group and on what it calls alone.
type analysis struct {
	*comparison
	c       *smtlib.Context // that of the run, with a count of what is built
	share   context.Context // of the pair at hand
	ctx     context.Context // of what is done for it
	solver  solver.Solver
	session *query.Session
	sides   [2]*side   // as this analysis knows them
	known   *knowledge // what the analyses of the callees found

	meaning     map[*smtlib.Func]meaning
	abstract    map[*smtlib.Term]bool
	expanded    map[*smtlib.Term]*smtlib.Term
	expanding   int // nesting of calls being expanded
	expansions  int // calls expanded for the outermost one
	refinements int
	budget      budget
	cuts        map[*procState]int     // explorations for the current pair that a bound cut short
	evidence    *certificate.Collector // nil unless asked for
	about       []*Pair                // the group
	unshown     reasons                // why differences of the pair at hand have no witness
	// withoutSummaries keeps assumed calls abstract during an inductive proof.
	withoutSummaries bool

	account
}

// account is what an analysis says of itself.
type account struct {
	stats     Stats
	notes     []string
	unwound   bool // the unwinding bound left something out
	truncated bool // so did the bounds on paths
	hurried   bool // time, or a fault of the solver, made the answer less than it could be
}

func (n *account) note(format string, args ...any) {
	s := fmt.Sprintf(format, args...)
	if !slices.Contains(n.notes, s) {
		n.notes = append(n.notes, s)
	}
}

// add joins what another analysis says.
func (n *account) add(m *account) {
	for _, s := range m.notes {
		n.note("%s", s)
	}
	n.unwound, n.truncated = n.unwound || m.unwound, n.truncated || m.truncated
	n.stats.Analysed += m.stats.Analysed
	n.stats.Unknown += m.stats.Unknown
	n.stats.Reused += m.stats.Reused
	n.stats.addQueries(m.stats)
}

func (n *Stats) addQueries(m Stats) {
	n.Queries += m.Queries
	n.SolverTime += m.SolverTime
	n.ReusedQueries += m.ReusedQueries
}

// Analyze is Algorithm 1, DIFFSUMMARIZE: it computes difference summaries for
// all pairs that a change can affect, callees first. Both programs must be
// lowered in one Context. It is an anytime algorithm: when ctx ends, the answer
// holds what was found so far and CutShort is true. The error is about a
// missing entry.
//
// Differs from the paper: pairs are visited bottom-up over the strongly
// connected components of the call graph, each group once. A difference
// summary changes only when its pair is visited, so no caller is visited
// before its callees are done, and nothing returns to the work set.
func Analyze(ctx context.Context, old, new *ir.Program, s solver.Solver, opts Options) (*Result, error) {
	start := time.Now()
	r, err := deepen(ctx, old, new, s, opts)
	if err != nil {
		return nil, err
	}
	result := r.result()
	result.Stats.Time = time.Since(start)
	return result, nil
}

// analysePair fills p.summary. The first pair of a recursive group that is
// visited tries the inductive proof for the whole group.
func (a *analysis) analysePair(g []*Pair, p *Pair, entry bool) {
	start, queries := time.Now(), a.stats.Queries
	wanted := a.demandOf(p, entry)
	a.budget.allot(wanted.terms)
	recursive := p.recursive()
	if p == g[0] {
		a.adoptProofs(g)
	}
	if recursive && p == g[0] {
		patience := a.session.Patience
		a.proveGroup(g)
		a.session.Patience = patience
	}
	if recursive && entry && !p.state.equal {
		a.settle(p.old)
		a.settle(p.new)
	}
	if p.state.equal {
		p.summary = &DiffSummary{Changed: a.c.False, TerminationChanged: a.c.False, Unchanged: a.c.True, Unknown: a.c.False}
	} else {
		a.explore(p.old)
		a.explore(p.new)
		p.summary = a.summarize(p, a.observed(p, a.alone(p, entry)), wanted, entry)
		a.summariesChanged()
	}
	p.entry = p.summary
	if entry && !a.alone(p, entry) && len(a.observed(p, true)) < len(a.observed(p, false)) && !p.state.equal {
		// At the entry the position on the tape is not observed; callers of
		// this pair, if any, go on relying on p.summary.
		state := p.state
		p.entry = a.summarize(p, a.observed(p, true), wanted, entry)
		p.entryState = p.state
		p.state = state
	} else {
		p.entryState = p.state
	}
	if a.budget.Spent() && (!p.summary.Unknown.IsFalse() || !p.entry.Unknown.IsFalse()) {
		a.note("%s: conditions grew beyond %d terms; what that leaves open is unknown", p.Name, wanted.terms)
	}
	p.summary.Time, p.summary.Queries = time.Since(start), a.stats.Queries-queries
	p.entry.Time, p.entry.Queries = p.summary.Time, p.summary.Queries
	a.stats.Analysed++
}

// demandOf says what a pair may cost.
func (a *analysis) demandOf(p *Pair, entry bool) demand {
	wanted := innerDemand
	switch {
	case entry:
		wanted = entryDemand
	case a.opts.Entry != "" && !p.below:
		wanted = outerDemand
	}
	if a.opts.Mode == ModDiff {
		wanted.rounds = 0
	}
	if a.opts.terms > 0 {
		wanted.terms = a.opts.terms
	}
	return wanted
}

// alone reports whether a pair is an entry that no other pair calls: what is
// observed at the entry is then all that counts.
func (a *analysis) alone(p *Pair, entry bool) bool { return entry && len(a.callers[p.Name]) == 0 }

// summarize is constProcDiffSum, with evidence for it.
func (a *analysis) summarize(p *Pair, outputs []Port, wanted demand, entry bool) *DiffSummary {
	before := p.state
	d := a.constProcDiffSum(p, outputs, wanted)
	if a.evidence != nil {
		after, most := p.state, a.budget.Most
		p.state, a.budget.Most = before, unlimited // what was found is to be shown whole
		a.showPair(p, outputs, d, after, entry)
		p.state, a.budget.Most = after, most
	}
	return d
}
