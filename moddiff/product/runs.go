package product

import (
	"slices"

	"semdiff/moddiff/pairing"
	"semdiff/moddiff/witness"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
)

// Bounds of the runs for one pair.
const (
	maxInputs      = 150
	maxSteps       = 3_000  // of one run
	maxAllSteps    = 40_000 // of all
	maxActivations = 2_000  // of one run that are kept
	maxSamples     = 250    // of one node
	maxFromRun     = 14     // of these, from one run
)

// activation is a run of a procedure within a run of a version.
type activation struct {
	proc    *pairing.Proc
	in, out []interp.Value // out is nil unless it returned
	calls   []*activation  // in the order in which they are made
}

// tree watches a run.
type tree struct {
	version *pairing.Version
	root    *activation
	stack   [][]*activation // activations that return together
	left    int
}

func (t *tree) begin(p *pairing.Proc, in []interp.Value) *activation {
	a := &activation{proc: p, in: in}
	if t.root == nil {
		t.root = a
	}
	if t.left--; t.left > 0 && len(t.stack) > 0 {
		top := t.stack[len(t.stack)-1]
		caller := top[len(top)-1]
		caller.calls = append(caller.calls, a)
	}
	return a
}

// Enter implements interp.Watcher.
func (t *tree) Enter(p *ir.Proc, in []interp.Value) {
	a := t.begin(t.version.At(p.Name), in)
	t.stack = append(t.stack, []*activation{a})
}

// Again implements interp.Watcher.
func (t *tree) Again(in []interp.Value) {
	last := len(t.stack) - 1
	again := t.begin(t.stack[last][0].proc, in)
	t.stack[last] = append(t.stack[last], again)
}

// Leave implements interp.Watcher.
func (t *tree) Leave(out []interp.Value) {
	last := len(t.stack) - 1
	for _, a := range t.stack[last] {
		a.out = out
	}
	t.stack = t.stack[:last]
}

// sample are two activations of the procedures of a node that are related.
type sample [2]*activation

// values are what inputs and outputs hold, those of the old version first; ok is
// false when outputs are asked for of a run that did not return.
func (s *sample) values(outputs bool) (list []interp.Value, ok bool) {
	for _, a := range s {
		list = append(list, a.in...)
	}
	if outputs {
		for _, a := range s {
			if a.out == nil {
				return nil, false
			}
			list = append(list, a.out...)
		}
	}
	return list, true
}

// observe runs both versions of the pair on inputs, and takes the trees of their
// activations.
func (x *search) observe() {
	if x.observeOn(x.inputs); x.others != nil && !slices.ContainsFunc(x.runs, iterates) {
		x.observeOn(x.others)
	}
}

// iterates reports whether in a run of each version a procedure calls itself.
func iterates(both [2]*activation) bool {
	var again func(a *activation) bool
	again = func(a *activation) bool {
		return slices.ContainsFunc(a.calls, func(b *activation) bool { return b.proc == a.proc || again(b) })
	}
	return again(both[0]) && again(both[1])
}

func (x *search) observeOn(inputs func(i int) interp.Env) {
	steps, stop := 0, x.a.Context().Done()
	if x.untimed {
		stop = nil
	}
	for i := 0; i < maxInputs && steps < maxAllSteps && (x.untimed || !x.a.TimeUp()); i++ {
		env := inputs(i)
		if v, err := interp.Eval(x.c, x.given, env, x.model); err != nil || !v.IsTrue() {
			continue
		}
		var both [2]*activation
		for v := range both {
			p := x.pair.Proc(v)
			t := &tree{version: p.Version, left: maxActivations}
			limits := interp.Limits{Steps: maxSteps, Depth: 200, Watch: t, Stop: stop}
			_, n, _ := interp.Count(p.Version.Prog, p.Name, witness.ArgsOf(p, x.pair, env), x.model, limits) // its beginning serves, too
			steps += n
			both[v] = t.root
		}
		if both[0] != nil && both[1] != nil {
			x.runs = append(x.runs, both)
		}
	}
}

// left lists the calls that the product of a node, or of the pair, leaves open, in
// the order in which they were made. A procedure of the pair that is recursive counts
// as a call of itself.
func (x *search) left(of *node, a *activation) (list []*activation) {
	if of == nil && x.treat(a.proc) == related {
		return []*activation{a}
	}
	unfolded := map[*ir.Proc]int{}
	if of != nil {
		unfolded[a.proc.Proc] = 1
	}
	all := func(p *ir.Proc) int { return unfolded[p] }
	var visit func(a *activation)
	visit = func(a *activation) {
		for _, b := range a.calls {
			switch x.treat(b.proc) {
			case inlined:
				visit(b)
			case related:
				n := unfolded[b.proc.Proc]
				if x.isRelated(of, b.proc, n, all) {
					list = append(list, b)
				}
				if x.leftOpen(of, b.proc, n) {
					continue
				}
				unfolded[b.proc.Proc]++
				visit(b)
				unfolded[b.proc.Proc]--
			}
		}
	}
	visit(a)
	return list
}

// sampleNodes pairs the activations in the runs as the products pair calls.
func (x *search) sampleNodes() {
	for _, n := range x.nodes {
		n.samples = nil
	}
	type place struct {
		of   *node
		runs [2]*activation
	}
	for _, both := range x.runs {
		todo := []place{{nil, both}}
		taken := map[*node]int{}
		for len(todo) > 0 {
			at := todo[0]
			todo = todo[1:]
			open := [2][]*activation{x.left(at.of, at.runs[0]), x.left(at.of, at.runs[1])}
			for _, n := range x.nodes {
				of := [2][]*activation{only(open[0], n.procs[0]), only(open[1], n.procs[1])}
				for i := range min(len(of[0]), len(of[1])) {
					if taken[n]++; taken[n] <= maxFromRun && len(n.samples) < maxSamples {
						s := &sample{of[0][i], of[1][i]}
						n.samples = append(n.samples, s)
						todo = append(todo, place{n, *s})
					}
				}
			}
		}
	}
}

func only(list []*activation, p *pairing.Proc) (out []*activation) {
	for _, a := range list {
		if a.proc == p {
			out = append(out, a)
		}
	}
	return out
}
