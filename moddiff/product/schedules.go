package product

import (
	"slices"

	"semdiff/moddiff/pairing"
)

// schedule says how far the bodies of a node are unfolded. It is a guess: proofs
// do not depend on how good it is.
type schedule struct {
	steps [2]int // activations of each version that are one step together
	peel  [2]int // first activations that come before the related ones
	rest  [2]int // activations behind a step that a version may go on for where the other is done
}

// maxSchedules is how many schedules are tried for a node.
const maxSchedules = 3

// guessSchedules lists schedules for each node, those that fit best how often loops
// went round first.
func (x *search) guessSchedules() {
	for _, n := range x.nodes {
		var counts [][2]int
		for _, both := range x.runs {
			lengths := [2][]int{rounds(both[0], n.procs[0]), rounds(both[1], n.procs[1])}
			for i := range min(len(lengths[0]), len(lengths[1])) {
				counts = append(counts, [2]int{lengths[0][i], lengths[1][i]})
			}
		}
		n.schedules = fitting(counts)
	}
}

// setSchedules sets the i-th schedule of each node, the last one where it has fewer, and
// pairs the activations accordingly; false when no node has so many.
func (x *search) setSchedules(i int) bool {
	if i > 0 && !slices.ContainsFunc(x.nodes, func(n *node) bool { return i < len(n.schedules) }) {
		return false
	}
	for _, n := range x.nodes {
		n.schedule = n.schedules[min(i, len(n.schedules)-1)]
	}
	x.sampleNodes()
	x.guessRest()
	return true
}

// peelAll sets schedules by which the first activation of each version comes apart, so
// that lemmas about the others tell of the whole; false where one was tried.
func (x *search) peelAll() bool {
	first := schedule{steps: [2]int{1, 1}, peel: [2]int{1, 1}}
	for _, n := range x.nodes {
		if slices.Contains(n.schedules, first) {
			return false
		}
		n.schedule = first
	}
	x.sampleNodes()
	return len(x.nodes) > 0
}

// maxRest is how many activations behind a step are unfolded at most.
const maxRest = 2

// guessRest unfolds what a version goes on for where the other is done, if that is
// little in all samples.
func (x *search) guessRest() {
	for _, n := range x.nodes {
		var most [2]int
		for _, s := range n.samples {
			var length [2]int
			for v, a := range s {
				length[v] = depth(a) - n.schedule.steps[v]
			}
			for v := range most {
				if length[1-v] < 0 && s[1-v].out != nil && length[v] >= 0 {
					most[v] = max(most[v], length[v]+1)
				}
			}
		}
		for v := range most {
			if most[v] <= maxRest {
				n.schedule.rest[v] = most[v]
			}
		}
	}
}

// depth is how many calls of its procedure within each other follow an activation.
func depth(a *activation) (most int) {
	var visit func(b *activation, n int)
	visit = func(b *activation, n int) {
		if b.proc == a.proc {
			n++
			most = max(most, n)
		}
		for _, call := range b.calls {
			visit(call, n)
		}
	}
	visit(a, -1)
	return most
}

// rounds are, of the calls of p from elsewhere, how many calls of itself followed.
func rounds(a *activation, p *pairing.Proc) (list []int) {
	var visit func(a *activation, within int)
	visit = func(a *activation, within int) {
		if a.proc == p {
			if within < 0 {
				list = append(list, 0)
				within = len(list) - 1
			} else {
				list[within]++
			}
		} else {
			within = -1
		}
		for _, b := range a.calls {
			visit(b, within)
		}
	}
	visit(a, -1)
	return list
}

// The largest schedules that are tried.
const (
	maxUnrolled = 4
	maxPeeled   = 3
)

// fitting lists the schedules under which two loops go round equally often, or nearly
// so: the best first, of those that fit equally well the smallest first.
func fitting(counts [][2]int) []schedule {
	plain := schedule{steps: [2]int{1, 1}}
	tried := []schedule{plain}
	for k := 1; k <= maxPeeled; k++ {
		tried = append(tried, schedule{steps: plain.steps, peel: [2]int{k, 0}}, schedule{steps: plain.steps, peel: [2]int{0, k}})
	}
	for k := 2; k <= maxUnrolled; k++ {
		tried = append(tried, schedule{steps: [2]int{k, 1}}, schedule{steps: [2]int{1, k}})
	}
	fit := map[schedule]int{}
	for _, s := range tried {
		for _, n := range counts {
			if s.fits(n) { // long runs tell more
				fit[s] += 1 + n[0] + n[1]
			}
		}
	}
	slices.SortStableFunc(tried, func(a, b schedule) int { return fit[b] - fit[a] })
	if tried[0] == plain && fit[plain] > fit[tried[1]] {
		return tried[:1]
	}
	best := tried[:maxSchedules]
	if !slices.Contains(best, plain) {
		best[maxSchedules-1] = plain
	}
	return best
}

// fits reports whether both loops can be done after equally many steps, of which the
// last one may be cut short.
func (s schedule) fits(rounds [2]int) bool {
	var least, most [2]int
	for v := range least {
		left := rounds[v] - s.peel[v]
		if left < 0 {
			return rounds[1-v] <= s.peel[1-v]
		}
		least[v], most[v] = left/s.steps[v], (left+s.steps[v]-1)/s.steps[v]
	}
	return least[0] <= most[1] && least[1] <= most[0]
}
