package symexec

import "semdiff/smtlib"

// reach is the condition under which a point of a procedure is reached,
// relative to an earlier one: r = anc.r and rel. Where control flow parts, each
// way is a child of a split; where it joins again, all children of a split
// together are the point before it, so that a diamond leaves no trace.
type reach struct {
	anc   *reach // nil for the entry
	rel   *smtlib.Term
	r     *smtlib.Term
	depth int
	split *split   // of a way that control flow parted into
	join  []*reach // of a join of ways that are not all there are
}

// split is a place where control flow parts into ways that exclude each other
// and cover everything, but for what is infeasible.
type split struct {
	at   *reach
	ways int
	open int // ways that are feasible under the precondition
}

// way is the child of a split that guard leads to.
func (s *split) way(c *smtlib.Context, guard *smtlib.Term) *reach {
	return &reach{anc: s.at, rel: guard, r: c.And(s.at.r, guard), depth: s.at.depth + 1, split: s}
}

// relative are the conditions of two reaches under their nearest common
// ancestor.
func relative(c *smtlib.Context, x, y *reach) (xRel, yRel *smtlib.Term) {
	xRel, yRel = c.True, c.True
	for x != y {
		if x.depth >= y.depth {
			x, xRel = x.anc, c.And(x.rel, xRel)
		} else {
			y, yRel = y.anc, c.And(y.rel, yRel)
		}
	}
	return xRel, yRel
}

// joinReaches is the condition that one of several holds.
func joinReaches(c *smtlib.Context, rs []*reach) *reach {
	members := collapse(rs)
	if len(members) == 1 {
		return members[0]
	}
	anc, rel := underAncestor(c, members)
	return &reach{anc: anc, rel: rel, r: c.And(anc.r, rel), depth: anc.depth + 1, join: members}
}

// underAncestor is the condition that one of several reaches holds, under their
// nearest common ancestor: the deepest are lifted first, and those that meet
// go on as one.
func underAncestor(c *smtlib.Context, rs []*reach) (anc *reach, rel *smtlib.Term) {
	rels := map[*reach]*smtlib.Term{}
	levels := map[int][]*reach{}
	deepest := 0
	put := func(r *reach, rel *smtlib.Term) {
		if have, ok := rels[r]; ok {
			rels[r] = c.Or(have, rel)
			return
		}
		rels[r] = rel
		levels[r.depth] = append(levels[r.depth], r)
		deepest = max(deepest, r.depth)
	}
	for _, r := range rs {
		put(r, c.True)
	}
	for ; ; deepest-- {
		level := levels[deepest]
		if len(rels) == 1 && len(level) == 1 {
			return level[0], rels[level[0]]
		}
		for _, r := range level {
			rel := c.And(r.rel, rels[r])
			delete(rels, r)
			put(r.anc, rel)
		}
	}
}

// collapse replaces all ways of a split by the point before it, until no split
// is complete.
func collapse(rs []*reach) []*reach {
	var members []*reach
	var add func(r *reach)
	add = func(r *reach) {
		if r.join != nil {
			for _, m := range r.join {
				add(m)
			}
			return
		}
		members = append(members, r)
		if r.split == nil {
			return
		}
		var others []*reach
		for _, m := range members {
			if m.split != r.split {
				others = append(others, m)
			}
		}
		if len(members)-len(others) == r.split.ways {
			members = others
			add(r.split.at)
		}
	}
	for _, r := range rs {
		add(r)
	}
	return members
}

// forcedSince reports whether r follows from an earlier point without a choice.
func (r *reach) forcedSince(from *reach) bool {
	for r != from {
		if r.split == nil || r.split.open > 1 {
			return false
		}
		r = r.anc
	}
	return true
}
