package clever

import (
	"context"
	"maps"
	"slices"

	"semdiff/compare/engine"
	"semdiff/moddiff"
)

// What it may cost to compare a candidate, in resource units of the solver: when all of a
// client are compared, and then, from that on, single ones, of which only so many are.
const (
	firstResources = 300_000
	moreResources  = 1_500_000
	maxSingle      = 6
)

// regions compares the outlined versions: all candidates at once, then single ones for
// more, and in the end the client, where some have been proven equal.
func (x *search) regions(ctx context.Context, c *Client) error {
	x.rows = map[string]*moddiff.PairResult{}
	var names []string
	for _, r := range x.left() {
		names = append(names, r.callee())
	}
	if len(names) > 0 {
		if err := x.compare(ctx, names, firstResources); err != nil {
			return err
		}
	}
	if err := x.compareSingly(ctx); err != nil {
		return err
	}
	var equal []string
	for _, name := range slices.Sorted(maps.Keys(x.rows)) {
		if p := x.rows[name]; p.Verdict == engine.Equivalent && p.Status != moddiff.StatusUnchanged {
			equal = append(equal, name)
		}
	}
	if len(equal) == 0 {
		return nil
	}
	rows, err := x.analyze(ctx, x.outlined.programs, attempt{entry: c.Name, equal: equal, resources: x.resources})
	if err != nil {
		return err
	}
	c.take(rows)
	for _, p := range rows.Pairs {
		if x.rows[p.Name] == nil && p.Compared {
			x.rows[p.Name] = p
		}
	}
	return nil
}

// left are the candidates that no run refutes, in the order of bodies, smaller ones first.
func (x *search) left() (list []*candidate) {
	for _, b := range x.bodies {
		for _, r := range b.regions {
			if r.refuted == nil {
				list = append(list, r)
			}
		}
	}
	return list
}

// callee is the procedure that stands for a candidate in the outlined versions.
func (c *candidate) callee() string {
	if c.under != nil {
		return c.within()
	}
	return c.name
}

// compare compares procedures of the outlined versions, as callers see them.
func (x *search) compare(ctx context.Context, names []string, resources int64) error {
	rows, err := x.analyze(ctx, x.outlined.programs, attempt{inner: names, resources: resources})
	if err != nil {
		return err
	}
	for _, p := range rows.Pairs {
		if known := x.rows[p.Name]; p.Compared && p.Reachable && (known == nil || known.Verdict == engine.Unknown) {
			x.rows[p.Name] = p
		}
	}
	return nil
}

// compareSingly compares candidates around calls that are not settled, smaller ones first.
// A give-up doubles what the next one may cost, an answer halves it.
func (x *search) compareSingly(ctx context.Context) error {
	resources, tried := int64(moreResources), 0
	for _, body := range x.bodies {
		for _, s := range body.sites {
			if x.proven(s.Callee.Name) || x.isAbove(s) {
				continue
			}
			for _, r := range body.regions {
				if r.refuted != nil || !r.holds(s) {
					continue
				}
				if x.proven(r.callee()) {
					break
				}
				if tried == maxSingle || ctx.Err() != nil {
					return nil
				}
				tried++
				if err := x.compare(ctx, []string{r.callee()}, resources); err != nil {
					return err
				}
				if x.proven(r.callee()) {
					resources = max(resources/2, moreResources)
					break
				}
				resources *= 2
			}
		}
	}
	return nil
}
