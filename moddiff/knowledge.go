package moddiff

import (
	"slices"
	"sync"

	"semdiff/moddiff/certificate"
	"semdiff/moddiff/query"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
	"semdiff/translate/ir"
)

// knowledge is what analyses found out, for the analyses of the callers. It
// never changes once it is made.
type knowledge struct {
	procs map[procKey]*procState
	pairs map[string]*Pair // by name
}

// procKey names a procedure of one version.
type procKey struct {
	version int
	name    string
}

// join makes one of what several analyses know. Where two explored a procedure
// each for its own needs, the one that found more is taken.
func join(all ...*knowledge) *knowledge {
	k := &knowledge{procs: map[procKey]*procState{}, pairs: map[string]*Pair{}}
	for _, l := range all {
		for key, p := range l.procs {
			if q := k.procs[key]; q == nil || p.knowsMore(q) {
				k.procs[key] = p
			}
		}
		for name, p := range l.pairs {
			k.pairs[name] = p // only one analysis is about it
		}
	}
	return k
}

// isKnown reports whether anything is known of a procedure beyond its text.
func (p *procState) isKnown() bool {
	return p.explored || len(p.summary.Paths) > 0 || p.body != nil || p.termination.settled
}

// knowsMore compares what is known of one procedure.
func (p *procState) knowsMore(q *procState) bool {
	switch {
	case p.summary.Full != q.summary.Full:
		return p.summary.Full
	case len(p.summary.Paths) != len(q.summary.Paths):
		return len(p.summary.Paths) > len(q.summary.Paths)
	case p.termination.settled != q.termination.settled:
		return p.termination.settled
	}
	return p.body != nil && q.body == nil
}

// newAnalysis starts an analysis that knows what those of the callees found.
func (r *comparison) newAnalysis(callees []*task, s solver.Solver) *analysis {
	var known []*knowledge
	for _, t := range callees {
		if t.known != nil {
			known = append(known, t.known)
		}
	}
	a := &analysis{
		comparison: r, share: r.run, ctx: r.run, solver: s, known: join(known...),
		meaning:  map[*smtlib.Func]meaning{},
		abstract: map[*smtlib.Term]bool{},
		expanded: map[*smtlib.Term]*smtlib.Term{},
	}
	a.session = query.NewSession(s, r.axioms, &r.health, &a.account)
	a.c = r.c.Counting(&a.budget.Work)
	a.budget.Most = unlimited // until a pair gets its share
	if r.opts.Evidence {
		a.evidence = certificate.NewCollector()
	}
	for i, base := range r.base {
		a.sides[i] = &side{index: i, prog: base.prog, procs: map[string]*procState{}, calls: base.calls, base: base, adopt: a.adopt}
	}
	return a
}

// pair is a pair as the analysis knows it.
func (a *analysis) pair(base *Pair) *Pair { return a.sides[0].at(base.old.proc.Name).pair }

// adopt gives the analysis a state of its own for a procedure and its partner.
func (a *analysis) adopt(base *procState) *procState {
	if base.proc.Kind == ir.Loop {
		_ = a.comparison.load(base) // another analysis may be at it; without a body there is no loop
	}
	if base.pair == nil {
		p, calls := a.copyState(base)
		a.adoptCalls(p, calls)
		return p
	}
	pair := *base.pair
	if known := a.known.pairs[pair.Name]; known != nil {
		pair = *known
	}
	pair.symbols = nil
	var calls [2][]callSite
	pair.old, calls[0] = a.copyState(base.pair.old)
	pair.new, calls[1] = a.copyState(base.pair.new)
	pair.old.pair, pair.new.pair = &pair, &pair
	a.adoptCalls(pair.old, calls[0])
	a.adoptCalls(pair.new, calls[1])
	return a.sides[base.side.index].procs[base.proc.Name]
}

// copyState copies what is known of a procedure; the calls in it are still those
// of the other analysis.
func (a *analysis) copyState(base *procState) (*procState, []callSite) {
	p := *base
	if known := a.known.procs[procKey{base.side.index, base.proc.Name}]; known != nil {
		p = *known
	}
	p.side, p.pair, p.symbols = a.sides[base.side.index], nil, nil
	p.summary = Summary{Paths: slices.Clip(p.summary.Paths), Full: p.summary.Full}
	p.gaps = slices.Clip(p.gaps)
	calls := p.calls
	p.calls = nil
	p.side.procs[base.proc.Name] = &p
	return &p, calls
}

func (a *analysis) adoptCalls(p *procState, calls []callSite) {
	for _, call := range calls {
		call.caller, call.callee = p, p.side.at(call.callee.proc.Name)
		p.calls = append(p.calls, call)
	}
}

// knowledge is what the analysis ends with.
func (a *analysis) knowledge() *knowledge {
	own := &knowledge{procs: map[procKey]*procState{}, pairs: map[string]*Pair{}}
	for i, s := range a.sides {
		for name, p := range s.procs {
			if p.isKnown() {
				own.procs[procKey{i, name}] = p
			}
			if p.pair != nil && (p.pair.summary != nil || p.pair.state != pairState{}) {
				own.pairs[p.pair.Name] = p.pair
			}
		}
	}
	return join(a.known, own)
}

// origin says which result of which procedure an abstract function stands for,
// in all analyses.
type origin struct {
	proc   procKey // of shared symbols, the old procedure
	shared bool
	result int
}

// origins are those of the abstract functions of a run. They are safe for
// concurrent use.
type origins struct {
	mu sync.RWMutex
	of map[*smtlib.Func]origin
}

func (o *origins) add(f *smtlib.Func, from origin) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.of == nil {
		o.of = map[*smtlib.Func]origin{}
	}
	o.of[f] = from
}

func (o *origins) find(f *smtlib.Func) (origin, bool) {
	o.mu.RLock()
	defer o.mu.RUnlock()
	from, ok := o.of[f]
	return from, ok
}

// meaningOfFunc is what a function stands for, if it is an abstract one.
func (a *analysis) meaningOfFunc(f *smtlib.Func) (meaning, bool) {
	m, known := a.meaning[f]
	if !known {
		if from, ok := a.origins.find(f); ok {
			m = meaning{proc: a.sides[from.proc.version].at(from.proc.name), shared: from.shared, result: from.result}
		}
		a.meaning[f] = m
	}
	return m, m.proc != nil
}
