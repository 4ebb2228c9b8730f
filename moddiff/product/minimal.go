package product

import (
	"slices"
	"strings"

	"semdiff/moddiff/relation"
	"semdiff/moddiff/summary"
	"semdiff/smtlib"
)

// What it may cost to leave out what a proof does not need.
const (
	minimalQueries  = 250
	minimalAttempts = 60
)

// minimal is the proof without what it does not need, as far as that is found
// quickly; nil when there is no proof.
func (x *search) minimal(proof *Proof) *Proof {
	if proof == nil {
		return nil
	}
	x.nodes = proof.nodes // another schedule may have been tried since
	x.queries, x.patience, x.thorough = minimalQueries, maxUnknown, false
	m := &minimizer{x: x, proof: proof, left: minimalAttempts}
	if len(x.lemmas) > 1 {
		leaveOut(m, &x.lemmas, 0, len(x.lemmas))
	}
	leaveOutEach(m, &x.lemmas)
	leaveOutEach(m, &x.fills)
	leaveOutEach(m, &x.nodes)
	for _, n := range x.nodes {
		leaveOutEach(m, &n.rel.Pre)
		leaveOutEach(m, &n.rel.Post)
	}
	return m.proof
}

// minimizer leaves parts of a proof out.
type minimizer struct {
	x     *search
	proof *Proof
	left  int // attempts
}

// leaveOut takes part of a list out, if there is a proof without it that shows as
// much.
func leaveOut[T any](m *minimizer, list *[]T, from, to int) {
	if m.left--; m.left < 0 {
		return
	}
	before := *list
	*list = slices.Delete(slices.Clone(before), from, to)
	if proof := m.x.conclude(); proof != nil && proof.Ends == m.proof.Ends {
		m.proof = proof
	} else {
		*list = before
	}
}

// leaveOutEach tries the elements of a list in turn, the last one first.
func leaveOutEach[T any](m *minimizer, list *[]T) {
	for i := len(*list) - 1; i >= 0; i-- {
		leaveOut(m, list, i, i+1)
	}
}

// Invariants are what the proof rests on, as text.
func (p *Proof) Invariants() (list []summary.Invariant) {
	for _, rel := range p.Relations {
		if len(rel.Pre)+len(rel.Post) == 0 {
			continue
		}
		of := slices.IndexFunc(p.nodes, func(n *node) bool { return n.names() == rel.Procs })
		list = append(list, summary.Invariant{Procs: rel.Procs, Says: words(slices.Concat(rel.Pre, rel.Post)), Steps: p.nodes[of].schedule.steps})
	}
	for _, l := range p.Lemmas {
		inv := summary.Invariant{Says: words([]*relation.Predicate{l.Post})}
		inv.Procs[l.Version] = l.Proc
		list = append(list, inv)
	}
	return list
}

// Invariant is a relation as text.
func Invariant(rel *relation.Relation) summary.Invariant {
	return summary.Invariant{Procs: rel.Procs, Says: words(slices.Concat(rel.Pre, rel.Post)), Steps: [2]int{1, 1}}
}

func words(list []*relation.Predicate) string {
	var parts []string
	for _, q := range list {
		text := smtlib.Infix(q.Body)
		if len(list) > 1 && (strings.Contains(text, " || ") || strings.Contains(text, "==>")) {
			text = "(" + text + ")"
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, " && ")
}
