package translate

import (
	"slices"

	"semdiff/boogie/types"
)

// havocUnset havocs at entry the results and locals that may be read before they
// are set.
func (f *flow) havocUnset() {
	var results []int
	for _, o := range f.proc.Outs {
		results = append(results, f.number(o))
	}
	live := f.needs(results, false)
	var vars []*types.Object
	for changed := true; changed; { // a where clause may read further variables
		changed = false
		for _, o := range slices.Concat(f.proc.Outs, f.proc.Locals) {
			n, used := f.num[o]
			if !used || !live.has(n) || slices.Contains(vars, o) {
				continue
			}
			changed = true
			vars = append(vars, o)
			if w := whereOf(f.proc, o); w != nil {
				now, _ := f.read(w)
				live = live.grown(len(f.vars))
				for _, m := range now {
					live.insert(m)
				}
			}
		}
	}
	if len(vars) > 0 {
		s := &step{succs: []*step{f.entry}, reachable: true}
		f.readTape(s, vars)
		f.steps = append([]*step{s}, f.steps...)
		f.entry = s
		f.indexSteps()
	}
}

// before turns what is live behind the step into what is live before it. With
// whole set, calls read and set the globals that their callees do, and what is
// computed and not used reads nothing; without, only the variables of the
// procedure count.
func (s *step) before(live bitset, whole bool) {
	if s.dead {
		clear(live)
	}
	for _, v := range s.readsNew {
		live.insert(v)
	}
	var reads []int
	for _, m := range s.moves {
		if !whole || live.has(m.to) {
			reads = append(reads, m.from...)
		}
	}
	for _, m := range s.moves {
		live.remove(m.to)
	}
	for _, v := range s.sets {
		live.remove(v)
	}
	if s.callee != nil && whole {
		for _, v := range s.calleeSets {
			live.remove(v)
		}
		for _, v := range s.calleeReads {
			live.insert(v)
		}
	}
	for _, v := range reads {
		live.insert(v)
	}
	for _, v := range s.reads {
		live.insert(v)
	}
}

// needs finds what is live at the entry when atEnd is where the procedure returns;
// see step.before.
func (f *flow) needs(atEnd []int, whole bool) bitset {
	in := make([]bitset, len(f.steps))
	for i := range in {
		in[i] = newBitset(len(f.vars))
	}
	live := newBitset(len(f.vars))
	for changed := true; changed; {
		changed = false
		for _, s := range slices.Backward(f.steps) {
			clear(live)
			if s == f.end {
				for _, v := range atEnd {
					live.insert(v)
				}
			}
			for _, t := range s.succs {
				live.union(in[t.index])
			}
			s.before(live, whole)
			changed = in[s.index].union(live) || changed
		}
		if !f.cyclic {
			break
		}
	}
	return in[f.entry.index]
}
