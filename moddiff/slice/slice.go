package slice

import (
	"slices"

	"semdiff/moddiff/impact"
	"semdiff/moddiff/pairing"
	"semdiff/translate/ir"
)

// Options say what slices keep. The zero value keeps what impacted outputs and ends
// of runs need, and no more.
type Options struct {
	// Ends keeps all that may end a run, with what it needs: what is dropped is known
	// to return then.
	Ends bool
}

// Slices are two versions without what no change reaches.
type Slices struct {
	Programs [2]*ir.Program

	bodies [2]map[string]*body
	cut    bool
}

// Interface is which inputs and outputs of a procedure or loop are those of its slice,
// by their indices, ascending. Outcome is set when all that may end it is kept.
type Interface struct {
	Inputs, Outputs []int
	Outcome         bool
}

// Make slices the versions of an analysis.
func Make(a *impact.Analysis, o Options) *Slices {
	c := newClosure(a, o)
	c.close()
	s := &Slices{bodies: c.bodies}
	for v, version := range a.Pairing.Versions {
		s.Programs[v] = s.program(version)
	}
	return s
}

// Smaller reports whether anything is dropped.
func (s *Slices) Smaller() bool { return s.cut }

// Size is how much is kept of all bodies that slices are made of: nodes.
func (s *Slices) Size() (n int) {
	for _, bodies := range s.bodies {
		for _, b := range bodies {
			for _, keep := range b.keep {
				if b.live && keep {
					n++
				}
			}
		}
	}
	return n
}

// Of is the interface of the slice of a procedure or loop; ok is false when it has
// none, since nothing that is kept calls it.
func (s *Slices) Of(p *pairing.Proc) (i Interface, ok bool) {
	b := s.bodies[p.Version.Index][p.Name]
	if b == nil { // it is whole
		return Interface{upTo(len(p.Inputs)), upTo(len(p.Outputs)), true}, true
	}
	outcome := &b.g.Nodes[b.g.Outcome]
	return Interface{b.inputs(), b.outputs(), b.keep[b.g.Outcome] || len(outcome.Sources) == 0}, b.live
}

func upTo(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// program is the slice of a version.
func (s *Slices) program(v *pairing.Version) *ir.Program {
	procs := map[string]*ir.Proc{}
	for _, p := range v.All() {
		b := s.bodies[v.Index][p.Name]
		switch {
		case p.Kind == ir.Loop:
		case b == nil && !isWhole(p):
			lowered := *p.Proc // in vain; it has no body
			procs[p.Name] = &lowered
		case b != nil && !b.live:
			procs[p.Name] = nil
			s.cut = true
		case b != nil:
			procs[p.Name] = s.procedure(b)
		}
	}
	for _, p := range procs {
		if p != nil && p.Blocks == nil {
			p.Calls = slices.DeleteFunc(slices.Clone(p.Calls), func(name string) bool {
				q, other := procs[name]
				return other && q == nil
			})
		}
	}
	return v.Prog.WithProcs(procs)
}

// isWhole reports whether no change reaches p, so that its slice is p.
func isWhole(p *pairing.Proc) bool {
	root := p.Version.Root(p)
	return root.Pair != nil && !root.Pair.Affected
}

// procedure is the slice of a procedure and its loops.
func (s *Slices) procedure(b *body) *ir.Proc {
	p := s.interfaceOf(b)
	p.Blocks = s.cutBody(b)
	p.SameText = false
	calls := p.Callees()
	p.Loops = nil
	for _, l := range b.proc.Proc.Loops {
		inner := s.bodies[b.version][l.Name]
		if !inner.live {
			s.cut = true
			continue
		}
		loop := s.interfaceOf(inner)
		loop.Blocks = s.cutBody(inner)
		p.Loops = append(p.Loops, loop)
		calls = append(calls, loop.Callees()...)
	}
	slices.Sort(calls)
	p.Calls = slices.DeleteFunc(slices.Compact(calls), func(name string) bool {
		return b.proc.Version.At(name).Kind == ir.Loop
	})
	return p
}

// interfaceOf is a copy of a procedure or loop with the inputs and outputs of its slice.
func (s *Slices) interfaceOf(b *body) *ir.Proc {
	p := *b.proc.Proc
	p.Inputs, p.Outputs, p.Formals, p.Results = nil, nil, 0, 0
	for _, i := range b.inputs() {
		p.Inputs = append(p.Inputs, b.proc.Inputs[i])
		if i < b.proc.Formals {
			p.Formals++
		}
	}
	for _, i := range b.outputs() {
		p.Outputs = append(p.Outputs, b.proc.Outputs[i])
		if i < b.proc.Results {
			p.Results++
		}
	}
	s.cut = s.cut || len(p.Inputs) < len(b.proc.Inputs) || len(p.Outputs) < len(b.proc.Outputs)
	return &p
}
