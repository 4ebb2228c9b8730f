package clever

import (
	"context"
	"flag"
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"
	"time"

	"semdiff/compare/engine"
	"semdiff/internal/enginetest"
	"semdiff/internal/randprog"
	"semdiff/moddiff/kit"
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/witness"
	"semdiff/smtlib"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
)

var (
	pairsFlag = flag.Int("pairs", 5, "random pairs of programs to check, of which only callees differ")
	seedFlag  = flag.Int64("seed", 1, "first seed of the random pairs")
	runsFlag  = flag.Int("runs", 150, "random runs for each pair")
)

// TestRandomPairs checks the answers for clients of random programs of which a callee was
// mutated against runs: what is unaffected does the same, what is affected has a replayed
// input, and the outlined versions do what the versions do, so that no context is wrong.
func TestRandomPairs(t *testing.T) {
	count, runs := map[string]int{}, 0
	for seed, left := *seedFlag, *pairsFlag; left > 0; seed++ {
		oldText, newText := randomTexts(seed)
		task := enginetest.Open(t, oldText, newText)
		run, err := kit.NewRun(task.Old, task.New, pairing.Options{})
		if err != nil {
			t.Fatal(err)
		}
		client := run.Pairing.Named("main")
		if client == nil || !client.Affected || isModified(client) {
			task.Solver.Close()
			continue
		}
		left--
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		r := &Result{Outcome: newOutcome(task)}
		x := &search{Run: run, task: task, result: r, client: client}
		c, err := x.search(ctx)
		cancel()
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		count[c.Verdict.String()]++
		for _, b := range c.Boundaries {
			count["boundary "+string(b.Kind)]++
			if b.Context != nil {
				count["under a context"]++
			}
		}
		if c.Verdict == engine.Different && len(c.Row.Summary.Differences) == 0 {
			t.Errorf("seed %d: affected without an input", seed)
		}
		rng := rand.New(rand.NewPCG(uint64(seed), 5))
		for k := range *runsFlag {
			n, problem := x.checkRun(c, rng, int64(k))
			if runs += n; problem != "" {
				t.Errorf("seed %d: %s\n%s\n%s", seed, problem, oldText, newText)
				break
			}
		}
		task.Solver.Close()
		if testing.Verbose() && left%50 == 0 {
			fmt.Printf("seed %d: %v, %d runs\n", seed, count, runs)
		}
	}
	t.Logf("%v, %d runs", count, runs)
}

// checkRun runs both versions, and the outlined ones, on an input; it returns how many of
// the versions ended, and what is wrong.
func (x *search) checkRun(c *Client, rng *rand.Rand, seed int64) (ended int, problem string) {
	ctx := x.Pairing.Ctx
	env := interp.Env{}
	for _, in := range x.client.Inputs {
		if in.Var.Sort() == ctx.Int {
			env[in.Var] = interp.Int(ctx, big.NewInt(rng.Int64N(41)-20))
		} else {
			env[in.Var] = interp.Default(in.Var.Sort())
		}
	}
	limits := interp.Limits{Steps: 8_000, Depth: 500}
	var ends [2]interp.Result
	for v := range ends {
		p := x.client.Proc(v)
		end := func(prog *ir.Program) (interp.Result, error) {
			model := interp.NewModel(ctx, x.task.Old, x.task.New)
			model.Seed = seed
			return interp.Run(prog, p.Name, witness.ArgsOf(p, x.client, env), model, limits)
		}
		var err error
		if ends[v], err = end([]*ir.Program{x.task.Old, x.task.New}[v]); err != nil || ends[v].Outcome == ir.OutOfFuel {
			return 0, ""
		}
		if x.outlined == nil {
			continue
		}
		if out, err := end(x.outlined.programs[v]); err != nil || out.Outcome != ir.OutOfFuel && !sameEnd(ends[v], out) {
			return 0, fmt.Sprintf("on %v version %d ends as %v, outlined as %v, %v", env, v, ends[v], out, err)
		}
	}
	outputs := x.client.Observed(ctx, true)
	same, err := witness.SameEnd(ends[0], ends[1], witness.FinalValues(outputs, ends[0], env, 0), witness.FinalValues(outputs, ends[1], env, 1))
	if err == nil && !same && (c.Verdict == engine.Equivalent || c.Verdict == engine.PartiallyEquivalent) {
		return 2, fmt.Sprintf("%s, but on %v the versions end as %v and %v", c.Verdict, env, ends[0], ends[1])
	}
	return 2, ""
}

func sameEnd(o, n interp.Result) bool {
	same, err := witness.SameEnd(o, n, o.Values, n.Values)
	return err != nil || same
}

// TestContext checks that a context that a library may break is none.
func TestContext(t *testing.T) {
	const text = `
		var g: int;
		procedure main(n: int) returns (r: int) {
			g := n;
			if (g >= 0) {
				call touch();
				call r := lib(g);
			}
		}
		procedure touch() { g := %s; }
		procedure lib(a: int) returns (r: int) { %s }`
	for _, tt := range []struct {
		touch [2]string
		want  engine.Verdict
	}{
		{[2]string{"g", "g"}, engine.Equivalent},
		{[2]string{"g", "-g"}, engine.Different},
		{[2]string{"g - 1", "g - 1"}, engine.Different},
		{[2]string{"g + 2", "g + 1 + 1"}, engine.Equivalent},
	} {
		task := enginetest.Task(t, fmt.Sprintf(text, tt.touch[0], "r := if a < 0 then 0 else 3 * a;"), fmt.Sprintf(text, tt.touch[1], "r := 3 * a;"))
		r, err := Run(context.Background(), task, []string{"main"}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict != tt.want {
			t.Errorf("%v: %s, want %s", tt.touch, r.Verdict, tt.want)
		}
		for _, b := range r.Clients[0].Boundaries {
			if b.Context != nil && tt.touch[0] != "g" && smtlib.Infix(b.Context) == "g >= 0" {
				t.Errorf("%v: the context is %s", tt.touch, smtlib.Infix(b.Context))
			}
		}
	}
}

func randomTexts(seed int64) (oldText, newText string) {
	return randprog.Pair(seed, randprog.Options{Linear: seed%4 != 0, NoChecks: seed%3 == 0, NoHavoc: seed%2 == 0})
}

// randomClient is a random pair of programs with a client in it; "" where there is none.
func randomClient(t *testing.T, seed int64) (task engine.Task, client string) {
	t.Helper()
	oldText, newText := randomTexts(seed)
	task = enginetest.Open(t, oldText, newText)
	run, err := kit.NewRun(task.Old, task.New, pairing.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if p := run.Pairing.Named("main"); p != nil && p.Affected && !isModified(p) {
		client = p.Name
	}
	return task, client
}
