package slice

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"semdiff/internal/golden"
	"semdiff/internal/pairtest"
	"semdiff/internal/randprog"
	"semdiff/moddiff/impact"
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/query"
	"semdiff/smtlib"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
)

func analyse(t testing.TB, old, new string) *impact.Analysis {
	t.Helper()
	c := smtlib.NewContext()
	p, q := pairtest.Lower(t, c, old, new)
	pairs, err := pairing.New(p, query.Separate(c, p, q), pairing.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return impact.Analyse(pairs, impact.Options{By: impact.Terms})
}

// load loads all bodies, and checks them.
func load(t testing.TB, p *ir.Program) {
	t.Helper()
	for _, name := range p.Order {
		if err := p.Load(name); err != nil {
			t.Fatal(err)
		}
	}
	if err := p.Sanity(); err != nil {
		t.Fatal(err)
	}
}

func show(p *ir.Program) string {
	for _, name := range p.Order {
		_ = p.Load(name)
	}
	var b strings.Builder
	_ = ir.Print(&b, p)
	return b.String()
}

// TestFigures shows the slices of the paper's figures.
func TestFigures(t *testing.T) {
	golden.Run(t, "testdata/figures.txtar", func(t *testing.T, c golden.Case) string {
		figure, ends := strings.CutSuffix(c.Name, " ends")
		var texts [2]string
		for i, file := range []string{"old.bpl", "new.bpl"} {
			text, err := os.ReadFile(filepath.Join("../../benchmarks/impact", figure, file))
			if err != nil {
				t.Fatal(err)
			}
			texts[i] = string(text)
		}
		a := analyse(t, texts[0], texts[1])
		s := Make(a, Options{Ends: ends})
		out := ""
		for v, p := range s.Programs {
			load(t, p)
			out += []string{"old:\n", "new:\n"}[v] + show(p.WithProcs(unaffected(a, v)))
		}
		return out
	})
}

// unaffected takes away the procedures that no change reaches.
func unaffected(a *impact.Analysis, version int) map[string]*ir.Proc {
	gone := map[string]*ir.Proc{}
	for _, p := range a.Pairing.Pairs {
		if !p.Affected && p.Old.Kind == ir.Procedure {
			gone[p.Proc(version).Name] = nil
		}
	}
	return gone
}

// TestFaithful runs slices of random pairs beside the whole programs.
func TestFaithful(t *testing.T) {
	n := int64(400)
	if testing.Short() {
		n = 100
	}
	returned, same, smaller := 0, 0, 0
	for seed := range n {
		o := randprog.Options{Data: seed%5 == 1, Sorts: seed%5 == 2, NoHavoc: seed%2 == 0, NoChecks: seed%7 == 3}
		old, new := randprog.Pair(seed, o)
		a := analyse(t, old, new)
		for _, o := range []Options{{}, {Ends: true}} {
			s := Make(a, o)
			for _, p := range s.Programs {
				load(t, p)
			}
			if s.Smaller() {
				smaller++
			}
			for _, p := range a.Pairs {
				for v := range 2 {
					for k := range int64(3) {
						whole, slice, ok := both(t, s, p.Proc(v), 1+seed*100+k)
						if !ok {
							continue
						}
						where := fmt.Sprintf("seed %d, %+v: %s of version %d ends as %s, its slice as %s %v %v\n%s\n%s\n%s", seed, o, p.Name, v, whole.Outcome, slice.Outcome, whole.Values, slice.Values, old, new, show(s.Programs[v]))
						if i, _ := s.Of(p.Proc(v)); o.Ends && i.Outcome || whole.Outcome == ir.Normal {
							if whole.Outcome != slice.Outcome {
								t.Fatal(where)
							}
							same++
						}
						if whole.Outcome == ir.Normal {
							returned++
							compare(t, s, p.Proc(v), whole, slice, where)
						}
					}
				}
			}
		}
	}
	t.Logf("%d slices are smaller, %d runs returned, %d ended alike", smaller, returned, same)
	if smaller < int(n)/4 || returned < int(n) || same <= returned {
		t.Error("too few to mean anything")
	}
}

// both runs the whole and the slice of a procedure on one input; ok is false when one
// of them takes too long, or there is no slice.
func both(t *testing.T, s *Slices, p *pairing.Proc, seed int64) (whole, slice interp.Result, ok bool) {
	i, ok := s.Of(p)
	if !ok {
		return whole, slice, false
	}
	c := p.Version.Prog.Ctx
	model := interp.NewModel(c, p.Version.Prog)
	model.Seed = seed
	var inputs, fewer []interp.Value
	for k, in := range p.Inputs {
		v, err := model.Apply(c.Func(fmt.Sprintf("input %d", k), nil, in.Sort()), nil)
		if err != nil {
			return whole, slice, false
		}
		inputs = append(inputs, v)
		if slices.Contains(i.Inputs, k) {
			fewer = append(fewer, v)
		}
	}
	limits := interp.Limits{Steps: 10_000, Depth: 300}
	whole, err := interp.Run(p.Version.Prog, p.Name, inputs, model, limits)
	if err != nil || whole.Outcome == ir.OutOfFuel {
		return whole, slice, false
	}
	slice, err = interp.Run(s.Programs[p.Version.Index], p.Name, fewer, model, limits)
	if err != nil {
		t.Errorf("%s: %v", p.Name, err)
	}
	return whole, slice, err == nil
}

func compare(t *testing.T, s *Slices, p *pairing.Proc, whole, slice interp.Result, where string) {
	i, _ := s.Of(p)
	for place, k := range i.Outputs {
		if same, err := interp.Equal(whole.Values[k], slice.Values[place]); err == nil && !same {
			t.Fatalf("output %s: %s", p.Outputs[k].Name(), where)
		}
	}
}
