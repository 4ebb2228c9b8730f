package translate

import (
	"math/big"
	"math/rand"
	"slices"
	"testing"

	"semdiff/internal/randprog"
	"semdiff/smtlib"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
)

// TestIdioms runs random programs beside the same ones with assignments written as
// havocs that assumptions determine: they end alike, with the same values, and draw
// the same from the tape.
func TestIdioms(t *testing.T) {
	n := 300
	if testing.Short() {
		n = 60
	}
	for seed := range int64(n) {
		opts := randprog.Options{Data: seed%3 == 0}
		plain, _ := randprog.Pair(seed, opts)
		opts.Idioms = true
		written, _ := randprog.Pair(seed, opts)
		c := smtlib.NewContext()
		a, b, err := LowerPair(c, parsed(t, "plain.bpl", plain), parsed(t, "written.bpl", written), Options{})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		rng := rand.New(rand.NewSource(seed))
		for range 10 {
			values := map[*smtlib.Term]interp.Value{}
			for _, v := range slices.Concat(a.Procs["main"].Inputs, b.Procs["main"].Inputs) {
				values[v] = interp.Default(v.Sort())
				if v.Sort() == c.Int {
					values[v] = interp.Int(c, big.NewInt(rng.Int63n(21)-10))
				}
			}
			model := interp.NewModel(c, a, b)
			model.Seed = seed + 1
			want, wantEnd := endOfMain(t, a, values, model)
			got, gotEnd := endOfMain(t, b, values, model)
			if wantEnd == "" || gotEnd == "" {
				continue
			}
			same := wantEnd == gotEnd
			for v, x := range want {
				if !same {
					break
				}
				equal, err := interp.Equal(x, got[v])
				same = same && (equal || err != nil)
			}
			if !same {
				t.Fatalf("seed %d, on %v: %s %v, with idioms %s %v\n%s\n%s", seed, values, wantEnd, want, gotEnd, got, plain, written)
			}
		}
	}
}

// endOfMain is how a run of main ends, and with which values; "" where it takes long,
// and idioms take longer, or needs a value that nothing determines.
func endOfMain(t *testing.T, p *ir.Program, values map[*smtlib.Term]interp.Value, m *interp.Model) (map[*smtlib.Term]interp.Value, string) {
	t.Helper()
	main := p.Procs["main"]
	var args []interp.Value
	for _, v := range main.Inputs {
		args = append(args, values[v])
	}
	out, err := interp.Run(p, "main", args, m, interp.Limits{Steps: 20_000, Depth: 500})
	if err != nil || out.Outcome == ir.OutOfFuel {
		return nil, ""
	}
	ends := map[*smtlib.Term]interp.Value{}
	for i, x := range out.Values {
		ends[main.Outputs[i]] = x
	}
	return ends, out.Outcome.String()
}
