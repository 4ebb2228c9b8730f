package readable

import (
	"slices"

	"semdiff/smtlib"
)

// Limits on cases that people can say.
const (
	MaxSaid     = 48 // nodes of such a case
	maxSaidPart = 16 // nodes of what one part of it speaks of
	saidQueries = 60
)

// Said returns a case of t that v is in and that a person can say: a conjunction of few
// short literals that implies t. nil when t is such a case itself, or none was found.
// Where no literals of t serve, parts say the values that inputs and elements have in v,
// or bounds on them.
func Said(c *smtlib.Context, ask Asker, t *smtlib.Term, v Valuation) *smtlib.Term {
	if Size(t) <= MaxSaid || v == nil || ask.Spent() {
		return nil
	}
	one := Implicant(c, t, v)
	if one == nil || one == t && !slices.ContainsFunc(smtlib.Conjuncts(t), isLong) { // a list of short parts is one already
		return nil
	}
	s := &simplifier{c: c, ask: ask, budget: saidQueries}
	outside := c.Not(t)
	parts := s.needed(bySize(smtlib.Conjuncts(one)), outside)
	if said := c.And(parts...); Size(said) <= MaxSaid {
		return said
	}
	values := s.values(parts, v)
	parts = append(slices.DeleteFunc(slices.Clone(parts), isLong), values...)
	if !s.impossible(c.And(c.And(parts...), outside)) {
		return nil
	}
	parts = s.needed(parts, outside)
	for i, x := range parts {
		parts[i] = s.bound(x, c.And(slices.Delete(slices.Clone(parts), i, i+1)...), outside)
	}
	if said := c.And(parts...); Size(said) <= MaxSaid {
		return said
	}
	return nil
}

func isLong(part *smtlib.Term) bool { return Size(part) > maxSaidPart }

// bySize sorts short terms first.
func bySize(ts []*smtlib.Term) []*smtlib.Term {
	ts = slices.Clone(ts)
	slices.SortStableFunc(ts, func(x, y *smtlib.Term) int { return Size(x) - Size(y) })
	return ts
}

// values says which values what parts speak of has in v: inputs and elements of maps.
func (s *simplifier) values(parts []*smtlib.Term, v Valuation) (out []*smtlib.Term) {
	var of []*smtlib.Term
	smtlib.VisitOpen(parts, func(x *smtlib.Term) {
		switch x.Op() {
		case smtlib.OpVar, smtlib.OpSelect, smtlib.OpApp:
			if x.Sort().Kind != smtlib.ArrayKind && Size(x) <= maxSaidPart {
				of = append(of, x)
			}
		}
	})
	for _, x := range bySize(of) {
		value, err := v(x)
		if err != nil {
			continue
		}
		if t, ok := value.Term(s.c); ok && !t.HasApps() {
			out = append(out, s.c.Eq(x, t))
		}
	}
	return out
}

// bound is x <= k or k <= x for a part x == k where that, with the rest, still excludes
// outside.
func (s *simplifier) bound(part, rest, outside *smtlib.Term) *smtlib.Term {
	c := s.c
	if part.Op() != smtlib.OpEq || part.Args()[0].Sort() != c.Int {
		return part
	}
	x, k := part.Args()[0], part.Args()[1]
	if x.Op() == smtlib.OpNumeral {
		x, k = k, x
	}
	if k.Op() != smtlib.OpNumeral {
		return part
	}
	for _, weaker := range []*smtlib.Term{c.Le(k, x), c.Le(x, k)} {
		if s.impossible(c.And(weaker, rest, outside)) {
			return weaker
		}
	}
	return part
}
