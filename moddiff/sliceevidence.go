package moddiff

import (
	"context"
	"slices"
	"strings"

	"semdiff/moddiff/certificate"
	"semdiff/moddiff/evidence"
	"semdiff/moddiff/impact"
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/slice"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
	"semdiff/translate/ir"
)

// withEvidence compares all pairs. Evidence is about whole versions where that decides
// the entries, since most claims have a query then, and else about slices if these do, or
// about the regions of a client in which what changed stays. Where time is limited half of
// it is for whole versions.
func withEvidence(ctx context.Context, old, new *ir.Program, s solver.Solver, opts Options) (*Result, error) {
	before, err := pairUp(old, new, opts)
	if err != nil {
		return nil, err
	}
	if of := before.evidenceOfClient(ctx, s, opts, true); of != nil {
		return of, nil
	}
	first, cancel := partOf(ctx, 2)
	defer cancel()
	r, err := wholeEvidence(first, old, new, s, opts)
	isOpen := func(p *PairResult) bool { return slices.Contains(r.Entry, p.Name) && p.Open() }
	if err != nil || ctx.Err() != nil || !slices.ContainsFunc(r.Pairs, isOpen) {
		return r, err
	}
	x, err := pairUp(old, new, opts)
	if err != nil {
		return nil, err
	}
	if of := x.evidenceOfSlices(ctx, s, opts); of != nil {
		return of, nil
	}
	if of := x.evidenceOfClient(ctx, s, opts, false); of != nil {
		return of, nil
	}
	if !r.CutShort || ctx.Err() != nil {
		return r, nil
	}
	return wholeEvidence(ctx, old, new, s, opts)
}

// wholeEvidence compares whole versions, with evidence.
func wholeEvidence(ctx context.Context, old, new *ir.Program, s solver.Solver, opts Options) (*Result, error) {
	opts.WithoutImpact = true
	x, err := pairUp(old, new, opts)
	if err != nil {
		return nil, err
	}
	x.findUnimpacted(ctx, s)
	r := x.compareAll(ctx, s, opts)
	x.listUnimpacted(r)
	return r, nil
}

// evidenceOfSlices compares slices, with evidence about these, and claims of what the
// change does not reach; nil where slices alone do not decide all entries.
func (x *subject) evidenceOfSlices(ctx context.Context, s solver.Solver, opts Options) *Result {
	a := x.findImpact(x.returning(ctx, s))
	cut := slice.Make(a, slice.Options{Ends: true})
	if cut.Smaller() {
		x.compareSlices(ctx, s, opts, cut)
	}
	x.settled.idle = x.idleLoops()
	y := x.settled.by
	if y == nil || !x.isSettled() || y.cutShort {
		return nil
	}
	without := opts
	without.Evidence = false
	r, sliced := compare(ctx, x, s, without, nil).result(), y.result()
	if r.Verdict == Unknown || r.Verdict != sliced.Verdict || r.CutShort {
		return nil
	}
	claims, shown := certificate.NewCollector(), map[string]bool{}
	for _, q := range x.settled.distant { // loops that were not listed before
		if p := y.Pairing.Like(q); p != nil && !q.Affected {
			y.claimDependence(claims, p)
		}
	}
	for _, p := range y.Pairing.Pairs {
		y.claimDependence(claims, p)
		at := slices.IndexFunc(sliced.Pairs, func(q *PairResult) bool { return q.Compared && q.Name == p.Name })
		if w := x.Pairing.Like(p); at >= 0 && w != nil && w.Affected {
			sliced.Pairs[at].Unimpacted = y.claimUnimpacted(claims, p, w, x.isEntry(w))
		}
	}
	for _, cl := range sliced.Evidence.Claims {
		shown[cl.ID] = true
	}
	dependence := slices.DeleteFunc(claims.Evidence().Claims, func(cl *certificate.Claim) bool { return shown[cl.ID] })
	sliced.Evidence.Claims = append(dependence, sliced.Evidence.Claims...)
	sliced.Notes = append([]string{"compared without what the change does not reach, which the claims without a query say"}, sliced.Notes...)
	r.Evidence, r.Sliced = sliced.Evidence, sliced
	return r
}

// findUnimpacted finds which observed outputs of pairs the change does not reach. Nothing
// rests on that.
func (x *subject) findUnimpacted(ctx context.Context, s solver.Solver) {
	a := impact.Analyse(x.Pairing, impact.Options{By: impact.Terms, Returns: x.returning(ctx, s)})
	x.settled, x.unimpacted = nil, map[*pairing.Pair][]pairing.Port{}
	for _, p := range a.Pairs {
		for _, port := range p.Observed(x.Pairing.Ctx, x.isEntry(p.Pair)) {
			if at := slices.IndexFunc(p.Pair.Outputs, func(o pairing.Port) bool { return o.Var == port.Var }); !p.Outputs[at] {
				x.unimpacted[p.Pair] = append(x.unimpacted[p.Pair], port)
			}
		}
	}
}

// listUnimpacted lists these outputs of pairs that have sets of inputs on which the
// versions may differ.
func (x *subject) listUnimpacted(r *Result) {
	for _, row := range r.Pairs {
		if !row.Compared || row.Summary == nil || row.Summary.Unchanged.IsTrue() {
			continue
		}
		for _, port := range x.unimpacted[x.Pairing.Named(row.Name)] {
			row.Unimpacted = append(row.Unimpacted, port.Var)
		}
	}
}

// claimDependence claims what is known of a pair of slices by dependence alone.
func (y *comparison) claimDependence(claims *certificate.Collector, p *pairing.Pair) {
	add := func(name, says, why string) {
		claims.Add(certificate.Claim{Subject: p.Name, Name: name, Says: says, Proof: certificate.ByDependence, Missing: why})
	}
	if y.settled.pairs[p] != nil {
		add(certificate.Unchanged, "on all inputs both versions end and agree, or neither ends", certificate.MissingDependence)
	}
	for port := -1; port < len(p.Outputs); port++ {
		what, same := "how the run ends", p.SameEnd
		if port >= 0 {
			what, same = p.Outputs[port].Var.Name(), p.Outputs[port].Same
		}
		if same {
			says := evidence.SaysSame(what)
			if port < 0 {
				says = what + " is the same in both versions if one ends: the change does not reach it"
			}
			add(evidence.DependenceClaim(certificate.Same, p, port), says, certificate.MissingDependence)
		}
		if needs := p.Needs(port); needs != nil {
			var on []string
			for i, in := range p.Inputs {
				if needs[i] {
					on = append(on, in.Var.Name())
				}
			}
			says := what + " depends on no input"
			if len(on) > 0 {
				says = what + " depends on no inputs but " + strings.Join(on, ", ")
			}
			add(evidence.DependenceClaim(certificate.Needs, p, port), says, certificate.MissingNeeds)
		}
	}
}

// claimUnimpacted claims that outputs of a whole pair are equal that its slices do not
// have, and lists them.
func (y *comparison) claimUnimpacted(claims *certificate.Collector, p, whole *pairing.Pair, entry bool) (list []*smtlib.Term) {
	for i, port := range whole.Outputs {
		observed := slices.ContainsFunc(whole.Observed(y.Pairing.Ctx, entry), func(o pairing.Port) bool { return o.Var == port.Var })
		if !observed || !port.Same || slices.ContainsFunc(p.Outputs, func(o pairing.Port) bool { return o.Var == port.Var }) {
			continue
		}
		list = append(list, port.Var)
		claims.Add(certificate.Claim{
			Subject: p.Name, Name: evidence.DependenceClaim(certificate.Same, whole, i), Says: evidence.SaysSame(port.Var.Name()),
			Proof: certificate.ByDependence, Missing: certificate.MissingDependence,
		})
	}
	return list
}
