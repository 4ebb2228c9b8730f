package moddiff

import (
	"fmt"
	"maps"
	"math/rand"
	"slices"

	"semdiff/internal/randprog"
	"semdiff/moddiff/summary"
	"semdiff/smtlib"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
)

// world says what random runs of a random pair may assume: what the axioms say of
// its opaque sort, where it has one.
type world struct {
	domain randprog.Domain
	proofs *proofCount // nil where nobody counts
}

// choose returns a random model in which all axioms hold, and the elements of the
// opaque sort in it.
func (w world) choose(a *analysis, rng *rand.Rand) (*interp.Model, []interp.Value) {
	m := interp.NewModel(a.Ctx, a.Pairing.Versions[0].Prog, a.Pairing.Versions[1].Prog)
	m.Seed = rng.Int63() + 1
	size := w.domain.Size
	if size == 0 {
		return m, nil
	}
	if !w.domain.Unique {
		size = 1 + rng.Intn(size)
	}
	c, sort := a.Ctx, a.Ctx.Opaque("K")
	terms, values := make([]*smtlib.Term, size), make([]interp.Value, size)
	for i := range terms {
		terms[i] = c.App(c.Func(fmt.Sprintf("element %d", i), nil, sort))
		values[i] = literal(m, terms[i])
	}
	at := rng.Perm(size)
	for i, name := range []string{"k0", "k1"} {
		value := terms[rng.Intn(size)]
		if w.domain.Unique {
			value = terms[at[i]]
		}
		m.Defs[c.Func(name, nil, sort)] = interp.Definition{Body: value}
	}
	// The element with a number, and the number of an element.
	x, y := c.Var("x", c.Int), c.Var("y", sort)
	element, number := terms[at[0]], c.IntVal(0)
	for i := 1; i < size; i++ {
		element = c.Ite(c.Eq(c.Mod(x, c.IntVal(int64(size))), c.IntVal(int64(i))), terms[at[i]], element)
		number = c.Ite(c.Eq(y, terms[at[i]]), c.IntVal(int64(i)), number)
	}
	byNumber := interp.Definition{Params: []*smtlib.Term{x}, Body: element}
	m.Defs[c.Func("elem", []*smtlib.Sort{c.Int}, sort)] = byNumber
	m.Defs[ir.TapeFunc(c, sort)] = byNumber
	m.Defs[c.Func("index", []*smtlib.Sort{sort}, c.Int)] = interp.Definition{Params: []*smtlib.Term{y}, Body: number}
	return m, values
}

// tooMany returns the elements of the opaque sort in a witness where they are more
// than its axioms allow.
func (w world) tooMany(c *smtlib.Context, d *summary.Difference) []string {
	seen := map[string]bool{}
	count := func(t *smtlib.Term) {
		smtlib.Visit(t, func(t *smtlib.Term) {
			if t.Op() == smtlib.OpApp && t.Sort().Kind == smtlib.OpaqueKind && len(t.Args()) == 0 {
				seen[t.String()] = true
			}
		})
	}
	for _, v := range d.Witness {
		if t, ok := v.Term(c); ok {
			count(t)
		}
	}
	if !w.domain.Limited || len(seen) <= w.domain.Size {
		return nil
	}
	return slices.Sorted(maps.Keys(seen))
}

// everywhere is the map that has a value everywhere.
func everywhere(c *smtlib.Context, s *smtlib.Sort, v interp.Value) interp.Value {
	t, ok := v.Term(c)
	if !ok {
		panic(fmt.Sprintf("%s has no term", v))
	}
	return literal(interp.NewModel(c), c.ConstArray(s, t))
}

func literal(m *interp.Model, t *smtlib.Term) interp.Value {
	v, err := m.Literal(t)
	if err != nil {
		panic(err)
	}
	return v
}
