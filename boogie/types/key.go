package types

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
)

// Key is a text that types have in common which are Equal, and no others, also
// across programs. It is short however large the types are when written out.
func Key(t Type) string {
	k := keyer{memo: []map[Type]string{{}}}
	return k.key(t)
}

// keyer knows the keys of types under the parameters bound on the way down; memo
// has those found since as many binders were entered, the first those of types
// without any parameter.
type keyer struct {
	bound []*Var
	memo  []map[Type]string
}

func (k *keyer) key(t Type) string {
	t = head(t)
	known := k.memo[len(k.memo)-1]
	if ground(t) {
		known = k.memo[0]
	}
	if known[t] == "" {
		known[t] = k.compute(t)
	}
	return known[t]
}

func (k *keyer) compute(t Type) string {
	switch t := t.(type) {
	case *Var:
		for i := len(k.bound) - 1; i >= 0; i-- {
			if k.bound[i] == t {
				return "#" + strconv.Itoa(i)
			}
		}
		return t.Name
	case *Ctor:
		if len(t.Args) == 0 {
			return "C" + t.Name
		}
		return k.digest("C"+t.Name, t.Args...)
	case *Map:
		outer := len(k.bound)
		k.bound = append(k.bound, t.Params...)
		if len(t.Params) > 0 {
			k.memo = append(k.memo, map[Type]string{})
			defer func() { k.memo = k.memo[:len(k.memo)-1] }()
		}
		defer func() { k.bound = k.bound[:outer] }()
		return k.digest("M"+strconv.Itoa(len(t.Params)), append(append([]Type{}, t.Index...), t.Result)...)
	}
	return t.String()
}

func (k *keyer) digest(head string, parts ...Type) string {
	keys := []string{head}
	for _, p := range parts {
		keys = append(keys, k.key(p))
	}
	sum := sha256.Sum256([]byte(strings.Join(keys, "\x00")))
	return hex.EncodeToString(sum[:])
}
