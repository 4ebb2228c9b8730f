package smtlib

import "strings"

// QuoteSymbol prints a name as an SMT-LIB symbol: plain where it can be, else
// between bars. Bars and backslashes, which no symbol can hold, become "_".
func QuoteSymbol(name string) string {
	if simpleSymbol(name) && !reserved[name] {
		return name
	}
	return "|" + strings.NewReplacer("|", "_", `\`, "_").Replace(name) + "|"
}

func simpleSymbol(s string) bool {
	if s == "" || s[0] >= '0' && s[0] <= '9' {
		return false
	}
	for i := 0; i < len(s); i++ {
		b := s[i]
		switch {
		case b >= 'a' && b <= 'z', b >= 'A' && b <= 'Z', b >= '0' && b <= '9':
		case strings.IndexByte("~!@$%^&*_-+=<>.?/", b) >= 0:
		default:
			return false
		}
	}
	return s[0] != '.' && s[0] != '@'
}

// reserved are the words and theory symbols that a program's name must not
// shadow.
var reserved = func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(`! _ as let exists forall match par BINARY DECIMAL HEXADECIMAL NUMERAL STRING
		assert check-sat declare-const declare-fun declare-sort define-fun define-sort push pop
		true false not and or xor => = distinct ite + - * / div mod abs < <= > >= to_real to_int is_int
		select store const Bool Int Real Array BitVec concat extract bv2nat int2bv`) {
		m[w] = true
	}
	for w := range bvByName {
		m[w] = true
	}
	return m
}()
