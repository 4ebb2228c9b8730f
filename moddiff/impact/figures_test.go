package impact

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"semdiff/internal/needs"
	"semdiff/moddiff/kit"
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/symexec"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
	"semdiff/translate/ir"
)

// proverFor pairs two versions and asks z3 whether formulas hold, under the axioms of both versions.
func proverFor(t testing.TB, programs [2]*ir.Program) (*pairing.Pairing, func(*smtlib.Term) bool) {
	t.Helper()
	needs.Z3(t)
	run, err := kit.NewRun(programs[0], programs[1], pairing.Options{})
	if err != nil {
		t.Fatal(err)
	}
	setup, err := solver.NewSetup(solver.Config{Solver: "z3", Options: solver.Options{Timeout: 10 * time.Second, Resources: 2_000_000}})
	if err != nil {
		t.Fatal(err)
	}
	s := setup.Open(run.Pairing.Ctx)
	t.Cleanup(func() { _ = s.Close() })
	a := run.NewAnalysis(context.Background(), s, symexec.Options{})
	return run.Pairing, func(claim *smtlib.Term) bool { return !a.Feasible(run.Pairing.Ctx.Not(claim)) }
}

// TestFigures compares the sets of the paper's figures exactly: F with !, what it needs
// beside with <.
func TestFigures(t *testing.T) {
	for _, test := range []struct {
		figure string
		by     Level
		want   string
	}{
		{"fig1", Text, `
func: r
  old <0 input val
  old <6 assignment v
  old <7 branch (= (mod v 4) 0)
  old <7 branch (not (= (mod v 4) 0))
  old !8 assignment v
  old !9 argument v
  old !9 result r
  old <11 assignment r
  old !0 output r
  new <0 input val
  new <6 assignment v
  new <7 branch (= (mod v 4) 0)
  new <7 branch (not (= (mod v 4) 0))
  new !8 assignment v
  new !9 argument v
  new !9 result r
  new <11 assignment r
  new !0 output r
`},
		{"fig1", Solver, `
func:
  old <0 input val
  old <6 assignment v
  old <7 branch (= (mod v 4) 0)
  old !8 assignment v
  old !9 argument v
  new <0 input val
  new <6 assignment v
  new <7 branch (= (mod v 4) 0)
  new !8 assignment v
  new !9 argument v
`},
		{"fig2", Text, `
test: a
  old <0 input x
  old <0 input a
  old <7 branch (>= x 1)
  old <7 branch (<= x 0)
  old !8 assignment a
  old !10 assignment a
  old !0 output a
  new <0 input x
  new <0 input a
  new <7 branch (<= x 0)
  new <7 branch (>= x 1)
  new !8 assignment a
  new !10 assignment a
  new !0 output a
`},
		{"fig4", Terms, `
Init_Data: Data1
  old <0 input capacity
  old <0 input Data1
  old <14 assignment i
  old <15 argument capacity
  old <15 argument i
  old !19 assignment i
  old !20 argument capacity
  old !20 argument Data1
  old !20 argument i
  old !20 result Data1
  old <25 branch (<= capacity 512)
  old !29 branch (>= capacity 513)
  old !29 branch (<= capacity 512)
  old !30 assignment ret
  old !0 output Data1
  new <0 input capacity
  new <0 input Data1
  new <14 assignment i
  new <15 argument capacity
  new !15 argument Data1
  new <15 argument i
  new !15 result Data1
  new <21 branch (<= capacity 512)
  new !0 output Data1
Init_Data_loop_head1: Data1
  old <0 input capacity
  old <0 input i
  old <15 branch (and (<= i 511) (<= i (+ capacity (- 1))))
  old <17 assignment i
  old <15 argument capacity
  old <15 argument i
  new <0 input capacity
  new !0 input Data1
  new <0 input i
  new <15 branch (and (<= i 511) (<= i (+ capacity (- 1))))
  new !17 assignment Data1
  new <18 assignment i
  new <15 argument capacity
  new !15 argument Data1
  new <15 argument i
  new !15 result Data1
  new !0 output Data1
`},
	} {
		t.Run(test.figure+" "+string(test.by), func(t *testing.T) {
			o := Options{By: test.by}
			programs := figure(t, test.figure)
			var a *Analysis
			if test.by == Solver {
				var p *pairing.Pairing
				p, o.Valid = proverFor(t, programs)
				a = Analyse(p, o)
			} else {
				a = analyse(t, programs, o)
			}
			got := "\n"
			for _, p := range a.Pairs {
				got += describe(p)
			}
			if got != test.want {
				t.Errorf("got%s\nwant%s", got, test.want)
			}
		})
	}
}

func figure(t testing.TB, name string) [2]*ir.Program {
	t.Helper()
	var texts [2]string
	for i, file := range []string{"old.bpl", "new.bpl"} {
		text, err := os.ReadFile(filepath.Join("../../benchmarks/impact", name, file))
		if err != nil {
			t.Fatal(err)
		}
		texts[i] = string(text)
	}
	return lowerPair(t, texts[0], texts[1])
}

// TestFigure4Outputs checks what is not impacted in Figure 4, by the text alone.
func TestFigure4Outputs(t *testing.T) {
	a := analyse(t, figure(t, "fig4"), Options{})
	p := a.Of(a.Pairing.Named("Init_Data"))
	var not []string
	for i, port := range p.Pair.Outputs {
		if !p.Outputs[i] {
			not = append(not, port.Var.Name())
		}
	}
	if got := strings.Join(not, " "); got != "Data0 StructA alive field tape:at" || p.Outcome {
		t.Errorf("not impacted: %s; outcome impacted: %v", got, p.Outcome)
	}
}

// TestSolverShrinks checks on random pairs that what is proven equal agrees in runs,
// and that F gets no larger.
func TestSolverShrinks(t *testing.T) {
	n := int64(25)
	if testing.Short() {
		n = 8
	}
	s := &soundness{t: t}
	fewer := 0
	for seed := range n {
		old, new := randomPair(seed)
		programs := lowerPair(t, old, new)
		p, valid := proverFor(t, programs)
		terms := Analyse(p, Options{By: Terms})
		proven := Analyse(p, Options{By: Solver, Valid: valid, Queries: 40})
		for _, q := range proven.Pairs {
			if q.isOpaque() {
				continue
			}
			above := terms.Of(q.Pair)
			s.shrinks(above, q, old+"\n"+new)
			fewer += count(above) - count(q)
			for k := range int64(4) {
				s.pair(programs, q, seed*100+k, old+"\n"+new)
			}
		}
	}
	t.Logf("%d nodes fewer are impacted", fewer)
	if fewer == 0 && !testing.Short() { // few seeds may have nothing to find
		t.Error("the solver finds nothing equal")
	}
}

func count(p *Pair) (n int) {
	for _, reasons := range p.Forward {
		for _, r := range reasons {
			if r != nil {
				n++
			}
		}
	}
	return n
}
