package query

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"semdiff/smtlib"
	"semdiff/smtlib/solver"
)

// Effort is what an answer may cost, and what it is for.
type Effort uint8

// The efforts.
const (
	Quick Effort = iota // the answer only saves work or shortens text: going without it is sound
	Thorough
	WithModel
	QuickWithModel
)

func (e Effort) quick() bool { return e == Quick || e == QuickWithModel }
func (e Effort) model() bool { return e == WithModel || e == QuickWithModel }

// Session asks a solver about terms under the axioms of both versions. It remembers
// definite answers. It is not safe for concurrent use.
type Session struct {
	Budget
	*Account
	Axioms *Axioms
	solver solver.Solver
	health *Health
	// Patience is how many thorough questions may still remain without an answer;
	// those that come then are asked quickly.
	Patience int

	answers     map[*smtlib.Term]solver.Answer
	open        map[question]solver.Result // that stayed without an answer, in any run
	gaveUp      map[*smtlib.Term]bool      // of MaybeSat, without an answer
	consistency map[string]solver.Answer
}

// NewSession starts a session that asks s, until ctx ends; health is that of the run.
func NewSession(ctx context.Context, s solver.Solver, axioms *Axioms, health *Health) *Session {
	account := &Account{}
	session := &Session{
		Budget: Budget{Work: smtlib.Work{Most: Unlimited}, most: Unlimited, ctx: ctx, account: account}, Account: account,
		Axioms: axioms, solver: s, health: health,
		answers: map[*smtlib.Term]solver.Answer{}, open: map[question]solver.Result{}, gaveUp: map[*smtlib.Term]bool{}, consistency: map[string]solver.Answer{},
	}
	if s != nil { // it may have worked for others
		session.used = s.Stats().Resources
	}
	return session
}

// Check asks whether t is satisfiable together with the axioms that it is connected
// with.
func (s *Session) Check(t *smtlib.Term, e Effort) solver.Result {
	if !e.model() {
		if ans, ok := s.answers[t]; ok {
			return solver.Result{Answer: ans}
		}
	}
	if t.IsFalse() {
		return solver.Result{Answer: solver.Unsat}
	}
	if s.TimeUp() {
		s.Hurried = true
		return solver.Result{Answer: solver.Unknown, Reason: solver.Cancelled}
	}
	if s.health.GaveUp() {
		return solver.Result{Answer: solver.Unknown, Reason: solver.Died}
	}
	how := e
	if e == Thorough && s.Patience == 0 {
		how = Quick
	}
	asked := question{t, how.quick()}
	if r, ok := s.unanswered(asked); ok {
		return r
	}
	r := s.ask(t, how)
	switch {
	case r.Answer != solver.Unknown:
		s.answers[t] = r.Answer
	case !e.quick() && !s.TimeUp():
		s.Account.Unknown++
		if how == Thorough {
			s.Patience--
		}
	}
	if r.Answer == solver.Unknown && r.Reason.Repeatable() {
		s.open[asked] = r
	} else if r.Reason == solver.Timeout && !s.TimeUp() {
		s.health.leave(asked, r)
	}
	return r
}

// question is what was asked of a term: quickly, or with all the patience there is.
type question struct {
	term  *smtlib.Term
	quick bool
}

// unanswered is what became of a question that was asked before, or at more length,
// and stayed without an answer.
func (s *Session) unanswered(q question) (solver.Result, bool) {
	for _, asked := range []question{q, {q.term, false}} {
		if r, ok := s.open[asked]; ok {
			return r, true
		}
		if r, ok := s.health.left(asked); ok {
			s.Hurried = true
			return r, true
		}
	}
	return solver.Result{}, false
}

// ask asks the solver. Where the axioms are quantified, it is first asked for a
// model under a choice of interpretations that makes them hold: a model of
// quantified axioms is hard to find, and that of a condition is what most
// questions are for.
func (s *Session) ask(t *smtlib.Term, e Effort) solver.Result {
	axioms := s.Axioms.Relevant(t)
	if left, ok := s.Axioms.extended(t, axioms); ok {
		if r := s.Under(left, t, e); r.Answer == solver.Sat {
			return r
		}
	}
	r := s.Under(axioms, t, e)
	if r.Answer != solver.Unsat {
		return r
	}
	if s.Axioms.Used(axioms) && !s.consistent(axioms) {
		return solver.Result{Answer: solver.Unknown, Reason: solver.Incomplete, Detail: "the axioms contradict each other"}
	}
	if rest, ok := s.Axioms.withoutLimits(axioms); ok && s.Under(rest, t, e).Answer != solver.Unsat {
		s.Note("the versions limit a type in different ways: nothing is proven from that")
		return solver.Result{Answer: solver.Unknown, Reason: solver.Incomplete, Detail: "the versions limit a type in different ways"}
	}
	return r
}

// Under asks whether t is satisfiable together with the given axioms.
func (s *Session) Under(axioms []*smtlib.Term, t *smtlib.Term, e Effort) (r solver.Result) {
	assertions := slices.Concat(axioms, smtlib.Conjuncts(t))
	if e.quick() {
		r = s.solver.Quick(s.ctx, assertions, e.model())
	} else {
		r = s.solver.Check(s.ctx, assertions, e.model())
	}
	s.Queries++
	s.used = s.solver.Stats().Resources
	if r.By == solver.ByBounds {
		s.ByBounds++
	}
	if r.Answer == solver.Unknown && !r.Reason.Repeatable() {
		s.Hurried = true
	}
	if s.health.count(r) {
		s.Note("the solver was given up: it answered none of its first %d questions (%s)", maxFaults, r.Reason)
	}
	return r
}

// Feasible is false only when t is proven unsatisfiable.
func (s *Session) Feasible(t *smtlib.Term) bool {
	return t.IsTrue() || s.Check(t, Thorough).Answer != solver.Unsat
}

// MaybeSat is Feasible for questions that may be given up early.
func (s *Session) MaybeSat(t *smtlib.Term) bool {
	if t.IsTrue() || s.gaveUp[t] {
		return true
	}
	r := s.Check(t, Quick)
	if r.Answer == solver.Unknown {
		s.gaveUp[t] = true
	}
	return r.Answer != solver.Unsat
}

// HasAxioms reports whether axioms speak of what t does.
func (s *Session) HasAxioms(t *smtlib.Term) bool { return len(s.Axioms.Relevant(t)) > 0 }

// GaveUp reports whether MaybeSat had no answer for t.
func (s *Session) GaveUp(t *smtlib.Term) bool { return s.gaveUp[t] }

// GivenUp counts the terms for which MaybeSat had no answer.
func (s *Session) GivenUp() int { return len(s.gaveUp) }

// Contradicted reports whether axioms that joined a question contradict each other.
func (s *Session) Contradicted() bool {
	for _, answer := range s.consistency {
		if answer == solver.Unsat {
			return true
		}
	}
	return false
}

// consistent reports whether axioms may have a model: from contradictory ones
// anything would follow.
func (s *Session) consistent(axioms []*smtlib.Term) bool {
	answer := s.Satisfiable(axioms)
	switch answer {
	case solver.Unsat:
		s.Note("the axioms contradict each other: nothing is proven from them")
	case solver.Unknown:
		s.Note("the axioms are assumed to be consistent (the solver cannot tell)")
	}
	return answer != solver.Unsat
}

// Satisfiable asks once whether axioms have a model.
func (s *Session) Satisfiable(axioms []*smtlib.Term) solver.Answer {
	key := ""
	for _, ax := range axioms {
		key += fmt.Sprintf("%d ", ax.ID())
	}
	if known, ok := s.consistency[key]; ok {
		return known
	}
	c := s.Axioms.c
	answer := solver.Unknown
	if left, ok := extend(c, axioms, map[*smtlib.Func]bool{}); ok {
		answer = s.Under(left, c.True, Thorough).Answer
	}
	if answer != solver.Sat {
		answer = s.Under(axioms, c.True, Thorough).Answer
	}
	s.consistency[key] = answer
	return answer
}

// maxFaults is how many questions in a row a solver may fail to answer, before
// it has ever answered one, until it is not asked any more.
const maxFaults = 4

// Health is whether the solver of a run works, and what was too hard for it. It is safe for concurrent use.
type Health struct {
	mu     sync.Mutex
	works  bool
	faults int                        // before the first answer
	late   map[question]solver.Result // that took too long
}

// leave notes that a question took too long: no other session asks it again.
func (h *Health) leave(q question, r solver.Result) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.late == nil {
		h.late = map[question]solver.Result{}
	}
	h.late[q] = r
}

// left is what became of a question that took too long.
func (h *Health) left(q question) (r solver.Result, ok bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	r, ok = h.late[q]
	return r, ok
}

// GaveUp reports whether the solver is not asked any more.
func (h *Health) GaveUp() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.faults >= maxFaults
}

// count takes an answer into account; it is true when the solver is given up now.
func (h *Health) count(r solver.Result) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case r.Answer != solver.Unknown:
		h.works = true
	case !h.works && (r.Reason == solver.Died || r.Reason == solver.Garbage || r.Reason == solver.Timeout):
		h.faults++
		return h.faults == maxFaults
	}
	return false
}
