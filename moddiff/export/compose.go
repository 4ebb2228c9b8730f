package export

import (
	"fmt"
	"slices"
	"strings"

	"semdiff/internal/lazyregexp"
	"semdiff/moddiff"
	"semdiff/moddiff/certificate"
	"semdiff/smtlib"
)

// An entry may be composed of regions of bodies, which are procedures of the versions that
// the claims are about. Then bodies do what they do with their regions as procedures
// (composed-old, composed-new), and a region that assumes a context never does so in vain:
// the context holds at each call (context-old-N, context-new-N, one induction), and nothing
// else is assumed (assumes).

// Composition lists boundaries, the parts of an entry in which differences stay, and what
// leads from these to the entry.
type Composition struct {
	Boundaries []string  `json:"boundaries"` // pairs
	Composed   []string  `json:"composed"`   // pairs of bodies with regions that are procedures
	Contexts   []Context `json:"contexts"`
}

// Context is what holds of the inputs of a pair whenever a run of the entry comes to it.
type Context struct {
	Pair      string      `json:"pair"`
	Inputs    []string    `json:"inputs"`    // their symbols in the files
	Condition string      `json:"condition"` // over these
	Callers   [2][]string `json:"callers"`   // in each version, one for each call
}

const (
	assumes     = certificate.Assumes
	composedOld = certificate.ComposedOld
	composedNew = certificate.ComposedNew
	byContexts  = certificate.ByContexts
	byOutlining = certificate.ByOutlining
)

var contextClaim = lazyregexp.New(`^context-(old|new)-([1-9][0-9]*)$`)

// indexComposition is a composition as the index lists it.
func indexComposition(x *certificate.Composition) *Composition {
	if x == nil {
		return nil
	}
	out := &Composition{Boundaries: append([]string{}, x.Boundaries...), Composed: append([]string{}, x.Composed...), Contexts: []Context{}}
	for _, context := range x.Contexts {
		n, c := smtlib.NewNames(), Context{Pair: context.Pair, Inputs: []string{}}
		for _, in := range context.Inputs {
			c.Inputs = append(c.Inputs, n.Var(in))
		}
		var text strings.Builder
		n.WriteTerm(&text, context.Cond)
		c.Condition = text.String()
		for v, callers := range context.Callers {
			c.Callers[v] = append([]string{}, callers...)
		}
		out.Contexts = append(out.Contexts, c)
	}
	return out
}

// contextOf is the context of a pair; nil for none.
func (a *answer) contextOf(pair string) *Context {
	if a.Composition == nil {
		return nil
	}
	for i := range a.Composition.Contexts {
		if c := &a.Composition.Contexts[i]; c.Pair == pair {
			return c
		}
	}
	return nil
}

// composition are the ids of the claims that lead from the boundaries to the entry.
func (a *answer) composition() (ids []string) {
	if a.Composition == nil {
		return nil
	}
	for _, pair := range a.Composition.Composed {
		ids = append(ids, pair+"/"+composedOld, pair+"/"+composedNew)
	}
	for _, c := range a.Composition.Contexts {
		for v, version := range []string{certificate.ContextOld, certificate.ContextNew} {
			for i := range c.Callers[v] {
				ids = append(ids, fmt.Sprintf("%s/%s-%d", c.Pair, version, i+1))
			}
		}
		if strings.HasSuffix(c.Pair, certificate.WithinSuffix) {
			ids = append(ids, c.Pair+"/"+assumes)
		}
	}
	for _, pair := range a.Composition.Boundaries {
		if id := a.agreement(pair); id != "" {
			ids = append(ids, id)
		}
	}
	return ids
}

// agreement is the claim that the versions of a pair agree; "" for none.
func (a *answer) agreement(pair string) string {
	for _, name := range []string{unchanged, partial} {
		if id := pair + "/" + name; a.claims[id] != nil {
			return id
		}
	}
	return ""
}

// checkComposition checks that the claims are there which lead from the boundaries to the
// entry, and that this is what the entry rests on.
func (a *answer) checkComposition(ps *problems) {
	for _, id := range a.composition() {
		if a.claims[id] == nil {
			ps.add(id, "the claim is missing: the entry is composed of regions")
		}
	}
	for _, cl := range a.order {
		name := cl.pair
		if strings.HasSuffix(name, certificate.WithinSuffix) && a.contextOf(name) == nil {
			ps.add(name, "it assumes a context, and none is listed")
		}
		if i := strings.Index(baseOf(name), certificate.RegionMark); i >= 0 && (a.Composition == nil || !slices.Contains(a.Composition.Composed, name[:i])) {
			ps.add(name, "it is a region of %s, which is not listed as composed of such", name[:i])
		}
	}
	if a.Composition == nil {
		return
	}
	if a.Verdict != verdicts[0] && a.Verdict != verdicts[1] {
		return
	}
	for _, pair := range a.Composition.Boundaries {
		id := a.agreement(pair)
		if id == "" {
			ps.add(pair, "no claim says that its versions agree: it is no boundary")
			continue
		}
		if !a.isEqual(pair, id) {
			ps.add(pair, "its versions agree on some of the inputs alone: it is no boundary")
		}
		for _, entry := range a.Entry {
			if !a.reaches(a.agreement(entry), id) {
				ps.add(pair, "nothing that %s rests on is about it: it is no boundary", entry)
			}
		}
	}
	for _, c := range a.Composition.Contexts {
		if len(c.Callers[0])+len(c.Callers[1]) == 0 {
			ps.add(c.Pair, "it has a context, and no calls")
		}
	}
}

// isEqual reports whether the claim that the versions of a pair agree is about all inputs.
func (a *answer) isEqual(pair, id string) bool {
	if p := a.pairs[pair]; p != nil {
		return p.Status == string(moddiff.StatusUnchanged) || p.Status == moddiff.Equivalent.String() || p.Status == moddiff.PartiallyEquivalent.String()
	}
	_, name := cutClaim(id)
	proof := a.claims[id].proof
	return name == partial || proof != bySummaries && proof != byRegions
}

// reaches reports whether a claim is another one, or rests on it.
func (a *answer) reaches(from, to string) bool {
	seen := map[string]bool{}
	var visit func(id string) bool
	visit = func(id string) bool {
		cl := a.claims[id]
		if id == to || cl == nil || seen[id] {
			return id == to
		}
		seen[id] = true
		return slices.ContainsFunc(append(slices.Clone(cl.rests), cl.with...), visit)
	}
	return visit(from)
}

// ofComposition is the form of a claim that leads from boundaries to an entry; nil for
// others.
func ofComposition(cl *claim) *form {
	switch {
	case cl.proof == byContexts && contextClaim.MatchString(cl.name):
		return &form{status: "unsat", together: true}
	case cl.proof == byOutlining && cl.name == assumes:
		return &form{status: "unsat"}
	case cl.proof == byOutlining && (cl.name == composedOld || cl.name == composedNew):
		f := holds("", cl.name)
		f.relations = nil // bindComposed has its own
		return f
	}
	return nil
}

// bindComposition checks that the query of a claim says what the claim does, of the
// contexts and pairs that the index lists.
func (a *answer) bindComposition(ps *problems, cl *claim) {
	wrong := func(format string, args ...any) { ps.add(cl.id, "its query: "+format, args...) }
	for _, d := range cl.text.defs {
		pair, is := strings.CutSuffix(d.name, certificate.ContextSuffix)
		if !is {
			continue
		}
		if c := a.contextNamed(pair); c == nil || !c.is(&d) {
			wrong("%s is not the context in the index", d.name)
		}
	}
	switch {
	case contextClaim.MatchString(cl.name):
		a.bindArrival(cl, wrong)
	case cl.name == assumes:
		a.bindAssumes(cl, wrong)
	default:
		a.bindComposed(cl, wrong)
	}
}

// contextNamed is the context of a pair by its name in files.
func (a *answer) contextNamed(name string) *Context {
	if a.Composition == nil {
		return nil
	}
	for i := range a.Composition.Contexts {
		if c := &a.Composition.Contexts[i]; prefix(c.Pair) == name {
			return c
		}
	}
	return nil
}

// is reports whether a definition is that of the context.
func (c *Context) is(d *definition) bool {
	body, err := smtlib.ReadSexprs(c.Condition)
	if err != nil || len(body) != 1 || len(d.params) != len(c.Inputs) || !d.sort.Is("Bool") {
		return false
	}
	// The names of parameters are part of what is compared.
	here, there := []smtlib.Sexpr{d.body}, []smtlib.Sexpr{body[0]}
	for i, p := range d.params {
		if len(p.List) != 2 {
			return false
		}
		in, err := smtlib.ReadSexprs(c.Inputs[i])
		if err != nil || len(in) != 1 {
			return false
		}
		here, there = append(here, p.List[0]), append(there, in[0])
	}
	list := func(s []smtlib.Sexpr) smtlib.Sexpr { return smtlib.Sexpr{Kind: smtlib.ListKind, List: s} }
	return sameText(list(here), list(there))
}

// application reports whether a term is a context of terms, and which these are.
func (c *Context) application(s smtlib.Sexpr) (args []smtlib.Sexpr, ok bool) {
	if len(c.Inputs) == 0 {
		return nil, false
	}
	name := prefix(c.Pair) + certificate.ContextSuffix
	return s.List[min(1, len(s.List)):], s.Kind == smtlib.ListKind && len(s.List) == len(c.Inputs)+1 && s.List[0].Text == name
}

// bindArrival checks the query that a context holds at a call: it asserts that of the
// caller, if there is one, that the call is made, and that the context does not hold of
// what it is given.
func (a *answer) bindArrival(cl *claim, wrong func(string, ...any)) {
	m := contextClaim.FindStringSubmatch(cl.name)
	own := a.contextOf(cl.pair)
	v := slices.Index([]string{"old", "new"}, m[1])
	if own == nil {
		wrong("the index lists no context of %s", cl.pair)
		return
	}
	callers := own.Callers[v]
	var n int
	fmt.Sscan(m[2], &n)
	if n > len(callers) {
		wrong("the index lists %d calls", len(callers))
		return
	}
	said := cl.text.assertions
	if by := a.contextOf(callers[n-1]); by != nil {
		args, ok := []smtlib.Sexpr(nil), false
		if len(said) > 0 {
			args, ok = by.application(said[len(said)-min(3, len(said))])
		}
		if !ok || len(said) < 3 || !by.areInputs(cl.text, args) {
			wrong("it does not assert the context of %s", callers[n-1])
			return
		}
	} else if slices.ContainsFunc(cl.text.defs, func(d definition) bool {
		name, is := strings.CutSuffix(d.name, certificate.ContextSuffix)
		return is && name != prefix(cl.pair)
	}) {
		wrong("it takes a context for granted, which %s has not", callers[n-1])
	}
	call := ""
	for _, d := range cl.text.defs {
		if name, is := strings.CutSuffix(d.name, ":"+m[1]+":call-1:reached"); is {
			call = name + ":" + m[1] + ":call-1"
		}
	}
	ok := call != "" && len(said) >= 2 && isNamed(said[len(said)-2], call+":reached") && said[len(said)-1].Head() == "not" && len(said[len(said)-1].List) == 2
	var args []smtlib.Sexpr
	if ok {
		args, ok = own.application(said[len(said)-1].List[1])
	}
	for _, arg := range args {
		ok = ok && arg.IsSymbol() && strings.HasPrefix(arg.Text, call+":in.")
	}
	if !ok || slices.ContainsFunc(cl.text.defs, func(d definition) bool {
		return !strings.HasPrefix(d.name, call+":") && !strings.HasSuffix(d.name, certificate.ContextSuffix)
	}) {
		wrong("it does not assert that the call is made where the context does not hold")
	}
	more := 2
	if a.contextOf(callers[n-1]) != nil {
		more = 3
	}
	if len(said) >= more {
		sub := &problems{}
		a.bindAxioms(sub, cl, said[:len(said)-more])
		for _, p := range *sub {
			wrong("%s", p.What)
		}
	}
	want := a.arrivals()
	if !sameClaims(append(slices.Clone(cl.with), cl.id), want) {
		wrong("it does not hold together with all contexts")
	}
}

// arrivals are the claims that contexts hold.
func (a *answer) arrivals() (ids []string) {
	for _, id := range a.composition() {
		if _, name := cutClaim(id); contextClaim.MatchString(name) {
			ids = append(ids, id)
		}
	}
	return ids
}

// instance is the number of a function at arguments.
var instance = lazyregexp.New(`@[0-9]+\b`)

// bindAssumes checks the query that a region assumes nothing but its context: what it
// says of both versions is what the claim does that they agree.
func (a *answer) bindAssumes(cl *claim, wrong func(string, ...any)) {
	t, own := cl.text, a.contextOf(cl.pair)
	main := a.claims[a.agreement(cl.pair)]
	if own == nil || main == nil || main.text == nil {
		wrong("there is no context, or no claim that the versions agree")
		return
	}
	at, stopped := prefix(cl.pair)+":at", symbol(cl.pair+":stopped")
	said := t.assertions
	ok := len(said) >= 2 && isNamed(said[len(said)-1], stopped)
	var args []smtlib.Sexpr
	if ok {
		args, ok = own.application(said[len(said)-2])
	}
	ok = ok && own.areInputs(t, args)
	body, there := t.condition(stopped)
	ok = ok && there && body.Head() == "or" && len(body.List) == 3
	if ok {
		var seen []string
		for _, part := range body.List[1:] {
			for _, version := range []string{":old", ":new"} {
				ends, blocked, region := false, false, true
				for _, s := range part.List[min(1, len(part.List)):] {
					switch {
					case isNamed(s, at+version+":ends"):
						ends = true
					case isNamed(s, at+version+":blocked"):
						blocked = true
					default: // where the region itself is not blocked
						region = region && own.isBlocked(t, s, version)
					}
				}
				if part.Head() == "and" && ends && blocked && region {
					seen = append(seen, version)
				}
			}
		}
		ok = len(seen) == 2 && seen[0] != seen[1]
	}
	if !ok {
		wrong("it does not assert that the context holds and a version is blocked")
		return
	}
	says := func(q *queryText) map[string]string {
		out := map[string]string{}
		for _, d := range q.defs {
			if strings.HasPrefix(d.name, prefix(cl.pair)+":") && (strings.HasSuffix(d.name, ":blocked") || strings.HasSuffix(d.name, ":ends")) {
				out[instance.ReplaceAllString(d.name, "")] = instance.ReplaceAllString(d.body.String(), "")
			}
		}
		return out
	}
	theirs := says(main.text)
	for name, body := range says(t) {
		if theirs[name] != body {
			wrong("%s is another than in %s", name, main.id)
		}
	}
	sub := &problems{}
	a.bindAxioms(sub, cl, said[:len(said)-2])
	for _, p := range *sub {
		wrong("%s", p.What)
	}
}

// isNamed reports whether a term is a symbol of a name.
func isNamed(s smtlib.Sexpr, name string) bool { return s.IsSymbol() && s.Text == name }

// isBlocked reports whether a term says that a version of the region is not blocked on the
// inputs.
func (c *Context) isBlocked(t *queryText, s smtlib.Sexpr, version string) bool {
	if s.Head() != "not" || len(s.List) != 2 {
		return false
	}
	s = s.List[1]
	name := prefix(strings.TrimSuffix(c.Pair, certificate.WithinSuffix)) + version + ":blocked"
	if s.IsSymbol() { // at arguments
		return t.writtenOut && instance.ReplaceAllString(s.Text, "") == name
	}
	return s.Kind == smtlib.ListKind && len(s.List) > 0 && isNamed(s.List[0], name) && c.areInputs(t, s.List[1:])
}

// areInputs reports whether terms are the inputs of the pair.
func (c *Context) areInputs(t *queryText, terms []smtlib.Sexpr) bool {
	ok := len(terms) == len(c.Inputs)
	for i, s := range terms {
		ok = ok && s.IsSymbol() && t.of[s.Text] == nil && suffix.ReplaceAllString(s.Text, "") == suffix.ReplaceAllString(unquoted(c.Inputs[i]), "")
	}
	return ok
}

// bindComposed checks the query that a body does the same with its regions as procedures.
func (a *answer) bindComposed(cl *claim, wrong func(string, ...any)) {
	t := cl.text
	c := smtlib.NewContext()
	version := "old"
	if cl.name == composedNew {
		version = "new"
	}
	var procs []string
	for _, d := range t.defs {
		if name, is := strings.CutSuffix(d.name, ":"+version+":body:ends"); is {
			procs = append(procs, name)
		}
	}
	own := prefix(cl.pair) + ":" + cl.name
	if len(procs) != 1 || a.pairOf(procs[0], version) != cl.pair {
		wrong("it is about no body of %s", cl.pair)
		return
	}
	body := procs[0] + ":" + version + ":body"
	outcomeOf := func(name string) (o outcome, outputs []string) {
		is := func(what string) *smtlib.Term { return c.App(c.Func(name+what, nil, c.Bool)) }
		o = outcome{ends: is(":ends"), fails: is(":fails"), blocked: is(":blocked")}
		for _, d := range t.defs {
			if out, is := strings.CutPrefix(d.name, name+"."); is {
				outputs = append(outputs, out)
				o.values = append(o.values, c.App(c.Func(d.name, nil, c.Int)))
			}
		}
		return o, outputs
	}
	o, theirs := outcomeOf(body)
	n, ours := outcomeOf(own)
	want, err := smtlib.ReadSexprs(textOf(relation(c, "agree", cl.name, o, n)))
	says, ok := t.condition(own)
	if err != nil || !ok || !slices.Equal(ours, theirs) || unordered(says) != unordered(want[0]) {
		wrong("%s is not that the body does what its regions as procedures do", own)
	}
	for _, d := range t.defs {
		if !strings.HasPrefix(d.name, body) && !strings.HasPrefix(d.name, own) {
			wrong("it defines %s, which may be anything", d.name)
		}
	}
}
