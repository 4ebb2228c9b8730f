package smtlib

import (
	"fmt"
	"math/big"
	"strings"
	"sync"
)

// Context owns sorts, functions and terms. It is safe for concurrent use.
type Context struct {
	*store
	work *Work // counts what is built through this Context; nil for nobody
}

// store is what all Contexts that build the same terms share.
type store struct {
	plain *Context // the one that nobody counts
	mu    sync.Mutex
	sorts map[string]*Sort // by what tells them apart
	texts map[string]*Sort // the same by their texts
	funcs map[string]*Func
	terms map[uint64]*Term // by hash; the others of one hash follow in chained
	ints  map[int64]*Term  // literals
	next  uint32
	fresh int

	Bool, Int, Real, Rounding *Sort
	True, False               *Term
}

// NewContext returns an empty context.
func NewContext() *Context {
	c := &Context{store: &store{
		sorts: map[string]*Sort{}, texts: map[string]*Sort{}, funcs: map[string]*Func{},
		terms: map[uint64]*Term{}, ints: map[int64]*Term{},
	}}
	c.plain = c
	c.Bool = c.sort(Sort{Kind: BoolKind, text: "Bool"})
	c.Int = c.sort(Sort{Kind: IntKind, text: "Int"})
	c.Real = c.sort(Sort{Kind: RealKind, text: "Real"})
	c.Rounding = c.sort(Sort{Kind: RoundingKind, text: "RoundingMode"})
	c.True = c.intern(Term{op: OpTrue, sort: c.Bool})
	c.False = c.intern(Term{op: OpFalse, sort: c.Bool})
	c.True.neg, c.False.neg = c.False, c.True
	return c
}

// sort is the sort of that text, which is built in or made of other sorts.
func (c *Context) sort(s Sort) *Sort {
	r, _ := c.declared(s.text, s)
	return r
}

// declared is the sort of that key; a new one gets another text when its own is
// taken.
func (c *Context) declared(key string, s Sort) (r *Sort, isNew bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if old, ok := c.sorts[key]; ok {
		return old, false
	}
	for i := 2; c.texts[s.text] != nil; i++ {
		s.text = QuoteSymbol(fmt.Sprintf("%s!%d", s.Name, i))
	}
	if len(s.text) > longText {
		s.hash = hashText(hashStart, s.text)
	}
	c.sorts[key], c.texts[s.text] = &s, &s
	return &s, true
}

// SortOf is the sort of that text, nil when there is none.
func (c *Context) SortOf(text string) *Sort {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.texts[text]
}

// BV is the sort of bit-vectors of width w > 0.
func (c *Context) BV(w int) *Sort {
	return c.sort(Sort{Kind: BVKind, Width: w, text: fmt.Sprintf("(_ BitVec %d)", w)})
}

// Array is the sort of arrays.
func (c *Context) Array(index, elem *Sort) *Sort {
	return c.sort(Sort{Kind: ArrayKind, Index: index, Elem: elem, text: "(Array " + index.text + " " + elem.text + ")"})
}

// Opaque is the declared sort of that name.
func (c *Context) Opaque(name string) *Sort {
	s, _ := c.declared("sort "+name, Sort{Kind: OpaqueKind, Name: name, text: QuoteSymbol(name)})
	return s
}

// Func interns an uninterpreted function: the same name and signature give the
// same Func. The same name at another signature is another Func; printing
// tells them apart.
func (c *Context) Func(name string, params []*Sort, result *Sort) *Func {
	f := &Func{Name: name, Params: params, Result: result}
	var sb strings.Builder
	fmt.Fprintf(&sb, "%s\x00%s", f.Name, f.Result.text)
	for _, p := range f.Params {
		sb.WriteString("\x00" + p.text)
	}
	key := sb.String()
	c.mu.Lock()
	defer c.mu.Unlock()
	if old, ok := c.funcs[key]; ok {
		return old
	}
	c.funcs[key] = f
	return f
}

// intern returns the unique term equal to t.
func (c *Context) intern(t Term) *Term {
	if c.work != nil {
		c.work.built.Add(1)
	}
	if t.payload == nil {
		t.payload = &noPayload
	}
	t.hash = hashTerm(&t)
	c.mu.Lock()
	defer c.mu.Unlock()
	first := c.terms[t.hash]
	for old := first; old != nil; old = old.chained {
		if sameTerm(old, &t) {
			return old
		}
	}
	c.next++
	t.id = c.next
	t.apps = t.op == OpApp
	t.size = 1
	for _, a := range t.args {
		t.size = min(t.size+a.size, maxSize)
		t.apps = t.apps || a.apps
		t.height = max(t.height, a.height)
	}
	if len(t.bound) > 0 {
		t.height++
	}
	t.chained = first
	c.terms[t.hash] = &t
	return &t
}

const (
	hashStart  = 14695981039346656037
	hashFactor = 1099511628211
)

// longText is how long the text of a sort is that is not read for each term.
const longText = 256

func hashText(h uint64, text string) uint64 {
	for i := 0; i < len(text); i++ {
		h = (h ^ uint64(text[i])) * hashFactor
	}
	return h
}

func hashTerm(t *Term) uint64 {
	h := uint64(hashStart)
	mix := func(x uint64) { h = (h ^ x) * hashFactor }
	mix(uint64(t.op))
	h = hashText(h, t.name)
	if t.sort.hash != 0 {
		mix(t.sort.hash)
	} else {
		h = hashText(h, t.sort.text)
	}
	if t.fn != nil {
		h = hashText(h, t.fn.Name)
	}
	if t.ctor != nil {
		h = hashText(h, t.ctor.Name)
	}
	for _, a := range t.args {
		mix(a.hash)
	}
	if t.num != nil {
		for _, w := range t.num.Num().Bits() {
			mix(uint64(w))
		}
		mix(uint64(t.num.Sign() + 1))
		for _, w := range t.num.Denom().Bits() {
			mix(uint64(w))
		}
	}
	if t.bits != nil {
		for _, w := range t.bits.Bits() {
			mix(uint64(w))
		}
	}
	mix(uint64(t.hi))
	mix(uint64(t.lo))
	for _, b := range t.bound {
		mix(b.hash)
	}
	return h
}

func sameTerm(a, b *Term) bool {
	return a.op == b.op && a.sort == b.sort && a.fn == b.fn && sameTerms(a.args, b.args) && (a.payload == b.payload || a.samePayload(b.payload))
}

func (a *payload) samePayload(b *payload) bool {
	if a.name != b.name || a.ctor != b.ctor || a.hi != b.hi || a.lo != b.lo || !sameTerms(a.bound, b.bound) || len(a.triggers) != len(b.triggers) {
		return false
	}
	for i := range a.triggers {
		if !sameTerms(a.triggers[i], b.triggers[i]) {
			return false
		}
	}
	if (a.num == nil) != (b.num == nil) || a.num != nil && a.num.Cmp(b.num) != 0 {
		return false
	}
	return (a.bits == nil) == (b.bits == nil) && (a.bits == nil || a.bits.Cmp(b.bits) == 0)
}

func sameTerms(a, b []*Term) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// Var is the variable of that name and sort.
func (c *Context) Var(name string, s *Sort) *Term {
	return c.intern(Term{op: OpVar, sort: s, payload: &payload{name: name}})
}

// Fresh is a variable that nobody else has; its name starts with prefix.
func (c *Context) Fresh(prefix string, s *Sort) *Term {
	c.mu.Lock()
	c.fresh++
	n := c.fresh
	c.mu.Unlock()
	return c.Var(fmt.Sprintf("%s!%d", prefix, n), s)
}

// App applies f. It panics when the arguments do not fit f's parameters.
func (c *Context) App(f *Func, args ...*Term) *Term {
	if len(args) != len(f.Params) {
		panic(fmt.Sprintf("smtlib: %s takes %d arguments, got %d", f.Name, len(f.Params), len(args)))
	}
	for i, a := range args {
		if a.sort != f.Params[i] {
			panic(fmt.Sprintf("smtlib: argument %d of %s is %s, want %s", i+1, f.Name, a.sort, f.Params[i]))
		}
	}
	if t := c.evaluate(f, args); t != nil {
		return t
	}
	return c.intern(Term{op: OpApp, fn: f, sort: f.Result, args: args})
}

// BoolVal is true or false.
func (c *Context) BoolVal(b bool) *Term {
	if b {
		return c.True
	}
	return c.False
}

// IntVal is an Int literal.
func (c *Context) IntVal(n int64) *Term { return c.numeral(wholeNumber(big.NewInt(n)), c.Int) }

// numeral is Numeral; small literals are not looked for among all terms.
func (c *Context) numeral(n number, s *Sort) *Term {
	if n.big != nil || s != c.Int {
		return c.Numeral(n.rat(), s)
	}
	c.mu.Lock()
	t := c.ints[n.small]
	c.mu.Unlock()
	if t == nil {
		t = c.plain.Numeral(n.rat(), s)
		c.mu.Lock()
		c.ints[n.small] = t
		c.mu.Unlock()
	}
	return t
}

// BigInt is an Int literal.
func (c *Context) BigInt(n *big.Int) *Term { return c.numeral(wholeNumber(n), c.Int) }

// Numeral is a literal of sort Int or Real. It panics when an Int is not whole.
func (c *Context) Numeral(r *big.Rat, s *Sort) *Term {
	if s == c.Int && !r.IsInt() {
		panic("smtlib: fractional Int literal " + r.String())
	}
	return c.intern(Term{op: OpNumeral, sort: s, payload: &payload{num: r}})
}
