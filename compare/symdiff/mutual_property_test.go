package symdiff

import (
	"context"
	"fmt"
	"math/rand"
	"slices"
	"testing"
	"time"

	"semdiff/internal/enginetest"
	"semdiff/internal/randprog"
	"semdiff/moddiff/relation"
	"semdiff/smtlib"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
)

// TestRandomRelations checks what is proven of calls of both versions of random
// programs, by Houdini and of random candidates, against random runs.
func TestRandomRelations(t *testing.T) {
	count := map[string]int{}
	for seed := *seedFlag; seed < *seedFlag+int64(*pairsFlag); seed++ {
		oldText, newText := randprog.Pair(seed, randprog.Options{Linear: seed%4 != 0, Data: seed%3 == 0})
		tk := enginetest.Task(t, oldText, newText)
		ctx, cancel := context.WithTimeout(context.Background(), 4*time.Second)
		a, err := Prove(ctx, tk, Options{Houdini: seed%2 == 0, Assertions: true})
		if err != nil {
			t.Fatal(err)
		}
		candidates := a.run.randomRelations(rand.New(rand.NewSource(seed)))
		proven := a.run.relations.Prove(candidates)
		a.run.relations.Proven = append(a.run.relations.Proven, proven...)
		count["candidates"] += len(candidates)
		count["proven"] += len(proven)
		for _, answer := range a.Assertions {
			count[answer.Verdict.String()]++
		}
		for _, p := range a.run.v.pairs {
			for try := range int64(30) {
				if problem := a.disprovenAt(p, 1+seed*1000+try); problem != "" {
					t.Errorf("seed %d, %s: %s", seed, p.Name, problem)
					break
				}
			}
		}
		cancel()
		tk.Solver.Close()
	}
	t.Logf("%d pairs: %v", *pairsFlag, count)
}

// randomRelations are candidates with preconditions and postconditions of the
// shapes of Houdini's, of which some are true.
func (r *run) randomRelations(rnd *rand.Rand) (list []*relation.Relation) {
	some := func(all []*relation.Predicate, least int) (out []*relation.Predicate) {
		for _, q := range all {
			if rnd.Intn(4) < least {
				out = append(out, q)
			}
		}
		return out
	}
	for _, p := range r.v.pairs {
		all := relation.Candidates(r.c, &p.Pair)
		for range 3 {
			list = append(list, &relation.Relation{Procs: all.Procs, Pre: some(all.Pre, 3), Post: some(all.Post, 1)})
		}
	}
	return list
}

// disprovenAt runs both versions of a pair on random inputs and returns what is
// proven but does not hold there.
func (a *Analysis) disprovenAt(p *pair, seed int64) string {
	c := a.run.c
	model := interp.NewModel(c, a.run.v.programs[0], a.run.v.programs[1])
	model.Seed = seed
	var args [2][]interp.Value
	var ends [2]interp.Result
	for i := range args {
		for _, in := range p.Procs[i].Inputs {
			name := fmt.Sprintf("input %s", in.Name())
			if i == 1 && seed%3 == 0 && seed%7 == int64(len(args[i]))%7 {
				name += " of the new version"
			}
			v, err := model.Apply(c.Func(name, nil, in.Sort()), nil)
			if err != nil {
				return ""
			}
			args[i] = append(args[i], v)
		}
		var err error
		ends[i], err = interp.Run(a.run.v.programs[i], p.Procs[i].Name, args[i], model, interp.Limits{Steps: 20_000, Depth: 2000})
		if err != nil || ends[i].Outcome == ir.OutOfFuel {
			return ""
		}
	}
	holds := func(q *relation.Predicate) bool {
		env := interp.Env{}
		for k, v := range q.Vars {
			switch s := q.Slots[k]; s.Kind {
			case relation.Input:
				env[v] = args[s.Version][s.Index]
			case relation.Output:
				env[v] = ends[s.Version].Values[s.Index]
			case relation.Passes:
				env[v] = interp.Bool(c, true)
			}
		}
		v, err := interp.Eval(c, q.Body, env, model)
		return err != nil || v.IsTrue()
	}
	if ends[0].Outcome == ir.Normal && ends[1].Outcome == ir.Normal {
		for _, rel := range a.run.relations.Proven {
			if rel.Procs[0] != p.Procs[0].Name || rel.Procs[1] != p.Procs[1].Name || !all(rel.Pre, holds) {
				continue
			}
			for _, q := range rel.Post {
				if !holds(q) {
					return fmt.Sprintf("%s does not hold of %v and %v: %v and %v", smtlib.Infix(q.Body), args[0], args[1], ends[0].Values, ends[1].Values)
				}
			}
		}
	}
	if a.Assertions[p.Name].Verdict == NoNewFailures && ends[1].Outcome == ir.Fails && ends[0].Outcome != ir.Fails &&
		all(relation.EqualInputs(c, &p.Pair), holds) && all(a.run.relations.userPrecondition(p), holds) {
		return fmt.Sprintf("no new failures, but %v fails", args[1])
	}
	return ""
}

func all(list []*relation.Predicate, holds func(*relation.Predicate) bool) bool {
	return !slices.ContainsFunc(list, func(q *relation.Predicate) bool { return !holds(q) })
}
