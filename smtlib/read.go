package smtlib

import (
	"maps"
	"math/big"
	"strconv"
	"strings"

	"semdiff/smtlib/ieee"
)

// Scope says what the symbols of a text mean. Symbols of SMT-LIB's theories
// need no entry; an entry hides them.
type Scope struct {
	Vars  map[string]*Term // symbols without arguments
	Funcs map[string]*Func
	Sorts map[string]*Sort // opaque ones and datatypes

	Ctors  map[string]*Constructor
	Fields map[string]Selector

	// Resolve, when set, is asked for what is in none of the tables: a symbol
	// applied to args. sort is the S of (as name S), else nil. It returns nil
	// when it does not know the name.
	Resolve func(name string, sort *Sort, args []*Term) (*Term, error)
	// AsArray, when set, is asked for z3's (_ as-array f).
	AsArray func(f string) (*Term, error)
	// Table, when set, is asked for (lambda ((x S)) body), which z3 gives as the
	// value of an array.
	Table func(x, body *Term) (*Term, error)
}

// Selector is a field of a constructor.
type Selector struct {
	Ctor  *Constructor
	Index int
}

// NewScope returns an empty scope.
func NewScope() *Scope {
	return &Scope{
		Vars: map[string]*Term{}, Funcs: map[string]*Func{}, Sorts: map[string]*Sort{},
		Ctors: map[string]*Constructor{}, Fields: map[string]Selector{},
	}
}

// Add puts a datatype with its constructors and fields into s under their own
// names; of fields that share a name the last counts.
func (s *Scope) Add(data *Sort) {
	s.Sorts[data.Name] = data
	for _, k := range data.Ctors {
		s.Ctors[k.Name] = k
		for i, f := range k.Fields {
			s.Fields[f.Name] = Selector{k, i}
		}
	}
}

// With returns a copy of s where vars hide the symbols of the same name.
func (s *Scope) With(vars map[string]*Term) *Scope {
	r := *s
	r.Vars = make(map[string]*Term, len(s.Vars)+len(vars))
	maps.Copy(r.Vars, s.Vars)
	maps.Copy(r.Vars, vars)
	return &r
}

// ParseTerm reads the one term of text.
func (c *Context) ParseTerm(scope *Scope, text string) (*Term, error) {
	list, err := ReadSexprs(text)
	if err != nil {
		return nil, err
	}
	if len(list) != 1 {
		return nil, &SyntaxError{1, 1, "want one term, got " + strconv.Itoa(len(list))}
	}
	return c.ReadTerm(scope, list[0])
}

// ReadTerm turns s into a term. What does not fit is an error: unknown
// symbols, wrong sorts, wrong numbers of arguments.
func (c *Context) ReadTerm(scope *Scope, s Sexpr) (*Term, error) {
	r := reader{c: c, scope: scope, local: map[string]*Term{}}
	return r.term(s)
}

// ReadSort turns s into a sort.
func (c *Context) ReadSort(scope *Scope, s Sexpr) (*Sort, error) {
	if s.IsSymbol() {
		switch s.Text {
		case "Bool":
			return c.Bool, nil
		case "Int":
			return c.Int, nil
		case "Real":
			return c.Real, nil
		case "RoundingMode":
			return c.Rounding, nil
		case "Float16":
			return c.Float(ieee.Format{Exp: 5, Sig: 11}), nil
		case "Float32":
			return c.Float(ieee.Format{Exp: 8, Sig: 24}), nil
		case "Float64":
			return c.Float(ieee.Format{Exp: 11, Sig: 53}), nil
		case "Float128":
			return c.Float(ieee.Format{Exp: 15, Sig: 113}), nil
		}
		if r, ok := scope.Sorts[s.Text]; ok {
			return r, nil
		}
		return nil, s.errorf("unknown sort %s", s)
	}
	switch {
	case s.Head() == "_" && len(s.List) == 3 && s.List[1].Is("BitVec"):
		w, err := index(s.List[2])
		if err != nil || w == 0 {
			return nil, s.errorf("bad width")
		}
		return c.BV(w), nil
	case s.Head() == "_" && len(s.List) == 4 && s.List[1].Is("FloatingPoint"):
		f, err := floatFormat(s)
		if err != nil {
			return nil, err
		}
		return c.Float(f), nil
	case s.Head() == "Array" && len(s.List) == 3:
		i, err := c.ReadSort(scope, s.List[1])
		if err != nil {
			return nil, err
		}
		e, err := c.ReadSort(scope, s.List[2])
		if err != nil {
			return nil, err
		}
		return c.Array(i, e), nil
	}
	return nil, s.errorf("unknown sort")
}

// floatFormat reads the indices of (_ symbol exponent significand).
func floatFormat(s Sexpr) (ieee.Format, error) {
	exp, err1 := index(s.List[2])
	sig, err2 := index(s.List[3])
	f := ieee.Format{Exp: exp, Sig: sig}
	if err1 != nil || err2 != nil || !f.Valid() {
		return f, s.errorf("bad floating-point format")
	}
	return f, nil
}

// maxWidth bounds the bit-vectors that texts may ask for.
const maxWidth = 1 << 16

// index reads the numeral of an indexed identifier.
func index(s Sexpr) (int, error) {
	n, err := strconv.Atoi(s.Text)
	if s.Kind != NumberKind || err != nil || n < 0 || n > maxWidth {
		return 0, s.errorf("bad index")
	}
	return n, nil
}

type reader struct {
	c     *Context
	scope *Scope
	local map[string]*Term // of let, quantifiers and lambda; hides scope
	depth int              // of lambda
}

func (r *reader) term(s Sexpr) (*Term, error) {
	switch s.Kind {
	case NumberKind:
		return r.number(s)
	case SymbolKind, QuotedKind:
		return r.symbol(s, s.Text, nil)
	case ListKind:
		if len(s.List) > 0 {
			return r.list(s)
		}
	}
	return nil, s.errorf("not a term")
}

func (r *reader) number(s Sexpr) (*Term, error) {
	digits, base, bitsPer := s.Text, 10, 0
	switch {
	case strings.HasPrefix(digits, "#x"):
		digits, base, bitsPer = digits[2:], 16, 4
	case strings.HasPrefix(digits, "#b"):
		digits, base, bitsPer = digits[2:], 2, 1
	}
	whole, frac, isReal := strings.Cut(digits, ".")
	if isReal && (bitsPer > 0 || frac == "") || whole == "" || len(digits) > maxWidth {
		return nil, s.errorf("bad number")
	}
	for _, d := range whole + frac {
		if !strings.ContainsRune("0123456789abcdefABCDEF"[:], d) {
			return nil, s.errorf("bad number")
		}
	}
	n, ok := new(big.Int).SetString(whole+frac, base)
	if !ok {
		return nil, s.errorf("bad number")
	}
	if bitsPer > 0 {
		return r.c.BVVal(n, bitsPer*len(whole)), nil
	}
	if !isReal {
		return r.c.BigInt(n), nil
	}
	scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(len(frac))), nil)
	return r.c.Numeral(new(big.Rat).SetFrac(n, scale), r.c.Real), nil
}

// symbol reads a symbol without arguments; sort is that of (as name sort).
func (r *reader) symbol(s Sexpr, name string, sort *Sort) (*Term, error) {
	if t, ok := r.local[name]; ok {
		return t, nil
	}
	if t, ok := r.scope.Vars[name]; ok {
		return t, nil
	}
	if f, ok := r.scope.Funcs[name]; ok && len(f.Params) == 0 {
		return r.c.App(f), nil
	}
	if k, ok := r.scope.Ctors[name]; ok && len(k.Fields) == 0 {
		return r.c.Construct(k), nil
	}
	switch name {
	case "true":
		return r.c.True, nil
	case "false":
		return r.c.False, nil
	}
	if m, ok := ieee.ParseMode(name); ok {
		return r.c.RoundingVal(m), nil
	}
	return r.resolve(s, name, sort, nil)
}

func (r *reader) resolve(s Sexpr, name string, sort *Sort, args []*Term) (*Term, error) {
	if r.scope.Resolve != nil {
		t, err := r.scope.Resolve(name, sort, args)
		if err != nil {
			return nil, s.errorf("%s: %v", name, err)
		}
		if t != nil {
			return t, nil
		}
	}
	return nil, s.errorf("unknown symbol %s", name)
}

func (r *reader) list(s Sexpr) (*Term, error) {
	switch s.Head() {
	case "let":
		return r.let(s)
	case "forall", "exists":
		return r.quantifier(s)
	case "lambda":
		return r.lambda(s)
	case "!":
		if len(s.List) < 2 {
			return nil, s.errorf("bad annotation")
		}
		return r.term(s.List[1])
	case "_":
		return r.indexed(s)
	case "as":
		if len(s.List) != 3 || !s.List[1].IsSymbol() {
			return nil, s.errorf("bad qualified symbol")
		}
		sort, err := r.c.ReadSort(r.scope, s.List[2])
		if err != nil {
			return nil, err
		}
		return r.symbol(s, s.List[1].Text, sort)
	}
	args := make([]*Term, len(s.List)-1)
	for i, a := range s.List[1:] {
		t, err := r.term(a)
		if err != nil {
			return nil, err
		}
		args[i] = t
	}
	head := s.List[0]
	switch {
	case head.IsSymbol():
		return r.apply(s, head.Text, args)
	case head.Head() == "_":
		return r.applyIndexed(s, head, args)
	case head.Head() == "as" && len(head.List) == 3 && head.List[1].IsSymbol():
		sort, err := r.c.ReadSort(r.scope, head.List[2])
		if err != nil {
			return nil, err
		}
		if !head.List[1].Is("const") {
			return r.apply(s, head.List[1].Text, args)
		}
		if len(args) != 1 || sort.Kind != ArrayKind {
			return nil, s.errorf("bad constant array")
		}
		args = r.toReal(args, sort.Elem)
		if args[0].sort != sort.Elem {
			return nil, s.errorf("constant %s of %s", sort, args[0].sort)
		}
		return r.c.ConstArray(sort, args[0]), nil
	}
	return nil, s.errorf("bad head of an application")
}

// bind sets local symbols until the returned function is called.
func (r *reader) bind(names []string, terms []*Term) (undo func()) {
	old := make([]*Term, len(names))
	for i, n := range names {
		old[i] = r.local[n]
	}
	for i, n := range names {
		r.local[n] = terms[i]
	}
	return func() {
		for i, n := range names {
			if old[i] == nil {
				delete(r.local, n)
			} else {
				r.local[n] = old[i]
			}
		}
	}
}

// pairs reads the ((symbol x) ...) of let and quantifiers.
func pairs(s Sexpr) (names []string, rest []Sexpr, err error) {
	if len(s.List) != 3 || s.List[1].Kind != ListKind || len(s.List[1].List) == 0 {
		return nil, nil, s.errorf("bad binder")
	}
	seen := map[string]bool{}
	for _, p := range s.List[1].List {
		if p.Kind != ListKind || len(p.List) != 2 || !p.List[0].IsSymbol() || seen[p.List[0].Text] {
			return nil, nil, p.errorf("bad binding")
		}
		seen[p.List[0].Text] = true
		names, rest = append(names, p.List[0].Text), append(rest, p.List[1])
	}
	return names, rest, nil
}

func (r *reader) let(s Sexpr) (*Term, error) {
	names, values, err := pairs(s)
	if err != nil {
		return nil, err
	}
	terms := make([]*Term, len(values))
	for i, v := range values {
		if terms[i], err = r.term(v); err != nil {
			return nil, err
		}
	}
	defer r.bind(names, terms)()
	return r.term(s.List[2])
}

func (r *reader) lambda(s Sexpr) (*Term, error) {
	names, sorts, err := pairs(s)
	if err != nil {
		return nil, err
	}
	if len(names) != 1 || r.scope.Table == nil {
		return nil, s.errorf("unexpected lambda")
	}
	sort, err := r.c.ReadSort(r.scope, sorts[0])
	if err != nil {
		return nil, err
	}
	r.depth++
	x := r.c.Var("?lambda"+strconv.Itoa(r.depth), sort)
	defer r.bind(names, []*Term{x})()
	body, err := r.term(s.List[2])
	r.depth--
	if err != nil {
		return nil, err
	}
	t, err := r.scope.Table(x, body)
	if err != nil {
		return nil, s.errorf("%v", err)
	}
	return t, nil
}

func (r *reader) quantifier(s Sexpr) (*Term, error) {
	names, sorts, err := pairs(s)
	if err != nil {
		return nil, err
	}
	bound := make([]*Term, len(names))
	for i := range names {
		sort, err := r.c.ReadSort(r.scope, sorts[i])
		if err != nil {
			return nil, err
		}
		bound[i] = r.c.Fresh("?", sort)
	}
	defer r.bind(names, bound)()
	bodyText := s.List[2]
	body, err := r.term(bodyText)
	if err != nil {
		return nil, err
	}
	if body.sort != r.c.Bool {
		return nil, s.errorf("the body of a quantifier is %s", body.sort)
	}
	var triggers [][]*Term
	if bodyText.Head() == "!" {
		for i, a := range bodyText.List[:len(bodyText.List)-1] {
			if a.Kind != KeywordKind || a.Text != ":pattern" {
				continue
			}
			var tr []*Term
			for _, x := range bodyText.List[i+1].List {
				t, err := r.term(x)
				if err != nil {
					return nil, err
				}
				tr = append(tr, t)
			}
			if len(tr) > 0 {
				triggers = append(triggers, tr)
			}
		}
	}
	if s.Head() == "forall" {
		return r.c.Forall(bound, body, triggers), nil
	}
	return r.c.Exists(bound, body, triggers), nil
}

// indexed reads (_ bvN w), (_ NaN e s) and the like, and (_ as-array f).
func (r *reader) indexed(s Sexpr) (*Term, error) {
	if len(s.List) == 3 && s.List[1].Is("as-array") && s.List[2].IsSymbol() && r.scope.AsArray != nil {
		t, err := r.scope.AsArray(s.List[2].Text)
		if err != nil {
			return nil, s.errorf("%v", err)
		}
		return t, nil
	}
	if len(s.List) == 4 && s.List[1].Kind == SymbolKind {
		return r.specialFloat(s)
	}
	if len(s.List) != 3 || s.List[1].Kind != SymbolKind || !strings.HasPrefix(s.List[1].Text, "bv") {
		return nil, s.errorf("unknown indexed symbol")
	}
	digits := s.List[1].Text[2:]
	w, err := index(s.List[2])
	if err != nil || w == 0 || len(digits) > maxWidth || strings.Trim(digits, "0123456789") != "" {
		return nil, s.errorf("bad bit-vector literal")
	}
	n, ok := new(big.Int).SetString(digits, 10)
	if !ok {
		return nil, s.errorf("bad bit-vector literal")
	}
	return r.c.BVVal(n, w), nil
}

// specialFloat reads (_ NaN e s), (_ +oo e s), (_ -zero e s).
func (r *reader) specialFloat(s Sexpr) (*Term, error) {
	f, err := floatFormat(s)
	if err != nil {
		return nil, err
	}
	switch s.List[1].Text {
	case "NaN":
		return r.c.FloatVal(f.NaN()), nil
	case "+oo", "-oo":
		return r.c.FloatVal(f.Inf(s.List[1].Is("-oo"))), nil
	case "+zero", "-zero":
		return r.c.FloatVal(f.Zero(s.List[1].Is("-zero"))), nil
	}
	return nil, s.errorf("unknown indexed symbol")
}

// tester reads ((_ is k) x); z3 prints ((_ is (k (S ...) T)) x) as well.
func (r *reader) tester(s, head Sexpr, args []*Term) (*Term, error) {
	name := head.List[2]
	if name.Kind == ListKind && len(name.List) > 0 {
		name = name.List[0]
	}
	k, ok := r.scope.Ctors[name.Text]
	if !ok || len(args) != 1 || args[0].sort != k.Of {
		return nil, s.errorf("bad test for a constructor")
	}
	return r.c.Is(k, args[0]), nil
}

func (r *reader) applyIndexed(s, head Sexpr, args []*Term) (*Term, error) {
	if len(head.List) == 3 && head.List[1].Is("is") {
		return r.tester(s, head, args)
	}
	if kind, _, _ := conversionHead(head.String()); kind != "" {
		return r.float(s, head.String(), args)
	}
	if len(head.List) < 3 || !head.List[1].IsSymbol() || len(args) != 1 {
		return nil, s.errorf("unknown indexed function")
	}
	var idx []int
	for _, x := range head.List[2:] {
		n, err := index(x)
		if err != nil {
			return nil, err
		}
		idx = append(idx, n)
	}
	a, name := args[0], head.List[1].Text
	if name == "int2bv" && len(idx) == 1 && idx[0] > 0 && a.sort == r.c.Int {
		return r.c.NatToBV(a, idx[0]), nil
	}
	if a.sort.Kind != BVKind {
		return nil, s.errorf("%s of %s", head, a.sort)
	}
	w := a.sort.Width
	switch {
	case name == "extract" && len(idx) == 2:
		if idx[1] > idx[0] || idx[0] >= w {
			return nil, s.errorf("%s of %s", head, a.sort)
		}
		return r.c.Extract(a, idx[0], idx[1]), nil
	case len(idx) != 1:
	case (name == BVZeroExtend.String() || name == BVSignExtend.String()) && w+idx[0] > maxWidth:
		return nil, s.errorf("too wide")
	case name == BVZeroExtend.String():
		return r.c.ZeroExtend(idx[0], a), nil
	case name == BVSignExtend.String():
		return r.c.SignExtend(idx[0], a), nil
	case name == "rotate_left":
		return r.rotate(a, idx[0]%w), nil
	case name == "rotate_right":
		return r.rotate(a, (w-idx[0]%w)%w), nil
	case name == "repeat":
		if idx[0] == 0 || w*idx[0] > maxWidth {
			return nil, s.errorf("bad repeat")
		}
		t := a
		for range idx[0] - 1 {
			t = r.c.BVOp(BVConcat, t, a)
		}
		return t, nil
	}
	return nil, s.errorf("unknown indexed function %s", head)
}

func (r *reader) rotate(a *Term, left int) *Term {
	if left == 0 {
		return a
	}
	w := a.sort.Width
	return r.c.BVOp(BVConcat, r.c.Extract(a, w-left-1, 0), r.c.Extract(a, w-1, w-left))
}

func (r *reader) applyFunc(s Sexpr, f *Func, args []*Term) (*Term, error) {
	if len(args) != len(f.Params) {
		return nil, s.errorf("%s takes %d arguments, got %d", f.Name, len(f.Params), len(args))
	}
	for i, p := range f.Params {
		if p == r.c.Real && args[i].sort == r.c.Int {
			args[i] = r.c.ToReal(args[i])
		}
		if args[i].sort != p {
			return nil, s.errorf("argument %d of %s is %s, want %s", i+1, f.Name, args[i].sort, p)
		}
	}
	return r.c.App(f, args...), nil
}

// toReal converts Int arguments when want, or one of the arguments, is Real.
func (r *reader) toReal(args []*Term, want *Sort) []*Term {
	isReal := want == r.c.Real
	for _, a := range args {
		isReal = isReal || a.sort == r.c.Real
	}
	if isReal {
		for i, a := range args {
			if a.sort == r.c.Int {
				args[i] = r.c.ToReal(a)
			}
		}
	}
	return args
}
