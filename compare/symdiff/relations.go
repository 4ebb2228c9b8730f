package symdiff

import (
	"slices"

	"semdiff/compare/symdiff/mutual"
	"semdiff/moddiff/relation"
	"semdiff/moddiff/vc"
	"semdiff/smtlib/graph"
)

// MutualResult says what became of a mutual summary.
type MutualResult struct {
	Name     string
	Old, New string // the procedures
	Proven   bool
	Reason   string // why it is not proven
}

// relations are those of the user's file, and those that were found.
type relations struct {
	*relation.Prover
	v         *versions
	summaries []*mutual.Summary    // of the file
	untried   []*relation.Relation // of which the proof may yet succeed
	levels    *levels
	inlines   bool // products inline callees, but for loops and recursion, that are not proven equal
}

func newRelations(v *versions, p *relation.Prover) *relations {
	return &relations{Prover: p, v: v, levels: newLevels(v)}
}

// read takes over the summaries of a file, nil for none.
func (r *relations) read(f *mutual.File) (err error) {
	if f == nil {
		return nil
	}
	r.summaries, err = f.Bind(r.v.programs, r.v.separated())
	for _, s := range r.summaries {
		if s.Refused == "" && len(s.Post) > 0 {
			r.untried = append(r.untried, s.Relation)
		}
	}
	return err
}

// results says what became of the summaries.
func (r *relations) results() []MutualResult {
	var list []MutualResult
	for _, s := range r.summaries {
		m := MutualResult{Name: s.Name, Old: s.Procs[0], New: s.Procs[1], Proven: slices.Contains(r.Proven, s.Relation), Reason: s.Refused}
		switch {
		case m.Proven || m.Reason != "":
		case len(s.Post) == 0:
			m.Reason = "it is a precondition alone, for new failures"
		default:
			m.Reason = "no proof was found"
		}
		list = append(list, m)
	}
	return list
}

// try tries to prove the summaries whose callees have all been compared, or are in
// the group at hand.
func (r *relations) try(group int) {
	var ready, later []*relation.Relation
	for _, rel := range r.untried {
		if max(r.levels.of(0, rel.Procs[0]), r.levels.of(1, rel.Procs[1])) <= group {
			ready = append(ready, rel)
		} else {
			later = append(later, rel)
		}
	}
	if len(ready) == 0 {
		return
	}
	proven := r.Prove(ready)
	if len(proven) < len(ready) {
		r.inlines = true
		if more := r.Prove(ready); len(more) > len(proven) {
			proven = more
		}
		r.inlines = false
		r.Renew()
	}
	for _, rel := range ready {
		if !slices.Contains(proven, rel) {
			later = append(later, rel) // more may be known when the next group was compared
		}
	}
	r.Proven, r.untried = append(r.Proven, proven...), later
}

// find finds relations that nobody wrote; it returns them in words, by the names
// of pairs.
func (r *relations) find() map[string][]string {
	var pairs []*vc.Pair
	for _, p := range r.v.pairs {
		if p.hasBodies() {
			pairs = append(pairs, &p.Pair)
		}
	}
	found := map[string][]string{}
	for _, f := range r.Find(pairs) {
		found[f.Pair] = f.Words()
	}
	return found
}

// userPrecondition is what the user's file asks of the inputs of a pair.
func (r *relations) userPrecondition(p *pair) (pre []*relation.Predicate) {
	for _, s := range r.summaries {
		if s.Refused == "" && s.Procs == p.names() {
			pre = append(pre, s.Pre...)
		}
	}
	return pre
}

// levels tells, for each procedure, the last group that is reached from it.
type levels struct {
	v     *versions
	group map[*pair]int
	memo  [2]map[string]int
}

func newLevels(v *versions) *levels {
	l := &levels{v: v, group: map[*pair]int{}, memo: [2]map[string]int{{}, {}}}
	for i, g := range v.groups {
		for _, p := range g {
			l.group[p] = i
		}
	}
	return l
}

func (l *levels) of(version int, name string) int {
	if n, ok := l.memo[version][name]; ok {
		return n
	}
	last := 0
	program := l.v.programs[version]
	for _, at := range graph.Reached([]string{name}, func(name string) []string { return program.Proc(name).Callees() }) {
		if p := l.v.pairOf(version, at); p != nil {
			last = max(last, l.group[p])
		}
	}
	l.memo[version][name] = last
	return last
}
