package boogie

import (
	"math/big"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"semdiff/internal/source"
)

// Expressions are parsed by precedence climbing over the table below rather
// than by one participle struct per level: a level costs nothing when it is not
// used, the nodes need no unwrapping, and positions are those of the operators.

// The levels of binary operators, loosest first.
const (
	precNone = iota
	precIff
	precImplies // ==> and <==, not mixed
	precLogical // && and ||, not mixed
	precRelation
	precConcat
	precAdd
	precMul
	precPow
	precIs
	precUnary // coercions, selections and atoms bind tighter still
	precCoercion
	precPostfix
)

type binaryOp struct {
	op    Op
	prec  int
	right bool // right-associative
}

// binaryOps maps token types to operators; prec is precNone for other tokens.
var binaryOps = [numTokens]binaryOp{
	tokIff:     {op: Iff, prec: precIff},
	tokImplies: {op: Implies, prec: precImplies, right: true},
	tokExplies: {op: Explies, prec: precImplies},
	tokAnd:     {op: And, prec: precLogical},
	tokOr:      {op: Or, prec: precLogical},
	tokEq:      {op: Eq, prec: precRelation},
	tokNeq:     {op: Neq, prec: precRelation},
	tokLt:      {op: Lt, prec: precRelation},
	tokGt:      {op: Gt, prec: precRelation},
	tokLe:      {op: Le, prec: precRelation},
	tokGe:      {op: Ge, prec: precRelation},
	tokSubtype: {op: Subtype, prec: precRelation},
	tokConcat:  {op: Concat, prec: precConcat},
	tokPlus:    {op: Add, prec: precAdd},
	tokMinus:   {op: Sub, prec: precAdd},
	tokStar:    {op: Mul, prec: precMul},
	tokDiv:     {op: Div, prec: precMul},
	tokMod:     {op: Mod, prec: precMul},
	tokSlash:   {op: RealDiv, prec: precMul},
	tokPow:     {op: Pow, prec: precPow, right: true},
}

func (p *parser) binaryOp() binaryOp {
	if p.tok.Type < 0 {
		return binaryOp{}
	}
	return binaryOps[p.tok.Type]
}

// exprs reads Expr { "," Expr }.
func (p *parser) exprs() []Expr {
	list := []Expr{p.expr()}
	height := p.height
	for p.got(tokComma) {
		list = append(list, p.expr())
		height = max(height, p.height)
	}
	p.height = height
	return list
}

// setHeight records the height of the tree just built. It is bounded, so that
// later passes may recurse.
func (p *parser) setHeight(h int) {
	if p.height = h; h > maxHeight {
		p.fail(p.tok.Pos, "expression is nested deeper than %d levels", maxHeight)
	}
}

func (p *parser) expr() Expr {
	p.enter()
	x := p.binary(precIff)
	p.leave()
	return x
}

// binary reads an expression whose operators bind at least as tight as min.
func (p *parser) binary(min int) Expr {
	x := p.operand()
	for {
		b := p.binaryOp()
		if b.prec == precNone || b.prec < min {
			return x
		}
		height := p.height
		if b.right {
			x = p.rightAssociative(x, b)
		} else {
			pos := p.next()
			x = &BinaryExpr{Pos: at(pos), Op: b.op, X: x, Y: p.binary(b.prec + 1)}
			p.setHeight(max(height, p.height) + 1)
		}
		p.checkMixed(b)
	}
}

// rightAssociative reads the rest of x op y op z and folds it from the right.
func (p *parser) rightAssociative(x Expr, b binaryOp) Expr {
	operands := []Expr{x}
	var ops []lexer.Position
	height := p.height
	for p.binaryOp() == b {
		ops = append(ops, p.next())
		operands = append(operands, p.binary(b.prec+1))
		height = max(height, p.height)
		p.setHeight(height + len(ops))
	}
	y := operands[len(ops)]
	for i := len(ops) - 1; i >= 0; i-- {
		y = &BinaryExpr{Pos: at(ops[i]), Op: b.op, X: operands[i], Y: y}
	}
	return y
}

// checkMixed reports an operator that cannot follow b without parentheses.
func (p *parser) checkMixed(b binaryOp) {
	n := p.binaryOp()
	if n.prec != b.prec {
		return
	}
	switch b.prec {
	case precImplies, precLogical:
		if n.op != b.op {
			p.fail(p.tok.Pos, "syntax error: unexpected %q, %s and %s cannot be mixed without parentheses", p.tok.Value, b.op, n.op)
		}
	case precRelation:
		p.fail(p.tok.Pos, "syntax error: unexpected %q, relations cannot be chained without parentheses", p.tok.Value)
	}
}

// operand reads a unary expression and the postfix "is", which binds looser.
func (p *parser) operand() Expr {
	x := p.unary()
	if p.tok.Type == tokIdent && p.tok.Value == "is" {
		p.setHeight(p.height + 1)
		return &IsExpr{X: x, Pos: at(p.next()), Ctor: p.name()}
	}
	return x
}

func (p *parser) unary() Expr {
	if p.seed == nil && (p.tok.Type == tokMinus || p.tok.Type == tokNot) {
		p.enter()
		op := Neg
		if p.tok.Type == tokNot {
			op = Not
		}
		pos := p.next()
		x := &UnaryExpr{Pos: at(pos), Op: op, X: p.unary()}
		p.setHeight(p.height + 1)
		p.leave()
		return x
	}
	return p.coercion()
}

func (p *parser) coercion() Expr {
	x := p.postfix()
	for p.tok.Type == tokColon {
		p.setHeight(p.height + 1)
		pos := p.next()
		if p.tok.Type == tokInt {
			p.misplacedBounds(x, pos)
			continue
		}
		x = &TypedExpr{Pos: at(pos), X: x, Type: p.typeBefore("is")}
	}
	return x
}

// misplacedBounds reports x:n where it does not bound an extract.
func (p *parser) misplacedBounds(x Expr, colon lexer.Position) {
	number := p.next()
	switch n, ok := x.(*IntLit); {
	case !ok:
		p.problem(number, "arguments of extract need to be integer literals")
	case p.tok.Type == tokRParen && n.Pos == at(p.opened):
		p.problem(number, "parentheses around bitvector bounds are not allowed")
	default:
		p.problem(colon, "bitvector bounds in illegal position")
	}
}

func (p *parser) postfix() Expr {
	p.height = 1
	x := p.atom()
	for {
		switch p.tok.Type {
		case tokLBracket:
			height := p.height
			x = p.index(x)
			p.setHeight(max(height, p.height) + 1)
		case tokArrow:
			x = p.field(x)
		default:
			return x
		}
	}
}

// field reads ->f or ->(f := v) after x.
func (p *parser) field(x Expr) Expr {
	pos := p.next()
	if !p.got(tokLParen) {
		p.setHeight(p.height + 1)
		return &FieldExpr{Pos: at(pos), X: x, Field: p.name()}
	}
	e := &FieldUpdateExpr{X: x, Field: p.name()}
	e.Pos = at(p.want(tokAssign, `":="`))
	height := p.height
	e.Value = p.expr()
	p.setHeight(max(height, p.height) + 1)
	p.want(tokRParen, `")"`)
	return e
}

// index reads [i, j], [i, j := v] or [hi:lo] after x.
func (p *parser) index(x Expr) Expr {
	pos := at(p.next())
	if p.tok.Type == tokInt {
		if e := p.extract(pos, x); e != nil {
			return e
		}
	}
	var index []Expr
	if p.seed != nil || p.tok.Type != tokRBracket && p.tok.Type != tokAssign {
		index = p.exprs()
	}
	if p.got(tokAssign) {
		height := p.height
		e := &StoreExpr{Pos: pos, Map: x, Index: index, Value: p.expr()}
		p.height = max(height, p.height)
		p.want(tokRBracket, `"]"`)
		return e
	}
	p.want(tokRBracket, `"]"`)
	return &SelectExpr{Pos: pos, Map: x, Index: index}
}

// extract reads hi:lo]. If something else follows the numeral it returns nil,
// and what it has read is the seed: [5] or [5 : int] are map selections.
func (p *parser) extract(pos Pos, x Expr) Expr {
	height := p.height
	hi := p.tok
	p.seed = &IntLit{Pos: at(p.next()), Value: parseInt(hi.Value)}
	if p.tok.Type != tokColon {
		return nil
	}
	colon := p.next()
	if p.tok.Type != tokInt {
		p.seed = &TypedExpr{Pos: at(colon), X: p.seed, Type: p.typeBefore("is")}
		return nil
	}
	p.seed = nil
	from, ok1 := smallInt(hi.Value)
	to, ok2 := smallInt(p.tok.Value)
	if !ok1 || !ok2 {
		p.fail(hi.Pos, "bounds of extract are too large")
	}
	p.next()
	p.want(tokRBracket, `"]"`)
	p.height = height
	return &ExtractExpr{Pos: pos, X: x, Hi: from, Lo: to}
}

func (p *parser) atom() Expr {
	if x := p.seed; x != nil {
		p.seed = nil
		return x
	}
	tok := p.tok
	switch tok.Type {
	case tokIdent:
		name, pos := p.ident()
		if p.tok.Type != tokLParen {
			return &IdentExpr{Pos: at(pos), Name: name}
		}
		e := &CallExpr{Pos: at(pos), Func: name, Args: p.args()}
		p.height++
		return e
	case tokTrue, tokFalse:
		return &BoolLit{Pos: at(p.next()), Value: tok.Type == tokTrue}
	case tokInt:
		return &IntLit{Pos: at(p.next()), Value: parseInt(tok.Value)}
	case tokDecimal:
		return p.decimal()
	case tokBV:
		return p.bitVector()
	case tokString:
		return p.stringLit()
	case tokFloat:
		return p.float()
	case tokLParen:
		p.next()
		p.opened = p.tok.Pos
		x := p.parenthesized()
		p.want(tokRParen, `")"`)
		return x
	case tokIf:
		return p.ifExpr()
	case tokOld:
		return &OldExpr{Pos: at(p.next()), X: p.single()}
	case tokIntType, tokReal:
		return &ConvertExpr{Pos: at(p.next()), ToReal: tok.Type == tokReal, X: p.single()}
	case tokOpenCode:
		return p.code()
	case tokForall, tokExists, tokLambda:
		p.fail(tok.Pos, `syntax error: unexpected "%s", a quantifier must stand in parentheses`, tok.Value)
		return nil
	}
	p.unexpected("an expression")
	return nil
}

func (p *parser) stringLit() Expr {
	text := p.tok.Value
	return &StringLit{Pos: at(p.next()), Value: text[1 : len(text)-1]}
}

func (p *parser) ifExpr() Expr {
	e := &IfExpr{Pos: at(p.next())}
	e.Cond = p.expr()
	height := p.height
	p.want(tokThen, `"then"`)
	e.Then = p.expr()
	height = max(height, p.height)
	p.want(tokElse, `"else"`)
	e.Else = p.expr()
	p.height = max(height, p.height) + 1
	return e
}

// parenthesized reads what can stand in parentheses only, or an expression.
func (p *parser) parenthesized() Expr {
	switch p.tok.Type {
	case tokForall:
		return p.quantifier(Forall)
	case tokExists:
		return p.quantifier(Exists)
	case tokLambda:
		return p.quantifier(Lambda)
	case tokVar:
		return p.let()
	}
	return p.expr()
}

// let reads "var" LetVar { "," LetVar } ":=" exprs ";" { Attr } Expr.
func (p *parser) let() Expr {
	p.enter()
	defer p.leave()
	e := &LetExpr{Pos: at(p.next())}
	for {
		v := &LetVar{Attrs: p.attrs(), Name: p.name()}
		v.Pos = v.Name.Pos
		e.Vars = append(e.Vars, v)
		if !p.got(tokComma) {
			break
		}
	}
	p.want(tokAssign, `":="`)
	e.Values = p.exprs()
	height := p.height
	p.semi()
	e.Attrs = p.attrs()
	e.Body = p.expr()
	p.setHeight(max(height, p.height) + 1)
	return e
}

// code reads a code expression: locals, then blocks that begin with a label and
// end with goto or return.
func (p *parser) code() Expr {
	p.enter()
	defer p.leave()
	open := p.next()
	b := &Body{Pos: at(open)}
	for p.tok.Type == tokVar {
		b.Locals = append(b.Locals, p.varDecl())
	}
	height := 1
	for {
		name := p.name()
		p.want(tokColon, `":"`)
		b.Stmts = append(b.Stmts, &LabelStmt{Pos: name.Pos, Name: name.Name})
		for ended := false; !ended && p.err == nil; {
			switch p.tok.Type {
			case tokReturn:
				s := &ReturnStmt{Pos: at(p.next()), Attrs: p.attrs(), Value: p.expr()}
				p.semi()
				b.Stmts, ended = append(b.Stmts, s), true
			case tokGoto:
				b.Stmts, ended = append(b.Stmts, p.stmt()), true
			case tokIf, tokWhile, tokBreak:
				p.unexpected("a command, goto or return")
			default:
				s := p.stmt()
				if _, label := s.(*LabelStmt); label {
					p.problem(p.last, "a block of a code expression can only have one label")
				}
				b.Stmts = append(b.Stmts, s)
			}
			height = max(height, p.height)
		}
		if p.err != nil || p.tok.Type == tokCloseCode {
			break
		}
	}
	b.End = at(p.want(tokCloseCode, `"}|"`)).At
	p.setHeight(height + 1)
	var problems source.List
	if checkLabels(b, &problems); len(problems) > 0 {
		p.failAt(Pos{problems[0].Pos}, "%s", problems[0].Message)
	}
	return &CodeExpr{Pos: at(open), Body: b}
}

// args reads "(" [ Expr { "," Expr } ] ")".
func (p *parser) args() []Expr {
	p.want(tokLParen, `"("`)
	var list []Expr
	if p.tok.Type != tokRParen {
		list = p.exprs()
	}
	p.want(tokRParen, `")"`)
	return list
}

// single reads "(" Expr ")".
func (p *parser) single() Expr {
	p.want(tokLParen, `"("`)
	x := p.expr()
	p.height++
	p.want(tokRParen, `")"`)
	return x
}

func (p *parser) quantifier(kind Quantifier) Expr {
	p.enter()
	defer p.leave()
	p.height = 1
	q := &QuantExpr{Pos: at(p.next()), Kind: kind}
	q.TypeParams = p.typeParams()
	if q.TypeParams == nil || p.tok.Type != tokQSep {
		for {
			b := p.boundVars()
			q.Bound = append(q.Bound, b)
			if !p.got(tokComma) {
				break
			}
		}
	}
	p.want(tokQSep, `"::"`)
	for p.tok.Type == tokLBrace {
		open := p.next()
		if p.tok.Type == tokColon {
			q.Attrs = append(q.Attrs, p.attr(open))
			continue
		}
		height := p.height
		q.Triggers = append(q.Triggers, &Trigger{Pos: at(open), Terms: p.exprs()})
		p.height = max(height, p.height)
		p.want(tokRBrace, `"}"`)
	}
	height := p.height
	q.Body = p.expr()
	p.height = max(height, p.height) + 1
	if kind == Lambda && q.Triggers != nil {
		p.problem(p.last, "triggers not allowed in lambda expressions")
	}
	return q
}

func (p *parser) boundVars() *Binding {
	b := &Binding{Attrs: p.attrs()}
	b.Names = p.names()
	b.Pos = b.Names[0].Pos
	p.want(tokColon, `":"`)
	b.Type = p.typ()
	if p.tok.Type == tokWhere {
		p.next()
		p.expr()
		p.problem(p.last, "where clause not allowed on bound variables")
	}
	return b
}

func parseInt(text string) *big.Int {
	if len(text) < 19 {
		var n int64
		for i := range len(text) {
			n = n*10 + int64(text[i]-'0')
		}
		return big.NewInt(n)
	}
	n, _ := new(big.Int).SetString(text, 10)
	return n
}

// maxExponent bounds decimal exponents: the exact value of 1e999999999 does not
// fit in memory.
const maxExponent = 10_000

func (p *parser) decimal() Expr {
	tok := p.tok
	if _, exponent, ok := strings.Cut(tok.Value, "e"); ok {
		n, ok := smallInt(strings.TrimPrefix(exponent, "-"))
		if !ok || n > maxExponent {
			p.fail(tok.Pos, "exponent of %s is too large", tok.Value)
			return nil
		}
	}
	value, _ := new(big.Rat).SetString(tok.Value)
	return &RealLit{Pos: at(p.next()), Text: tok.Value, Value: value}
}

func (p *parser) bitVector() Expr {
	tok := p.tok
	digits, width, _ := strings.Cut(tok.Value, "bv")
	n, ok := smallInt(width)
	if !ok {
		p.fail(tok.Pos, "width of %s is too large", tok.Value)
		return nil
	}
	return &BVLit{Pos: at(p.next()), Value: parseInt(digits), Width: n}
}

func (p *parser) float() Expr {
	tok := p.tok
	format := tok.Value[strings.LastIndexAny(tok.Value, "fNno")+1:]
	sig, exp, _ := strings.Cut(format, "e")
	s, ok1 := smallInt(sig)
	e, ok2 := smallInt(exp)
	if !ok1 || !ok2 || !exactFloat(tok.Value, s, e) {
		p.problem(tok.Pos, "incorrectly formatted floating point")
	}
	return &FloatLit{Pos: at(p.next()), Text: tok.Value, Sig: s, Exp: e}
}
