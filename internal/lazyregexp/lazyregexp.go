// Package lazyregexp is for regular expressions in package variables: they are compiled
// when they are first used, and a command that needs none of them starts sooner.
package lazyregexp

import (
	"os"
	"regexp"
	"strings"
	"sync"
)

// Regexp is a regular expression that is compiled when it is first used.
type Regexp struct{ compile func() *regexp.Regexp }

// New is the regular expression of a text. One that is wrong panics at its first use, in
// the binaries of tests at once.
func New(text string) *Regexp {
	r := &Regexp{sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })}
	if strings.HasSuffix(strings.TrimSuffix(os.Args[0], ".exe"), ".test") {
		r.compile()
	}
	return r
}

// MatchString is regexp.Regexp's.
func (r *Regexp) MatchString(s string) bool { return r.compile().MatchString(s) }

// FindString is regexp.Regexp's.
func (r *Regexp) FindString(s string) string { return r.compile().FindString(s) }

// FindAllString is regexp.Regexp's.
func (r *Regexp) FindAllString(s string, n int) []string { return r.compile().FindAllString(s, n) }

// FindStringSubmatch is regexp.Regexp's.
func (r *Regexp) FindStringSubmatch(s string) []string { return r.compile().FindStringSubmatch(s) }

// FindAllStringSubmatch is regexp.Regexp's.
func (r *Regexp) FindAllStringSubmatch(s string, n int) [][]string {
	return r.compile().FindAllStringSubmatch(s, n)
}

// ReplaceAllString is regexp.Regexp's.
func (r *Regexp) ReplaceAllString(s, by string) string { return r.compile().ReplaceAllString(s, by) }

// ReplaceAllStringFunc is regexp.Regexp's.
func (r *Regexp) ReplaceAllStringFunc(s string, by func(string) string) string {
	return r.compile().ReplaceAllStringFunc(s, by)
}
