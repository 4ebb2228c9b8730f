package scaling

import (
	"fmt"
	"strings"
)

// Diamonds is a procedure with n branches that join again, 2^n paths, and one
// that says the same in another way; in the different pair one arm adds another
// number.
func Diamonds(n int, different bool) (old, new string) {
	var o, w strings.Builder
	for _, b := range []*strings.Builder{&o, &w} {
		b.WriteString("procedure main(x: [int]int) returns (s: int)\n{\n  s := 0;\n")
	}
	for i := range n {
		less := 1
		if different && i == n/2 {
			less = 5
		}
		fmt.Fprintf(&o, "  if (x[%d] > s) { s := s + 1; } else { s := s + 2; }\n", i)
		fmt.Fprintf(&w, "  if (!(x[%d] <= s)) { s := s + 2 - %d; } else { s := s + 2; }\n", i, less)
	}
	return o.String() + "}\n", w.String() + "}\n"
}
