package impact

import (
	"slices"

	"semdiff/moddiff/pairing"
	"semdiff/smtlib"
	"semdiff/translate/depend"
)

// Level says what counts as the same in both versions.
type Level string

// The levels; each finds no more impacted than those before it.
const (
	Text   Level = "text"   // the same text, with what it reads and what controls it
	Terms  Level = "terms"  // or the same term over the inputs, reached under the same one
	Solver Level = "solver" // or what is proven equal
)

// Levels lists the levels.
func Levels() []Level { return []Level{Text, Terms, Solver} }

// Options say how impact is found. The zero value is Text.
type Options struct {
	By Level
	// Returns says of which procedures and loops of a version (0 old, 1 new) all runs
	// are proven to end; it is asked of those that cannot fail or be blocked, and are
	// not seen to return. It may be nil.
	Returns func(version int, proc string) bool
	// Valid reports whether a formula is proven to hold under the axioms of both
	// versions; false is no answer. Solver needs it.
	Valid func(*smtlib.Term) bool
	// Queries is how many questions may be asked of one pair; 0 means DefaultQueries.
	Queries int

	omit omission
}

// DefaultQueries is how many questions are asked of one pair.
const DefaultQueries = 500

// omission leaves out parts of the analysis; tests check that each is needed.
type omission struct {
	enders    bool // what may end a run does not control what follows
	versions  bool // one version is closed without the other
	summaries bool // calls do not depend on whether their callees are impacted
	reaching  bool // other definitions of what is read are no change
	order     bool // the order of definitions does not count
}

// Analysis is what is impacted in two versions.
type Analysis struct {
	Pairing *pairing.Pairing
	// Pairs are those that a change may reach, in the order of the pairing; of all
	// others nothing is impacted.
	Pairs []*Pair

	opts     Options
	of       map[*pairing.Pair]*Pair
	programs [2]*depend.Program
	returns  [2]map[*pairing.Proc]bool
	needed   map[need][]bool
	looked   map[*pairing.Pair]bool // into bodies that no change reaches
}

// mostLooked is how many pairs that no change reaches are looked into, to find out
// whether calls return and on what their results depend. Of others is assumed that they
// may not, and on all inputs.
const mostLooked = 200

// mayLook reports whether the body of p may be lowered.
func (a *Analysis) mayLook(p *pairing.Proc) bool {
	root := p.Version.Root(p).Pair
	if root == nil || root.Affected {
		return true
	}
	if !a.looked[root] && len(a.looked) < mostLooked {
		a.looked[root] = true
	}
	return a.looked[root]
}

// Analyse finds what is impacted in the procedures and loops that p pairs.
func Analyse(p *pairing.Pairing, o Options) *Analysis {
	if o.Queries == 0 {
		o.Queries = DefaultQueries
	}
	a := &Analysis{Pairing: p, opts: o, of: map[*pairing.Pair]*Pair{}, needed: map[need][]bool{}, returns: [2]map[*pairing.Proc]bool{{}, {}}, looked: map[*pairing.Pair]bool{}}
	for v, version := range p.Versions {
		a.programs[v] = depend.NewProgram(version.Prog, depend.Options{
			MayNotReturn: func(proc string) bool { return !a.mustReturn(version.At(proc)) },
			Enter:        func(proc string) bool { return a.mayLook(version.At(proc)) && p.Load(version.At(proc)) == nil },
		})
	}
	for _, group := range p.Groups { // callees first
		a.group(group)
	}
	for _, q := range p.Pairs {
		if r := a.of[q]; r != nil {
			a.Pairs = append(a.Pairs, r)
		}
	}
	return a
}

// Of is what is impacted of a pair; nil when no change reaches it.
func (a *Analysis) Of(p *pairing.Pair) *Pair { return a.of[p] }

// Dependence is what depends on what in a version.
func (a *Analysis) Dependence(version int) *depend.Program { return a.programs[version] }

// group analyses mutually recursive pairs, with the fewest facts first: what the
// texts say of the calls between them is what better levels start from.
func (a *Analysis) group(group []*pairing.Pair) {
	var pairs []*Pair
	for _, p := range group {
		if p.Affected {
			a.of[p] = a.newPair(p)
			pairs = append(pairs, a.of[p])
		}
	}
	for _, p := range pairs {
		p.match(nil)
	}
	a.close(pairs)
	if a.opts.By == Text || a.opts.By == "" {
		a.closeBackwards(pairs)
		return
	}
	// The terms of all are made before the facts of any change: they rest on what
	// the texts say within the group.
	encodings := make([]*encoding, len(pairs))
	for i, p := range pairs {
		if encodings[i] = a.encode(p, false); encodings[i] != nil {
			p.match(encodings[i])
			p.compare(encodings[i])
		}
	}
	var proofs []*prover
	if a.opts.By == Solver {
		for i, p := range pairs {
			if encodings[i] != nil {
				proofs = append(proofs, a.newProver(p, encodings[i]))
			}
		}
	}
	a.close(pairs)
	for _, proof := range proofs {
		proof.prove()
	}
	if len(proofs) > 0 {
		a.close(pairs)
	}
	a.closeBackwards(pairs)
}

// calleePair is the pair of what a call of a version calls; nil when it has none.
func (a *Analysis) calleePair(version int, name string) *pairing.Pair {
	return a.Pairing.Versions[version].At(name).Pair
}

// outputImpacted reports whether an output of a pair, by port, is impacted as far as
// is known.
func (a *Analysis) outputImpacted(p *pairing.Pair, port int) bool {
	q := a.of[p]
	return q != nil && q.Outputs[port]
}

func (a *Analysis) outcomeImpacted(p *pairing.Pair) bool {
	q := a.of[p]
	return q != nil && q.Outcome
}

// portOf is the port of which a version has the given input or output.
func portOf(ports []pairing.Port, version, index int) int {
	return slices.IndexFunc(ports, func(p pairing.Port) bool { return p.Index(version) == index })
}
