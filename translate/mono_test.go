package translate

import (
	"math/rand/v2"
	"testing"

	"semdiff/internal/randprog"
	"semdiff/smtlib"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
)

// TestGenericPrograms runs random programs next to the same programs written
// with polymorphic functions, procedures and maps.
func TestGenericPrograms(t *testing.T) {
	count := map[ir.Outcome]int{}
	for seed := *firstFlag; seed < *firstFlag+int64(*programsFlag); seed++ {
		plainText, genericText := randprog.Generic(seed, randprog.Options{})
		c := smtlib.NewContext()
		plain, generic := lowerOn(t, c, plainText), lowerOn(t, c, genericText)
		rng := rand.New(rand.NewPCG(uint64(seed), 7))
		for run := range int64(8) {
			values := map[*smtlib.Term]interp.Value{}
			for _, p := range []*ir.Program{plain, generic} {
				for _, v := range p.Procs["main"].Inputs {
					if _, ok := values[v]; !ok {
						values[v] = interp.Default(v.Sort())
						if v.Sort() == c.Int && v != ir.TapeVar(c) {
							values[v] = interp.Int(c, c.IntVal(rng.Int64N(20)-8).Num().Num())
						}
					}
				}
			}
			model := interp.NewModel(c, plain, generic)
			model.Seed = seed*100 + run + 1
			want, got := runMain(t, plain, values, model), runMain(t, generic, values, model)
			count[want.Outcome]++
			if got.Outcome == ir.OutOfFuel || want.Outcome == ir.OutOfFuel {
				continue // they take different numbers of steps
			}
			if got.Outcome != want.Outcome {
				t.Fatalf("seed %d: main ends as %s, not as %s\n%s\n%s", seed, got.Outcome, want.Outcome, plainText, genericText)
			}
			if want.Outcome != ir.Normal {
				continue
			}
			// What the generic program returns beside is the map that constants are in.
			results := map[string]interp.Value{}
			for i, v := range generic.Procs["main"].Outputs {
				results[v.Name()] = got.Values[i]
			}
			for i, v := range plain.Procs["main"].Outputs {
				if same, err := interp.Equal(results[v.Name()], want.Values[i]); err != nil || !same {
					t.Fatalf("seed %d: %s is %s, not %s (%v)\n%s\n%s", seed, v.Name(), results[v.Name()], want.Values[i], err, plainText, genericText)
				}
			}
		}
	}
	t.Logf("%d normal, %d failed, %d blocked, %d too long", count[ir.Normal], count[ir.Fails], count[ir.Blocked], count[ir.OutOfFuel])
}

func lowerOn(t *testing.T, c *smtlib.Context, src string) *ir.Program {
	t.Helper()
	p, err := Lower(c, parsed(t, "rand.bpl", src), Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	checkSanity(t, p)
	return p
}

func runMain(t *testing.T, p *ir.Program, values map[*smtlib.Term]interp.Value, m *interp.Model) interp.Result {
	t.Helper()
	main := p.Procs["main"]
	args := make([]interp.Value, len(main.Inputs))
	for i, v := range main.Inputs {
		args[i] = values[v]
	}
	limits := interp.DefaultLimits
	limits.Steps = 5000
	out, err := interp.Run(p, "main", args, m, limits)
	if err != nil {
		t.Fatal(err)
	}
	return out
}
