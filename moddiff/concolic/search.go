package concolic

import (
	"cmp"
	"slices"

	"semdiff/moddiff/pairing"
	"semdiff/moddiff/query"
	"semdiff/moddiff/readable"
	"semdiff/moddiff/summary"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
)

// Bounds of the runs of one pair that are run.
const (
	maxFollowedSteps  = 20_000 // instructions of one run
	maxFollowedTurns  = 120    // conditions of one run that depend on the inputs, behind a flippedBranch
	maxFollowedDepth  = 100    // nested calls
	maxFollowedWorn   = 12     // fatigue beyond which a flippedBranch is given up
	maxFollowedDiffer = 2      // pairs of runs that differ
	maxFollowedSame   = 4      // pairs of runs that agree
)

// search runs both versions of a pair on chosen inputs and follows the runs
// symbolically, through all calls and without any abstraction (concolic
// execution; for two versions: Palikareva, Kuchta and Cadar, Shadow of a Doubt,
// ICSE 2016). Two runs have exact path summaries; they show a difference, or that
// the versions agree, on all inputs that lead to the same runs, however deep
// below the pair the change is. The inputs come from the solver: each leaves a
// run before it at some condition, first where no run has gone.
type search struct {
	a       *Runner
	p       *pairing.Pair
	values  readable.Valuation // of the input at hand
	given   []*smtlib.Term
	passed  map[branch]int // how often a way was taken
	led     map[branch]int // how often an input was found for a flippedBranch to it
	missed  map[branch]int // and how often none was
	open    []*flippedBranch
	queries int // questions for inputs that are left
	most    int // conditions that a run may have
	// faithful is set where runs end as the input at hand makes them; others go on as if
	// what is asserted and assumed held, until it is known.
	faithful bool
	blocks   map[*ir.Block]int
	vars     map[*smtlib.Term][]*smtlib.Term
}

func (a *Runner) newSearch(p *pairing.Pair, queries int) *search {
	return &search{
		a: a, p: p, queries: queries, passed: map[branch]int{}, led: map[branch]int{}, missed: map[branch]int{},
		blocks: map[*ir.Block]int{}, vars: map[*smtlib.Term][]*smtlib.Term{},
	}
}

// place is an instruction of a procedure, or the end of a block. Places are the
// same in both versions where the text is.
type place struct {
	version      int
	proc         string
	block, instr int
}

// branch is a way that control flow takes at a place.
type branch struct {
	at    place
	edge  int
	from  place // the call in a procedure which the change affects that led to one which it does not
	phase phase
}

// phase is what led to a place.
type phase int

const (
	together phase = iota // a common run of both versions
	parted                // the runs have parted before
	other                 // they have, and the other version's ended
)

// flippedBranch is a condition that a run did not meet, after a prefix of it.
type flippedBranch struct {
	before []*smtlib.Term
	cond   *smtlib.Term
	branch branch
	rank   int // how far it is from what changed
}

// Follow returns differences and conditions under which both versions agree. It ends with
// a difference that settles what is asked for; nil asks for all.
func (a *Runner) Follow(p *pairing.Pair, outputs []pairing.Port, queries int, settles func(*summary.Difference) bool) (differences []*summary.Difference, same []*smtlib.Term) {
	if len(p.Interface) > 0 {
		return nil, nil
	}
	f := a.newSearch(p, queries)
	f.values = f.defaults()
	for next := (&flippedBranch{}); next != nil; next = f.next() {
		f.most = len(next.before) + maxFollowedTurns
		if next.cond != nil {
			if !f.solve(append(slices.Clone(next.before), next.cond)) {
				f.missed[next.branch]++
				continue
			}
			f.led[next.branch]++
		}
		old := f.run(p.Old)
		f.given = slices.Concat(f.given, old.taken)
		new := f.run(p.New)
		f.part(old, new)
		if old.path == nil || new.path == nil {
			continue
		}
		both := a.Ctx.And(old.path.R, new.path.R)
		if both.IsFalse() {
			continue
		}
		agree := true
		if pc := summary.Compare(a.Ctx, old.path, new.path, outputs); pc != nil {
			if len(differences) < maxFollowedDiffer {
				if d, _ := a.Find(p, outputs, pc, pc.Raw); d != nil {
					differences = append(differences, d)
					if settles != nil && settles(d) {
						return differences, same
					}
				}
			}
			agree = a.Check(pc.Raw, query.Quick).Answer == solver.Unsat
		}
		if agree && len(same) < maxFollowedSame {
			same = append(same, both)
		}
		if len(same) > 0 && len(differences) > 0 {
			break
		}
	}
	return differences, same
}

// parting is how many conditions two runs have in common until they part: in a
// condition, or in the arguments of a call that the change affects. It is -1
// where they do not.
func parting(old, new *run) int {
	i := 0
	for i < len(old.taken) && i < len(new.taken) && old.taken[i] == new.taken[i] {
		i++
	}
	for k := range min(len(old.calls), len(new.calls)) {
		x, y := old.calls[k], new.calls[k]
		if x.at > i {
			break
		}
		if x.pair != y.pair || !slices.Equal(x.args, y.args) {
			return x.at
		}
	}
	if i == len(old.taken) && i == len(new.taken) {
		return -1
	}
	return i
}

// part takes the flips of two runs on one input. Where the runs part, a
// difference is near: the flips behind that place come first, with the run of
// the other version as it is.
func (f *search) part(old, new *run) {
	i := parting(old, new)
	for _, runs := range [][2]*run{{old, new}, {new, old}} {
		r, partner := runs[0], runs[1]
		behind := func(n int) phase {
			switch {
			case i < 0 || n < i:
				return together
			case partner.path == nil:
				return parted
			}
			return other
		}
		for k, w := range r.branches {
			w.phase = behind(k)
			f.passed[w]++
		}
		for _, t := range r.flips {
			if t.branch.phase = behind(len(t.before)); t.branch.phase == other {
				t.before = slices.Concat(partner.taken, t.before[i:])
			}
		}
		f.open = append(f.open, r.flips...)
	}
}

// defaults gives every input a default value and no function a meaning.
func (f *search) defaults() readable.Valuation {
	model := f.a.Model()
	model.Closed = true
	env := interp.Env{}
	for _, in := range f.p.Inputs {
		env[in.Var] = interp.Default(in.Var.Sort())
	}
	return interp.Evaluator(f.a.Ctx, env, model)
}

// solve makes an input that satisfies all conditions the one at hand.
func (f *search) solve(conds []*smtlib.Term) bool {
	all := f.a.Ctx.And(conds...)
	if all.IsFalse() || f.queries == 0 {
		return false
	}
	f.queries--
	if f.a.Check(all, query.Quick).Answer != solver.Sat {
		return false
	}
	r := f.a.Check(all, query.QuickWithModel)
	if r.Answer != solver.Sat || r.Model == nil {
		return false
	}
	model := f.a.ModelOf(r.Model)
	env, err := f.a.InputsOf(f.p, all, r.Model, model)
	if err != nil {
		return false
	}
	f.values, f.given = interp.Evaluator(f.a.Ctx, env, model), conds
	return true
}

// next takes the flippedBranch to try next: the one with the lowest sum of fatigue and
// distance from what changed, then the earliest; every other time, those behind
// which the runs have parted are preferred.
func (f *search) next() *flippedBranch {
	if f.queries == 0 || f.a.Spent() {
		return nil
	}
	f.open = slices.DeleteFunc(f.open, func(t *flippedBranch) bool { return f.fatigue(t) > maxFollowedWorn })
	if len(f.open) == 0 {
		return nil
	}
	best := 0
	for i, t := range f.open {
		if f.compare(t, f.open[best]) < 0 {
			best = i
		}
	}
	t := f.open[best]
	f.open = slices.Delete(f.open, best, best+1)
	return t
}

// fatigue scores how often the branch of a flippedBranch was tried before.
func (f *search) fatigue(t *flippedBranch) int {
	return 4*max(f.passed[t.branch], f.led[t.branch]) + f.missed[t.branch]
}

func (f *search) compare(t, u *flippedBranch) int {
	cost := func(t *flippedBranch) int {
		if f.queries%2 == 0 { // runs may part without any consequence
			return f.fatigue(t) + t.rank
		}
		return f.fatigue(t) + t.rank - 8*int(t.branch.phase)
	}
	return cmp.Or(cmp.Compare(cost(t), cost(u)), cmp.Compare(len(t.before), len(u.before)))
}
