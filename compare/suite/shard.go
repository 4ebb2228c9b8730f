package suite

import (
	"cmp"
	"fmt"
	"slices"
)

// Shard is the K-th of N shares of the tasks, counted from 1.
type Shard struct{ K, N int }

// ParseShard reads "K/N".
func ParseShard(text string) (s Shard, err error) {
	var rest string
	if n, _ := fmt.Sscanf(text+" ", "%d/%d%s", &s.K, &s.N, &rest); n != 2 || s.N < 1 || s.K < 1 || s.K > s.N {
		return s, fmt.Errorf("a shard is K/N with 1 <= K <= N, not %q", text)
	}
	return s, nil
}

// Of are the tasks of the shard, in their order, balanced by the times of an earlier
// result where there is one.
func (s Shard) Of(tasks []Task, earlier *Results) []Task {
	seconds := map[string]float64{}
	if earlier != nil {
		for _, c := range earlier.Cells {
			seconds[c.Suite+"/"+c.Pair] += c.Median()
		}
	}
	var names []string
	for _, t := range tasks {
		names = append(names, t.Name())
	}
	mine := s.Share(names, seconds)
	return slices.DeleteFunc(slices.Clone(tasks), func(t Task) bool { return !mine[t.Name()] })
}

// Share are the names of the shard. Every shard of a run computes the same division:
// names, longest first by their seconds and then by name, go to the share that has least
// to do. Without seconds all count the same.
func (s Shard) Share(names []string, seconds map[string]float64) map[string]bool {
	sorted := slices.Clone(names)
	slices.SortFunc(sorted, func(a, b string) int { return cmp.Or(cmp.Compare(seconds[b], seconds[a]), cmp.Compare(a, b)) })
	const unknown = 0.001 // what has no time is short, but not nothing
	loads := make([]float64, s.N)
	mine := map[string]bool{}
	for _, name := range sorted {
		least := 0
		for i, load := range loads {
			if load < loads[least] {
				least = i
			}
		}
		loads[least] += seconds[name] + unknown
		if least == s.K-1 {
			mine[name] = true
		}
	}
	return mine
}
