// Package randprog makes random small Boogie programs and random mutations of
// them, as source text for property tests.
//
// A program has an entry main with one to three integer inputs, up to three
// other procedures, and sometimes a global integer or map. Calls go from later
// procedures to earlier ones, so recursion is always a procedure that calls
// itself with a smaller first argument. Loops count up to a bound that the
// body leaves alone. Few programs do not end on some input: those whose
// counter must meet a bound exactly. Every local and output is initialised.
//
//	randprog.go  Options, Pair, the syntax tree and its printer
//	data.go      expressions of a datatype and of floats
//	sorts.go     an opaque sort that axioms limit, maps over it, maps with two indices, lambdas
//	generate.go  random programs
//	mutate.go    the table of mutations
//	rewrite.go   loops and recursion written in another way
//	generic.go   programs written polymorphically
//	idioms.go    assignments written as translators write them
package randprog

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
)

// Options leave features out, but for Data, Sorts, TwoWays and Idioms; the zero value has all others.
type Options struct {
	NoLoops  bool // neither loops nor recursion: every run ends
	NoHavoc  bool // neither havoc nor nondeterministic branches
	NoChecks bool // neither assert nor assume
	NoMaps   bool // no map
	Linear   bool // no product of, and no division by, anything but a literal
	Data     bool // variables of a datatype and of floats
	Sorts    bool // variables of an opaque sort, more maps, implementations apart from their procedures; not with Data
	TwoWays  bool // main has a loop with any number of iterations; the new version writes one, or a recursion, in another way
	Idioms   bool // some assignments of both versions are havocs that assumptions determine; not with NoHavoc or NoChecks
}

// Pair returns a random program and a version of it with one or two mutations
// in one of its procedures, or with loops written in another way. The same seed and
// options give the same pair. The new text begins with a comment that names each mutation, and says
// "preserving" of those that cannot change what the program does.
func Pair(seed int64, opts Options) (old, new string) {
	rng := rand.New(rand.NewPCG(uint64(seed), 2017))
	p := generate(rng, opts)
	old = p.String()
	if opts.Idioms {
		again := generate(rand.New(rand.NewPCG(uint64(seed), 2017)), opts)
		again.withIdioms(rand.New(rand.NewPCG(uint64(seed), 2018)))
		old = again.String()
	}
	notes := ""
	if opts.TwoWays {
		notes = rewrite(rng, opts, p)
	} else {
		notes = mutate(rng, opts, p)
	}
	if opts.Idioms {
		p.withIdioms(rng)
	}
	return old, notes + p.String()
}

// sort is the type of a variable or expression.
type sort int

const (
	intSort sort = iota
	boolSort
	mapSort
	listSort
	floatSort
	kSort
	byKSort
	toKSort
	gridSort
)

func (s sort) String() string {
	return [...]string{"int", "bool", "[int]int", "List", "float4e3", "K", "[K]int", "[int]K", "[int, int]int"}[s]
}

type variable struct {
	name string
	sort sort
}

type program struct {
	data    bool    // the declarations of data.go are needed
	idioms  bool    // that of idioms.go is
	domain  *Domain // of K, with Options.Sorts
	globals []variable
	procs   []*proc // callees before callers; the last one is main
}

type proc struct {
	name              string
	ins, outs, locals []variable
	body              []*stmt
	fresh             int  // number of names given out by newLocal
	apart             bool // its implementation is a declaration of its own
}

// newLocal declares a local variable whose name begins with prefix.
func (p *proc) newLocal(prefix string, s sort) variable {
	v := variable{prefix + strconv.Itoa(p.fresh), s}
	p.fresh++
	p.locals = append(p.locals, v)
	return v
}

// stmtKind is the kind of a statement.
type stmtKind int

const (
	assignStmt stmtKind = iota // vars[0] := cond
	storeStmt                  // vars[0][args] := cond
	callStmt                   // call vars := callee(args)
	havocStmt                  // havoc vars[0]
	assertStmt                 // assert cond
	assumeStmt                 // assume cond
	ifStmt                     // if (cond) body else other; a nil cond is *
	whileStmt                  // while (cond) body
	textStmt                   // lines
)

type stmt struct {
	kind        stmtKind
	vars        []string
	cond        *expr // condition, or right-hand side
	args        []*expr
	callee      string
	body, other []*stmt
	initial     bool // gives a variable its first value
	lines       []string
}

// expr is an expression. op is "int", "bool" or "float" for a literal, "var",
// "constant" of an opaque sort, "select", "ite", "!", "apply" of a function,
// "lambda", "field", "is", or the text of a binary operator.
type expr struct {
	op    string
	name  string // of a variable, function, field or constructor; text of a float
	value int    // of a literal, 1 is true; number of a constant
	args  []*expr
	sort  sort
	fixed bool // the end of a loop or recursion depends on it: not to be changed
	guard bool // a comparison that bounds a loop or a recursion
}

func intLit(n int) *expr                  { return &expr{op: "int", value: n} }
func boolLit(n int) *expr                 { return &expr{op: "bool", value: n, sort: boolSort} }
func use(v variable) *expr                { return &expr{op: "var", name: v.name, sort: v.sort} }
func not(e *expr) *expr                   { return &expr{op: "!", args: []*expr{e}, sort: boolSort} }
func arith(op string, a, b *expr) *expr   { return &expr{op: op, args: []*expr{a, b}} }
func logical(op string, a, b *expr) *expr { return &expr{op: op, args: []*expr{a, b}, sort: boolSort} }

// clone returns a deep copy.
func (e *expr) clone() *expr {
	if e == nil {
		return nil
	}
	c := *e
	c.args = cloneExprs(e.args)
	return &c
}

func cloneExprs(es []*expr) []*expr {
	var out []*expr
	for _, e := range es {
		out = append(out, e.clone())
	}
	return out
}

func cloneStmts(ss []*stmt) []*stmt {
	var out []*stmt
	for _, s := range ss {
		c := *s
		c.vars = append([]string(nil), s.vars...)
		c.cond = s.cond.clone()
		c.args = cloneExprs(s.args)
		c.body, c.other = cloneStmts(s.body), cloneStmts(s.other)
		out = append(out, &c)
	}
	return out
}

// String returns e in Boogie's syntax.
func (e *expr) String() string {
	switch e.op {
	case "int":
		return strconv.Itoa(e.value)
	case "bool":
		return strconv.FormatBool(e.value == 1)
	case "var":
		return e.name
	case "select":
		return fmt.Sprintf("%s[%s]", e.args[0], commas(e.args[1:]))
	case "float":
		return e.name
	case "constant":
		return "k" + strconv.Itoa(e.value)
	case "apply":
		return e.name + "(" + commas(e.args) + ")"
	case "lambda":
		return fmt.Sprintf("(lambda %s :: %s)", declare(bound(e.sort)), e.args[0])
	case "field":
		return e.args[0].operand() + "->" + e.name
	case "is":
		return e.args[0].operand() + " is " + e.name
	case "ite":
		return fmt.Sprintf("(if %s then %s else %s)", e.args[0], e.args[1], e.args[2])
	case "!":
		return "!" + e.args[0].operand()
	}
	return e.args[0].operand() + " " + e.op + " " + e.args[1].operand()
}

func commas(es []*expr) string {
	var out []string
	for _, e := range es {
		out = append(out, e.String())
	}
	return strings.Join(out, ", ")
}

// operand returns e as an operand, in parentheses where it is an operation.
func (e *expr) operand() string {
	switch e.op {
	case "int", "bool", "float", "constant", "var", "select", "ite", "!", "apply", "lambda", "field":
		return e.String()
	}
	return "(" + e.String() + ")"
}

// String returns p as Boogie source text.
func (p *program) String() string {
	var b strings.Builder
	if p.data {
		b.WriteString(dataDecls)
	}
	if p.domain != nil {
		b.WriteString(p.domain.String())
	}
	if p.idioms {
		b.WriteString(runtime)
	}
	for _, g := range p.globals {
		fmt.Fprintf(&b, "var %s: %s;\n", g.name, g.sort)
	}
	for i, q := range p.procs {
		if i > 0 || len(p.globals) > 0 {
			b.WriteString("\n")
		}
		head := fmt.Sprintf("%s(%s)", q.name, declare(q.ins))
		if len(q.outs) > 0 {
			head += fmt.Sprintf(" returns (%s)", declare(q.outs))
		}
		if q.apart {
			head += ";\n\nimplementation " + head
		}
		b.WriteString("procedure " + head + "\n{\n")
		for _, v := range q.locals {
			fmt.Fprintf(&b, "  var %s: %s;\n", v.name, v.sort)
		}
		writeBlock(&b, "  ", q.body)
		b.WriteString("}\n")
	}
	return b.String()
}

func declare(vs []variable) string {
	var out []string
	for _, v := range vs {
		out = append(out, v.name+": "+v.sort.String())
	}
	return strings.Join(out, ", ")
}

func writeBlock(b *strings.Builder, indent string, ss []*stmt) {
	for _, s := range ss {
		if s.kind == textStmt {
			for _, line := range s.lines {
				b.WriteString(indent + line + "\n")
			}
			continue
		}
		b.WriteString(indent)
		switch s.kind {
		case assignStmt:
			fmt.Fprintf(b, "%s := %s;\n", s.vars[0], s.cond)
		case storeStmt:
			fmt.Fprintf(b, "%s[%s] := %s;\n", s.vars[0], commas(s.args), s.cond)
		case callStmt:
			fmt.Fprintf(b, "call %s := %s(%s);\n", strings.Join(s.vars, ", "), s.callee, commas(s.args))
		case havocStmt:
			fmt.Fprintf(b, "havoc %s;\n", s.vars[0])
		case assertStmt:
			fmt.Fprintf(b, "assert %s;\n", s.cond)
		case assumeStmt:
			fmt.Fprintf(b, "assume %s;\n", s.cond)
		case ifStmt:
			cond := "*"
			if s.cond != nil {
				cond = s.cond.String()
			}
			fmt.Fprintf(b, "if (%s) {\n", cond)
			writeBlock(b, indent+"  ", s.body)
			if len(s.other) > 0 {
				b.WriteString(indent + "} else {\n")
				writeBlock(b, indent+"  ", s.other)
			}
			b.WriteString(indent + "}\n")
		case whileStmt:
			fmt.Fprintf(b, "while (%s) {\n", s.cond)
			writeBlock(b, indent+"  ", s.body)
			b.WriteString(indent + "}\n")
		default:
			panic(fmt.Sprintf("randprog: unexpected statement kind %d", s.kind))
		}
	}
}
