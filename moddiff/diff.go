package moddiff

import (
	"slices"

	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// piece is the condition under which one pair of paths shows a difference
// (Def. 11), before it is known to be real.
type piece struct {
	old, new *PathSummary // over the union inputs of the pair
	raw      *smtlib.Term // with calls abstract
	// termination: exactly one of the paths ends.
	termination bool
}

// replayedAs reports whether runs that end so are ones of the piece.
func (pc *piece) replayedAs(old, new ir.Outcome) bool {
	is := func(path *PathSummary, end ir.Outcome) bool {
		return path.End == end || path.ends && end != ir.Diverges
	}
	return is(pc.old, old) && is(pc.new, new)
}

// merged reports whether the piece stands for several pairs of paths.
func (pc *piece) merged() bool { return pc.old.merged || pc.new.merged }

// finding is what is known of a piece.
type finding struct {
	sure *smtlib.Term // the part that holds whatever the calls do; false if none
	rest *smtlib.Term // the part that may hold, over-approximated, without abstract applications
	// spurious is the part that may or may not hold, with abstract applications;
	// nil when sure is all there is.
	spurious *smtlib.Term
}

func (f finding) open() bool { return f.spurious != nil }

// constProcDiffSum is Algorithm 2, CONSTPROCDIFFSUM, with the spuriousness
// check and refinement of section 6.2. Differs from the paper: U is computed
// as the complement of what may differ, which is the same for full summaries
// and needs no list of agreeing pairs of paths.
func (a *analysis) constProcDiffSum(p *Pair, outputs []Port, wanted demand) *DiffSummary {
	c := a.c
	refinements := a.refinements
	d := &DiffSummary{Changed: c.False, TerminationChanged: c.False}
	o := &opening{pair: p, unanswered: a.stats.Unknown, given: a.session.GivenUp()}
	a.unshown = nil
	olds, news := a.pathsOf(p)
	d.Paths = [2]int{len(olds), len(news)}
	maybe := []*smtlib.Term{a.uncovered(p.old, olds), a.uncovered(p.new, news)}
	o.uncovered = [2]bool{!maybe[0].IsFalse(), !maybe[1].IsFalse()}
	partial := maybe[0].IsFalse() && maybe[1].IsFalse() && len(p.Interface) == 0
	if len(p.Interface) > 0 {
		maybe = append(maybe, c.True)
	}
	pieces, all := a.pieces(p, olds, news, outputs, wanted.pieces)
	if !all {
		o.reasons.add(a.piecesReason(p))
		maybe = append(maybe, c.True)
		partial = false
	}
	pieces = a.withOneEnding(p, pieces)
	test, values := a.tested(p, outputs)
	if test != nil {
		likelyFirst(pieces, values)
	}
	findings, differences := a.decide(p, pieces, outputs, wanted)
	o.findings, o.differences = findings, slices.Clone(differences)
	if a.spent() || a.ctx.Err() != nil {
		o.reasons.add(a.spentReason())
	}
	for i, pc := range pieces {
		f := findings[i]
		if f.sure.IsFalse() && !f.open() {
			continue
		}
		maybe = append(maybe, f.rest)
		partial = partial && pc.termination
		diff := differences[i]
		if diff == nil {
			continue
		}
		if pc.termination {
			d.TerminationChanged = c.Or(d.TerminationChanged, diff.Condition)
		} else {
			d.Changed = c.Or(d.Changed, diff.Condition)
		}
		if pc.merged() && diff.Condition == f.sure {
			d.Differences = append(d.Differences, a.separate(p, outputs, pc, f.sure)...)
		} else {
			d.Differences = append(d.Differences, diff)
		}
	}
	if test != nil && len(d.Differences) == 0 {
		d.Differences, d.Changed = []*Difference{test}, test.Condition
		partial = false
	}
	earlier, proven := a.shownBefore(p, outputs)
	partial = partial || proven.partial
	bothEnd, neither := a.sameEnding(p)
	d.Unchanged = c.Or(c.Not(c.Or(maybe...)), neither)
	if p.state.partial || partial {
		d.Unchanged = c.Or(d.Unchanged, bothEnd)
	}
	a.ctx = a.share
	a.addEarlier(earlier, d)
	open := !all || slices.ContainsFunc(findings, finding.open)
	left := c.Not(c.Or(d.Changed, d.TerminationChanged, d.Unchanged))
	if wanted.rounds > 0 && (open && len(d.Differences) == 0 || !a.hint(d.Unchanged)) && a.hint(left) {
		found, same := a.followRuns(p, outputs, wanted.runs)
		for _, diff := range found {
			d.Differences = append(d.Differences, diff)
			d.Changed = c.Or(d.Changed, diff.Condition)
			partial = false
		}
		if a.evidence == nil { // the summaries, which evidence rests on, do not show it
			d.Unchanged = c.Or(append(same, d.Unchanged)...)
		}
	}
	if test != nil {
		if v, err := values(d.Unchanged); err == nil && v.IsTrue() {
			a.note("%s: what was taken for unchanged is not where a run shows a difference; nothing is called unchanged", p.Name)
			o.reasons.add(BecauseOf(ReasonProof, "", "what was taken for one contradicts a run"))
			d.Unchanged, partial = c.False, false
		}
	}
	a.finish(outputs, d)
	// Only now may others rely on it.
	p.state.partial, p.state.equal = p.state.partial || partial, d.Unchanged.IsTrue()
	d.Refinements = a.refinements - refinements
	if !d.Unknown.IsFalse() {
		d.Reasons = a.because(o, p.state.partial && len(d.Differences) == 0)
	}
	return d
}

// maxGuesses is for how many open pieces of an entry an input is just tried.
const maxGuesses = 20

// pieces lists the pairs of paths that may show a difference; all is false
// when there are more than most, or time is up: the rest stays unknown.
func (a *analysis) pieces(p *Pair, olds, news []*PathSummary, outputs []Port, most int) (list []*piece, all bool) {
	for _, o := range olds {
		for _, n := range news {
			if len(list) == most || a.spent() {
				a.truncated = true
				return list, false
			}
			if pc := a.pieceOf(p, o, n, outputs); pc != nil {
				list = append(list, pc)
			}
		}
	}
	return list, true
}

// decide investigates the pieces and replays a witness of each that is real:
// first what is sure without refinement, so that little time still finds a
// difference; then the pieces that this left open.
func (a *analysis) decide(p *Pair, pieces []*piece, outputs []Port, wanted demand) ([]finding, []*Difference) {
	findings := make([]finding, len(pieces))
	differences := make([]*Difference, len(pieces))
	for i, pc := range pieces {
		if a.spent() {
			findings[i] = finding{sure: a.c.False, rest: a.may(pc.raw), spurious: pc.raw}
			continue
		}
		findings[i] = a.investigate(pc)
		differences[i], _ = a.witness(p, outputs, pc, findings[i].sure)
	}
	a.refineAll(pieces, findings, wanted)
	for i, pc := range pieces {
		switch {
		case differences[i] != nil && differences[i].mayHold(findings[i].sure):
			differences[i].Condition = findings[i].sure // as a rule more
		case differences[i] != nil: // what took too long, or became too large, is not sure any more
			findings[i].sure = differences[i].Condition
		case !findings[i].sure.IsFalse():
			differences[i], _ = a.witness(p, outputs, pc, findings[i].sure)
		case wanted.deep && wanted.rounds > 0 && i < maxGuesses:
			differences[i] = a.guess(p, outputs, pc, findings[i])
		}
	}
	return findings, differences
}

// pathsOf are the path summaries of both versions over the pair's inputs.
func (a *analysis) pathsOf(p *Pair) (olds, news []*PathSummary) {
	s := a.c.NewSubst(p.rename)
	for _, path := range p.new.summary.Paths {
		q := &PathSummary{R: s.Apply(path.R), End: path.End, merged: path.merged}
		for _, t := range path.T {
			q.T = append(q.T, s.Apply(t))
		}
		news = append(news, q)
	}
	return p.old.summary.Paths, news
}

// uncovered is the uncovered part of a summary (Def. 7), over-approximated
// where calls are abstract; false when the summary is full.
func (a *analysis) uncovered(p *procState, paths []*PathSummary) *smtlib.Term {
	if p.summary.Full {
		return a.c.False
	}
	conds := make([]*smtlib.Term, len(paths))
	for i, path := range paths {
		conds[i] = a.expand(path.R)
	}
	rest := a.c.Not(a.c.Or(conds...))
	if !a.feasible(rest) {
		p.summary.Full = true
		a.summariesChanged()
		return a.c.False
	}
	return a.may(rest)
}

// pieceOf is the difference condition of two paths, or nil when they agree or
// exclude each other plainly.
func (a *analysis) pieceOf(p *Pair, o, n *PathSummary, outputs []Port) *piece {
	c := a.c
	both := c.And(o.R, n.R)
	if both.IsFalse() {
		return nil
	}
	pc := &piece{old: o, new: n, raw: both}
	switch {
	case o.End != n.End:
		pc.termination = o.End == ir.Diverges || n.End == ir.Diverges
	case o.End != ir.Normal:
		return nil
	default:
		var differ []*smtlib.Term
		for _, port := range outputs {
			differ = append(differ, c.Not(c.Eq(oldTerm(p, port, o), newTerm(p, port, n))))
		}
		pc.raw = c.And(both, c.Or(differ...))
	}
	if pc.raw.IsFalse() {
		return nil
	}
	return pc
}

// oldTerm is the old version's term for an output; an output that it lacks
// keeps its value at entry.
func oldTerm(p *Pair, port Port, o *PathSummary) *smtlib.Term {
	if port.Old >= 0 {
		return o.T[port.Old]
	}
	return port.Var
}

func newTerm(p *Pair, port Port, n *PathSummary) *smtlib.Term {
	if port.New >= 0 {
		return n.T[port.New]
	}
	return port.Var
}

// observed are the outputs that both versions give: at the entry the position on
// the tape does not count.
func (a *analysis) observed(p *Pair, entry bool) []Port {
	var out []Port
	for _, port := range p.Outputs {
		if entry && port.Var == ir.TapeVar(a.c) || port.lone {
			continue
		}
		out = append(out, port)
	}
	return out
}

// demand says how much a pair may cost.
type demand struct {
	terms  int64 // that are built for it
	pieces int   // pairs of paths that are investigated
	rounds int   // for one piece
	total  int   // for all pieces of the pair
	runs   int   // inputs that are asked for to follow runs
	deep   bool  // beyond the bounds of what was explored already
}

// refineAll refines the open pieces in turn, so that each gets its first round
// before any gets its second: what one round explores often decides others.
func (a *analysis) refineAll(pieces []*piece, findings []finding, wanted demand) {
	a.cuts = map[*procState]int{}
	for round := range wanted.rounds {
		progress := false
		for i, pc := range pieces {
			if !findings[i].open() || a.spent() {
				continue
			}
			findings[i] = a.investigate(pc)
			if findings[i].open() && a.settleCalls(findings[i].spurious) {
				progress = true
				findings[i] = a.investigate(pc)
			}
			if !findings[i].open() || wanted.total == 0 {
				continue
			}
			wanted.total--
			if a.refine(findings[i].spurious, wanted.deep, round) {
				progress = true
				findings[i] = a.investigate(pc)
			}
		}
		if !progress {
			return
		}
	}
}

// investigate decides a piece as far as the summaries at hand and the solver
// allow. What it calls sure is real: it holds whatever the abstract calls do.
func (a *analysis) investigate(pc *piece) finding {
	c := a.c
	cond := a.expand(pc.raw)
	if !a.feasible(cond) {
		return finding{sure: c.False, rest: c.False}
	}
	if !a.isAbstract(cond) {
		return finding{sure: cond, rest: cond}
	}
	sure := a.must(cond)
	spurious := c.And(cond, c.Not(sure))
	if !a.feasible(spurious) {
		return finding{sure: sure, rest: sure}
	}
	if !sure.IsFalse() && !a.feasible(sure) {
		sure = c.False
	}
	return finding{sure: sure, rest: a.may(cond), spurious: spurious}
}
