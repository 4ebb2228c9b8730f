package concolic

import (
	"maps"
	"math/big"
	"slices"

	"semdiff/moddiff/pairing"
	"semdiff/moddiff/query"
	"semdiff/moddiff/summary"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
)

// Bounds of fuzzing with guessed functions.
const (
	stepsIfRefused = 100_000   // that a difference costs which axioms are not known to allow
	stepsUntilOpen = 300_000   // in which some run has to depend on what is open
	shortRun       = 800       // steps of a run in the first half of the work
	maxOldInput    = 30_000    // inputs in a row that cover nothing new
	stepsOfRound   = 6_000_000 // after which fuzzing begins anew
	lastPlaces     = 6         // comparisons that mutants are aimed at more than at others
)

// FuzzOpen is Fuzz of runs that depend on what is left open, for so many steps.
func (a *Runner) FuzzOpen(p *pairing.Pair, outputs []pairing.Port, steps int, judgement summary.Judgement) *summary.Difference {
	if len(p.Interface) > 0 {
		return nil
	}
	d, _ := a.OpenFuzzer(p, outputs, judgement).Fuzz(steps)
	return d
}

// OpenFuzzer fuzzes a pair whose runs depend on what is left open: procedures without a body,
// the tape, functions that axioms describe. An input says also what these give. Of an
// input that took a new path those things are changed that its runs asked for: the values
// of functions, and the cells of maps that they read; most of all those that were compared
// with something, towards that (Aschermann et al., REDQUEEN, NDSS 2019). Inputs on which the
// versions take different branches come before others. A value that an
// axiom excludes, whatever else it speaks of being chosen, is not taken. The condition of
// the difference is its input with the values that functions gave. A solver must have said
// that the axioms have a model with these.
type OpenFuzzer struct {
	*Runner
	p         *pairing.Pair
	outputs   []pairing.Port
	judgement summary.Judgement
	tester    *tester
	mutator   *mutator
	guesses   *guesses

	corpus []*openInput
	parted []*partedInputs
	seen   map[covered]bool
	left   int // steps
	open   int // inputs whose runs asked for what is open
}

// OpenFuzzer starts to fuzz a pair of the same interface; judgement says which differences
// count.
func (a *Runner) OpenFuzzer(p *pairing.Pair, outputs []pairing.Port, judgement summary.Judgement) *OpenFuzzer {
	m := newMutator(a.Ctx, p)
	m.addConstants(a.Pairing.Pairs)
	model := a.Model()
	model.Closed = true
	g := &guesses{Model: model, in: m.inputs, programs: []*ir.Program{p.Old.Version.Prog, p.New.Version.Prog}}
	g.patterns = patternsOf(g.programs)
	t := a.newTester(a.mayEnter())
	t.functions, t.covered = g, newCoverage()
	t.needless = func(o ir.Outcome) bool { return o == ir.OutOfFuel || o == ir.Blocked && !judgement.BlockedCounts() }
	return &OpenFuzzer{Runner: a, p: p, outputs: outputs, judgement: judgement, tester: t, mutator: m, guesses: g}
}

// covered is what a pair of runs covers: branches, and places that compare something,
// since a conjunction is no branch.
type covered struct {
	traces [2]uint64
	places int
}

// partedInputs are inputs on which the versions took different branches in the same way.
type partedInputs struct {
	way     uint64
	inputs  []*openInput
	pursued int // mutants of them
}

// openInput is an input with what functions are taken to mean, and what its runs asked for.
type openInput struct {
	env         interp.Env
	chosen      chosen
	points      []point
	reads       []portRead
	comparisons []comparison
}

// portRead is a cell of an input that a run reads.
type portRead struct {
	port         *smtlib.Term
	index, value interp.Value
}

// Fuzz tries inputs for so many more steps until one shows a difference. It begins anew now
// and then: what the first inputs cover decides which ones are made from them. more is false
// where more steps make no sense.
func (f *OpenFuzzer) Fuzz(steps int) (d *summary.Difference, more bool) {
	for f.left = steps; f.left > 0 && !f.TimeUp(); {
		f.corpus, f.parted, f.seen = nil, nil, map[covered]bool{}
		if d, more := f.round(min(f.left, stepsOfRound)); d != nil || !more {
			return d, false
		}
	}
	return nil, true
}

// round tries inputs for so many steps, with longer runs in its second half; more is
// false where it makes no sense to begin anew.
func (f *OpenFuzzer) round(steps int) (d *summary.Difference, more bool) {
	end, half := f.left-steps, f.left-steps/2
	old := 0
	for i := 0; f.left > end && !f.TimeUp(); i++ {
		if old == maxOldInput {
			return nil, false
		}
		if f.open == 0 && (i == fuzzedTests && !f.mayAsk() || i > fuzzedTests && f.left < end+steps-stepsUntilOpen) {
			return nil, false // that is what Fuzz is for
		}
		in := &openInput{chosen: newChosen()}
		if i < fuzzedTests || len(f.corpus) == 0 {
			in.env = f.mutator.next(f.p, i)
		} else {
			in = f.mutant()
		}
		f.apart(in.env)
		f.tester.longest = shortRun
		if f.left < half {
			f.tester.longest = 4 * shortRun
		}
		d, news := f.try(in)
		if d != nil {
			return d, false
		}
		if old++; news {
			old = 0
		}
	}
	return nil, true
}

// mayAsk reports whether a run may ask for what is open: a procedure that one may enter
// applies a function, or runs have not entered it yet.
func (f *OpenFuzzer) mayAsk() bool {
	for _, p := range []*pairing.Proc{f.p.Old, f.p.New} {
		prog := p.Version.Prog
		seen := map[string]bool{p.Name: true}
		for todo := []string{p.Name}; len(todo) > 0; todo = todo[1:] {
			if !prog.IsLoaded(todo[0]) {
				return true
			}
			proc := prog.Procs[todo[0]]
			asks := false
			ir.Terms(proc, func(t *smtlib.Term) { asks = asks || t.HasApps() })
			if asks {
				return true
			}
			for _, b := range proc.Blocks {
				for _, in := range b.Instrs {
					if c, ok := in.(*ir.Call); ok && !seen[c.Proc] {
						seen[c.Proc] = true
						todo = append(todo, c.Proc)
					}
				}
			}
		}
	}
	return false
}

// apart gives each map of an input a root of its own, so that it can be told which one
// is read.
func (f *OpenFuzzer) apart(env interp.Env) {
	for _, in := range f.p.Inputs {
		s := in.Var.Sort()
		if s.Kind != smtlib.ArrayKind || s.Elem.Kind == smtlib.ArrayKind {
			continue
		}
		m := interp.Constant(s, interp.Default(s.Elem))
		for _, i := range interp.Indices(env[in.Var]) {
			if v, err := interp.Select(env[in.Var], i); err == nil {
				m = interp.Store(m, i, v)
			}
		}
		env[in.Var] = m
	}
}

// try runs both versions on an input, and keeps it if their paths are new and short: what
// is made from others goes round and round too.
func (f *OpenFuzzer) try(in *openInput) (d *summary.Difference, news bool) {
	g := f.guesses
	g.start(in.chosen)
	differ, steps, decided := f.tester.differ(f.p, f.outputs, in.env)
	f.left -= steps + stepsPerInput
	if len(g.points) > 0 {
		f.open++
	}
	if differ {
		if d := f.difference(in.env); d != nil {
			return d, true
		}
	}
	traces := covered{f.tester.traces, len(g.comparisons)}
	if !decided && len(g.points) == 0 || f.seen[traces] {
		return nil, false
	}
	f.seen[traces] = true
	in.points, in.comparisons, in.reads = g.points, g.comparisons, f.readsOf(in.env)
	f.corpus = keep(f.corpus, in, maxCorpus)
	if way := wayOfParting(f.tester.taken[0], f.tester.taken[1]); way != 0 {
		f.keepParted(in, way)
	}
	return nil, true
}

// keepParted keeps an input on which the versions part in some way.
func (f *OpenFuzzer) keepParted(in *openInput, way uint64) {
	i := slices.IndexFunc(f.parted, func(p *partedInputs) bool { return p.way == way })
	if i < 0 {
		i = len(f.parted)
		f.parted = append(f.parted, &partedInputs{way: way})
	}
	f.parted[i].inputs = keep(f.parted[i].inputs, in, latest)
}

// seldomPursued are the inputs of one of two ways in which versions part: the one of which
// fewer mutants were tried.
func (f *OpenFuzzer) seldomPursued() []*openInput {
	rand := f.mutator.rand
	p := f.parted[rand.Intn(len(f.parted))]
	if q := f.parted[rand.Intn(len(f.parted))]; q.pursued < p.pursued {
		p = q
	}
	p.pursued++
	return p.inputs
}

// keep appends an input, in place of the oldest where there are so many.
func keep(list []*openInput, in *openInput, most int) []*openInput {
	if len(list) == most {
		list = append(list[:0], list[1:]...)
	}
	return append(list, in)
}

// readsOf are the cells of inputs among those that the runs read.
func (f *OpenFuzzer) readsOf(env interp.Env) (list []portRead) {
	for _, r := range f.guesses.reads {
		for _, in := range f.p.Inputs {
			if in.Var.Sort() == r.of.Sort() && interp.SameOrigin(env[in.Var], r.of) {
				list = append(list, portRead{in.Var, r.index, r.value})
				break
			}
		}
	}
	return list
}

// mutant is one of the inputs, changed in a few of the things that its runs asked for, or
// in any.
func (f *OpenFuzzer) mutant() *openInput {
	m, rand, from := f.mutator, f.mutator.rand, f.corpus
	if len(f.parted) > 0 && rand.Intn(4) > 0 {
		from = f.seldomPursued()
	}
	in := from[rand.Intn(len(from))]
	if rand.Intn(2) == 0 {
		in = from[len(from)-1-rand.Intn(min(len(from), latest))]
	}
	out := &openInput{env: maps.Clone(in.env), chosen: in.chosen.clone()}
	for range 1 + rand.Intn(rand.Intn(maxMutations)+1) {
		switch rand.Intn(8) {
		case 0:
			if len(in.reads) > 0 {
				r := in.reads[rand.Intn(len(in.reads))]
				out.env[r.port] = interp.Store(out.env[r.port], r.index, m.changed(r.value, in.env, 1))
			}
		case 1:
			if len(in.points) > 0 {
				p := in.points[rand.Intn(len(in.points))]
				out.chosen.points[p.term] = m.changed(p.value, in.env, 1)
			}
		case 2:
			if len(in.points) > 0 {
				f.changeMeaning(in, out)
			}
		case 3:
			if len(f.p.Inputs) > 0 {
				v := f.p.Inputs[rand.Intn(len(f.p.Inputs))].Var
				out.env[v] = m.changed(out.env[v], in.env, 0)
			}
		default:
			f.aim(in, out)
		}
	}
	return out
}

// changeMeaning gives a function that the runs of in applied another meaning.
func (f *OpenFuzzer) changeMeaning(in, out *openInput) {
	rand := f.mutator.rand
	fn := in.points[rand.Intn(len(in.points))].term.Func()
	f.giveMeaning(in, out, fn, meaning{kind: shape(rand.Intn(int(shapes))), n: int64(rand.Intn(5) - 1), arg: rand.Intn(max(1, len(fn.Params)))})
}

// giveMeaning gives a function a meaning, at the points of the runs of in too.
func (f *OpenFuzzer) giveMeaning(in, out *openInput, fn *smtlib.Func, m meaning) {
	out.chosen.meanings[fn] = m
	for _, p := range in.points {
		if p.term.Func() == fn {
			delete(out.chosen.points, p.term)
		}
	}
}

// aim changes something that may have become one side of a comparison in the runs of in,
// so that this side may become the other one, or a neighbour of it.
func (f *OpenFuzzer) aim(in, out *openInput) {
	m, rand := f.mutator, f.mutator.rand
	if len(in.comparisons) == 0 {
		return
	}
	at := rand.Intn(len(in.comparisons))
	if rand.Intn(2) == 0 {
		at = len(in.comparisons) - 1 - rand.Intn(min(len(in.comparisons), lastPlaces))
	}
	from, to := in.comparisons[at].left, in.comparisons[at].right
	if rand.Intn(2) == 0 {
		from, to = to, from
	}
	x, _ := from.Integer()
	y, _ := to.Integer()
	by := new(big.Int).Sub(y, x)
	if rand.Intn(3) == 0 {
		by.Add(by, big.NewInt(int64(rand.Intn(3)-1)))
	}
	sources := f.sources(in, x)
	if len(sources) == 0 {
		return
	}
	s := sources[rand.Intn(len(sources))]
	n, _ := s.value.Integer()
	v := m.like(s.value.Sort(), by.Add(by, n))
	switch {
	case s.at != nil && v.Sort().Kind == smtlib.IntKind && rand.Intn(4) == 0: // whatever its arguments become
		n, _ := v.Integer()
		f.giveMeaning(in, out, s.at.Func(), meaning{kind: constantShape, n: n.Int64()})
	case s.at != nil:
		out.chosen.points[s.at] = v
	case s.isCell:
		out.env[s.port] = interp.Store(out.env[s.port], s.index, v)
	default:
		out.env[s.port] = v
	}
}

// source is a number that runs asked for: a function's value, a cell of an input, or an
// input.
type source struct {
	portRead
	isCell bool
	at     *smtlib.Term // the point
}

// sources are those that were n; all, where none was.
func (f *OpenFuzzer) sources(in *openInput, n *big.Int) []source {
	var all, same []source
	add := func(s source) {
		if x, isNumber := s.value.Integer(); isNumber {
			if all = append(all, s); x.Cmp(n) == 0 {
				same = append(same, s)
			}
		}
	}
	for _, p := range in.points {
		add(source{portRead: portRead{value: p.value}, at: p.term})
	}
	for _, r := range in.reads {
		add(source{portRead: r, isCell: true})
	}
	for _, port := range f.p.Inputs {
		add(source{portRead: portRead{port: port.Var, value: in.env[port.Var]}})
	}
	if len(same) > 0 {
		return same
	}
	return all
}

// difference is the difference that the runs on an input show under what is chosen, whose
// condition is that input and the values at the points; nil where there is none, or where
// axioms are not known to allow them.
func (f *OpenFuzzer) difference(env interp.Env) *summary.Difference {
	g := f.guesses
	d := f.AtInput(f.p, f.outputs, env, g.model())
	if d == nil {
		return nil
	}
	d.Condition = f.Ctx.And(d.Condition, g.condition())
	if !f.judgement.Counts(d) || f.Axioms.Incomplete(d.Condition) != nil {
		return nil
	}
	r := f.Check(d.Condition, query.WithModel)
	if r.Answer != solver.Sat {
		f.left -= stepsIfRefused
		return nil
	}
	d.Model.Funcs = g.definitions(func(_ *smtlib.Func, _ []*smtlib.Term, first *smtlib.Term) *smtlib.Term { return first })
	for fn := range d.Model.Funcs {
		if r.Model != nil && r.Model.Funcs[fn] != nil { // all of it has a place in a model of the axioms
			d.Model.Funcs[fn] = r.Model.Funcs[fn]
		}
	}
	d.Functions = f.FunctionsOf(d.Condition, d.Model.Model)
	return f.around(f.p, f.outputs, d)
}
