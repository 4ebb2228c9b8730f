package clever

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"semdiff/compare/engine"
	"semdiff/moddiff"
	"semdiff/moddiff/kit"
	"semdiff/moddiff/pairing"
	"semdiff/smtlib/solver"
	"semdiff/translate/ir"
)

// clientResources is what it may cost to compare a client of which regions are proven to be
// boundaries, when difference summaries ask, in resource units of the solver.
const clientResources = 1_500_000

// Prover is the search for boundaries in the service of difference summaries. It remembers
// what it was asked.
type Prover struct {
	mu    sync.Mutex
	known map[question]proof
}

// question is a client of two versions.
type question struct {
	old, new *ir.Program
	client   string
}

type proof struct {
	boundaries []moddiff.Invariant
	ok         bool
}

var _ moddiff.ClientProver = (*Prover)(nil)

// Unaffected implements moddiff.ClientProver.
func (p *Prover) Unaffected(ctx context.Context, old, new *ir.Program, s solver.Solver, client string, o moddiff.Options) ([]moddiff.Invariant, bool) {
	key := question{old, new, client}
	p.mu.Lock()
	known, asked := p.known[key]
	p.mu.Unlock()
	if !asked {
		known.boundaries, known.ok = unaffected(ctx, engine.Task{Old: old, New: new, Match: o.Match, Solver: s}, client, o)
		p.mu.Lock()
		if p.known == nil {
			p.known = map[question]proof{}
		}
		if known.ok || ctx.Err() == nil {
			p.known[key] = known
		}
		p.mu.Unlock()
	}
	return known.boundaries, known.ok
}

// Evidence implements moddiff.ClientProver.
func (*Prover) Evidence(ctx context.Context, old, new *ir.Program, s solver.Solver, client string, o moddiff.Options) *moddiff.Result {
	x, c := boundariesOf(ctx, engine.Task{Old: old, New: new, Match: o.Match, Solver: s}, client, o)
	if c == nil || len(c.Boundaries) == 0 {
		return nil
	}
	r, err := x.evidence(ctx, c)
	if err != nil || r.Verdict != engine.Equivalent {
		return nil
	}
	return r
}

// unaffected searches for boundaries.
func unaffected(ctx context.Context, t engine.Task, client string, o moddiff.Options) (list []moddiff.Invariant, ok bool) {
	_, c := boundariesOf(ctx, t, client, o)
	if c == nil {
		return nil, false
	}
	for _, b := range c.Boundaries {
		list = append(list, moddiff.Invariant{Says: b.says(), Boundary: true})
	}
	return list, true
}

// boundariesOf searches for boundaries, and does not look into the client beyond these; the
// client is nil where it is not proven to be equal by them.
func boundariesOf(ctx context.Context, t engine.Task, client string, o moddiff.Options) (*search, *Client) {
	run, err := kit.NewRun(t.Old, t.New, pairing.Options{Given: t.Match})
	if err != nil {
		return nil, nil
	}
	pair := run.Pairing.Named(client)
	if pair == nil {
		return nil, nil
	}
	o.Clients, o.Cache, o.Propose, o.Progress, o.Jobs, o.Evidence = nil, nil, nil, nil, 1, false
	x, err := newSearch(t, pair, Options{Summaries: o}, &Result{Outcome: newOutcome(t)})
	if err != nil || x.outline(ctx) != nil || x.outlined == nil {
		return nil, nil
	}
	x.resources = clientResources
	c := &Client{Name: client, Pos: pair.Old.Pos}
	if x.regions(ctx, c) != nil || c.Verdict != engine.Equivalent || c.Row.Summary != nil && !c.Row.Summary.Unchanged.IsTrue() {
		return nil, nil
	}
	x.boundaries(c)
	return x, c
}

// says is a boundary in words.
func (b *Boundary) says() string {
	var calls []string
	for _, s := range b.Sites {
		calls = append(calls, fmt.Sprintf("%s in line %d", s.Callee.Name, s.Pos.Line))
	}
	where := fmt.Sprintf("ends in lines %d-%d", b.First.Line, b.Last.Line)
	if b.Last.Line <= b.First.Line {
		where = fmt.Sprintf("ends in line %d", b.First.Line)
	}
	return fmt.Sprintf("what %s differs in %s", strings.Join(calls, ", "), where)
}
