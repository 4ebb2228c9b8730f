package boogie

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"semdiff/internal/source"
)

// The token types. Every keyword and operator has its own, so that the parser
// can switch on numbers; the grammar's struct tags match them by text.
const (
	tokIdent lexer.TokenType = iota + 1 // raw text, \ included
	tokInt
	tokDecimal
	tokBV
	tokFloat
	tokString // raw text, quotes included
	tokBody   // a procedure's body, made by chunk

	tokAssert
	tokAssume
	tokAxiom
	tokBool
	tokBreak
	tokCall
	tokConst
	tokDiv
	tokElse
	tokEnsures
	tokExists
	tokFalse
	tokForall
	tokFree
	tokFunction
	tokGoto
	tokHavoc
	tokIf
	tokImplementation
	tokIntType
	tokLambda
	tokMod
	tokModifies
	tokOld
	tokProcedure
	tokReal
	tokRequires
	tokReturn
	tokReturns
	tokThen
	tokTrue
	tokType
	tokUnique
	tokVar
	tokWhere
	tokWhile

	tokIff
	tokImplies
	tokExplies
	tokAnd
	tokOr
	tokEq
	tokNeq
	tokLt
	tokGt
	tokLe
	tokGe
	tokSubtype
	tokConcat
	tokPlus
	tokMinus
	tokStar
	tokSlash
	tokPow
	tokNot
	tokArrow
	tokBar
	tokOpenCode  // |{
	tokCloseCode // }|
	tokQSep      // ::
	tokAssign    // :=
	tokColon
	tokSemi
	tokComma
	tokEquals
	tokLParen
	tokRParen
	tokLBracket
	tokRBracket
	tokLBrace
	tokRBrace

	numTokens
)

// keywords are the words that were reserved in Boogie 2.4 already and still
// are. Later ones are contextual: SMACK and others use them as names.
var keywords = map[string]lexer.TokenType{
	"assert": tokAssert, "assume": tokAssume, "axiom": tokAxiom, "bool": tokBool, "break": tokBreak,
	"call": tokCall, "const": tokConst, "div": tokDiv, "else": tokElse, "ensures": tokEnsures,
	"exists": tokExists, "false": tokFalse, "forall": tokForall, "free": tokFree, "function": tokFunction,
	"goto": tokGoto, "havoc": tokHavoc, "if": tokIf, "implementation": tokImplementation, "int": tokIntType,
	"lambda": tokLambda, "mod": tokMod, "modifies": tokModifies, "old": tokOld, "procedure": tokProcedure,
	"real": tokReal, "requires": tokRequires, "return": tokReturn, "returns": tokReturns, "then": tokThen,
	"true": tokTrue, "type": tokType, "unique": tokUnique, "var": tokVar, "where": tokWhere, "while": tokWhile,
}

// lexerDef is the participle lexer definition of Boogie.
type lexerDef struct{}

// Symbols implements lexer.Definition.
func (lexerDef) Symbols() map[string]lexer.TokenType {
	return map[string]lexer.TokenType{
		"EOF": lexer.EOF, "Ident": tokIdent, "Int": tokInt, "Decimal": tokDecimal,
		"BV": tokBV, "Float": tokFloat, "String": tokString, "Body": tokBody,
	}
}

// Lex implements lexer.Definition.
func (d lexerDef) Lex(file string, r io.Reader) (lexer.Lexer, error) {
	src, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	return d.LexBytes(file, src)
}

// LexBytes implements lexer.BytesDefinition.
func (lexerDef) LexBytes(file string, src []byte) (lexer.Lexer, error) {
	return newScanner(file, src), nil
}

// scanner is the lexer of one file. After the first lexical error it only
// returns EOF, so that the parser can still report what it met before.
type scanner struct {
	src       string
	off       int
	file      string
	line      int
	lineStart int // offset of column 1
	err       participle.Error
	pragmas   source.List // problems of lines that begin with #
}

func newScanner(file string, src []byte) *scanner {
	src = bytes.TrimPrefix(src, []byte("\xef\xbb\xbf"))
	s := &scanner{file: file, line: 1}
	text := string(src)
	if strings.Contains(text, "#if") || strings.Contains(text, "#e") {
		var line int
		var problem string
		if text, line, problem = preprocess(text); problem != "" {
			s.pragmas.Addf(source.Pos{File: file, Line: line, Col: 1}, "%s", problem)
		}
	}
	s.src = text
	return s
}

// Character classes.
const (
	classStart = 1 << iota // may start an identifier
	classDigit
	classSpace
	classHex
)

var classes = func() (t [256]uint8) {
	for c := 'a'; c <= 'z'; c++ {
		t[c], t[c-'a'+'A'] = classStart, classStart
	}
	for _, c := range "'~#$^_.?`" {
		t[c] = classStart
	}
	for c := '0'; c <= '9'; c++ {
		t[c] = classDigit | classHex
	}
	for c := 'a'; c <= 'f'; c++ {
		t[c] |= classHex
		t[c-'a'+'A'] |= classHex
	}
	for _, c := range " \t\n\r\v\f" {
		t[c] = classSpace
	}
	return t
}()

func (s *scanner) pos(off int) lexer.Position {
	return lexer.Position{Filename: s.file, Offset: off, Line: s.line, Column: off - s.lineStart + 1}
}

func (s *scanner) fail(pos lexer.Position, format string, args ...any) {
	if s.err == nil {
		s.err = participle.Errorf(pos, format, args...)
	}
	s.off = len(s.src)
}

// Next implements lexer.Lexer.
func (s *scanner) Next() (lexer.Token, error) {
	s.skipBlanks()
	start := s.off
	if start >= len(s.src) {
		return lexer.EOFToken(s.pos(start)), nil
	}
	typ, n := s.scan(s.src[start:])
	if n == 0 {
		return lexer.EOFToken(s.pos(len(s.src))), nil
	}
	s.off += n
	return lexer.Token{Type: typ, Value: s.src[start : start+n], Pos: s.pos(start)}, nil
}

// skipBlanks moves over white space, comments and pragmas.
func (s *scanner) skipBlanks() {
	src := s.src
	for s.off < len(src) {
		switch c := src[s.off]; {
		case c == '\n', c == '\r':
			s.newline()
		case classes[c]&classSpace != 0:
			s.off++
		case c == '/' && strings.HasPrefix(src[s.off:], "//"):
			end := strings.IndexAny(src[s.off:], "\r\n")
			if end < 0 {
				end = len(src) - s.off
			}
			s.off += end
		case c == '/' && strings.HasPrefix(src[s.off:], "/*"):
			s.skipComment()
		case c == '#' && s.off == s.lineStart:
			s.pragma()
		default:
			return
		}
	}
}

// newline moves over one line end: LF, CR LF, or CR alone.
func (s *scanner) newline() {
	if strings.HasPrefix(s.src[s.off:], "\r\n") {
		s.off++
	}
	s.off++
	s.line++
	s.lineStart = s.off
}

func (s *scanner) skipComment() {
	start := s.pos(s.off)
	s.off += 2
	for depth := 1; depth > 0; {
		if s.off >= len(s.src) {
			s.fail(start, "unterminated comment")
			return
		}
		switch c := s.src[s.off]; {
		case c == '\n', c == '\r':
			s.newline()
		case c == '#' && s.off == s.lineStart:
			s.pragma()
		case c == '*' && strings.HasPrefix(s.src[s.off:], "*/"):
			depth--
			s.off += 2
		case c == '/' && strings.HasPrefix(s.src[s.off:], "/*"):
			depth++
			s.off += 2
		default:
			s.off++
		}
	}
}

// pragma reads a line that has # in column 1: #line N [file] renumbers the
// next line, anything else is a problem.
func (s *scanner) pragma() {
	start := s.pos(s.off)
	text := s.src[s.off:]
	if end := strings.IndexAny(text, "\r\n"); end >= 0 {
		text = text[:end]
	}
	s.off += len(text)
	if s.off < len(s.src) {
		s.newline()
	}
	text = strings.TrimRight(text, " \t\v\f")
	rest, ok := strings.CutPrefix(text, "#line")
	if !ok || rest != "" && rest[0] != ' ' {
		s.pragmas.Addf(at(start).At, "Unrecognized pragma: %s", text)
		return
	}
	num, file, _ := strings.Cut(strings.TrimSpace(rest), " ")
	line, err := strconv.Atoi(num)
	if err != nil {
		s.pragmas.Addf(at(start).At, "Malformed (#line num [filename]) pragma: %s", text)
		return
	}
	s.line = line
	if file = strings.TrimSpace(file); file != "" {
		s.file = file
	}
}

// scan returns the type and length of the token at the start of src; length 0
// means an error was reported.
func (s *scanner) scan(src string) (lexer.TokenType, int) {
	c := src[0]
	switch {
	case classes[c]&classStart != 0:
		n := identLen(src, 1)
		if t, ok := keyword(src[:n]); ok {
			return t, n
		}
		return tokIdent, n
	case classes[c]&classDigit != 0:
		return scanNumber(src)
	case c == '"':
		if n := stringLen(src); n > 0 {
			return tokString, n
		}
		s.fail(s.pos(s.off), "unterminated string")
		return 0, 0
	case c == '\\' && len(src) > 1 && classes[src[1]]&classStart != 0:
		return tokIdent, identLen(src, 2)
	}
	if typ, n := scanOperator(src); n > 0 {
		return typ, n
	}
	r := []rune(src[:min(len(src), 4)])[0]
	s.fail(s.pos(s.off), "unexpected character %s", quoteRune(r))
	return 0, 0
}

func quoteRune(r rune) string {
	if strconv.IsPrint(r) {
		return `"` + string(r) + `"`
	}
	return fmt.Sprintf("U+%04X", r)
}

func keyword(word string) (lexer.TokenType, bool) {
	if len(word) < 2 || len(word) > len("implementation") || word[0] < 'a' || word[0] > 'w' {
		return 0, false
	}
	t, ok := keywords[word]
	return t, ok
}

func identLen(src string, n int) int {
	for n < len(src) && classes[src[n]]&(classStart|classDigit) != 0 {
		n++
	}
	return n
}

func digits(src string, n int, class uint8) int {
	for n < len(src) && classes[src[n]]&class != 0 {
		n++
	}
	return n
}

// scanNumber reads digits, 5bv32, 1.5, 1e-3 or a float; the longest match wins.
func scanNumber(src string) (lexer.TokenType, int) {
	if n := floatLen(src); n > 0 {
		return tokFloat, n
	}
	n := digits(src, 0, classDigit)
	if strings.HasPrefix(src[n:], "bv") {
		if end := digits(src, n+2, classDigit); end > n+2 {
			return tokBV, end
		}
		return tokInt, n
	}
	typ := tokInt
	if n+1 < len(src) && src[n] == '.' && classes[src[n+1]]&classDigit != 0 {
		typ, n = tokDecimal, digits(src, n+1, classDigit)
	}
	if end := exponentLen(src, n); end > 0 {
		return tokDecimal, end
	}
	return typ, n
}

// exponentLen returns the end of e[-]digits at n, or 0.
func exponentLen(src string, n int) int {
	if n >= len(src) || src[n] != 'e' {
		return 0
	}
	from := n + 1
	if from < len(src) && src[from] == '-' {
		from++
	}
	if end := digits(src, from, classDigit); end > from {
		return end
	}
	return 0
}

// floatLen returns the length of [-]0xH.HeDfSeE or 0NaNSeE, 0nanSeE, 0+ooSeE,
// 0-ooSeE, or 0. As e and f are hexadecimal digits too, every e is tried.
func floatLen(src string) int {
	if len(src) > 4 && src[0] == '0' {
		switch src[1:4] {
		case "NaN", "nan", "+oo", "-oo":
			return formatLen(src, 4)
		}
	}
	from := 0
	if src[0] == '-' {
		from = 1
	}
	if !strings.HasPrefix(src[from:], "0x") {
		return 0
	}
	dot := digits(src, from+2, classHex)
	if dot == from+2 || dot >= len(src) || src[dot] != '.' {
		return 0
	}
	for i := dot + 2; i < len(src) && classes[src[i-1]]&classHex != 0; i++ {
		if n := exponentLen(src, i); n > 0 && n < len(src) && src[n] == 'f' {
			if end := formatLen(src, n+1); end > 0 {
				return end
			}
		}
	}
	return 0
}

// formatLen returns the end of SeE at n, or 0.
func formatLen(src string, n int) int {
	end := digits(src, n, classDigit)
	if end == n || end >= len(src) || src[end] != 'e' {
		return 0
	}
	if last := digits(src, end+1, classDigit); last > end+1 {
		return last
	}
	return 0
}

// stringLen returns the length of the string literal at the start of src, or 0.
// A quote after a backslash ends the string only if no later quote on the line
// does, as in Boogie, where it is the longest match.
func stringLen(src string) int {
	last := 0
	for i := 1; i < len(src) && src[i] != '\n' && src[i] != '\r'; i++ {
		if src[i] == '"' {
			last = i + 1
			if src[i-1] != '\\' {
				break
			}
		}
	}
	return last
}

// operators lists the operators by first byte, longer ones first.
var operators = func() (t [256][]operator) {
	for _, o := range []operator{
		{"<==>", tokIff}, {"<==", tokExplies}, {"<=", tokLe}, {"<:", tokSubtype}, {"<", tokLt},
		{"==>", tokImplies}, {"==", tokEq}, {"=", tokEquals},
		{"&&", tokAnd}, {"||", tokOr}, {"|{", tokOpenCode}, {"|", tokBar},
		{"!=", tokNeq}, {"!", tokNot}, {">=", tokGe}, {">", tokGt},
		{"++", tokConcat}, {"+", tokPlus}, {"->", tokArrow}, {"-", tokMinus},
		{"**", tokPow}, {"*", tokStar}, {"/", tokSlash},
		{"::", tokQSep}, {":=", tokAssign}, {":", tokColon}, {";", tokSemi}, {",", tokComma},
		{"(", tokLParen}, {")", tokRParen}, {"[", tokLBracket}, {"]", tokRBracket},
		{"{", tokLBrace}, {"}|", tokCloseCode}, {"}", tokRBrace},
		{"⇔", tokIff}, {"⇒", tokImplies}, {"⇐", tokExplies}, {"∧", tokAnd}, {"∨", tokOr},
		{"≠", tokNeq}, {"≤", tokLe}, {"≥", tokGe}, {"¬", tokNot},
		{"∀", tokForall}, {"∃", tokExists}, {"λ", tokLambda}, {"•", tokQSep},
	} {
		t[o.text[0]] = append(t[o.text[0]], o)
	}
	return t
}()

type operator struct {
	text string
	typ  lexer.TokenType
}

func scanOperator(src string) (lexer.TokenType, int) {
	if src[0] == '-' && strings.HasPrefix(src, "-0x") {
		if n := floatLen(src); n > 0 {
			return tokFloat, n
		}
	}
	for _, o := range operators[src[0]] {
		if len(o.text) == 1 || strings.HasPrefix(src, o.text) {
			return o.typ, len(o.text)
		}
	}
	return 0, 0
}
