package closest

import "testing"

func TestTo(t *testing.T) {
	known := []string{"diff", "delta", "export", "verify", "crosscheck", "--unwind", "z3", "main"}
	for _, test := range []struct{ word, want string }{
		{"dif", "diff"}, {"dfif", "diff"}, {"crosschek", "crosscheck"}, {"--unwnd", "--unwind"}, {"veryfi", "verify"}, {"mian", "main"},
		{"z4", "z3"}, {"diff", "diff"}, {"zebra", ""}, {"", ""}, {"x", ""}, {"exports", "export"},
		{"DIFF", "diff"}, {"cross", "crosscheck"}, {"de", "delta"}, {"v", "verify"},
	} {
		if got := To(test.word, known); got != test.want {
			t.Errorf("%q is closest to %q, not %q", test.word, got, test.want)
		}
	}
}

func TestProblem(t *testing.T) {
	for _, test := range []struct {
		word  string
		known []string
		want  string
	}{
		{"on", []string{"on", "off"}, ""},
		{"of", []string{"on", "off"}, `must be on or off, not "of" (did you mean off?)`},
		{"magic", []string{"text", "terms", "solver"}, `must be text, terms or solver, not "magic"`},
		{"", []string{"one"}, `must be one, not ""`},
	} {
		if got := Problem(test.word, test.known); got != test.want {
			t.Errorf("%q: %q is not %q", test.word, got, test.want)
		}
	}
}
