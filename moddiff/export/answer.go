package export

import (
	"fmt"
	"slices"
	"strings"

	"semdiff/moddiff"
	"semdiff/moddiff/certificate"
	"semdiff/smtlib"
)

// The names of sets, which are those of claims too, and of other claims.
const (
	changed    = certificate.Changed
	unchanged  = certificate.Unchanged
	oneEnds    = certificate.Terminates
	notKnown   = "unknown"
	disjoint   = certificate.Disjoint
	cover      = certificate.Cover
	blocked    = certificate.Blocked
	partial    = certificate.Partial
	witness    = certificate.Witness + "-"
	axioms     = certificate.Axioms // a subject
	consistent = certificate.Consistent + "-"
	same       = certificate.Same + "-"
	dependsOn  = certificate.Needs + "-"
)

var setNames = []string{changed, unchanged, oneEnds, notKnown}

// extent is how much of the inputs the text of a set plainly holds.
type extent int

const (
	some extent = iota
	none
	all
)

// claim is a claim of an index, with a query or without.
type claim struct {
	id, pair, name string
	proof          string // of a query
	missing        string // why there is no query
	rests, with    []string
	query          *Query     // nil where there is none
	text           *queryText // of its file; nil where there is none
}

// answer is an index with what its files say.
type answer struct {
	*Index
	pairs   map[string]*Pair             // those with procedures of both versions
	extents map[string]map[string]extent // by pair and set
	claims  map[string]*claim
	order   []*claim
}

func newAnswer(x *Index) *answer {
	a := &answer{Index: x, pairs: map[string]*Pair{}, extents: map[string]map[string]extent{}, claims: map[string]*claim{}}
	for i := range x.Pairs {
		if p := &x.Pairs[i]; a.pairs[p.Name] == nil && p.isPair() {
			a.pairs[p.Name] = p
		}
	}
	return a
}

// isPair reports whether p is no procedure without a partner, which may have the
// name of a pair.
func (p *Pair) isPair() bool {
	return p.Status != string(moddiff.StatusAdded) && p.Status != string(moddiff.StatusRemoved)
}

func (a *answer) add(cl *claim) {
	a.order = append(a.order, cl)
	a.claims[cl.id] = cl
}

func (a *answer) of(p *Pair, name string) *claim { return a.claims[p.Name+"/"+name] }

func (a *answer) isEntry(p *Pair) bool { return slices.Contains(a.Entry, p.Name) }

// required are the names of the claims that the answer for a pair consists of.
func (a *answer) required(p *Pair) []string {
	switch p.Status {
	case string(moddiff.StatusAdded), string(moddiff.StatusRemoved):
		return nil
	case string(moddiff.StatusUnchanged):
		if a.isEntry(p) {
			return append([]string{unchanged}, sameClaimsOf(p)...)
		}
		return sameClaimsOf(p) // what others need of it, they rest on
	}
	if len(p.Sets) == 0 {
		return nil
	}
	whole := a.of(p, unchanged)
	if p.Status == moddiff.Equivalent.String() && a.extents[p.Name][unchanged] == all && whole != nil && whole.proof != bySummaries && whole.proof != byPartial && whole.proof != byRegions {
		return append([]string{unchanged}, sameClaimsOf(p)...) // as a whole
	}
	names := append([]string{disjoint, cover}, sameClaimsOf(p)...)
	for _, set := range []string{changed, unchanged, oneEnds} {
		if a.extents[p.Name][set] != none {
			names = append(names, set)
		}
	}
	isEqual := p.Status == moddiff.Equivalent.String() || p.Status == moddiff.PartiallyEquivalent.String()
	if isEqual && a.extents[p.Name][changed] != none {
		names = append(names, blocked)
	}
	if p.Status == moddiff.PartiallyEquivalent.String() && !a.knownWithoutT(p) {
		names = append(names, partial)
	}
	if differ := a.of(p, changed); differ == nil || differ.missing == "" {
		for i := range p.Differences {
			names = append(names, fmt.Sprintf("%s%d", witness, i+1))
		}
	}
	return names
}

// knownWithoutT reports whether nothing is unknown of a pair, and that exactly one version
// ends is no difference.
func (a *answer) knownWithoutT(p *Pair) bool {
	return a.Termination == ignored && a.extents[p.Name][notKnown] == none
}

// sameClaimsOf are the names of the claims about outputs that the change does not reach.
func sameClaimsOf(p *Pair) (names []string) {
	for _, out := range p.Unimpacted {
		names = append(names, same+out)
	}
	return names
}

// needed are the claims that the answer consists of, and all that they rest on.
func (a *answer) needed() map[string]bool {
	needed := map[string]bool{}
	var need func(id string)
	need = func(id string) {
		if cl := a.claims[id]; cl != nil && !needed[id] {
			needed[id] = true
			for _, on := range append(slices.Clone(cl.rests), cl.with...) {
				need(on)
			}
		}
	}
	for i := range a.Pairs {
		for _, name := range a.required(&a.Pairs[i]) {
			need(a.Pairs[i].Name + "/" + name)
		}
	}
	for _, id := range a.composition() {
		need(id)
	}
	return needed
}

// Problem is how an export does not hold together.
type Problem struct {
	About   string  `json:"about"` // a claim, a pair or a file
	What    string  `json:"what"`
	Outcome Outcome `json:"outcome"` // Unknown where something may be wrong
}

func (p Problem) String() string { return fmt.Sprintf("%s: %s: %s", p.About, p.Outcome, p.What) }

type problems []Problem

func (ps *problems) add(about, format string, args ...any) {
	*ps = append(*ps, Problem{about, fmt.Sprintf(format, args...), Disagreed})
}

func (ps *problems) doubt(about, format string, args ...any) {
	*ps = append(*ps, Problem{about, fmt.Sprintf(format, args...), Unknown})
}

// indexAbout is what problems of the index as a whole are about.
const indexAbout = IndexFile

// check compares what an answer says with the claims that are there.
func (a *answer) check(ps *problems) {
	a.checkVerdict(ps)
	for i := range a.Pairs {
		a.checkPair(ps, &a.Pairs[i])
	}
	for _, cl := range a.order {
		a.checkClaim(ps, cl)
	}
	a.checkComposition(ps)
	a.checkCircles(ps)
	needed := a.needed()
	for _, cl := range a.order {
		if !needed[cl.id] {
			ps.add(cl.id, "nothing in the answer needs this claim")
		}
	}
}

// verdicts are the verdicts of entries, the one that a user must look at last.
var verdicts = []string{moddiff.Equivalent.String(), moddiff.PartiallyEquivalent.String(), moddiff.Unknown.String(), moddiff.Different.String()}

// checkVerdict checks that the verdict of the run is the worst of the entries'.
func (a *answer) checkVerdict(ps *problems) {
	worst := 0
	if len(a.Entry) == 0 {
		ps.add(indexAbout, "there is no entry")
	}
	for i, name := range a.Entry {
		p := a.pairs[name]
		if p == nil || slices.Contains(a.Entry[:i], name) {
			ps.add(indexAbout, "entry %q is no pair, or twice there", name)
			continue
		}
		status := p.Status
		if status == string(moddiff.StatusUnchanged) {
			status = verdicts[0]
		}
		rank := slices.Index(verdicts, status)
		if rank < 0 {
			ps.add(name, "an entry cannot be %q", p.Status)
		}
		worst = max(worst, rank)
	}
	if a.Verdict != verdicts[worst] {
		ps.add(indexAbout, "the verdict is %q, the statuses of the entries make it %q", a.Verdict, verdicts[worst])
	}
}

// checkPair checks a status against the sets, and that its claims are there.
func (a *answer) checkPair(ps *problems, p *Pair) {
	if p.isPair() && a.pairs[p.Name] != p {
		ps.add(p.Name, "the pair is twice there")
		return
	}
	fits := (p.Old != "") == (p.Status != string(moddiff.StatusAdded)) && (p.New != "") == (p.Status != string(moddiff.StatusRemoved))
	if !fits {
		ps.add(p.Name, "the status is %q with old %q and new %q", p.Status, p.Old, p.New)
	}
	a.checkStatus(ps, p)
	for _, name := range a.required(p) {
		if a.of(p, name) == nil {
			ps.add(p.Name+"/"+name, "the claim is missing: the answer for %s needs it", p.Name)
		}
	}
}

func (a *answer) checkStatus(ps *problems, p *Pair) {
	if len(p.Sets) == 0 {
		a.checkWithoutSets(ps, p)
		return
	}
	for i, s := range p.Sets {
		if len(p.Sets) != len(setNames) || s.Name != setNames[i] {
			ps.add(p.Name, "the sets are not %s", strings.Join(setNames, ", "))
			return
		}
	}
	e := a.extents[p.Name]
	differ := e[changed] != none || e[oneEnds] != none
	noC := e[changed] == none || a.Blocked != "" && a.of(p, blocked) != nil
	noT := e[oneEnds] == none || a.Termination == ignored
	equal := noC && e[oneEnds] == none && e[notKnown] == none && (e[changed] != none || e[unchanged] == all)
	listed := p.Differences > 0
	ok := false
	switch p.Status {
	case moddiff.Different.String():
		ok = differ && listed && a.oneCounts(p)
		a.checkWitnesses(ps, p)
	case moddiff.Equivalent.String():
		ok = equal && (differ || !listed)
	case moddiff.PartiallyEquivalent.String():
		ok = noC && noT && !equal && (differ || !listed)
	case moddiff.Unknown.String():
		ok = (noC || a.Blocked != "") && noT && !equal && (differ && !a.oneCounts(p) || !listed) && a.of(p, partial) == nil
	}
	if !ok {
		ps.add(p.Name, "the status %q does not follow from the sets and the claims", p.Status)
	}
}

func (a *answer) checkWithoutSets(ps *problems, p *Pair) {
	switch p.Status {
	case string(moddiff.StatusUnchanged), string(moddiff.StatusAdded), string(moddiff.StatusRemoved):
	case moddiff.Unknown.String():
		if !a.CutShort {
			ps.add(p.Name, "the pair has no sets, though the analysis came to its end")
		}
	default:
		ps.add(p.Name, "the status is %q, but there are no sets", p.Status)
	}
	if p.Differences > 0 {
		ps.add(p.Name, "there are differences, but no sets")
	}
}

// oneCounts reports whether the difference of a witness makes a pair different, or no
// witness could be exported.
func (a *answer) oneCounts(p *Pair) bool {
	if cl := a.of(p, changed); cl != nil && cl.missing != "" {
		return true
	}
	for i := range p.Differences {
		cl := a.of(p, fmt.Sprintf("%s%d", witness, i+1))
		if cl == nil {
			continue
		}
		asserts := func(name string) bool { return cl.text == nil || cl.text.asserts(symbol(cl.pair+":"+name)) }
		inC := asserts(changed) && (a.Blocked == "" || asserts(differUnblocked))
		if inC || asserts(oneEnds) && a.Termination != ignored {
			return true
		}
	}
	return false
}

// checkWitnesses checks that each set of differences has a witness.
func (a *answer) checkWitnesses(ps *problems, p *Pair) {
	if cl := a.of(p, changed); cl != nil && cl.missing != "" {
		return
	}
	in := map[string]bool{}
	for i := range p.Differences {
		cl := a.of(p, fmt.Sprintf("%s%d", witness, i+1))
		if cl == nil {
			continue // missing
		}
		for _, set := range []string{changed, oneEnds} {
			if cl.text == nil || cl.text.asserts(symbol(cl.pair+":"+set)) {
				in[set] = true
			}
		}
	}
	for _, set := range []string{changed, oneEnds} {
		if set == changed && a.Blocked == string(moddiff.BlockedIgnore) {
			continue // witnesses may be of what is left out
		}
		if a.extents[p.Name][set] != none && !in[set] {
			ps.add(p.Name, "no witness is in %s, which is not empty", set)
		}
	}
}

// checkClaim checks what stands in the index of a claim.
func (a *answer) checkClaim(ps *problems, cl *claim) {
	if a.claims[cl.id] != cl {
		ps.add(cl.id, "the claim is twice there")
	}
	if cl.id != cl.pair+"/"+cl.name {
		ps.add(cl.id, "the claim is named %q of %q", cl.name, cl.pair)
	}
	for _, id := range append(slices.Clone(cl.rests), cl.with...) {
		if a.claims[id] == nil {
			ps.add(cl.id, "it rests on %q, which is not there", id)
		}
	}
	if cl.query == nil {
		a.checkMissing(ps, cl)
		return
	}
	f := formOf(cl)
	if f == nil {
		ps.add(cl.id, "there is no such claim by %q", cl.proof)
		return
	}
	if cl.query.Status != f.status {
		ps.add(cl.id, "the status is %q, has to be %q", cl.query.Status, f.status)
	}
	a.checkGroup(ps, cl, f)
}

// checkGroup checks that the claims of an induction name each other.
func (a *answer) checkGroup(ps *problems, cl *claim, f *form) {
	if len(cl.with) > 0 && !f.induction && !f.overRuns && !f.together {
		ps.add(cl.id, "a claim by %q holds together with no other", cl.proof)
	}
	group := slices.Sorted(slices.Values(append([]string{cl.id}, cl.with...)))
	for _, id := range cl.with {
		other := a.claims[id]
		if other == nil {
			continue
		}
		theirs := slices.Sorted(slices.Values(append([]string{id}, other.with...)))
		if inductionOf(other.name) != inductionOf(cl.name) || f.overRuns && other.pair != cl.pair || other.proof != cl.proof || !slices.Equal(group, theirs) {
			ps.add(cl.id, "it holds together with %s, but not the other way round", id)
		}
	}
}

// checkMissing checks that a claim is one that may be without a query, for the
// reason given. It may still be false.
func (a *answer) checkMissing(ps *problems, cl *claim) {
	p := a.pairs[cl.pair]
	ok := false
	switch {
	case len(cl.rests) > 0:
	case cl.pair == axioms && strings.HasPrefix(cl.name, consistent):
		ok = cl.missing == certificate.MissingAxioms || cl.missing == certificate.MissingContradiction && a.onlyWitnessesRestOn(cl.id)
	case strings.HasPrefix(cl.name, same), cl.name == unchanged && cl.missing == certificate.MissingDependence && p != nil && p.Status != moddiff.Different.String():
		ok = cl.missing == certificate.MissingDependence
	case strings.HasPrefix(cl.name, dependsOn):
		ok = cl.missing == certificate.MissingNeeds
	case cl.name == assumes:
		ok = cl.missing == certificate.MissingPaths || cl.missing == certificate.MissingBlocked
	case cl.name == unchanged:
		ok = cl.missing == certificate.MissingPaths && (p == nil || p.Status == string(moddiff.StatusUnchanged))
	case p == nil || p.Status != moddiff.Different.String() && a.Blocked == "" && a.Termination != ignored:
	case cl.name == changed, cl.name == blocked:
		ok = cl.missing == certificate.MissingRuns
	case strings.HasPrefix(cl.name, witness):
		ok = slices.ContainsFunc(p.Inputs, func(in string) bool {
			return cl.missing == certificate.MissingValue(suffix.ReplaceAllString(unquoted(in), ""))
		})
	}
	if !ok {
		ps.add(cl.id, "the claim has to be exported: %q is no reason", cl.missing)
	}
}

// onlyWitnessesRestOn reports whether no claim that something holds of all inputs
// rests on the one given.
func (a *answer) onlyWitnessesRestOn(id string) bool {
	return !slices.ContainsFunc(a.order, func(cl *claim) bool {
		return slices.Contains(cl.rests, id) && !strings.HasPrefix(cl.name, witness)
	})
}

func unquoted(symbol string) string { return strings.Trim(symbol, "|") }

// symbol is the symbol that files give a function.
func symbol(name string) string {
	return unquoted(smtlib.NewNames().Func(&smtlib.Func{Name: name}))
}

// checkCircles checks that no claim rests on itself; those of one induction
// count as one.
func (a *answer) checkCircles(ps *problems) {
	const busy, done = 1, 2
	state := map[string]int{}
	var visit func(id string)
	visit = func(id string) {
		cl := a.claims[id]
		if cl == nil || state[id] == done {
			return
		}
		if state[id] == busy {
			ps.add(id, "it rests on itself")
			return
		}
		group := append([]string{id}, cl.with...)
		for _, m := range group {
			state[m] = busy
		}
		for _, m := range group {
			if member := a.claims[m]; member != nil {
				for _, on := range member.rests {
					visit(on)
				}
			}
		}
		for _, m := range group {
			state[m] = done
		}
	}
	for _, cl := range a.order {
		visit(cl.id)
	}
}
