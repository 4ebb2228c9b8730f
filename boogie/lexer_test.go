package boogie

import (
	"fmt"
	"strings"
	"testing"
)

// lex shows the tokens of src by text, and the errors.
func lex(src string) string {
	s := newScanner("l.bpl", []byte(src))
	var out []string
	for {
		tok, _ := s.Next()
		if tok.EOF() {
			break
		}
		out = append(out, tok.Value)
	}
	for _, d := range s.pragmas {
		out = append(out, fmt.Sprintf("%d:%d: %s", d.Pos.Line, d.Pos.Col, d.Message))
	}
	if s.err != nil {
		out = append(out, fmt.Sprintf("%d:%d: %s", s.err.Position().Line, s.err.Position().Column, s.err.Message()))
	}
	return strings.Join(out, " | ")
}

func TestTokens(t *testing.T) {
	for _, test := range []struct{ src, want string }{
		{"a.b'c$d#1~`x^?_ \\if", "a.b'c$d#1~`x^?_ | \\if"},
		{" #a", "#a"},
		{"1 12bv3 1.5 1e5 1e-3 1.5e-3 1.foo 2e x", "1 | 12bv3 | 1.5 | 1e5 | 1e-3 | 1.5e-3 | 1 | .foo | 2 | e | x"},
		{"5bv 5bvx 1.2.3", "5 | bv | 5 | bvx | 1.2 | .3"},
		{"0x1.8e0f24e8 -0xff.e4e-12f53e11 0NaN24e8 0nan11e5 0+oo24e8 0-oo24e8", "0x1.8e0f24e8 | -0xff.e4e-12f53e11 | 0NaN24e8 | 0nan11e5 | 0+oo24e8 | 0-oo24e8"},
		{"a-0x1.0e0f24e8 a-0x 0x1", "a | -0x1.0e0f24e8 | a | - | 0 | x | 0 | x1"},
		{"<==> <== ==> <= >= == = != ! && || | |{ }| ++ + -> - ** * / :: := : ; , ( ) [ ] { } < >",
			"<==> | <== | ==> | <= | >= | == | = | != | ! | && | || | | | |{ | }| | ++ | + | -> | - | ** | * | / | :: | := | : | ; | , | ( | ) | [ | ] | { | } | < | >"},
		{"⇔⇒⇐∧∨≠≤≥¬∀∃λ•", "⇔ | ⇒ | ⇐ | ∧ | ∨ | ≠ | ≤ | ≥ | ¬ | ∀ | ∃ | λ | •"},
		{`"a" "c:\sd\new" "a\"b" "c:\", 1`, `"a" | "c:\sd\new" | "a\"b" | "c:\" | , | 1`},
		{`"a\"` + "\n" + `"b"`, `"a\" | "b"`},
		{"a /* /* */ // */ b // c */\nd", "a | b | d"},
		{"a\r\nb\rc @", `a | b | c | 3:3: unexpected character "@"`},
		{"\xef\xbb\xbfa @", `a | 1:3: unexpected character "@"`},
		{"a \x00", "a | 1:3: unexpected character U+0000"},
		{"a \xff", `a | 1:3: unexpected character "` + "\uFFFD" + `"`},
		{"é", `1:1: unexpected character "é"`},
		{"\\", `1:1: unexpected character "\"`},
		{"&", `1:1: unexpected character "&"`},
		{"/* /* */", "1:1: unterminated comment"},
		{`a "b`, "a | 1:3: unterminated string"},
		{"a\n#line 10\nb @", `a | b | 10:3: unexpected character "@"`},
		{"#line\n", "1:1: Malformed (#line num [filename]) pragma: #line"},
		{"#lines 3\n", "1:1: Unrecognized pragma: #lines 3"},
		{"#if FILE_0\na\n#else\nb\n#endif\n@", `a | 6:1: unexpected character "@"`},
		{"#if X\na\n#elsif !X\nb\n#elsif FILE_0\nc\n#else\nd\n#endif", "b"},
		{"#if X\n#if FILE_0\na\n#else\nb\n#endif\n#else\nc\n#endif", "c"},
		{"\n#if X\n", "2:1: #if without #endif"},
		{"#if X\n#else\n#else\n#endif", "3:1: misplaced #else"},
		{"#if X\n#endif\n#endif", "3:1: misplaced #endif"},
		{"x #if", "x | #if"},
		{"#if!X\na\n#elsif FILE_0\nb\n  #endif  \nc", "a | c"},
		{"#if FILE_0\n#elsif FILE_0\na\n#else x\n#endif", ""},
		{"a\n  #endif", "a | 2:1: misplaced #endif"},
		{"#else b\na", "a | 1:1: Unrecognized pragma: #else b"},
		{"a // #b\n /* \n#c \n#line 7\n */ @", `a | 3:1: Unrecognized pragma: #c | 7:5: unexpected character "@"`},
		{"#line -3 a b.c \r\n@", `-3:1: unexpected character "@"`},
		{"#line\t3\n#line x\na", "a | 1:1: Unrecognized pragma: #line\t3 | 2:1: Malformed (#line num [filename]) pragma: #line x"},
	} {
		if got := lex(test.src); got != test.want {
			t.Errorf("%q: got %s, want %s", test.src, got, test.want)
		}
	}
}

func TestSymbols(t *testing.T) {
	for _, name := range []string{"EOF", "Ident", "Int", "Decimal", "BV", "Float", "String", "Body"} {
		if _, ok := (lexerDef{}).Symbols()[name]; !ok {
			t.Errorf("no symbol %s", name)
		}
	}
}
