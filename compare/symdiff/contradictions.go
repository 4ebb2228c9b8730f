package symdiff

import (
	"fmt"

	"semdiff/compare/engine"
	"semdiff/compare/symdiff/eqfile"
	"semdiff/moddiff"
)

// Contradictions says which of the answers for a pair cannot stand together: ours
// and another engine's, with what was found of its sets, and that of Boogie on
// the Eq file.
func Contradictions(ours, other *moddiff.PairResult, found Claims, boogie *eqfile.Answer) (list []string) {
	say := func(wrong bool, format string, args ...any) {
		if wrong {
			list = append(list, fmt.Sprintf(format, args...))
		}
	}
	say(found.Unchanged == Refuted, "an input of U on which the versions do not agree")
	say(found.Changed == Refuted, "an input of C on which the versions agree")
	say(found.Termination == Refuted, "an input of T on which both versions end")
	differ, ends := differences(other)
	say(atMostTermination(ours.Verdict) && differ, "proven %s, but an input shows a difference", ours.Verdict)
	say(ours.Verdict == engine.Equivalent && ends, "proven equivalent, but only one version ends on an input")
	ourDiffer, _ := differences(ours)
	say(ourDiffer && atMostTermination(other.Verdict), "an input shows a difference, but the sets say %s", other.Verdict)
	if boogie != nil && atMostTermination(boogie.Verdict) {
		say(differ || ourDiffer, "Boogie proves %s, but an input shows a difference", boogie.Verdict)
		say(boogie.Verdict == engine.Equivalent && ends, "Boogie proves equivalence, but only one version ends on an input")
	}
	return list
}

func atMostTermination(v engine.Verdict) bool {
	return v == engine.Equivalent || v == engine.PartiallyEquivalent
}

// differences reports whether a pair has a replayed difference of runs that end,
// and one of which only one does.
func differences(p *moddiff.PairResult) (both, ends bool) {
	if p.Summary == nil {
		return false, false
	}
	for _, d := range p.Summary.Differences {
		both = both || !d.Termination
		ends = ends || d.Termination
	}
	return both, ends
}
