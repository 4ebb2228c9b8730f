package moddiff

import (
	"context"
	"flag"
	"fmt"
	"math/big"
	"math/rand"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"semdiff/internal/needs"
	"semdiff/internal/pairtest"
	"semdiff/internal/randprog"
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/product"
	"semdiff/moddiff/query"
	"semdiff/moddiff/summary"
	"semdiff/moddiff/witness"
	"semdiff/smtlib"
	"semdiff/smtlib/ieee"
	"semdiff/smtlib/solver"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
)

var (
	pairsFlag   = flag.Int("pairs", 32, "random pairs of programs to check")
	seedFlag    = flag.Int64("seed", 1, "first seed of the random pairs")
	twoWaysFlag = flag.Bool("two-ways", false, "TestRandomPairs takes programs with loops and recursion written in two ways")
	sortsFlag   = flag.Bool("sorts", false, "TestRandomPairs takes programs with opaque sorts")
	// Idioms are in every third of the plain pairs anyway.
	idiomsFlag = flag.Bool("idioms", false, "TestRandomPairs takes programs with translators' idioms")
)

// seedsOf returns the seeds for a part of the random pairs that are asked for; go
// test -short takes a quarter of them.
func seedsOf(part int) []int64 {
	n := *pairsFlag / part
	if testing.Short() {
		n = (n + 3) / 4
	}
	seeds := make([]int64, n)
	for i := range seeds {
		seeds[i] = *seedFlag + int64(i)
	}
	return seeds
}

// newZ3 is a solver to be closed when a pair is done with, and not after all of them.
func newZ3(t testing.TB, c *smtlib.Context) solver.Solver {
	t.Helper()
	needs.Z3(t)
	s, err := solver.New(c, "z3", solver.Options{Timeout: 200 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestRandomPairs checks every set of every difference summary of random
// program pairs against random runs: no input in U on which the versions
// differ, none in C on which they agree, none in T on which both end.
func TestRandomPairs(t *testing.T) {
	kind := plain
	switch {
	case *sortsFlag:
		kind = sorts
	case *twoWaysFlag:
		kind = twoWays
	}
	seeds := seedsOf(1)
	if kind == plain {
		seeds = append(seeds, 41005728, 53100484)
	}
	checkRandomPairs(t, seeds, kind)
}

// TestRandomSorts is the same for programs with opaque sorts that axioms limit.
func TestRandomSorts(t *testing.T) { checkRandomPairs(t, append(seedsOf(3), 162, 260, 300), sorts) }

// TestRandomTwoWays is the same for programs with loops and recursion written in two
// ways; what proofs by relations rest on is held against runs, too.
func TestRandomTwoWays(t *testing.T) {
	seeds := seedsOf(4)
	if n := checkRandomPairs(t, seeds, twoWays); n == 0 && len(seeds) > 10 {
		t.Error("no answer rests on a relation")
	}
}

// pairKind is the kind of random pairs.
type pairKind int

const (
	plain   pairKind = iota
	sorts            // with opaque sorts
	twoWays          // with loops and recursion written in two ways
)

// checkRandomPairs returns how many proofs by relations answers rest on.
func checkRandomPairs(t *testing.T, all []int64, kind pairKind) int {
	needs.Z3(t) // here, since only the test itself can end
	seeds := make(chan int64)
	var wg sync.WaitGroup
	count := map[Verdict]int{}
	proofs := &proofCount{}
	var mu sync.Mutex
	for range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for seed := range seeds {
				v, problems := checkRandomPair(t, seed, 40, kind, proofs)
				mu.Lock()
				count[v]++
				mu.Unlock()
				for _, p := range problems {
					t.Errorf("seed %d: %s", seed, p)
				}
				if testing.Verbose() && seed%100 == 0 {
					fmt.Printf("seed %d done\n", seed)
				}
			}
		}()
	}
	for _, seed := range all {
		seeds <- seed
	}
	close(seeds)
	wg.Wait()
	t.Logf("%d pairs: %d equivalent, %d partially-equivalent, %d different, %d unknown; %d proofs by relations, %d of them held against runs", len(all),
		count[Equivalent], count[PartiallyEquivalent], count[Different], count[Unknown], proofs.proofs, proofs.exercised)
	return proofs.proofs
}

// FuzzRandomPair is TestRandomPairs driven by the fuzzer.
func FuzzRandomPair(f *testing.F) {
	f.Add(int64(1))
	f.Add(int64(77))
	f.Fuzz(func(t *testing.T, seed int64) {
		kind := plain
		if seed < 0 {
			kind = sorts
		}
		_, problems := checkRandomPair(t, seed, 8, kind, nil) // the fuzzer stops what takes long
		for _, p := range problems {
			t.Error(p)
		}
	})
}

// proofCount counts proofs by relations between loops.
type proofCount struct {
	sync.Mutex
	proofs, exercised int // exercised: something in them was held against runs
}

func (n *proofCount) count(held int) {
	n.Lock()
	defer n.Unlock()
	n.proofs++
	if held > 0 {
		n.exercised++
	}
}

func checkRandomPair(t testing.TB, seed int64, inputs int, kind pairKind, proofs *proofCount) (Verdict, []string) {
	// Three of four programs are linear: the others cost the solver its limit.
	opts := randprog.Options{Linear: seed%4 != 0, Data: seed%3 == 0 && kind != sorts, Sorts: kind == sorts, Idioms: *idiomsFlag || seed%3 == 1}
	if kind == twoWays {
		opts = randprog.Options{Linear: seed%8 != 0, TwoWays: true, NoChecks: seed%3 != 0, NoHavoc: seed%4 != 0, NoMaps: seed%2 == 0}
	}
	oldText, newText := randprog.Pair(seed, opts)
	w := world{proofs: proofs}
	if kind == sorts {
		w.domain = randprog.DomainOf(seed, opts)
	}
	return checkPair(t, seed, inputs, oldText, newText, nil, w)
}

func checkPair(t testing.TB, seed int64, inputs int, oldText, newText string, given []Matched, w world) (Verdict, []string) {
	c := smtlib.NewContext()
	old, new := pairtest.Lower(t, c, oldText, newText)
	s := newZ3(t, c)
	defer s.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second)
	defer cancel()
	opts := Options{Unwind: 3, Match: given}
	var problems []string
	opts.proven = func(proof *product.Proof) {
		where, held := proof.Refuted(150, 200)
		if where != "" {
			problems = append(problems, fmt.Sprintf("%s rests on a relation that does not hold: %s", proof.Pair.Name, where))
		}
		if w.proofs != nil {
			w.proofs.count(held)
		}
	}
	if seed%2 == 0 {
		opts.apart = 1
	}
	all := compareOnce(t, ctx, old, new, s, opts)
	verdict, more := all.checkAnswers(s, seed, inputs, preserving(newText), w)
	return verdict, append(problems, more...)
}

// checkAnswers holds the sets of all pairs against runs.
func (r *comparison) checkAnswers(s solver.Solver, seed int64, inputs int, preserving bool, w world) (Verdict, []string) {
	verdict, a := r.result().Verdict, r.newAnalysis(r.entries, r.tasks, s)
	entries := r.entries
	var problems []string
	if verdict == Different && preserving {
		problems = append(problems, "a mutation that preserves meaning is called different")
	}
	rng := rand.New(rand.NewSource(seed))
	for _, p := range a.Pairing.Pairs {
		if err := a.sanity(p); err != nil {
			problems = append(problems, err.Error())
		}
		entry := slices.Contains(entries, p)
		d, state := a.State.OfPair(p).Summary, a.State.OfPair(p).Equality
		if entry {
			d, state = a.State.OfPair(p).Entry, a.State.OfPair(p).EntryEquality
		}
		if d == nil && !state.Equal {
			continue
		}
		if d != nil {
			for _, diff := range d.Differences {
				if !diff.MayHold(diff.Condition) {
					problems = append(problems, fmt.Sprintf("%s: %v excludes its witness %v", p.Name, diff.Condition, diff.Witness))
				}
				if msg := a.wrongCase(diff); msg != "" {
					problems = append(problems, p.Name+": "+msg)
				}
				if names := w.tooMany(a.Ctx, diff); len(names) > 0 {
					problems = append(problems, fmt.Sprintf("%s: %v has the witness %v, with elements %v of %d", p.Name, diff.Condition, diff.Witness, names, w.domain.Size))
				}
			}
		}
		for range inputs {
			if msg := a.contradiction(p, d, state, entry, rng, w); msg != "" {
				problems = append(problems, p.Name+": "+msg)
				break
			}
		}
	}
	for _, side := range a.Pairing.Versions {
		for _, p := range side.All() {
			if msg := a.wrongEnding(p, rng, false, w); msg != "" {
				problems = append(problems, fmt.Sprintf("%s of version %d: %s", p.Name, side.Index+1, msg))
			}
		}
	}
	return verdict, problems
}

// wrongCase says where the case that people read of a difference is none of it.
func (a *analysis) wrongCase(d *summary.Difference) string {
	if d.Case == nil {
		return ""
	}
	outside := a.Ctx.And(d.Case.Condition, a.Ctx.Not(d.Condition))
	if !d.MayHold(d.Case.Condition) || a.Check(outside, query.Quick).Answer == solver.Sat {
		return fmt.Sprintf("%v is no case of %v with the witness %v", d.Case.Condition, d.Condition, d.Witness)
	}
	return ""
}

// wrongEnding runs a procedure on small inputs and returns where it ends though
// it is proven not to, or, if runs that end are short, goes on for long though it
// is proven to end.
func (a *analysis) wrongEnding(p *pairing.Proc, rng *rand.Rand, short bool, w world) string {
	a.Analyse(p)
	ends, loops := a.KnownTo(p, p.Inputs)
	for range 20 {
		model, elements := w.choose(a, rng)
		env := map[*smtlib.Term]interp.Value{}
		args := make([]interp.Value, len(p.Inputs))
		for i, in := range p.Inputs {
			args[i] = randomValue(a.Ctx, in.Sort(), rng, elements)
			if in.Sort() == a.Ctx.Int {
				args[i] = interp.Int(a.Ctx, big.NewInt(rng.Int63n(21)-10))
			}
			env[in] = args[i]
		}
		holds := func(t *smtlib.Term) bool {
			v, err := interp.Eval(a.Ctx, t, env, model)
			return err == nil && v.IsTrue()
		}
		limits := interp.Limits{Steps: 2_000, Depth: 2000}
		out, err := interp.Run(p.Version.Prog, p.Name, args, model, limits)
		if err == nil && short && out.Outcome == ir.OutOfFuel && holds(ends) {
			limits.Steps *= 100
			out, err = interp.Run(p.Version.Prog, p.Name, args, model, limits)
		}
		if stays := out.Outcome == ir.OutOfFuel; err == nil && (stays && short && holds(ends) || !stays && holds(loops)) {
			return fmt.Sprintf("proven to end: %s; not to: %s; the run on %v ends as %s", ends, loops, args, out.Outcome)
		}
	}
	return ""
}

// contradiction runs a pair on a random input and returns what the run and the
// summary disagree on.
func (a *analysis) contradiction(p *pairing.Pair, d *summary.DiffSummary, state summary.Equality, entry bool, rng *rand.Rand, w world) string {
	model, elements := w.choose(a, rng)
	env := map[*smtlib.Term]interp.Value{}
	for _, in := range p.Inputs {
		env[in.Var] = randomValue(a.Ctx, in.Var.Sort(), rng, elements)
	}
	holds := func(t *smtlib.Term) bool {
		v, err := interp.Eval(a.Ctx, t, env, model)
		return err == nil && v.String() == "true"
	}
	open := false // a run needs a value that nobody knows
	long := false // a run that did not end may take far longer than it was given
	run := func(s *pairing.Proc, steps, depth int) interp.Result {
		args := witness.ArgsOf(s, p, env)
		w := &largeCalls{limit: int64(depth)}
		out, err := interp.Run(s.Version.Prog, s.Name, args, model, interp.Limits{Steps: steps, Depth: depth, Watch: w})
		open = open || err != nil
		long = long || out.Outcome == ir.OutOfFuel && w.inLarge()
		return out
	}
	both := func(steps, depth int) (o, n interp.Result) {
		return run(p.Old, steps, depth), run(p.New, steps, depth)
	}
	o, n := both(5_000, 2_000)
	oneEnds := func() bool { return (o.Outcome == ir.OutOfFuel) != (n.Outcome == ir.OutOfFuel) }
	if oneEnds() {
		o, n = both(200_000, 2_000)
	}
	unchanged, changed, termination := state.Equal, false, false
	if d != nil {
		unchanged, changed, termination = holds(d.Unchanged), holds(d.Changed), holds(d.TerminationChanged)
	}
	if oneEnds() && unchanged && !open { // it may be a run of a million iterations or calls
		long = false
		o, n = both(20_000_000, 100_000)
	}
	if open || long {
		return ""
	}
	agree, vague := o.Outcome == n.Outcome, false
	if agree && o.Outcome == ir.Normal {
		for _, port := range p.Observed(a.Ctx, entry) {
			x, y := env[port.Var], env[port.Var]
			if port.Old >= 0 {
				x = o.Values[port.Old]
			}
			if port.New >= 0 {
				y = n.Values[port.New]
			}
			same, err := interp.Equal(x, y)
			agree = agree && (same || err != nil)
			vague = vague || err != nil
		}
	}
	if agree && vague {
		return ""
	}
	bothEnd := o.Outcome != ir.OutOfFuel && n.Outcome != ir.OutOfFuel
	describe := func(set string) string {
		var in []string
		for v, x := range env {
			in = append(in, v.Name()+" = "+x.String())
		}
		slices.Sort(in)
		return fmt.Sprintf("%s holds %s, but old: %s %v, new: %s %v", set, strings.Join(in, ", "), o.Outcome, o.Values, n.Outcome, n.Values)
	}
	switch {
	case unchanged && (bothEnd && !agree || oneEnds()):
		return describe("U")
	case changed && bothEnd && agree:
		return describe("C")
	case termination && (bothEnd || o.Outcome == n.Outcome && o.Outcome != ir.OutOfFuel):
		return describe("T")
	case state.Partial && bothEnd && !agree:
		return describe("partial equivalence")
	}
	return ""
}

// randomValue is a value of a sort; elements are those of the opaque sort.
func randomValue(c *smtlib.Context, s *smtlib.Sort, rng *rand.Rand, elements []interp.Value) interp.Value {
	switch s.Kind {
	case smtlib.BoolKind:
		return interp.Bool(c, rng.Intn(2) == 0)
	case smtlib.IntKind:
		spread := []int64{2, 6, 20, 200}[rng.Intn(4)]
		return interp.Int(c, big.NewInt(rng.Int63n(2*spread+1)-spread))
	case smtlib.RealKind:
		return interp.Real(c, big.NewRat(rng.Int63n(41)-20, rng.Int63n(4)+1))
	case smtlib.BVKind:
		return interp.BV(c, new(big.Int).Rand(rng, new(big.Int).Lsh(big.NewInt(1), uint(s.Width))), s.Width)
	case smtlib.ArrayKind:
		v := interp.Default(s)
		if s.Elem.Kind == smtlib.OpaqueKind {
			v = everywhere(c, s, randomValue(c, s.Elem, rng, elements))
		}
		for range rng.Intn(4) {
			v = interp.Store(v, randomValue(c, s.Index, rng, elements), randomValue(c, s.Elem, rng, elements))
		}
		return v
	case smtlib.FloatKind:
		n := big.NewInt(rng.Int63())
		if rng.Intn(2) == 0 {
			return interp.Float(c, s.Format.FromInt(ieee.NearestEven, n.Rem(n, big.NewInt(8))))
		}
		return interp.Float(c, s.Format.FromBits(n))
	case smtlib.DatatypeKind:
		k := s.Ctors[rng.Intn(len(s.Ctors))]
		fields := make([]interp.Value, len(k.Fields))
		for i, f := range k.Fields {
			fields[i] = randomValue(c, f.Sort, rng, elements)
		}
		return interp.Construct(k, fields...)
	case smtlib.OpaqueKind:
		if len(elements) > 0 {
			return elements[rng.Intn(len(elements))]
		}
	}
	return interp.Default(s)
}

// preserving reports whether every mutation that the program's head names
// leaves its meaning alone.
func preserving(text string) bool {
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "//") {
			break
		}
		if !strings.Contains(line, "(preserving)") {
			return false
		}
	}
	return true
}

// TestGenericPairs compares random programs with the same programs written with
// polymorphic functions, procedures and maps.
func TestGenericPairs(t *testing.T) {
	count := map[Verdict]int{}
	for _, seed := range seedsOf(4) {
		plain, generic := randprog.Generic(seed, randprog.Options{Linear: true})
		c := smtlib.NewContext()
		old, new := pairtest.Lower(t, c, plain, generic)
		s := newZ3(t, c)
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		r, err := Analyze(ctx, old, new, s, Options{Entry: "main", Unwind: 3})
		cancel()
		s.Close()
		if err != nil {
			t.Fatal(err)
		}
		count[r.Verdict]++
		if r.Verdict == Different {
			t.Errorf("seed %d: different\n%s\n%s", seed, plain, generic)
		}
	}
	t.Logf("%d equivalent, %d partially-equivalent, %d unknown", count[Equivalent], count[PartiallyEquivalent], count[Unknown])
}
