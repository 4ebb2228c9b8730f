package main

import (
	"os"
	"regexp"
	"testing"
)

// TestRelease checks that the first version of the list of changes is this one.
func TestRelease(t *testing.T) {
	text, err := os.ReadFile("../../CHANGELOG.md")
	if err != nil {
		t.Fatal(err)
	}
	first := regexp.MustCompile(`(?m)^## (\S+)`).FindSubmatch(text)
	if first == nil || string(first[1]) != release {
		t.Errorf("the program is of version %s, the first in CHANGELOG.md is %q", release, first)
	}
}
