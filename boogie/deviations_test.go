package boogie_test

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// deviation is a file of Boogie's tests that is not judged as Boogie judges it.
type deviation struct{ path, class, what string }

// deviations maps those that are known to their reasons.
type deviations map[deviation]string

// readDeviations reads lines of path, class, what and reason, separated by
// tabs and sorted.
func readDeviations(t *testing.T, file string) deviations {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
	if !slices.IsSorted(lines) {
		t.Errorf("%s is not sorted", file)
	}
	list := deviations{}
	for _, line := range lines {
		fields := strings.Split(line, "\t")
		if len(fields) != 4 || fields[3] == "" {
			t.Errorf("%s: not four fields: %q", file, line)
			continue
		}
		list[deviation{fields[0], fields[1], fields[2]}] = fields[3]
	}
	return list
}

// compare reports what is not as listed; d.what is empty when the file is
// judged as expected.
func (list deviations) compare(t *testing.T, d deviation) {
	if d.what != "" && list[d] == "" {
		t.Errorf("not listed: %s\t%s\t%s", d.path, d.class, d.what)
	}
	for _, what := range []string{wronglyAccepted, wronglyRejected, otherPlace} {
		if list[deviation{d.path, d.class, what}] != "" && what != d.what {
			t.Errorf("listed, but not so: %s\t%s\t%s", d.path, d.class, what)
		}
	}
}
