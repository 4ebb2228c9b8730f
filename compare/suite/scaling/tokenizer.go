package scaling

import (
	"fmt"
	"strings"
)

// Tokenizer is a scanner over the characters of a map, unrolled for so many of
// them: it counts numbers, words, strings and signs, adds up digits and stops at a
// comment. The new version classifies a character before it looks at the state; in
// the different pair it forgets the digit 9.
func Tokenizer(unroll int, different bool) (old, new string) {
	const head = `procedure main(text: [int]int, n: int) returns (numbers: int, words: int, strings: int, signs: int, sum: int)
{
  var i, c, state, class: int;
  numbers := 0; words := 0; strings := 0; signs := 0; sum := 0;
  i := 0; state := 0;
`
	const step = `  if (i < n) {
    c := text[i];
    i := i + 1;
    if (state == 3) {
      if (c == 34) { state := 0; }
    } else if (c == 32 || c == 10) {
      state := 0;
    } else if (48 <= c && c <= 57) {
      if (state == 0) { numbers := numbers + 1; state := 1; }
      if (state == 1) { sum := sum + c - 48; }
    } else if (97 <= c && c <= 122) {
      if (state != 2) { words := words + 1; state := 2; }
    } else if (c == 34) {
      strings := strings + 1;
      state := 3;
    } else if (c == 59) {
      i := n;
    } else {
      signs := signs + 1;
      state := 0;
    }
  }
`
	const classified = `  if (n > i) {
    c := text[i];
    i := 1 + i;
    class := 6;
    if (c == 10 || c == 32) { class := 0; }
    if (c >= 48 && c < %d) { class := 1; }
    if (c > 96 && c < 123) { class := 2; }
    if (c == 34) { class := 3; }
    if (c == 59) { class := 4; }
    if (state == 3) {
      if (class == 3) { state := 0; }
    } else {
      if (class == 1 && state == 0) { numbers := numbers + 1; state := 1; }
      if (class == 1 && state != 2) { sum := sum - 48 + c; }
      if (class == 2 && state < 2) { words := words + 1; }
      if (class == 2) { state := 2; }
      if (class == 3) { strings := strings + 1; state := 3; }
      if (class == 4) { i := n; }
      if (class == 6) { signs := signs + 1; }
      if (class == 0 || class == 6) { state := 0; }
    }
  }
`
	end := 58
	if different {
		end = 57
	}
	return head + strings.Repeat(step, unroll) + "}\n", head + strings.Repeat(fmt.Sprintf(classified, end), unroll) + "}\n"
}

// TokenizerPaths is how many feasible paths the old version has. A character
// leads on in one of six ways, of which a comment is the last thing to happen, in a
// string in one of two; or the text ends.
func TokenizerPaths(unroll int) int {
	outside, inString := 1, 1 // from the last step on
	for range unroll {
		outside, inString = 4*outside+inString+2, outside+inString+1
	}
	return outside
}
