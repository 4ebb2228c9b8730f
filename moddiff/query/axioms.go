package query

import (
	"encoding/binary"
	"maps"
	"slices"
	"strings"
	"sync"

	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// Axioms holds the axioms of both versions. A query gets those that it is
// connected with: by functions, and by declared sorts whose number of elements
// the axioms or the query may limit. Between formulas that share neither, models
// can be combined: other sorts can be given the same elements in both (see
// limitedIn), and those that are not declared mean the same everywhere.
type Axioms struct {
	c       *smtlib.Context
	terms   []*smtlib.Term
	known   map[*smtlib.Term]bool // terms, as a set
	about   []mentioned           // of each axiom
	byFunc  map[*smtlib.Func][]int
	bySort  map[*smtlib.Sort][]int
	always  []int                  // axioms that mention neither functions nor declared sorts
	limited map[*smtlib.Sort]bool  // declared sorts whose number of elements axioms may limit
	unique  map[*smtlib.Func][]int // groups that a constant is in
	groups  [][]*smtlib.Term       // constants that differ from each other
	// programs know of the lambdas, more of them whenever a body is lowered.
	programs [2]*ir.Program
	// partial is an axiom that may say more of a function.
	partial map[*smtlib.Func]*ir.Partial
	// limiting are axioms of one version that may limit a sort of both.
	limiting map[*smtlib.Term]bool

	mu         sync.Mutex
	extensions map[string]*extendedAxioms // by axioms and what the condition fixes; under mu
}

type extendedAxioms struct {
	left []*smtlib.Term
	ok   bool
}

// extended are quantifier-free formulas such that a model of them and of t extends
// to one of the axioms; ok is false when none were found, or none are needed.
func (s *Axioms) extended(t *smtlib.Term, axioms []*smtlib.Term) (left []*smtlib.Term, ok bool) {
	if !slices.ContainsFunc(axioms, (*smtlib.Term).HasQuantifier) {
		return nil, false
	}
	spoken := map[*smtlib.Func]bool{}
	for _, ax := range axioms {
		for _, f := range smtlib.Funcs(ax) {
			spoken[f] = true
		}
	}
	var fixed []*smtlib.Func
	for _, f := range smtlib.Funcs(t) {
		if spoken[f] {
			fixed = append(fixed, f)
		}
	}
	e := s.extension(axioms, fixed)
	return e.left, e.ok
}

// extension is extend, remembered: many queries, and many sorts, are connected with the
// same axioms.
func (s *Axioms) extension(axioms []*smtlib.Term, fixed []*smtlib.Func) *extendedAxioms {
	var ids []byte
	for _, ax := range axioms {
		ids = binary.AppendUvarint(ids, uint64(ax.ID()))
	}
	key, given := string(ids), map[*smtlib.Func]bool{}
	for _, f := range fixed {
		key += "\x00" + f.Name
		given[f] = true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	e := s.extensions[key]
	if e == nil {
		e = &extendedAxioms{}
		e.left, e.ok = extend(s.c, axioms, given)
		s.extensions[key] = e
	}
	return e
}

// NewAxioms are the axioms of two versions, lowered in c. What the new version says
// otherwise of a function, it says of one of its own, whose name ends with
// ir.NewSuffix.
func NewAxioms(c *smtlib.Context, programs [2]*ir.Program) *Axioms {
	s := &Axioms{
		c: c, programs: programs,
		known: map[*smtlib.Term]bool{}, byFunc: map[*smtlib.Func][]int{}, bySort: map[*smtlib.Sort][]int{}, limited: map[*smtlib.Sort]bool{},
		unique: map[*smtlib.Func][]int{}, partial: map[*smtlib.Func]*ir.Partial{}, extensions: map[string]*extendedAxioms{},
	}
	for _, prog := range programs {
		for _, ax := range prog.Axioms {
			s.add(ax.Term)
		}
		for k := range prog.Partial {
			for _, f := range prog.Partial[k].Funcs {
				s.partial[f] = &prog.Partial[k]
			}
		}
		for _, g := range prog.Unique {
			for _, t := range g {
				if t.Op() == smtlib.OpApp {
					s.unique[t.Func()] = append(s.unique[t.Func()], len(s.groups))
				}
			}
			s.groups = append(s.groups, g)
		}
	}
	s.limiting = limitingAxioms(c, programs)
	s.limited = s.reallyLimited()
	return s
}

// reallyLimited are the limited sorts without those for which the axioms about
// them hold, whatever elements they have, under chosen interpretations of the
// functions.
func (s *Axioms) reallyLimited() map[*smtlib.Sort]bool {
	out := map[*smtlib.Sort]bool{}
	for sort := range s.limited {
		_, axioms := s.closure(mentioned{sorts: []*smtlib.Sort{sort}})
		e := s.extension(axioms, nil)
		out[sort] = !e.ok || slices.ContainsFunc(e.left, func(t *smtlib.Term) bool { return slices.Contains(limitedIn(t), sort) })
	}
	return out
}

// add takes an axiom unless it is there.
func (s *Axioms) add(axiom *smtlib.Term) {
	if s.known[axiom] {
		return
	}
	s.known[axiom] = true
	i, m := len(s.terms), mentionedIn(axiom)
	for _, f := range m.funcs {
		s.byFunc[f] = append(s.byFunc[f], i)
	}
	for _, sort := range m.sorts {
		s.bySort[sort] = append(s.bySort[sort], i)
	}
	for _, sort := range limitedIn(axiom) {
		s.limited[sort] = true
	}
	if len(m.funcs)+len(m.sorts) == 0 {
		s.always = append(s.always, i)
	}
	s.terms = append(s.terms, axiom)
	s.about = append(s.about, m)
}

// lambda is the axiom that says what f holds if it stands for a lambda; it
// constrains no other function.
func (s *Axioms) lambda(f *smtlib.Func) *smtlib.Term {
	for _, p := range s.programs {
		if l, ok := p.Lambda(f); ok {
			return l.Axiom
		}
	}
	return nil
}

// mentioned are the functions and the declared sorts that terms mention, in
// order of first occurrence.
type mentioned struct {
	funcs []*smtlib.Func
	sorts []*smtlib.Sort
}

func mentionedIn(ts ...*smtlib.Term) mentioned {
	m := mentioned{}
	funcs, sorts := map[*smtlib.Func]bool{}, sortSet{}
	smtlib.VisitAll(ts, func(t *smtlib.Term) {
		if t.Op() == smtlib.OpApp && !funcs[t.Func()] {
			funcs[t.Func()] = true
			m.funcs = append(m.funcs, t.Func())
		}
		m.sorts = sorts.add(m.sorts, t.Sort())
		for _, b := range t.Bound() {
			m.sorts = sorts.add(m.sorts, b.Sort())
		}
	})
	return m
}

// sortSet holds sorts whose declared sorts were listed.
type sortSet map[*smtlib.Sort]bool

// add appends the declared sorts that s is made of, unless s was seen.
func (seen sortSet) add(list []*smtlib.Sort, s *smtlib.Sort) []*smtlib.Sort {
	switch s.Kind {
	case smtlib.OpaqueKind, smtlib.ArrayKind, smtlib.DatatypeKind:
	default:
		return list
	}
	if seen[s] {
		return list
	}
	seen[s] = true
	for _, d := range smtlib.DeclaredSorts(s) {
		if !slices.Contains(list, d) {
			list = append(list, d)
		}
	}
	return list
}

// Relevant are the axioms that are connected with t, and that unique constants
// among what they mention differ.
func (s *Axioms) Relevant(t *smtlib.Term) []*smtlib.Term {
	if !t.HasApps() && len(s.bySort) == 0 && len(s.unique) == 0 {
		return s.at(s.always)
	}
	return s.RelevantTo(t)
}

func (s *Axioms) at(indices []int) []*smtlib.Term {
	var out []*smtlib.Term
	for _, i := range indices {
		out = append(out, s.terms[i])
	}
	return out
}

// linksOf are the functions in terms, and the declared sorts by which an axiom
// may forbid a model of them.
func (s *Axioms) linksOf(ts ...*smtlib.Term) mentioned {
	m := mentionedIn(ts...)
	limited := map[*smtlib.Sort]bool{}
	for _, t := range ts {
		if t.HasQuantifier() {
			for _, sort := range limitedIn(t) {
				limited[sort] = true
			}
		}
	}
	m.sorts = slices.DeleteFunc(m.sorts, func(sort *smtlib.Sort) bool { return !limited[sort] && !s.limited[sort] })
	return m
}

// RelevantTo is Relevant for several terms.
func (s *Axioms) RelevantTo(ts ...*smtlib.Term) []*smtlib.Term {
	reached, out := s.closure(s.linksOf(ts...))
	inGroup := map[int][]*smtlib.Term{}
	for _, f := range reached.funcs {
		for _, g := range s.unique[f] {
			inGroup[g] = append(inGroup[g], s.c.App(f))
		}
	}
	for g := range s.groups {
		if d := s.c.Distinct(inGroup[g]...); !d.IsTrue() && !slices.Contains(out, d) {
			out = append(out, d)
		}
	}
	return out
}

// closure is what m is connected with: functions, declared sorts, and the
// axioms about them in their order, those of lambdas by name.
func (s *Axioms) closure(m mentioned) (reached mentioned, axioms []*smtlib.Term) {
	chosen := slices.Clone(s.always)
	lambdas := map[string]*smtlib.Term{}
	taken := map[int]bool{}
	funcs, sorts := map[*smtlib.Func]bool{}, map[*smtlib.Sort]bool{}
	var work mentioned
	reach := func(m mentioned) {
		for _, f := range m.funcs {
			if !funcs[f] {
				funcs[f] = true
				work.funcs = append(work.funcs, f)
			}
		}
		for _, sort := range m.sorts {
			if !sorts[sort] {
				sorts[sort] = true
				work.sorts = append(work.sorts, sort)
			}
		}
	}
	limited := func(m mentioned) mentioned {
		m.sorts = slices.DeleteFunc(slices.Clone(m.sorts), func(sort *smtlib.Sort) bool { return !s.limited[sort] })
		return m
	}
	take := func(indices []int) {
		for _, i := range indices {
			if !taken[i] {
				taken[i] = true
				chosen = append(chosen, i)
				reach(limited(s.about[i]))
			}
		}
	}
	for reach(m); len(reached.funcs) < len(work.funcs) || len(reached.sorts) < len(work.sorts); {
		if i := len(reached.funcs); i < len(work.funcs) {
			f := work.funcs[i]
			reached.funcs = append(reached.funcs, f)
			if ax := s.lambda(f); ax != nil {
				lambdas[f.Name] = ax
				reach(s.linksOf(ax))
			}
			take(s.byFunc[f])
			if !isInfinite(f.Result) {
				reach(mentioned{funcs: s.differentFrom(f)})
			}
			continue
		}
		sort := work.sorts[len(reached.sorts)]
		reached.sorts = append(reached.sorts, sort)
		take(s.bySort[sort])
		reach(mentioned{funcs: s.uniqueOf(sort)})
	}
	slices.Sort(chosen)
	axioms = s.at(chosen)
	for _, name := range slices.Sorted(maps.Keys(lambdas)) {
		axioms = append(axioms, lambdas[name])
	}
	return reached, axioms
}

// differentFrom lists the unique constants of the groups that f is in.
func (s *Axioms) differentFrom(f *smtlib.Func) (out []*smtlib.Func) {
	for _, g := range s.unique[f] {
		for _, t := range s.groups[g] {
			if t.Op() == smtlib.OpApp {
				out = append(out, t.Func())
			}
		}
	}
	return out
}

// uniqueOf lists the constants of a declared sort that differ from others.
func (s *Axioms) uniqueOf(sort *smtlib.Sort) (out []*smtlib.Func) {
	for _, g := range s.groups {
		for _, t := range g {
			if t.Op() == smtlib.OpApp && t.Sort() == sort {
				out = append(out, t.Func())
			}
		}
	}
	return out
}

// Incomplete is an axiom that is not there in full and may say more of what t
// depends on; nil when there is none.
func (s *Axioms) Incomplete(t *smtlib.Term) *ir.Partial {
	if len(s.partial) == 0 || !t.HasApps() {
		return nil
	}
	reached, _ := s.closure(s.linksOf(t))
	for _, f := range reached.funcs {
		if ax := s.partial[f]; ax != nil {
			return ax
		}
	}
	return nil
}

// SpeaksOf reports whether an axiom mentions f, or f is a unique constant.
func (s *Axioms) SpeaksOf(f *smtlib.Func) bool { return len(s.byFunc[f]) > 0 || len(s.unique[f]) > 0 }

// Used reports whether what joined a query might contradict itself: axioms, or
// unique constants of a sort that may have too few values.
func (s *Axioms) Used(joined []*smtlib.Term) bool {
	return slices.ContainsFunc(joined, func(t *smtlib.Term) bool { return s.known[t] || t.IsFalse() || !isInfinite(smtlib.Funcs(t)[0].Result) })
}

// isInfinite reports whether a sort has infinitely many values, or as many as it
// takes.
func isInfinite(s *smtlib.Sort) bool {
	switch s.Kind {
	case smtlib.IntKind, smtlib.RealKind, smtlib.OpaqueKind:
		return true
	}
	return false
}

// withoutLimits is axioms without those of one version that may limit a sort of
// both; ok is false when all stay.
func (s *Axioms) withoutLimits(axioms []*smtlib.Term) (rest []*smtlib.Term, ok bool) {
	for _, t := range axioms {
		if s.limiting[t] {
			ok = true
		} else {
			rest = append(rest, t)
		}
	}
	return rest, ok
}

// PartsBeside are the axioms that are not connected with those given, distinctness of
// unique constants among them, in parts that are not connected with each other.
func (s *Axioms) PartsBeside(given []*smtlib.Term) (parts [][]*smtlib.Term) {
	known := map[*smtlib.Term]bool{}
	for _, t := range given {
		known[t] = true
	}
	for _, t := range s.at(s.always) {
		known[t] = true // all queries have them
	}
	take := func(connected []*smtlib.Term) {
		connected = slices.DeleteFunc(connected, func(t *smtlib.Term) bool { return known[t] })
		for _, t := range connected {
			known[t] = true
		}
		if len(connected) > 0 {
			parts = append(parts, connected)
		}
	}
	for _, t := range s.terms {
		if known[t] {
			continue
		}
		connected := s.RelevantTo(t)
		if !slices.Contains(connected, t) { // it is about sorts that nothing limits
			connected = append(connected, t)
		}
		take(connected)
	}
	for _, g := range s.groups {
		if len(g) > 0 && !isInfinite(g[0].Sort()) { // others can always differ
			take(s.RelevantTo(g...))
		}
	}
	return parts
}

// Limited reports whether axioms may limit how many elements a declared sort has.
func (s *Axioms) Limited(sort *smtlib.Sort) bool { return s.limited[sort] }

// Empty reports whether there are neither axioms nor unique constants.
func (s *Axioms) Empty() bool { return len(s.terms) == 0 && len(s.groups) == 0 }

// limitingAxioms are the axioms that one version alone has and that may say how
// many elements a declared sort has. What is said of functions in one version
// only is said of functions of its own; sorts both versions share.
func limitingAxioms(c *smtlib.Context, programs [2]*ir.Program) map[*smtlib.Term]bool {
	var said [2]map[*smtlib.Term]*smtlib.Term // by what they say with the names of the old version
	for i, p := range programs {
		said[i] = map[*smtlib.Term]*smtlib.Term{}
		for _, ax := range p.Axioms {
			if len(limitedIn(ax.Term)) > 0 {
				said[i][c.WithoutTriggers(withOldNames(c, ax.Term))] = ax.Term
			}
		}
	}
	out := map[*smtlib.Term]bool{}
	for i := range programs {
		for t, axiom := range said[i] {
			if said[1-i][t] == nil {
				out[axiom] = true
			}
		}
	}
	return out
}

// withOldNames is t with the functions that the new version has of its own
// replaced by those of the old one.
func withOldNames(c *smtlib.Context, t *smtlib.Term) *smtlib.Term {
	memo := map[*smtlib.Term]*smtlib.Term{}
	smtlib.Visit(t, func(x *smtlib.Term) {
		args := make([]*smtlib.Term, len(x.Args()))
		for i, y := range x.Args() {
			args[i] = memo[y]
		}
		if x.Op() != smtlib.OpApp {
			memo[x] = c.Rebuild(x, args)
			return
		}
		f := x.Func()
		if name, ok := strings.CutSuffix(f.Name, ir.NewSuffix); ok {
			f = c.Func(name, f.Params, f.Result)
		}
		memo[x] = c.App(f, args...)
	})
	return memo[t]
}

// limitedIn are the declared sorts whose number of elements t may limit. Where
// t neither compares values that hold elements of a sort nor quantifies over
// maps or data that hold them, a copy of an element that functions treat like it
// can be added to any model of t.
func limitedIn(t *smtlib.Term) (sorts []*smtlib.Sort) {
	seen := sortSet{}
	smtlib.Visit(t, func(x *smtlib.Term) {
		if x.Op() == smtlib.OpEq {
			sorts = seen.add(sorts, x.Args()[0].Sort())
		}
		for _, b := range x.Bound() {
			if b.Sort().Kind != smtlib.OpaqueKind {
				sorts = seen.add(sorts, b.Sort())
			}
		}
	})
	return sorts
}
