package bitset

import (
	"slices"
	"testing"
)

func TestSet(t *testing.T) {
	s := New(130)
	if !s.Empty() || len(s.All()) != 0 {
		t.Error("a new set is not empty")
	}
	for _, n := range []int{129, 0, 63, 64, 7} {
		s.Insert(n)
	}
	s.Remove(7)
	if got := s.All(); !slices.Equal(got, []int{0, 63, 64, 129}) || s.Empty() {
		t.Errorf("got %v", got)
	}
	if s.Has(7) || !s.Has(129) || s.Has(128) {
		t.Error("wrong members")
	}
	u := New(130)
	u.Insert(5)
	if !u.Union(s) || u.Union(s) || !u.Has(5) || !u.Has(64) {
		t.Errorf("union is %v", u.All())
	}
}
