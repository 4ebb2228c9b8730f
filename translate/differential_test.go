package translate

import (
	"flag"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"semdiff/boogie/types"
	"semdiff/internal/randprog"
	"semdiff/smtlib"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
)

var (
	programsFlag = flag.Int("programs", 150, "random programs of each kind to check")
	firstFlag    = flag.Int64("first", 1, "first seed of the random programs")
)

// TestRandomStructured compares lowered programs of package randprog with
// their direct execution.
func TestRandomStructured(t *testing.T) {
	differential(t, func(seed int64) string {
		old, new := randprog.Pair(seed, randprog.Options{NoMaps: seed%7 == 0, NoChecks: seed%5 == 0})
		if seed%2 == 0 {
			return new
		}
		return old
	})
}

// TestRandomFlow does so for programs with gotos.
func TestRandomFlow(t *testing.T) { differential(t, flowProgram) }

func differential(t *testing.T, text func(seed int64) string) {
	count := map[ir.Outcome]int{}
	for seed := *firstFlag; seed < *firstFlag+int64(*programsFlag); seed++ {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			src := text(seed)
			opts := Options{Asserts: []Asserts{AssertsOutcome, AssertsOutcome, AssertsAssume, AssertsIgnore}[seed%4]}
			c := smtlib.NewContext()
			checked := parsed(t, "rand.bpl", src)
			p, err := lowerChecked(t, c, checked, opts)
			if err != nil {
				t.Fatalf("%v\n%s", err, src)
			}
			backwards := reverseEdges(p)
			rng := rand.New(rand.NewPCG(uint64(seed), 99))
			for run := range int64(12) {
				for name, proc := range checked.Info.Procs {
					q := p
					if run%2 == 0 {
						q = backwards
					}
					kind, problem := compare(t, q, checked.Info, name, proc, opts, rng, seed*100+run+1)
					count[kind]++
					if problem != "" {
						t.Fatalf("%s: %s\n%s", name, problem, src)
					}
				}
			}
		})
	}
	t.Logf("%d normal, %d failed, %d blocked, %d too long", count[ir.Normal], count[ir.Fails], count[ir.Blocked], count[ir.OutOfFuel])
}

// compare runs a procedure both ways on random inputs.
func compare(t *testing.T, p *ir.Program, info *types.Info, name string, proc *types.Proc, opts Options, rng *rand.Rand, seed int64) (ir.Outcome, string) {
	c := p.Ctx
	model := interp.NewModel(c, p)
	model.Seed = seed
	d := &direct{info: info, globals: map[string]any{}, tape: tapeOf(c, model), asserts: opts.Asserts, t: t}
	inputs := map[string]any{}
	for _, g := range info.Globals {
		d.globals[g.Name] = randomInput(info, g.Type, rng)
		inputs[g.Name] = d.globals[g.Name]
	}
	var args []any
	for _, o := range proc.Ins {
		args = append(args, randomInput(info, o.Type, rng))
	}
	lowered := p.Procs[name]
	values := make([]interp.Value, len(lowered.Inputs))
	for i, v := range lowered.Inputs {
		switch {
		case i < lowered.Formals:
			values[i] = toValue(c, v.Sort(), args[i])
		case v == ir.TapeVar(c):
			values[i] = interp.Int(c, new(big.Int))
		default:
			values[i] = toValue(c, v.Sort(), inputs[v.Name()])
		}
	}
	describe := fmt.Sprintf("args %v, globals %v: ", args, inputs)
	kind, outs := d.run(name, args)
	if kind == ir.OutOfFuel {
		return kind, ""
	}
	got, err := interp.Run(p, name, values, model, interp.Limits{Steps: 50 * directSteps, Depth: directSteps})
	if err != nil {
		return kind, describe + err.Error()
	}
	if got.Outcome != kind {
		return kind, fmt.Sprintf("%sends as %s (%s), want %s", describe, got.Outcome, got.Pos, kind)
	}
	if kind != ir.Normal {
		return kind, ""
	}
	given := map[string]bool{}
	for i, v := range lowered.Outputs {
		var want any
		switch {
		case i < lowered.Results:
			want = outs[i]
		case v == ir.TapeVar(c):
			want = big.NewInt(int64(d.pos))
		default:
			want = d.globals[v.Name()]
			given[v.Name()] = true
		}
		same, err := interp.Equal(got.Values[i], toValue(c, v.Sort(), want))
		if err != nil || !same {
			return kind, fmt.Sprintf("%s%s = %s, want %v (%v)", describe, v.Name(), got.Values[i], want, err)
		}
	}
	for _, g := range info.Globals {
		if !given[g.Name] && !same(d.globals[g.Name], inputs[g.Name]) {
			return kind, describe + "changes " + g.Name + ", which is not an output"
		}
	}
	return kind, ""
}

// reverseEdges is p with the edges of every branch the other way round, which
// makes no difference as long as their guards exclude each other.
func reverseEdges(p *ir.Program) *ir.Program {
	return p.WithBodies(func(proc *ir.Proc) *ir.Body {
		body := &ir.Body{Blocks: reversed(proc.Blocks)}
		for _, loop := range proc.Loops {
			r := *loop
			r.Blocks = reversed(loop.Blocks)
			body.Loops = append(body.Loops, &r)
		}
		return body
	})
}

func reversed(blocks []*ir.Block) []*ir.Block {
	twin := map[*ir.Block]*ir.Block{}
	for _, b := range blocks {
		c := *b
		twin[b] = &c
	}
	var out []*ir.Block
	for _, b := range blocks {
		c := twin[b]
		c.Succs = nil
		for _, e := range slices.Backward(b.Succs) {
			c.Succs = append(c.Succs, ir.Edge{Cond: e.Cond, To: twin[e.To]})
		}
		out = append(out, c)
	}
	return out
}

func randomInput(info *types.Info, typ types.Type, rng *rand.Rand) any {
	if t, ok := typ.(*types.Ctor); ok {
		return randomData(info, t, rng, 3)
	}
	if typ == types.Bool {
		return rng.IntN(2) == 0
	}
	if m, ok := typ.(*types.Map); ok {
		v := dmap{at: map[string]any{}, rest: randomInput(info, m.Result, rng)}
		for range rng.IntN(4) {
			v = v.store(randomInput(info, m.Index[0], rng), randomInput(info, m.Result, rng))
		}
		return v
	}
	spread := []int64{2, 6, 30}[rng.IntN(3)]
	return big.NewInt(rng.Int64N(2*spread+1) - spread)
}
