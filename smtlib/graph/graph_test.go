package graph

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestComponents(t *testing.T) {
	tests := []struct {
		name  string
		edges map[int][]int
		nodes []int
		want  string
	}{
		{"nothing", nil, nil, "[]"},
		{"chain", map[int][]int{1: {2}, 2: {3}}, []int{1, 2, 3}, "[[3] [2] [1]]"},
		{"cycle", map[int][]int{1: {2}, 2: {3}, 3: {1}}, []int{1}, "[[1 2 3]]"},
		{"itself", map[int][]int{1: {1}}, []int{1}, "[[1]]"},
		{"two cycles", map[int][]int{1: {2}, 2: {1, 3}, 3: {4}, 4: {3}}, []int{1}, "[[3 4] [1 2]]"},
		{"order of nodes", map[int][]int{1: {3}, 2: {3}}, []int{2, 1}, "[[3] [2] [1]]"},
		{"back to a component that is complete", map[int][]int{1: {2, 3}, 3: {2}}, []int{1}, "[[2] [3] [1]]"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := Components(test.nodes, func(n int) []int { return test.edges[n] })
			if fmt.Sprint(got) != test.want {
				t.Errorf("%v, want %s", got, test.want)
			}
		})
	}
}

// TestComponentsRandom holds components against reachability: two nodes are in one
// exactly when each reaches the other, and none leads to a later one.
func TestComponentsRandom(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		n := 1 + rng.IntN(9)
		edges := make([][]int, n)
		nodes := make([]int, n)
		for i := range n {
			nodes[i] = i
			for range rng.IntN(3) {
				edges[i] = append(edges[i], rng.IntN(n))
			}
		}
		reaches := make([][]bool, n)
		for i := range n {
			reaches[i] = make([]bool, n)
			reaches[i][i] = true
			for work := []int{i}; len(work) > 0; work = work[1:] {
				for _, j := range edges[work[0]] {
					if !reaches[i][j] {
						reaches[i][j] = true
						work = append(work, j)
					}
				}
			}
		}
		components := Components(nodes, func(i int) []int { return edges[i] })
		of := map[int]int{}
		for k, c := range components {
			for _, i := range c {
				of[i] = k
			}
		}
		for i := range n {
			for j := range n {
				if (of[i] == of[j]) != (reaches[i][j] && reaches[j][i]) || reaches[i][j] && of[j] > of[i] {
					t.Fatalf("%v: components %v", edges, components)
				}
			}
		}
		if got := slices.Concat(components...); len(got) != n {
			t.Fatalf("%v: %d nodes in %v", edges, n, components)
		}
	}
}

// TestReached compares with paths that are followed one by one.
func TestReached(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		n := rnd.IntN(8) + 1
		next := make([][]int, n)
		for i := range next {
			for range rnd.IntN(3) {
				next[i] = append(next[i], rnd.IntN(n))
			}
		}
		from := []int{rnd.IntN(n), rnd.IntN(n)}
		want := map[int]bool{}
		var follow func(i int)
		follow = func(i int) {
			if want[i] {
				return
			}
			want[i] = true
			for _, j := range next[i] {
				follow(j)
			}
		}
		for _, i := range from {
			follow(i)
		}
		got := Reached(from, func(i int) []int { return next[i] })
		for _, i := range got {
			if !want[i] {
				t.Errorf("%v from %v: %d is not reached", next, from, i)
			}
		}
		if len(got) != len(want) {
			t.Errorf("%v from %v: %v are reached, want %v", next, from, got, want)
		}
	}
}
