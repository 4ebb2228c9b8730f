package closest

import "testing"

func TestTo(t *testing.T) {
	known := []string{"diff", "delta", "export", "verify", "crosscheck", "--unwind", "z3", "main"}
	for _, test := range []struct{ word, want string }{
		{"dif", "diff"}, {"dfif", "diff"}, {"crosschek", "crosscheck"}, {"--unwnd", "--unwind"}, {"veryfi", "verify"}, {"mian", "main"},
		{"z4", "z3"}, {"diff", "diff"}, {"zebra", ""}, {"", ""}, {"x", ""}, {"exports", "export"},
	} {
		if got := To(test.word, known); got != test.want {
			t.Errorf("%q is closest to %q, not %q", test.word, got, test.want)
		}
	}
}
