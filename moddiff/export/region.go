package export

import (
	"slices"
	"strconv"
	"strings"

	"semdiff/internal/lazyregexp"
	"semdiff/moddiff/certificate"
	"semdiff/smtlib"
)

// A claim about NAME:region-N is about the inputs of the pair NAME on which the condition
// NAME:region-N:given holds. What is unchanged of the pair may rest on such claims, and
// nothing else does.

var ofRegion = lazyregexp.New(`^(.+):` + certificate.Region + `-([1-9][0-9]*)$`)

func isRegion(subject string) bool { return ofRegion.MatchString(subject) }

// withoutRegion is the subject that a region is of, or a subject itself.
func withoutRegion(subject string) string { return ofRegion.ReplaceAllString(subject, "$1") }

// cutClaim cuts an id into its subject and the name of the claim.
func cutClaim(id string) (subject, name string) {
	i := strings.LastIndex(id, "/")
	return id[:max(i, 0)], id[i+1:]
}

// regionsOf are the claims about regions that a claim rests on, in the order of their
// numbers.
func regionsOf(cl *claim) (ids []string) {
	number := func(id string) int {
		subject, _ := cutClaim(id)
		n, _ := strconv.Atoi(ofRegion.FindStringSubmatch(subject)[2])
		return n
	}
	for _, id := range cl.rests {
		if subject, _ := cutClaim(id); isRegion(subject) {
			ids = append(ids, id)
		}
	}
	slices.SortFunc(ids, func(x, y string) int { return number(x) - number(y) })
	return ids
}

// inRegions is the form of the claim that both versions agree on a set, which takes for
// granted that they do in regions.
func inRegions(cl *claim) *form {
	f := holds(unchanged, "agree")
	agreesIn := func(id string) string {
		if _, name := cutClaim(id); name == partial {
			return "agree_if_both_end"
		}
		return "agree"
	}
	for _, id := range regionsOf(cl) {
		if says := agreesIn(id); !slices.Contains(f.relations, says) {
			f.relations = append(f.relations, says)
		}
	}
	f.claim = func(b *builder) []*smtlib.Term {
		out := []*smtlib.Term{b.own(unchanged)}
		for _, id := range regionsOf(cl) {
			region, _ := cutClaim(id)
			out = append(out, b.Implies(b.sym(region+":given"), b.own(agreesIn(id))))
		}
		return append(out, b.Not(b.own("agree")))
	}
	return f
}

// bindRegions checks that the regions in a query are those of claims about the same
// subject; and that no other claim rests on one about a region.
func (a *answer) bindRegions(ps *problems, cl *claim) {
	for _, id := range regionsOf(cl) {
		subject, name := cutClaim(id)
		on := a.claims[id]
		switch {
		case on == nil || on.text == nil:
			continue // said elsewhere
		case cl.proof != byRegions || withoutRegion(subject) != cl.pair || name != unchanged && name != partial:
			if subject != cl.pair {
				ps.add(cl.id, "its query: it may not rest on %s, which is about some of the inputs of a pair", id)
			}
			continue
		}
		given := symbol(subject + ":given")
		here, ok := cl.text.condition(given)
		there, is := on.text.condition(given)
		if !ok || !is || !sameText(here, there) {
			ps.add(cl.id, "its query: %s is another than in %s", given, id)
		}
	}
}
