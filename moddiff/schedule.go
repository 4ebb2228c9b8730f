package moddiff

import (
	"context"
	"crypto/sha256"
	"slices"
	"sync"
	"time"

	"semdiff/moddiff/certificate"
	"semdiff/smtlib/solver"
	"semdiff/translate/ir"
)

// task is the analysis of a group of mutually recursive pairs of which one is or
// may be affected. What comes out depends on the group and on what it calls, not
// on the tasks that happen to be done before or at the same time.
type task struct {
	group []*Pair // as nobody has analysed them
	deps  []*task // those of the callees
	// What comes out. known is nil when time was up before.
	known   *knowledge
	account account
	shown   *certificate.Collector // nil unless asked for
	key     [sha256.Size]byte      // in the cache, if there is one
}

// tasksOf makes tasks of the groups that are affected; what is not is unchanged.
func (r *comparison) tasksOf(groups [][]*Pair) []*task {
	var tasks []*task
	of := map[*Pair]*task{}
	for _, g := range groups {
		t := &task{group: g}
		for _, p := range g {
			if p.affected {
				of[p] = t
			}
			p.state.equal, p.state.partial = !p.affected, !p.affected // lines 9-16 of Algorithm 1
		}
		if of[g[0]] == nil {
			continue
		}
		for _, p := range r.calledBy(g) {
			if d := of[p]; d != nil && d != t && !slices.Contains(t.deps, d) {
				t.deps = append(t.deps, d)
			}
		}
		tasks = append(tasks, t)
	}
	return tasks
}

// calledBy lists the pairs that the procedures of a group call, directly or
// through procedures without a partner.
func (r *comparison) calledBy(group []*Pair) []*Pair {
	var out []*Pair
	seen := map[*ir.Proc]bool{}
	var visit func(p *procState)
	visit = func(p *procState) {
		if seen[p.proc] {
			return
		}
		seen[p.proc] = true
		for _, q := range p.side.callees(p) {
			if q.pair == nil {
				visit(q)
			} else if !slices.Contains(out, q.pair) {
				out = append(out, q.pair)
			}
		}
	}
	for _, p := range group {
		visit(p.old)
		visit(p.new)
	}
	return out
}

// diffSummarize is the main loop of Algorithm 1, lines 17-31, for as many groups
// at a time as there are jobs.
func (r *comparison) diffSummarize(s solver.Solver) {
	w := &worklist{r: r, ahead: map[*task]bool{}, open: map[*task]bool{}}
	w.changed.L = &w.mu
	for _, t := range r.tasks {
		w.open[t] = true
		w.total += len(t.group)
	}
	jobs := max(1, min(r.opts.Jobs, len(r.tasks)))
	sessions := []solver.Solver{s}
	for len(sessions) < jobs {
		sessions = append(sessions, s.Fork())
	}
	var wg sync.WaitGroup
	for _, session := range sessions {
		wg.Go(func() {
			for t := w.take(); t != nil; t = w.take() {
				r.perform(t, session, w)
				w.finished(t)
			}
		})
	}
	wg.Wait()
	for _, session := range sessions[1:] {
		session.Close()
	}
}

// worklist hands out the tasks whose callees are done.
type worklist struct {
	r       *comparison
	mu      sync.Mutex
	changed sync.Cond
	taken   int            // tasks before this one are taken
	ahead   map[*task]bool // those after it that are taken too
	open    map[*task]bool // not done
	total   int            // pairs
	done    int
	queries int
}

// take returns the first task that can be done, or nil when all are taken.
func (w *worklist) take() *task {
	w.mu.Lock()
	defer w.mu.Unlock()
	for {
		for w.taken < len(w.r.tasks) && w.ahead[w.r.tasks[w.taken]] {
			w.taken++
		}
		if w.taken == len(w.r.tasks) {
			return nil
		}
		for _, t := range w.r.tasks[w.taken:] {
			if !w.ahead[t] && !slices.ContainsFunc(t.deps, func(d *task) bool { return w.open[d] }) {
				w.ahead[t] = true
				return t
			}
		}
		w.changed.Wait()
	}
}

func (w *worklist) finished(t *task) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.open, t)
	w.queries += t.account.stats.Queries
	w.changed.Broadcast()
}

// begin reports progress; it returns how many pairs are left.
func (w *worklist) begin(p *Pair, queries int) (left int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if show := w.r.opts.Progress; show != nil {
		show(Progress{Pair: p.Name, Done: w.done, Total: w.total, Queries: w.queries + queries})
	}
	return w.total - w.done
}

func (w *worklist) end(pairs int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.done += pairs
}

// perform analyses the pairs of a task, or finds that they are unaffected.
func (r *comparison) perform(t *task, s solver.Solver, w *worklist) {
	if r.run.Err() != nil {
		return
	}
	if r.opts.Cache != nil && r.resume(t) {
		w.end(len(t.group))
		return
	}
	a := r.newAnalysis(t.deps, s)
	group := a.group(t)
	a.about = group
	if unaffected(group, func(p *Pair) bool { return p.state.equal }) {
		for _, p := range group {
			p.state.equal, p.state.partial = true, true
		}
		w.end(len(group))
		t.known = a.knowledge()
		return
	}
	s.Reset() // so that answers do not depend on other tasks
	spent := s.Stats().Time
	for _, p := range group {
		if r.run.Err() != nil {
			break
		}
		entry := r.isEntry(p)
		stop := a.startPair(entry, w.begin(p, a.stats.Queries))
		a.analysePair(group, p, entry)
		stop()
		w.end(1)
	}
	a.stats.SolverTime = s.Stats().Time - spent
	if r.opts.Cache != nil && r.run.Err() == nil && !a.hurried && !r.opts.before.rushed() {
		if data, err := a.save(group); err == nil {
			r.opts.Cache.put(t.key, data)
		}
	}
	t.known, t.account, t.shown = a.knowledge(), a.account, a.evidence
}

// group is the group of a task as the analysis knows it.
func (a *analysis) group(t *task) []*Pair {
	group := make([]*Pair, len(t.group))
	for i, p := range t.group {
		group[i] = a.pair(p)
	}
	return group
}

// minForSummaries is the time for path summaries before any is kept for runs.
const minForSummaries = 3 * time.Second

// startPair gives a pair its share of what is left: of the time, where that is
// limited, twice the average of the pairs that are left, so that no pair starves
// the entry, which gets all; and of patience with hard questions. Half of the
// time is for path summaries, the rest for runs to follow. What it returns ends
// the share.
func (a *analysis) startPair(entry bool, left int) func() {
	a.share, a.ctx, a.session.Patience = a.run, a.run, innerPatience
	if entry {
		a.session.Patience = entryPatience
	}
	deadline, limited := a.run.Deadline()
	if !limited {
		return func() {}
	}
	endShare := func() {}
	if !entry && left >= 2 {
		share := 2 * time.Until(deadline) * time.Duration(a.opts.Jobs) / time.Duration(left+1)
		a.share, endShare = context.WithTimeout(a.run, share)
		deadline, _ = a.share.Deadline()
	}
	ctx, cancel := context.WithTimeout(a.share, max(time.Until(deadline)/2, minForSummaries))
	a.ctx = ctx
	return func() {
		if ctx.Err() != nil {
			a.truncated, a.hurried = true, true
		}
		cancel()
		endShare()
		a.share, a.ctx = a.run, a.run
	}
}

// unaffected is line 19 of Algorithm 1 for a group of mutually recursive
// pairs: no text changed, and all callees outside of the group are equal.
func unaffected(g []*Pair, equal func(*Pair) bool) bool {
	for _, p := range g {
		if p.Modified {
			return false
		}
		for _, s := range []*procState{p.old, p.new} {
			for _, callee := range s.side.callees(s) {
				q := callee.pair
				if q == nil || !slices.Contains(g, q) && !equal(q) {
					return false
				}
			}
		}
	}
	return true
}
