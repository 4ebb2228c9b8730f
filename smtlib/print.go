package smtlib

import (
	"fmt"
	"io"
	"math/big"
	"math/bits"
	"strings"

	"semdiff/smtlib/ieee"
)

// String is the SMT-LIB 2.6 text of t. Terms that occur more than once are
// bound by let, so the text is linear in the graph.
func (t *Term) String() string {
	return NewNames().Term(t)
}

// Term is the text of t under these names.
func (n *Names) Term(t *Term) string {
	var sb strings.Builder
	n.WriteTerm(&sb, t)
	return sb.String()
}

// WriteTerm writes the text of t to sb.
func (n *Names) WriteTerm(sb *strings.Builder, t *Term) {
	p := printer{n: n, sb: sb, let: map[*Term]string{}, avoid: map[string]bool{}}
	if n.suffix == "" { // else no symbol is one of let
		p.register(t)
	}
	if t.height > 0 {
		p.findFree(t)
	}
	p.scope(noQuantifier, t)
}

// Script is a self-contained SMT-LIB file.
type Script struct {
	Comment  string // may have several lines
	Logic    string // none when empty
	Status   string // what check-sat should say; none when empty
	Asserts  []*Term
	GetModel bool
}

// WriteScript writes s with the declarations it needs and a check-sat.
func WriteScript(w io.Writer, s Script) error {
	var sb strings.Builder
	if s.Comment != "" {
		for line := range strings.Lines(s.Comment) {
			sb.WriteString(strings.TrimRight("; "+strings.TrimRight(line, "\r\n"), " ") + "\n")
		}
	}
	if s.GetModel {
		sb.WriteString("(set-option :produce-models true)\n")
	}
	if s.Logic != "" {
		sb.WriteString("(set-logic " + s.Logic + ")\n")
	}
	if s.Status != "" {
		sb.WriteString("(set-info :status " + s.Status + ")\n")
	}
	n := NewNames()
	for _, d := range n.Declare(Collect(s.Asserts...)) {
		sb.WriteString(d + "\n")
	}
	for _, a := range s.Asserts {
		sb.WriteString("(assert ")
		n.WriteTerm(&sb, a)
		sb.WriteString(")\n")
	}
	sb.WriteString("(check-sat)\n")
	if s.GetModel {
		sb.WriteString("(get-model)\n")
	}
	_, err := io.WriteString(w, sb.String())
	return err
}

type printer struct {
	n    *Names
	sb   *strings.Builder
	let  map[*Term]string
	next int
	// avoid are names of constructors and fields that have no symbol yet.
	avoid map[string]bool
	// free holds, per term, a bit for each height of a quantifier whose
	// variables occur free in it. Nested quantifiers have different heights.
	free map[*Term]uint64
}

const (
	noQuantifier = 64 // the scope outside of all quantifiers
	tooDeep      = 63 // stands for this height and all above; nothing is bound there
)

func (p *printer) findFree(root *Term) {
	p.free = map[*Term]uint64{}
	heights := map[*Term]uint64{}
	Visit(root, func(t *Term) {
		for _, b := range t.bound {
			heights[b] = 1 << min(t.height-1, tooDeep)
		}
	})
	Visit(root, func(t *Term) {
		bits := heights[t]
		for _, a := range t.args {
			bits |= p.free[a]
		}
		if len(t.bound) > 0 && t.height-1 < tooDeep {
			bits &^= 1 << (t.height - 1)
		}
		p.free[t] = bits
	})
}

// register gives the variables and functions in t their symbols, so that none is
// taken for let.
func (p *printer) register(t *Term) {
	d := Collect(t)
	for _, v := range d.Vars {
		p.n.Var(v)
	}
	for _, f := range d.Funcs {
		p.n.Func(f)
	}
	for _, group := range d.Datatypes {
		for _, s := range group {
			for _, k := range s.Ctors {
				p.avoid[k.Name] = true
				for _, f := range k.Fields {
					p.avoid[f.Name] = true
				}
			}
		}
	}
}

// fresh is a symbol for let that stands for nothing else.
func (p *printer) fresh() string {
	for {
		p.next++
		if s := fmt.Sprintf("?%d", p.next); !p.n.taken[s] && !p.avoid[s] {
			return s
		}
	}
}

// owner is the scope that t is bound in: the innermost quantifier, that is the
// lowest one, with a variable free in t.
func (p *printer) owner(t *Term) int { return bits.TrailingZeros64(p.free[t]) }

// scope prints root with lets for the shared terms of one scope. Terms that do
// not build on each other share one let, so lets nest no deeper than the term.
func (p *printer) scope(h int, root *Term) {
	uses := map[*Term]int{}
	var order []*Term
	var walk func(t *Term)
	walk = func(t *Term) {
		if len(t.args) == 0 || h != noQuantifier && p.owner(t) > h {
			return
		}
		if uses[t]++; uses[t] > 1 {
			return
		}
		for _, a := range t.args {
			walk(a)
		}
		order = append(order, t)
	}
	walk(root)
	level := map[*Term]int{}
	var groups [][]*Term
	for _, t := range order {
		for _, a := range t.args {
			level[t] = max(level[t], level[a])
		}
		if uses[t] < 2 || p.owner(t) != h || h == tooDeep {
			continue
		}
		l := level[t]
		if l == len(groups) {
			groups = append(groups, nil)
		}
		groups[l] = append(groups[l], t)
		level[t] = l + 1
	}
	for _, g := range groups {
		p.sb.WriteString("(let (")
		names := make([]string, len(g))
		for i, t := range g {
			names[i] = p.fresh()
			if i > 0 {
				p.sb.WriteByte(' ')
			}
			p.sb.WriteString("(" + names[i] + " ")
			p.node(t)
			p.sb.WriteByte(')')
		}
		p.sb.WriteString(") ")
		for i, t := range g {
			p.let[t] = names[i]
		}
	}
	p.node(root)
	for _, g := range groups {
		p.sb.WriteByte(')')
		for _, t := range g {
			delete(p.let, t)
		}
	}
}

var opText = map[Op]string{
	OpNot: "not", OpAnd: "and", OpOr: "or", OpEq: "=", OpIte: "ite", OpLe: "<=", OpLt: "<", OpAdd: "+", OpMul: "*",
	OpDiv: "div", OpMod: "mod", OpRealDiv: "/", OpToReal: "to_real", OpToInt: "to_int", OpSelect: "select",
	OpStore: "store",
}

func (p *printer) node(t *Term) {
	if name, ok := p.let[t]; ok {
		p.sb.WriteString(name)
		return
	}
	switch t.op {
	case OpTrue:
		p.sb.WriteString("true")
	case OpFalse:
		p.sb.WriteString("false")
	case OpNumeral:
		p.sb.WriteString(numeral(t.num, t.sort))
	case OpBVLit:
		p.sb.WriteString(bitLiteral(t.bits, t.sort.Width))
	case OpVar:
		if ours.MatchString(t.name) && p.free[t] != 0 {
			p.sb.WriteString(t.name)
		} else {
			p.sb.WriteString(p.n.Var(t))
		}
	case OpApp:
		if len(t.args) == 0 {
			p.sb.WriteString(p.n.Func(t.fn))
		} else {
			p.list(p.n.Func(t.fn), t.args)
		}
	case OpLe, OpLt:
		head, args := opText[t.op], t.args
		if args[0].op == OpNumeral {
			head, args = map[Op]string{OpLe: ">=", OpLt: ">"}[t.op], []*Term{args[1], args[0]}
		}
		p.list(head, args)
	case OpConstArray:
		p.list("(as const "+p.n.Sort(t.sort)+")", t.args)
	case OpFloatLit:
		p.sb.WriteString(floatLiteral(t.Float()))
	case OpRoundingLit:
		p.sb.WriteString(t.name)
	case OpConstruct:
		if len(t.args) == 0 {
			p.sb.WriteString(p.n.Ctor(t.ctor))
		} else {
			p.list(p.n.Ctor(t.ctor), t.args)
		}
	case OpField:
		p.list(p.n.Field(t.ctor, t.lo), t.args)
	case OpIs:
		p.list("(_ is "+p.n.Ctor(t.ctor)+")", t.args)
	case OpBV, OpFloat:
		p.list(t.name, t.args)
	case OpExtract:
		p.list(fmt.Sprintf("(_ extract %d %d)", t.hi, t.lo), t.args)
	case OpForall, OpExists:
		p.quantifier(t)
	default:
		head, ok := opText[t.op]
		if !ok {
			panic(fmt.Sprintf("smtlib: unexpected head %d", t.op))
		}
		p.list(head, t.args)
	}
}

func (p *printer) list(head string, args []*Term) {
	p.sb.WriteString("(" + head)
	for _, a := range args {
		p.sb.WriteByte(' ')
		p.node(a)
	}
	p.sb.WriteByte(')')
}

func (p *printer) quantifier(t *Term) {
	head := "(forall ("
	if t.op == OpExists {
		head = "(exists ("
	}
	p.sb.WriteString(head)
	for i, b := range t.bound {
		if i > 0 {
			p.sb.WriteByte(' ')
		}
		p.sb.WriteString("(" + b.name + " " + p.n.Sort(b.sort) + ")")
	}
	p.sb.WriteString(") ")
	if len(t.triggers) > 0 {
		p.sb.WriteString("(! ")
	}
	p.scope(int(min(t.height-1, tooDeep)), t.args[0])
	for _, tr := range t.triggers {
		p.sb.WriteString(" :pattern (")
		for i, x := range tr {
			if i > 0 {
				p.sb.WriteByte(' ')
			}
			p.node(x)
		}
		p.sb.WriteByte(')')
	}
	if len(t.triggers) > 0 {
		p.sb.WriteByte(')')
	}
	p.sb.WriteByte(')')
}

func numeral(r *big.Rat, s *Sort) string {
	abs := new(big.Rat).Abs(r)
	text := abs.Num().String()
	if s.Kind == RealKind {
		text += ".0"
		if !abs.IsInt() {
			text = "(/ " + text + " " + abs.Denom().String() + ".0)"
		}
	}
	if r.Sign() < 0 {
		return "(- " + text + ")"
	}
	return text
}

func floatLiteral(x ieee.Float) string {
	special := ""
	switch {
	case x.IsNaN():
		special = "NaN"
	case x.IsInf() && x.IsNegative():
		special = "-oo"
	case x.IsInf():
		special = "+oo"
	default:
		sign, exponent, fraction := x.Fields()
		return "(fp #b" + sign + " #b" + exponent + " #b" + fraction + ")"
	}
	return fmt.Sprintf("(_ %s %d %d)", special, x.Format.Exp, x.Format.Sig)
}

func bitLiteral(n *big.Int, w int) string {
	if w%4 == 0 {
		return fmt.Sprintf("#x%0*x", w/4, n)
	}
	return fmt.Sprintf("#b%0*b", w, n)
}
