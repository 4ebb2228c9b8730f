package export

import (
	"slices"
	"strings"

	"semdiff/internal/lazyregexp"
	"semdiff/moddiff/certificate"
	"semdiff/smtlib"
)

// Inductions over runs prove relations between loops, and lemmas about one version. A
// query about one takes facts for granted: what relations and lemmas say of runs of
// procedures, which are called NAME:old:body for the run at hand and NAME:old:call-N for
// the calls that it makes. No claim rests on itself, since facts that its own induction
// gives are about runs that are shorter.

// An induction is what the claims of one have in common, as a suffix of their names and
// of the names of the facts that they give.
const (
	relates  = "" // -step and -exit
	oldEnds  = ":old-ends"
	newEnds  = ":new-ends"
	bothEnds = ":ends" // what the two before give together
)

var (
	relationClaim = lazyregexp.New(`^(relation-[1-9][0-9]*)-(step|exit|old-ends|new-ends)$`)
	lemmaClaim    = lazyregexp.New(`^lemma-[1-9][0-9]*$`)
	bodyEnds      = lazyregexp.New(`^[^:]+:(old|new):body:ends$`)
)

// inductionOf is what the claims have in common that are proven together with one.
func inductionOf(name string) string {
	if m := relationClaim.FindStringSubmatch(name); m != nil {
		if m[2] == "step" || m[2] == "exit" {
			return certificate.Relation
		}
		return certificate.Relation + "-" + m[2]
	}
	if lemmaClaim.MatchString(name) {
		return certificate.Lemma
	}
	if contextClaim.MatchString(name) {
		return byContexts
	}
	return name
}

// byRuns is the form of a claim of an induction over runs; nil where there is none of
// the name.
func byRuns(name string) *form {
	m := relationClaim.FindStringSubmatch(name)
	if m == nil && !lemmaClaim.MatchString(name) {
		return nil
	}
	return &form{status: "unsat", overRuns: true, assumes: true, claim: func(b *builder) []*smtlib.Term {
		out := []*smtlib.Term{b.own("assumed")}
		switch {
		case m != nil && m[2] == "step":
			out = append(out, b.own("goes_on"))
		case m != nil && m[2] == "exit":
			out = append(out, b.Not(b.own("goes_on")))
		}
		return append(out, b.Not(b.own("claimed")))
	}}
}

// byRelations is the form of a claim about a pair that relations show, in a region or on
// all inputs.
func byRelations(region bool) *form {
	f := holds("", "step")
	f.assumes = true
	f.claim = func(b *builder) []*smtlib.Term {
		out := []*smtlib.Term{b.own("assumed")}
		if region {
			out = append(out, b.own("given"))
		}
		return append(out, b.Not(b.own("step")))
	}
	return f
}

// takesForGranted is the form of a claim that takes facts about calls for granted, where
// its query says that it does.
func (f *form) takesForGranted(cl *claim) *form {
	if _, ok := cl.text.condition(symbol(cl.pair + ":assumed")); !ok || f.assumes || len(factsOf(cl.text)) == 0 || f.status != "unsat" || cl.name != unchanged && cl.name != partial {
		return f
	}
	g := *f
	g.assumes = true
	g.claim = func(b *builder) []*smtlib.Term {
		return append([]*smtlib.Term{b.own("assumed")}, f.claim(b)...)
	}
	return &g
}

// fact is a fact that a query takes for granted.
type fact struct {
	of     string   // the subject of the claims that show it
	name   string   // of the relation or lemma
	what   string   // what it says: of what the runs do, or of whether they end
	runs   []string // old, then new; or one
	symbol string
}

// factName is the name of a fact: the subject of its claims, the relation or lemma, what
// it says, and of which runs.
var factName = lazyregexp.New(`^(.+):((?:relation|lemma)-[1-9][0-9]*)((?::[a-z-]+)?)@([^@]*)$`)

// factsOf are the facts that a file defines.
func factsOf(t *queryText) (list []fact) {
	for _, d := range t.defs {
		if m := factName.FindStringSubmatch(d.name); m != nil {
			list = append(list, fact{of: m[1], name: m[2], what: m[3], runs: strings.Split(m[4], ","), symbol: d.name})
		}
	}
	return list
}

// runName is a run as the name of a fact has it.
var runName = lazyregexp.New(`^([^:@,]+):(old|new):(body|call-[1-9][0-9]*)$`)

// bindInduction checks that what a query takes for granted follows from the claims that
// it rests on, and from its own induction for shorter runs; and that what it claims is
// what its name says.
func (a *answer) bindInduction(ps *problems, cl *claim, f *form) {
	t := cl.text
	wrong := func(format string, args ...any) { ps.add(cl.id, "its query: "+format, args...) }
	b := &statements{Context: smtlib.NewContext(), t: t}
	var all []*smtlib.Term
	for _, fact := range factsOf(t) {
		all = append(all, b.sym(fact.symbol))
		if !b.isFact(fact) {
			wrong("%s is no fact", fact.symbol)
		} else if why := a.allows(cl, f, fact); why != "" {
			wrong("%s: %s", fact.symbol, why)
		}
	}
	if !f.overRuns && cl.proof != byRelation && !t.writtenOut {
		for _, run := range runsOf(t) {
			if what := t.isNoCall(run); what != "" {
				wrong("%s is not what a call gives", what)
			}
		}
	}
	if body, ok := t.condition(symbol(cl.pair + ":assumed")); !ok || !sameUnordered(body, b.And(all...)) {
		wrong("what it takes for granted is not its facts alone")
	}
	if f.overRuns && !b.claims(cl.pair, cl.name) {
		wrong("what it claims is not what its name says")
	}
	a.bindStatements(ps, cl)
}

// runsOf are the runs that facts are about, each once.
func runsOf(t *queryText) (runs []string) {
	for _, fact := range factsOf(t) {
		for _, run := range fact.runs {
			if !slices.Contains(runs, run) {
				runs = append(runs, run)
			}
		}
	}
	return runs
}

// isNoCall is what is defined of a run, of a procedure that is called on given terms, that
// is not the result of that procedure on these terms; "" where all is.
func (q *queryText) isNoCall(run string) string {
	m := runName.FindStringSubmatch(run)
	if m == nil {
		return run
	}
	var in []smtlib.Sexpr
	for _, d := range q.defs {
		if strings.HasPrefix(d.name, run+":in.") {
			arg, ok := withoutLets(d.body)
			if !ok {
				return d.name
			}
			in = append(in, arg)
		}
	}
	for _, d := range q.defs {
		what, ok := strings.CutPrefix(d.name, run)
		if !ok || strings.HasPrefix(what, ":in.") {
			continue
		}
		body, ok := withoutLets(d.body)
		if !ok {
			return d.name
		}
		call := body.List
		if body.IsSymbol() {
			call = []smtlib.Sexpr{body}
		}
		isResult := len(call) == len(in)+1 && call[0].IsSymbol() && call[0].Text == m[1]+":"+m[2]+what
		for i, arg := range in {
			isResult = isResult && sameText(call[i+1], arg)
		}
		switch {
		case isResult, what == ":reached" && d.body.Is("true"):
		case (what == ":ends" || what == ":fails" || what == ":blocked") && (d.body.Is("true") || d.body.Is("false")): // its text says so
		default:
			return d.name
		}
	}
	return ""
}

// allows says why a claim may not take a fact for granted; "" where it may.
func (a *answer) allows(cl *claim, f *form, x fact) string {
	own := func(name string) *claim { return a.claims[x.of+"/"+name] }
	var from []*claim
	switch {
	case lemmaClaim.MatchString(x.name):
		from = []*claim{own(x.name)}
	case x.what == relates:
		from = []*claim{own(x.name + "-step"), own(x.name + "-exit")}
	case x.what == bothEnds:
		from = []*claim{own(x.name + "-old-ends"), own(x.name + "-new-ends")}
	default:
		from = []*claim{own(x.name + "-" + x.what[1:])}
	}
	for _, on := range from {
		if on == nil || on.text == nil {
			return "no claim shows it"
		}
		if !slices.Equal(x.procedures(), bodiesOf(on.text)) {
			return "it is about other procedures than " + on.id
		}
		switch {
		case slices.Contains(cl.rests, on.id) && !(f.overRuns && inductionOf(cl.name) == inductionOf(on.name)):
		case !f.overRuns || on.pair != cl.pair || inductionOf(cl.name) != inductionOf(on.name) || on != cl && !slices.Contains(cl.with, on.id):
			return "the claim does not rest on " + on.id
		case !x.shorter():
			return "the claim rests on itself: the runs are no shorter"
		}
	}
	return ""
}

// shorter reports whether the induction that gives a fact has reached its runs: those of
// which it is the length that is looked at are not all the runs at hand.
func (x fact) shorter() bool {
	isCall := func(run string) bool { return !strings.HasSuffix(run, ":body") }
	switch x.what {
	case oldEnds:
		return isCall(x.runs[0])
	case newEnds:
		return isCall(x.runs[1])
	}
	return slices.ContainsFunc(x.runs, isCall)
}

// procedures are those that a fact is about, with their versions.
func (x fact) procedures() (list []string) {
	for _, run := range x.runs {
		m := runName.FindStringSubmatch(run)
		list = append(list, m[1]+":"+m[2])
	}
	return list
}

// bodiesOf are the procedures whose runs a file is about, the old one first.
func bodiesOf(t *queryText) (list []string) {
	for _, d := range t.defs {
		if bodyEnds.MatchString(d.name) {
			list = append(list, strings.TrimSuffix(d.name, ":body:ends"))
		}
	}
	isNew := func(name string) int { return strings.Count(name[len(name)-4:], ":new") }
	slices.SortFunc(list, func(x, y string) int { return isNew(x) - isNew(y) })
	return list
}

// statements makes the terms of facts and claims as the analysis does.
type statements struct {
	*smtlib.Context
	t *queryText
}

func (b *statements) sym(name string) *smtlib.Term { return b.App(b.Func(name, nil, b.Bool)) }

// of is what a relation or lemma of a subject, or the precondition of a relation, says of
// runs; nil where the file does not define it.
func (b *statements) of(subject, name string, runs []string) *smtlib.Term {
	d := b.t.of[prefix(subject)+":"+name]
	if d == nil || len(d.params) == 0 || !d.sort.Is("Bool") {
		return nil
	}
	var args []*smtlib.Term
	var sorts []*smtlib.Sort
	for _, p := range d.params {
		version, what := cutVersion(suffix.ReplaceAllString(p.List[0].Text, ""))
		k := slices.IndexFunc(runs, func(run string) bool { return runName.FindStringSubmatch(run)[2] == version })
		if k < 0 {
			return nil
		}
		sort := b.Int // whatever it is
		if what == ":fails" || what == ":blocked" {
			sort = b.Bool
		}
		args = append(args, b.App(b.Func(runs[k]+what, nil, sort)))
		sorts = append(sorts, sort)
	}
	return b.App(b.Func(d.name, sorts, b.Bool), args...)
}

// cutVersion cuts the name of a parameter after the version that it is about.
func cutVersion(name string) (version, rest string) {
	n := min(len("old"), len(name))
	return name[:n], name[n:]
}

// said is what a relation says of two runs, or a lemma of one; nil where the file does
// not define it.
func (b *statements) said(subject, name, what string, runs []string) *smtlib.Term {
	ends := func(k int) *smtlib.Term { return b.sym(runs[k] + ":ends") }
	if what == relates {
		t := b.of(subject, name, runs)
		switch {
		case t == nil:
			return nil
		case len(runs) == 1:
			return b.Implies(b.And(ends(0), b.Not(b.sym(runs[0]+":fails")), b.Not(b.sym(runs[0]+":blocked"))), t)
		}
		return b.Implies(b.And(ends(0), ends(1)), t)
	}
	given := b.of(subject, name+":given", runs)
	switch {
	case given == nil || len(runs) != 2:
		return nil
	case what == oldEnds:
		return b.Implies(b.And(given, ends(0)), ends(1))
	case what == newEnds:
		return b.Implies(b.And(given, ends(1)), ends(0))
	case what == bothEnds:
		return b.Implies(given, b.Eq(ends(0), ends(1)))
	}
	return nil
}

// isFact reports whether the file defines a fact as what its name says.
func (b *statements) isFact(x fact) bool {
	reached := []*smtlib.Term{}
	for k, run := range x.runs {
		m := runName.FindStringSubmatch(run)
		if m == nil || len(x.runs) == 2 && m[2] != [...]string{"old", "new"}[k] {
			return false
		}
		reached = append(reached, b.sym(run+":reached"))
	}
	if ofOne := lemmaClaim.MatchString(x.name); len(x.runs) != 2 && !ofOne || len(x.runs) != 1 && ofOne {
		return false
	}
	said := b.said(x.of, x.name, x.what, x.runs)
	body, ok := b.t.condition(x.symbol)
	return ok && said != nil && sameUnordered(body, b.Implies(b.And(reached...), said))
}

// claims reports whether the file claims what the name of the claim says, of the runs at
// hand.
func (b *statements) claims(subject, claim string) bool {
	name, what := claim, relates
	if m := relationClaim.FindStringSubmatch(claim); m != nil {
		name = m[1]
		if m[2] != "step" && m[2] != "exit" {
			what = ":" + m[2]
		}
	}
	var runs []string
	for _, p := range bodiesOf(b.t) {
		runs = append(runs, p+":body")
	}
	if ofOne := lemmaClaim.MatchString(name); len(runs) != 2 && !ofOne || len(runs) != 1 && ofOne {
		return false
	}
	said := b.said(subject, name, what, runs)
	body, ok := b.t.condition(symbol(subject + ":claimed"))
	return ok && said != nil && sameUnordered(body, said)
}

// sameUnordered compares the text of a condition with a term.
func sameUnordered(body smtlib.Sexpr, want *smtlib.Term) bool {
	text, err := smtlib.ReadSexprs(textOf(want))
	return err == nil && unordered(body) == unordered(text[0])
}

// bindStatements checks that relations and lemmas are the same in all queries, and about
// their parameters alone; and that the claims about one relation are about the same
// runs.
func (a *answer) bindStatements(ps *problems, cl *claim) {
	for _, d := range cl.text.defs {
		m := statement.FindStringSubmatch(d.name)
		if m == nil {
			continue
		}
		name := m[2]
		if !lemmaClaim.MatchString(name) {
			name += "-step"
		}
		on := a.claims[m[1]+"/"+name]
		if on == nil || on.text == nil {
			continue // said elsewhere
		}
		if there := on.text.of[d.name]; there == nil || !sameDefinition(d, *there) {
			ps.add(cl.id, "its query: %s is another than in %s", d.name, on.id)
		}
		symbols(d.body, func(sym string) {
			if cl.text.declared[sym] && sym != d.name+":given" && !isParameter(d, sym) && (versionFunc.MatchString(sym) || ofVersion(sym) != "" || a.isInput(cl.pair, sym)) {
				ps.add(cl.id, "its query: %s is about more than its parameters: %s", d.name, sym)
			}
		})
	}
	if m := relationClaim.FindStringSubmatch(cl.name); m != nil && m[2] != "step" {
		step := a.claims[cl.pair+"/"+m[1]+"-step"]
		if step == nil || step.text == nil {
			return
		}
		own := []string{symbol(cl.pair + ":assumed"), symbol(cl.pair + ":claimed")}
		for _, d := range cl.text.defs {
			if there := step.text.of[d.name]; there != nil && !slices.Contains(own, d.name) && !sameDefinition(d, *there) {
				ps.add(cl.id, "its query: %s is another than in %s", d.name, step.id)
			}
		}
	}
}

// statement is the name of a function that says what a relation does, or what it asks
// of inputs, or what a lemma does.
var statement = lazyregexp.New(`^(.+):(relation-[1-9][0-9]*|lemma-[1-9][0-9]*)(:given)?$`)

func sameDefinition(d, e definition) bool {
	list := func(d definition) smtlib.Sexpr {
		return smtlib.Sexpr{Kind: smtlib.ListKind, List: append(slices.Clone(d.params), d.sort, d.body)}
	}
	return sameText(list(d), list(e))
}

func isParameter(d definition, sym string) bool {
	return slices.ContainsFunc(d.params, func(p smtlib.Sexpr) bool { return len(p.List) > 0 && p.List[0].Text == sym })
}

// isInput reports whether a symbol is that of an input of a pair.
func (a *answer) isInput(pair, sym string) bool {
	p := a.pairs[baseOf(pair)]
	return p != nil && slices.ContainsFunc(p.Inputs, func(in string) bool { return unquoted(in) == sym })
}

// ofVersion is the version that a variable is about which stands for an input of a run
// at hand, or for what a call gives.
func ofVersion(sym string) string {
	switch {
	case strings.HasPrefix(sym, "old:"), strings.HasPrefix(sym, "v1."):
		return "old"
	case strings.HasPrefix(sym, "new:"), strings.HasPrefix(sym, "v2."):
		return "new"
	}
	return ""
}
