package clever

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"semdiff/compare/engine"
	"semdiff/internal/closest"
	"semdiff/internal/source"
	"semdiff/moddiff"
	"semdiff/moddiff/certificate"
	"semdiff/moddiff/kit"
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/relation"
	"semdiff/moddiff/symexec"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// Name is the name of the engine.
const Name = "clever"

// Options are the choices of a user.
type Options struct {
	Summaries moddiff.Options // but for entry and matching
	Without   Without
	Evidence  bool // collect the claims that make the answers checkable
}

// Without leaves out parts of the search; the zero value uses all.
type Without struct {
	Regions   bool // no outlining: difference summaries of the versions as they are
	Contexts  bool // regions must be equal for all inputs
	Relations bool // nothing relates loops of both versions, or the results of what changed
	Runs      bool // no candidate is refuted by runs
}

// Result is the answer for some clients: as pairs, with the changed pairs that they may
// call, and what was found of each.
type Result struct {
	*engine.Outcome
	Clients []*Client
	Search  Search
}

// Search counts what was tried.
type Search struct {
	Candidates int // regions that were outlined
	Refuted    int // of these, by runs
	Contexts   int // of these, those with a context
}

// Client is the answer for a client.
type Client struct {
	Name        string
	Pos         source.Pos
	Verdict     engine.Verdict
	NotReached  bool // it leads to no change
	TextChanged bool // its own text did
	Boundaries  []*Boundary
	Row         *moddiff.PairResult // the client as a pair
	Via         *Passage            // how a difference gets into an affected client; nil when that is not known
	Evidence    *moddiff.Result     // the answer again, with why it is right; nil unless asked for
}

// search is a search for the boundaries of a client.
type search struct {
	*kit.Run  // of the versions as they are
	task      engine.Task
	opts      Options
	result    *Result
	client    *pairing.Pair
	bodies    []*body
	all       *outlined                      // with all candidates
	outlined  *outlined                      // with those that no run refutes
	rows      map[string]*moddiff.PairResult // of the outlined versions, as callers see them
	resources int64                          // that the client may cost beyond its regions; 0 for no bound
	// relations are those that were proven in these, of results of pairs that differ.
	relations []*relation.Relation
	// inductive are, by pair, conditions on the inputs of loops and procedures that hold
	// whenever a run comes to them.
	inductive map[string][]*smtlib.Term
}

// Run tells of clients, by their names, whether the change reaches them; without names of
// all roots of the call graph that did not change and lead to a change. When ctx ends,
// clients that were not settled are unknown. The error is about the task.
func Run(ctx context.Context, t engine.Task, names []string, o Options) (*Result, error) {
	start := time.Now()
	run, err := kit.NewRun(t.Old, t.New, pairing.Options{Given: t.Match})
	if err != nil {
		return nil, err
	}
	clients, err := find(run.Pairing, names)
	if err != nil {
		return nil, err
	}
	r := &Result{Outcome: newOutcome(t)}
	if r.Proposed, err = propose(&o, run); err != nil {
		return nil, err
	}
	before := t.Solver.Stats().Time
	for _, p := range clients {
		x, err := newSearch(t, p, o, r)
		if err != nil {
			return nil, err
		}
		c, err := x.search(ctx)
		if err == nil && o.Evidence {
			c.Evidence, err = x.evidence(ctx, c)
		}
		if err != nil {
			return nil, err
		}
		r.Clients = append(r.Clients, c)
		r.Entry = append(r.Entry, c.Name)
		if c.Row != nil {
			r.Pairs = append(r.Pairs, c.Row)
		}
		r.Verdict = r.Verdict.Worse(c.Verdict)
	}
	r.Notes = append(r.Notes, unused(r.Proposed)...)
	r.CutShort = ctx.Err() != nil
	r.Complete = r.Verdict != engine.Unknown
	r.Stats.Procedures, r.Stats.Analysed = len(r.Pairs), len(r.Pairs)
	r.Stats.SolverTime, r.Stats.Time = t.Solver.Stats().Time-before, time.Since(start)
	return r, nil
}

// newSearch starts the search for a client: of the versions there is what it may call, and
// the partners of that.
func newSearch(t engine.Task, client *pairing.Pair, o Options, r *Result) (*search, error) {
	programs := [2]*ir.Program{t.Old, t.New}
	reached := map[string]bool{}
	var take func(v int, name string)
	take = func(v int, name string) {
		if q := programs[v].Procs[name]; q != nil {
			for _, callee := range q.Calls {
				if !reached[callee] {
					reached[callee] = true
					take(0, callee)
					take(1, callee)
				}
			}
		}
	}
	reached[client.Old.Name], reached[client.New.Name] = true, true
	take(0, client.Old.Name)
	take(1, client.New.Name)
	for _, m := range t.Match {
		for v, name := range []string{m.Old, m.New} {
			if other := []string{m.New, m.Old}[v]; reached[name] && !reached[other] {
				reached[other] = true
				take(0, other)
				take(1, other)
			}
		}
	}
	for v, prog := range programs {
		drop := map[string]*ir.Proc{}
		for _, name := range prog.Order {
			if !reached[name] {
				drop[name] = nil
			}
		}
		programs[v] = prog.WithProcs(drop)
	}
	t.Old, t.New = programs[0], programs[1]
	t.Match = slices.DeleteFunc(slices.Clone(t.Match), func(m moddiff.Matched) bool {
		return !moddiff.IsIn(t.Old, m.Old) || !moddiff.IsIn(t.New, m.New)
	})
	run, err := kit.NewRun(t.Old, t.New, pairing.Options{Given: t.Match})
	if err != nil {
		return nil, err
	}
	return &search{Run: run, task: t, opts: o, result: r, client: run.Pairing.Named(client.Name)}, nil
}

// newOutcome is the answer about no client.
func newOutcome(t engine.Task) *engine.Outcome {
	return &engine.Outcome{Engine: Name, Result: &moddiff.Result{
		Ctx: t.Old.Ctx, Old: t.Old.File, New: t.New.File, Entry: []string{}, Verdict: engine.Equivalent,
	}}
}

// find are the clients of these names.
func find(p *pairing.Pairing, names []string) (list []*pairing.Pair, err error) {
	if len(names) == 0 {
		return unchangedRoots(p)
	}
	var all []string
	for _, q := range p.Pairs {
		if q.Old.Kind == ir.Procedure {
			all = append(all, q.Name)
		}
	}
	for _, name := range names {
		at := slices.IndexFunc(p.Pairs, func(q *pairing.Pair) bool { return q.Old.Kind == ir.Procedure && q.Name == name })
		if at < 0 {
			for _, v := range p.Versions {
				if at := slices.IndexFunc(v.Prog.Declared, func(d ir.Declared) bool { return d.Name == name }); at >= 0 {
					var problem source.List
					problem.Addf(v.Prog.Declared[at].Pos, "client %s has no body in both versions", name)
					return nil, problem.Err()
				}
			}
			return nil, fmt.Errorf("client %s is no procedure with a body in both versions%s", name, closest.Question(name, all))
		}
		if !slices.Contains(list, p.Pairs[at]) {
			list = append(list, p.Pairs[at])
		}
	}
	return list, nil
}

// unchangedRoots are the roots that lead to a change and did not change themselves, or,
// where there are none, those that did.
func unchangedRoots(p *pairing.Pairing) ([]*pairing.Pair, error) {
	roots, err := p.Roots()
	if err != nil {
		return nil, err
	}
	for _, modified := range []bool{false, true} {
		var list []*pairing.Pair
		for _, q := range roots {
			if q.Affected && isModified(q) == modified {
				list = append(list, q)
			}
		}
		if len(list) > 0 {
			return list, nil
		}
	}
	return nil, nil
}

// isModified reports whether the text of a procedure or of a loop in it changed.
func isModified(p *pairing.Pair) bool {
	return p.Modified || slices.ContainsFunc(p.Old.Version.Loops(p.Old), func(l *pairing.Proc) bool { return l.Pair == nil || l.Pair.Modified })
}

// search tells of one client whether the change reaches it.
func (x *search) search(ctx context.Context) (*Client, error) {
	c := &Client{Name: x.client.Name, Pos: x.client.Old.Pos}
	if !x.client.Affected {
		c.NotReached, c.Verdict = true, engine.Equivalent
		return c, nil
	}
	c.TextChanged = isModified(x.client)
	if !x.opts.Without.Regions {
		if err := x.outline(ctx); err != nil {
			return nil, err
		}
	}
	if x.outlined != nil {
		within, cancel := share(ctx)
		defer cancel()
		if err := x.regions(within, c); err != nil {
			return nil, err
		}
	}
	if c.Verdict == engine.Different && !x.confirm(ctx, c) || c.Verdict == engine.Unknown {
		c.Row, c.Verdict = nil, engine.Unknown
		whole, err := x.analyze(ctx, [2]*ir.Program{x.task.Old, x.task.New}, attempt{entry: c.Name})
		if err != nil {
			return nil, err
		}
		c.take(whole)
	}
	switch {
	case c.Verdict == engine.Different && c.Row.Summary != nil && len(c.Row.Summary.Differences) > 0:
		x.shrink(ctx, c)
		c.Via = x.passage(ctx, c)
	case x.rows != nil:
		x.boundaries(c)
		x.relate(ctx, c)
	}
	return c, nil
}

// confirm replays what the outlined versions of an affected client do differently on the
// versions as they are.
func (x *search) confirm(ctx context.Context, c *Client) bool {
	a := x.newAnalysis(ctx, x.Run)
	d := *c.Row.Summary
	d.Differences = nil
	for _, diff := range c.Row.Summary.Differences {
		again := *diff
		if a.Finder.Again(x.client, x.client.Observed(a.Ctx, true), &again) == nil {
			d.Differences = append(d.Differences, &again)
		}
	}
	row := *c.Row
	row.Summary, c.Row = &d, &row
	return len(d.Differences) > 0
}

// share is the part of the time that regions get: half of it.
func share(ctx context.Context) (context.Context, context.CancelFunc) {
	deadline, limited := ctx.Deadline()
	if !limited {
		return context.WithCancel(ctx)
	}
	return context.WithDeadline(ctx, time.Now().Add(time.Until(deadline)/2))
}

// take takes over the answer for the client as a pair.
func (c *Client) take(r *moddiff.Result) {
	for _, p := range r.Pairs {
		if p.Name == c.Name && p.Compared && (c.Row == nil || p.Verdict != engine.Unknown) {
			c.Row, c.Verdict = p, p.Verdict
		}
	}
}

// attempt is what is asked of two versions: the verdict of an entry or of inner pairs,
// where some are known to be equal, and what each may cost.
type attempt struct {
	entry        string
	inner, equal []string
	resources    int64
}

// analyze compares two versions up to the verdict of an entry.
func (x *search) analyze(ctx context.Context, programs [2]*ir.Program, of attempt) (*moddiff.Result, error) {
	o, into := x.opts.Summaries, x.result
	o.Entry, o.Match, o.Until, o.Inner, o.Equal, o.Resources = of.entry, x.task.Match, moddiff.UntilVerdict, of.inner, of.equal, of.resources
	if x.opts.Without.Relations {
		o.Without = moddiff.NoProofs
	}
	if of.inner != nil { // that exactly one version is blocked matters to callers
		o.Blocked, o.IgnoreTermination = moddiff.BlockedDiffer, false
	}
	o.Related = func(list []*relation.Relation) { x.relations = append(x.relations, list...) }
	r, err := moddiff.Analyze(ctx, programs[0], programs[1], x.task.Solver, o)
	if err != nil {
		return nil, err
	}
	into.Stats.Queries += r.Stats.Queries
	into.Stats.ByBounds += r.Stats.ByBounds
	into.Stats.Unknown += r.Stats.Unknown
	into.note(r)
	for _, p := range r.Pairs {
		q := x.Pairing.Named(p.Name)
		if q == nil || q.Old.Kind != ir.Procedure || !isModified(q) || !p.Reachable || p.Name == x.client.Name {
			continue
		}
		switch known := slices.IndexFunc(into.Pairs, func(q *moddiff.PairResult) bool { return q.Name == p.Name }); {
		case known < 0:
			into.Pairs = append(into.Pairs, p)
		case into.Pairs[known].Verdict == engine.Unknown:
			into.Pairs[known] = p
		}
	}
	return r, nil
}

// note takes over what an analysis says about itself.
func (into *Result) note(r *moddiff.Result) {
	var known []string
	for _, p := range r.Proposed {
		known = append(known, p.Note()) // said in the end, if none made use of it
	}
	for _, note := range r.Notes {
		if !slices.Contains(into.Notes, note) && !slices.Contains(known, note) && !strings.Contains(note, certificate.RegionMark) {
			into.Notes = append(into.Notes, note)
		}
	}
	into.judge(r.Proposed)
}

// symexecOptions are those of analyses that explore nothing.
var symexecOptions = symexec.Options{Apart: symexec.MaxApart, Unwind: 1}

// newAnalysis starts an analysis of two versions for runs and single questions.
func (x *search) newAnalysis(ctx context.Context, run *kit.Run) *kit.Analysis {
	x.task.Solver.Reset()
	return run.NewAnalysis(ctx, x.task.Solver, symexecOptions)
}
