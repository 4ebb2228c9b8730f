package moddiff

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"sync"

	"semdiff/moddiff/certificate"
	"semdiff/moddiff/query"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
	"semdiff/translate/ir"
)

// comparison is what the analyses of one run share. Nothing in it changes while
// they go on, but for what has a lock.
type comparison struct {
	run         context.Context // of the whole run
	c           *smtlib.Context
	opts        Options
	base        [2]*side // nothing analysed yet
	pairs       []*Pair  // likewise, in the order of the old version
	matcher     *matcher
	loadMu      sync.Mutex // held while a body is lowered, see load
	callers     map[string][]string
	entry       []*Pair
	tasks       []*task // those that are or may be affected, callees first
	axioms      *query.Axioms
	origins     origins
	health      query.Health
	account     account                // of what no one analysis did
	shown       *certificate.Collector // likewise
	environment [sha256.Size]byte      // hash of the axioms and the solver, where there is a cache

	cutShort bool // time ran out, or the run was interrupted
}

// compare analyses all pairs that a change can affect.
func compare(ctx context.Context, old, new *ir.Program, s solver.Solver, opts Options) (*comparison, error) {
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
	opts.Jobs = max(opts.Jobs, 1)
	if opts.Evidence {
		opts.Cache = nil
	}
	c := old.Ctx
	new = query.Separate(c, old, new)
	r := &comparison{run: ctx, c: c, opts: opts, base: [2]*side{newSide(0, old), newSide(1, new)}}
	r.axioms = query.NewAxioms(c, [2]*ir.Program{r.base[0].prog, r.base[1].prog})
	if old.OverTypes || new.OverTypes {
		r.account.note("axioms over types are taken at the types that the versions use")
	}
	for _, s := range r.base {
		if opts.Entry != "" && s.at(opts.Entry) == nil {
			s.hasLoop(opts.Entry)
		}
	}
	if err := r.match(); err != nil {
		return nil, err
	}
	groups := r.markAffected()
	entries, err := r.entries(groups)
	if err != nil {
		return nil, err
	}
	r.entry = entries
	markBelow(entries)
	r.tasks = r.tasksOf(groups)
	if opts.Cache != nil {
		keys := r.newKeys(groups)
		for _, t := range r.tasks {
			t.key = keys.of(t)
		}
	}
	r.diffSummarize(s)
	r.cutShort = ctx.Err() != nil
	r.noteContradictions(s)
	if opts.Evidence {
		r.shown = r.showEntries(s)
	}
	return r, nil
}

// isEntry reports whether p, as any analysis knows it, is one of the entries.
func (r *comparison) isEntry(p *Pair) bool {
	return slices.ContainsFunc(r.entry, func(e *Pair) bool { return e.Name == p.Name })
}

// markBelow marks the pairs that the entries may call, and these.
func markBelow(entries []*Pair) {
	seen := map[*procState]bool{}
	var visit func(p *procState)
	visit = func(p *procState) {
		if seen[p] {
			return
		}
		seen[p] = true
		if p.pair != nil {
			p.pair.below = true
			visit(p.pair.old)
			visit(p.pair.new)
		}
		for _, q := range p.side.callees(p) {
			visit(q)
		}
	}
	for _, p := range entries {
		visit(p.old)
	}
}

// instancesOf are the pairs of a polymorphic procedure, which are named p<int>
// and the like.
func (r *comparison) instancesOf(name string) []*Pair {
	var out []*Pair
	for _, p := range r.pairs {
		if p.old.proc.Kind == ir.Procedure && strings.HasPrefix(p.Name, name+"<") {
			out = append(out, p)
		}
	}
	return out
}

// entries are the pairs whose verdicts make the run's.
func (r *comparison) entries(groups [][]*Pair) ([]*Pair, error) {
	name := r.opts.Entry
	if name == "" && (r.base[0].at("main") != nil || r.base[1].at("main") != nil) {
		name = "main"
	}
	if name != "" {
		for _, s := range r.base {
			if p := s.at(name); p != nil && p.pair != nil {
				return []*Pair{p.pair}, nil
			}
		}
		if instances := r.instancesOf(name); len(instances) > 0 {
			return instances, nil
		}
		for i, s := range r.base {
			if s.at(name) == nil {
				return nil, fmt.Errorf("entry procedure %s is not in %s", name, r.base[i].prog.File)
			}
		}
		return nil, fmt.Errorf("entry procedure %s has no partner", name)
	}
	// The roots: groups that no other group calls. One of several implementations is
	// part of its procedure.
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
			for _, caller := range r.callers[p.Name] {
				called = called || group[caller] != i
			}
		}
		for _, p := range g {
			if !called && p.old.proc.Kind == ir.Procedure && !ir.IsImplementation(p.Name) {
				roots = append(roots, p)
			}
		}
	}
	if len(roots) == 0 {
		return nil, fmt.Errorf("the versions have no procedure in common")
	}
	place := map[*Pair]int{}
	for i, p := range r.pairs {
		place[p] = i
	}
	slices.SortFunc(roots, func(x, y *Pair) int { return place[x] - place[y] })
	return roots, nil
}
