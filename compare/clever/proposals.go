package clever

import (
	"cmp"
	"slices"

	"semdiff/moddiff"
	"semdiff/moddiff/kit"
	"semdiff/moddiff/result"
	"semdiff/translate/ir"
)

// propose makes options propose what is proposed of whole versions for any part of these
// that has both procedures, and judges what is not used at once.
func propose(o *Options, run *kit.Run) ([]result.Proposed, error) {
	if o.Summaries.Propose == nil {
		return nil, nil
	}
	list, err := o.Summaries.Propose([2]*ir.Program{run.Program(0), run.Program(1)}, run.Separated())
	if err != nil {
		return nil, err
	}
	o.Summaries.Propose = func(programs [2]*ir.Program, _ []string) (there []moddiff.Proposal, err error) {
		for _, p := range list {
			if programs[0].Proc(p.Procs[0]) != nil && programs[1].Proc(p.Procs[1]) != nil {
				there = append(there, p)
			}
		}
		return there, nil
	}
	var all []result.Proposed
	for _, p := range list {
		all = append(all, result.Proposed{Name: p.Name, Unused: cmp.Or(p.Refused, "no client calls what it is about")})
	}
	return all, nil
}

// judge takes over what became of proposals: what was of use once is.
func (into *Result) judge(list []result.Proposed) {
	for _, p := range list {
		i := slices.IndexFunc(into.Proposed, func(known result.Proposed) bool { return known.Name == p.Name })
		if i >= 0 && into.Proposed[i].Unused != "" {
			into.Proposed[i].Unused = p.Unused
		}
	}
}

// unused are notes on proposals that were of no use.
func unused(list []result.Proposed) (notes []string) {
	for _, p := range list {
		if p.Unused != "" {
			notes = append(notes, p.Note())
		}
	}
	return notes
}
