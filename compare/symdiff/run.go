package symdiff

import (
	"context"
	"slices"

	"semdiff/compare/engine"
	"semdiff/moddiff"
	"semdiff/moddiff/relation"
	"semdiff/moddiff/vc"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// run is the state of one comparison.
type run struct {
	ctx     context.Context
	c       *smtlib.Context
	v       *versions
	opts    Options
	entries []*pair
	known   *knowledge
	answers map[*pair]moddiff.Answer
	outputs map[string][]engine.OutputVerdict
	cut     bool // a bound left calls abstract

	relations *relations
	cutPairs  bool // a bound left pairs of calls out
}

func newRun(ctx context.Context, t engine.Task, opts Options) (*run, error) {
	v, err := newVersions(t)
	if err != nil {
		return nil, err
	}
	r := &run{
		ctx: ctx, c: v.c, v: v, opts: opts, known: newKnowledge(v),
		answers: map[*pair]moddiff.Answer{}, outputs: map[string][]engine.OutputVerdict{},
	}
	r.relations = newRelations(v, relation.NewProver(r.c, r.unsat, r.product))
	r.entries, err = v.entries(t.Entry)
	return r, err
}

func (r *run) unsat(t *smtlib.Term) bool { return r.v.unsat(r.ctx, t) }

// holds reports whether t is proven valid.
func (r *run) holds(t *smtlib.Term) bool { return r.unsat(r.c.Not(t)) }

// observed are the outputs that the answer for a pair is about.
func (r *run) observed(p *pair) []vc.Port {
	return r.v.observed(p, slices.Contains(r.entries, p))
}

// encoder is a fresh encoder for one pair.
func (r *run) encoder(opts Options) *encoder {
	e := &encoder{
		ctx: r.ctx, c: r.c, v: r.v, opts: opts, known: r.known, wanted: [2]map[string]int{{}, {}},
		chosen: map[*vc.Frame]bool{}, relations: r.relations.Proven,
	}
	if len(e.relations) > 0 {
		e.record()
	}
	return e
}

// refining are the options of a run in mode Refine.
func (r *run) refining() Options {
	opts := r.opts
	opts.Mode = Refine
	return opts
}

// product encodes two procedures on inputs of their own, with abstract calls, or with those
// inlined that relations ask for.
func (r *run) product(procs [2]string) *relation.Product {
	opts := r.opts
	opts.Mode, opts.Unwind = Modular, 0
	if r.relations.inlines {
		opts.Mode = Unproven
	}
	e := r.encoder(opts)
	e.record()
	both := [2]*ir.Proc{r.v.programs[0].Proc(procs[0]), r.v.programs[1].Proc(procs[1])}
	tops := e.bodies().Apart(both)
	return &relation.Product{Tops: tops, Calls: e.recorder.Made}
}
