package mono

import (
	"fmt"
	"slices"
	"strings"

	"semdiff/boogie"
)

// binder is a quantifier or lambda over types met by a walker.
type binder struct {
	at     *walker
	q      *boogie.QuantExpr
	chosen []subst         // its instances
	seen   map[string]bool // these by name
}

// later notes a binder over types, to be walked at its instances.
func (a *walker) later(q *boogie.QuantExpr) {
	key := binderKey(q, a.sub)
	if a.w.met[key] == nil {
		b := &binder{at: a, q: q, seen: map[string]bool{}}
		a.w.met[key] = b
		a.w.binders = append(a.w.binders, b)
	}
}

// binderKey identifies a binder with the types that the variables in scope
// stand for.
func binderKey(q *boogie.QuantExpr, sub subst) string { return fmt.Sprintf("%p %s", q, scopeKey(sub)) }

func scopeKey(sub subst) string {
	var parts []string
	for v, t := range sub {
		parts = append(parts, fmt.Sprintf("%p=%s", v, typeName(t)))
	}
	slices.Sort(parts)
	return strings.Join(parts, " ")
}

// maxChosen bounds the instances of one binder, and of one below another.
const (
	maxChosen      = 100
	maxChosenBelow = 10
)

// walkInstances walks the instances that are new, up to a bound.
func (b *binder) walkInstances() {
	a := b.at
	most := maxChosen
	if a.below {
		most = maxChosenBelow
	}
	for _, more := range a.v.instances(a.w, b.q, a.sub) {
		inner := &walker{w: a.w, v: a.v, sub: with(a.sub, more), below: true}
		key := scopeKey(inner.sub)
		switch {
		case b.seen[key]:
			continue
		case b.q.Kind != boogie.Lambda && (len(b.chosen) >= most || len(a.w.known) > a.w.budget):
			a.v.over(b.q).bounded = true
			return
		}
		b.seen[key] = true
		b.chosen = append(b.chosen, more)
		for _, x := range b.q.Bound {
			inner.walk(x)
		}
		for _, t := range b.q.Triggers {
			inner.walk(t)
		}
		inner.walk(b.q.Body)
	}
}
