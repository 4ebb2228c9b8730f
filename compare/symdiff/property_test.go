package symdiff

import (
	"context"
	"flag"
	"fmt"
	"testing"
	"time"

	"semdiff/compare/engine"
	"semdiff/internal/enginetest"
	"semdiff/internal/randprog"
	"semdiff/moddiff"
	"semdiff/moddiff/vc"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
)

var (
	pairsFlag = flag.Int("pairs", 12, "random pairs of programs to check")
	seedFlag  = flag.Int64("seed", 1, "first seed of the random pairs")
)

// TestRandomPairs checks the verdicts for random program pairs against random
// runs of both versions, and against difference summaries, whose sets it checks
// as well.
func TestRandomPairs(t *testing.T) {
	count := map[string]int{}
	for seed := *seedFlag; seed < *seedFlag+int64(*pairsFlag); seed++ {
		oldText, newText := randprog.Pair(seed, randprog.Options{Linear: seed%4 != 0, Data: seed%3 == 0})
		t.Run(fmt.Sprint(seed), func(t *testing.T) { // keeps nothing for the next
			for _, problem := range checkRandom(t, seed, oldText, newText, count) {
				t.Errorf("seed %d: %s", seed, problem)
			}
		})
		if testing.Verbose() && seed%50 == 0 {
			fmt.Printf("seed %d: %v\n", seed, count)
		}
	}
	t.Logf("%d pairs: %v", *pairsFlag, count)
}

func checkRandom(t *testing.T, seed int64, oldText, newText string, count map[string]int) (problems []string) {
	tk := enginetest.Task(t, oldText, newText)
	defer tk.Solver.Close()
	within := func() context.Context {
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		t.Cleanup(cancel)
		return ctx
	}
	summaries, err := engine.Summaries{Options: moddiff.Options{Unwind: 3}}.Compare(within(), tk)
	if err != nil {
		t.Fatal(err)
	}
	modes := []Options{{SplitOutputs: true}, {Mode: Modes()[1+seed%4], Unwind: int(seed % 3)}}
	for i, opts := range modes {
		a, err := Prove(within(), tk, opts)
		if err != nil {
			t.Fatal(err)
		}
		for _, theirs := range summaries.Pairs {
			ours := a.Outcome.Counterpart(theirs)
			if !theirs.Compared {
				continue
			}
			var found Claims
			if i == 0 {
				if found, err = a.Check(theirs); err != nil {
					t.Fatal(err)
				}
				count["U "+found.Unchanged.String()]++
				count["C "+found.Changed.String()]++
			}
			for _, c := range Contradictions(ours, theirs, found, nil) {
				problems = append(problems, fmt.Sprintf("%v, %s: %s", opts, theirs.Name, c))
			}
		}
		count[fmt.Sprintf("%s %s", a.Outcome.Engine, a.Outcome.Verdict)]++
		problems = append(problems, a.disagreeing(seed)...)
	}
	return problems
}

// disagreeing runs the pairs that are proven equal, and the outputs that are, on
// random inputs and returns those that differ.
func (a *Analysis) disagreeing(seed int64) (problems []string) {
	for k, p := range a.run.v.pairs {
		q := a.Outcome.Pairs[k]
		for try := range int64(25) {
			model := interp.NewModel(a.run.c, a.run.v.programs[0], a.run.v.programs[1])
			model.Seed = 1 + seed*1000 + try
			if problem := a.differAt(p, q, model); problem != "" {
				problems = append(problems, fmt.Sprintf("%s: %s is %s, but %s", a.Outcome.Engine, p.Name, q.Verdict, problem))
				break
			}
		}
	}
	return problems
}

func (a *Analysis) differAt(p *pair, q *moddiff.PairResult, model *interp.Model) string {
	env := interp.Env{}
	for i, in := range p.Inputs {
		v, err := model.Apply(a.run.c.Func(fmt.Sprintf("input %d", i), nil, in.Var.Sort()), nil)
		if err != nil {
			return ""
		}
		env[in.Var] = v
	}
	var ends [2]interp.Result
	for i := range ends {
		args := make([]interp.Value, len(p.Procs[i].Inputs))
		for _, in := range p.Inputs {
			if k := in.At[i]; k >= 0 {
				args[k] = env[in.Var]
			}
		}
		var err error
		ends[i], err = interp.Run(a.run.v.programs[i], p.Procs[i].Name, args, model, interp.Limits{Steps: 20_000, Depth: 2000})
		if err != nil {
			return ""
		}
	}
	loops := [2]bool{ends[0].Outcome == ir.OutOfFuel, ends[1].Outcome == ir.OutOfFuel}
	if loops[0] || loops[1] {
		return "" // or only much later
	}
	proven := q.Verdict == engine.Equivalent || q.Verdict == engine.PartiallyEquivalent
	if ends[0].Outcome != ends[1].Outcome {
		if proven {
			return fmt.Sprintf("on %v the old version ends as %s, the new one as %s", env, ends[0].Outcome, ends[1].Outcome)
		}
		return ""
	}
	if ends[0].Outcome != ir.Normal {
		return ""
	}
	value := func(port vc.Port, version int) interp.Value {
		if k := port.At[version]; k >= 0 {
			return ends[version].Values[k]
		}
		return env[port.Var]
	}
	for i, port := range a.run.observed(p) {
		split := a.Outcome.Outputs[p.Name]
		same, err := interp.Equal(value(port, 0), value(port, 1))
		if err == nil && !same && (proven || i < len(split) && split[i].Verdict == engine.Equivalent) {
			return fmt.Sprintf("on %v output %s differs", env, port.Var.Name())
		}
	}
	return ""
}
