package moddiff

import (
	"slices"

	"semdiff/moddiff/pairing"
	"semdiff/moddiff/store"
	"semdiff/moddiff/summary"
)

// makeKeys gives all tasks their keys in the cache.
func (r *comparison) makeKeys() {
	o := r.opts
	r.keys = o.Cache.NewKeys(r.Pairing, o.Mode, o.Paths, o.Unwind, o.apart, o.terms, o.Without, o.HornSolver, o.Clients != nil)
	for _, t := range r.tasks {
		if r.isSettledTask(t) {
			continue
		}
		var flags []bool
		for _, p := range t.group {
			entry := slices.Contains(r.entries, p)
			flags = append(flags, entry, r.alone(p, entry))
		}
		t.key = r.keys.Of(t.group, flags)
	}
}

// resume performs a task from the cache, if that has it.
func (r *comparison) resume(t *task) bool {
	data := r.opts.Cache.Get(t.key)
	if data == nil {
		return false
	}
	a := r.newAnalysis(t.group, t.deps, nil)
	own, saved, err := store.Decode(a.Finder, data, t.group, func(p *pairing.Pair) bool { return r.alone(p, slices.Contains(r.entries, p)) })
	if err != nil {
		r.opts.Cache.Spoil()
		return false
	}
	t.known = summary.Join(a.State.Knowledge(), own)
	t.account = account{Account: saved.Account, analysed: saved.Analysed, reused: saved.Analysed, reusedQueries: saved.Account.Queries}
	return true
}

// save keeps what an analysis found, unless time, or a fault of the solver, had a
// part in it.
func (r *comparison) save(t *task, a *analysis) {
	if r.opts.Cache == nil || r.ctx.Err() != nil || a.Hurried || r.before.rushed() {
		return
	}
	if data, err := store.Encode(a.Abstraction, store.Task{Group: t.group, Account: *a.Account, Analysed: a.analysed}); err == nil {
		r.opts.Cache.Put(t.key, data)
	}
}

// rushed reports whether time, or a fault of the solver, had a part in what
// analyses found.
func (r *comparison) rushed() bool {
	return r != nil && (r.cutShort || slices.ContainsFunc(r.tasks, func(t *task) bool { return t.account.Hurried }) || r.before.rushed())
}
