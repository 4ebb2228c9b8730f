package eqfile

import (
	"fmt"
	"math/big"
	"strings"

	"semdiff/smtlib"
)

// maxExpression is how many nodes an expression may have as a tree.
const maxExpression = 20_000

// sort is the Boogie type of a sort.
func (w *writer) sort(s *smtlib.Sort) string {
	switch s.Kind {
	case smtlib.BoolKind:
		return "bool"
	case smtlib.IntKind:
		return "int"
	case smtlib.RealKind:
		return "real"
	case smtlib.BVKind:
		return fmt.Sprintf("bv%d", s.Width)
	case smtlib.ArrayKind:
		return fmt.Sprintf("[%s]%s", w.sort(s.Index), w.sort(s.Elem))
	case smtlib.OpaqueKind:
		if _, known := w.names[s]; !known {
			w.sorts = append(w.sorts, s)
		}
		return w.name(s, s.Name)
	case smtlib.DatatypeKind:
		return w.datatype(s)
	}
	return w.refuse("type %s", s)
}

// datatype declares a datatype as Boogie 2.4.1 has them: constructors are
// functions; f#C(x) is the field f of C(...), is#C(x) tells whether C made x.
func (w *writer) datatype(s *smtlib.Sort) string {
	if name, known := w.names[s]; known {
		return name
	}
	name := w.name(s, s.Name)
	var text strings.Builder
	fmt.Fprintf(&text, "type {:datatype} %s;\n", name)
	for _, k := range s.Ctors {
		ctor := w.name(k, k.Name)
		w.name([2]any{k, "is"}, "is#"+ctor)
		var fields []string
		for i, f := range k.Fields {
			base := identifier(f.Name)
			for w.taken[base+"#"+ctor] {
				base += "'"
			}
			w.taken[base+"#"+ctor] = true
			w.names[[2]any{k, i}] = base + "#" + ctor
			fields = append(fields, base+": "+w.sort(f.Sort))
		}
		fmt.Fprintf(&text, "function {:constructor} %s(%s): %s;\n", ctor, strings.Join(fields, ", "), name)
	}
	w.types.WriteString(text.String())
	return name
}

// term writes an expression without free variables.
func (w *writer) term(t *smtlib.Term) string {
	tw := termWriter{w: w, variable: func(x *smtlib.Term) string { return w.refuse("variable %s", x.Name()) }}
	return tw.term(t)
}

// termWriter writes expressions; every operation stands in parentheses.
type termWriter struct {
	w        *writer
	variable func(*smtlib.Term) string
	bound    map[*smtlib.Term]string
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
		if name, ok := p.bound[t]; ok {
			return name
		}
		return p.variable(t)
	case smtlib.OpApp:
		name := p.w.function(t.Func())
		if len(args) == 0 {
			return name
		}
		return name + "(" + strings.Join(p.terms(args), ", ") + ")"
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
		p.w.sort(t.Sort())
		return fmt.Sprintf("%s(%s)", p.w.names[t.Ctor()], strings.Join(p.terms(args), ", "))
	case smtlib.OpField:
		p.w.sort(args[0].Sort())
		return fmt.Sprintf("%s(%s)", p.w.names[[2]any{t.Ctor(), t.FieldIndex()}], p.term(args[0]))
	case smtlib.OpIs:
		p.w.sort(args[0].Sort())
		return fmt.Sprintf("%s(%s)", p.w.names[[2]any{t.Ctor(), "is"}], p.term(args[0]))
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
		return "(-" + p.number(p.w.Programs[0].Ctx.Numeral(new(big.Rat).Neg(n), t.Sort())) + ")"
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
	w := p.w
	var params []string
	name := t.Name()
	for _, a := range args {
		params = append(params, w.sort(a.Sort()))
		name += "." + w.sort(a.Sort())
	}
	key := "built in " + name
	if _, known := w.builtin[key]; !known {
		w.builtin[key] = fmt.Sprintf("function {:bvbuiltin \"%s\"} %s(%s) returns (%s);\n",
			t.Name(), w.name(key, name), strings.Join(params, ", "), w.sort(t.Sort()))
		w.order = append(w.order, key)
	}
	return w.names[key] + "(" + strings.Join(p.terms(args), ", ") + ")"
}

func (p *termWriter) quantifier(t *smtlib.Term) string {
	inner := *p
	inner.bound = map[*smtlib.Term]string{}
	for v, name := range p.bound {
		inner.bound[v] = name
	}
	var decls []string
	for _, v := range t.Bound() {
		n := len(inner.bound)
		inner.bound[v] = p.w.name([2]any{"bound", n}, fmt.Sprintf("q%d", n))
		decls = append(decls, inner.bound[v]+": "+p.w.sort(v.Sort()))
	}
	word := "forall"
	if t.Op() == smtlib.OpExists {
		word = "exists"
	}
	var triggers strings.Builder
	for _, tr := range t.Triggers() {
		fmt.Fprintf(&triggers, " { %s }", strings.Join(inner.terms(tr), ", "))
	}
	text := fmt.Sprintf("(%s %s ::%s %s)", word, strings.Join(decls, ", "), triggers.String(), inner.term(t.Args()[0]))
	p.nodes = inner.nodes
	return text
}
