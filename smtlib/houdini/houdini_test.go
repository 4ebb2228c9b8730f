package houdini

import (
	"math/rand"
	"slices"
	"testing"
)

// rules says for each candidate which others its proof needs; those that are not
// in it have none.
type rules map[int][]int

func (r rules) holds(x int, assumed []int) bool {
	needs, provable := r[x]
	return provable && !slices.ContainsFunc(needs, func(y int) bool { return !slices.Contains(assumed, y) })
}

func TestLargestInductiveSubset(t *testing.T) {
	for _, tt := range []struct {
		name       string
		rules      rules
		candidates []int
		want       []int
	}{
		{"none", rules{}, nil, nil},
		{"all", rules{1: nil, 2: {1}}, []int{1, 2}, []int{1, 2}},
		{"a cycle proves itself", rules{1: {2}, 2: {1}}, []int{2, 1}, []int{2, 1}},
		{"a chain falls", rules{1: {2}, 2: {3}, 3: {4}, 5: nil}, []int{1, 2, 3, 4, 5}, []int{5}},
		{"what is no candidate is not assumed", rules{1: {2}, 2: nil}, []int{1}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := LargestInductiveSubset(tt.candidates, tt.rules.holds); !slices.Equal(got, tt.want) {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}

// TestLargest compares with all subsets of random sets of rules.
func TestLargest(t *testing.T) {
	const n = 7
	for seed := range int64(200) {
		rnd := rand.New(rand.NewSource(seed))
		r := rules{}
		for x := range n {
			if rnd.Intn(6) == 0 {
				continue
			}
			r[x] = nil
			for range rnd.Intn(3) {
				r[x] = append(r[x], rnd.Intn(n))
			}
		}
		var all, want []int
		for x := range n {
			all = append(all, x)
		}
		for bits := range 1 << n {
			var subset []int
			for x := range n {
				if bits>>x&1 != 0 {
					subset = append(subset, x)
				}
			}
			inductive := !slices.ContainsFunc(subset, func(x int) bool { return !r.holds(x, subset) })
			if inductive && len(subset) > len(want) {
				want = subset
			}
		}
		if got := LargestInductiveSubset(all, r.holds); !slices.Equal(got, want) {
			t.Errorf("seed %d, %v: got %v, want %v", seed, r, got, want)
		}
	}
}
