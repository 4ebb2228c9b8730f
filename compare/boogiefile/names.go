package boogiefile

import (
	"fmt"
	"strings"
)

// names are those of a scope: what has one in the scope around it keeps that.
type names struct {
	outer *names
	of    map[any]string
	taken map[string]bool
}

func newNames(outer *names) *names {
	return &names{outer, map[any]string{}, map[string]bool{}}
}

// fileNames are the names of a file, of which none is a word of Boogie.
func fileNames() *names {
	n := newNames(nil)
	for _, word := range reserved {
		n.taken[word] = true
	}
	return n
}

// find is the name of x, "" when it has none.
func (n *names) find(x any) string {
	for ; n != nil; n = n.outer {
		if s, ok := n.of[x]; ok {
			return s
		}
	}
	return ""
}

func (n *names) isTaken(s string) bool {
	for ; n != nil; n = n.outer {
		if n.taken[s] {
			return true
		}
	}
	return false
}

// name is the name of x, made from text when it has none.
func (n *names) name(x any, text string) string {
	if s := n.find(x); s != "" {
		return s
	}
	base := Identifier(text)
	s := base
	for k := 2; n.isTaken(s); k++ {
		s = fmt.Sprintf("%s#%d", base, k)
	}
	n.set(x, s)
	return s
}

func (n *names) set(x any, s string) {
	n.taken[s] = true
	n.of[x] = s
}

// Identifier turns a name into one that Boogie reads.
func Identifier(name string) string {
	var sb strings.Builder
	for i, c := range name {
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', strings.ContainsRune("_.$#'`^~?", c):
			sb.WriteRune(c)
		case c >= '0' && c <= '9' && i > 0:
			sb.WriteRune(c)
		default:
			sb.WriteByte('#')
		}
	}
	return sb.String()
}

// reserved are words that are no names.
var reserved = strings.Fields(`assert assume async axiom bool break bv call cast complete const div else ensures exists
	false finite forall free function goto havoc if implementation int invariant lambda mod modifies old par par
	procedure real requires return returns then true type unique var where while yield AXIOMS`)
