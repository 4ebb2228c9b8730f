package report

import (
	"cmp"
	"slices"
	"strings"

	"semdiff/compare/dizy"
	"semdiff/moddiff"
	"semdiff/moddiff/pairing"
	"semdiff/smtlib"
	"semdiff/translate/sourcenames"
)

// sourcedDelta are deltas in the names of the source that the programs were translated from.
type sourcedDelta struct {
	*sourcing
	of map[*moddiff.PairResult]*dizy.Delta // by rows in these names
}

// sourcedDeltas is what was found in the names of the source; nil where these are not known.
func sourcedDeltas(r *dizy.Result) (*dizy.Result, *sourcedDelta) {
	s := newSourcing(r.Outcome)
	if s == nil {
		return nil, nil
	}
	out := *r
	var rows map[*moddiff.PairResult]*moddiff.PairResult
	out.Outcome, rows = s.outcome(r.Outcome)
	x := &sourcedDelta{s, map[*moddiff.PairResult]*dizy.Delta{}}
	for p, row := range rows {
		if d := r.DeltaOf(p); d != nil {
			x.of[row] = x.delta(d, row)
		}
	}
	return &out, x
}

// delta is the delta of a pair, whose row has the source's names.
func (s *sourcedDelta) delta(d *dizy.Delta, row *moddiff.PairResult) *dizy.Delta {
	out := *d
	if row.Summary != nil {
		out.Answer.Summary = row.Summary
	}
	w := s.relating([2]*pairing.Proc{d.Pair.Old, d.Pair.New})
	out.Difference = w.Term(d.Difference)
	out.States = s.states(w, d.States)
	loops := map[*dizy.Loop]*dizy.Loop{}
	out.Loops, out.Points = nil, nil
	for _, l := range d.Loops {
		loops[l] = s.loop(l)
		out.Loops = append(out.Loops, loops[l])
	}
	for _, at := range d.Points {
		out.Points = append(out.Points, s.point(w, at))
	}
	return &out
}

// relating writes relations between procedures or loops.
func (s *sourcedDelta) relating(procs [2]*pairing.Proc) *sourcenames.Writer {
	return sourcenames.NewRelationWriter(s.ctx, s.names, procs[0].Name, procs[1].Name)
}

func (s *sourcedDelta) states(w *sourcenames.Writer, list []*dizy.State) (out []*dizy.State) {
	for _, state := range list {
		x := *state
		same := s.sameInBoth(slices.Concat(state.Requires, state.Relations))
		x.Requires, x.Relations = s.conjuncts(w, state.Requires, same), s.conjuncts(w, state.Relations, same)
		x.Old, x.New = s.conjuncts(w, state.Old, same), s.conjuncts(w, state.New, same)
		out = append(out, &x)
	}
	return out
}

func (s *sourcedDelta) loop(l *dizy.Loop) *dizy.Loop {
	out, w := *l, s.relating(l.Procs)
	written := func(list [][]*smtlib.Term) (out [][]*smtlib.Term) {
		for _, conj := range list {
			out = append(out, s.conjuncts(w, conj, s.sameInBoth(conj)))
		}
		return out
	}
	out.Heads, out.Exits = written(l.Heads), written(l.Exits)
	return &out
}

func (s *sourcedDelta) point(w *sourcenames.Writer, at *dizy.PointDelta) *dizy.PointDelta {
	out := *at
	if at.Loop != nil {
		w = s.relating(at.Loop.Procs)
	}
	what, of, _ := strings.Cut(at.What, " ")
	out.What = strings.TrimSpace(what + " " + w.Text(of))
	if at.In != "" {
		out.In = s.called(at.In)
	}
	out.States = s.states(w, at.States)
	return &out
}

// sameInBoth are the variables of the translator's own that are equal in both versions, by
// what holds of them: x and x' for each.
func (s *sourcedDelta) sameInBoth(conj []*smtlib.Term) map[string]bool {
	same := map[string]bool{}
	for _, t := range conj {
		if t.Op() != smtlib.OpEq || len(t.Args()) != 2 || t.Args()[0].Op() != smtlib.OpVar || t.Args()[1].Op() != smtlib.OpVar {
			continue
		}
		x, y := t.Args()[0].Name(), t.Args()[1].Name()
		if strings.HasSuffix(x, "'") {
			x, y = y, x
		}
		if y == x+"'" && s.isOwn(x) {
			same[x], same[y] = true, true
		}
	}
	return same
}

// isOwn reports whether a variable of a relation is the translator's own.
func (s *sourcedDelta) isOwn(name string) bool {
	name = strings.TrimPrefix(name, "result ")
	return s.names[0].IsHidden(name) && s.names[1].IsHidden(name)
}

// conjuncts writes what holds of runs, without what is said of variables of the
// translator's own alone that are the same in both versions.
func (s *sourcedDelta) conjuncts(w *sourcenames.Writer, list []*smtlib.Term, same map[string]bool) (out []*smtlib.Term) {
	for _, t := range list {
		vars := smtlib.Collect(t).Vars
		if len(vars) == 0 || slices.ContainsFunc(vars, func(v *smtlib.Term) bool { return !same[v.Name()] }) {
			out = append(out, w.Term(t))
		}
	}
	return out
}

// placed puts the procedures and loops of an answer where they are in the source.
func (s *sourcedDelta) placed(a *Delta) {
	both := func(old, new *DeltaVersion) {
		for version, v := range []*DeltaVersion{old, new} {
			at := s.place(version, v.of.Name, v.of.Pos)
			v.File, v.Line, v.last, v.path = at.File, at.Line, at.Line, cmp.Or(s.files[at.File], at.File)
			v.reach()
		}
	}
	for i := range a.Procedures {
		p := &a.Procedures[i]
		both(&p.Old, &p.New)
		for k := range p.Loops {
			both(&p.Loops[k].Old, &p.Loops[k].New)
		}
		for k := range p.Points {
			if loop := p.Points[k].Loop; loop != nil {
				both(&loop[0], &loop[1])
			}
		}
	}
}
