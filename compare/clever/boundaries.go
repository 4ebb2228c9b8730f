package clever

import (
	"slices"

	"semdiff/compare/engine"
	"semdiff/internal/source"
	"semdiff/moddiff"
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/summary"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// Kind is what kind of part of a client a boundary is.
type Kind string

// The kinds.
const (
	KindCall       Kind = "call"
	KindRegion     Kind = "region"
	KindActivation Kind = "loop" // by induction: one activation of it
	KindProcedure  Kind = "procedure"
	KindClient     Kind = "client"
)

// Kinds are all of them, smaller ones first.
func Kinds() []Kind { return []Kind{KindCall, KindRegion, KindActivation, KindProcedure, KindClient} }

// Boundary is the smallest part of a client that is proven to hold the difference of some
// calls back.
type Boundary struct {
	Kind       Kind
	In         string // the procedure or loop that it is, or that it is in
	Procedure  string // that this is in, or that it is
	First      source.Pos
	Last       source.Pos
	Source     Span
	Sites      []*Site
	Context    *smtlib.Term // on which it was compared; nil for all inputs
	Partial    bool         // its versions agree wherever both end
	Invariants []moddiff.Invariant
	Smaller    []*Smaller
	Relation   *Relation  // that it needs of the results of what changed; nil where none is known
	region     *candidate // that it is; nil for a whole loop or procedure
}

// Span is from where to where a part of a client reaches in the file that the program was
// translated from; without lines where that is not known.
type Span struct{ First, Last source.Pos }

// spanOf is the span of places, which are in that file or in the program's own.
func spanOf(program string, places func(yield func(source.Pos))) (s Span) {
	places(func(at source.Pos) {
		switch {
		case at.Line == 0 || at.File == program || s.First.Line > 0 && at.File != s.First.File:
			return
		case s.First.Line == 0 || at.Line < s.First.Line:
			s.First = at
		}
		if at.Line > s.Last.Line {
			s.Last = at
		}
	})
	return s
}

// Smaller is a smaller candidate around a site, and why it is no boundary.
type Smaller struct {
	Kind      Kind
	In        string // the procedure or loop that it is, or that it is in
	Procedure string // that this is in, or that it is
	First     source.Pos
	Last      source.Pos
	Source    Span
	Refuted   *summary.Difference // nil where it is not proven
	Inputs    []*smtlib.Term      // of which Refuted has the values
	Outputs   []*smtlib.Term
}

// boundaries finds the boundary of each site that the client leads to.
func (x *search) boundaries(c *Client) {
	b := &bounding{search: x, c: c, seen: map[*Site]bool{}}
	for _, body := range x.bodies {
		for _, s := range body.sites {
			if !b.seen[s] && !b.proven(s.Callee.Name) && !b.isAbove(s) {
				b.settle(s)
			}
		}
	}
}

// bounding is a search for the boundaries of the sites.
type bounding struct {
	*search
	c    *Client
	seen map[*Site]bool
}

// proven reports whether a pair of the outlined versions is proven equal, or so wherever
// both end.
func (x *search) proven(name string) bool {
	p := x.rows[name]
	return p != nil && (p.Verdict == engine.Equivalent || p.Verdict == engine.PartiallyEquivalent || p.Status == moddiff.StatusUnchanged)
}

// isAbove reports whether a site calls what is no changed pair itself: its differences come
// from calls below, whose chains lead here.
func (x *search) isAbove(s *Site) bool {
	return slices.ContainsFunc(x.bodies, func(body *body) bool { return body.pair == s.Callee })
}

// settle finds the boundary of a site, and of the sites that lead on from it.
func (b *bounding) settle(s *Site) {
	b.seen[s] = true
	var smaller []*Smaller
	at := []*Site{s}
	visited := map[*pairing.Pair]bool{}
	for len(at) > 0 {
		site := at[0]
		at = at[1:]
		body := b.bodyOf(site)
		if body == nil || visited[body.pair] {
			continue
		}
		visited[body.pair] = true
		found := false
		for _, r := range body.regions {
			if !r.holds(site) {
				continue
			}
			if row, under := b.rowOf(r); row != nil {
				b.add(s, &Boundary{region: r, Kind: r.kind(), In: body.pair.Name, First: r.first(), Last: r.last(), Source: r.span(), Context: under, Partial: row.Verdict == engine.PartiallyEquivalent, Invariants: invariants(row)}, smaller)
				found = true
				break
			}
			smaller = append(smaller, r.smaller())
		}
		if found {
			continue
		}
		whole := &Boundary{Kind: KindProcedure, In: body.pair.Name, First: body.pair.Old.Pos, Last: lastOf(body.pair.Old.Proc), Source: wholeSpan(body.pair.Old.Proc)}
		switch {
		case body.pair.Old.Kind == ir.Loop:
			whole.Kind = KindActivation
		case body.pair.Name == b.c.Name:
			whole.Kind = KindClient
		}
		if b.proven(body.pair.Name) || body.pair.Name == b.c.Name {
			if row := b.rows[body.pair.Name]; row != nil {
				whole.Partial, whole.Invariants = row.Verdict == engine.PartiallyEquivalent, invariants(row)
			}
			if b.c.Verdict != engine.Unknown || body.pair.Name != b.c.Name {
				b.add(s, whole, smaller)
			}
			continue
		}
		smaller = append(smaller, &Smaller{Kind: whole.Kind, In: whole.In, First: whole.First, Last: whole.Last, Source: whole.Source})
		for _, above := range b.bodies {
			for _, t := range above.sites {
				if t.Callee == body.pair {
					at = append(at, t)
				}
			}
		}
	}
}

func invariants(row *moddiff.PairResult) (list []moddiff.Invariant) {
	for _, inv := range row.Invariants {
		list = append(list, inv.Invariant)
	}
	return list
}

func (b *bounding) bodyOf(s *Site) *body {
	for _, body := range b.bodies {
		if slices.Contains(body.sites, s) {
			return body
		}
	}
	return nil
}

// rowOf is the row that shows a region to be a boundary, and the context that this rests
// on, nil for none; the row is nil where none does.
func (x *search) rowOf(r *candidate) (row *moddiff.PairResult, under *smtlib.Term) {
	switch {
	case r.refuted != nil:
		return nil, nil
	case x.proven(r.name):
		return x.rows[r.name], nil
	case r.under != nil && x.proven(r.within()):
		return x.rows[r.within()], r.under
	}
	return nil, nil
}

// add adds a boundary, or a site to one that is there.
func (b *bounding) add(s *Site, bound *Boundary, smaller []*Smaller) {
	for _, known := range b.c.Boundaries {
		if known.Kind == bound.Kind && known.In == bound.In && known.First == bound.First && known.Last == bound.Last {
			if !slices.Contains(known.Sites, s) {
				known.Sites = append(known.Sites, s)
			}
			return
		}
	}
	bound.Sites, bound.Smaller = []*Site{s}, smaller
	bound.Procedure = b.rootName(bound.In)
	for _, x := range smaller {
		x.Procedure = b.rootName(x.In)
	}
	b.c.Boundaries = append(b.c.Boundaries, bound)
}

// rootName is the procedure that a procedure or loop is in, or that it is.
func (x *search) rootName(name string) string {
	p := x.Pairing.Named(name).Old
	return p.Version.Root(p).Name
}

// kind is what a candidate is.
func (c *candidate) kind() Kind {
	if g := c.body.graphs[0]; g.Size(c.Region) == 1 {
		for _, s := range c.body.sites {
			if s.node == c.From && s.Callee.Old.Kind == ir.Loop {
				return KindActivation
			}
		}
		return KindCall
	}
	return KindRegion
}

// first is the place where a region begins, in the source.
func (c *candidate) first() (pos source.Pos) {
	c.places(func(p source.Pos) {
		if pos.Line == 0 || p.Line < pos.Line {
			pos = p
		}
	})
	return pos
}

func (c *candidate) last() (pos source.Pos) {
	c.places(func(p source.Pos) {
		if p.Line > pos.Line {
			pos = p
		}
	})
	return pos
}

// span is the span of a region; of the call of a loop that of the loop.
func (c *candidate) span() Span {
	if c.kind() == KindActivation {
		for _, s := range c.body.sites {
			if s.node == c.From {
				return wholeSpan(s.Callee.Old.Proc)
			}
		}
	}
	return spanOf(c.body.pair.Old.Pos.File, c.places)
}

func (c *candidate) places(f func(source.Pos)) {
	g := c.body.graphs[0]
	for _, n := range g.Inside(c.Region) {
		for _, in := range g.Nodes[n].Instrs {
			if in.Place().Line > 0 {
				f(in.Place())
			}
		}
	}
}

func lastOf(p *ir.Proc) (pos source.Pos) {
	pos = p.Pos
	for _, b := range p.Blocks {
		for _, in := range b.Instrs {
			if in.Place().File == p.Pos.File && in.Place().Line > pos.Line {
				pos = in.Place()
			}
		}
	}
	return pos
}

// wholeSpan is the span of a procedure or loop.
func wholeSpan(p *ir.Proc) Span {
	return spanOf(p.Pos.File, func(f func(source.Pos)) {
		for _, b := range p.Blocks {
			for _, in := range b.Instrs {
				f(in.Place())
			}
		}
	})
}

// smaller is a candidate that is no boundary.
func (c *candidate) smaller() *Smaller {
	s := &Smaller{Kind: c.kind(), In: c.body.pair.Name, First: c.first(), Last: c.last(), Source: c.span()}
	if c.refuted != nil {
		s.Refuted, s.Inputs, s.Outputs = c.refuted.diff, c.refuted.inputs, c.refuted.outputs
	}
	return s
}
