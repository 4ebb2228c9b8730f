package export

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"semdiff/internal/lazyregexp"
	"semdiff/smtlib"
)

// bindSet checks that a file of a set is what the index says it is, and returns
// the condition.
func (a *answer) bindSet(ps *problems, p *Pair, s *Set, text string) (body smtlib.Sexpr) {
	t, err := readText(text)
	if err != nil {
		ps.add(s.File, "%v", err)
		return body
	}
	if t.about != aboutSet(a.Index, p.Name, s.Name) {
		ps.add(s.File, "it is not about %s of %s", s.Name, p.Name)
	}
	if t.logic != s.Logic {
		ps.add(s.File, "its logic is %s, in the index %s", t.logic, s.Logic)
	}
	for _, in := range p.Inputs {
		if !t.declared[unquoted(in)] {
			ps.add(s.File, "it does not declare the input %s", in)
		}
	}
	body, ok := t.condition(symbol(p.Name + ":" + s.Name))
	if !ok || unquoted(s.Symbol) != symbol(p.Name+":"+s.Name) {
		ps.add(s.File, "it does not define %s of %s as %s", s.Name, p.Name, s.Symbol)
	}
	return body
}

// aboutSet is the first line of a file of a set.
func aboutSet(x *Index, pair, set string) string {
	return oneLine(fmt.Sprintf("%s -> %s, %s: the inputs for which %s holds, and what both versions do", x.Old, x.New, pair, set))
}

// sourceOf is what the file of a claim names as its source.
func sourceOf(x *Index, id string) string {
	return quoted(fmt.Sprintf("semdiff export %s %s: %s", x.Old, x.New, id))
}

// extentOf is how much a condition plainly holds.
func extentOf(body smtlib.Sexpr) extent {
	switch {
	case body.Is("false"):
		return none
	case body.Is("true"):
		return all
	}
	return some
}

// bind checks that the query of a claim says what the claim does, of the sets
// of its pair. sets are their conditions, by pair and name.
func (a *answer) bind(ps *problems, cl *claim, sets map[string]map[string]smtlib.Sexpr) {
	t := cl.text
	wrong := func(format string, args ...any) { ps.add(cl.id, "its query: "+format, args...) }
	if t.about != oneLine(cl.query.Says) {
		wrong("it says %q, the index %q", t.about, cl.query.Says)
	}
	if want := sourceOf(a.Index, cl.id); t.source != want {
		wrong("it is that of %q, not of %q", t.source, want)
	}
	if t.logic != cl.query.Logic {
		wrong("its logic is %s, in the index %s", t.logic, cl.query.Logic)
	}
	if !t.checks {
		wrong("it has no check-sat")
	}
	if !sameClaims(t.rests, cl.rests) {
		wrong("it rests on %s, in the index on %s", names(t.rests), names(cl.rests))
	}
	if !sameClaims(t.with, cl.with) {
		wrong("it holds together with %s, in the index with %s", names(t.with), names(cl.with))
	}
	for _, id := range t.given {
		if !slices.Contains(cl.rests, id) {
			wrong("a definition is given %s, on which the claim does not rest", id)
		}
	}
	f := formOf(cl)
	if f == nil {
		return // said elsewhere
	}
	if ofComposition(cl) != nil {
		a.bindComposition(ps, cl)
	}
	if f.claim == nil && f.status == "unsat" {
		return // all is said
	}
	f = f.takesForGranted(cl)
	for _, name := range setNames {
		sym := symbol(cl.pair + ":" + name)
		body, there := t.condition(sym)
		set, known := sets[cl.pair][name]
		switch {
		case !there && slices.Contains(f.sets, name):
			wrong("it does not define %s", sym)
		case there && known && !sameText(body, set):
			wrong("its %s is not the set of the pair", sym)
		}
	}
	for _, names := range f.asserted {
		if t.assertsAll(cl.pair, names) {
			a.bindRelation(ps, cl, names[1])
		}
	}
	for _, name := range f.relations {
		a.bindRelation(ps, cl, name)
	}
	if f.status == "sat" {
		if len(f.asserted) > 0 && !slices.ContainsFunc(f.asserted, func(names []string) bool { return t.assertsAll(cl.pair, names) }) {
			wrong("it does not assert that the input is in a set and the versions differ")
		}
		return
	}
	if f.assumes {
		a.bindInduction(ps, cl, f)
	}
	if cl.proof == byPartial && !slices.Contains(cl.rests, cl.pair+"/"+partial) {
		wrong("it takes for granted that the versions agree where both end, but the claim does not rest on that")
	}
	a.bindRegions(ps, cl)
	a.bindAssertions(ps, cl, f)
	a.bindDefinitions(ps, cl)
	a.bindSharing(ps, cl, f)
}

// assertsAll reports whether conditions of a subject are defined and asserted.
func (q *queryText) assertsAll(subject string, names []string) bool {
	for _, name := range names {
		sym := symbol(subject + ":" + name)
		if _, ok := q.condition(sym); !ok || !q.asserts(sym) {
			return false
		}
	}
	return true
}

func sameClaims(x, y []string) bool {
	x, y = slices.Clone(x), slices.Clone(y)
	for i := range y {
		y[i] = oneLine(y[i])
	}
	slices.Sort(x)
	slices.Sort(y)
	return slices.Equal(x, y)
}

func names(ids []string) string {
	if len(ids) == 0 {
		return "nothing"
	}
	return strings.Join(ids, ", ")
}

var (
	stepName = lazyregexp.New(`^step-([0-9]+)$`)
	partName = lazyregexp.New(`^step-([0-9]+):part-[0-9]+$`)
)

// bindAssertions checks that a query without models asserts the negation of the
// claim, and axioms beside it that have models.
func (a *answer) bindAssertions(ps *problems, cl *claim, f *form) {
	t := cl.text
	b := &builder{Context: smtlib.NewContext(), subject: cl.pair}
	parts := map[string][]*smtlib.Term{}
	for _, d := range t.defs {
		if stepName.MatchString(d.name) {
			b.steps = append(b.steps, d.name)
		}
		if m := partName.FindStringSubmatch(d.name); m != nil {
			parts[m[1]] = append(parts[m[1]], b.sym(d.name))
		}
	}
	for _, step := range b.steps {
		if body, ok := t.condition(step); !ok || body.String() != textOf(b.And(parts[stepName.FindStringSubmatch(step)[1]]...)) {
			ps.add(cl.id, "its query: %s is not all of its parts", step)
		}
	}
	want := f.claim(b)
	first := len(t.assertions) - len(want)
	for i, w := range want {
		if first < 0 || t.assertions[first+i].String() != textOf(w) {
			ps.add(cl.id, "its query: it does not assert that the claim is false")
			return
		}
	}
	for _, w := range want {
		smtlib.Visit(w, func(u *smtlib.Term) {
			if u.Op() != smtlib.OpApp {
				return
			}
			if _, ok := t.condition(symbol(u.Func().Name)); !ok {
				ps.add(cl.id, "its query: it does not define %s", u.Func().Name)
			}
		})
	}
	a.bindAxioms(ps, cl, t.assertions[:first])
}

func textOf(t *smtlib.Term) string {
	var sb strings.Builder
	smtlib.NewNames().WriteTerm(&sb, t)
	return sb.String()
}

// bindAxioms checks that what a query asserts beside the claim was shown to have
// a model, or plainly has one.
func (a *answer) bindAxioms(ps *problems, cl *claim, asserted []smtlib.Sexpr) {
	var shown []smtlib.Sexpr
	for _, id := range cl.rests {
		if on := a.claims[id]; on != nil && on.pair == axioms {
			if on.text == nil {
				return // whether there is a model is not known
			}
			shown = append(shown, on.text.assertions...)
		}
	}
	operations := map[string]bool{}
	for _, s := range asserted {
		if isBitOperation(s) {
			operations[s.List[1].List[0].Text] = true
		}
	}
	for _, s := range asserted {
		if isBitOperation(s) {
			continue
		}
		symbols(s, func(sym string) {
			if operations[sym] {
				ps.doubt(cl.id, "its query: an axiom speaks of %s, which has a meaning: %s", sym, s)
			}
		})
		s = withoutPatterns(s)
		if !slices.ContainsFunc(shown, func(t smtlib.Sexpr) bool { return sameText(s, withoutPatterns(t)) }) && !cl.text.definitional(s) {
			ps.doubt(cl.id, "its query: no claim shows that an axiom has a model: %s", s)
			return
		}
	}
}

// withoutPatterns is a quantified formula without its triggers.
func withoutPatterns(s smtlib.Sexpr) smtlib.Sexpr {
	if s.Head() != "forall" || len(s.List) != 3 || s.List[2].Head() != "!" || len(s.List[2].List) < 2 {
		return s
	}
	s.List = []smtlib.Sexpr{s.List[0], s.List[1], s.List[2].List[1]}
	return s
}

// definitional reports whether an axiom says nothing but what the elements of a
// lambda are, or that constants differ.
func (q *queryText) definitional(s smtlib.Sexpr) bool {
	switch {
	case s.Head() == "not" && len(s.List) == 2 && s.List[1].Head() == "=":
		return q.differentConstants(s.List[1].List[1:])
	case s.Head() == "distinct":
		return q.differentConstants(s.List[1:])
	case s.Head() == "forall" && len(s.List) == 3:
		return definesLambda(s.List[2])
	}
	return false
}

// isBitOperation reports whether a formula says what an operation on bits gives for two
// numbers, and that is so.
func isBitOperation(s smtlib.Sexpr) bool {
	if s.Head() != "=" || len(s.List) != 3 || len(s.List[1].List) != 3 {
		return false
	}
	applied, result := s.List[1], s.List[2]
	operation := smtlib.BitOperationNamed(unquoted(suffix.ReplaceAllString(applied.List[0].Text, "")))
	x, okX := new(big.Int).SetString(applied.List[1].Text, 10)
	y, okY := new(big.Int).SetString(applied.List[2].Text, 10)
	if operation == nil || !okX || !okY {
		return false
	}
	n := operation(x, y)
	return n != nil && n.String() == result.Text
}

// differentConstants reports whether terms are constants of sorts without end.
func (q *queryText) differentConstants(terms []smtlib.Sexpr) bool {
	seen := map[string]bool{}
	for _, t := range terms {
		if !t.IsSymbol() || seen[t.Text] || q.of[t.Text] != nil || !q.endless[t.Text] {
			return false
		}
		seen[t.Text] = true
	}
	return true
}

// definesLambda reports whether a formula says what a lambda holds somewhere,
// and mentions it nowhere else.
func definesLambda(s smtlib.Sexpr) bool {
	for s.Head() == "not" && len(s.List) == 2 { // of a lambda to Bool
		s = s.List[1]
	}
	if isElement(s) {
		return true
	}
	if s.Head() != "=" || len(s.List) != 3 {
		return false
	}
	for i, side := range s.List[1:] {
		if other := s.List[2-i]; isElement(side) {
			mentioned := false
			lambda := lambdaOf(side)
			symbols(other, func(sym string) { mentioned = mentioned || sym == lambda })
			return !mentioned
		}
	}
	return false
}

// isElement reports whether a term is (select lambda index), or an element of
// such an element.
func isElement(s smtlib.Sexpr) bool { return lambdaOf(s) != "" }

func lambdaOf(s smtlib.Sexpr) string {
	for s.Head() == "select" && len(s.List) == 3 {
		s = s.List[1]
		if s.Head() == "select" {
			continue
		}
		if s.Kind == smtlib.ListKind && len(s.List) > 0 {
			s = s.List[0]
		}
		if s.IsSymbol() && strings.HasPrefix(s.Text, "lambda:") {
			return s.Text
		}
	}
	return ""
}

// versionFunc is the name of a result of one version of a procedure, or of what
// both share.
var versionFunc = lazyregexp.New(`^([^:]+):(old|new|both)(:body|:call-[0-9]+)?(:unexplored)?(\.|:ends|:fails|:blocked|:kind|:reached|:in\.)`)

// bindDefinitions checks that a query without models gives a meaning only to
// what the versions do and to its own conditions.
func (a *answer) bindDefinitions(ps *problems, cl *claim) {
	for _, d := range cl.text.defs {
		m := versionFunc.FindStringSubmatch(d.name)
		own := strings.HasPrefix(d.name, symbol(baseOf(cl.pair)+":")) && m == nil ||
			statement.MatchString(d.name) || factName.MatchString(d.name) // which are bound, and about claims
		switch {
		case m != nil && m[2] != "both" && m[4] == "", own, stepName.MatchString(d.name), partName.MatchString(d.name):
		default:
			ps.add(cl.id, "its query: it defines %s, which may be anything", d.name)
		}
	}
}

// bindSharing checks that the claim rests on what allows the versions to share a
// function, unless that is the hypothesis of its own induction.
func (a *answer) bindSharing(ps *problems, cl *claim, f *form) {
	known := map[string]bool{}    // that claims say that a pair agrees; with ":ends" when it ends on the same inputs too
	given := map[string]bool{}    // claims about single results
	less := map[string][]string{} // outputs of a pair that is known to agree on these alone
	allow := func(id string) {
		on := a.claims[id]
		if on != nil && (strings.HasPrefix(on.name, same) || strings.HasPrefix(on.name, dependsOn)) {
			given[baseOf(on.pair)+"/"+on.name] = true
		}
		if on == nil || on.name != unchanged && on.name != partial || isRegion(on.pair) {
			return
		}
		pair := baseOf(on.pair)
		if outputs := outputsOf(on); len(outputs) > 0 && (less[pair] != nil || !known[pair]) {
			less[pair] = append(less[pair], outputs...)
		} else {
			delete(less, pair)
		}
		known[pair] = true
		if on.name == unchanged {
			known[pair+":ends"] = true
		}
	}
	for _, id := range cl.rests {
		allow(id)
	}
	if f.induction {
		allow(cl.id)
		for _, id := range cl.with {
			allow(id)
		}
	}
	said := map[string]bool{}
	allowed := func(r pairResult) bool {
		switch {
		case given[r.pair+"/"+same+r.output]:
			return true
		case r.kind == "." && less[r.pair] != nil && !slices.Contains(less[r.pair], r.output):
			return false
		}
		return known[r.pair] && r.kind != ":ends" || known[r.pair+":ends"]
	}
	need := func(how string, results ...pairResult) {
		if how = fmt.Sprintf(how, results[0].pair); !slices.ContainsFunc(results, allowed) && !said[how] {
			said[how] = true
			ps.add(cl.id, "its query: %s, but the claim rests on none that allows it", how)
		}
	}
	for _, d := range cl.text.defs {
		name := strings.Replace(d.name, ":at:", ":", 1)
		in := versionFunc.FindStringSubmatch(name)
		symbols(d.body, func(sym string) {
			m := versionFunc.FindStringSubmatch(sym)
			if of := ofVersion(sym); f.assumes && in != nil && of != "" && of != in[2] {
				ps.add(cl.id, "its query: %s depends on %s, of the other version", d.name, sym)
			}
			switch {
			case m == nil:
			case m[2] == "both":
				pair, output, some := a.pairOf(m[1], "old"), outputOf(m, sym), strings.Contains(sym, sharedOf)
				need("the versions of %s share a function", pairResult{pair, m[5], output})
				if some && !given[pair+"/"+dependsOn+output] {
					ps.add(cl.id, "its query: a function of some inputs stands for %s, but the claim rests on none that says so", pair)
				}
			case in != nil && m[2] != in[2]:
				need("a version of %s is defined by the other one", a.resultOf(in, name), a.resultOf(m, sym))
			}
		})
	}
}

// pairResult is what functions of both versions of a pair give: an output where kind is
// ".", else how the pair ends.
type pairResult struct{ pair, kind, output string }

// resultOf is what a function is about, by a match of its name.
func (a *answer) resultOf(m []string, sym string) pairResult {
	return pairResult{a.pairOf(m[1], m[2]), m[5], outputOf(m, sym)}
}

// outputsOf are the outputs that a claim compares, as far as its query tells.
func outputsOf(cl *claim) []string {
	if cl.text == nil {
		return nil
	}
	return outputsIn(cl.text, baseOf(cl.pair))
}

// pairOf is the name of the pair of a procedure, or its own when the index does
// not list it.
func (a *answer) pairOf(proc, version string) string {
	for i := range a.Pairs {
		p := &a.Pairs[i]
		name := p.Old
		if version == "new" {
			name = p.New
		}
		if prefix(name) == proc && p.Old != "" && p.New != "" {
			return p.Name
		}
	}
	return proc
}

// sharedOf stands in the name of a shared function before the inputs that it takes, where
// these are not all.
const sharedOf = ":of"

// outputOf is the output that a function is about, by a match of its name.
func outputOf(m []string, sym string) string {
	if m[5] != "." {
		return "outcome"
	}
	output, _, _ := strings.Cut(strings.TrimPrefix(sym, m[0]), sharedOf)
	output, _, _ = strings.Cut(output, "@") // where functions are written out at arguments
	return output
}
