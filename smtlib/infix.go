package smtlib

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
)

// maxInfix is how many nodes Infix prints before it cuts with "...".
const maxInfix = 400

// Infix is t in Boogie's syntax, for people to read: sums with minus signs,
// strict comparisons where the normal form hides one, few parentheses. Huge
// terms are cut.
func Infix(t *Term) string {
	p := infix{left: maxInfix, bound: map[*Term]string{}, taken: map[string]bool{}, lower: map[*Term]bool{}}
	Visit(t, func(x *Term) {
		if x.op == OpVar {
			p.taken[x.name] = true
		}
	})
	p.term(t, lowest)
	return p.sb.String()
}

// The levels of precedence, in Boogie's order. An operand at a level below that
// of its place stands in parentheses.
const (
	lowest = iota
	atIff
	atImplies
	atLogic // && and ||, which do not mix
	atRelation
	atConcat
	atSum
	atProduct
	atIs // x is C
	atUnary
	atPostfix
)

type infix struct {
	sb    strings.Builder
	left  int              // nodes still to print
	bound map[*Term]string // names given to bound variables
	taken map[string]bool
	lower map[*Term]bool // bounds to print as 3 <= x
}

// open writes what op needs before it at its place, and returns what closes it.
func (p *infix) open(level, place int) (closing string) {
	if level < place {
		p.sb.WriteByte('(')
		return ")"
	}
	return ""
}

func (p *infix) term(t *Term, place int) {
	if p.left--; p.left < 0 {
		p.sb.WriteString("...")
		return
	}
	switch t.op {
	case OpTrue:
		p.sb.WriteString("true")
	case OpFalse:
		p.sb.WriteString("false")
	case OpNumeral:
		p.number(t.num, t.sort, place)
	case OpBVLit:
		fmt.Fprintf(&p.sb, "%sbv%d", t.bits, t.sort.Width)
	case OpVar:
		if name, ok := p.bound[t]; ok {
			p.sb.WriteString(name)
		} else {
			p.sb.WriteString(t.name)
		}
	case OpApp:
		p.sb.WriteString(t.fn.Name)
		if len(t.args) > 0 {
			p.arguments(t.args)
		}
	case OpNot:
		p.not(t.args[0], place)
	case OpAnd:
		p.joined(p.intervals(t), " && ", atLogic, place)
	case OpOr:
		p.joined(p.intervals(t), " || ", atLogic, place)
	case OpEq:
		if t.args[0].sort.Kind == BoolKind {
			p.joined(t.args, " <==> ", atIff, place)
		} else {
			p.relation("==", t, place)
		}
	case OpLe, OpLt:
		p.comparison(t, place)
	case OpIte:
		closing := p.open(lowest, min(place, atIff))
		p.sb.WriteString("if ")
		p.term(t.args[0], lowest)
		p.sb.WriteString(" then ")
		p.term(t.args[1], lowest)
		p.sb.WriteString(" else ")
		p.term(t.args[2], lowest)
		p.sb.WriteString(closing)
	case OpAdd, OpMul:
		p.sum(summands(t), place)
	case OpDiv, OpMod, OpRealDiv:
		closing := p.open(atProduct, place)
		p.term(t.args[0], atProduct)
		p.sb.WriteString(map[Op]string{OpDiv: " div ", OpMod: " mod ", OpRealDiv: " / "}[t.op])
		p.term(t.args[1], atUnary)
		p.sb.WriteString(closing)
	case OpToReal, OpToInt:
		p.sb.WriteString(map[Op]string{OpToReal: "real", OpToInt: "int"}[t.op])
		p.arguments(t.args)
	case OpForall, OpExists:
		p.quantifier(t)
	case OpFloatLit, OpRoundingLit, OpFloat:
		p.float(t, place)
	case OpConstruct:
		p.sb.WriteString(t.ctor.Name)
		p.arguments(t.args)
	case OpField:
		p.term(t.args[0], atPostfix)
		p.sb.WriteString("->" + t.ctor.Fields[t.lo].Name)
	case OpIs:
		p.is(t.args[0], t.ctor, place)
	default:
		p.arrayOrBits(t, place)
	}
}

func (p *infix) arrayOrBits(t *Term, place int) {
	switch t.op {
	case OpSelect, OpStore:
		p.term(t.args[0], atPostfix)
		p.sb.WriteByte('[')
		p.term(t.args[1], lowest)
		if t.op == OpStore {
			p.sb.WriteString(" := ")
			p.term(t.args[2], lowest)
		}
		p.sb.WriteByte(']')
	case OpConstArray:
		p.sb.WriteString("const")
		p.arguments(t.args)
	case OpExtract: // Boogie's upper end is exclusive
		p.term(t.args[0], atPostfix)
		fmt.Fprintf(&p.sb, "[%d:%d]", t.hi+1, t.lo)
	case OpBV:
		if t.bv == BVConcat {
			p.joined(t.args, " ++ ", atConcat, place)
			return
		}
		name := t.name
		p.sb.WriteString(strings.NewReplacer("(_ ", "", ")", "", " ", "_").Replace(name))
		p.arguments(t.args)
	default:
		panic(fmt.Sprintf("smtlib: unexpected head %d", t.op))
	}
}

// floatText are the functions that Boogie has operators for; the arithmetic
// ones stand for rounding to nearest even.
var floatText = map[string]struct {
	text  string
	level int
}{
	"fp.add": {" + ", atSum}, "fp.sub": {" - ", atSum}, "fp.mul": {" * ", atProduct}, "fp.div": {" / ", atProduct},
	"fp.lt": {" < ", atRelation}, "fp.leq": {" <= ", atRelation},
}

func (p *infix) float(t *Term, place int) {
	op, isOp := floatText[t.name]
	args := t.args
	switch {
	case t.op == OpFloatLit:
		p.sb.WriteString(t.Float().Hex())
		return
	case t.op == OpRoundingLit:
		p.sb.WriteString(t.name)
		return
	case isOp && len(args) == 3 && args[0].op == OpRoundingLit && args[0].name == "RNE":
		args = args[1:]
	case !isOp || len(args) == 3:
		p.sb.WriteString(strings.NewReplacer("(_ ", "", ")", "", " ", "_").Replace(t.name))
		p.arguments(args)
		return
	}
	closing := p.open(op.level, place)
	left := op.level
	if left == atRelation {
		left = atConcat
	}
	p.term(args[0], left)
	p.sb.WriteString(op.text)
	p.term(args[1], op.level+1)
	p.sb.WriteString(closing)
}

// number prints a literal: a minus sign counts as an operator.
func (p *infix) number(r *big.Rat, s *Sort, place int) {
	level := atPostfix
	switch {
	case !r.IsInt():
		level = atProduct
	case r.Sign() < 0:
		level = atUnary
	}
	closing := p.open(level, place)
	p.sb.WriteString(r.Num().String())
	if s.Kind == RealKind {
		p.sb.WriteString(".0")
	}
	if !r.IsInt() {
		p.sb.WriteString(" / " + r.Denom().String() + ".0")
	}
	p.sb.WriteString(closing)
}

func (p *infix) arguments(args []*Term) {
	p.sb.WriteByte('(')
	for i, a := range args {
		if i > 0 {
			p.sb.WriteString(", ")
		}
		p.term(a, lowest)
	}
	p.sb.WriteByte(')')
}

func (p *infix) joined(args []*Term, op string, level, place int) {
	closing := p.open(level, place)
	for i, a := range args {
		if i > 0 {
			p.sb.WriteString(op)
		}
		if p.left <= 0 {
			p.sb.WriteString("...")
			break
		}
		p.term(a, level+1)
	}
	p.sb.WriteString(closing)
}

func (p *infix) not(t *Term, place int) {
	if t.op == OpEq && t.args[0].sort.Kind != BoolKind {
		p.relation("!=", t, place)
		return
	}
	if t.op == OpIs && len(t.ctor.Of.Ctors) == 2 { // the first; Is asks for no other
		p.is(t.args[0], t.ctor.Of.Ctors[1], place)
		return
	}
	p.sb.WriteByte('!')
	p.term(t, atUnary)
}

func (p *infix) is(t *Term, k *Constructor, place int) {
	closing := p.open(atIs, place)
	p.term(t, atUnary)
	p.sb.WriteString(" is " + k.Name + closing)
}

func (p *infix) relation(op string, t *Term, place int) {
	a, b := t.args[0], t.args[1]
	if a.IsLiteral() {
		a, b = b, a
	}
	p.compare(op, a, b, place)
}

func (p *infix) compare(op string, a, b *Term, place int) {
	closing := p.open(atRelation, place)
	p.term(a, atConcat)
	p.sb.WriteString(" " + op + " ")
	p.term(b, atConcat)
	p.sb.WriteString(closing)
}

// comparison prints a <= or <. Ints have only <=, so a <= b + -1 is a < b.
func (p *infix) comparison(t *Term, place int) {
	a, b := t.args[0], t.args[1]
	op := opText[t.op]
	if a.op == OpNumeral && p.lower[t] {
		p.compare(op, a, b, place)
		return
	}
	if a.op == OpNumeral {
		p.compare(map[Op]string{OpLe: ">=", OpLt: ">"}[t.op], b, a, place)
		return
	}
	if last := len(b.args) - 1; t.op == OpLe && b.op == OpAdd && b.sort.Kind == IntKind &&
		b.args[last].op == OpNumeral && b.args[last].num.Cmp(big.NewRat(-1, 1)) == 0 {
		closing := p.open(atRelation, place)
		p.term(a, atConcat)
		p.sb.WriteString(" < ")
		p.sum(summandsOf(b.args[:last]), atConcat)
		p.sb.WriteString(closing)
		return
	}
	p.compare(op, a, b, place)
}

// intervals are the arguments of "and" or "or" with the two bounds of one term
// side by side: 3 <= x && x <= 5, x <= 2 || x >= 6.
func (p *infix) intervals(t *Term) []*Term {
	isBound := func(x *Term, literal int) bool {
		return (x.op == OpLe || x.op == OpLt) && x.args[literal].op == OpNumeral
	}
	args := slices.Clone(t.args)
	for _, low := range t.args {
		if !isBound(low, 0) {
			continue
		}
		at := slices.IndexFunc(args, func(x *Term) bool { return isBound(x, 1) && x.args[0] == low.args[1] })
		if at < 0 {
			continue
		}
		first, second := args[at], low
		if t.op == OpAnd {
			first, second = low, args[at]
			p.lower[low] = true
		}
		args = slices.DeleteFunc(args, func(x *Term) bool { return x == first })
		args = slices.Insert(args, slices.Index(args, second), first)
	}
	return args
}

// summand is a coefficient and the factors it multiplies; a constant has none.
type summand struct {
	coef    *big.Rat
	factors []*Term
	sort    *Sort
}

func summands(t *Term) []summand {
	if t.op == OpAdd {
		return summandsOf(t.args)
	}
	return summandsOf([]*Term{t})
}

func summandsOf(ts []*Term) []summand {
	var out []summand
	for _, t := range ts {
		s := summand{big.NewRat(1, 1), []*Term{t}, t.sort}
		switch {
		case t.op == OpNumeral:
			s.coef, s.factors = t.num, nil
		case t.op == OpMul && t.args[0].op == OpNumeral:
			s.coef, s.factors = t.args[0].num, t.args[1:]
		case t.op == OpMul:
			s.factors = t.args
		}
		out = append(out, s)
	}
	// A sum had better not start with a minus sign.
	if first := slices.IndexFunc(out, func(s summand) bool { return s.coef.Sign() > 0 }); first > 0 {
		s := out[first]
		out = slices.Insert(slices.Delete(out, first, first+1), 0, s)
	}
	return out
}

func (p *infix) sum(ss []summand, place int) {
	level := atSum
	if len(ss) == 1 {
		level = atProduct
	}
	closing := p.open(level, place)
	for i, s := range ss {
		if i > 0 && p.left <= 0 {
			p.sb.WriteString(" + ...")
			break
		}
		coef := s.coef
		switch {
		case i == 0 && coef.Sign() < 0:
			p.sb.WriteByte('-')
		case i > 0 && coef.Sign() < 0:
			p.sb.WriteString(" - ")
		case i > 0:
			p.sb.WriteString(" + ")
		}
		abs := new(big.Rat).Abs(coef)
		if len(s.factors) == 0 || abs.Cmp(big.NewRat(1, 1)) != 0 {
			if len(s.factors) > 0 {
				p.number(abs, s.sort, atUnary)
				p.sb.WriteByte('*')
			} else {
				p.number(abs, s.sort, atProduct)
			}
		}
		for j, f := range s.factors {
			if j > 0 {
				p.sb.WriteByte('*')
			}
			if len(s.factors) == 1 && abs.Cmp(coef) == 0 && abs.Cmp(big.NewRat(1, 1)) == 0 && len(ss) > 1 {
				p.term(f, atProduct)
			} else {
				p.term(f, atUnary)
			}
		}
	}
	p.sb.WriteString(closing)
}

func (p *infix) quantifier(t *Term) {
	saved := make([]string, len(t.bound))
	var decls []string
	for i, b := range t.bound {
		saved[i] = p.bound[b]
		p.bound[b] = p.fresh()
		decls = append(decls, p.bound[b]+": "+BoogieType(b.sort))
	}
	p.sb.WriteString(map[Op]string{OpForall: "(forall ", OpExists: "(exists "}[t.op])
	p.sb.WriteString(strings.Join(decls, ", ") + " :: ")
	p.body(t)
	p.sb.WriteByte(')')
	for i, b := range t.bound {
		delete(p.taken, p.bound[b])
		if p.bound[b] = saved[i]; saved[i] == "" {
			delete(p.bound, b)
		}
	}
}

// body prints the body of a quantifier: below forall, a disjunction with
// negations is an implication.
func (p *infix) body(t *Term) {
	body := t.args[0]
	if t.op == OpForall && body.op == OpOr {
		var hypotheses, rest []*Term
		for _, d := range body.args {
			if d.op == OpNot {
				hypotheses = append(hypotheses, d.args[0])
			} else {
				rest = append(rest, d)
			}
		}
		if len(hypotheses) > 0 && len(rest) > 0 {
			p.side(hypotheses, " && ")
			p.sb.WriteString(" ==> ")
			p.side(rest, " || ")
			return
		}
	}
	p.term(body, lowest)
}

func (p *infix) side(ts []*Term, op string) {
	if len(ts) == 1 {
		p.term(ts[0], atLogic)
		return
	}
	p.joined(ts, op, atLogic, atLogic)
}

// fresh is a short name for a bound variable.
func (p *infix) fresh() string {
	for n := 0; ; n++ {
		name := string("ijklmn"[n%6])
		if n >= 6 {
			name += fmt.Sprint(n / 6)
		}
		if !p.taken[name] {
			p.taken[name] = true
			return name
		}
	}
}

// BoogieType is s as Boogie writes it.
func BoogieType(s *Sort) string {
	switch s.Kind {
	case BoolKind:
		return "bool"
	case IntKind:
		return "int"
	case RealKind:
		return "real"
	case BVKind:
		return fmt.Sprintf("bv%d", s.Width)
	case ArrayKind:
		return "[" + BoogieType(s.Index) + "]" + BoogieType(s.Elem)
	case FloatKind:
		return fmt.Sprintf("float%de%d", s.Format.Sig, s.Format.Exp)
	case RoundingKind:
		return "rmode"
	}
	return s.Name
}
