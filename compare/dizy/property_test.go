package dizy

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"slices"
	"testing"

	"semdiff/compare/engine"
	"semdiff/internal/enginetest"
	"semdiff/internal/needs"
	"semdiff/internal/randprog"
	"semdiff/moddiff/relation"
	"semdiff/moddiff/witness"
	"semdiff/smtlib"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
)

var (
	pairsFlag = flag.Int("pairs", 8, "random pairs of programs to check")
	seedFlag  = flag.Int64("seed", 1, "first seed of the random pairs")
)

// TestRandomPairs checks what is claimed of random pairs with loops against runs:
// inputs on which both versions end and disagree are in the difference, those on which
// they agree not in C, what activations of loops return is what the relations say, and
// the states at aligned heads are among those found. A version compared with itself
// has no difference that is known.
func TestRandomPairs(t *testing.T) {
	needs.Z3(t)
	count := map[string]int{}
	for seed := *seedFlag; seed < *seedFlag+int64(*pairsFlag); seed++ {
		old, new := randprog.Pair(seed, randprog.Options{Linear: true, NoChecks: seed%3 != 0, NoHavoc: seed%2 == 0})
		o := Options{Domain: Domains()[2-seed%5%3], Partition: Partitions()[seed%7%3]}
		t.Run(fmt.Sprint(seed), func(t *testing.T) { checkPair(t, seed, old, new, o, count) })
	}
	t.Logf("%v", count)
}

func checkPair(t *testing.T, seed int64, old, new string, o Options, count map[string]int) {
	task := enginetest.Task(t, old, new)
	r, err := Run(context.Background(), task, o)
	if err != nil {
		t.Fatal(err)
	}
	count[r.Verdict.String()]++
	for _, d := range r.Deltas {
		if !d.Difference.IsTrue() {
			count["pairs with a difference that is not everything"]++
		}
		for try := range int64(12) {
			checkRun(t, task, d, 1+seed*1000+try, count)
		}
	}
	same, err := Run(context.Background(), enginetest.Task(t, old, old), o)
	if err != nil {
		t.Fatal(err)
	}
	if same.Verdict == engine.Different || len(same.Deltas) > 0 {
		t.Errorf("a version compared with itself: %s", same.Verdict)
	}
}

// randomInput is an input of a pair, nil for none.
func randomInput(task engine.Task, d *Delta, seed int64) (interp.Env, *interp.Model) {
	c := task.Old.Ctx
	model := interp.NewModel(c, task.Old, d.Pair.New.Version.Prog)
	model.Seed = seed
	env := interp.Env{}
	for i, in := range d.Pair.Inputs {
		v, err := model.Apply(c.Func(fmt.Sprintf("input %d", i), nil, in.Var.Sort()), nil)
		if err != nil {
			return nil, nil
		}
		env[in.Var] = v
	}
	return env, model
}

// checkRun runs both versions of a pair on a random input.
func checkRun(t *testing.T, task engine.Task, d *Delta, seed int64, count map[string]int) {
	c := task.Old.Ctx
	env, model := randomInput(task, d, seed)
	if env == nil {
		return
	}
	holds := func(t *smtlib.Term) bool {
		v, err := interp.Eval(c, t, env, model)
		return err == nil && v.IsTrue()
	}
	var ends [2]interp.Result
	var values [2][]interp.Value
	var runs [2]*activations
	outputs := d.Outputs
	for v := range ends {
		p := d.Pair.Proc(v)
		runs[v] = &activations{}
		var err error
		ends[v], err = interp.Run(p.Version.Prog, p.Name, witness.ArgsOf(p, d.Pair, env), model, interp.Limits{Steps: 5_000, Depth: 500, Watch: runs[v]})
		if err != nil {
			return
		}
		values[v] = witness.FinalValues(outputs, ends[v], env, v)
	}
	ghosts := interp.Env{}
	for _, n := range d.program.nodes {
		for _, x := range n.heads.ghosts {
			ghosts[x.term] = env[x.input]
			count["copies of inputs"]++
		}
	}
	checkRelations(t, c, d, runs, ghosts, model, count)
	checkHeads(t, c, d, runs, ghosts, model, count)
	if ends[0].Outcome == ir.OutOfFuel || ends[1].Outcome == ir.OutOfFuel {
		return
	}
	same, err := witness.SameEnd(ends[0], ends[1], values[0], values[1])
	switch {
	case err != nil:
	case !same && !holds(d.Difference):
		t.Errorf("%s: the runs on %v differ, %s says that they agree; old: %v, new: %v", d.Pair.Name, env, smtlib.Infix(d.Difference), ends[0], ends[1])
	case same && holds(d.Answer.Summary.Changed):
		t.Errorf("%s: the runs on %v agree, which are in C, %s", d.Pair.Name, env, smtlib.Infix(d.Answer.Summary.Changed))
	case !same && holds(d.Answer.Summary.Unchanged):
		t.Errorf("%s: the runs on %v differ, which are in U, %s", d.Pair.Name, env, smtlib.Infix(d.Answer.Summary.Unchanged))
	case same:
		count["runs that agree"]++
	default:
		count["runs that differ"]++
	}
}

// activations are the runs of procedures within a run, in the order in which they start.
type activations struct {
	list  []*activated
	stack [][]*activated
}

type activated struct {
	proc    string
	in, out []interp.Value // out is nil unless it returned
	first   bool           // it is no next iteration of a loop
}

// Enter implements interp.Watcher.
func (a *activations) Enter(p *ir.Proc, in []interp.Value) {
	a.stack = append(a.stack, nil)
	a.add(p.Name, in, true)
}

// Again implements interp.Watcher.
func (a *activations) Again(in []interp.Value) {
	top := a.stack[len(a.stack)-1]
	a.add(top[0].proc, in, false)
}

func (a *activations) add(proc string, in []interp.Value, first bool) {
	x := &activated{proc: proc, in: slices.Clone(in), first: first}
	a.list = append(a.list, x)
	a.stack[len(a.stack)-1] = append(a.stack[len(a.stack)-1], x)
}

// Leave implements interp.Watcher.
func (a *activations) Leave(out []interp.Value) {
	for _, x := range a.stack[len(a.stack)-1] {
		x.out = out
	}
	a.stack = a.stack[:len(a.stack)-1]
}

func (a *activations) of(proc string) (list []*activated) {
	for _, x := range a.list {
		if x.proc == proc {
			list = append(list, x)
		}
	}
	return list
}

// maxChecked is how many activations of each version are looked at.
const maxChecked = 12

// checkRelations checks the relations on all pairs of activations that returned.
func checkRelations(t *testing.T, c *smtlib.Context, d *Delta, runs [2]*activations, ghosts interp.Env, model *interp.Model, count map[string]int) {
	for _, rel := range d.Relations {
		olds, news := runs[0].of(rel.Procs[0]), runs[1].of(rel.Procs[1])
		for _, x := range olds[:min(len(olds), maxChecked)] {
			for _, y := range news[:min(len(news), maxChecked)] {
				both := [2]*activated{x, y}
				if x.out == nil || y.out == nil || !allHold(c, rel.Pre, both, ghosts, model) {
					continue
				}
				count["related activations"]++
				if !allHold(c, rel.Post, both, ghosts, model) {
					t.Errorf("%v: inputs %v and %v are related, outputs %v and %v are not", rel.Procs, x.in, y.in, x.out, y.out)
					return
				}
			}
		}
	}
}

// checkHeads checks the states before steps where loops are entered once and go on one
// for one.
func checkHeads(t *testing.T, c *smtlib.Context, d *Delta, runs [2]*activations, ghosts interp.Env, model *interp.Model, count map[string]int) {
	for _, l := range d.Loops {
		if len(d.Loops) > 1 || l.Steps != [2]int{1, 1} || l.Peel != [2]int{} || !l.Proven || l.Procs[0].Kind != ir.Loop || l.Procs[1].Kind != ir.Loop {
			continue
		}
		of := [2][]*activated{runs[0].of(l.Procs[0].Name), runs[1].of(l.Procs[1].Name)}
		once := func(list []*activated) bool {
			n := 0
			for _, x := range list {
				if x.first {
					n++
				}
			}
			return n == 1
		}
		if !once(of[0]) || !once(of[1]) {
			continue
		}
		pre := l.node.heads.predicate(l.node.heads.term(-1))
		most := max(len(of[0]), len(of[1]))
		for _, list := range of {
			if list[len(list)-1].out == nil { // it was stopped, and is not done
				most = min(most, len(list))
			}
		}
		for i := range most {
			both := [2]*activated{of[0][min(i, len(of[0])-1)], of[1][min(i, len(of[1])-1)]}
			count["aligned heads"]++
			if !allHold(c, []*relation.Predicate{pre}, both, ghosts, model) {
				t.Errorf("%s: %v and %v are in no state of %s", l.Procs[0].Name, both[0].in, both[1].in, smtlib.Infix(pre.Body))
				return
			}
		}
	}
}

// allHold evaluates predicates of two activations.
func allHold(c *smtlib.Context, list []*relation.Predicate, both [2]*activated, ghosts interp.Env, model *interp.Model) bool {
	for _, p := range list {
		env := maps.Clone(ghosts)
		for i, v := range p.Vars {
			s := p.Slots[i]
			if s.Kind == relation.Output {
				env[v] = both[s.Version].out[s.Index]
			} else {
				env[v] = both[s.Version].in[s.Index]
			}
		}
		if v, err := interp.Eval(c, p.Body, env, model); err != nil || !v.IsTrue() {
			return false
		}
	}
	return true
}
