package types

// Equal reports whether a and b are the same type. Polymorphic map types are
// compared up to the names of their parameters.
func Equal(a, b Type) bool {
	c := comparison{equal: []map[[2]Type]bool{{}}}
	return c.same(a, b)
}

// comparison compares under a renaming of the parameters bound on the way down.
type comparison struct {
	bound [][2]*Var
	// equal[i] are pairs found to be equal that no renaming but those in bound[:i]
	// is about.
	equal []map[[2]Type]bool
}

func (c *comparison) same(a, b Type) bool {
	switch a := a.(type) {
	case Basic, BV, *meta:
		return a == b
	case *Var:
		vb, ok := b.(*Var)
		return ok && c.sameVar(a, vb)
	}
	if a == b && (len(c.bound) == 0 || ground(a)) {
		return true
	}
	known := c.equal[c.level(a, b)]
	pair := [2]Type{a, b}
	if known[pair] {
		return true
	}
	known[pair] = c.sameParts(a, b)
	return known[pair]
}

// level is how many of the parameters bound are outside of all that a and b are
// about.
func (c *comparison) level(a, b Type) int {
	left, right := FreeVars(a), FreeVars(b)
	for i := len(c.bound); i > 0; i-- {
		for _, v := range left {
			if v == c.bound[i-1][0] {
				return i
			}
		}
		for _, v := range right {
			if v == c.bound[i-1][1] {
				return i
			}
		}
	}
	return 0
}

func (c *comparison) sameVar(a, b *Var) bool {
	for i := len(c.bound) - 1; i >= 0; i-- {
		if p := c.bound[i]; p[0] == a || p[1] == b {
			return p[0] == a && p[1] == b
		}
	}
	return a == b
}

func (c *comparison) sameParts(a, b Type) bool {
	switch a := a.(type) {
	case *Ctor:
		b, ok := b.(*Ctor)
		return ok && a.Name == b.Name && c.sameAll(a.Args, b.Args)
	case *Map:
		b, ok := b.(*Map)
		if !ok || len(a.Params) != len(b.Params) || len(a.Index) != len(b.Index) {
			return false
		}
		outer := len(c.bound)
		for i := range a.Params {
			c.bound = append(c.bound, [2]*Var{a.Params[i], b.Params[i]})
			c.equal = append(c.equal, map[[2]Type]bool{})
		}
		ok = c.sameAll(a.Index, b.Index) && c.same(a.Result, b.Result)
		c.bound, c.equal = c.bound[:outer], c.equal[:outer+1]
		return ok
	}
	return false
}

func (c *comparison) sameAll(as, bs []Type) bool {
	if len(as) != len(bs) {
		return false
	}
	for i := range as {
		if !c.same(as[i], bs[i]) {
			return false
		}
	}
	return true
}
