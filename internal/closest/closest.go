// Package closest finds what somebody may have meant who wrote a word that is not known.
package closest

import "slices"

// To is the known word that is closest to word by the number of letters to change, add,
// drop or swap with the next; "" where all are further away than a third of the word.
func To(word string, known []string) string {
	best, least := "", len(word)/3+1
	for _, k := range known {
		if d := distance(word, k); d < least || d == least && best == "" && d < len(word) {
			best, least = k, d
		}
	}
	return best
}

// Question is " (did you mean X?)" for the closest word, "" where there is none.
func Question(word string, known []string) string {
	if to := To(word, known); to != "" && to != word {
		return " (did you mean " + to + "?)"
	}
	return ""
}

// distance counts edits: the restricted distance of Damerau and Levenshtein.
func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	rows := [3][]int{}
	for i := range rows {
		rows[i] = make([]int, len(y)+1)
	}
	before, last, now := rows[0], rows[1], rows[2]
	for j := range last {
		last[j] = j
	}
	for i := range x {
		now[0] = i + 1
		for j := range y {
			change := 1
			if x[i] == y[j] {
				change = 0
			}
			now[j+1] = slices.Min([]int{last[j] + change, last[j+1] + 1, now[j] + 1})
			if i > 0 && j > 0 && x[i] == y[j-1] && x[i-1] == y[j] {
				now[j+1] = min(now[j+1], before[j-1]+1)
			}
		}
		before, last, now = last, now, before
	}
	return last[len(y)]
}
