// Package scaling makes pairs of programs of any size, to see how time grows. Start
// from All, the table of families.
package scaling

import "slices"

// Family is a family of pairs by size; each pair has an equivalent and a different
// form, compared at main.
type Family struct {
	Name, About string
	// Least is the smallest size at which the different form differs.
	Least int
	Pair  func(n int, different bool) (old, new string)
}

// All is the table.
func All() []Family {
	return []Family{
		{"LoopMult", "multiplication by repeated addition, n times, the factors exchanged (LoopMultN of the ModDiff paper)", 2, LoopMult},
		{"diamonds", "n branches that join again, 2^n paths", 1, Diamonds},
		{"tokenizer", "a scanner over n characters, written in two ways", 1, Tokenizer},
		{"calltree", "a binary tree of calls of n procedures, one of them changed", 483, CallTree},
	}
}

// Find is the family of a name; ok is false when there is none.
func Find(name string) (f Family, ok bool) {
	all := All()
	i := slices.IndexFunc(all, func(f Family) bool { return f.Name == name })
	if i < 0 {
		return f, false
	}
	return all[i], true
}
