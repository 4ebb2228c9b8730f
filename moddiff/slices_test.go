package moddiff

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"semdiff/internal/pairtest"
	"semdiff/internal/randprog"
	"semdiff/moddiff/query"
	"semdiff/moddiff/summary"
	"semdiff/moddiff/symexec"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
	"semdiff/translate/ir"
)

// compareImpact compares what the change reaches, under one unwinding bound.
func compareImpact(t testing.TB, ctx context.Context, old, new *ir.Program, s solver.Solver, opts Options) *comparison {
	t.Helper()
	opts = opts.withDefaults()
	x, err := pairUp(old, new, opts)
	if err != nil {
		t.Fatal(err)
	}
	x.settleByImpact(ctx, s, opts)
	return compare(ctx, x, s, opts, nil)
}

// TestRandomImpact compares random pairs with and without impact: each set is held
// against runs, and the sets of both against each other.
func TestRandomImpact(t *testing.T) {
	count := map[[2]Verdict]int{}
	settled := 0
	for _, seed := range seedsOf(2) {
		// Some are as those that package impact is tested with: more tapes and checks.
		o := randprog.Options{Linear: seed%4 != 0, Data: seed%3 == 0, NoHavoc: seed%5 == 0, NoChecks: seed%7 == 3, Idioms: seed%3 == 1 && seed%5 != 0 && seed%7 != 3}
		oldText, newText := randprog.Pair(seed, o)
		c := smtlib.NewContext()
		old, new := pairtest.Lower(t, c, oldText, newText)
		s := newZ3(t, c)
		ctx, cancel := context.WithTimeout(context.Background(), 4*time.Second)
		opts := Options{Unwind: 3}
		on := compareImpact(t, ctx, old, new, s, opts)
		off := compareOnce(t, ctx, old, new, s, opts)
		cancel()
		verdict, problems := on.checkAnswers(s, seed, 40, preserving(newText), world{})
		problems = append(problems, contradictory(on, off, s)...)
		count[[2]Verdict{verdict, off.result().Verdict}]++
		if on.settled.by != nil {
			settled += len(on.settled.pairs)
		}
		s.Close()
		for _, p := range problems {
			t.Errorf("seed %d: %s\n%s\n%s", seed, p, oldText, newText)
		}
		if testing.Verbose() && seed%100 == 0 {
			fmt.Printf("seed %d done\n", seed)
		}
	}
	t.Logf("verdicts with impact and without: %v; %d pairs were settled", count, settled)
	if settled < len(seedsOf(2))/2 {
		t.Error("too few slices to mean anything")
	}
}

// contradictory lists the pairs of which two comparisons of the same programs say what
// cannot both be.
func contradictory(on, off *comparison, s solver.Solver) (problems []string) {
	a := off.newAnalysis(off.entries, off.tasks, s)
	state := on.overview()
	for _, p := range on.Pairing.Pairs {
		q := off.Pairing.Like(p)
		x, y := state.OfPair(p), a.State.OfPair(q)
		for _, d := range [][2]*summary.DiffSummary{{x.Summary, y.Summary}, {x.Entry, y.Entry}} {
			if d[0] == nil || d[1] == nil {
				continue
			}
			sets := func(d *summary.DiffSummary) []*smtlib.Term {
				return []*smtlib.Term{d.Changed, d.Unchanged, d.TerminationChanged}
			}
			for i, t := range sets(d[0]) {
				for k, u := range sets(d[1]) {
					if i != k && a.Check(a.Ctx.And(t, u), query.Quick).Answer == solver.Sat {
						problems = append(problems, fmt.Sprintf("%s: with impact set %d is %s, without it set %d is %s", p.Name, i, t, k, u))
					}
				}
			}
		}
	}
	return slices.Clip(problems)
}

// TestImpactFigures compares the figures of the impact summaries' paper
// (benchmarks/impact) with and without impact.
func TestImpactFigures(t *testing.T) {
	for _, test := range []struct {
		figure  string
		without bool
		verdict Verdict
		paths   [2]int // of the entry
		differs []string
		queries int // at most
	}{
		{"fig1", false, Equivalent, [2]int{2, 2}, nil, 12},
		{"fig2", false, Different, [2]int{2, 2}, []string{"(<= x 0)", "(>= x 1)"}, 12},
		{"fig2", true, Different, [2]int{4, 4}, []string{"(and (<= x 0) (>= y 1))", "(and (>= x 1) (>= y 1))", "(and (<= y 0) (>= x 1))", "(and (<= x 0) (<= y 0))"}, 20},
		{"fig4", false, Equivalent, [2]int{0, 0}, nil, 12},
	} {
		t.Run(fmt.Sprintf("%s without %v", test.figure, test.without), func(t *testing.T) {
			var texts [2]string
			for i, file := range []string{"old.bpl", "new.bpl"} {
				text, err := os.ReadFile(filepath.Join("../benchmarks/impact", test.figure, file))
				if err != nil {
					t.Fatal(err)
				}
				texts[i] = string(text)
			}
			c := smtlib.NewContext()
			old, new := pairtest.Lower(t, c, texts[0], texts[1])
			s := newZ3(t, c)
			defer s.Close()
			r, err := Analyze(context.Background(), old, new, s, Options{Unwind: 5, WithoutImpact: test.without})
			if err != nil {
				t.Fatal(err)
			}
			var entry *PairResult
			for _, p := range r.Pairs {
				if slices.Contains(r.Entry, p.Name) {
					entry = p
				}
			}
			var differs []string
			for _, d := range entry.Summary.Differences {
				differs = append(differs, d.Condition.String())
				for i, v := range entry.Outputs {
					if same := slices.Contains(d.Same, i); same != (v.Name() == "b" && !test.without) || len(d.Old.Values) != len(entry.Outputs) {
						t.Errorf("%s is the same: %v; %d values", v.Name(), same, len(d.Old.Values))
					}
				}
			}
			if r.Verdict != test.verdict || !r.Complete || entry.Summary.Paths != test.paths || !slices.Equal(differs, test.differs) || r.Stats.Queries > test.queries {
				t.Errorf("%s, complete %v, paths %v, differs when %q, %d queries", r.Verdict, r.Complete, entry.Summary.Paths, differs, r.Stats.Queries)
			}
		})
	}
}

// TestSharedOutputs checks that callers share an output of a callee that the change
// does not reach, though it is known to nobody and the other output differs.
func TestSharedOutputs(t *testing.T) {
	const program = `
procedure g(n: int) returns (a: int, b: int)
{
  var i: int;
  a, b, i := 2, 0, 0;
  while (i < n) { a := a * a + i * n; b := b + 1; i := i + 1; }
}
procedure main(n: int, x: int) returns (r: int)
{
  var a: int; var b: int;
  call a, b := g(n);
  r := a;
  if (x > 5) { r := a + b; }
}`
	c := smtlib.NewContext()
	old, new := pairtest.Lower(t, c, program, strings.Replace(program, "b + 1", "b + 2", 1))
	s := newZ3(t, c)
	defer s.Close()
	r := compareImpact(t, context.Background(), old, new, s, Options{Unwind: 5})
	a := r.newAnalysis(r.entries, r.tasks, s)
	main := r.entries[0]
	means(t, a, main, "changed", a.State.OfPair(main).Entry.Changed, "(and (>= n 1) (>= x 6))")
	means(t, a, main, "unchanged", a.State.OfPair(main).Entry.Unchanged, "(not (and (>= n 1) (>= x 6)))")
	g := r.Pairing.Named("g")
	if g.Outputs[0].Var.Name() != "a" || !g.Outputs[0].Same || g.Outputs[1].Same || !g.SameEnd {
		t.Errorf("outputs %+v, end %v", g.Outputs, g.SameEnd)
	}
}

// TestSharedOverNeeds checks that a changed argument on which an output of a callee does
// not depend does not tell its calls apart, and that one on which it does.
func TestSharedOverNeeds(t *testing.T) {
	const program = `
function f(x: int, y: int): int;
procedure g(n: int, x: int) returns (a: int, b: int)
{
  var i: int;
  a, b, i := 2, x, 0;
  while (i < n) { a := f(a, n); b := f(b, i); i := i + 1; }
}
procedure main(n: int, x: int) returns (r: int)
{
  var a: int; var b: int;
  call a, b := g(n, x);
  r := a;
  if (x > 5) { r := a + b; }
}`
	for _, test := range []struct {
		what  string
		edits []string
		same  bool // where x <= 5
	}{
		{"argument that one output needs", []string{"g(n, x)", "g(n, x + 1)"}, true},
		{"argument that both outputs need", []string{"g(n, x)", "g(n + 1, x)"}, false},
	} {
		t.Run(test.what, func(t *testing.T) {
			c := smtlib.NewContext()
			old, new := pairtest.Lower(t, c, program, strings.NewReplacer(test.edits...).Replace(program))
			s := newZ3(t, c)
			defer s.Close()
			r := compareImpact(t, context.Background(), old, new, s, Options{Unwind: 5})
			a := r.newAnalysis(r.entries, r.tasks, s)
			main := r.entries[0]
			d, x := a.State.OfPair(main).Entry, main.Inputs[1].Var
			if same := !a.Feasible(c.And(c.Le(x, c.IntVal(5)), c.Not(d.Unchanged))); same != test.same {
				t.Errorf("unchanged for all x <= 5: %v", same)
			}
		})
	}
}

// TestLoopsProvenToReturn checks that a loop that is proven to end stands in the way of
// nothing: the change reaches no output, and not how the run ends.
func TestLoopsProvenToReturn(t *testing.T) {
	const program = `
procedure dec(i: int) returns (j: int) { j := i - 1; }
procedure main(x: int) returns (r: int) { var i: int; i := x; $ r := x; }`
	for _, test := range []struct {
		what, added string
		settled     bool
	}{
		{"counter of a callee", "while (i > 0) { call i := dec(i); }", true},
		{"no end", "while (i != 0) { call i := dec(i); }", false},
	} {
		t.Run(test.what, func(t *testing.T) {
			c := smtlib.NewContext()
			old, new := pairtest.Lower(t, c, strings.Replace(program, "$", "", 1), strings.Replace(program, "$", test.added, 1))
			s := newZ3(t, c)
			defer s.Close()
			x, err := pairUp(old, new, Options{}.withDefaults())
			if err != nil {
				t.Fatal(err)
			}
			x.findImpact(x.returning(context.Background(), s))
			if settled := x.settled.pairs[x.entries[0]] != nil; settled != test.settled {
				t.Errorf("settled: %v", settled)
			}
		})
	}
}

// TestDroppedEnds checks that what may end a run is dropped where slices with it leave
// something open, since they are large, and both versions end alike. That shows U, and no
// difference: runs show those.
func TestDroppedEnds(t *testing.T) {
	var checks strings.Builder
	for i := range 7 {
		fmt.Fprintf(&checks, "  if (f(y + %d) > 0) { n := n + 1; }\n", i)
	}
	program := `
function f(x: int): int;
procedure main(x: int, y: int) returns (r: int)
{
  var n: int;
  n := y;
` + checks.String() + `  assert n != 77;
  if (x > 0) { r := x; } else { r := 0 - x; }
}`
	for _, test := range []struct {
		what, new      string
		verdict        Verdict
		dropped, above bool // it was dropped; U holds where x > 0
	}{
		{"equal", "if (x >= 0) { r := x; } else { r := 0 - x; }", Equivalent, true, true},
		{"different", "if (x > 0) { r := x; } else { r := 1 - x; }", Different, true, true},
		{"assertion changed", "if (x >= 0) { r := x; } else { r := 0 - x; } assert n != 7;", Different, false, false},
	} {
		t.Run(test.what, func(t *testing.T) {
			c := smtlib.NewContext()
			old, new := pairtest.Lower(t, c, program, strings.Replace(program, "if (x > 0) { r := x; } else { r := 0 - x; }", test.new, 1))
			s := newZ3(t, c)
			defer s.Close()
			r := compareImpact(t, context.Background(), old, new, s, Options{Unwind: 5, Paths: symexec.Enumerate, SlicesAlone: true, terms: 600})
			if (r.settled.dropped != nil) != test.dropped {
				t.Errorf("compared without what may end a run: %v", !test.dropped)
			}
			a := r.newAnalysis(r.entries, r.tasks, s)
			main := r.entries[0]
			same := a.State.OfPair(main).Entry.Unchanged
			if above := !a.Feasible(c.And(c.Le(c.IntVal(1), main.Inputs[0].Var), c.Not(same))); above != test.above {
				t.Errorf("unchanged where %s", same)
			}
			if v := r.result().Verdict; v != test.verdict {
				t.Errorf("%s, want %s", v, test.verdict)
			}
		})
	}
}
