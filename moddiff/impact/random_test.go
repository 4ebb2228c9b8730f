package impact

import (
	"flag"
	"fmt"
	"slices"
	"testing"

	"semdiff/internal/randprog"
	"semdiff/moddiff/pairing"
	"semdiff/translate/depend"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
)

var (
	pairsFlag = flag.Int64("pairs", 500, "random pairs of programs to check")
	seedFlag  = flag.Int64("seed", 0, "first seed of the random pairs")
)

// randomPair is a pair of versions: mostly a program and a mutation of it.
func randomPair(seed int64) (old, new string) {
	o := randprog.Options{Data: seed%5 == 1, Sorts: seed%5 == 2, NoHavoc: seed%2 == 0, NoChecks: seed%7 == 3, Idioms: seed%3 == 1 && seed%2 != 0 && seed%7 != 3}
	old, new = randprog.Pair(seed, o)
	if seed%4 == 3 { // two mutations of one program
		again, other := randprog.Pair(seed, o)
		if again == old {
			return other, old
		}
	}
	return old, new
}

// everything is the pairing of all bodies, as if a change might reach each.
func everything(t testing.TB, programs [2]*ir.Program) *pairing.Pairing {
	t.Helper()
	p, err := pairing.New(programs[0], programs[1], pairing.Options{Eager: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range p.Pairs {
		q.Affected = true
	}
	return p
}

// TestSound runs both versions of random pairs on the same inputs: what is outside of
// F is executed in both or in neither, with the same values, outputs and outcomes
// outside of F agree, and each level finds no more than the one before.
func TestSound(t *testing.T) {
	n := *pairsFlag
	if testing.Short() {
		n = min(n, 150)
	}
	ch := &soundness{t: t}
	for seed := *seedFlag; seed < *seedFlag+n; seed++ {
		old, new := randomPair(seed)
		ch.versions(old, new, Options{}, seed)
	}
	t.Logf("%d nodes, %d outputs and %d outcomes outside of F compared", ch.nodes, ch.outputs, ch.outcomes)
	if ch.nodes < int(n) || ch.outputs < int(n) || ch.outcomes < int(n) {
		t.Error("too few to mean anything")
	}
}

// soundness checks what is said of pairs against runs.
type soundness struct {
	t                        *testing.T
	quiet                    bool
	wrong                    int
	nodes, outputs, outcomes int
}

func (s *soundness) fail(format string, args ...any) {
	s.wrong++
	if !s.quiet {
		s.t.Errorf(format, args...)
	}
}

func (s *soundness) versions(old, new string, o Options, seed int64) {
	programs := lowerPair(s.t, old, new)
	p := everything(s.t, programs)
	var above *Analysis
	for _, by := range []Level{Text, Terms} {
		o.By = by
		a := Analyse(p, o)
		for _, q := range a.Pairs {
			if q.isOpaque() {
				continue
			}
			if above != nil {
				s.shrinks(above.Of(q.Pair), q, old+"\n"+new)
			}
			for k := range int64(4) {
				s.pair(programs, q, seed*100+k, fmt.Sprintf("%s of seed %d by %s\n%s\n%s", q.Name, seed, by, old, new))
			}
		}
		above = a
	}
}

// shrinks checks that F of a level is within F of the one before, but for arguments of
// calls of which all else was impacted.
func (s *soundness) shrinks(above, p *Pair, where string) {
	for v := range 2 {
		for n := range p.Graphs[v].Nodes {
			if p.Impacted(v, n) && !above.Impacted(v, n) && !inImpactedCall(above, v, n) {
				s.fail("%s: node %d of version %d is impacted by %s only: %s", p.Name, n, v, p.a.opts.By, where)
			}
		}
	}
}

func inImpactedCall(p *Pair, version, n int) bool {
	g := p.Graphs[version]
	if g.Nodes[n].Kind != depend.Arg {
		return false
	}
	call := g.Calls[g.Nodes[n].Site]
	impacted := func(m int) bool { return p.Impacted(version, m) }
	rest := call.Results
	if call.End >= 0 {
		rest = append(rest[:len(rest):len(rest)], call.End)
	}
	return len(rest) > 0 && !slices.ContainsFunc(rest, func(m int) bool { return !impacted(m) }) || len(rest) == 0 && slices.ContainsFunc(call.Args, impacted)
}

var limits = interp.Limits{Steps: 10_000, Depth: 300}

// pair runs both versions on one input.
func (s *soundness) pair(programs [2]*ir.Program, p *Pair, seed int64, where string) {
	c := p.ctx
	model := interp.NewModel(c, programs[0], programs[1])
	model.Seed = 1 + seed
	var runs [2]*nodeRun
	var values [2][]interp.Value
	for i, in := range p.Inputs {
		for k, name := range []string{"input", "other"} {
			v, err := model.Apply(c.Func(fmt.Sprintf("%s %d", name, i), nil, in.Var.Sort()), nil)
			if err != nil {
				return
			}
			values[k] = append(values[k], v)
		}
	}
	for v := range 2 {
		if runs[v] = runOf(programs[v], p, v, model, values[0]); runs[v] == nil {
			return
		}
	}
	s.apart(programs, p, model, runs[0], values, where)
	for n, m := range p.Partner[0] {
		if m >= 0 && p.Partner[1][m] != n {
			s.fail("node %d has the partner %d, which has another: %s", n, m, where)
		}
		if !p.Impacted(0, n) && m >= 0 {
			s.node(p, runs, n, m, where)
		}
		if !p.Impacted(0, n) && m < 0 && len(runs[0].values[n]) > 0 && p.Graphs[0].Nodes[n].Kind != depend.Output {
			s.fail("node %d has no partner and is not impacted: %s", n, where)
		}
	}
	if !p.Outcome {
		s.outcomes++
		if runs[0].outcome != runs[1].outcome {
			s.fail("outcomes %s and %s: %s", runs[0].outcome, runs[1].outcome, where)
		}
	}
	for i := range p.Pair.Outputs {
		s.output(p, i, runs, [2][]interp.Value{values[0], values[0]}, where)
	}
}

// runOf is a run of a version on values of the pair's inputs; nil when something could
// not be computed.
func runOf(prog *ir.Program, p *Pair, version int, model *interp.Model, values []interp.Value) *nodeRun {
	inputs := make([]interp.Value, len(p.Proc(version).Inputs))
	for i, in := range p.Inputs {
		if k := in.Index(version); k >= 0 {
			inputs[k] = values[i]
		}
	}
	r := newNodeRun(prog, p.Graphs[version], model)
	if !r.run(inputs) {
		return nil
	}
	return r
}

// apart gives the versions other values of the inputs on which an output, or the
// outcome, does not depend.
func (s *soundness) apart(programs [2]*ir.Program, p *Pair, model *interp.Model, old *nodeRun, values [2][]interp.Value, where string) {
	for out := -1; out < len(p.Outputs); out++ {
		if out < 0 && p.Outcome || out >= 0 && p.Outputs[out] {
			continue
		}
		needs := p.a.needs(p.Pair, out)
		if !slices.Contains(needs, false) {
			continue
		}
		others := slices.Clone(values[0])
		for i, v := range values[1] {
			if !needs[i] {
				others[i] = v
			}
		}
		new := runOf(programs[1], p, 1, model, others)
		switch {
		case new == nil:
		case out >= 0:
			s.output(p, out, [2]*nodeRun{old, new}, [2][]interp.Value{values[0], others}, "with other inputs: "+where)
		case old.outcome != new.outcome:
			s.fail("with other inputs outcomes %s and %s: %s", old.outcome, new.outcome, where)
		}
	}
}

// output compares an output that is not impacted where both versions return, which were
// given values.
func (s *soundness) output(p *Pair, i int, runs [2]*nodeRun, values [2][]interp.Value, where string) {
	if p.Outputs[i] || runs[0].outcome != ir.Normal || runs[1].outcome != ir.Normal {
		return
	}
	out := p.Pair.Outputs[i]
	var ends [2]interp.Value
	for v := range 2 {
		if k := out.Index(v); k >= 0 {
			ends[v] = runs[v].env[p.Proc(v).Outputs[k]]
		} else {
			ends[v] = values[v][slices.IndexFunc(p.Inputs, func(in pairing.Port) bool { return in.Var == out.Var })]
		}
	}
	s.outputs++
	if same, err := interp.Equal(ends[0], ends[1]); err == nil && !same {
		s.fail("output %s is %v and %v: %s", out.Var.Name(), ends[0], ends[1], where)
	}
}

// node compares what two partners did. Where a call does not return in one version,
// its results are not compared.
func (s *soundness) node(p *Pair, runs [2]*nodeRun, n, m int, where string) {
	x, y := runs[0].values[n], runs[1].values[m]
	kind := p.Graphs[0].Nodes[n].Kind
	if kind == depend.Result && (len(x) == 0 || len(y) == 0) && (runs[0].inCall(n) && runs[1].inCall(m)) {
		return
	}
	if kind == depend.Before || kind == depend.Output || kind == depend.Outcome {
		return
	}
	s.nodes++
	if len(x) != len(y) {
		s.fail("%s at %s is executed in one version: %s", kind, p.Graphs[0].Nodes[n].Pos(), where)
		return
	}
	for k := range x {
		if same, err := interp.Equal(x[k], y[k]); err == nil && !same {
			s.fail("%s at %s is %v and %v: %s", kind, p.Graphs[0].Nodes[n].Pos(), x[k], y[k], where)
		}
	}
}

// nodeRun is a run of one body that keeps what its nodes came to.
type nodeRun struct {
	prog    *ir.Program
	g       *depend.Graph
	model   *interp.Model
	at      map[*ir.Block]map[int][]int
	env     interp.Env
	values  [][]interp.Value // by node: its value, if it was executed
	started map[int]bool     // calls by site
	outcome ir.Outcome
}

func newNodeRun(prog *ir.Program, g *depend.Graph, model *interp.Model) *nodeRun {
	r := &nodeRun{prog: prog, g: g, model: model, at: map[*ir.Block]map[int][]int{}, started: map[int]bool{}}
	r.values = make([][]interp.Value, len(g.Nodes))
	for i := range g.Nodes {
		n := &g.Nodes[i]
		if n.Block == nil || n.Kind == depend.Before {
			continue
		}
		k := n.Index
		if n.Kind == depend.Edge || n.Kind == depend.Stuck {
			k = len(n.Block.Instrs)
		}
		if r.at[n.Block] == nil {
			r.at[n.Block] = map[int][]int{}
		}
		r.at[n.Block][k] = append(r.at[n.Block][k], i)
	}
	return r
}

func (r *nodeRun) inCall(n int) bool { return r.started[r.g.Nodes[n].Site] }

// run runs the body; false when something could not be computed.
func (r *nodeRun) run(inputs []interp.Value) bool {
	r.env = interp.Env{}
	for k, v := range r.g.Proc.Inputs {
		r.env[v] = inputs[k]
		r.values[k] = []interp.Value{inputs[k]}
	}
	b := r.g.Proc.Blocks[0]
	for {
		for k, in := range b.Instrs {
			if ended, ok := r.step(b, k, in); !ok || ended {
				return ok
			}
		}
		if len(b.Succs) == 0 {
			return true
		}
		next, ok := r.branch(b)
		if !ok || next == nil {
			r.outcome = ir.Blocked
			return ok
		}
		b = next
	}
}

// branch is the next block, nil when there is none; only the edge taken is executed.
func (r *nodeRun) branch(b *ir.Block) (next *ir.Block, ok bool) {
	taken := -1
	for k, e := range b.Succs {
		v, err := interp.Eval(r.prog.Ctx, e.Cond, r.env, r.model)
		if err != nil {
			return nil, false
		}
		if v.IsTrue() {
			taken = k
			break
		}
	}
	for _, n := range r.at[b][len(b.Instrs)] {
		switch node := &r.g.Nodes[n]; {
		case node.Kind == depend.Stuck:
			r.values[n] = []interp.Value{interp.Bool(r.prog.Ctx, taken >= 0)}
		case node.Index == taken:
			r.values[n] = []interp.Value{interp.Bool(r.prog.Ctx, true)}
		}
	}
	if taken < 0 {
		return nil, true
	}
	return b.Succs[taken].To, true
}

func (r *nodeRun) step(b *ir.Block, k int, in ir.Instr) (ended, ok bool) {
	nodes := r.at[b][k]
	var terms []interp.Value
	for _, t := range ir.Uses(in) {
		v, err := interp.Eval(r.prog.Ctx, t, r.env, r.model)
		if err != nil {
			return false, false
		}
		terms = append(terms, v)
	}
	for _, n := range nodes {
		switch node := &r.g.Nodes[n]; node.Kind {
		case depend.Assign, depend.Arg:
			r.values[n] = []interp.Value{terms[node.Part]}
		case depend.Check:
			r.values[n] = []interp.Value{terms[0]}
		}
	}
	switch in := in.(type) {
	case *ir.Assign:
		for i, v := range in.Vars {
			r.env[v] = terms[i]
		}
	case *ir.Assume:
		r.outcome = ir.Blocked
		ended = !terms[0].IsTrue()
	case *ir.Assert:
		r.outcome = ir.Fails
		ended = !terms[0].IsTrue()
	case *ir.Call:
		return r.call(in, nodes, terms)
	}
	if !ended {
		r.outcome = ir.Normal
	}
	return ended, true
}

func (r *nodeRun) call(in *ir.Call, nodes []int, args []interp.Value) (ended, ok bool) {
	out, err := interp.Run(r.prog, in.Proc, args, r.model, limits)
	if err != nil || out.Outcome == ir.OutOfFuel {
		return false, false
	}
	r.outcome = out.Outcome
	for _, n := range nodes {
		switch node := &r.g.Nodes[n]; node.Kind {
		case depend.Result:
			if out.Outcome == ir.Normal {
				r.values[n] = []interp.Value{out.Values[node.Part]}
			}
		case depend.End:
			r.values[n] = []interp.Value{interp.Bool(r.prog.Ctx, out.Outcome == ir.Normal)}
		}
		r.started[r.g.Nodes[n].Site] = true
	}
	if out.Outcome != ir.Normal {
		return true, true
	}
	for i, v := range in.Outs {
		if v != nil {
			r.env[v] = out.Values[i]
		}
	}
	return false, true
}
