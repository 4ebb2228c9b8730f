package smtlib

import (
	"fmt"
	"strings"
)

// SexprKind tells the forms of an S-expression apart.
type SexprKind uint8

// The forms. The text of a symbol is without its bars, that of a string
// without its quotes.
const (
	SymbolKind SexprKind = iota
	QuotedKind           // a symbol between bars
	NumberKind           // 12, 1.5, #x1f, #b01
	StringKind
	KeywordKind // :named
	ListKind
)

// Sexpr is an S-expression with its place in the text.
type Sexpr struct {
	Kind      SexprKind
	Text      string  // of all but lists
	List      []Sexpr // of lists
	Line, Col int     // from 1; Col counts bytes
}

// maxNesting bounds how deep lists nest, in reading and in terms.
const maxNesting = 10000

// SyntaxError is what is wrong with an S-expression or a term, and where.
type SyntaxError struct {
	Line, Col int
	Msg       string
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("%d:%d: %s", e.Line, e.Col, e.Msg) }

func (s Sexpr) errorf(format string, args ...any) error {
	return &SyntaxError{s.Line, s.Col, fmt.Sprintf(format, args...)}
}

// Is reports whether s is that plain symbol.
func (s Sexpr) Is(symbol string) bool { return s.Kind == SymbolKind && s.Text == symbol }

// Head is the leading plain symbol of a list, or "".
func (s Sexpr) Head() string {
	if s.Kind == ListKind && len(s.List) > 0 && s.List[0].Kind == SymbolKind {
		return s.List[0].Text
	}
	return ""
}

// IsSymbol reports whether s is a symbol, between bars or not.
func (s Sexpr) IsSymbol() bool { return s.Kind == SymbolKind || s.Kind == QuotedKind }

// String is s on one line.
func (s Sexpr) String() string {
	var sb strings.Builder
	s.write(&sb)
	return sb.String()
}

func (s Sexpr) write(sb *strings.Builder) {
	switch s.Kind {
	case QuotedKind:
		sb.WriteString("|" + s.Text + "|")
	case StringKind:
		sb.WriteString(`"` + strings.ReplaceAll(s.Text, `"`, `""`) + `"`)
	case ListKind:
		sb.WriteByte('(')
		for i, x := range s.List {
			if i > 0 {
				sb.WriteByte(' ')
			}
			x.write(sb)
		}
		sb.WriteByte(')')
	default:
		sb.WriteString(s.Text)
	}
}

// ReadSexprs reads all S-expressions of text.
func ReadSexprs(text string) ([]Sexpr, error) {
	r := sexprReader{text: text, line: 1, col: 1}
	var out []Sexpr
	for {
		s, ok, err := r.next(0)
		if err != nil {
			return out, err
		}
		if !ok {
			return out, nil
		}
		out = append(out, s)
	}
}

type sexprReader struct {
	text      string
	pos       int
	line, col int
}

func (r *sexprReader) errorf(format string, args ...any) error {
	return &SyntaxError{r.line, r.col, fmt.Sprintf(format, args...)}
}

func (r *sexprReader) advance(n int) string {
	s := r.text[r.pos : r.pos+n]
	for i := 0; i < len(s); i++ {
		r.col++
		if s[i] == '\n' {
			r.line, r.col = r.line+1, 1
		}
	}
	r.pos += n
	return s
}

func (r *sexprReader) skipBlank() {
	for r.pos < len(r.text) {
		switch r.text[r.pos] {
		case ' ', '\t', '\r', '\n':
			r.advance(1)
		case ';':
			end := strings.IndexByte(r.text[r.pos:], '\n')
			if end < 0 {
				end = len(r.text) - r.pos
			}
			r.advance(end)
		default:
			return
		}
	}
}

// next reads one S-expression; ok is false at the end of the text.
func (r *sexprReader) next(depth int) (s Sexpr, ok bool, err error) {
	r.skipBlank()
	s.Line, s.Col = r.line, r.col
	if r.pos == len(r.text) {
		return s, false, nil
	}
	if depth > maxNesting {
		return s, false, r.errorf("nested too deep")
	}
	switch b := r.text[r.pos]; {
	case b == '(':
		r.advance(1)
		s.Kind = ListKind
		for {
			r.skipBlank()
			if r.pos == len(r.text) {
				return s, false, s.errorf("unclosed parenthesis")
			}
			if r.text[r.pos] == ')' {
				r.advance(1)
				return s, true, nil
			}
			x, _, err := r.next(depth + 1)
			if err != nil {
				return s, false, err
			}
			s.List = append(s.List, x)
		}
	case b == ')':
		return s, false, r.errorf("unexpected )")
	case b == '|':
		end := strings.IndexByte(r.text[r.pos+1:], '|')
		if end < 0 {
			return s, false, r.errorf("unclosed |")
		}
		s.Kind, s.Text = QuotedKind, r.advance(end + 2)[1:end+1]
		return s, true, nil
	case b == '"':
		return r.str(s)
	}
	n := strings.IndexAny(r.text[r.pos:], " \t\r\n;()\"|")
	if n < 0 {
		n = len(r.text) - r.pos
	}
	s.Text = r.advance(n)
	switch b := s.Text[0]; {
	case b == ':':
		s.Kind = KeywordKind
	case b == '#', b >= '0' && b <= '9':
		s.Kind = NumberKind
	}
	return s, true, nil
}

func (r *sexprReader) str(s Sexpr) (Sexpr, bool, error) {
	s.Kind = StringKind
	r.advance(1)
	var sb strings.Builder
	for {
		end := strings.IndexByte(r.text[r.pos:], '"')
		if end < 0 {
			return s, false, s.errorf("unclosed string")
		}
		sb.WriteString(r.advance(end + 1)[:end])
		if r.pos == len(r.text) || r.text[r.pos] != '"' {
			s.Text = sb.String()
			return s, true, nil
		}
		sb.WriteByte('"')
		r.advance(1)
	}
}
