package boogiefile

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"semdiff/internal/pairtest"
	"semdiff/internal/randprog"
	"semdiff/moddiff/impact"
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/query"
	"semdiff/moddiff/slice"
	"semdiff/smtlib"
	"semdiff/translate"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
)

// slicesOf are the slices of two versions.
func slicesOf(t testing.TB, old, new string) [2]*ir.Program {
	t.Helper()
	c := smtlib.NewContext()
	p, q := pairtest.Lower(t, c, old, new)
	pairs, err := pairing.New(p, query.Separate(c, p, q), pairing.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return slice.Make(impact.Analyse(pairs, impact.Options{By: impact.Terms}), slice.Options{Ends: true}).Programs
}

// read reads a file that was written.
func read(t testing.TB, c *smtlib.Context, text string) *ir.Program {
	t.Helper()
	src, err := translate.Parse("written.bpl", []byte(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	p, err := translate.Lower(c, src, translate.Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return p
}

// asWritten gives the functions of a file the meaning that they had under other names.
type asWritten struct {
	*interp.Model
	of map[string]*smtlib.Func
}

func (a asWritten) Apply(f *smtlib.Func, args []interp.Value) (interp.Value, error) {
	if g := a.of[f.Name]; g != nil {
		f = g
	}
	return a.Model.Apply(f, args)
}

// functionsOf are the functions of a program by their names in its file.
func functionsOf(p *ir.Program) map[string]*smtlib.Func {
	of := map[string]*smtlib.Func{}
	for _, name := range p.Order {
		for _, q := range append([]*ir.Proc{p.Procs[name]}, p.Procs[name].Loops...) {
			ir.Terms(q, func(t *smtlib.Term) {
				if t.Op() == smtlib.OpApp {
					of[Identifier(t.Func().Name)] = t.Func()
				}
			})
		}
	}
	return of
}

// TestRoundTrip runs slices of random pairs beside their files, read again.
func TestRoundTrip(t *testing.T) {
	n := int64(400)
	if testing.Short() {
		n = 100
	}
	ended := map[ir.Outcome]int{}
	for seed := range n {
		o := randprog.Options{Data: seed%5 == 1, Sorts: seed%5 == 2, NoHavoc: seed%2 == 0, NoChecks: seed%7 == 3}
		old, new := randprog.Pair(seed, o)
		programs := slicesOf(t, old, new)
		texts, err := Programs(programs)
		if err != nil && o.Data {
			continue // floats
		} else if err != nil {
			t.Fatalf("seed %d: %v\n%s\n%s", seed, err, old, new)
		}
		for v, p := range programs {
			again := read(t, p.Ctx, texts[v])
			functions := functionsOf(p)
			for _, name := range again.Order {
				q, r := p.Proc(name), again.Proc(name)
				ins, outs := interfaceOf(programs, q)
				if len(ins) != len(r.Inputs) || len(outs) != len(r.Outputs) {
					t.Fatalf("seed %d: %s has another interface\n%s", seed, name, texts[v])
				}
				for k := range int64(3) {
					first, second, ok := both(t, [2]*ir.Program{p, again}, name, ins, functions, 1+seed*100+k)
					if !ok {
						continue
					}
					ended[first.Outcome]++
					where := fmt.Sprintf("seed %d: %s ends as %s %v, its file as %s %v\n%s", seed, name, first.Outcome, first.Values, second.Outcome, second.Values, texts[v])
					if first.Outcome != second.Outcome {
						t.Fatal(where)
					}
					for i := range first.Values {
						at := slices.Index(outs, q.Outputs[i])
						if same, err := interp.Equal(first.Values[i], second.Values[at]); err == nil && !same {
							t.Fatal(where)
						}
					}
				}
			}
		}
	}
	t.Log(ended)
	if ended[ir.Normal] < int(n) || ended[ir.Fails] < int(n)/10 || ended[ir.Blocked] < int(n)/10 {
		t.Error("too few to mean anything")
	}
}

// both runs a procedure of both programs on one input; ok is false when one takes too
// long, or depends on what axioms say.
func both(t *testing.T, programs [2]*ir.Program, name string, ins []*smtlib.Term, functions map[string]*smtlib.Func, seed int64) (first, second interp.Result, ok bool) {
	c := programs[0].Ctx
	model := interp.NewModel(c, programs[0], programs[1])
	model.Seed = seed
	own := programs[0].Proc(name).Inputs
	inputs, all := make([]interp.Value, len(own)), []interp.Value{}
	for k, in := range ins {
		v, err := model.Apply(c.Func(fmt.Sprintf("input %d", k), nil, in.Sort()), nil)
		if err != nil {
			return first, second, false
		}
		all = append(all, v)
		if at := slices.Index(own, in); at >= 0 {
			inputs[at] = v
		}
	}
	limits := interp.Limits{Steps: 10_000, Depth: 300}
	first, err := interp.Run(programs[0], name, inputs, model, limits)
	if err != nil || first.Outcome == ir.OutOfFuel {
		return first, second, false
	}
	limits = interp.Limits{Steps: 40_000, Depth: 1_000}
	second, err = interp.Run(programs[1], name, all, asWritten{model, functions}, limits)
	if err != nil && !errors.Is(err, interp.ErrUndetermined) {
		t.Errorf("seed %d: %s: %v", seed, name, err)
	}
	return first, second, err == nil && second.Outcome != ir.OutOfFuel
}
