package product

import (
	"context"
	"slices"

	"semdiff/moddiff/pairing"
	"semdiff/moddiff/relation"
	"semdiff/moddiff/termination"
	"semdiff/moddiff/vc"
	"semdiff/smtlib"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
)

// Correlation is a pair with the loops and recursive procedures below it, those of
// both versions paired: what Prove works on, for others that look for relations.
type Correlation struct {
	Nodes  []*Node
	x      *search
	proved bool // the lemmas are
}

// Node is a loop or recursive procedure of each version whose activations are related.
type Node struct {
	Procs    [2]*pairing.Proc
	Schedule Schedule
	of       *node
}

// Schedule says how many activations of each version are one step together, and how
// many come before the first step.
type Schedule struct{ Steps, Peel [2]int }

// Correlate pairs loops and recursive procedures, and guesses schedules from runs;
// nil when a body of the pair has no meaning.
func Correlate(a *termination.Analysis, in Input) *Correlation {
	if !a.Load(in.Pair.Old) || !a.Load(in.Pair.New) || in.Pair.Old.Blocks == nil || in.Pair.New.Blocks == nil {
		return nil
	}
	x := newSearch(a, in)
	x.findNodes()
	if len(x.nodes) > 0 {
		if !x.blind {
			x.observe()
		}
		x.guessSchedules()
		x.setSchedules(0)
	}
	return x.correlation()
}

// correlation is the pair with its nodes as they are now.
func (x *search) correlation() *Correlation {
	k := &Correlation{x: x}
	for _, n := range x.nodes {
		n.schedule.rest = [2]int{} // all related calls are left open
		k.Nodes = append(k.Nodes, &Node{Procs: n.procs, Schedule: Schedule{n.schedule.steps, n.schedule.peel}, of: n})
	}
	return k
}

// Use sets the schedule of a node. No proof depends on which it is.
func (k *Correlation) Use(n *Node, s Schedule) {
	n.Schedule = s
	n.of.schedule = schedule{steps: s.Steps, peel: s.Peel}
}

// Names are the names of a node's procedures.
func (n *Node) Names() [2]string { return n.of.names() }

// Product encodes a step of a node, on inputs of their own (vc.Own). The calls in
// Open are those to pair in order.
func (k *Correlation) Product(procs [2]string) *relation.Product { return k.x.product(procs) }

// Pair encodes both versions of the pair on the same inputs; where its procedures are
// related themselves, they are what is to be paired. block is told the conditions
// under which blocks are reached.
func (k *Correlation) Pair(block func(reached *smtlib.Term)) *relation.Product {
	e, calls := k.x.encoder(nil)
	e.Block = block
	p := &relation.Product{Tops: e.Both(vc.PairOf(k.x.pair)), Calls: calls.all, Open: calls.related}
	for v, run := range p.Tops {
		if k.x.treat(k.x.pair.Proc(v)) == related {
			p.Open[v] = []*vc.Activation{run}
		}
	}
	return p
}

// Unrolled encodes both versions of the pair on the same inputs, with so many activations
// of each loop or recursive procedure unfolded. The calls in Open are those behind them.
func (k *Correlation) Unrolled(n int) *relation.Product {
	for _, node := range k.Nodes {
		before := node.of.schedule
		node.of.schedule.peel = [2]int{n, n}
		defer func() { node.of.schedule = before }()
	}
	e, calls := k.x.encoder(nil)
	return &relation.Product{Tops: e.Both(vc.PairOf(k.x.pair)), Calls: calls.all, Open: calls.related}
}

// Watch has watch told of the calls that encode encodes, in the order in which runs make
// them: opaque where uninterpreted functions stand for what is called.
func (k *Correlation) Watch(watch func(s *vc.Site, opaque bool), encode func()) {
	k.x.watch = watch
	encode()
	k.x.watch = nil
}

// OfCall reports whether a function stands for what a call gives, or how it ends.
func (k *Correlation) OfCall(f *smtlib.Func) bool {
	_, ok := k.x.symbols.Of(f)
	return ok
}

// Reaches reports whether a run of a procedure of either version may call one that is
// looked for.
func (k *Correlation) Reaches(proc string, is func(proc string) bool) bool {
	seen := map[*pairing.Proc]bool{}
	var visit func(p *pairing.Proc) bool
	visit = func(p *pairing.Proc) bool {
		if p == nil || seen[p] {
			return false
		}
		seen[p] = true
		return is(p.Name) || slices.ContainsFunc(p.Version.Callees(p), visit)
	}
	return slices.ContainsFunc(k.x.a.Pairing.Versions[:], func(v *pairing.Version) bool { return visit(v.At(proc)) })
}

// Lemmas proves what runs suggest about what single loops and procedures return,
// for those that run in one version alone.
func (k *Correlation) Lemmas() []*relation.Lemma {
	if !k.proved {
		k.x.proveLemmas()
		k.proved = true
	}
	return k.x.lemmas
}

// Horn asks a solver of Horn clauses for relations of the nodes by which the pair is
// equal wherever both versions return; matched loops are to give equal outputs, or
// else any. It says what the solver says: nothing of it is proven.
func (k *Correlation) Horn(ctx context.Context, limits relation.HornLimits, matched bool) ([]*relation.Relation, error) {
	return k.x.askHorn(ctx, limits, matched)
}

// Proc is the procedure of the pair in a version.
func (k *Correlation) Proc(version int) *ir.Proc { return k.x.pair.Proc(version).Proc }

// Sample is a pair of activations of a node's procedures in runs of both versions, as
// its product pairs them: those before one step, or, where a version is done, its last.
type Sample struct {
	In, Out [2][]interp.Value // Out is nil unless both returned
	Gone    [2]bool           // which versions have made a step of the node
	Pair    [2][]interp.Value // with which the pair was started
}

// Samples are pairs of activations of each node in the runs that were observed, by the
// schedules that are set, and what functions are in these runs.
func (k *Correlation) Samples() (all map[*Node][]*Sample, m *interp.Model) {
	x, of := k.x, map[*node]*Node{}
	for _, n := range k.Nodes {
		of[n.of] = n
	}
	type place struct {
		of   *node
		runs [2]*activation
		gone [2]bool
	}
	all = map[*Node][]*Sample{}
	for _, both := range x.runs {
		taken := map[*node]int{}
		for todo := []place{{runs: both}}; len(todo) > 0; todo = todo[1:] {
			at := todo[0]
			open := [2][]*activation{x.left(at.of, at.runs[0]), x.left(at.of, at.runs[1])}
			take := func(n *node, runs [2]*activation, gone [2]bool) {
				if taken[n]++; taken[n] <= maxFromRun && len(all[of[n]]) < maxSamples {
					all[of[n]] = append(all[of[n]], sampleOf(both, runs, gone))
					todo = append(todo, place{n, runs, gone})
				}
			}
			for _, n := range x.nodes {
				calls := [2][]*activation{only(open[0], n.procs[0]), only(open[1], n.procs[1])}
				for i := range min(len(calls[0]), len(calls[1])) {
					take(n, [2]*activation{calls[0][i], calls[1][i]}, [2]bool{n == at.of, n == at.of})
				}
				switch {
				case n != at.of:
				case len(calls[0]) > 0 && len(calls[1]) == 0:
					take(n, [2]*activation{calls[0][0], at.runs[1]}, [2]bool{true, at.gone[1]})
				case len(calls[0]) == 0 && len(calls[1]) > 0:
					take(n, [2]*activation{at.runs[0], calls[1][0]}, [2]bool{at.gone[0], true})
				}
			}
		}
	}
	return all, x.model
}

func sampleOf(both, runs [2]*activation, gone [2]bool) *Sample {
	s := &Sample{In: [2][]interp.Value{runs[0].in, runs[1].in}, Gone: gone, Pair: [2][]interp.Value{both[0].in, both[1].in}}
	if runs[0].out != nil && runs[1].out != nil {
		s.Out = [2][]interp.Value{runs[0].out, runs[1].out}
	}
	return s
}
