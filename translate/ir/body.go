package ir

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"sync"

	"semdiff/smtlib"
)

// Body is what stands in a procedure.
type Body struct {
	Blocks []*Block
	Loops  []*Proc
}

// bodies are the bodies asked for so far.
type bodies struct {
	mu     sync.Mutex
	loaded map[string]error

	mapMu sync.RWMutex
	loops map[string]*Proc
}

// Load makes the named procedure's Blocks and Loops available. They are lowered
// the first time; it does not matter who asks, or when. A procedure of which
// something has no meaning has no Blocks: the error says why.
func (p *Program) Load(name string) error {
	proc := p.Procs[name]
	if proc == nil {
		return fmt.Errorf("ir: no procedure %s", name)
	}
	p.bodies.mu.Lock()
	defer p.bodies.mu.Unlock()
	if err, done := p.bodies.loaded[name]; done {
		return err
	}
	body, err := p.Lower(proc)
	if err == nil {
		proc.Blocks, proc.Loops = body.Blocks, body.Loops
		p.addLoops(proc.Loops)
	}
	if p.bodies.loaded == nil {
		p.bodies.loaded = map[string]error{}
	}
	p.bodies.loaded[name] = err
	return err
}

// WithBodies is p with other bodies: f makes them of those that p has.
func (p *Program) WithBodies(f func(*Proc) *Body) *Program {
	return p.with(p.Order, func(name string) *Proc { return p.Procs[name] }, func(name string) *Body { return f(p.Procs[name]) })
}

// WithProcs is p with other procedures, which have their bodies and loops, in place of
// those of the same names; nil takes one away, and those of new names come last. The rest
// is as it is, and lowered when it is asked for.
func (p *Program) WithProcs(procs map[string]*Proc) *Program {
	var order []string
	for _, name := range p.Order {
		if q, other := procs[name]; !other || q != nil {
			order = append(order, name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(procs)) {
		if p.Procs[name] == nil {
			order = append(order, name)
		}
	}
	interfaceOf := func(name string) *Proc { return cmp.Or(procs[name], p.Procs[name]) }
	return p.with(order, interfaceOf, func(name string) *Body {
		q := interfaceOf(name)
		return &Body{Blocks: q.Blocks, Loops: q.Loops}
	})
}

// with is a copy of p with the procedures of these names, other interfaces, and bodies
// made of those that p has.
func (p *Program) with(order []string, interfaceOf func(name string) *Proc, body func(name string) *Body) *Program {
	q := &Program{
		File: p.File, Ctx: p.Ctx, Procs: map[string]*Proc{}, Order: order, Declared: p.Declared, Axioms: p.Axioms, Unique: p.Unique,
		OverTypes: p.OverTypes, Partial: p.Partial, Externals: p.Externals, Evaluated: p.Evaluated, Precondition: p.Precondition, Extracted: p.Extracted, Renamed: p.Renamed, Observation: p.Observation,
	}
	q.lambdas.base = p
	for _, name := range order {
		c := *interfaceOf(name)
		c.Blocks, c.Loops = nil, nil
		q.Procs[name] = &c
	}
	q.Lower = func(proc *Proc) (*Body, error) {
		if p.Procs[proc.Name] != nil {
			if err := p.Load(proc.Name); err != nil {
				return nil, err
			}
		}
		return body(proc.Name), nil
	}
	return q
}

// IsLoaded reports whether Load was called for the named procedure.
func (p *Program) IsLoaded(name string) bool {
	p.bodies.mu.Lock()
	defer p.bodies.mu.Unlock()
	_, done := p.bodies.loaded[name]
	return done
}

func (p *Program) addLoops(loops []*Proc) {
	p.bodies.mapMu.Lock()
	defer p.bodies.mapMu.Unlock()
	if p.bodies.loops == nil {
		p.bodies.loops = map[string]*Proc{}
	}
	for _, l := range loops {
		p.bodies.loops[l.Name] = l
	}
}

// Proc is the procedure, or the loop of a loaded procedure, of that name; nil if
// there is none.
func (p *Program) Proc(name string) *Proc {
	if proc := p.Procs[name]; proc != nil {
		return proc
	}
	p.bodies.mapMu.RLock()
	defer p.bodies.mapMu.RUnlock()
	return p.bodies.loops[name]
}

// Lambda is the meaning of the function that stands for a lambda expression:
// f(Captured...)[Index...] = Body.
type Lambda struct {
	Captured []*smtlib.Term
	Index    []*smtlib.Term
	Body     *smtlib.Term
	Axiom    *smtlib.Term // says the same for all captured values and indices
}

type lambdas struct {
	mu   sync.RWMutex
	base *Program // has further ones
	of   map[*smtlib.Func]Lambda
}

// Lambda is the lambda expression that f stands for, if it does. Those of a
// procedure are known when it is loaded.
func (p *Program) Lambda(f *smtlib.Func) (Lambda, bool) {
	p.lambdas.mu.RLock()
	defer p.lambdas.mu.RUnlock()
	l, ok := p.lambdas.of[f]
	if !ok && p.lambdas.base != nil {
		return p.lambdas.base.Lambda(f)
	}
	return l, ok
}

// ForgetLambdas takes back what AddLambda said.
func (p *Program) ForgetLambdas() {
	p.lambdas.mu.Lock()
	defer p.lambdas.mu.Unlock()
	p.lambdas.of = nil
}

// AddLambda says that f stands for a lambda expression; reads of it are what its body
// says from now on.
func (p *Program) AddLambda(f *smtlib.Func, l Lambda) {
	if len(l.Index) == 1 {
		p.Ctx.DefineCells(f, l.Captured, l.Index[0], l.Body)
	}
	p.lambdas.mu.Lock()
	defer p.lambdas.mu.Unlock()
	if p.lambdas.of == nil {
		p.lambdas.of = map[*smtlib.Func]Lambda{}
	}
	p.lambdas.of[f] = l
}
