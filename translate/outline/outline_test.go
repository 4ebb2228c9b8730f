package outline_test

import (
	"flag"
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"semdiff/internal/pairtest"
	"semdiff/internal/randprog"
	"semdiff/smtlib"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
	"semdiff/translate/outline"
)

var (
	programs = flag.Int("programs", 150, "random programs to outline regions of")
	first    = flag.Int64("first", 1, "first seed of the random programs")
)

// TestRandom outlines random regions of random programs: these do the same.
func TestRandom(t *testing.T) {
	regions, ends := 0, map[ir.Outcome]int{}
	for seed := *first; seed < *first+int64(*programs); seed++ {
		c := smtlib.NewContext()
		text, _ := randprog.Pair(seed, randprog.Options{NoMaps: seed%5 == 0})
		p, _ := pairtest.Lower(t, c, text, text)
		rng := rand.New(rand.NewPCG(uint64(seed), 7))
		graphs, plan := map[string]*outline.Graph{}, outline.Plan{}
		for _, name := range p.Order {
			if err := p.Load(name); err != nil {
				t.Fatal(err)
			}
			for _, body := range append([]*ir.Proc{p.Procs[name]}, p.Procs[name].Loops...) {
				g := outline.NewGraph(c, body)
				graphs[body.Name] = g
				for i, r := range g.Laminar(randomRegions(g, rng)) {
					out := outline.Outlined{Region: r, Name: fmt.Sprintf("%s@region%d", body.Name, i)}
					if rng.IntN(3) == 0 {
						out.Under, out.Within = c.True, out.Name+"@within"
					}
					plan[body.Name] = append(plan[body.Name], out)
					regions++
				}
			}
		}
		q := outline.Program(p, graphs, plan)
		for _, name := range q.Order {
			if err := q.Load(name); err != nil {
				t.Fatalf("seed %d: %s: %v\n%s", seed, name, err, text)
			}
		}
		if err := q.Sanity(); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		for _, name := range p.Order {
			for run := range int64(6) {
				outcome, problem := compare(c, p, q, name, run, rng)
				if ends[outcome]++; problem != "" {
					t.Fatalf("seed %d: %s: %s\n%s", seed, name, problem, text)
				}
			}
		}
	}
	t.Logf("%d regions, ends %v", regions, ends)
	if regions < *programs {
		t.Errorf("only %d regions", regions)
	}
}

func randomRegions(g *outline.Graph, rng *rand.Rand) (list []outline.Region) {
	for range 12 {
		from := rng.IntN(g.End())
		to := g.Postdominator(from)
		for to >= 0 && to < g.End() && rng.IntN(3) > 0 {
			to = g.Postdominator(to)
		}
		if r, ok := g.Hammock(from, to); ok && g.Reached(from) {
			list = append(list, r)
		}
	}
	return list
}

// compare runs a procedure of two programs on an input.
func compare(c *smtlib.Context, p, q *ir.Program, name string, seed int64, rng *rand.Rand) (ir.Outcome, string) {
	var inputs []interp.Value
	for _, v := range p.Procs[name].Inputs {
		if v.Sort() == c.Int {
			inputs = append(inputs, interp.Int(c, big.NewInt(rng.Int64N(12)-4)))
		} else {
			inputs = append(inputs, interp.Default(v.Sort()))
		}
	}
	var ends [2]interp.Result
	for i, prog := range []*ir.Program{p, q} {
		model := interp.NewModel(c, prog)
		model.Seed = seed
		var err error
		if ends[i], err = interp.Run(prog, name, inputs, model, interp.Limits{Steps: 20_000, Depth: 500}); err != nil {
			return 0, err.Error()
		}
	}
	if ends[0].Outcome == ir.OutOfFuel || ends[1].Outcome == ir.OutOfFuel {
		return ir.OutOfFuel, ""
	}
	if ends[0].Outcome != ends[1].Outcome || len(ends[0].Values) != len(ends[1].Values) {
		return ends[0].Outcome, fmt.Sprintf("%v: ends as %s and %s", inputs, ends[0].Outcome, ends[1].Outcome)
	}
	for i, v := range ends[0].Values {
		if same, err := interp.Equal(v, ends[1].Values[i]); err != nil || !same {
			return ends[0].Outcome, fmt.Sprintf("%v: output %d is %v and %v", inputs, i, v, ends[1].Values[i])
		}
	}
	return ends[0].Outcome, ""
}
