package dizy

import (
	"math/big"
	"slices"
	"strings"

	"semdiff/moddiff/relation"
	"semdiff/moddiff/vc"
	"semdiff/smtlib"
	"semdiff/smtlib/abstract"
	"semdiff/translate/ir"
)

// variable is an input or output of a version at a place.
type variable struct {
	term  *smtlib.Term // stands for it in states
	shown *smtlib.Term // for people: that of the new version is primed
	slot  relation.Slot
	name  string // in the program

	declared string // in its text
	shared   bool   // by both versions
}

// correlated is a variable of the old and one of the new version that stand for each
// other (VC, the variable correspondence).
type correlated struct{ old, new *variable }

// place is a point of both versions, of which there are states: the heads of a pair of
// loops, where they are left, or the end of the pair that is analysed.
type place struct {
	c       *smtlib.Context
	name    string
	vars    []*variable
	ghosts  []*ghost // of the pair's inputs
	pairs   []correlated
	space   *abstract.Space
	parts   []part // that make keys
	options Options
}

// maxNumbers is how many numbers of a version bounds are kept for; of the others
// only equations are.
const maxNumbers = 12

// newPlace makes a place without its space.
func newPlace(c *smtlib.Context, name string, o Options) *place {
	return &place{c: c, name: name, options: o}
}

// add adds the inputs or outputs of a version.
func (p *place) add(version int, kind relation.SlotKind, vars []*smtlib.Term) {
	for i, v := range vars {
		what, shown := "in", relation.Declared(v)
		if kind == relation.Output {
			what = "out"
		}
		if version == 1 {
			shown += "'"
		}
		if kind == relation.Output {
			shown = "result " + shown
		}
		for slices.ContainsFunc(p.vars, func(w *variable) bool { return w.shown.Name() == shown }) {
			shown += "'"
		}
		p.vars = append(p.vars, &variable{
			term:  p.c.Var(strings.Join([]string{p.name, what, [...]string{"old", "new"}[version], v.Name()}, ":"), v.Sort()),
			shown: p.c.Var(shown, v.Sort()), slot: relation.Slot{Version: version, Index: i, Kind: kind}, name: v.Name(),
			declared: relation.Declared(v),
		})
	}
}

// at is the variable of a slot, nil when there is none.
func (p *place) at(s relation.Slot) *variable {
	for _, v := range p.vars {
		if v.slot == s {
			return v
		}
	}
	return nil
}

// correlate pairs variables: as ports say, or else by name.
func (p *place) correlate(kind relation.SlotKind, ports []vc.Port) {
	add := func(x, y *variable) {
		if x != nil && y != nil && x.term.Sort() == y.term.Sort() {
			p.pairs = append(p.pairs, correlated{x, y})
		}
	}
	if ports != nil {
		for _, port := range ports {
			add(p.at(relation.Slot{Version: 0, Index: port.At[0], Kind: kind}), p.at(relation.Slot{Version: 1, Index: port.At[1], Kind: kind}))
		}
		return
	}
	for _, x := range p.vars {
		for _, y := range p.vars {
			if x.slot.Version == 0 && y.slot.Version == 1 && x.slot.Kind == kind && y.slot.Kind == kind && x.name == y.name {
				add(x, y)
			}
		}
	}
}

// isNumber tells the sorts of which elements hold more than equality.
func isNumber(c *smtlib.Context, t *smtlib.Term) bool { return t.Sort() == c.Int || t.Sort() == c.Real }

// numbers are the variables that equations are about, and the places of those that bounds
// are kept for, too.
func (p *place) numbers() (list []*smtlib.Term, bounded []int) {
	var count [2]int
	for _, v := range p.vars {
		if !isNumber(p.c, v.term) {
			continue
		}
		if count[v.slot.Version] < maxNumbers {
			count[v.slot.Version]++
			bounded = append(bounded, len(list))
		}
		list = append(list, v.term)
	}
	for _, x := range p.ghosts {
		list = append(list, x.term) // of which bounds would be many, and tell little
	}
	return list, bounded
}

// finish makes the space: bounds of the domain's templates and of the given terms, of
// those that are linear over the numbers; and what may hold of variables of other
// sorts.
func (p *place) finish(forms []*smtlib.Term, steps []*big.Rat) {
	dims, bounded := p.numbers()
	templates := p.options.Domain.templates(bounded)
	minus := big.NewRat(-1, 1)
	if p.options.Domain == Octagons {
		for _, t := range forms {
			if f, _, ok := abstract.FormOf(t, dims); ok {
				templates = append(templates, f, f.Times(minus))
			}
		}
	}
	for _, t := range p.given() {
		if f, _, ok := abstract.FormOf(t, dims); ok {
			templates = append(templates, f, f.Times(minus))
		}
	}
	p.space = abstract.NewSpace(p.c, dims, templates, p.facts(), steps)
}

// facts are the conditions that elements hold of variables that are no numbers:
// equality between versions, and truth.
func (p *place) facts() (list []*smtlib.Term) {
	for _, x := range p.vars {
		if x.term.Sort() == p.c.Bool {
			list = append(list, x.term, p.c.Not(x.term))
		}
		for _, y := range p.vars {
			same := x.slot.Version == 0 && y.slot.Version == 1 && x.term.Sort() == y.term.Sort() && x.slot.Kind == y.slot.Kind
			if !same || isNumber(p.c, x.term) {
				continue
			}
			list = append(list, p.c.Eq(x.term, y.term))
			if x.term.Sort() == p.c.Bool {
				list = append(list, p.c.Eq(x.term, p.c.Not(y.term)))
			}
		}
	}
	return list
}

// part is one component of keys: conditions of which exactly one holds in a state.
type part []choice

// choice is one of the conditions; differs tells that the versions differ by it.
type choice struct {
	cond    *smtlib.Term
	differs bool
	ends    *[2]ir.Outcome // that it says; nil where it says nothing of them
}

// compare keeps states apart by how a correlated pair compares.
func (p *place) compare(kind relation.SlotKind) {
	if p.options.Partition == Together {
		return
	}
	c := p.c
	for _, pair := range p.pairs {
		x, y := pair.old.term, pair.new.term
		switch {
		case pair.old.slot.Kind != kind:
		case kind == relation.Input && pair.old.declared != pair.new.declared: // they happen to stand in the same place
		case isNumber(c, x):
			p.parts = append(p.parts, part{{cond: c.Eq(x, y)}, {cond: c.Lt(x, y), differs: true}, {cond: c.Lt(y, x), differs: true}})
		default:
			p.parts = append(p.parts, part{{cond: c.Eq(x, y)}, {cond: c.Not(c.Eq(x, y)), differs: true}})
		}
	}
}

// split keeps states apart by whether a condition over the variables holds.
func (p *place) split(cond *smtlib.Term) {
	if !cond.IsTrue() && !cond.IsFalse() {
		p.parts = append(p.parts, part{{cond: cond}, {cond: p.c.Not(cond)}})
	}
}

// bind says that the variables have the values that runs give them.
func (p *place) bind(runs [2]*vc.Activation) *smtlib.Term {
	list := make([]*smtlib.Term, len(p.vars))
	for i, v := range p.vars {
		list[i] = p.c.Eq(v.term, valueIn(v.slot, runs))
	}
	return p.c.And(list...)
}

// in is a condition over the variables as one on two runs.
func (p *place) in(t *smtlib.Term, runs [2]*vc.Activation) *smtlib.Term {
	sub := map[*smtlib.Term]*smtlib.Term{}
	for _, v := range p.vars {
		sub[v.term] = valueIn(v.slot, runs)
	}
	return p.c.Substitute(t, sub)
}

func valueIn(s relation.Slot, runs [2]*vc.Activation) *smtlib.Term {
	if s.Kind == relation.Output {
		return runs[s.Version].Outputs[s.Index]
	}
	return runs[s.Version].Args[s.Index]
}

// predicate is a condition over the variables as one of a relation.
func (p *place) predicate(t *smtlib.Term) *relation.Predicate {
	q := &relation.Predicate{Body: p.renamed(t)}
	for _, v := range smtlib.Collect(t).Vars {
		for _, w := range p.vars {
			if w.term == v {
				q.Vars, q.Slots = append(q.Vars, w.shown), append(q.Slots, w.slot)
			}
		}
	}
	return q
}

// renamed is a condition with the variables as they are shown.
func (p *place) renamed(t *smtlib.Term) *smtlib.Term {
	sub := map[*smtlib.Term]*smtlib.Term{}
	for _, v := range p.vars {
		sub[v.term] = v.shown
	}
	return p.c.Substitute(t, sub)
}

// show is a condition over the variables for people.
func (p *place) show(t *smtlib.Term) *smtlib.Term {
	t = p.renamed(t)
	sub := map[*smtlib.Term]*smtlib.Term{}
	for _, x := range p.ghosts {
		sub[x.term] = p.shownAs(x)
	}
	return p.c.Substitute(t, sub)
}
