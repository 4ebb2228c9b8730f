package moddiff

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// ReasonID names a kind of reason; names are stable.
type ReasonID string

// The kinds of reasons why something is unknown.
const (
	ReasonTime        ReasonID = "time"
	ReasonMemory      ReasonID = "memory"
	ReasonInterrupted ReasonID = "interrupted"
	ReasonNotReached  ReasonID = "not_reached"
	ReasonSize        ReasonID = "size"
	ReasonMeaning     ReasonID = "meaning"
	ReasonInterface   ReasonID = "interface"
	ReasonBody        ReasonID = "body"
	ReasonAxioms      ReasonID = "axioms"
	ReasonUnwinding   ReasonID = "unwinding"
	ReasonPaths       ReasonID = "paths"
	ReasonCallee      ReasonID = "callee"
	ReasonRefinement  ReasonID = "refinement"
	ReasonSolver      ReasonID = "solver"
	ReasonReplay      ReasonID = "replay"
	ReasonTermination ReasonID = "termination"
	ReasonTests       ReasonID = "tests"
	ReasonProof       ReasonID = "proof"
)

// ReasonWords is what a kind of reason is called.
type ReasonWords struct {
	ID   ReasonID
	Text string // %s stands for what it is about
	Flag string // of semdiff diff, that may help; "" for none
}

// AllReasons is the table of the kinds of reasons, the most telling first.
func AllReasons() []ReasonWords {
	return []ReasonWords{
		{ReasonTime, "time ran out", "--timeout"},
		{ReasonMemory, "memory ran out", "--memory"},
		{ReasonInterrupted, "the run was interrupted", ""},
		{ReasonNotReached, "the analysis did not come to it", ""},
		{ReasonSize, "conditions grew beyond what is built for a pair", ""},
		{ReasonMeaning, "%s has no meaning", ""},
		{ReasonInterface, "the interfaces differ", "--match"},
		{ReasonBody, "there are no two bodies to compare", ""},
		{ReasonAxioms, "the axioms are no ground for an answer", ""},
		{ReasonUnwinding, "the unwinding bound was reached", "--unwind"},
		{ReasonPaths, "not all paths, or pairs of paths, were explored", ""},
		{ReasonCallee, "what callee %s does is unknown", ""},
		{ReasonRefinement, "calls were not refined any further", ""},
		{ReasonSolver, "the solver gave up", "--solver-resources"},
		{ReasonReplay, "no run confirms what may differ", ""},
		{ReasonTermination, "it is not proven that both versions end for the same inputs", ""},
		{ReasonTests, "no other inputs were tested", ""},
		{ReasonProof, "no proof was found", ""},
	}
}

// Reason says why something of a pair is unknown.
type Reason struct {
	ID     ReasonID
	About  string // what it is about, where the words have a place for it
	Detail string // more words
	Flag   string // that may help, with the value that it had, if any
}

// BecauseOf is the reason of a kind, with the flag that the table has for it.
func BecauseOf(id ReasonID, about, detail string) Reason {
	return Reason{ID: id, About: about, Detail: detail, Flag: id.words().Flag}
}

func (id ReasonID) words() ReasonWords {
	all := AllReasons()
	i := slices.IndexFunc(all, func(w ReasonWords) bool { return w.ID == id })
	if i < 0 {
		panic(fmt.Sprintf("moddiff: no words for the reason %q", string(id)))
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

// reasons are different reasons.
type reasons []Reason

func (l *reasons) add(more ...Reason) {
	for _, r := range more {
		if !slices.Contains(*l, r) {
			*l = append(*l, r)
		}
	}
}

// sorted has the most telling reasons first.
func (l reasons) sorted() []Reason {
	all := AllReasons()
	rank := func(r Reason) int {
		return slices.IndexFunc(all, func(w ReasonWords) bool { return w.ID == r.ID })
	}
	out := slices.Clone(l)
	slices.SortStableFunc(out, func(x, y Reason) int {
		return cmp.Or(rank(x)-rank(y), strings.Compare(x.About, y.About))
	})
	return out
}

// EndOf says why a context ended: its time was up, the run was interrupted, or
// something else, named by its cause, ended it.
func EndOf(ctx context.Context) Reason {
	switch cause := context.Cause(ctx); {
	case cause == nil || errors.Is(cause, context.DeadlineExceeded):
		return BecauseOf(ReasonTime, "", "")
	case errors.Is(cause, context.Canceled):
		return BecauseOf(ReasonInterrupted, "", "")
	default:
		return BecauseOf(ReasonMemory, "", cause.Error())
	}
}
