// Package reason says why inputs of a pair are unknown: a Reason is a kind from a
// fixed table (All), words, and a flag that may help. Start from Of. Reasons are for
// people: no answer depends on them, but Sanity of package summary wants at least
// one where something is unknown.
package reason

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// ID names a kind of reason; names are stable.
type ID string

// The kinds of reasons why something is unknown.
const (
	Time        ID = "time"
	Memory      ID = "memory"
	Interrupted ID = "interrupted"
	NotReached  ID = "not_reached"
	Size        ID = "size"
	Meaning     ID = "meaning"
	Interface   ID = "interface"
	Body        ID = "body"
	Axioms      ID = "axioms"
	Unwinding   ID = "unwinding"
	Paths       ID = "paths"
	Callee      ID = "callee"
	Refinement  ID = "refinement"
	Solver      ID = "solver"
	Replay      ID = "replay"
	Termination ID = "termination"
	Tests       ID = "tests"
	Proof       ID = "proof"
)

// Words describes a kind of reason.
type Words struct {
	ID   ID
	Text string // %s stands for what it is about
	Flag string // of semdiff diff, that may help; "" for none
}

// All is the table of the kinds of reasons, the most telling first.
func All() []Words {
	return []Words{
		{Time, "time ran out", "--timeout"},
		{Memory, "memory ran out", "--memory"},
		{Interrupted, "the run was interrupted", ""},
		{NotReached, "the analysis did not come to it", ""},
		{Size, "conditions grew beyond what is built for a pair", ""},
		{Meaning, "%s has no meaning", ""},
		{Interface, "the interfaces differ", "--match"},
		{Body, "there are no two bodies to compare", ""},
		{Axioms, "the axioms are no ground for an answer", ""},
		{Unwinding, "the unwinding bound was reached", "--unwind"},
		{Paths, "not all paths, or pairs of paths, were explored", ""},
		{Callee, "what callee %s does is unknown", ""},
		{Refinement, "calls were not refined any further", ""},
		{Solver, "the solver gave up", "--solver-resources"},
		{Replay, "no run confirms what may differ", ""},
		{Termination, "it is not proven that both versions end for the same inputs", ""},
		{Tests, "no other inputs were tested", ""},
		{Proof, "no proof was found", ""},
	}
}

// Reason says why something of a pair is unknown.
type Reason struct {
	ID     ID
	About  string // fills the place that the words have for a name
	Detail string // more words
	Flag   string // that may help, with the value that it had, if any
}

// Of is the reason of a kind, with the flag that the table has for it.
func Of(id ID, about, detail string) Reason {
	return Reason{ID: id, About: about, Detail: detail, Flag: id.words().Flag}
}

func (id ID) words() Words {
	all := All()
	i := slices.IndexFunc(all, func(w Words) bool { return w.ID == id })
	if i < 0 {
		panic(fmt.Sprintf("reason: no words for the reason %q", string(id)))
	}
	return all[i]
}

// Text is the reason in words, without the flag.
func (r Reason) Text() string {
	s := r.ID.words().Text
	if strings.Contains(s, "%s") {
		s = fmt.Sprintf(s, r.About)
	}
	if r.Detail != "" {
		s += ": " + r.Detail
	}
	return s
}

// String is the reason in words, with the flag.
func (r Reason) String() string {
	if r.Flag == "" {
		return r.Text()
	}
	return r.Text() + " (" + r.Flag + ")"
}

// List are different reasons.
type List []Reason

// Add appends the reasons that are not in the list yet.
func (l *List) Add(more ...Reason) {
	for _, r := range more {
		if !slices.Contains(*l, r) {
			*l = append(*l, r)
		}
	}
}

// Sorted has the most telling reasons first.
func (l List) Sorted() []Reason {
	all := All()
	rank := func(r Reason) int {
		return slices.IndexFunc(all, func(w Words) bool { return w.ID == r.ID })
	}
	out := slices.Clone(l)
	slices.SortStableFunc(out, func(x, y Reason) int {
		return cmp.Or(rank(x)-rank(y), strings.Compare(x.About, y.About))
	})
	return out
}

// OfEnd says why a context ended: its time was up, the run was interrupted, or
// something else, named by its cause, ended it.
func OfEnd(ctx context.Context) Reason {
	switch cause := context.Cause(ctx); {
	case cause == nil || errors.Is(cause, context.DeadlineExceeded):
		return Of(Time, "", "")
	case errors.Is(cause, context.Canceled):
		return Of(Interrupted, "", "")
	default:
		return Of(Memory, "", cause.Error())
	}
}
