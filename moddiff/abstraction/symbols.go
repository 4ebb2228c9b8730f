package abstraction

import (
	"fmt"
	"slices"
	"sync"

	"semdiff/moddiff/pairing"
	"semdiff/moddiff/query"
	"semdiff/moddiff/summary"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// What an abstract application of a call stands for: an output (its index), or
// one of these.
const (
	KindResult = -1 // Int: 0 normal, 1 fails, 2 blocked; only if the call ends
	EndsResult = -2 // Bool: the call ends
)

// Symbols are the uninterpreted functions that stand for a procedure: UF_g1 or
// UF_g2 of the paper (section 6.1), or UF_g1g2 when shared.
type Symbols struct {
	outputs    []*smtlib.Func
	kind, ends *smtlib.Func
}

// Func is the function of a result.
func (s *Symbols) Func(result int) *smtlib.Func {
	switch result {
	case KindResult:
		return s.kind
	case EndsResult:
		return s.ends
	}
	return s.outputs[result]
}

// Meaning says what an abstract function stands for.
type Meaning struct {
	Proc   *pairing.Proc // of the shared symbols, the old procedure; nil for a function that was declared by Abstract
	Shared bool
	Result int
	// Over are the inputs, by index, that the function takes; nil for all.
	Over []int
}

// Registry holds the abstract functions of a run. It is safe for concurrent use.
type Registry struct {
	c       *smtlib.Context
	mark    string
	mu      sync.RWMutex
	own     map[*pairing.Proc]*Symbols
	shared  map[*pairing.Pair]*Symbols
	over    map[string]*smtlib.Func // shared functions of some of the inputs, by name
	meaning map[*smtlib.Func]Meaning
}

// NewRegistry is empty; mark tells its functions from those of other runs.
func NewRegistry(c *smtlib.Context, mark string) *Registry {
	return &Registry{c: c, mark: mark, own: map[*pairing.Proc]*Symbols{}, shared: map[*pairing.Pair]*Symbols{}, over: map[string]*smtlib.Func{}, meaning: map[*smtlib.Func]Meaning{}}
}

// Own are the symbols of p alone.
func (r *Registry) Own(p *pairing.Proc) *Symbols {
	r.mu.RLock()
	s := r.own[p]
	r.mu.RUnlock()
	if s != nil {
		return s
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.own[p] == nil {
		r.own[p] = r.declare(p, fmt.Sprintf("UF:%s%d:%s", r.mark, p.Version.Index+1, p.Name), false)
	}
	return r.own[p]
}

// Shared are the symbols that stand for both procedures of a pair.
func (r *Registry) Shared(pair *pairing.Pair) *Symbols {
	r.mu.RLock()
	s := r.shared[pair]
	r.mu.RUnlock()
	if s != nil {
		return s
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.shared[pair] == nil {
		r.shared[pair] = r.declare(pair.Old, "UF:"+r.mark+"12:"+pair.Old.Name, true)
	}
	return r.shared[pair]
}

// SharedOver is the function that stands for a result of both procedures of a pair, of
// some of the old one's inputs, by index. Its meaning is what that result is wherever a
// call returns, whatever the other inputs are.
func (r *Registry) SharedOver(pair *pairing.Pair, result int, inputs []int) *smtlib.Func {
	all := r.Shared(pair).Func(result)
	name := fmt.Sprintf("%s over %v", all.Name, inputs)
	r.mu.Lock()
	defer r.mu.Unlock()
	f := r.over[name]
	if f == nil {
		params := make([]*smtlib.Sort, len(inputs))
		for i, k := range inputs {
			params[i] = pair.Old.Inputs[k].Sort()
		}
		f = r.c.Func(name, params, all.Result)
		r.over[name], r.meaning[f] = f, Meaning{Proc: pair.Old, Shared: true, Result: result, Over: inputs}
	}
	return f
}

// declare makes the functions for a procedure under the given name, whose start
// keeps the three kinds apart.
func (r *Registry) declare(p *pairing.Proc, name string, shared bool) *Symbols {
	params := make([]*smtlib.Sort, len(p.Inputs))
	for i, v := range p.Inputs {
		params[i] = v.Sort()
	}
	s := &Symbols{}
	declare := func(suffix string, sort *smtlib.Sort, result int) *smtlib.Func {
		f := r.c.Func(name+":"+suffix, params, sort)
		r.meaning[f] = Meaning{Proc: p, Shared: shared, Result: result}
		return f
	}
	for i, v := range p.Outputs {
		s.outputs = append(s.outputs, declare(fmt.Sprintf("%s:%d", v.Name(), i), v.Sort(), i))
	}
	s.kind = declare("kind", r.c.Int, KindResult)
	s.ends = declare("ends", r.c.Bool, EndsResult)
	return s
}

// Abstract declares, before terms are made of it, that f stands for what some
// call does. No witness rests on its meaning.
func (r *Registry) Abstract(f *smtlib.Func) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.meaning[f] = Meaning{}
}

// MeaningOf is what a function stands for, if it is an abstract one.
func (r *Registry) MeaningOf(f *smtlib.Func) (Meaning, bool) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	m, ok := r.meaning[f]
	return m, ok
}

// Abstraction is how one analysis abstracts calls: as applications of
// uninterpreted functions, which it replaces by what summaries know.
type Abstraction struct {
	*query.Session
	Ctx   *smtlib.Context
	State *summary.Table
	// WithoutSummaries keeps assumed calls abstract during an inductive proof.
	WithoutSummaries bool

	*Registry
	abstract   map[*smtlib.Term]bool
	expanded   map[*smtlib.Term]*smtlib.Term
	calls      map[*smtlib.Term][]Call // that applications of functions of some inputs stand for
	expanding  int                     // nesting of calls being expanded
	expansions int                     // calls expanded for the outermost one
}

// New starts an abstraction; c may count what is built.
func New(c *smtlib.Context, r *Registry, s *query.Session, state *summary.Table) *Abstraction {
	return &Abstraction{Ctx: c, Registry: r, Session: s, State: state, abstract: map[*smtlib.Term]bool{}, expanded: map[*smtlib.Term]*smtlib.Term{}, calls: map[*smtlib.Term][]Call{}}
}

// Call is a call of a procedure on arguments.
type Call struct {
	Proc *pairing.Proc
	Args []*smtlib.Term
}

// sharedApp is the application of UF_g1g2 that stands for p's result on args,
// or nil when the interfaces of the pair do not allow one.
func (a *Abstraction) sharedApp(p *pairing.Proc, result int, args []*smtlib.Term) *smtlib.Term {
	pair := p.Pair
	if !pair.Sharable {
		return nil
	}
	call := Call{p, args}
	if p.Version.Index == 1 {
		var ok bool
		if result, ok = pair.PartnerResult(p, result); !ok {
			return nil
		}
		if _, args = pair.ToPartner(p, args); a.State.OfPair(pair).Equal {
			call = Call{pair.Old, args} // one summary serves both
		}
	}
	inputs, some := a.Domain(pair, result)
	if !some {
		return a.Ctx.App(a.Shared(pair).Func(result), args...)
	}
	needed := make([]*smtlib.Term, len(inputs))
	for i, k := range inputs {
		needed[i] = args[k]
	}
	t := a.Ctx.App(a.SharedOver(pair, result, inputs), needed...)
	same := func(other Call) bool { return other.Proc == call.Proc && slices.Equal(other.Args, call.Args) }
	if !slices.ContainsFunc(a.calls[t], same) {
		a.calls[t] = append(a.calls[t], call)
	}
	return t
}

// Domain are the inputs of the old procedure, by index, that a shared function of its
// result takes; some is false when it takes all. Runs of both versions on inputs that
// agree on these agree in the result if both return (of how they end: if one ends), as
// long as that is so on the same inputs and
//
//	one ends if the other does         by what depend promises of the new version alone
//	no change reaches the result       by the theorem of package impact
//	the versions return alike on both  so where U says so of both
//	the outcome needs no other inputs  then both versions return on the inputs of the one
//
// The hypothesis of an induction is about calls on the same inputs.
func (a *Abstraction) Domain(pair *pairing.Pair, result int) (inputs []int, some bool) {
	known, port := a.State.OfPair(pair), pair.PortOf(0, result)
	needs := pair.Needs(port)
	if needs == nil || known.Assumed() {
		return nil, false
	}
	partial := known.Partial && !known.Equal && !pair.IsSame(pair.Old, result)
	inputs = []int{}
	for i, in := range pair.Inputs {
		if needs[i] || partial && pair.Needs(-1)[i] {
			inputs = append(inputs, in.Old)
		} else {
			some = true
		}
	}
	return inputs, some
}

// CallsOf are the calls that an application stands for; a shared one for those of both
// versions.
func (a *Abstraction) CallsOf(app *smtlib.Term) []Call {
	m, ok := a.MeaningOf(app)
	if !ok || m.Proc == nil { // it stands for no single call
		return nil
	}
	calls := []Call{{m.Proc, app.Args()}}
	if m.Over != nil {
		calls = slices.Clone(a.calls[app])
	}
	if m.Shared && (m.Over == nil || a.State.OfPair(m.Proc.Pair).Equal) {
		for _, call := range slices.Clone(calls) {
			partner, args := m.Proc.Pair.ToPartner(call.Proc, call.Args)
			calls = append(calls, Call{partner, args})
		}
	}
	return calls
}

// Return is a condition under which an abstract call does not end in one of the
// other ways.
type Return struct {
	Cond      *smtlib.Term
	Otherwise ir.Outcome
}

// Returning are the conditions, in turn, under which a call of p returns.
func (a *Abstraction) Returning(p *pairing.Proc, args []*smtlib.Term) (list []Return) {
	c, sym := a.Ctx, a.Own(p)
	if a.State.Of(p).MayDiverge {
		list = append(list, Return{c.App(sym.ends, args...), ir.Diverges})
	}
	other := func(may bool, end ir.Outcome) {
		if may {
			list = append(list, Return{c.Not(c.Eq(c.App(sym.kind, args...), c.IntVal(int64(end)))), end})
		}
	}
	other(p.MayEnd.Fail, ir.Fails)
	other(p.MayEnd.Block, ir.Blocked)
	return list
}

// SetResults sets the variables of an abstract call of p.
func (a *Abstraction) SetResults(env map[*smtlib.Term]*smtlib.Term, p *pairing.Proc, args []*smtlib.Term, call *ir.Call) {
	for i, v := range call.Outs {
		if v != nil {
			env[v] = a.Ctx.App(a.Own(p).outputs[i], args...)
		}
	}
}

// IsAbstract reports whether an abstract application occurs in t.
func (a *Abstraction) IsAbstract(t *smtlib.Term) bool {
	if !t.HasApps() {
		return false
	}
	if r, ok := a.abstract[t]; ok {
		return r
	}
	r := false
	if t.Op() == smtlib.OpApp {
		_, r = a.Registry.MeaningOf(t.Func())
	}
	for _, x := range t.Args() {
		r = r || a.IsAbstract(x)
	}
	a.abstract[t] = r
	return r
}

// Applications lists the abstract applications in t, inner ones first.
func (a *Abstraction) Applications(t *smtlib.Term) []*smtlib.Term {
	var out []*smtlib.Term
	seen := map[*smtlib.Term]bool{}
	var walk func(*smtlib.Term)
	walk = func(t *smtlib.Term) {
		if seen[t] || !a.IsAbstract(t) {
			return
		}
		seen[t] = true
		for _, x := range t.Args() {
			walk(x)
		}
		if t.Op() == smtlib.OpApp {
			if _, ok := a.Registry.MeaningOf(t.Func()); ok {
				out = append(out, t)
			}
		}
	}
	walk(t)
	return out
}
