package randprog

// dataDecls declares what programs with Options.Data use.
const dataDecls = `datatype List { Nil(), Cons(head: int, tail: List), Num(num: float4e3) }
function {:builtin "(_ to_fp 3 4) RNE"} ofInt(int): float4e3;
function {:builtin "fp.div RTP"} divUp(float4e3, float4e3): float4e3;
function {:builtin "fp.eq"} same(float4e3, float4e3): bool;
function {:builtin "fp.isNaN"} isNaN(float4e3): bool;

`

func apply(sort sort, f string, args ...*expr) *expr {
	return &expr{op: "apply", name: f, args: args, sort: sort}
}

func cons(head, tail *expr) *expr { return apply(listSort, "Cons", head, tail) }

func field(sort sort, of *expr, name string) *expr {
	return &expr{op: "field", name: name, args: []*expr{of}, sort: sort}
}

func is(x *expr, ctor string) *expr {
	return &expr{op: "is", name: ctor, args: []*expr{x}, sort: boolSort}
}

// dataExpr returns a list or a float; variables are those of vars, or any when
// that is nil.
func (s *scope) dataExpr(want sort, depth int, vars []variable) *expr {
	if depth == 0 || s.IntN(4) == 0 {
		v, ok := s.anyVariable(want)
		if vars != nil {
			v, ok = s.variable(want, vars)
		}
		switch {
		case ok && s.IntN(4) > 0:
			return use(v)
		case want == listSort:
			return apply(listSort, "Nil")
		}
		text := s.pick("0x1.0e0f4e3", "0x1.8e0f4e3", "-0x0.0e0f4e3", "0x0.0e0f4e3", "0x0.4e0f4e3", "0NaN4e3", "0+oo4e3")
		return &expr{op: "float", name: text, sort: floatSort}
	}
	if want == listSort {
		return s.listExpr(depth)
	}
	return s.floatExpr(depth)
}

func (s *scope) listExpr(depth int) *expr {
	switch s.IntN(6) {
	case 0, 1:
		return cons(s.intExpr(depth-1), s.dataExpr(listSort, depth-1, nil))
	case 2:
		return apply(listSort, "Num", s.dataExpr(floatSort, depth-1, nil))
	case 3, 4:
		return s.guarded("Cons", "tail", listSort, s.dataExpr(listSort, depth-1, nil))
	}
	return &expr{op: "ite", args: []*expr{s.boolExpr(depth - 1), s.dataExpr(listSort, depth-1, nil), s.dataExpr(listSort, depth-1, nil)}, sort: listSort}
}

func (s *scope) floatExpr(depth int) *expr {
	x := s.dataExpr(floatSort, depth-1, nil)
	switch s.IntN(8) {
	case 0:
		return apply(floatSort, "ofInt", s.intExpr(depth-1))
	case 1:
		return s.guarded("Num", "num", floatSort, s.dataExpr(listSort, depth-1, nil))
	case 2:
		return apply(floatSort, "divUp", x, s.dataExpr(floatSort, depth-1, nil))
	}
	e := arith(s.pick("+", "+", "-", "*"), x, s.dataExpr(floatSort, depth-1, nil))
	e.sort = floatSort
	return e
}

// guarded returns a field of x, mostly where x has that field only.
func (s *scope) guarded(ctor, name string, sort sort, x *expr) *expr {
	f := field(sort, x, name)
	if s.IntN(8) == 0 {
		return f
	}
	return &expr{op: "ite", args: []*expr{is(x.clone(), ctor), f, s.expr(sort, 0)}, sort: sort}
}

// intOfData returns an integer that depends on a list.
func (s *scope) intOfData(depth int) *expr {
	return s.guarded("Cons", "head", intSort, s.dataExpr(listSort, depth-1, nil))
}

// dataTest returns a condition on a list or a float.
func (s *scope) dataTest(x *expr) *expr {
	switch {
	case s.IntN(4) == 0:
		return logical(s.pick("==", "!="), x, s.dataExpr(x.sort, 0, nil))
	case x.sort == listSort:
		return is(x, s.pick("Nil", "Cons", "Cons", "Num"))
	case s.IntN(4) == 0:
		return apply(boolSort, "isNaN", x)
	case s.IntN(3) == 0:
		return apply(boolSort, "same", x, s.dataExpr(floatSort, 0, nil))
	}
	return logical(s.pick("<", "<="), x, s.dataExpr(floatSort, 0, nil))
}
