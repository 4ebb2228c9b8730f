package product

import (
	"math/big"
	"slices"

	"semdiff/moddiff/relation"
	"semdiff/smtlib"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
)

// column is an input or output of a node with its values in the samples.
type column struct {
	v      *smtlib.Term // named for people: that of the new version is primed
	slot   relation.Slot
	values []interp.Value
	nums   []*big.Rat // of integers

	product bool // of two integers
}

// maxColumns is how many integers are looked at together.
const maxColumns = 40

// columnsOf lists the inputs of a node, those of the old version first, and, where
// asked for, its outputs after them.
func (x *search) columnsOf(n *node, outputs bool) (list []*column) {
	add := func(kind relation.SlotKind) {
		for v, p := range n.procs {
			vars := p.Inputs
			if kind == relation.Output {
				vars = p.Outputs
			}
			for i, in := range vars {
				name := relation.Declared(in) + [...]string{"", "'"}[v]
				if kind == relation.Output {
					name = "result " + name
				}
				for slices.ContainsFunc(list, func(col *column) bool { return col.v.Name() == name }) {
					name += "'"
				}
				list = append(list, &column{v: x.c.Var(name, in.Sort()), slot: relation.Slot{Version: v, Index: i, Kind: kind}})
			}
		}
	}
	add(relation.Input)
	if outputs {
		add(relation.Output)
	}
	for _, s := range n.samples {
		values, ok := s.values(outputs)
		if !ok {
			continue
		}
		for i, col := range list {
			col.values = append(col.values, values[i])
		}
	}
	for _, col := range list {
		if col.v.Sort() == x.c.Int {
			col.number(x.c)
		}
	}
	return list
}

// number fills nums in, unless a value is not known.
func (col *column) number(c *smtlib.Context) {
	var nums []*big.Rat
	for _, v := range col.values {
		t, ok := v.Term(c)
		if !ok || t.Op() != smtlib.OpNumeral {
			return
		}
		nums = append(nums, t.Num())
	}
	col.nums = nums
}

// predicate is a condition over columns as one on two runs.
func predicate(body *smtlib.Term, columns []*column) *relation.Predicate {
	p := &relation.Predicate{Body: body}
	for _, v := range smtlib.Collect(body).Vars {
		for _, col := range columns {
			if col.v == v {
				p.Vars, p.Slots = append(p.Vars, v), append(p.Slots, col.slot)
			}
		}
	}
	return p
}

// maxFactors is how many integers are multiplied with each other at most.
const maxFactors = 5

// withProducts are integers, and before those that the last version returns the
// products of those before these, where products are looked at; where the programs
// multiply, of those that no equation gives in terms of others.
func (x *search) withProducts(ints []*column) []*column {
	if !x.products || len(ints) == 0 {
		return ints
	}
	last := len(ints)
	for last > 0 && ints[last-1].slot.Kind == relation.Output && ints[last-1].slot.Version == ints[len(ints)-1].slot.Version {
		last--
	}
	factors := ints[:last]
	if x.multiplies() {
		factors = independent(factors)
	}
	if len(factors) > maxFactors {
		return ints
	}
	list := slices.Clone(ints[:last])
	for i, a := range factors {
		for _, b := range factors[i:] {
			product := &column{v: x.c.Mul(a.v, b.v), slot: b.slot, product: true}
			for k := range a.nums {
				product.nums = append(product.nums, new(big.Rat).Mul(a.nums[k], b.nums[k]))
			}
			list = append(list, product)
		}
	}
	return append(list, ints[last:]...)
}

// multiplies reports whether a procedure that is related multiplies variables.
func (x *search) multiplies() (found bool) {
	for _, list := range x.related {
		for _, p := range list {
			ir.Terms(p.Proc, func(t *smtlib.Term) {
				found = found || t.Op() == smtlib.OpMul && !slices.ContainsFunc(t.Args(), func(x *smtlib.Term) bool { return x.Op() == smtlib.OpNumeral })
			})
		}
	}
	return found
}

// independent are the columns that are no sum of those before them.
func independent(columns []*column) (list []*column) {
	basis := newEchelon(columns)
	for _, col := range columns {
		if basis.add(col.nums) == nil {
			list = append(list, col)
		}
	}
	return list
}

// affine lists the equations between columns that hold in all samples and say what
// one column is in terms of those before it: a basis of the null space.
func affine(c *smtlib.Context, columns []*column) (list []*smtlib.Term) {
	if len(columns) == 0 {
		return nil
	}
	basis := newEchelon(columns)
	for _, col := range columns {
		if sum := basis.add(col.nums); sum != nil && !isConfused(columns, sum, col) {
			list = append(list, equation(c, columns, sum, col))
		}
	}
	return list
}

// isConfused reports that an equation with products has so many parts that it holds in
// few samples by chance, rather than in all runs.
func isConfused(columns []*column, sum []*big.Rat, of *column) bool {
	linear, products := 0, 0
	count := func(col *column) {
		if col.product {
			products++
		} else {
			linear++
		}
	}
	count(of)
	for i, q := range sum[1:] {
		if q.Sign() != 0 {
			count(columns[i])
		}
	}
	return products > 0 && (linear == 0 || linear+products > maxParts)
}

// maxParts is how many parts an equation with products has at most.
const maxParts = 4

// echelon holds independent vectors, reduced, and how they are made of those given.
type echelon struct {
	width int
	rows  []echelonRow
	given int
}

type echelonRow struct {
	pivot int
	value []*big.Rat
	from  []*big.Rat // coefficients of the vectors given
}

// newEchelon is for columns: it holds the constants.
func newEchelon(columns []*column) *echelon {
	e := &echelon{}
	if len(columns) > 0 {
		e.width = len(columns[0].nums)
	}
	one := make([]*big.Rat, e.width)
	for i := range one {
		one[i] = big.NewRat(1, 1)
	}
	e.add(one)
	return e
}

// add takes the next vector. If it depends on those before, it returns the
// coefficients with which it is their sum.
func (e *echelon) add(vector []*big.Rat) (sum []*big.Rat) {
	rest := make([]*big.Rat, e.width)
	for i, x := range vector {
		rest[i] = new(big.Rat).Set(x)
	}
	from := make([]*big.Rat, e.given+1)
	for i := range from {
		from[i] = new(big.Rat)
	}
	from[e.given].SetInt64(1)
	for _, row := range e.rows {
		factor := new(big.Rat).Set(rest[row.pivot])
		if factor.Sign() == 0 {
			continue
		}
		subtract(rest, row.value, factor)
		subtract(from, row.from, factor)
	}
	e.given++
	pivot := slices.IndexFunc(rest, func(x *big.Rat) bool { return x.Sign() != 0 })
	if pivot < 0 {
		for i := range from[:e.given-1] {
			from[i].Neg(from[i])
		}
		return from[:e.given-1]
	}
	inverse := new(big.Rat).Inv(rest[pivot])
	for _, list := range [][]*big.Rat{rest, from} {
		for _, x := range list {
			x.Mul(x, inverse)
		}
	}
	e.rows = append(e.rows, echelonRow{pivot, rest, from})
	return nil
}

// subtract takes factor times y off x.
func subtract(x, y []*big.Rat, factor *big.Rat) {
	for i, v := range y {
		if v.Sign() != 0 {
			x[i].Sub(x[i], new(big.Rat).Mul(factor, v))
		}
	}
}

// equation says that a column is the sum of 1 and the columns before it with these
// coefficients, in integers.
func equation(c *smtlib.Context, columns []*column, sum []*big.Rat, of *column) *smtlib.Term {
	scale := big.NewInt(1)
	for _, q := range sum {
		d := new(big.Int).GCD(nil, nil, scale, q.Denom())
		scale.Mul(scale, new(big.Int).Div(q.Denom(), d))
	}
	whole := func(q *big.Rat) *smtlib.Term {
		return c.BigInt(new(big.Int).Div(new(big.Int).Mul(q.Num(), scale), q.Denom()))
	}
	terms := []*smtlib.Term{whole(sum[0])}
	for i, q := range sum[1:] {
		if q.Sign() != 0 {
			terms = append(terms, c.Mul(whole(q), columns[i].v))
		}
	}
	return c.Eq(c.Mul(c.BigInt(scale), of.v), c.Add(terms...))
}
