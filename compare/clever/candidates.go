package clever

import (
	"context"
	"fmt"
	"slices"

	"semdiff/internal/source"
	"semdiff/moddiff/certificate"
	"semdiff/moddiff/kit"
	"semdiff/moddiff/pairing"
	"semdiff/smtlib"
	"semdiff/translate/ir"
	"semdiff/translate/outline"
)

// What is outlined.
const (
	maxRegions    = 7   // around one call
	maxAround     = 40  // sites in one body
	maxCandidates = 400 // of a client
)

// body is the text of a procedure or loop that did not change and calls what a change may
// affect.
type body struct {
	pair    *pairing.Pair
	graphs  [2]*outline.Graph
	sites   []*Site
	regions []*candidate // smaller ones first
}

// Site is a call, in a body that did not change, of a pair that a change may affect.
type Site struct {
	In     string // the procedure or loop that calls
	Callee *pairing.Pair
	Pos    source.Pos
	node   int
}

// candidate is a region that may be a boundary.
type candidate struct {
	outline.Region
	body    *body
	name    string // as a procedure
	under   *smtlib.Term
	refuted *state // a state at its entry from which the versions leave it differently
}

// within is the name of the procedure that assumes the context of a candidate.
func (c *candidate) within() string { return c.name + certificate.WithinSuffix }

// holds reports whether a candidate has a site.
func (c *candidate) holds(s *Site) bool {
	return slices.Contains(c.body.graphs[0].Inside(c.Region), s.node)
}

// outlined are both versions with regions as procedures.
type outlined struct {
	programs [2]*ir.Program
	run      *kit.Run
}

// outline finds candidates, and makes procedures of those that no run refutes.
func (x *search) outline(ctx context.Context) error {
	x.findBodies()
	if len(x.bodies) == 0 {
		return nil
	}
	var err error
	if x.all, err = x.with(x.plan(false)); err != nil {
		return err
	}
	p := x.newProbe(ctx, x.all)
	p.observe()
	p.showChanged()
	if !x.opts.Without.Runs {
		p.refute()
	}
	if !x.opts.Without.Contexts {
		x.findContexts(p)
	}
	x.outlined, err = x.with(x.plan(true))
	return err
}

// with are both versions with regions as procedures, paired.
func (x *search) with(plan outline.Plan) (*outlined, error) {
	o := &outlined{}
	for v, prog := range []*ir.Program{x.task.Old, x.task.New} {
		graphs, own := map[string]*outline.Graph{}, outline.Plan{}
		for _, b := range x.bodies {
			name := b.pair.Proc(v).Name
			graphs[name], own[name] = b.graphs[v], plan[b.pair.Name]
		}
		o.programs[v] = outline.Program(prog, graphs, own)
	}
	run, err := kit.NewRun(o.programs[0], o.programs[1], pairing.Options{Given: x.task.Match, Entry: x.client.Name})
	o.run = run
	return o, err
}

// plan says which regions become procedures: all candidates, or those that are left, with
// their contexts.
func (x *search) plan(left bool) outline.Plan {
	plan := outline.Plan{}
	for _, b := range x.bodies {
		for _, c := range b.regions {
			if left && c.refuted != nil {
				continue
			}
			r := outline.Outlined{Region: c.Region, Name: c.name, Pos: c.pos()}
			if left && c.under != nil {
				r.Under, r.Within = c.under, c.within()
			}
			plan[b.pair.Name] = append(plan[b.pair.Name], r)
		}
	}
	return plan
}

// pos is the place of the first site in a candidate.
func (c *candidate) pos() source.Pos { return c.site().Pos }

// findBodies finds the sites that the client leads to, and the candidates around them.
func (x *search) findBodies() {
	x.Pairing.MarkReachable([]*pairing.Pair{x.client})
	reached := map[*pairing.Pair]bool{}
	work := []*pairing.Pair{x.client}
	candidates := 0
	for ; len(work) > 0; work = work[1:] {
		p := work[0]
		if reached[p] || !p.Affected {
			continue
		}
		reached[p] = true
		work = append(work, x.Pairing.CalledBy(work[:1])...)
		if b := x.bodyOf(p); b != nil && candidates+len(b.regions) <= maxCandidates {
			x.bodies = append(x.bodies, b)
			candidates += len(b.regions)
		}
	}
	x.result.Search.Candidates += candidates
}

// bodyOf is the body of a pair with its sites; nil where the text changed, or there are no
// sites, or the versions name variables differently.
func (x *search) bodyOf(p *pairing.Pair) *body {
	root := p.Old.Version.Root(p.Old).Pair
	if p.Modified || len(p.Interface) > 0 || p.Old.Blocks == nil || p.New.Blocks == nil || root == nil || isModified(root) {
		return nil
	}
	b := &body{pair: p}
	for v := range b.graphs {
		prog := []*ir.Program{x.task.Old, x.task.New}[v]
		proc := prog.Proc(p.Proc(v).Name)
		if proc == nil || proc.Blocks == nil {
			return nil
		}
		b.graphs[v] = outline.NewGraph(x.Pairing.Ctx, proc)
	}
	samePair := func(old, new string) bool {
		q := x.Pairing.Versions[0].At(old)
		return q != nil && q.Pair != nil && q.Pair.New.Name == new
	}
	if !b.graphs[0].SameShape(b.graphs[1], samePair) {
		return nil
	}
	g := b.graphs[0]
	for n := range g.Nodes {
		c := g.Call(n)
		if c == nil || !g.Reached(n) {
			continue
		}
		q := x.Pairing.Versions[0].At(c.Proc)
		if q == nil || q.Pair == nil || !q.Pair.Affected || q.Version.SameGroup(q, p.Old) {
			continue
		}
		b.sites = append(b.sites, &Site{In: p.Name, Callee: q.Pair, Pos: c.Pos, node: n})
	}
	if len(b.sites) == 0 || len(b.sites) > maxAround {
		return nil
	}
	var regions []outline.Region
	for _, s := range b.sites {
		regions = append(regions, b.around(s)...)
	}
	for i, r := range b.laminar(regions) {
		b.regions = append(b.regions, &candidate{Region: r, body: b, name: fmt.Sprintf("%s%s%d", p.Name, certificate.RegionMark, i+1)})
	}
	return b
}

// laminar are regions of which none overlaps another, in both versions alike.
func (b *body) laminar(list []outline.Region) []outline.Region {
	return slices.DeleteFunc(b.graphs[0].Laminar(list), func(r outline.Region) bool {
		q, ok := b.graphs[1].Hammock(r.From, r.To)
		return !ok || q != r
	})
}

// around are the candidates around a site, smallest first: the call, what follows up to
// the last use of its results and from there on to the ends of what encloses it, and the
// same from the branches that lead to it.
func (b *body) around(s *Site) (list []outline.Region) {
	g := b.graphs[0]
	add := func(from, to int) {
		if r, ok := g.Hammock(from, to); ok && len(list) < maxRegions && !slices.Contains(list, r) && !(from == 0 && to == g.End()) {
			list = append(list, r)
		}
	}
	used := false
	for to := g.Postdominator(s.node); to >= 0; to = g.Postdominator(to) {
		switch {
		case len(list) == 0: // the call alone
			add(s.node, to)
			used = !b.usesBehind(s, to)
		case b.usesBehind(s, to):
		case !used || to == g.End() || g.Joins(to):
			add(s.node, to)
			used = true
		}
		if to == g.End() {
			break
		}
	}
	for from := g.Dominator(s.node); from >= 0; from = g.Dominator(from) {
		if to := g.Postdominator(from); g.Branches(from) && to > s.node {
			add(from, to)
		}
	}
	return list
}

// usesBehind reports whether a result of a call may be needed at a place.
func (b *body) usesBehind(s *Site, at int) bool {
	return slices.ContainsFunc(b.graphs[0].Call(s.node).Outs, func(v *smtlib.Term) bool { return v != nil && b.graphs[0].Live(at, v) })
}
