package smtlib

import (
	"fmt"
	"maps"
	"slices"
	"sync/atomic"

	"semdiff/smtlib/graph"
)

// Constructor is one constructor of a datatype.
type Constructor struct {
	Name   string
	Fields []Field
	Of     *Sort
}

// Field is a field of a constructor. Constructors may share names of fields.
type Field struct {
	Name string
	Sort *Sort
}

// Datatype is the datatype of that name whose definition is known as key: two
// with one name but other definitions are different sorts. A new one has to be
// given its constructors by Define before terms are made of it; until then the
// sort is good for naming it in its own fields.
func (c *Context) Datatype(name, key string) (s *Sort, isNew bool) {
	return c.declared("datatype "+name+"\x00"+key, Sort{Kind: DatatypeKind, Name: name, text: QuoteSymbol(name), base: new(atomic.Pointer[Constructor])})
}

// Define gives the datatype s its constructors, of which there is at least one.
func (c *Context) Define(s *Sort, ctors []Constructor) {
	if s.Kind != DatatypeKind || s.Ctors != nil || len(ctors) == 0 {
		panic(fmt.Sprintf("smtlib: bad definition of %s", s))
	}
	for i := range ctors {
		k := ctors[i]
		k.Of = s
		s.Ctors = append(s.Ctors, &k)
	}
}

// BaseConstructor is a constructor of a datatype with which a smallest value
// can be built: taking it for every field in turn comes to an end. It is nil
// when the datatype has no values.
func (s *Sort) BaseConstructor() *Constructor {
	if s.base.Load() == nil {
		findBases(s)
	}
	return s.base.Load()
}

// findBases finds the base constructors of the datatypes that s is made of: first
// those whose fields need none, then those whose fields have one, and so on. What
// it finds does not depend on what was found before.
func findBases(s *Sort) {
	var open []*Sort
	for _, g := range DatatypeGroups(s) {
		open = append(open, g...)
	}
	bases := map[*Sort]*Constructor{}
	for again := true; again; {
		found := map[*Sort]*Constructor{}
		open = slices.DeleteFunc(open, func(d *Sort) bool {
			i := slices.IndexFunc(d.Ctors, func(k *Constructor) bool { return k.founded(bases) })
			if i >= 0 {
				found[d] = d.Ctors[i]
			}
			return i >= 0
		})
		maps.Copy(bases, found)
		again = len(found) > 0
	}
	for d, k := range bases {
		d.base.Store(k)
	}
}

// founded reports whether all datatypes among the fields have base constructors.
func (k *Constructor) founded(bases map[*Sort]*Constructor) bool {
	return !slices.ContainsFunc(k.Fields, func(f Field) bool {
		s := f.Sort
		for s.Kind == ArrayKind {
			s = s.Elem
		}
		return s.Kind == DatatypeKind && bases[s] == nil
	})
}

// Construct is the value that constructor k makes of args.
func (c *Context) Construct(k *Constructor, args ...*Term) *Term {
	if len(args) != len(k.Fields) {
		panic(fmt.Sprintf("smtlib: %s takes %d arguments, got %d", k.Name, len(k.Fields), len(args)))
	}
	for i, a := range args {
		if a.sort != k.Fields[i].Sort {
			panic(fmt.Sprintf("smtlib: argument %d of %s is %s, want %s", i+1, k.Name, a.sort, k.Fields[i].Sort))
		}
	}
	if whole := taken(k, args); whole != nil {
		return whole
	}
	return c.intern(Term{op: OpConstruct, sort: k.Of, args: args, payload: &payload{ctor: k}})
}

// taken is the term whose fields args are, if its only constructor is k.
func taken(k *Constructor, args []*Term) *Term {
	if len(k.Of.Ctors) > 1 || len(args) == 0 {
		return nil
	}
	for i, a := range args {
		if a.op != OpField || a.ctor != k || a.lo != i || a.args[0] != args[0].args[0] {
			return nil
		}
	}
	return args[0].args[0]
}

// Field is field i of constructor k in t. Where t is made by another
// constructor it is some value, which depends on t only.
func (c *Context) Field(k *Constructor, i int, t *Term) *Term {
	c.wantSort(k, t)
	return c.below(t, map[*Term]*Term{}, func(t *Term) *Term {
		if t.op == OpConstruct && t.ctor == k {
			return t.args[i]
		}
		return c.intern(Term{op: OpField, sort: k.Fields[i].Sort, args: []*Term{t}, payload: &payload{ctor: k, lo: i}})
	})
}

// Is says whether t is made by constructor k. Of two constructors only the
// first is asked for.
func (c *Context) Is(k *Constructor, t *Term) *Term {
	c.wantSort(k, t)
	switch ctors := k.Of.Ctors; {
	case len(ctors) == 1:
		return c.True
	case len(ctors) == 2 && k == ctors[1]:
		return c.Not(c.Is(ctors[0], t))
	}
	return c.below(t, map[*Term]*Term{}, func(t *Term) *Term {
		if t.op == OpConstruct {
			return c.BoolVal(t.ctor == k)
		}
		return c.intern(Term{op: OpIs, sort: c.Bool, args: []*Term{t}, payload: &payload{ctor: k}})
	})
}

func (c *Context) wantSort(k *Constructor, t *Term) {
	if t.sort != k.Of {
		panic(fmt.Sprintf("smtlib: constructor %s of %s for %s", k.Name, k.Of, t.sort))
	}
}

// below applies f to what stands in the if-then-elses at the top of t; memo
// remembers those already done, which may share much below them.
func (c *Context) below(t *Term, memo map[*Term]*Term, f func(*Term) *Term) *Term {
	if t.op != OpIte {
		return f(t)
	}
	if r, ok := memo[t]; ok {
		return r
	}
	r := c.Ite(t.args[0], c.below(t.args[1], memo, f), c.below(t.args[2], memo, f))
	memo[t] = r
	return r
}

// eqConstructs compares by constructor, then field by field.
func (c *Context) eqConstructs(a, b *Term) *Term {
	if a.ctor != b.ctor {
		return c.False
	}
	same := make([]*Term, len(a.args))
	for i := range a.args {
		same[i] = c.Eq(a.args[i], b.args[i])
		if same[i].IsFalse() {
			return c.False
		}
	}
	return c.And(same...)
}

// DatatypeGroups lists the datatypes that sorts are made of, each with those
// that are defined by each other with it, and after those that it builds on.
func DatatypeGroups(sorts ...*Sort) [][]*Sort {
	return graph.Components(datatypesIn(sorts), func(s *Sort) []*Sort {
		var fields []*Sort
		for _, k := range s.Ctors {
			for _, f := range k.Fields {
				fields = append(fields, f.Sort)
			}
		}
		return datatypesIn(fields)
	})
}

// datatypesIn lists the datatypes that sorts are, or are arrays of.
func datatypesIn(sorts []*Sort) (list []*Sort) {
	seen := map[*Sort]bool{}
	var visit func(*Sort)
	visit = func(s *Sort) {
		switch {
		case seen[s]:
		case s.Kind == ArrayKind:
			seen[s] = true
			visit(s.Index)
			visit(s.Elem)
		case s.Kind == DatatypeKind:
			seen[s] = true
			list = append(list, s)
		}
	}
	for _, s := range sorts {
		visit(s)
	}
	return list
}
