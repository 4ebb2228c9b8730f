package moddiff

import (
	"regexp"
	"slices"
	"testing"

	"semdiff/internal/randprog"
)

// TestRandomRenamed exchanges the names of the procedures and of the local
// variables of random programs. Nothing but names changed where the procedures
// are matched as they were; and whatever is changed besides and however they are
// matched, no summary is wrong.
func TestRandomRenamed(t *testing.T) {
	for _, seed := range seedsOf(4) {
		oldText, newText := randprog.Pair(seed, randprog.Options{Linear: true})
		same, given := exchangedNames(oldText)
		a := matchOf(t, oldText, same, given...)
		for _, p := range a.Pairs {
			if p.Modified {
				t.Errorf("seed %d: %s -> %s is modified\n%s\n%s", seed, p.Name, p.New.Name, oldText, same)
			}
		}
		newText, given = exchangedNames(newText)
		for _, matched := range [][]Matched{given, nil} {
			_, problems := checkPair(t, seed, 20, oldText, newText, matched, world{})
			for _, p := range problems {
				t.Errorf("seed %d: %s", seed, p)
			}
		}
	}
}

var (
	declaredProcedure = regexp.MustCompile(`procedure (\w+)`)
	declaredGlobal    = regexp.MustCompile(`(?m)^var (\w+)`)
	declaredVariable  = regexp.MustCompile(`(\w+): `)
	word              = regexp.MustCompile(`[A-Za-z_]\w*`)
)

// exchangedNames gives procedures, but for main, and variables, but for
// globals, the names of others.
func exchangedNames(text string) (string, []Matched) {
	names := func(r *regexp.Regexp, but ...string) []string {
		var list []string
		for _, m := range r.FindAllStringSubmatch(text, -1) {
			if !slices.Contains(list, m[1]) && !slices.Contains(but, m[1]) {
				list = append(list, m[1])
			}
		}
		return list
	}
	to := map[string]string{}
	rotate := func(list []string) {
		for i, n := range list {
			to[n] = list[(i+1)%len(list)]
		}
	}
	procedures := names(declaredProcedure, "main")
	rotate(names(declaredVariable, slices.Concat(names(declaredGlobal), procedures, []string{"main"})...))
	rotate(procedures)
	var given []Matched
	for _, p := range procedures {
		given = append(given, Matched{Old: p, New: to[p]})
	}
	return word.ReplaceAllStringFunc(text, func(w string) string {
		if n, ok := to[w]; ok {
			return n
		}
		return w
	}), given
}
