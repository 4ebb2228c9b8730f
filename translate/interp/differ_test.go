package interp

import (
	"fmt"
	"math/big"
	"testing"

	"semdiff/smtlib"
)

func TestDiffering(t *testing.T) {
	c := smtlib.NewContext()
	n := func(i int64) Value { return Int(c, big.NewInt(i)) }
	ints := c.Array(c.Int, c.Int)
	zero := Default(ints)
	seven := Value{sort: ints, arr: &array{base: &[]Value{n(7)}[0]}}
	nested := Default(c.Array(c.Int, ints))
	flags := Default(c.Array(c.Bool, c.Int))
	tests := []struct {
		name string
		a, b Value
		want string
	}{
		{"the same", Store(zero, n(1), n(5)), Store(zero, n(1), n(5)), ""},
		{"the default written", Store(zero, n(1), n(0)), zero, ""},
		{"one cell", Store(zero, n(1), n(5)), Store(zero, n(1), n(6)), "[1]:5,6 "},
		{"overwritten", Store(Store(zero, n(1), n(5)), n(1), n(6)), Store(zero, n(1), n(6)), ""},
		{"in order of the indices", Store(Store(zero, n(10), n(1)), n(9), n(2)), Store(zero, n(-3), n(4)), "[-3]:0,4 [9]:2,0 [10]:1,0 "},
		{"up to a limit", Store(Store(Store(Store(zero, n(1), n(1)), n(2), n(1)), n(3), n(1)), n(4), n(1)), zero, "[1]:1,0 [2]:1,0 [3]:1,0 "},
		{"nested", Store(nested, n(1), Store(zero, n(2), n(3))), nested, "[1 2]:3,0 "},
		{"everywhere else", Store(zero, n(0), n(7)), seven, "[1]:0,7 "},
		{"no number to take", flags, Store(flags, Bool(c, true), n(1)), "[true]:0,1 "},
	}
	for _, tt := range tests {
		got := ""
		for _, p := range Differing(tt.a, tt.b, 3) {
			got += fmt.Sprintf("%v:%v,%v ", p.Index, p.A, p.B)
		}
		if got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}
