package product

import (
	"math/big"
	"slices"

	"semdiff/moddiff/pairing"
	"semdiff/moddiff/relation"
	"semdiff/moddiff/vc"
	"semdiff/smtlib"
)

// filling is a loop of one version that stores elements of maps in each iteration: one
// activation of it, as terms over its inputs.
type filling struct {
	c      *smtlib.Context
	proc   *pairing.Proc
	run    *vc.Activation
	again  *vc.Activation            // the only call that it makes
	change map[*smtlib.Term]*big.Int // of inputs that an iteration changes by a number, or not at all
}

// pointwise guesses what a loop leaves in maps, for each index: if iteration t stores at
// e + c*t what is v then, an element at k is v for t = (k - e)/c, where there is such an
// iteration, and else what it was.
func (x *search) pointwise(p *pairing.Proc) (list []*relation.Lemma) {
	run, calls := x.alone(p.Version.Index, p.Name)
	own := calls[p.Version.Index]
	if len(own) != 1 || own[0].Proc != p.Name {
		return nil
	}
	f := &filling{c: x.c, proc: p, run: run, again: own[0], change: map[*smtlib.Term]*big.Int{}}
	for i, v := range run.Args {
		next := f.again.Args[i]
		switch {
		case next == v:
			f.change[v] = new(big.Int)
		case v.Sort() == x.c.Int:
			if d := x.c.Sub(next, v); d.Op() == smtlib.OpNumeral {
				f.change[v] = d.Num().Num()
			}
		}
	}
	for i, out := range p.Outputs {
		k := slices.Index(p.Inputs, out)
		if k < 0 || out.Sort().Kind != smtlib.ArrayKind || out.Sort().Index != x.c.Int || run.Args[k] == f.again.Args[k] {
			continue
		}
		if post := f.filled(k, i); post != nil {
			list = append(list, &relation.Lemma{Version: p.Version.Index, Proc: p.Name, Post: post})
		}
	}
	return list
}

// filled is what output out, a map that is input in before, holds for each index.
func (f *filling) filled(in, out int) *relation.Predicate {
	c, before := f.c, f.run.Args[in]
	stores, ok := storesInto(f.again.Args[in], before)
	if !ok {
		return nil
	}
	index := c.Var("index", c.Int)
	element := c.Select(before, index)
	for _, s := range stores {
		is, value := f.at(index, s)
		if is == nil {
			return nil
		}
		element = c.Ite(is, value, element)
	}
	version := f.proc.Version.Index
	result := c.Var("result "+relation.Declared(f.proc.Outputs[out]), before.Sort())
	is := c.Eq(c.Select(result, index), element)
	post := &relation.Predicate{Vars: []*smtlib.Term{result}, Slots: []relation.Slot{{Version: version, Index: out, Kind: relation.Output}}}
	named := map[*smtlib.Term]*smtlib.Term{}
	for i, v := range f.run.Args {
		w := c.Var(relation.Declared(f.proc.Inputs[i]), v.Sort())
		named[v] = w
		post.Vars, post.Slots = append(post.Vars, w), append(post.Slots, relation.Slot{Version: version, Index: i, Kind: relation.Input})
	}
	post.Body = c.Forall([]*smtlib.Term{index}, c.Substitute(is, named), nil)
	return post
}

// store is an element that an iteration writes.
type store struct{ index, value *smtlib.Term }

// storesInto are the elements of m that t writes, in order.
func storesInto(t, m *smtlib.Term) (list []store, ok bool) {
	for t != m {
		if t.Op() != smtlib.OpStore {
			return nil, false
		}
		list = append(list, store{t.Args()[1], t.Args()[2]})
		t = t.Args()[0]
	}
	slices.Reverse(list)
	return list, true
}

// at is the condition that an iteration stores at an index, and the value that it
// stores; nil where that is not understood.
func (f *filling) at(index *smtlib.Term, s store) (is, value *smtlib.Term) {
	c := f.c
	stride := new(big.Int)
	first := map[*smtlib.Term]*smtlib.Term{}
	for v, d := range f.change {
		if d.Sign() != 0 {
			first[v] = c.Add(v, c.BigInt(d))
		}
	}
	if !f.understood(s.index) {
		return nil, nil
	}
	step := c.Sub(c.Substitute(s.index, first), s.index)
	if step.Op() != smtlib.OpNumeral || step.Num().Sign() == 0 {
		return nil, nil
	}
	stride.Set(step.Num().Num())
	// The iteration, counted from 0, that stores at the index.
	distance := c.Sub(index, s.index)
	if stride.Sign() < 0 {
		stride.Neg(stride)
		distance = c.Neg(distance)
	}
	iteration, hits := distance, c.True
	if stride.Cmp(big.NewInt(1)) != 0 {
		iteration, hits = c.IntDiv(distance, c.BigInt(stride)), c.Eq(c.Mod(distance, c.BigInt(stride)), c.IntVal(0))
	}
	then := map[*smtlib.Term]*smtlib.Term{}
	for v, d := range f.change {
		if d.Sign() != 0 {
			then[v] = c.Add(v, c.Mul(c.BigInt(d), iteration))
		}
	}
	made := f.made(iteration, then)
	if made == nil || !f.understoodButMaps(s.value) {
		return nil, nil
	}
	return c.And(hits, c.Le(c.IntVal(0), distance), made), c.Substitute(s.value, then)
}

// made is the condition that there is an iteration of this number: the loop goes on in
// the state before it, where that is a matter of numbers; else the number is less than
// what an output tells of how many there were.
func (f *filling) made(iteration *smtlib.Term, then map[*smtlib.Term]*smtlib.Term) *smtlib.Term {
	if f.understood(f.again.Reached) {
		return f.c.Substitute(f.again.Reached, then)
	}
	return nil
}

// understood reports that it is known what variables of t are in each iteration, and
// that t reads no maps.
func (f *filling) understood(t *smtlib.Term) bool {
	reads := false
	smtlib.Visit(t, func(t *smtlib.Term) { reads = reads || t.Op() == smtlib.OpSelect })
	return !reads && f.understoodButMaps(t)
}

// understoodButMaps is the same where maps may be read: those that the loop writes are
// guessed to be as they were where they are read.
func (f *filling) understoodButMaps(t *smtlib.Term) bool {
	return !t.HasQuantifier() && !slices.ContainsFunc(smtlib.Collect(t).Vars, func(v *smtlib.Term) bool {
		return f.change[v] == nil && v.Sort().Kind != smtlib.ArrayKind
	})
}
