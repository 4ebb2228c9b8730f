package abstract

import (
	"math/big"
	"slices"

	"semdiff/smtlib"
)

// Element is a convex set of points with facts that hold in all of them. The zero
// Element means nothing; make one with Space.Empty or Space.All.
type Element struct {
	space     *Space
	empty     bool
	equations equations
	bounds    []bound
	facts     []bool

	grouped *grouping      // for the equations; nil when not known
	conds   []*smtlib.Term // Conditions; nil when not known
	terms   *terms         // likewise
}

// bound is what is known of the values of a template.
type bound struct {
	most  *big.Rat // an upper bound; nil for none
	seen  *big.Rat // the largest value in a sample; nil for none
	rises int      // how often the bound was exceeded
}

// Empty is the smallest element.
func (s *Space) Empty() *Element { return &Element{space: s, empty: true} }

// All is the largest element.
func (s *Space) All() *Element {
	return &Element{space: s, bounds: make([]bound, len(s.Templates)), facts: make([]bool, len(s.Facts))}
}

// IsEmpty reports whether the element holds nothing.
func (e *Element) IsEmpty() bool { return e.empty }

// Clone is a copy that changes on its own.
func (e *Element) Clone() *Element {
	f := *e
	f.bounds, f.facts = slices.Clone(e.bounds), slices.Clone(e.facts)
	return &f
}

// Conditions are the conjuncts that describe the element: equations, facts, bounds.
// Bounds that follow from the equations and from other bounds of the same form are
// left out. An empty element has the condition false.
func (e *Element) Conditions() []*smtlib.Term {
	if e.empty {
		return []*smtlib.Term{e.space.ctx.False}
	}
	if e.conds != nil {
		return e.conds
	}
	list := e.rigid()
	for _, i := range e.live() {
		if b := e.bounds[i]; b.most != nil {
			list = append(list, e.space.atMost(e.space.Templates[i], b.most))
		}
	}
	e.conds = slices.Clip(list)
	return list
}

// Term says of the dimensions, and of what facts speak of, that they are in the element.
func (e *Element) Term() *smtlib.Term { return e.Within(Outside) }

// changed forgets what was derived of the element.
func (e *Element) changed() { e.conds, e.terms = nil, nil }

// Holds reports whether a fact, by its place, holds in all points.
func (e *Element) Holds(fact int) bool { return e.empty || e.facts[fact] }

// Most is the upper bound of a template by its place in the space, nil for none.
func (e *Element) Most(template int) *big.Rat { return e.bounds[template].most }

// rigid are the conditions that have no numbers to rise: equations and facts.
func (e *Element) rigid() (list []*smtlib.Term) {
	for _, eq := range e.equations {
		list = append(list, e.space.equals(eq.form, eq.value))
	}
	for i, f := range e.space.Facts {
		if e.facts[i] {
			list = append(list, f)
		}
	}
	return list
}

// group is the templates that have the same values in the affine space of an element,
// up to a positive factor and a constant.
type group struct {
	first   int // stands for the others
	members []member
}

// member is a template that is factor * (what they have in common) + constant.
type member struct {
	template         int
	factor, constant *big.Rat
}

// grouping is all templates, sorted; constant are those that have one value in the
// affine space.
type grouping struct {
	groups   []*group
	constant []member
}

// groups sorts the templates.
func (e *Element) groups() *grouping {
	if e.grouped != nil {
		return e.grouped
	}
	e.grouped = &grouping{}
	of := map[string]*group{}
	for i, f := range e.space.Templates {
		f, k := e.equations.reduce(f)
		f, factor := f.normal()
		m := member{i, factor, k}
		if len(f) == 0 {
			e.grouped.constant = append(e.grouped.constant, m)
			continue
		}
		key := f.key()
		if of[key] == nil {
			of[key] = &group{first: i}
			e.grouped.groups = append(e.grouped.groups, of[key])
		}
		of[key].members = append(of[key].members, m)
	}
	return e.grouped
}

// constrain sets the equations.
func (e *Element) constrain(list equations) {
	e.equations, e.grouped = list, nil
	e.changed()
}

// live are the templates that stand for all others.
func (e *Element) live() (list []int) {
	for _, g := range e.groups().groups {
		list = append(list, g.first)
	}
	return list
}

// derive gives each template the bound that follows from that of its group.
func (e *Element) derive() {
	e.changed()
	all := e.groups()
	for _, m := range all.constant {
		e.bounds[m.template].most = m.constant
	}
	for _, g := range all.groups {
		from := g.members[0]
		first := e.bounds[g.first]
		for _, m := range g.members[1:] {
			b := &e.bounds[m.template]
			b.most, b.rises = nil, max(b.rises, first.rises)
			if first.most != nil {
				x := new(big.Rat).Sub(first.most, from.constant)
				x.Mul(x.Quo(x, from.factor), m.factor)
				b.most = x.Add(x, m.constant)
			}
		}
	}
}

// joinRigid joins a sample that violates an equation or a fact; of the bounds it raises
// those that it exceeds, without extrapolation. It is false for other samples.
func (e *Element) joinRigid(p sample) bool {
	if e.empty {
		*e = Element{space: e.space, equations: pointOf(p.point), bounds: make([]bound, len(e.space.Templates)), facts: slices.Clone(p.facts)}
		for i, f := range e.space.Templates {
			x := f.at(p.point)
			e.bounds[i] = bound{most: x, seen: x}
		}
		return true
	}
	e.changed()
	changed := false
	if joined := e.equations.join(p.point); len(joined) < len(e.equations) {
		e.constrain(joined)
		changed = true
	}
	for i, holds := range p.facts {
		if e.facts[i] && !holds {
			e.facts[i], changed = false, true
		}
	}
	for i := range e.bounds {
		if e.see(i, p); !changed {
			continue
		}
		if b := &e.bounds[i]; b.most != nil && b.seen.Cmp(b.most) > 0 {
			b.most = b.seen
		}
	}
	return changed
}

// see notes the value of a template in a sample.
func (e *Element) see(i int, p sample) {
	if x := e.space.Templates[i].at(p.point); e.bounds[i].seen == nil || x.Cmp(e.bounds[i].seen) > 0 {
		e.bounds[i].seen = x
	}
}

// Widened reports whether a bound may be higher than need be: it is above all values
// that were seen, or there is none.
func (e *Element) Widened() bool {
	if e.empty {
		return false
	}
	for _, i := range e.live() {
		if b := e.bounds[i]; b.most == nil || b.seen == nil || b.seen.Cmp(b.most) < 0 {
			return true
		}
	}
	return false
}
