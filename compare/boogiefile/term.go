package boogiefile

import (
	"fmt"
	"maps"
	"math/big"
	"strings"

	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// maxExpression is how many nodes an expression may have as a tree.
const maxExpression = 20_000

// Term writes an expression; variable is the name of one that no quantifier binds, nil
// when there are none.
func (w *Writer) Term(t *smtlib.Term, variable func(*smtlib.Term) string) string {
	if variable == nil {
		variable = func(x *smtlib.Term) string { return w.refuse("variable %s", x.Name()) }
	}
	tw := termWriter{w: w, variable: variable}
	return tw.term(t)
}

// termWriter writes expressions; every operation stands in parentheses.
type termWriter struct {
	w        *Writer
	variable func(*smtlib.Term) string
	bound    map[*smtlib.Term]string // by quantifiers; of a lambda also what it captures
	depth    int                     // how many variables are bound around it
	nodes    int
}

var infixOps = map[smtlib.Op]string{
	smtlib.OpAnd: " && ", smtlib.OpOr: " || ", smtlib.OpLe: " <= ", smtlib.OpLt: " < ", smtlib.OpAdd: " + ", smtlib.OpMul: " * ",
	smtlib.OpDiv: " div ", smtlib.OpMod: " mod ", smtlib.OpRealDiv: " / ",
}

func (p *termWriter) term(t *smtlib.Term) string {
	if p.nodes++; p.nodes > maxExpression {
		return p.w.refuse("an expression of more than %d nodes", maxExpression)
	}
	args := t.Args()
	if op, ok := infixOps[t.Op()]; ok {
		return "(" + strings.Join(p.terms(args), op) + ")"
	}
	switch t.Op() {
	case smtlib.OpTrue:
		return "true"
	case smtlib.OpFalse:
		return "false"
	case smtlib.OpNumeral:
		return p.number(t)
	case smtlib.OpBVLit:
		return fmt.Sprintf("%sbv%d", t.Bits(), t.Sort().Width)
	case smtlib.OpVar:
		if text, ok := p.bound[t]; ok {
			p.nodes += len(text) / 8 // what a lambda captures may be long
			return text
		}
		return p.variable(t)
	case smtlib.OpApp:
		return p.application(t.Func(), args)
	case smtlib.OpNot:
		return "(!" + p.term(args[0]) + ")"
	case smtlib.OpEq:
		op := " == "
		if args[0].Sort().Kind == smtlib.BoolKind {
			op = " <==> "
		}
		return "(" + strings.Join(p.terms(args), op) + ")"
	case smtlib.OpIte:
		return fmt.Sprintf("(if %s then %s else %s)", p.term(args[0]), p.term(args[1]), p.term(args[2]))
	case smtlib.OpToReal:
		return "real(" + p.term(args[0]) + ")"
	case smtlib.OpToInt:
		return "int(" + p.term(args[0]) + ")"
	case smtlib.OpSelect:
		return fmt.Sprintf("%s[%s]", p.term(args[0]), p.term(args[1]))
	case smtlib.OpStore:
		return fmt.Sprintf("%s[%s := %s]", p.term(args[0]), p.term(args[1]), p.term(args[2]))
	case smtlib.OpExtract:
		hi, lo := t.Extract()
		return fmt.Sprintf("%s[%d:%d]", p.term(args[0]), hi+1, lo)
	case smtlib.OpBV:
		return p.bitVector(t)
	case smtlib.OpForall, smtlib.OpExists:
		return p.quantifier(t)
	case smtlib.OpConstArray:
		return p.w.refuse("a map that holds one value everywhere")
	case smtlib.OpConstruct:
		p.w.Sort(t.Sort())
		return fmt.Sprintf("%s(%s)", p.w.global.find(t.Ctor()), strings.Join(p.terms(args), ", "))
	case smtlib.OpField:
		p.w.Sort(args[0].Sort())
		if p.w.Arrows {
			return fmt.Sprintf("%s->%s", p.term(args[0]), p.w.field(t.Ctor(), t.FieldIndex()))
		}
		return fmt.Sprintf("%s(%s)", p.w.global.find([2]any{t.Ctor(), t.FieldIndex()}), p.term(args[0]))
	case smtlib.OpIs:
		p.w.Sort(args[0].Sort())
		if p.w.Arrows {
			return fmt.Sprintf("(%s is %s)", p.term(args[0]), p.w.global.find(t.Ctor()))
		}
		return fmt.Sprintf("%s(%s)", p.w.global.find([2]any{t.Ctor(), "is"}), p.term(args[0]))
	}
	return p.w.refuse("an operation of sort %s (%s)", t.Sort(), smtlib.Infix(t))
}

func (p *termWriter) terms(ts []*smtlib.Term) []string {
	out := make([]string, len(ts))
	for i, t := range ts {
		out[i] = p.term(t)
	}
	return out
}

// number writes a literal; those of Boogie are not negative, and real ones are
// decimal.
func (p *termWriter) number(t *smtlib.Term) string {
	n := t.Num()
	if n.Sign() < 0 {
		return "(-" + p.number(p.w.ctx.Numeral(new(big.Rat).Neg(n), t.Sort())) + ")"
	}
	if t.Sort().Kind == smtlib.IntKind {
		return n.Num().String()
	}
	if n.IsInt() {
		return n.Num().String() + ".0"
	}
	return fmt.Sprintf("(%s.0 / %s.0)", n.Num(), n.Denom())
}

// bitVector writes a function of the bit-vector theory, which is declared by its
// SMT-LIB name for each of its types.
func (p *termWriter) bitVector(t *smtlib.Term) string {
	args := t.Args()
	if t.BV() == smtlib.BVConcat {
		return "(" + strings.Join(p.terms(args), " ++ ") + ")"
	}
	var params []string
	full := t.Name()
	for _, a := range args {
		params = append(params, p.w.Sort(a.Sort()))
		full += "." + p.w.Sort(a.Sort())
	}
	key := "built in " + full
	name := p.w.global.name(key, full)
	if p.w.declare(key) {
		p.w.builtin = append(p.w.builtin, fmt.Sprintf("function {:bvbuiltin %q} %s(%s) returns (%s);\n",
			t.Name(), name, strings.Join(params, ", "), p.w.Sort(t.Sort())))
	}
	return name + "(" + strings.Join(p.terms(args), ", ") + ")"
}

// binding is p where more variables are bound, with the declarations of these.
func (p *termWriter) binding(vars []*smtlib.Term, bound map[*smtlib.Term]string) (inner *termWriter, decls string) {
	inner = &termWriter{p.w, p.variable, maps.Clone(bound), p.depth, p.nodes}
	if inner.bound == nil {
		inner.bound = map[*smtlib.Term]string{}
	}
	var list []string
	for _, v := range vars {
		name := p.w.Name([2]any{"bound", inner.depth}, fmt.Sprintf("q%d", inner.depth))
		inner.depth++
		inner.bound[v] = name
		list = append(list, name+": "+p.w.Sort(v.Sort()))
	}
	return inner, strings.Join(list, ", ")
}

func (p *termWriter) quantifier(t *smtlib.Term) string {
	inner, decls := p.binding(t.Bound(), p.bound)
	word := "forall"
	if t.Op() == smtlib.OpExists {
		word = "exists"
	}
	var triggers strings.Builder
	for _, tr := range t.Triggers() {
		fmt.Fprintf(&triggers, " { %s }", strings.Join(inner.terms(tr), ", "))
	}
	text := fmt.Sprintf("(%s %s ::%s %s)", word, decls, triggers.String(), inner.term(t.Args()[0]))
	p.nodes = inner.nodes
	return text
}

// application writes a function applied, and a lambda expression where one stands for it.
func (p *termWriter) application(f *smtlib.Func, args []*smtlib.Term) string {
	if p.w.Lambda != nil {
		if l, ok := p.w.Lambda(f); ok {
			return p.lambda(l, args)
		}
	}
	name := p.w.function(f)
	if len(args) == 0 {
		return name
	}
	return name + "(" + strings.Join(p.terms(args), ", ") + ")"
}

// lambda writes one with several indices as maps of maps, which its sort is.
func (p *termWriter) lambda(l ir.Lambda, args []*smtlib.Term) string {
	captured := map[*smtlib.Term]string{}
	for i, text := range p.terms(args) {
		captured[l.Captured[i]] = text
	}
	var open strings.Builder
	inner := p
	for _, v := range l.Index {
		var decl string
		inner, decl = inner.binding([]*smtlib.Term{v}, captured)
		captured = inner.bound
		fmt.Fprintf(&open, "(lambda %s :: ", decl)
	}
	text := open.String() + inner.term(l.Body) + strings.Repeat(")", len(l.Index))
	p.nodes = inner.nodes
	return text
}
