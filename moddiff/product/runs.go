package product

import (
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/witness"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
)

// Bounds of the runs for one pair.
const (
	maxInputs      = 60
	maxSteps       = 3_000  // of one run
	maxAllSteps    = 40_000 // of all
	maxActivations = 2_000  // of one run that are kept
	maxSamples     = 250    // of one node
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
	steps := 0
	for i := 0; i < maxInputs && steps < maxAllSteps && !x.a.TimeUp(); i++ {
		env := x.inputs(i)
		var both [2]*activation
		for v := range both {
			p := x.pair.Proc(v)
			t := &tree{version: p.Version, left: maxActivations}
			limits := interp.Limits{Steps: maxSteps, Depth: 200, Watch: t, Stop: x.a.Context().Done()}
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
	unfolded := map[*pairing.Proc]int{}
	if of != nil {
		unfolded[a.proc] = 1
	}
	var visit func(a *activation)
	visit = func(a *activation) {
		for _, b := range a.calls {
			switch x.treat(b.proc) {
			case inlined:
				visit(b)
			case related:
				if x.leftOpen(of, b.proc, unfolded[b.proc]) {
					list = append(list, b)
					continue
				}
				unfolded[b.proc]++
				visit(b)
				unfolded[b.proc]--
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
		for len(todo) > 0 {
			at := todo[0]
			todo = todo[1:]
			open := [2][]*activation{x.left(at.of, at.runs[0]), x.left(at.of, at.runs[1])}
			for _, n := range x.nodes {
				of := [2][]*activation{only(open[0], n.procs[0]), only(open[1], n.procs[1])}
				for i := range min(len(of[0]), len(of[1])) {
					if len(n.samples) < maxSamples {
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

// guessSchedules chooses schedules that fit how often loops went round.
func (x *search) guessSchedules() {
	for _, n := range x.nodes {
		var counts [][2]int
		for _, both := range x.runs {
			lengths := [2][]int{rounds(both[0], n.procs[0]), rounds(both[1], n.procs[1])}
			for i := range min(len(lengths[0]), len(lengths[1])) {
				counts = append(counts, [2]int{lengths[0][i], lengths[1][i]})
			}
		}
		n.schedule = fitting(counts)
	}
}

// rounds are, of the calls of p from elsewhere, how many calls of itself followed.
func rounds(a *activation, p *pairing.Proc) (list []int) {
	var visit func(a *activation, within int)
	visit = func(a *activation, within int) {
		if a.proc == p {
			if within < 0 {
				list = append(list, 0)
				within = len(list) - 1
			} else {
				list[within]++
			}
		} else {
			within = -1
		}
		for _, b := range a.calls {
			visit(b, within)
		}
	}
	visit(a, -1)
	return list
}

// The largest schedules that are tried.
const (
	maxUnrolled = 4
	maxPeeled   = 3
)

// fitting is the smallest schedule under which two loops go round equally often.
func fitting(counts [][2]int) schedule {
	plain := schedule{steps: [2]int{1, 1}}
	tried := []schedule{plain}
	for k := 1; k <= maxPeeled; k++ {
		tried = append(tried, schedule{plain.steps, [2]int{k, 0}}, schedule{plain.steps, [2]int{0, k}})
	}
	for k := 2; k <= maxUnrolled; k++ {
		tried = append(tried, schedule{steps: [2]int{k, 1}}, schedule{steps: [2]int{1, k}})
	}
	best, most := plain, -1
	for _, s := range tried {
		fit := 0
		for _, n := range counts {
			if s.fits(n) { // long runs tell more
				fit += 1 + n[0] + n[1]
			}
		}
		if fit > most {
			best, most = s, fit
		}
	}
	return best
}

// fits reports whether both loops can be done after equally many steps, of which the
// last one may be cut short.
func (s schedule) fits(rounds [2]int) bool {
	var least, most [2]int
	for v := range least {
		left := rounds[v] - s.peel[v]
		if left < 0 {
			return rounds[1-v] <= s.peel[1-v]
		}
		least[v], most[v] = left/s.steps[v], (left+s.steps[v]-1)/s.steps[v]
	}
	return least[0] <= most[1] && least[1] <= most[0]
}
