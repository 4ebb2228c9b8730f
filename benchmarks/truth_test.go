package benchmarks

import (
	"fmt"
	"hash/fnv"
	"math/rand"
	"path/filepath"
	"slices"
	"testing"

	"semdiff/moddiff"
	"semdiff/smtlib"
	"semdiff/translate"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
)

// TestTruth runs both versions of the pairs of suites relational, client and heap, with nothing
// else of the analysis: a pair that differs does so on its witness or on one of many
// inputs, one that is equal on none of them.
func TestTruth(t *testing.T) {
	for _, p := range slices.Concat(sample(pairsOf(t, "relational"), 3), sample(pairsOf(t, "client"), 2), pairsOf(t, "heap")) {
		t.Run(p.Dir, func(t *testing.T) {
			t.Parallel()
			if len(p.Flags) > 0 {
				t.Skip("flags say what is observed")
			}
			r := &run{ctx: smtlib.NewContext()}
			if err := r.load(filepath.Join(p.Dir, "old.bpl"), filepath.Join(p.Dir, "new.bpl"), p.Dir, "", translate.Options{Asserts: "outcome", Externals: "function"}, &moddiff.Options{}); err != nil {
				t.Fatal(err)
			}
			if p.Witness != nil {
				env, err := r.witness(r.inputs(p.Entry), p.Witness)
				if err != nil {
					t.Fatal(err)
				}
				if differ, _ := r.runBoth(t, p.Entry, env, witnessSteps); !differ {
					t.Errorf("the versions agree on the witness %v", p.Witness)
				}
			}
			env, decided := r.findDifference(t, &p)
			switch {
			case decided < minDecided:
				t.Errorf("only %d inputs told anything", decided)
			case p.Truth == "different" && env == nil && p.Witness == nil:
				t.Error("no input shows a difference")
			case p.Truth != "different" && env != nil:
				t.Errorf("the versions differ on %v", env)
			}
		})
	}
}

// Bounds of the runs.
const (
	randomInputs = 600
	shortRun     = 2_000 // steps; where one run is so short and the other longRun, they differ in how they end
	longRun      = 500_000
	witnessSteps = longRun
	minDecided   = 40 // inputs on which both versions end, or both do not
)

// findDifference runs both versions on small inputs, all of them where there are few,
// and on random ones; it counts those that tell something.
func (r *run) findDifference(t *testing.T, p *pair) (difference interp.Env, decided int) {
	t.Helper()
	for _, env := range r.chosenInputs(p) {
		differ, ends := r.runBoth(t, p.Entry, env, shortRun)
		if differ {
			return env, decided + minDecided
		}
		if ends {
			decided++
		}
	}
	return nil, decided
}

// runBoth reports whether both versions differ on env, and whether that is known within so many steps.
func (r *run) runBoth(t *testing.T, entry string, env interp.Env, steps int) (differ, known bool) {
	t.Helper()
	model := interp.NewModel(r.ctx, r.old, r.new)
	ends := func(prog *ir.Program, steps int) interp.Result {
		var args []interp.Value
		for _, in := range prog.Proc(entry).Inputs {
			args = append(args, env[in])
		}
		result, err := interp.Run(prog, entry, args, model, interp.Limits{Steps: steps, Depth: steps})
		if err != nil {
			t.Fatal(err)
		}
		return result
	}
	old, new := ends(r.old, steps), ends(r.new, steps)
	switch {
	case old.Outcome == ir.OutOfFuel && new.Outcome == ir.OutOfFuel:
		return false, false
	case old.Outcome == ir.OutOfFuel:
		old = ends(r.old, longRun)
	case new.Outcome == ir.OutOfFuel:
		new = ends(r.new, longRun)
	}
	if old.Outcome != new.Outcome || old.Outcome != ir.Normal {
		return old.Outcome != new.Outcome, true
	}
	for i := range old.Values {
		same, err := interp.Equal(old.Values[i], new.Values[i])
		if err != nil {
			t.Fatal(err)
		}
		if !same {
			return true, true
		}
	}
	return false, true
}

// inputs are those of either version.
func (r *run) inputs(entry string) []*smtlib.Term {
	list := slices.Clone(r.old.Proc(entry).Inputs)
	for _, in := range r.new.Proc(entry).Inputs {
		if !slices.Contains(list, in) {
			list = append(list, in)
		}
	}
	return list
}

// chosenInputs are inputs of the entry: small numbers exhaustively where there is
// nothing else, and random ones.
func (r *run) chosenInputs(p *pair) []interp.Env {
	inputs := r.inputs(p.Entry)
	h := fnv.New64a()
	h.Write([]byte(p.Name))
	g := &generator{r, rand.New(rand.NewSource(int64(h.Sum64())))}
	list := g.exhaustive(inputs)
	for i := range randomInputs {
		env := interp.Env{}
		for _, in := range inputs {
			env[in] = g.value(in.Sort(), i)
		}
		list = append(list, env)
	}
	return list
}

// generator makes inputs.
type generator struct {
	*run
	rand *rand.Rand
}

// exhaustive are all small values of one or two numbers.
func (g *generator) exhaustive(inputs []*smtlib.Term) []interp.Env {
	least, most := int64(-20), int64(130)
	if len(inputs) == 2 {
		least, most = -6, 24
	}
	list := []interp.Env{{}}
	for _, in := range inputs {
		if in.Sort().Kind != smtlib.IntKind || len(inputs) > 2 {
			return nil
		}
		var longer []interp.Env
		for _, env := range list {
			for n := least; n <= most; n++ {
				more := interp.Env{in: g.int(n)}
				for k, v := range env {
					more[k] = v
				}
				longer = append(longer, more)
			}
		}
		list = longer
	}
	return list
}

func (g *generator) int(n int64) interp.Value {
	v, err := interp.NewModel(g.ctx).Literal(g.ctx.IntVal(n))
	if err != nil {
		panic(err)
	}
	return v
}

// value is a small value in most of the i-th inputs; maps have a few cells.
func (g *generator) value(s *smtlib.Sort, i int) interp.Value {
	switch s.Kind {
	case smtlib.BoolKind:
		return interp.Bool(g.ctx, g.rand.Intn(2) == 0)
	case smtlib.IntKind:
		switch i % 4 {
		case 0:
			return g.int(int64(g.rand.Intn(5)) - 1)
		case 1:
			return g.int(int64(g.rand.Intn(150)) - 20)
		}
		return g.int(int64(g.rand.Intn(16)) - 3)
	case smtlib.ArrayKind:
		m := interp.Default(s)
		for range g.rand.Intn(16) {
			m = interp.Store(m, g.value(s.Index, 2), g.value(s.Elem, 4*g.rand.Intn(2)+2*(i%2)))
		}
		return m
	}
	panic(fmt.Sprintf("benchmarks: unexpected sort %s", s))
}
