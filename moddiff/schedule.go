package moddiff

import (
	"context"
	"slices"
	"sync"
	"time"

	"semdiff/moddiff/certificate"
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/store"
	"semdiff/moddiff/summary"
	"semdiff/smtlib/solver"
)

// task is an element of the work set of Algorithm 1: a group of mutually recursive
// pairs, of which one is or may be affected, with the outcome of its analysis. The
// outcome depends on the group and on what it calls, not on the tasks that happen
// to be done before or at the same time.
type task struct {
	group []*pairing.Pair
	deps  []*task // those of the callees
	// The outcome: Diff and Sum, and what finding them took. known is nil when the
	// time was up before.
	known   *summary.Knowledge
	account account
	shown   *certificate.Collector // nil unless asked for
	key     store.Key              // in the cache, if there is one
}

// tasks is the work set: the groups with a pair that a change can affect, and that is
// asked for. All other pairs are unchanged (lines 13-16), or left out.
func (x *subject) tasks() []*task {
	var tasks []*task
	p := x.Pairing
	of := map[*pairing.Pair]*task{}
	for _, g := range p.Groups {
		t := &task{group: g}
		for _, q := range g {
			if q.Affected && (!x.named || q.Reachable) {
				of[q] = t
			}
		}
		if of[g[0]] == nil {
			continue
		}
		for _, q := range p.CalledBy(g) {
			if d := of[q]; d != nil && d != t && !slices.Contains(t.deps, d) {
				t.deps = append(t.deps, d)
			}
		}
		tasks = append(tasks, t)
	}
	return tasks
}

// forEachTask is the loop of lines 17 and 32: it does all tasks, each after those of
// its callees, as many at a time as there are jobs.
func (r *comparison) forEachTask(s solver.Solver, do func(*task, solver.Solver, *worklist)) {
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
		wg.Add(1)
		go func() {
			defer wg.Done()
			for t := w.take(); t != nil; t = w.take() {
				do(t, session, w)
				w.finished(t)
			}
		}()
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
	changed sync.Cond      // a task was finished
	taken   int            // all tasks before this index are taken
	ahead   map[*task]bool // tasks after it that are taken too
	open    map[*task]bool // tasks that are not finished
	total   int            // pairs of all tasks
	done    int            // pairs that are finished
	queries int            // of finished tasks
}

// take is CHOOSENEXT, line 18: the first task whose callees are done. It waits for
// one, and returns nil when all are taken.
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

// finished lets the callers of a task begin.
func (w *worklist) finished(t *task) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.open, t)
	w.queries += t.account.Queries
	w.changed.Broadcast()
}

// begin reports progress; it returns how many pairs are left.
func (w *worklist) begin(p *pairing.Pair, queries int) (left int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if show := w.r.opts.Progress; show != nil {
		show(Progress{Pair: p.Name, Done: w.done, Total: w.total, Queries: w.queries + queries})
	}
	return w.total - w.done
}

// end counts pairs that are finished.
func (w *worklist) end(pairs int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.done += pairs
}

// minForSummaries is the least time that path summaries get; concolic runs get
// what is left beyond it.
const minForSummaries = 3 * time.Second

// startPair limits what a pair may take: how many hard questions, and, under a
// time limit, twice the average of what is left for each pair that is left, so
// that no pair starves the entry, which gets all. Half of the time is for path
// summaries, the rest for concolic runs. The function that it returns lifts the
// limits.
func (a *analysis) startPair(entry bool, left int) func() {
	a.share, a.Patience = a.comparison.ctx, innerPatience
	a.Within(a.share)
	if entry {
		a.Patience = entryPatience
	}
	deadline, limited := a.comparison.ctx.Deadline()
	if !limited || a.opts.unshared {
		return func() {}
	}
	endShare := func() {}
	if !entry && left >= 2 {
		share := time.Until(deadline) * time.Duration(a.opts.Jobs) / time.Duration(left+1)
		if !a.opts.brief { // of many pairs that take all of it little is left for the entry
			share *= 2
		}
		a.share, endShare = context.WithTimeout(a.comparison.ctx, share)
		deadline, _ = a.share.Deadline()
	}
	ctx, cancel := context.WithTimeout(a.share, max(time.Until(deadline)/2, minForSummaries))
	a.Within(ctx)
	return func() {
		if ctx.Err() != nil {
			a.Truncated, a.Hurried = true, true
		}
		cancel()
		endShare()
		a.share = a.comparison.ctx
		a.Within(a.share)
	}
}
