// Package closest finds what somebody may have meant who wrote a word that is not known.
package closest

import (
	"fmt"
	"slices"
	"strings"
)

// To is the known word that is closest to word by the number of letters to change, add,
// drop or swap with the next, capitals or not; of equally close ones one that begins with
// it. Where all are further away than a third of the word, it is the only one that begins
// with it, or else "".
func To(word string, known []string) string {
	lower := strings.ToLower(word)
	begins := func(k string) bool { return strings.HasPrefix(strings.ToLower(k), lower) }
	best, least := "", len(word)/3+1
	var longer []string
	for _, k := range known {
		d := distance(lower, strings.ToLower(k))
		if d < least || d == least && d < len(word) && (best == "" || begins(k) && !begins(best)) {
			best, least = k, d
		}
		if begins(k) {
			longer = append(longer, k)
		}
	}
	if best == "" && word != "" && len(longer) == 1 {
		return longer[0]
	}
	return best
}

// Problem says what is wrong with a word that has to be one of the known ones, and which
// may be meant: "must be a, b or c, not ..."; "" where it is one.
func Problem(word string, known []string) string {
	if slices.Contains(known, word) {
		return ""
	}
	list := strings.Join(known, ", ")
	if n := len(known); n > 1 {
		list = strings.Join(known[:n-1], ", ") + " or " + known[n-1]
	}
	return fmt.Sprintf("must be %s, not %q%s", list, word, Question(word, known))
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
