package clever

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"semdiff/moddiff/kit"
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/summary"
	"semdiff/moddiff/witness"
	"semdiff/smtlib"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
)

// Bounds of the runs from a client.
const (
	maxInputs   = 120
	maxSteps    = 4_000  // of one run
	maxAllSteps = 60_000 // of all
	maxStates   = 24     // of one procedure or loop that are kept
)

// state are inputs of a procedure, by the variables of its pair, and what its versions do
// there where they differ.
type state struct {
	env  interp.Env
	diff *summary.Difference
	// inputs and outputs are those of the pair, as far as they are observed.
	inputs, outputs []*smtlib.Term
}

// probe runs both versions, with all candidates as procedures, from the client.
type probe struct {
	x      *search
	all    *outlined
	a      *kit.Analysis
	client *pairing.Pair
	states map[string][]*state // of procedures and loops that runs come to, by pair
	seen   map[string]bool
}

func (x *search) newProbe(ctx context.Context, all *outlined) *probe {
	p := &probe{x: x, all: all, a: x.newAnalysis(ctx, all.run), states: map[string][]*state{}, seen: map[string]bool{}}
	p.client = all.run.Pairing.Named(x.client.Name)
	return p
}

// observe runs both versions from the client.
func (p *probe) observe() {
	inputs, model := p.a.Runs.Inputs(p.client), p.a.Finder.Guessing()
	steps := 0
	for i := 0; i < maxInputs && steps < maxAllSteps && !p.a.TimeUp(); i++ {
		env := inputs(i)
		for v := range 2 {
			q := p.client.Proc(v)
			limits := interp.Limits{Steps: maxSteps, Depth: 300, Stop: p.a.Context().Done(), Watch: &watch{probe: p, version: v}}
			_, n, _ := interp.Count(q.Version.Prog, q.Name, witness.ArgsOf(q, p.client, env), model, limits) // where it breaks off its beginning serves, too
			steps += n
		}
	}
}

// watch takes the states at the entries of procedures and loops in a run.
type watch struct {
	probe   *probe
	version int
	stack   []string
}

// Enter implements interp.Watcher.
func (w *watch) Enter(q *ir.Proc, in []interp.Value) {
	w.stack = append(w.stack, q.Name)
	w.probe.take(w.version, q.Name, in)
}

// Again implements interp.Watcher.
func (w *watch) Again(in []interp.Value) { w.probe.take(w.version, w.stack[len(w.stack)-1], in) }

// Leave implements interp.Watcher.
func (w *watch) Leave([]interp.Value) { w.stack = w.stack[:len(w.stack)-1] }

// take takes a state.
func (p *probe) take(version int, name string, in []interp.Value) {
	q := p.all.run.Pairing.Versions[version].At(name)
	if q == nil || q.Pair == nil || len(p.states[q.Pair.Name]) >= maxStates {
		return
	}
	env := interp.Env{}
	for _, port := range q.Pair.Inputs {
		at := port.Index(version)
		if at < 0 { // the other version's alone
			return
		}
		env[port.Var] = in[at]
	}
	var key strings.Builder
	fmt.Fprintf(&key, "%s:", q.Pair.Name)
	for _, v := range in {
		fmt.Fprintf(&key, " %s", v)
	}
	if !p.seen[key.String()] {
		p.seen[key.String()] = true
		p.states[q.Pair.Name] = append(p.states[q.Pair.Name], &state{env: env})
	}
}

// refute marks the candidates that both versions leave differently from a state that runs
// of the client come to.
func (p *probe) refute() {
	model := p.a.Finder.Model()
	model.Closed = true
	for _, b := range p.x.bodies {
		for _, c := range b.regions {
			q := p.all.run.Pairing.Named(c.name)
			if q == nil {
				continue
			}
			outputs := q.Observed(p.a.Ctx, false)
			agree := p.a.Runs.Agreeing(q, outputs)
			for _, s := range p.states[c.name] {
				if same, decided := agree(s.env); same || !decided {
					continue
				}
				if s.diff = p.a.Finder.AtInput(q, outputs, s.env, model); s.diff != nil {
					c.refuted = s
					s.inputs, s.outputs = variables(q.Inputs), variables(outputs)
					p.x.result.Search.Refuted++
					break
				}
			}
		}
	}
}

// holds reports whether a condition holds in all states in which runs come to a pair.
func (p *probe) holds(pair string, cond func(interp.Env) bool) bool {
	return !slices.ContainsFunc(p.states[pair], func(s *state) bool { return !cond(s.env) })
}
