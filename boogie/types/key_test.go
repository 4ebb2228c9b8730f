package types

import (
	"fmt"
	"testing"
)

// TestKey holds keys against Equal.
func TestKey(t *testing.T) {
	a, b, c := &Var{Name: "a"}, &Var{Name: "b"}, &Var{Name: "c"}
	list := func(ts ...Type) []Type { return ts }
	tests := []Type{
		Int, Bool, Real, BV(8), BV(9), a, b,
		NewCtor("T"), NewCtor("U"), NewCtor("T", Int), NewCtor("T", Int, Int), NewCtor("T", NewCtor("T", Int)),
		NewMap(nil, list(Int), Int), NewMap(nil, list(Int, Int), Int), NewMap(nil, list(Int), NewMap(nil, list(Int), Int)), NewMap(nil, list(NewMap(nil, list(Int), Int)), Int),
		NewMap([]*Var{a}, list(a), Int), NewMap([]*Var{b}, list(b), Int), NewMap([]*Var{a}, list(a), b), NewMap([]*Var{a}, list(Int), a),
		NewMap([]*Var{a, b}, list(a, b), a), NewMap([]*Var{a, b}, list(a, b), b), NewMap([]*Var{b, c}, list(b, c), c),
		NewMap([]*Var{a}, list(a), NewMap([]*Var{b}, list(b), a)), NewMap([]*Var{a}, list(a), NewMap([]*Var{b}, list(b), b)),
		NewMap([]*Var{c}, list(c), NewMap([]*Var{a}, list(a), c)), NewMap([]*Var{a}, list(a), NewMap([]*Var{a}, list(a), a)),
	}
	for _, x := range tests {
		for _, y := range tests {
			if same := Key(x) == Key(y); same != Equal(x, y) {
				t.Errorf("%s and %s: one key is %t", x, y, same)
			}
		}
	}
}

// TestKeyShared finds the key of a type that is too large to be written out.
func TestKeyShared(t *testing.T) {
	large := func() Type {
		var x Type = Int
		for i := range 60 {
			x = NewMap(nil, []Type{x}, NewCtor(fmt.Sprint("T", i%3), x))
		}
		return x
	}
	if x, y := Key(large()), Key(large()); x != y {
		t.Errorf("two keys for one type: %s and %s", x, y)
	}
}
